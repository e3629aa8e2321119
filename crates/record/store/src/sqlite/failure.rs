//! Turns errors of SQLite into failures of the store.

use house::ports::StoreFailure;
use rusqlite::{Error, ErrorCode};

use crate::trouble::Trouble;

/// What went wrong in SQLite. Data that no version of this program wrote is corrupt; anything else is the storage.
impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Failed(match &error {
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
        })
    }
}

/// The failure of an error.
pub(super) fn failure(error: Error) -> StoreFailure {
    Trouble::from(error).failure()
}
