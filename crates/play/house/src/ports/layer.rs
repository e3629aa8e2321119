//! A store in front of another one: every call passes through one place, which may delay it, fail it, or count it.

use ledger::{TransferId, TransferRefusal, TransferRequest};
use money::Amount;
use table::{
    DeviceId, PatronId, RecordRef, RecordedEvent, RequestId, RoundRef, RulesDigest, RulesRef, TableId,
    Timestamp,
};

use super::bulletin::{LockedSecret, StoredBulletin};
use super::commit::{CommitStore, ShoeSeed, Unit, UnitOutcome};
use super::device_record::{DeviceRecord, StoredRecord};
use super::entry::{HouseEntry, HouseOutcome, RecordedEntry};
use super::failure::PortFuture;
use super::read::ReadStore;
use super::rows::{
    AcceptedSlip, DayTurnover, NewPatron, NumberedWallet, OpenRound, Patron, PatronRound, StatementLine,
    StoredRound, TableResult, TrialBalance,
};
use super::search::{
    Found, FoundRound, FoundSlip, PatronPlace, PatronRoundSearch, PatronSearch, RoundPlace, RoundSearch,
    SlipPlace, SlipSearch,
};
use super::transfer_search::{FoundTransfer, TransferSearch};
use crate::log::{EntityKind, EntityRef, HouseEvent};
use crate::people::{Credential, CredentialChange, CredentialKind, Person};
use crate::reports::turnover::Turnover;

/// A whole store: both sides of one history.
pub trait Store: CommitStore + ReadStore {}

impl<S: CommitStore + ReadStore + ?Sized> Store for S {}

/// A call on its way through a [`Layer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It reads; the method of that name.
    Read(&'static str),
    /// It reads the events of that round.
    RoundEvents(RoundRef),
    /// It writes; the method of that name.
    Write(&'static str),
}

/// A store in front of another one. It implements [`Store`] by passing each call on.
pub trait Layer: Send + Sync + 'static {
    /// The store behind it.
    fn inner(&self) -> &dyn Store;

    /// Passes a call on. `go` makes the call, and the store may do its work at once.
    fn pass<'a, T: Send + 'a>(
        &'a self,
        _call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        go()
    }

    /// Passes a commit on.
    fn pass_commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        self.pass(Call::Write("commit"), move || self.inner().commit(table, expected_seq, units))
    }
}

/// Methods that pass their call on, in the signature of their trait.
macro_rules! passed {
    ($($kind:ident $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> PortFuture<'_, $answer> {
            self.pass(Call::$kind(stringify!($name)), move || self.inner().$name($($argument),*))
        }
    )*};
}

impl<L: Layer> CommitStore for L {
    fn commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        self.pass_commit(table, expected_seq, units)
    }

    passed! {
        Read take_table(table: TableId) -> ();
        Read latest_shoe(table: TableId) -> Vec<RecordedEvent>;
        Read shoe_seed(table: TableId, shoe_no: u32) -> Option<ShoeSeed>;
        Read locked_secret(table: TableId, shoe_no: u32) -> Option<LockedSecret>;
        Read bulletins(table: TableId, from: u64, limit: u16) -> Vec<StoredBulletin>;
        Read shoe_bulletins(table: TableId, shoe_no: u32) -> Vec<StoredBulletin>;
        Read last_bulletin(table: TableId) -> Option<StoredBulletin>;
        Read records_after(table: TableId, seq: u64) -> Vec<StoredRecord>;
        Read records_between(table: TableId, after: u64, until: u64) -> Vec<StoredRecord>;
        Read device_record(record: RecordRef) -> Option<DeviceRecord>;
        Read last_record(device: DeviceId) -> Option<DeviceRecord>;
        Read open_rounds() -> Vec<OpenRound>;
        Read accepted_slip(patron: PatronId, slip_id: RequestId) -> Option<AcceptedSlip>;
        Write record_house_rules(at: Timestamp, name: RulesRef, document: String) -> ();
        Write create_patron(patron: NewPatron) -> Patron;
        Write post(at: Timestamp, postings: Vec<TransferRequest>) -> Result<(), TransferRefusal>;
        Write append_entry(entry: HouseEntry) -> HouseOutcome;
        Write change_credentials(changes: Vec<CredentialChange>) -> bool;
        Read house_rules(digest: RulesDigest) -> Option<String>;
    }
}

impl<L: Layer> ReadStore for L {
    fn round_events(&self, table: TableId, round: RoundRef) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.pass(Call::RoundEvents(round), move || self.inner().round_events(table, round))
    }

    passed! {
        Read shoe_rounds(table: TableId, shoe_no: u32) -> Vec<StoredRound>;
        Read corrections(table: TableId, before: Option<u64>, limit: u16) -> Vec<RecordedEvent>;
        Read correction_asked(table: TableId, request_id: RequestId) -> Option<RecordedEvent>;
        Read shoe_corrections(table: TableId, shoe_no: u32) -> Vec<RecordedEvent>;
        Read patron_by_token(token_hash: [u8; 32]) -> Option<Patron>;
        Read patron(patron: PatronId) -> Option<Patron>;
        Read wallet(patron: PatronId) -> NumberedWallet;
        Read wallets(patrons: Vec<PatronId>) -> Vec<NumberedWallet>;
        Read held(patron: PatronId) -> Amount;
        Read patron_rounds(patron: PatronId, before: Option<u64>, limit: u16) -> Vec<PatronRound>;
        Read search_patron_rounds(
            patron: PatronId, search: PatronRoundSearch, before: Option<u64>, limit: u16
        ) -> Found<PatronRound, u64>;
        Read latest_round(patron: PatronId, table: TableId) -> Option<PatronRound>;
        Read statement(patron: PatronId, before: Option<u64>, limit: u16) -> Vec<StatementLine>;
        Read patron_turnover(patron: PatronId, since: Timestamp) -> Vec<(Timestamp, Turnover)>;
        Read turnover(from: Timestamp, until: Timestamp, table: Option<TableId>) -> Vec<DayTurnover>;
        Read table_results(table: Option<TableId>) -> Vec<TableResult>;
        Read search_rounds(
            search: RoundSearch, before: Option<RoundPlace>, limit: u16
        ) -> Found<FoundRound, RoundPlace>;
        Read search_slips(
            search: SlipSearch, before: Option<SlipPlace>, limit: u16
        ) -> Found<FoundSlip, SlipPlace>;
        Read search_patrons(
            search: PatronSearch, after: Option<PatronPlace>, limit: u16
        ) -> Found<Patron, PatronPlace>;
        Read search_transfers(
            search: TransferSearch, before: Option<u64>, limit: u16
        ) -> Found<FoundTransfer, u64>;
        Read house_digest(seq: u64) -> Option<[u8; 32]>;
        Read money_event(transfer: TransferId) -> Option<HouseEvent>;
        Read trial_balance() -> TrialBalance;
        Read entity(entity: EntityRef) -> Option<RecordedEntry>;
        Read entity_named(kind: EntityKind, name: String) -> Option<RecordedEntry>;
        Read entities(kind: EntityKind, after: u32, limit: u16) -> Vec<RecordedEntry>;
        Read entity_history(entity: EntityRef, before: Option<u64>, limit: u16) -> Vec<RecordedEntry>;
        Read house_log(before: Option<u64>, limit: u16) -> Vec<RecordedEntry>;
        Read credential(kind: CredentialKind, key: String) -> Option<Credential>;
        Read credentials_of(kind: CredentialKind, owner: Person) -> Vec<Credential>;
    }
}
