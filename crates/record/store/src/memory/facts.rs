//! The facts that a draft needs, from memory. Judges nothing.

use house::log::{EntityKind, EntityRef};
use house::people::{Credential, CredentialKind};
use house::ports::StoreFailure;
use journal::{HouseHead, StoredEntity, TableProgress};
use ledger::{Account, Book, Transfer, TransferId};
use money::Amount;
use table::{PatronId, RecordRef, RequestId, TableId};

use super::State;
use crate::draft::{Facts, NotJudged};
use crate::rows::column;

impl Book for State {
    type Failure = NotJudged;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, NotJudged> {
        let Ok(transfer) = self.ledger.transfer(id);
        Ok(transfer)
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, NotJudged> {
        let Ok(reversed) = self.ledger.is_reversed(id);
        Ok(reversed)
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, NotJudged> {
        let Ok(remaining) = self.ledger.remaining(hold);
        Ok(remaining)
    }

    fn balance(&self, account: Account) -> Result<i64, NotJudged> {
        Ok(self.ledger.balance(account))
    }
}

impl Facts for State {
    fn cached(&self, id: TransferId) -> Option<Transfer> {
        let Ok(transfer) = self.ledger.transfer(id);
        transfer
    }

    fn progress(&self, table: TableId) -> Result<TableProgress, NotJudged> {
        Ok(self.tables.get(&table).map(|log| log.progress.clone()).unwrap_or_default())
    }

    fn house_head(&self) -> Result<HouseHead, NotJudged> {
        Ok(self.house.last().map(|row| row.head).unwrap_or_default())
    }

    fn entity(&self, entity: EntityRef) -> Result<Option<StoredEntity>, NotJudged> {
        Ok(self.entities.get(&entity).cloned())
    }

    fn name_holder(&self, kind: EntityKind, name: &str) -> Result<Option<u32>, NotJudged> {
        Ok(self.names.get(&(kind, name.to_owned())).copied())
    }

    fn credential(&self, kind: CredentialKind, key: &str) -> Result<Option<Credential>, NotJudged> {
        Ok(self.credentials.get(&(kind, key.to_owned())).cloned())
    }

    fn slip_accepted(&self, patron: PatronId, slip: RequestId) -> Result<bool, NotJudged> {
        Ok(self.slips.contains_key(&(patron, slip)))
    }

    fn record_taken(&self, record: RecordRef) -> Result<bool, NotJudged> {
        Ok(self.device_records.contains_key(&record))
    }

    fn transfers(&self, account: Account) -> Result<Option<i64>, NotJudged> {
        Ok(Some(column(self.moves.get(&account).copied().unwrap_or_default())?))
    }

    fn token_used(&self, hash: &[u8; 32]) -> Result<bool, NotJudged> {
        Ok(self.patrons.iter().any(|patron| patron.token_hash == *hash))
    }

    fn patron_number(&self, earlier: usize) -> Result<PatronId, NotJudged> {
        let number = self.patrons.len().saturating_add(earlier).saturating_add(1);
        let full = |_| StoreFailure::Storage("there is no number left for another patron".to_owned());
        Ok(PatronId(u32::try_from(number).map_err(full)?))
    }
}
