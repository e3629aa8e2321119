//! What a house keeps, and what keeps it: audits, checkpoints and books of one that played, back-ups while it plays,
//! and moving from one store to the other.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod audit;
mod audit_rules;
mod backup;
mod before;
mod books;
mod checkpoints;
mod export;
mod played;
mod support;
