//! What every store must do, and what each does besides. Sees a store as the house does, through its port.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod bonus;
mod chain;
mod conformance;
mod corrections;
mod devices;
mod entries;
mod history;
mod memory;
mod model;
mod moving;
mod notary;
mod places;
mod postgres;
mod rebuild;
mod search;
mod sqlite;
mod statements;
mod support;
mod transfers;
