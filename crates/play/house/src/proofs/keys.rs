//! The keys of a house that deals provable shoes: one signs bulletins, one locks the secrets of shoes.

use fair::locked::{Place, ShoeKey};
use fair::{HouseKey, Secret};
use table::TableId;

use crate::ports::{Entropy, LockedSecret, StoreFailure};

/// The keys. None is printed, and none is ever in a store.
#[derive(Debug)]
pub struct ShoeKeys {
    /// Signs bulletins.
    pub house: HouseKey,
    /// Signed bulletins before; none where the key did not change.
    pub before: Option<HouseKey>,
    /// Locks the secrets of shoes.
    pub shoe: ShoeKey,
}

impl ShoeKeys {
    /// Keys of these bytes, 32 random ones each. The first are those of the key that signs checkpoints.
    pub fn new(house: [u8; 32], shoe: [u8; 32]) -> Self {
        Self { house: HouseKey::new(house), before: None, shoe: ShoeKey::new(shoe) }
    }

    /// These keys, with the key that signed bulletins before.
    #[must_use]
    pub fn after(self, before: [u8; 32]) -> Self {
        Self { before: Some(HouseKey::new(before)), ..self }
    }

    /// A fresh secret for a shoe of a table, as it is stored.
    ///
    /// # Errors
    /// When there is no entropy.
    pub fn new_secret(
        &self,
        table: TableId,
        shoe_no: u32,
        entropy: &dyn Entropy,
    ) -> Result<LockedSecret, StoreFailure> {
        let secret = Secret::new(entropy.seed()?);
        let commitment = secret.commitment(table.0, shoe_no);
        let [nonce @ .., _, _, _, _, _, _, _, _] = entropy.seed()?;
        let locked = self.shoe.lock(&secret, &Place { table: table.0, shoe_no, commitment }, nonce);
        Ok(LockedSecret { shoe_no, commitment, locked })
    }

    /// A stored secret, opened.
    ///
    /// # Errors
    /// [`StoreFailure::LockedShoe`] when it was locked with another key, or is damaged.
    pub fn open(&self, table: TableId, stored: &LockedSecret) -> Result<Secret, StoreFailure> {
        let LockedSecret { shoe_no, commitment, locked } = *stored;
        let opened = self.shoe.unlock(&locked, &Place { table: table.0, shoe_no, commitment });
        opened.map_err(|_| StoreFailure::LockedShoe { table, shoe_no })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OsEntropy;

    #[test]
    fn a_secret_is_opened_with_its_key_alone() {
        let keys = |byte| ShoeKeys::new([1; 32], [byte; 32]);
        let table = TableId(7);
        let stored = keys(2).new_secret(table, 41, &OsEntropy).unwrap();
        let secret = keys(2).open(table, &stored).unwrap();
        assert_eq!(secret.commitment(7, 41), stored.commitment);
        assert!(keys(3).open(table, &stored).is_err());
        assert!(keys(2).open(TableId(8), &stored).is_err());
    }
}
