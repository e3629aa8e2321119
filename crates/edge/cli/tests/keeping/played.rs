//! Houses that really play, for tests that read or change their stores. Asserts nothing about them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use house::by_hand::MoneyStaff;
use house::people::Role;
use house::ports::search::PatronRoundSearch;
use house::ports::{Store, StoreFailure, StoredRound};
use house::{House, HouseRefusal, OsEntropy, Pass, Purse, Rejection, SystemClock, default_tables};
use journal::Record;
use money::Stake;
use rusqlite::Connection;
use store::SqliteStore;
use table::event::VoidReason;
use table::{
    CorrectionRequest, PatronId, RawWager, Refusal, RequestId, RoundRef, Ruling, Settings, StaffId, TableId,
    Timings,
};
use tempfile::TempDir;

/// The table that is played.
const TABLE: TableId = TableId(1);

/// The file of a store in a folder.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("punto.sqlite")
}

/// Opens the store in a folder.
pub(crate) fn open(folder: &Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(&file(folder)).unwrap())
}

/// Closes a store that nobody else holds.
pub(crate) fn close(store: Arc<SqliteStore>) {
    Arc::into_inner(store).unwrap().close().unwrap();
}

/// Copies the house that was played once for all tests, and runs this SQL on the copy.
pub(crate) fn house(sql: &str) -> TempDir {
    static PLAYED: OnceLock<Vec<u8>> = OnceLock::new();
    let played = PLAYED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        run(play(store.clone()));
        close(store);
        std::fs::read(file(folder.path())).unwrap()
    });
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(file(folder.path()), played).unwrap();
    if !sql.is_empty() {
        tamper(folder.path(), sql);
    }
    folder
}

/// Runs this SQL on the file in a folder, without its triggers. It must change something.
pub(crate) fn tamper(folder: &Path, sql: &str) {
    let conn = Connection::open(file(folder)).unwrap();
    let freely = "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON";
    conn.execute_batch(freely).unwrap();
    let mut triggers = conn.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let names: Vec<String> = triggers.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for name in names {
        conn.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    let changed = conn.total_changes();
    conn.execute_batch(sql).unwrap();
    assert!(conn.total_changes() > changed, "{sql} changed nothing");
}

/// Timings of a table that takes bets for so many milliseconds, and waits for nothing else.
pub(crate) fn quick(betting_ms: u32) -> Timings {
    Timings { betting_ms, drain_ms: 0, card_ms: 0, result_ms: 0, shuffle_ms: 0, ..Timings::default() }
}

/// Opens a house with the built-in tables, which take bets for so many milliseconds.
pub(crate) async fn start(store: Arc<dyn Store>, betting_ms: u32) -> House {
    let quick = |table| Settings { timings: quick(betting_ms), ..table };
    let tables = default_tables().into_iter().take(2).map(quick).collect();
    House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables).await.unwrap()
}

/// Plays some rounds with two guests, one of them with bonus money, voids one, clears the wagers of one, corrects
/// others back and forth, and closes the house.
pub(crate) async fn play(store: Arc<dyn Store>) {
    let house = start(store, 60).await;
    let (ann, _) = house.new_guest("Ann").await.unwrap();
    let (bob, _) = house.new_guest("Bob").await.unwrap();
    let mut played = Vec::new();
    for id in 1..=6 {
        played.push(wager(&house, ann.id, id, 10_000).await);
        until_over(&house, wager(&house, bob.id, 100 + id, 20_000).await).await;
    }
    correct_there_and_back(&house, TABLE, played[0]).await;
    let with_bonus = wager_bonus_money(&house, ann.id).await;
    until_over(&house, with_bonus).await;
    correct_there_and_back(&house, TABLE, with_bonus).await;
    void_a_round(&house, bob.id).await;
    clear_a_round(&house, bob.id).await;
    house.shutdown().await;
}

/// Opens the house again, voids a settled round of its first guest for good, and closes it.
pub(crate) async fn void_for_good(folder: &Path) {
    let store = open(folder);
    let house = start(store.clone(), 60).await;
    let history = house.history(PatronId(1), PatronRoundSearch::default(), None, 50).await.unwrap().found;
    let round = history.iter().find(|round| round.revision == 1 && round.voided.is_none()).unwrap().round;
    correct(&house, TABLE, round, Ruling::Void { reason: VoidReason::Supervisor }, 900).await;
    house.shutdown().await;
    drop(house);
    close(store);
}

/// Voids a round with a wager of the patron; takes another one if it is over before the void arrives.
async fn void_a_round(house: &House, patron: PatronId) {
    for id in 200..210 {
        let round = wager(house, patron, id, 20_000).await;
        match house.void_this_round(TABLE, round, StaffId(3)).await {
            Ok(_) => return,
            Err(Rejection::Refused(HouseRefusal::Table(Refusal::RoundNotOpen { .. }))) => {}
            Err(other) => panic!("{other}"),
        }
    }
    panic!("every one of ten rounds was over too early");
}

/// Wagers in a round and takes all back; takes another one if betting is over before that.
async fn clear_a_round(house: &House, patron: PatronId) {
    for id in 300..310 {
        let round = wager(house, patron, id, 20_000).await;
        match house.clear_wagers(patron, TABLE, round, RequestId(400 + id), house.now()).await {
            Ok(_) => return,
            Err(Rejection::Refused(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    panic!("betting was over too early in every one of ten rounds");
}

/// The round as the house has stored it.
pub(crate) async fn stored_round(house: &House, table: TableId, round: RoundRef) -> Option<StoredRound> {
    let rounds = house.rounds(table, round.shoe_no).await.unwrap();
    rounds.into_iter().find(|stored| stored.round == round)
}

/// Voids the round, then takes the void back; returns its cards.
pub(crate) async fn correct_there_and_back(
    house: &House,
    table: TableId,
    round: RoundRef,
) -> Vec<baccarat::Card> {
    let cards = stored_round(house, table, round).await.unwrap().cards;
    let id = u128::from(round.shoe_no) << 32 | u128::from(round.round_no) << 8;
    correct(house, table, round, Ruling::Void { reason: VoidReason::Supervisor }, id).await;
    correct(house, table, round, Ruling::cards(cards.clone()), id + 1).await;
    cards
}

async fn correct(house: &House, table: TableId, round: RoundRef, ruling: Ruling, id: u128) {
    let request = CorrectionRequest::new(ruling, StaffId(1), "Seen on video.", RequestId(id));
    let proposed = house.propose_correction(table, round, request).await;
    house.approve_correction(table, proposed.unwrap().correction_no, StaffId(2)).await.unwrap();
}

/// Wagers 11,000, of which 500 are cash.
async fn wager_bonus_money(house: &House, patron: PatronId) -> RoundRef {
    let (boss, cash) = (StaffId(3), house.wallet(patron).await.unwrap().cash);
    let staff = |id, role| MoneyStaff { id: StaffId(id), role };
    let (one, two, change) = (staff(1, Role::Supervisor), staff(2, Role::Manager), 500 - cash.signed());
    let taken = house.propose_adjustment(patron, Purse::Cash, change, one, "put right", RequestId(1)).await;
    house.approve_adjustment(taken.unwrap().proposal.number, two).await.unwrap();
    house.adjust(patron, Purse::Bonus, 50_000, boss, "put right", RequestId(2)).await.unwrap();
    wager(house, patron, 150, 10_000).await
}

/// Wagers on Player and Tie in the next open round.
async fn wager(house: &House, patron: PatronId, id: u128, minor: u64) -> RoundRef {
    let wagers = [("player", minor), ("tie", 1_000)];
    let wagers =
        wagers.map(|(spot, minor)| RawWager { spot: spot.to_owned(), stake: Stake::new(minor).ok() });
    loop {
        if let Some(round) = house.snapshot(TABLE).unwrap().view.round {
            let id = RequestId(id);
            house.take_seat(patron, TABLE, Pass::default()).await.unwrap();
            let placed = house.place_slip(patron, TABLE, round, id, wagers.to_vec(), house.now()).await;
            if placed.is_ok() {
                return round;
            }
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn until_over(house: &House, round: RoundRef) {
    while stored_round(house, TABLE, round).await.is_none_or(|stored| stored.revision == 0) {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(future)
}

/// A house in which one guest places a slip in every round.
pub(crate) struct Playing {
    stop: Arc<AtomicBool>,
    taken: Arc<Mutex<BTreeSet<u128>>>,
    thread: JoinHandle<()>,
}

impl Playing {
    /// Plays on a store, with slips numbered from `first`.
    pub(crate) fn start(store: Arc<dyn Store>, first: u128) -> Self {
        let (stop, taken) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(BTreeSet::new())));
        let (until, accepted) = (stop.clone(), taken.clone());
        let plays = async move {
            let house = start(store, 20).await;
            let (ann, _) = house.new_guest("Ann d'É").await.unwrap();
            for id in (first..).take_while(|_| !until.load(Ordering::Relaxed)) {
                wager(&house, ann.id, id, 1_000).await;
                accepted.lock().unwrap().insert(id);
            }
            house.shutdown().await;
        };
        Self { stop, taken, thread: std::thread::spawn(|| run(plays)) }
    }

    /// Waits until that many slips are acknowledged; returns all of them.
    pub(crate) fn acknowledged(&self, at_least: usize) -> BTreeSet<u128> {
        loop {
            let taken = self.taken.lock().unwrap().clone();
            if taken.len() >= at_least {
                return taken;
            }
            assert!(!self.thread.is_finished(), "it plays");
            std::thread::yield_now();
        }
    }

    /// Closes the house; returns the acknowledged slips.
    pub(crate) fn stop(self) -> BTreeSet<u128> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
        Arc::into_inner(self.taken).unwrap().into_inner().unwrap()
    }
}

/// What `pick` takes of all rows that a store holds.
pub(crate) fn stored<T>(
    records: impl FnOnce(&mut dyn FnMut(Record) -> bool) -> Result<(), StoreFailure>,
    mut pick: impl FnMut(Record) -> Option<T>,
) -> Vec<T> {
    let mut picked = Vec::new();
    let mut each = |record| {
        picked.extend(pick(record));
        true
    };
    records(&mut each).unwrap();
    picked
}

/// The ids of the slips that a store holds.
pub(crate) fn slips(
    records: impl FnOnce(&mut dyn FnMut(Record) -> bool) -> Result<(), StoreFailure>,
) -> BTreeSet<u128> {
    let id = |record| if let Record::Slip(slip) = record { Some(slip.slip.0) } else { None };
    stored(records, id).into_iter().collect()
}
