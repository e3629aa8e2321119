//! Turns errors of PostgreSQL into what a caller can do about them, and into failures of the store.

use std::error::Error as _;

use house::ports::StoreFailure;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

pub(super) use crate::trouble::Trouble;

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        let message = message(&error);
        let Some(state) = error.code() else {
            // Not from the server: the connection is broken, unless a value did not fit its column.
            let misread = error.source().is_some_and(|source| !source.is::<std::io::Error>());
            let connected = !error.is_closed() && misread && !message.starts_with("error connecting");
            return if connected {
                Self::Failed(StoreFailure::Corrupt(message))
            } else {
                Self::Lost(message)
            };
        };
        if is_away(state) {
            Self::Lost(message)
        } else if is_conflict(state) {
            Self::Conflict(message)
        } else if matches!(state.code(), "XX001" | "XX002" | "22P02") {
            // 22P02: a stored body is no JSON, or an account has no row for the balance that a batch sets.
            Self::Failed(StoreFailure::Corrupt(message))
        } else if *state == SqlState::DISK_FULL {
            Self::Failed(StoreFailure::Storage(format!("the disk is full ({message})")))
        } else {
            Self::Failed(StoreFailure::Storage(message))
        }
    }
}

/// Whether the server is going away, coming up, or has no place left.
fn is_away(state: &SqlState) -> bool {
    let away = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        SqlState::TOO_MANY_CONNECTIONS,
    ];
    away.contains(state) || state.code().starts_with("08")
}

/// Whether two transactions met. A row that is there already was written by another server since it was looked for, or
/// was not looked for.
fn is_conflict(state: &SqlState) -> bool {
    let met = [SqlState::UNIQUE_VIOLATION, SqlState::LOCK_NOT_AVAILABLE];
    met.contains(state) || state.code().starts_with("40")
}

/// The messages of an error and its sources, from the outside in, without rows.
pub(super) fn message(error: &Error) -> String {
    if let Some(db) = error.as_db_error() {
        return format!("{} ({})", db.message(), db.code().code());
    }
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        message = format!("{message}: {inner}");
        source = inner.source();
    }
    message
}
