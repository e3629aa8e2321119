//! The writing side of a store: the one commit point, and what a table's task reads to resume.

use ledger::{Account, AccountKind, Book, TransferRefusal, TransferRequest};
use table::{
    DeviceId, Event, PatronId, RecordRef, RecordedEvent, RequestId, RulesDigest, RulesRef, TableId, Timestamp,
};

use super::bulletin::{LockedSecret, NewBulletin, StoredBulletin};
use super::device_record::{DeviceRecord, StoredRecord};
use super::entry::{HouseEntry, HouseOutcome};
use super::failure::PortFuture;
use super::rows::{AcceptedSlip, NewPatron, NumberedWallet, OpenRound, Patron, Wallet};
use crate::people::CredentialChange;

/// Events of one table that are committed with their transfers, and the record of a device that they follow from: all
/// or none. A record may come without an event.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The events in order, each with its time. The store numbers them when it commits.
    pub events: Vec<(Timestamp, Event)>,
    /// The money these events move.
    pub postings: Vec<TransferRequest>,
    /// The seed of the shoe these events open, kept apart from the events because the shoe is still secret.
    pub shoe_seed: Option<ShoeSeed>,
    /// The bulletins of these events, in order.
    pub bulletins: Vec<NewBulletin>,
    /// The secret of the shoe that these events commit.
    pub secret: Option<LockedSecret>,
    /// The record that the table takes before these events.
    pub record: Option<DeviceRecord>,
    /// The place, in the same commit, of the unit that this one rests on: it is written only if that one is.
    pub after: Option<usize>,
}

impl Unit {
    /// A unit of these events and this money alone.
    pub const fn new(events: Vec<(Timestamp, Event)>, postings: Vec<TransferRequest>) -> Self {
        Self {
            events,
            postings,
            shoe_seed: None,
            bulletins: Vec::new(),
            secret: None,
            record: None,
            after: None,
        }
    }
}

/// The seed of a shuffled shoe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShoeSeed {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// 256 bits from the operating system.
    pub seed: [u8; 32],
}

impl std::fmt::Debug for ShoeSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ShoeSeed {{ shoe_no: {}, seed: <secret> }}", self.shoe_no)
    }
}

/// The outcome of one [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitOutcome {
    /// It is durable; its events have these numbers, contiguous.
    Committed {
        /// The number of its first event.
        first_seq: u64,
        /// The wallets that it changed, as they are after it, each patron once. None of them where the store would have
        /// to read them: then they are read with [`wallets`](super::ReadStore::wallets).
        wallets: Vec<(PatronId, NumberedWallet)>,
    },
    /// The ledger refused a transfer; nothing of this unit was written, the others stand.
    Refused {
        /// Why.
        refusal: TransferRefusal,
        /// For a lack of funds or cash that is staked first: whose money it is, and their wallet after the units before
        /// this one, so that the caller need not read it.
        wallet: Option<(PatronId, Wallet)>,
    },
    /// A slip, a transfer or the record of this unit was committed before, so nothing of this unit was written; the
    /// others stand. [`CommitStore::accepted_slip`] returns where a repeated slip counts, and
    /// [`CommitStore::device_record`] which record has the number.
    Repeated,
    /// The unit that this one rests on was not written, so neither was this one, and nobody judged it.
    Skipped,
}

impl UnitOutcome {
    /// The outcome of a unit that the ledger refused, with the wallet that `book` holds if the refusal is about one.
    ///
    /// # Errors
    /// The book's failure, when it could not be read.
    pub fn refused<B: Book>(book: &B, refusal: TransferRefusal) -> Result<Self, B::Failure> {
        let account = match refusal {
            TransferRefusal::InsufficientFunds { account, .. }
            | TransferRefusal::CashLeft { account, .. } => Some(account),
            _ => None,
        };
        let is_purse =
            |account: &Account| matches!(account.kind, AccountKind::PatronCash | AccountKind::PatronBonus);
        let wallet = account.filter(is_purse).map(|account| {
            let patron = PatronId(account.owner);
            Ok((patron, Wallet::of(book, patron, account.currency)?))
        });
        Ok(Self::Refused { refusal, wallet: wallet.transpose()? })
    }
}

/// The only commit point of the system, with the reads that a table and its house resume from.
pub trait CommitStore: Send + Sync + 'static {
    /// Takes a table over from the server that ran it before: from now on the writes of any other opener of the same
    /// storage are refused with [`StoreFailure::TakenOver`](super::StoreFailure::TakenOver). A repeat changes nothing.
    ///
    /// A store that only one program can open has nothing to do here.
    fn take_table(&self, _table: TableId) -> PortFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Commits the units of one table in order, in one transaction, each whole or not at all.
    ///
    /// `expected_seq` is the number of the table's last committed event (0 for none).
    ///
    /// # Errors
    /// [`StoreFailure::Stale`](super::StoreFailure::Stale) when somebody else wrote to the table,
    /// [`StoreFailure::TakenOver`](super::StoreFailure::TakenOver) when somebody else runs it now; nothing was written
    /// then.
    fn commit(&self, table: TableId, expected_seq: u64, units: Vec<Unit>)
    -> PortFuture<'_, Vec<UnitOutcome>>;

    /// The events of the table's latest shoe, from its opening on, in order; empty for a new table.
    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// The seed of a shoe, if this store has it.
    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>>;

    /// The locked secret of a shoe, if it was ever committed.
    fn locked_secret(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<LockedSecret>>;

    /// The bulletins of a table from number `from` on, in order, at most `limit`.
    fn bulletins(&self, table: TableId, from: u64, limit: u16) -> PortFuture<'_, Vec<StoredBulletin>>;

    /// The bulletins that are about a shoe, in order, corrections of its rounds among them.
    fn shoe_bulletins(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<StoredBulletin>>;

    /// The last bulletin of a table, if it has any.
    fn last_bulletin(&self, table: TableId) -> PortFuture<'_, Option<StoredBulletin>>;

    /// The records that the table took after its event `seq`, in the order in which it took them.
    fn records_after(&self, table: TableId, seq: u64) -> PortFuture<'_, Vec<StoredRecord>>;

    /// The records that the table took after its event `after` and up to its event `until`, in that order.
    fn records_between(&self, table: TableId, after: u64, until: u64) -> PortFuture<'_, Vec<StoredRecord>>;

    /// The record of that number, if any table took it.
    fn device_record(&self, record: RecordRef) -> PortFuture<'_, Option<DeviceRecord>>;

    /// The last record of a device, if there is any.
    fn last_record(&self, device: DeviceId) -> PortFuture<'_, Option<DeviceRecord>>;

    /// The rounds that are neither settled nor voided, by table.
    fn open_rounds(&self) -> PortFuture<'_, Vec<OpenRound>>;

    /// The slip of that id, if it was ever accepted from this patron.
    fn accepted_slip(&self, patron: PatronId, slip_id: RequestId) -> PortFuture<'_, Option<AcceptedSlip>>;

    /// Records house rules in the house's own log: their name and their document. The first document under a digest
    /// stays.
    fn record_house_rules(&self, at: Timestamp, name: RulesRef, document: String) -> PortFuture<'_, ()>;

    /// The document of the house rules with this digest, if they are on record.
    fn house_rules(&self, digest: RulesDigest) -> PortFuture<'_, Option<String>>;

    /// Creates a patron, gives the gift, and adds a session of the patron's secret, in one transaction.
    fn create_patron(&self, patron: NewPatron) -> PortFuture<'_, Patron>;

    /// Moves money outside any table, such as play money to a guest. A repeat of an id changes nothing. The time of its
    /// log entry is at least that of the entry before it.
    fn post(
        &self,
        at: Timestamp,
        postings: Vec<TransferRequest>,
    ) -> PortFuture<'_, Result<(), TransferRefusal>>;

    /// Appends an entry to the house's own log, with the money and the credentials that change with it, all or nothing.
    fn append_entry(&self, entry: HouseEntry) -> PortFuture<'_, HouseOutcome>;

    /// Changes credentials in order, all or nothing. False when a credential to be replaced was changed since it was
    /// read; nothing was written then.
    fn change_credentials(&self, changes: Vec<CredentialChange>) -> PortFuture<'_, bool>;
}
