//! A house that was really played, for tests that read or change its store. Asserts nothing about it.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use house::ports::Store;
use house::{House, HouseRefusal, OsEntropy, Purse, Rejection, SystemClock, default_tables};
use money::Stake;
use rusqlite::Connection;
use store::SqliteStore;
use table::event::VoidReason;
use table::{PatronId, RawWager, Refusal, RequestId, RoundRef, Ruling, SupervisorId, TableId, Timings};
use tempfile::TempDir;

/// The table that is played.
const TABLE: TableId = TableId(1);

/// Copies the house that was played once for all tests, and runs this SQL on the copy.
pub(crate) fn house(sql: &str) -> TempDir {
    static PLAYED: OnceLock<Vec<u8>> = OnceLock::new();
    let played = PLAYED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("punto.sqlite");
        let store = Arc::new(SqliteStore::open(&path).unwrap());
        run(play(store.clone()));
        Arc::into_inner(store).expect("nobody else holds it").close().unwrap();
        std::fs::read(path).unwrap()
    });
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("punto.sqlite"), played).unwrap();
    if !sql.is_empty() {
        tamper(folder.path(), sql);
    }
    folder
}

/// Runs this SQL on the file in a folder, without its triggers. It must change something.
pub(crate) fn tamper(folder: &Path, sql: &str) {
    let conn = Connection::open(folder.join("punto.sqlite")).unwrap();
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

/// Plays some rounds with two guests, one of them with bonus money, voids one, corrects others back and forth, and
/// closes the house.
pub(crate) async fn play(store: Arc<dyn Store>) {
    let mut tables = default_tables();
    for table in &mut tables {
        table.timings = Timings { betting_ms: 60, drain_ms: 0, card_ms: 0, result_ms: 0, shuffle_ms: 0 };
    }
    let house =
        House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables).await.expect("a house");
    let (ann, _) = house.new_guest("Ann").await.expect("a guest");
    let (bob, _) = house.new_guest("Bob").await.expect("a guest");
    let mut played = Vec::new();
    for id in 1..=6 {
        played.push(wager(&house, ann.id, id, 10_000).await);
        until_over(&house, wager(&house, bob.id, 100 + id, 20_000).await).await;
    }
    let first = played[0];
    let cards = house.rounds(TABLE, first.shoe_no).await.expect("rounds");
    let cards = cards.into_iter().find(|stored| stored.round == first).expect("the round").cards;
    correct_there_and_back(&house, first, cards).await;
    let with_bonus = wager_bonus_money(&house, ann.id).await;
    until_over(&house, with_bonus).await;
    let rounds = house.rounds(TABLE, with_bonus.shoe_no).await.expect("rounds");
    let cards = rounds.into_iter().find(|stored| stored.round == with_bonus).expect("the round").cards;
    correct_there_and_back(&house, with_bonus, cards).await;
    void_a_round(&house, bob.id).await;
    house.shutdown().await;
}

/// Opens the house again, voids a settled round of its first guest for good, and closes it.
pub(crate) async fn void_for_good(folder: &Path) {
    let store = Arc::new(SqliteStore::open(&folder.join("punto.sqlite")).expect("the house"));
    let opened =
        House::start(store.clone(), Arc::new(SystemClock), Arc::new(OsEntropy), default_tables()).await;
    let house = opened.expect("a house");
    let history = house.history(PatronId(1), None, 50).await.expect("rounds");
    let round =
        history.iter().find(|round| round.revision == 1 && round.voided.is_none()).expect("one").round;
    let (void, id) = (Ruling::Void { reason: VoidReason::Supervisor }, RequestId(900));
    let proposed = house.propose_correction(TABLE, round, void, SupervisorId(1), "Seen on video.", id).await;
    let number = proposed.expect("a proposal").correction_no;
    house.approve_correction(TABLE, number, SupervisorId(2)).await.expect("an approval");
    house.shutdown().await;
    drop(house);
    Arc::into_inner(store).expect("nobody else holds it").close().expect("closed");
}

/// Voids a round with a wager of the patron; takes another one if it is over before the void arrives.
async fn void_a_round(house: &House, patron: PatronId) {
    for id in 200..210 {
        let round = wager(house, patron, id, 20_000).await;
        match house.void_this_round(TABLE, round, SupervisorId(3)).await {
            Ok(_) => return,
            Err(Rejection::Refused(HouseRefusal::Table(Refusal::RoundNotOpen { .. }))) => {}
            Err(other) => panic!("{other}"),
        }
    }
    panic!("every one of ten rounds was over too early");
}

/// Voids the round, then takes the void back.
async fn correct_there_and_back(house: &House, round: RoundRef, cards: Vec<baccarat::Card>) {
    let void = Ruling::Void { reason: VoidReason::Supervisor };
    for (n, ruling) in [(1, void), (2, Ruling::Cards { cards })] {
        let (by, id) = (SupervisorId(1), RequestId(u128::from(round.round_no) << 16 | n));
        let proposed = house.propose_correction(TABLE, round, ruling, by, "Seen on video.", id).await;
        let number = proposed.expect("a proposal").correction_no;
        house.approve_correction(TABLE, number, SupervisorId(2)).await.expect("an approval");
    }
}

/// Wagers 11,000, of which 500 are cash.
async fn wager_bonus_money(house: &House, patron: PatronId) -> RoundRef {
    let (boss, cash) = (SupervisorId(3), house.wallet(patron).await.expect("a wallet").cash);
    for (purse, change, id) in [(Purse::Cash, 500 - cash.signed(), 1), (Purse::Bonus, 50_000, 2)] {
        house.adjust(patron, purse, change, boss, "put right", RequestId(id)).await.expect("adjusted");
    }
    wager(house, patron, 150, 10_000).await
}

/// Wagers on Player and Tie in the next open round.
async fn wager(house: &House, patron: PatronId, id: u128, minor: u64) -> RoundRef {
    let stake = |minor| Some(Stake::new(minor).expect("a stake"));
    let wagers = [("player", minor), ("tie", 1_000)];
    let wagers: Vec<_> =
        wagers.map(|(spot, minor)| RawWager { spot: spot.to_owned(), stake: stake(minor) }).into();
    loop {
        let view = house.snapshot(TABLE).expect("the table").view;
        if let Some(round) = view.round {
            let placed =
                house.place_slip(patron, TABLE, round, RequestId(id), wagers.clone(), house.now()).await;
            if placed.is_ok() {
                return round;
            }
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

async fn until_over(house: &House, round: RoundRef) {
    let revision = || async {
        let rounds = house.rounds(TABLE, round.shoe_no).await.expect("rounds");
        rounds.into_iter().find(|stored| stored.round == round).map_or(0, |stored| stored.revision)
    };
    while revision().await == 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(future)
}
