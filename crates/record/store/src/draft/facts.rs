//! The port of reads: the facts that a draft needs of the past, and why one may not be at hand.

use house::log::{EntityKind, EntityRef};
use house::people::{Credential, CredentialKind};
use house::ports::StoreFailure;
use journal::{HouseHead, StoredEntity, TableProgress};
use ledger::{Account, Book, Transfer, TransferId};
use table::{PatronId, RecordRef, RequestId, TableId};

use super::lookup::Lookup;
use crate::trouble::Trouble;

/// What a batch must know of the past. A backend that reads at once answers every question; one that reads in round
/// trips answers [`NotJudged::Missing`], reads the missing fact, and has the batch judged again.
pub(crate) trait Facts: Book<Failure = NotJudged> {
    /// Where to look for duplicates of what tables add.
    fn lookup(&self) -> Lookup {
        Lookup::Everywhere
    }

    /// The transfer of that id, if it is at hand without a read.
    fn cached(&self, id: TransferId) -> Option<Transfer>;

    /// Fails as long as a refusal or a repeat may still turn out wrong. It cannot where one writer has the store to
    /// itself.
    fn confirm_rejection(&self) -> Result<(), NotJudged> {
        Ok(())
    }

    /// Whether this server runs the table.
    fn runs(&self, _table: TableId) -> bool {
        true
    }

    /// How far a table's log has come.
    fn progress(&self, table: TableId) -> Result<TableProgress, NotJudged>;

    /// The head of the house's own log.
    fn house_head(&self) -> Result<HouseHead, NotJudged>;

    /// The entity as it is now, if there is one.
    fn entity(&self, entity: EntityRef) -> Result<Option<StoredEntity>, NotJudged>;

    /// The number of the entity of that kind which has that name now.
    fn name_holder(&self, kind: EntityKind, name: &str) -> Result<Option<u32>, NotJudged>;

    /// The credential of that kind and key.
    fn credential(&self, kind: CredentialKind, key: &str) -> Result<Option<Credential>, NotJudged>;

    /// Whether a slip of that id was accepted from the patron.
    fn slip_accepted(&self, patron: PatronId, slip: RequestId) -> Result<bool, NotJudged>;

    /// Whether a table took the record of that number.
    fn record_taken(&self, record: RecordRef) -> Result<bool, NotJudged>;

    /// In how many transfers an account gave or got, if that is at hand without a round trip.
    fn transfers(&self, _account: Account) -> Result<Option<i64>, NotJudged> {
        Ok(None)
    }

    /// Whether a patron has the secret with that hash.
    fn token_used(&self, hash: &[u8; 32]) -> Result<bool, NotJudged>;

    /// The number of the new patron that comes after `earlier` others of the batch.
    fn patron_number(&self, earlier: usize) -> Result<PatronId, NotJudged>;
}

/// Why a batch could not be judged.
#[derive(Debug)]
pub(crate) enum NotJudged {
    /// A fact was not read yet.
    Missing(Missing),
    /// A duplicate may be in the rows, which must be read under lock.
    Unconfirmed,
    /// The store failed.
    Failed(StoreFailure),
}

impl NotJudged {
    /// The failure, of a backend that reads every fact at once.
    pub(crate) fn failure(self) -> StoreFailure {
        match self {
            Self::Failed(failure) => failure,
            Self::Missing(_) | Self::Unconfirmed => unreachable!("this backend reads every fact at once"),
        }
    }
}

impl<E: Into<Trouble>> From<E> for NotJudged {
    fn from(trouble: E) -> Self {
        Self::Failed(trouble.into().failure())
    }
}

/// A fact that was not read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    Transfer(TransferId),
    Reversed(TransferId),
    Hold(TransferId),
    Account(Account),
}
