//! What every store must do, and what the one in SQLite does besides. Sees a store as the house does, through its port.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod conformance;
mod history;
mod memory;
mod model;
mod sqlite;
mod support;
