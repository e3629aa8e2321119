//! Whether a bulletin follows another one.

use super::notice::{Bulletin, Notice};
use crate::bytes::Digest;
use crate::signature::PublicKey;

/// Why a bulletin does not follow the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// It is of another table.
    #[error("it is of table {got}, not {expected}")]
    Table {
        /// The table of the chain.
        expected: u32,
        /// The table of the bulletin.
        got: u32,
    },
    /// The number is not one more.
    #[error("its number is {got}, not {expected}")]
    Number {
        /// One more than that of the one before.
        expected: u64,
        /// What it has.
        got: u64,
    },
    /// The time runs back.
    #[error("its time {got} is before {least}")]
    Time {
        /// The time of the one before.
        least: u64,
        /// What it has.
        got: u64,
    },
    /// The digest is not that of the one before.
    #[error("`previous` is {got}, not {expected}")]
    Previous {
        /// The digest of the one before.
        expected: Digest,
        /// What it has.
        got: Digest,
    },
    /// The key changed, and no bulletin said so.
    #[error("its key is {got}, not {expected}")]
    House {
        /// The key that signs from here on.
        expected: PublicKey,
        /// What it has.
        got: PublicKey,
    },
}

impl Bulletin {
    /// The key of the bulletin that follows this one.
    pub const fn next_house(&self) -> PublicKey {
        match self.notice {
            Notice::Rekeyed(key) => key,
            _ => self.house,
        }
    }

    /// Checks that this is the first bulletin of its table.
    ///
    /// # Errors
    /// [`ChainError`].
    pub fn is_first(&self) -> Result<(), ChainError> {
        number(1, self.no)?;
        previous(Digest::ZERO, self.previous)
    }

    /// Checks that this bulletin follows `before`: table, number, time, digest and key.
    ///
    /// # Errors
    /// [`ChainError`], the first that applies.
    pub fn follows(&self, before: &Self) -> Result<(), ChainError> {
        if self.table != before.table {
            return Err(ChainError::Table { expected: before.table, got: self.table });
        }
        number(before.no.saturating_add(1), self.no)?;
        if self.at < before.at {
            return Err(ChainError::Time { least: before.at, got: self.at });
        }
        previous(before.digest(), self.previous)?;
        if self.house != before.next_house() {
            return Err(ChainError::House { expected: before.next_house(), got: self.house });
        }
        Ok(())
    }
}

fn number(expected: u64, got: u64) -> Result<(), ChainError> {
    if got == expected { Ok(()) } else { Err(ChainError::Number { expected, got }) }
}

fn previous(expected: Digest, got: Digest) -> Result<(), ChainError> {
    if got == expected { Ok(()) } else { Err(ChainError::Previous { expected, got }) }
}
