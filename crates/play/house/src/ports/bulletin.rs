//! The rows that prove the cards of shoes: bulletins, and the locked secrets of shoes.

use fair::{Bulletin, Digest, PublicKey, Signature};

use super::failure::StoreFailure;

/// A bulletin that is written with the event it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBulletin {
    /// The place of its event among those of the unit, from 0.
    pub event: usize,
    /// Its number among the bulletins of the table, from 1.
    pub no: u64,
    /// Its time, in milliseconds since 1970.
    pub at: u64,
    /// The shoe that it is about; 0 for none.
    pub shoe_no: u32,
    /// The SHA-256 of its text.
    pub digest: Digest,
    /// Its text.
    pub text: String,
    /// The key that signed it.
    pub key: PublicKey,
    /// The signature.
    pub signature: Signature,
}

/// A bulletin as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBulletin {
    /// Its number among the bulletins of the table, from 1.
    pub no: u64,
    /// The number of its event.
    pub seq: u64,
    /// The shoe that it is about; 0 for none.
    pub shoe_no: u32,
    /// Its text.
    pub text: String,
    /// The key that signed it.
    pub key: PublicKey,
    /// The signature.
    pub signature: Signature,
}

impl NewBulletin {
    /// The bulletin as it is stored with its event, which has that number.
    pub fn stored(self, seq: u64) -> StoredBulletin {
        let Self { no, shoe_no, text, key, signature, .. } = self;
        StoredBulletin { no, seq, shoe_no, text, key, signature }
    }
}

impl StoredBulletin {
    /// What the text says.
    ///
    /// # Errors
    /// [`StoreFailure::Corrupt`] when it is no bulletin.
    pub fn read(&self) -> Result<Bulletin, StoreFailure> {
        let corrupt = |error| StoreFailure::Corrupt(format!("bulletin {}: {error}", self.no));
        self.text.parse().map_err(corrupt)
    }
}

/// The secret of a shoe as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedSecret {
    /// The shoe.
    pub shoe_no: u32,
    /// The commitment to the secret.
    pub commitment: Digest,
    /// The secret, encrypted.
    pub locked: fair::locked::Locked,
}
