//! Turns errors of SQLite into failures of the store.

use house::ports::StoreFailure;
use rusqlite::{Error, ErrorCode};

/// What went wrong in SQLite. Data that no version of this program wrote is corrupt; anything else is the
/// storage.
#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn failure(error: Error) -> StoreFailure {
    match &error {
        Error::SqliteFailure(sqlite, message) => {
            let message = message.clone().unwrap_or_else(|| sqlite.to_string());
            match sqlite.code {
                ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreFailure::Corrupt(message),
                ErrorCode::DiskFull => StoreFailure::Storage(format!("the disk is full ({message})")),
                _ => StoreFailure::Storage(message),
            }
        }
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => StoreFailure::Corrupt(error.to_string()),
        _ => StoreFailure::Storage(error.to_string()),
    }
}
