//! The certificate of a house-rules document: its exact figures, and a digest of them.
//!
//! This crate knows no table, no patron, no file and no time: the same document has the same certificate.
