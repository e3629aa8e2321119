//! Why a request to a database failed, and what a caller can do about it. Knows no database.

use house::ports::StoreFailure;

/// The result of a request to a database.
pub(crate) type Result<T, E = Trouble> = std::result::Result<T, E>;

/// Why a request failed.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection is gone, or could not be made. The database may be back soon.
    Lost(String),
    /// Another server wrote in between, or a row that was taken for new exists. The caller should retry.
    Conflict(String),
    /// It may have been written, and could not be looked up. A retry might write it twice.
    Unknown(String),
    /// Anything else. A retry would fail again.
    Failed(StoreFailure),
}

impl Trouble {
    /// The trouble, with what it is about.
    pub(crate) fn about(self, what: impl std::fmt::Display) -> Self {
        Self::Failed(crate::rows::about(what, self.failure()))
    }

    /// The failure that the house gets.
    pub(crate) fn failure(self) -> StoreFailure {
        match self {
            Self::Lost(message) | Self::Conflict(message) | Self::Unknown(message) => {
                StoreFailure::Storage(message)
            }
            Self::Failed(failure) => failure,
        }
    }
}

impl From<StoreFailure> for Trouble {
    fn from(failure: StoreFailure) -> Self {
        Self::Failed(failure)
    }
}
