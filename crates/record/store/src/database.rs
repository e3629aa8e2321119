//! A store in a database: the ports of the house, and what can be done to a store that no server has open. The
//! databases differ in how a request reaches them and in a few words of SQL; both are behind [`Database`].

use std::fmt::Display;
use std::future::ready;
use std::ops::Range;
use std::pin::Pin;

use house::log::{EntityKind, EntityRef, HouseEvent};
use house::people::{Credential, CredentialChange, CredentialKind, Person};
use house::ports::search::{
    Found, FoundRound, FoundSlip, PatronPlace, PatronRoundSearch, PatronSearch, RoundPlace, RoundSearch,
    SlipPlace, SlipSearch,
};
use house::ports::transfer_search::{FoundTransfer, TransferSearch};
use house::ports::{
    AcceptedSlip, CommitStore, DayTurnover, DeviceRecord, HouseEntry, HouseOutcome, LockedSecret, NewPatron,
    NumberedWallet, OpenRound, Patron, PatronRound, PortFuture, ReadStore, RecordedEntry, ShoeSeed,
    StatementLine, StoreFailure, StoredBulletin, StoredRecord, StoredRound, TableResult, TrialBalance, Unit,
    UnitOutcome,
};
use house::turnover::Turnover;
use journal::from_json;
use ledger::{TransferId, TransferRefusal, TransferRequest};
use money::Amount;
use table::{
    DeviceId, PatronId, RecordRef, RecordedEvent, RequestId, RoundRef, RulesDigest, RulesRef, TableId,
    Timestamp,
};

use crate::derived::{OnProgress, Rebuilds, Rebuilt};
use crate::draft::{Answered, Order, Orders, ordered};
use crate::export::{self, ExportCounts, NextRow, TakeRow};
use crate::queries::devices::DeviceQueries as _;
use crate::queries::entries::EntryQueries as _;
use crate::queries::notary::NotaryQueries as _;
use crate::queries::patrons::PatronQueries as _;
use crate::queries::proofs::ProofQueries as _;
use crate::queries::reports::ReportQueries as _;
use crate::queries::search::SearchQueries as _;
use crate::queries::slips::SlipQueries as _;
use crate::queries::tables::TableQueries as _;
use crate::queries::transfer_search::TransferQueries as _;
use crate::queries::{Reads, records};
use crate::replay;
use crate::rows::about;
use crate::trouble::{Result, Trouble};

/// A query under way.
pub(crate) type Reading<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + 'a>>;

/// A kind of database, by the place of a store in it.
pub trait Located {
    /// The path of a file, or the URL of a database.
    type Place: ?Sized;
}

/// A database that is open as a store, and how one is reached that is not.
pub(crate) trait Database: Located + Send + Sync + 'static {
    /// Whether several servers may share a store, so that each must take the tables that it runs.
    const IS_SHARED: bool;
    type Session: Reads;
    type Snapshot<'a>: Rebuilds;

    /// Has the writer carry out an order.
    fn order(&self, order: Order) -> impl Future<Output = Answered> + Send;

    /// Runs a query on a session that reads.
    fn read<T: Send + 'static>(
        &self,
        query: impl for<'a> Fn(&'a Self::Session) -> Reading<'a, T> + Send + 'static,
    ) -> PortFuture<'_, T>;

    /// Runs a query on the store of a place as of one moment, and leaves everything as it was. A server may run
    /// meanwhile. Only with `temporary` may the query create temporary tables.
    fn with_snapshot<T>(
        place: &Self::Place,
        temporary: bool,
        query: impl AsyncFnOnce(&Self::Snapshot<'_>) -> Result<T>,
    ) -> Result<T, StoreFailure>;

    /// Changes the store of a place in one transaction, while nobody else writes. An import creates a missing store,
    /// and its failure about a corrupt row does not name the place.
    fn exclusively<T>(
        place: &Self::Place,
        import: bool,
        change: impl AsyncFnOnce(&Self::Snapshot<'_>) -> Result<T>,
    ) -> Result<T, StoreFailure>;
}

/// A store in a database.
///
/// Its answers are durable, and requests that wait at the same time share one transaction.
pub struct DatabaseStore<D>(pub(crate) D);

/// Operations on the store of a place: the path of a SQLite file, or the URL of a PostgreSQL database. With a URL they
/// block the thread, which must drive no runtime.
#[allow(private_bounds, reason = "the databases are those of this crate")]
impl<D: Database> DatabaseStore<D> {
    /// Gives every row of a store to `take`, as of one moment, until that returns false. A server may run meanwhile.
    /// The order is that of [`journal::Record`].
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the store cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when a row cannot be what this program wrote. It names the row.
    pub fn records(
        place: &D::Place,
        take: &mut dyn FnMut(journal::Record) -> bool,
    ) -> Result<(), StoreFailure> {
        let read = D::with_snapshot(place, false, async |snapshot| {
            match records::records(snapshot, &mut |record| Ok(take(record))).await {
                // It is about a row, not about the place.
                Err(Trouble::Failed(corrupt @ StoreFailure::Corrupt(_))) => Ok(Err(corrupt)),
                read => Ok(Ok(read?)),
            }
        });
        read.flatten()
    }

    /// Gives the history of a store to `take`, as of one moment, until that returns false. A server may run meanwhile.
    /// The order is that of [`ExportRow`](crate::ExportRow).
    ///
    /// # Errors
    /// As [`DatabaseStore::records`].
    pub fn history(place: &D::Place, take: TakeRow<'_>) -> Result<(), StoreFailure> {
        D::with_snapshot(place, false, async |snapshot| export::rows(snapshot, take).await)
    }

    /// Imports history into a store, which is new or empty: writes the rows, rebuilds the derived tables, and verifies
    /// the hash chains. All or nothing.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the store is not empty, cannot be written, or a server has the file open;
    /// [`StoreFailure::Corrupt`] when the rows are no history; a failure of `next`. Then the store stays empty.
    pub fn import(
        place: &D::Place,
        next: NextRow<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<ExportCounts, StoreFailure> {
        D::exclusively(place, true, async |session| export::import(session, next, on_progress).await)
    }

    /// Rebuilds the derived tables of a store from history: balances, holds, accepted slips, rounds, corrections, the
    /// rounds of patrons, those in which they took all wagers back, statements, turnover, entities and their entries.
    /// Returns the rows that differed. Brings the schema up to date first.
    /// Takes over all tables of a PostgreSQL database: a server that still runs them is refused from then on, and must
    /// be started again.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the store cannot be written, or a server has the file open;
    /// [`StoreFailure::Corrupt`] when history itself cannot be read. Then nothing is changed.
    pub fn rebuild(place: &D::Place, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        D::exclusively(place, false, async |session| {
            session.execute(<D::Snapshot<'_> as Rebuilds>::TAKE_OVER).await?;
            replay::rebuild(session, true, on_progress).await
        })
    }

    /// Returns what [`DatabaseStore::rebuild`] would, and changes nothing. A server may run meanwhile.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the store cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when history itself cannot be read.
    pub fn check(place: &D::Place, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        D::with_snapshot(place, true, async |session| replay::rebuild(session, false, on_progress).await)
    }

    /// What [`ReadStore::statement`] answers, from the store of a place. A server may run meanwhile.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the store cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when a row cannot be what this program wrote.
    pub fn read_statement(
        place: &D::Place,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<StatementLine>, StoreFailure> {
        D::with_snapshot(place, false, async |snapshot| snapshot.statement(patron, before, limit).await)
    }

    /// What [`ReadStore::turnover`] answers, from the store of a place, and what [`ReadStore::table_results`]
    /// answers, of the same moment. A server may run meanwhile.
    ///
    /// # Errors
    /// Those of [`DatabaseStore::read_statement`].
    pub fn read_turnover(
        place: &D::Place,
        days: Range<Timestamp>,
        table: Option<TableId>,
    ) -> Result<(Vec<DayTurnover>, Vec<TableResult>), StoreFailure> {
        D::with_snapshot(place, false, async |snapshot| {
            let lines = snapshot.turnover(days.start, days.end, table).await?;
            Ok((lines, snapshot.table_results(table).await?))
        })
    }

    /// What a patron staked and was paid, by day, table and spot, from the store of a place; none for a stranger.
    /// Counted as [`ReadStore::turnover`] counts it. A server may run meanwhile.
    ///
    /// # Errors
    /// Those of [`DatabaseStore::read_statement`].
    pub fn read_turnover_of(
        place: &D::Place,
        patron: PatronId,
    ) -> Result<Option<Vec<DayTurnover>>, StoreFailure> {
        D::with_snapshot(place, false, async |snapshot| snapshot.turnover_of(patron).await)
    }
}

/// Names the place in a failure. A corrupt row of an import belongs to the import, not to the place.
pub(crate) fn named<T>(place: impl Display, import: bool, result: Result<T>) -> Result<T, StoreFailure> {
    result.map_err(|trouble| match trouble.failure() {
        corrupt @ StoreFailure::Corrupt(_) if import => corrupt,
        failure => about(place, failure),
    })
}

impl<D: Database> Orders for DatabaseStore<D> {
    async fn order(&self, order: Order) -> Answered {
        self.0.order(order).await
    }
}

/// Methods of the port that ask the query of their name.
macro_rules! queries {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> PortFuture<'_, $answer> {
            self.0.read(move |session| Box::pin(session.$name($($argument),*)))
        }
    )*};
}

impl<D: Database> CommitStore for DatabaseStore<D> {
    fn take_table(&self, table: TableId) -> PortFuture<'_, ()> {
        if D::IS_SHARED { self.order_done(Order::Take(table)) } else { Box::pin(ready(Ok(()))) }
    }

    ordered! {
        commit(table: TableId, expected_seq: u64, units: Vec<Unit>) -> Vec<UnitOutcome> = commit_units;
        record_house_rules(at: Timestamp, name: RulesRef, document: String) -> () = record_rules;
        create_patron(patron: NewPatron) -> Patron = add_patron;
        post(at: Timestamp, postings: Vec<TransferRequest>) -> Result<(), TransferRefusal> = post_money;
        append_entry(entry: HouseEntry) -> HouseOutcome = append;
        change_credentials(changes: Vec<CredentialChange>) -> bool = change;
    }

    queries! {
        latest_shoe(table: TableId) -> Vec<RecordedEvent>;
        shoe_seed(table: TableId, shoe_no: u32) -> Option<ShoeSeed>;
        locked_secret(table: TableId, shoe_no: u32) -> Option<LockedSecret>;
        bulletins(table: TableId, from: u64, limit: u16) -> Vec<StoredBulletin>;
        shoe_bulletins(table: TableId, shoe_no: u32) -> Vec<StoredBulletin>;
        last_bulletin(table: TableId) -> Option<StoredBulletin>;
        records_after(table: TableId, seq: u64) -> Vec<StoredRecord>;
        records_between(table: TableId, after: u64, until: u64) -> Vec<StoredRecord>;
        device_record(record: RecordRef) -> Option<DeviceRecord>;
        last_record(device: DeviceId) -> Option<DeviceRecord>;
        open_rounds() -> Vec<OpenRound>;
        accepted_slip(patron: PatronId, slip_id: RequestId) -> Option<AcceptedSlip>;
        house_rules(digest: RulesDigest) -> Option<String>;
    }
}

impl<D: Database> ReadStore for DatabaseStore<D> {
    fn house_digest(&self, seq: u64) -> PortFuture<'_, Option<[u8; 32]>> {
        self.0.read(move |session| {
            Box::pin(async move {
                let head = session.entry_head(HouseEvent::LOG, seq).await?;
                Ok(head.map(|(_, digest)| digest.0))
            })
        })
    }

    fn search_patrons(
        &self,
        search: PatronSearch,
        after: Option<PatronPlace>,
        limit: u16,
    ) -> PortFuture<'_, Found<Patron, PatronPlace>> {
        self.0.read(move |session| {
            let (search, after) = (search.clone(), after.clone());
            Box::pin(session.search_patrons(search, after, limit))
        })
    }

    fn money_event(&self, transfer: TransferId) -> PortFuture<'_, Option<HouseEvent>> {
        let entry = self.0.read(move |session| Box::pin(session.house_entry_of(transfer)));
        Box::pin(async move { entry.await?.map(|body| from_json(&body)).transpose() })
    }

    fn wallets(&self, patrons: Vec<PatronId>) -> PortFuture<'_, Vec<NumberedWallet>> {
        self.0.read(move |session| {
            let patrons = patrons.clone();
            Box::pin(async move { session.wallets(&patrons).await })
        })
    }

    queries! {
        round_events(table: TableId, round: RoundRef) -> Vec<RecordedEvent>;
        shoe_rounds(table: TableId, shoe_no: u32) -> Vec<StoredRound>;
        corrections(table: TableId, before: Option<u64>, limit: u16) -> Vec<RecordedEvent>;
        correction_asked(table: TableId, request_id: RequestId) -> Option<RecordedEvent>;
        shoe_corrections(table: TableId, shoe_no: u32) -> Vec<RecordedEvent>;
        patron_by_token(token_hash: [u8; 32]) -> Option<Patron>;
        patron(patron: PatronId) -> Option<Patron>;
        wallet(patron: PatronId) -> NumberedWallet;
        held(patron: PatronId) -> Amount;
        patron_rounds(patron: PatronId, before: Option<u64>, limit: u16) -> Vec<PatronRound>;
        search_patron_rounds(
            patron: PatronId, search: PatronRoundSearch, before: Option<u64>, limit: u16
        ) -> Found<PatronRound, u64>;
        latest_round(patron: PatronId, table: TableId) -> Option<PatronRound>;
        statement(patron: PatronId, before: Option<u64>, limit: u16) -> Vec<StatementLine>;
        patron_turnover(patron: PatronId, since: Timestamp) -> Vec<(Timestamp, Turnover)>;
        turnover(from: Timestamp, until: Timestamp, table: Option<TableId>) -> Vec<DayTurnover>;
        table_results(table: Option<TableId>) -> Vec<TableResult>;
        search_rounds(
            search: RoundSearch, before: Option<RoundPlace>, limit: u16
        ) -> Found<FoundRound, RoundPlace>;
        search_slips(search: SlipSearch, before: Option<SlipPlace>, limit: u16) -> Found<FoundSlip, SlipPlace>;
        search_transfers(search: TransferSearch, before: Option<u64>, limit: u16) -> Found<FoundTransfer, u64>;
        trial_balance() -> TrialBalance;
        entity(entity: EntityRef) -> Option<RecordedEntry>;
        entities(kind: EntityKind, after: u32, limit: u16) -> Vec<RecordedEntry>;
        entity_history(entity: EntityRef, before: Option<u64>, limit: u16) -> Vec<RecordedEntry>;
        house_log(before: Option<u64>, limit: u16) -> Vec<RecordedEntry>;
        credentials_of(kind: CredentialKind, owner: Person) -> Vec<Credential>;
    }

    fn entity_named(&self, kind: EntityKind, name: String) -> PortFuture<'_, Option<RecordedEntry>> {
        self.0.read(move |session| {
            let name = name.clone();
            Box::pin(async move { session.entity_named(kind, &name).await })
        })
    }

    fn credential(&self, kind: CredentialKind, key: String) -> PortFuture<'_, Option<Credential>> {
        self.0.read(move |session| {
            let key = key.clone();
            Box::pin(async move { session.credential(kind, &key).await })
        })
    }
}
