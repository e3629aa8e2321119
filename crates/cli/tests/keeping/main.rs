//! What keeps a house: back-ups while it plays, and moving from one store to the other.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod backup;
mod export;
#[path = "../played/mod.rs"]
mod played;
mod support;
