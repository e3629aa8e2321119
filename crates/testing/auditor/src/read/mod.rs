//! Reads what a store holds into a record, with queries of its own.

mod postgres;
mod rows;
mod sqlite;

pub use postgres::record as postgres;
pub use sqlite::record as sqlite;
