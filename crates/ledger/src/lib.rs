//! Double-entry accounts and immutable transfers: hold, capture, release, reverse.
