//! Durable storage of events and transfers behind the house's port.
//!
//! [`SqliteStore`] keeps everything in one SQLite file, [`PostgresStore`] in a PostgreSQL database that several
//! servers may share. What they have acknowledged survives the program and the machine. Any store must pass the
//! conformance tests beside this crate.
//!
//! This crate decides nothing: the ledger judges money, the table judges play. It knows no sockets.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod database;
mod derived;
mod draft;
mod export;
mod fill;
mod memory;
mod postgres;
mod queries;
mod replay;
mod rows;
mod schema;
mod sqlite;
mod trouble;
mod worker;

pub use database::{DatabaseStore, Located};
pub use derived::{Difference, OnProgress, Rebuilt, RebuiltTable};
pub use export::{
    ExportCounts, ExportEntry, ExportError, ExportReader, ExportRow, ExportWriter, NextRow, TakeRow,
};
pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;
