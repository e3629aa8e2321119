//! From what PostgreSQL says to what can be done about it, and to what the house is told.

use std::error::Error as _;

use house::ports::StoreFailure;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Why something was not done.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection is gone, or could not be made. The database may be back soon.
    Lost(String),
    /// Another server was in between, or something was there already that was taken for new. Doing it again is right.
    Conflict(String),
    /// It may have been written, and could not be looked up. Doing it again might do it twice.
    Unknown(String),
    /// Anything else. Doing it again would fail again.
    Failed(StoreFailure),
}

impl Trouble {
    /// The trouble with what it is about.
    pub(super) fn about(self, what: impl std::fmt::Display) -> Self {
        Self::Failed(crate::rows::about(what, self.failure()))
    }

    /// What the house is told when nothing more can be done.
    pub(super) fn failure(self) -> StoreFailure {
        match self {
            Self::Lost(said) | Self::Conflict(said) | Self::Unknown(said) => StoreFailure::Storage(said),
            Self::Failed(failure) => failure,
        }
    }
}

impl From<StoreFailure> for Trouble {
    fn from(failure: StoreFailure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        let said = said(&error);
        let Some(state) = error.code() else {
            // Not said by the server: the way there is broken, unless a value did not fit its column.
            let misread = error.source().is_some_and(|source| !source.is::<std::io::Error>());
            let connected = !error.is_closed() && misread && !said.starts_with("error connecting");
            return if connected { Self::Failed(StoreFailure::Corrupt(said)) } else { Self::Lost(said) };
        };
        if is_away(state) {
            Self::Lost(said)
        } else if is_conflict(state) {
            Self::Conflict(said)
        } else if matches!(state.code(), "XX001" | "XX002") {
            Self::Failed(StoreFailure::Corrupt(said))
        } else if *state == SqlState::DISK_FULL {
            Self::Failed(StoreFailure::Storage(format!("the disk is full ({said})")))
        } else {
            Self::Failed(StoreFailure::Storage(said))
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

/// All that an error says, from the outside in. Rows are left out of it.
pub(super) fn said(error: &Error) -> String {
    if let Some(db) = error.as_db_error() {
        return format!("{} ({})", db.message(), db.code().code());
    }
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        said = format!("{said}: {inner}");
        source = inner.source();
    }
    said
}
