//! From what SQLite and JSON say to what the house is told, and numbers to the columns that hold them.

use house::ports::StoreFailure;
use rusqlite::{Error, ErrorCode};

/// What went wrong in SQLite. Data that no version of this program wrote is corrupt; anything else is the
/// storage.
#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn failure(error: Error) -> StoreFailure {
    match &error {
        Error::SqliteFailure(sqlite, message) => {
            let said = message.clone().unwrap_or_else(|| sqlite.to_string());
            match sqlite.code {
                ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreFailure::Corrupt(said),
                ErrorCode::DiskFull => StoreFailure::Storage(format!("the disk is full ({said})")),
                _ => StoreFailure::Storage(said),
            }
        }
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => StoreFailure::Corrupt(error.to_string()),
        _ => StoreFailure::Storage(error.to_string()),
    }
}

/// The failure with the file or row it is about.
pub(super) fn about(what: impl std::fmt::Display, failure: StoreFailure) -> StoreFailure {
    match failure {
        StoreFailure::Storage(said) => StoreFailure::Storage(format!("{what}: {said}")),
        StoreFailure::Corrupt(said) => StoreFailure::Corrupt(format!("{what}: {said}")),
        other => other,
    }
}

/// A number as SQLite keeps it.
pub(super) fn column(number: u64) -> Result<i64, StoreFailure> {
    i64::try_from(number).map_err(|_| StoreFailure::Storage(format!("{number} is too large to be stored")))
}

/// A number that is never negative, as SQLite kept it.
pub(super) fn number(column: i64) -> Result<u64, StoreFailure> {
    u64::try_from(column).map_err(|_| StoreFailure::Corrupt(format!("{column} should not be negative")))
}
