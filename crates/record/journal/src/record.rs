//! The rows of a store as an audit reads them. Plain data.

use baccarat::Card;
use house::log::{EntityRef, HouseEvent};
use house::ports::{DayTurnover, LockedSecret, ShoeSeed, StatementLine, StoredBulletin, StoredRecord};
use ledger::{Account, Transfer, TransferId};
use money::{Amount, Currency};
use table::event::SettledSpot;
use table::{PatronId, RequestId, RoundRef, TableId, Timestamp};

use crate::chain::Entry;
use crate::digest::Digest;
use crate::signature::Signed;

/// One row. A store gives all of them in the order of these kinds; entries by log and number, the house's own log
/// first; transfers in the order they were made; checkpoints from the oldest on.
#[derive(Clone, Debug)]
pub enum Record {
    /// A signed checkpoint.
    Checkpoint(Signed),
    /// An account with its balance in minor units.
    Account(Account, i64, u64),
    /// A patron.
    Patron(StoredPatron),
    /// The seed of a table's shoe.
    Seed(TableId, ShoeSeed),
    /// The locked secret of a table's shoe.
    Secret(TableId, LockedSecret),
    /// A bulletin of a table. Those of a table come in order.
    Bulletin(TableId, StoredBulletin),
    /// The event of this table and number corrects this earlier round.
    Correction(TableId, u64, RoundRef),
    /// An entry of a log.
    Entry(StoredEntry),
    /// A record of a device that no event of its table follows yet.
    Uncovered(TableId, StoredRecord),
    /// A transfer.
    Transfer(Transfer),
    /// What is left of a hold.
    Hold(TransferId, Amount),
    /// An accepted slip.
    Slip(StoredSlip),
    /// The state of a round, and the number of its first event.
    Round(TableId, house::ports::StoredRound, u64),
    /// An entity as it is now.
    Entity(StoredEntity),
    /// The entry of this number changed this entity.
    EntityEntry(EntityRef, u64),
    /// How a round ended for a patron.
    PatronRound(PatronId, TableId, StoredEnding),
    /// The patron took all wagers back in this round.
    ClearedRound(PatronId, TableId, RoundRef),
    /// A line of a patron's statement. Those of a wallet come in order.
    Statement(PatronId, StatementLine),
    /// What was staked and paid on a spot of a table on a day.
    Turnover(DayTurnover),
}

/// A patron as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPatron {
    /// The patron's number.
    pub id: PatronId,
    /// The name that others see.
    pub nickname: String,
    /// SHA-256 of the secret.
    pub token_hash: [u8; 32],
    /// The currency of the wallet.
    pub currency: Currency,
}

/// An entry of a log as stored, with the transfers that refer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The table of the log; 0 for the house's own.
    pub log: TableId,
    /// Its number.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The round it is filed under.
    pub round: RoundRef,
    /// What happened, byte for byte.
    pub body: String,
    /// The transfers, in the order they were made.
    pub transfers: Vec<Transfer>,
    /// The records of devices that the table took right before it, in order.
    pub records: Vec<StoredRecord>,
    /// Its digest; none when the column holds no 32 bytes.
    pub digest: Option<Digest>,
}

impl StoredEntry {
    /// The digest that it has if it follows an entry of that digest.
    pub fn digest_after(&self, before: Digest) -> Digest {
        let Self { seq, at, body, transfers, records, .. } = self;
        let before = records.iter().fold(before, |digest, stored| digest.and_record(&stored.record));
        before.then(&Entry { seq: *seq, at: *at, body, transfers })
    }
}

/// An accepted slip, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredSlip {
    /// The patron.
    pub patron: PatronId,
    /// The caller's id.
    pub slip: RequestId,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: RoundRef,
    /// The number of its event.
    pub seq: u64,
}

/// How a round ended for a patron, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEnding {
    /// The round.
    pub round: RoundRef,
    /// When it ended, or was corrected last.
    pub at: Timestamp,
    /// The number of the round's settlement, corrections included.
    pub revision: u16,
    /// The cards, in deal order.
    pub cards: Vec<Card>,
    /// The wagers as settled; empty when voided.
    pub wagers: Vec<SettledSpot>,
    /// What came back when the round was voided.
    pub voided: Option<Amount>,
}

/// An entity as it is now: which, and which entry has its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntity {
    /// Its kind and its number.
    pub place: EntityRef,
    /// Its name, if no other entity of its kind may have it at the same time.
    pub name: Option<String>,
    /// The number of its latest entry.
    pub seq: u64,
}

impl StoredEntity {
    /// The entity that an event of the house's own log creates or changes. `seq` is the number of its entry.
    pub fn of(event: &HouseEvent, seq: u64) -> Option<Self> {
        let entity = event.entity()?;
        Some(Self { place: entity.entity_ref(), name: entity.unique_name(), seq })
    }
}
