//! The commit loop between tables and stores: postings, patrons, lobby.
