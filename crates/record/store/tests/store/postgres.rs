//! What the store in a PostgreSQL database does besides: it survives kills of the database, never answers wrong
//! about a commit that was cut off, shares the database with other servers, and says what is wrong.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::chain::recompute;
use house::ports::{CommitStore as _, ReadStore as _, Store, StoreFailure, UnitOutcome};
use postgres::Cluster;
use proptest::prelude::*;
use punto_store::{PostgresStore, Rebuilt};
use table::PatronId;

use crate::conformance::conformance;
use crate::history::{any_history, histories};
use crate::model::is_its_model;
use crate::rebuild::{
    Place, is_rebuilt_to_the_byte, play_goes_on_after_a_rebuild, tampering_is_found_and_mended, told,
};
use crate::sqlite::Folder;
use crate::support::*;

fn open_new() -> (PostgresStore, ()) {
    (open(&new_database()), ())
}

fn new_database() -> String {
    Cluster::shared().create_database().expect("a database")
}

fn open(url: &str) -> PostgresStore {
    PostgresStore::connect(url).expect("a store")
}

/// SQL that is no business of the store's, on the database of a URL.
fn run(url: &str, sql: &str) -> Result<String, String> {
    Cluster::shared().run(url.rsplit('/').next().expect("a URL ends with its database"), sql)
}

conformance!(crate::postgres::open_new);

#[tokio::test]
async fn its_notary_is_answered() {
    crate::notary::answers(std::sync::Arc::new(open(&new_database()))).await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: histories(8), ..ProptestConfig::default() })]

    #[test]
    fn it_is_its_model(history in any_history()) {
        let database = Database(new_database());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(is_its_model(|| database.open(), history));
        audit(&database.0);
        is_rebuilt_to_the_byte(&database);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: histories(2), ..ProptestConfig::default() })]

    #[test]
    fn both_stores_come_to_the_same(history in any_history()) {
        let (folder, database) = (Folder(tempfile::tempdir().unwrap()), Database(new_database()));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(is_its_model(|| folder.open(), history.clone()));
        runtime.block_on(is_its_model(|| database.open(), history));
        prop_assert_eq!(told(&folder), told(&database));
    }
}

/// The URL of a database that no store is connected to. It is dropped with this: thousands of histories have one each.
struct Database(String);

impl Drop for Database {
    fn drop(&mut self) {
        let name = self.0.rsplit('/').next().expect("a URL ends with its database");
        let dropped = Cluster::shared().run("postgres", &format!("DROP DATABASE {name} WITH (FORCE)"));
        // A test that panics has said more.
        assert!(dropped.is_ok() || std::thread::panicking(), "{dropped:?}");
    }
}

impl Place for Database {
    type Store = PostgresStore;

    fn open(&self) -> PostgresStore {
        open(&self.0)
    }

    fn rebuild(&self) -> Result<Rebuilt, StoreFailure> {
        PostgresStore::rebuild(&self.0, &mut |_, _| {})
    }

    fn check(&self) -> Result<Rebuilt, StoreFailure> {
        PostgresStore::check(&self.0, &mut |_, _| {})
    }

    fn run(&self, sql: &str) {
        run(&self.0, sql).unwrap();
    }

    fn rows(&self, table: &str) -> String {
        run(&self.0, &format!("SELECT t::text FROM {table} AS t ORDER BY 1")).unwrap()
    }

    fn records(&self, each: &mut dyn FnMut(journal::Record) -> bool) {
        PostgresStore::records(&self.0, each).unwrap();
    }
}

#[tokio::test]
async fn tampering_beside_history_is_found_and_mended() {
    tampering_is_found_and_mended(&Database(new_database())).await;
}

#[tokio::test]
async fn play_goes_on_after_it_is_rebuilt() {
    play_goes_on_after_a_rebuild(&Database(new_database())).await;
}

#[tokio::test]
async fn a_server_loses_its_tables_to_a_rebuild() {
    let url = new_database();
    let (store, table) = (open(&url), fresh_table());
    store.commit(table, 0, vec![unit([shoe_opened(1)], [])]).await.unwrap();
    let rebuilt =
        std::thread::scope(|scope| scope.spawn(|| PostgresStore::rebuild(&url, &mut |_, _| {})).join());
    assert!(rebuilt.unwrap().unwrap().is_equal());
    let refused = store.commit(table, 1, vec![unit([betting_opened(1)], [])]).await;
    assert_eq!(refused, Err(StoreFailure::TakenOver { table }));
    let again = open(&url).commit(table, 1, vec![unit([betting_opened(1)], [])]).await;
    assert_eq!(again, Ok(vec![UnitOutcome::Committed { first_seq: 2 }]));
}

/// Adds everything up again from the transfers alone, which the store itself never does. Looks also for what
/// foreign keys would have found.
fn audit(url: &str) {
    let no = |sql: &str| assert_eq!(run(url, sql).as_deref(), Ok("0"), "{sql}");
    no("SELECT count(*) FROM account WHERE balance <>
        (SELECT coalesce(sum(amount), 0) FROM transfer WHERE to_account = account_no) -
        (SELECT coalesce(sum(amount), 0) FROM transfer WHERE from_account = account_no)");
    no("WITH standing AS (
            SELECT * FROM transfer t WHERE NOT EXISTS
                (SELECT 1 FROM transfer r WHERE r.kind = 'reverse' AND r.about = t.id))
        SELECT count(*) FROM transfer t LEFT JOIN hold USING (id) LEFT JOIN standing s USING (id)
        WHERE t.kind = 'hold' AND coalesce(remaining, 0) <> coalesce(s.amount, 0) -
            (SELECT coalesce(sum(amount), 0) FROM standing u
             WHERE u.kind IN ('capture', 'release') AND u.about = t.id)");
    no("SELECT count(*) FROM transfer t
        WHERE (about IS NOT NULL AND NOT EXISTS (SELECT 1 FROM transfer a WHERE a.id = t.about))
           OR (seq IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event e WHERE (e.table_id, e.seq) = (t.table_id, t.seq)))
           OR NOT EXISTS (SELECT 1 FROM account WHERE account_no = from_account)
           OR NOT EXISTS (SELECT 1 FROM account WHERE account_no = to_account)");
    no(
        "SELECT count(*) FROM hold WHERE NOT EXISTS (SELECT 1 FROM transfer t WHERE t.id = hold.id AND kind = 'hold')",
    );
    no(
        "SELECT count(*) FROM (SELECT table_id, count(*), max(seq) FROM event GROUP BY table_id) t WHERE count <> max",
    );
    recompute(|each| PostgresStore::records(url, each));
}

/// The columns and rows of the version before the digests, made from the newest.
const BEFORE_DIGESTS: &str = "
    DELETE FROM punto_schema WHERE version > 2;
    DROP TABLE house_event, checkpoint, statement, turnover;
    ALTER TABLE event DROP COLUMN hash;
    ALTER TABLE transfer DROP COLUMN house_seq;
    ALTER TABLE accepted_slip DROP CONSTRAINT accepted_slip_pkey, ADD PRIMARY KEY (patron_id, slip_id),
        ADD FOREIGN KEY (patron_id) REFERENCES patron;";

#[tokio::test]
async fn an_older_database_is_given_its_digests() {
    let url = new_database();
    let store = open(&url);
    let (table, patron) = (fresh_table(), patron_with(&store, 100).await);
    let slip = unit([slip_accepted(patron, fresh_slip(), 10)], [hold(table, patron, 10)]);
    store.commit(table, 0, vec![unit([shoe_opened(1), betting_opened(1)], []), slip]).await.unwrap();
    drop(store);
    run(&url, BEFORE_DIGESTS).unwrap();
    let refused = || PostgresStore::records(&url, &mut |_| true).unwrap_err().to_string();
    let older = std::thread::scope(|scope| scope.spawn(refused).join()).unwrap();
    assert!(older.contains("its schema is 2 and not 7"), "{older}");
    let store = open(&url);
    let counted = || recompute(|each| PostgresStore::records(&url, each));
    assert_eq!(counted(), (3 + 2, 2));
    store.commit(table, 3, vec![unit([card_drawn("9h")], [])]).await.unwrap();
    patron_with(&store, 5).await;
    assert_eq!(counted(), (3 + 2 + 1 + 2, 3));
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_any_end() {
    let url = new_database();
    for end in ["closed", "dropped"] {
        let store = open(&url);
        let (table, patron) = (fresh_table(), patron_with(&store, 100).await);
        let staked = hold(table, patron, 30);
        let opening = unit([shoe_opened(1), betting_opened(1)], []);
        let slip = unit([slip_accepted(patron, fresh_slip(), 30)], [staked]);
        store.commit(table, 0, vec![opening, slip]).await.unwrap();
        if end == "closed" {
            store.close().unwrap();
        } else {
            drop(store);
        }
        let reopened = open(&url);
        assert_eq!(reopened.latest_shoe(table).await.unwrap().len(), 3, "{end}");
        assert_eq!(reopened.wallet(patron).await.unwrap().cash.minor(), 70, "{end}");
        let settled = unit([round_voided(&[(patron, 30)])], [release(staked, 30)]);
        let outcomes = reopened.commit(table, 3, vec![settled]).await;
        assert_eq!(outcomes, Ok(vec![UnitOutcome::Committed { first_seq: 4 }]), "{end}");
        assert_eq!(reopened.wallet(patron).await.unwrap().cash.minor(), 100, "{end}");
    }
    assert_eq!(run(&url, "SELECT count(*) FROM writer").as_deref(), Ok("0"));
}

#[tokio::test]
async fn two_servers_never_overdraw_a_patron_they_share() {
    let url = new_database();
    let (one, two) = (open(&url), open(&url));
    let patron = patron_with(&one, 1_000).await;
    let taken: u64 = std::thread::scope(|scope| {
        let servers = [&one, &one, &two, &two];
        let threads = servers.map(|store| scope.spawn(move || wager_everything(store, patron)));
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(taken, 1_000 / 7);
    assert_eq!(two.wallet(patron).await.unwrap().cash.minor(), 1_000 % 7);
    assert_eq!(one.trial_balance().await.unwrap().open_holds, taken);
    audit(&url);
}

/// Places slips of 7 at a table of its own until there is no money left; says how many were taken.
fn wager_everything(store: &impl Store, patron: PatronId) -> u64 {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (table, mut seq) = (fresh_table(), 0);
        loop {
            let slip = || unit([slip_accepted(patron, fresh_slip(), 7)], [hold(table, patron, 7)]);
            let outcomes = store.commit(table, seq, vec![slip(), slip()]).await.unwrap();
            let now =
                outcomes.iter().filter(|outcome| matches!(outcome, UnitOutcome::Committed { .. })).count();
            seq += u64::try_from(now).unwrap();
            if now == 0 {
                return seq;
            }
        }
    })
}

#[tokio::test]
async fn what_two_servers_send_at_the_same_time_counts_once() {
    let url = new_database();
    let (one, two) = (open(&url), open(&url));
    let patron = patron_with(&one, 0).await;
    let (table, other) = (fresh_table(), fresh_table());
    for round in 0..20 {
        let (present, slip) = (gift(patron, 5), fresh_slip());
        let (first, second) = tokio::join!(one.post(AT, vec![present]), two.post(AT, vec![present]));
        assert_eq!((first, second), (Ok(Ok(())), Ok(Ok(()))));
        // All there is: a repeat must not be refused for what the first has taken.
        let wager = |table| vec![unit([slip_accepted(patron, slip, 5)], [hold(table, patron, 5)])];
        let (seq_one, seq_two) =
            (one.latest_shoe(table).await.unwrap(), two.latest_shoe(other).await.unwrap());
        let (seq_one, seq_two) = (seq_one.len().try_into().unwrap(), seq_two.len().try_into().unwrap());
        let (first, second) =
            tokio::join!(one.commit(table, seq_one, wager(table)), two.commit(other, seq_two, wager(other)));
        let (first, second) = (first.unwrap().remove(0), second.unwrap().remove(0));
        let repeated = [&first, &second].into_iter().filter(|outcome| **outcome == UnitOutcome::Repeated);
        assert_eq!(repeated.count(), 1, "round {round}: {first:?} and {second:?}");
    }
    assert_eq!(one.wallet(patron).await.unwrap().cash.minor(), 0);
    audit(&url);
}

#[tokio::test]
async fn a_table_is_run_by_the_server_that_took_it_last() {
    let url = new_database();
    let (one, two) = (open(&url), open(&url));
    let (table, kept) = (fresh_table(), fresh_table());
    one.take_table(table).await.unwrap();
    one.take_table(kept).await.unwrap();
    one.commit(table, 0, vec![unit([shoe_opened(1)], [])]).await.unwrap();
    two.take_table(table).await.unwrap();
    let patron = patron_with(&one, 10).await;
    for seq in [1, 0] {
        let late = one.commit(table, seq, vec![unit([betting_opened(1)], [hold(table, patron, 10)])]).await;
        assert_eq!(late, Err(StoreFailure::TakenOver { table }));
    }
    assert_eq!(one.wallet(patron).await.unwrap().cash.minor(), 10);
    let outcomes = two.commit(table, 1, vec![unit([betting_opened(1)], [])]).await;
    assert_eq!(outcomes, Ok(vec![UnitOutcome::Committed { first_seq: 2 }]));
    let outcomes = one.commit(kept, 0, vec![unit([shoe_opened(1)], [])]).await;
    assert_eq!(
        outcomes,
        Ok(vec![UnitOutcome::Committed { first_seq: 1 }]),
        "its other table is still its own"
    );
    one.take_table(table).await.unwrap();
    let outcomes = one.commit(table, 2, vec![unit([card_drawn("9h")], [])]).await;
    assert_eq!(outcomes, Ok(vec![UnitOutcome::Committed { first_seq: 3 }]));
}

/// The database is killed again and again under four tables that never wait. Every answer must be true: what was
/// committed is there once, what was refused is not, and what failed is found out by reading the table.
#[test]
fn a_killed_database_loses_nothing_and_doubles_nothing() {
    let cluster = Cluster::start().unwrap();
    let store = open(&cluster.create_database().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let patrons: Vec<PatronId> = (0..4).map(|_| runtime.block_on(patron_with(&store, 1_000_000))).collect();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            patrons.iter().map(|patron| scope.spawn(|| play_on(&store, *patron, &stop))).collect();
        let stopped = StopOnDrop(&stop);
        for kill in 0..4_u64 {
            // At a moment that the load chooses: after so many more transfers.
            runtime.block_on(until_more_are_held(&store, 40 + 7 * kill));
            cluster.kill().unwrap();
            cluster.restart().unwrap();
        }
        drop(stopped);
        let played: Vec<u64> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        for (patron, slips) in patrons.iter().zip(&played) {
            assert_eq!(runtime.block_on(store.wallet(*patron)).unwrap().cash.minor(), 1_000_000 - 3 * slips);
        }
        let held = runtime.block_on(store.trial_balance()).unwrap().open_holds;
        assert_eq!(held, played.iter().sum::<u64>());
    });
    store.close().unwrap();
}

/// Ends the play, also when the test fails: a test that fails must not go on for ever.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn until_more_are_held(store: &impl Store, more: u64) {
    let begun = store.trial_balance().await.unwrap().open_holds;
    while store.trial_balance().await.unwrap().open_holds < begun + more {}
}

/// Places slips of 3 until told to stop; says how many the table has. Each slip is sent until it is answered.
fn play_on(store: &impl Store, patron: PatronId, stop: &AtomicBool) -> u64 {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (table, mut seq) = (fresh_table(), 0);
        while !stop.load(Ordering::Relaxed) {
            let slip = fresh_slip();
            let wager = || vec![unit([slip_accepted(patron, slip, 3)], [hold(table, patron, 3)])];
            loop {
                match store.commit(table, seq, wager()).await {
                    Ok(outcomes) => {
                        assert_eq!(outcomes, [UnitOutcome::Committed { first_seq: seq + 1 }]);
                        seq += 1;
                        break;
                    }
                    Err(StoreFailure::Storage(_)) => {
                        // What became of it is seen once the database is back.
                        let events = match store.latest_shoe(table).await {
                            Ok(events) => events,
                            Err(_) if stop.load(Ordering::Relaxed) => return seq,
                            Err(_) => continue,
                        };
                        let found = events.last().map_or(0, |last| last.seq);
                        assert!(found == seq || found == seq + 1, "{found} after {seq}");
                        if found > seq {
                            seq = found;
                            break;
                        }
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        seq
    })
}

#[tokio::test]
async fn unreadable_rows_are_named_and_harm_their_table_alone() {
    let url = new_database();
    let (broken, gapped, sound) = (fresh_table(), fresh_table(), fresh_table());
    let store = open(&url);
    for table in [broken, gapped, sound] {
        let opening = unit([shoe_opened(1), betting_opened(1), card_drawn("9h")], []);
        store.commit(table, 0, vec![opening]).await.unwrap();
    }
    store.close().unwrap();
    run(&url, "ALTER TABLE event DISABLE TRIGGER ALL").unwrap();
    let card = r#"UPDATE event SET body = '{"type":"card_drawn"}' WHERE seq = 3 AND table_id = "#;
    run(&url, &format!("{card} {}", broken.0)).unwrap();
    run(&url, &format!("DELETE FROM event WHERE seq = 2 AND table_id = {}", gapped.0)).unwrap();

    let store = open(&url);
    let corrupt = |answer: Result<(), StoreFailure>, said: String| match answer {
        Err(StoreFailure::Corrupt(message)) => assert!(message.contains(&said), "{message}"),
        other => panic!("{other:?} instead of {said}"),
    };
    for (table, said) in [
        (broken, format!("event 3 of table {}: missing field `card`", broken.0)),
        (gapped, format!("table {} has no event after 1", gapped.0)),
    ] {
        corrupt(store.latest_shoe(table).await.map(|_| ()), said.clone());
        corrupt(store.commit(table, 3, vec![unit([card_drawn("Kd")], [])]).await.map(|_| ()), said);
    }
    let outcomes = store.commit(sound, 3, vec![unit([card_drawn("Kd")], [])]).await;
    assert_eq!(outcomes, Ok(vec![UnitOutcome::Committed { first_seq: 4 }]));
}

#[tokio::test]
async fn a_balance_without_its_account_is_not_committed() {
    let url = new_database();
    let store = open(&url);
    let (kept, gone) = (patron_with(&store, 100).await, patron_with(&store, 100).await);
    run(&url, "ALTER TABLE account DISABLE TRIGGER ALL").unwrap();
    run(&url, &format!("DELETE FROM account WHERE owner = {} AND kind = 'patron_cash'", gone.0)).unwrap();
    let failed = store.post(AT, vec![gift(kept, 5), gift(gone, 5)]).await;
    let Err(StoreFailure::Corrupt(message)) = &failed else { panic!("{failed:?}") };
    assert!(message.contains("2 balances of 3 have an account"), "{message}");
    assert_eq!(store.wallet(kept).await.unwrap().cash.minor(), 100);
    assert_eq!(store.post(AT, vec![gift(kept, 5)]).await, Ok(Ok(())));
    assert_eq!(store.wallet(kept).await.unwrap().cash.minor(), 105);
}

#[tokio::test]
async fn a_failing_request_fails_alone() {
    let (store, ()) = open_new();
    let (table, other) = (fresh_table(), fresh_table());
    let (failed, made) = tokio::join!(
        store.commit(table, 0, impossible()),
        store.commit(other, 0, vec![unit([shoe_opened(1)], [])]),
    );
    assert!(
        matches!(&failed, Err(StoreFailure::Storage(said)) if said.contains("duplicate key")),
        "{failed:?}"
    );
    assert_eq!(made, Ok(vec![UnitOutcome::Committed { first_seq: 1 }]));
    assert_eq!(store.latest_shoe(table).await, Ok(Vec::new()));
}

#[test]
fn history_cannot_be_edited() {
    let url = new_database();
    let store = open(&url);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(patron_with(&store, 100));
    for (sql, said) in [
        ("UPDATE event SET at = 1", "history is never edited: update of event"),
        ("DELETE FROM transfer", "history is never edited: delete of transfer"),
        ("UPDATE transfer SET amount = 1", "history is never edited: update of transfer"),
        ("TRUNCATE event", "history is never edited: truncate of event"),
        ("DELETE FROM shoe_seed", "history is never edited: delete of shoe_seed"),
        ("UPDATE account SET balance = -1 WHERE kind = 'patron_cash'", "violates check constraint"),
    ] {
        let error = run(&url, sql).unwrap_err();
        assert!(error.contains(said), "{sql}: {error}");
    }
}

#[test]
fn databases_that_cannot_be_used_are_named_and_left_alone() {
    let said =
        |url: &str| PostgresStore::connect(url).err().map(|failure| failure.to_string()).unwrap_or_default();
    let other = new_database();
    run(&other, "CREATE TABLE note (text text)").unwrap();
    assert!(said(&other).contains("belongs to another program"), "{}", said(&other));
    assert_eq!(run(&other, "SELECT count(*) FROM pg_class WHERE relname = 'event'").as_deref(), Ok("0"));

    let newer = new_database();
    drop(open(&newer));
    run(&newer, "INSERT INTO punto_schema (version) VALUES (1000)").unwrap();
    assert!(said(&newer).contains("newer version of this program: its schema is 1000"), "{}", said(&newer));

    let nowhere = Cluster::shared().url("no_such_database");
    let nowhere = nowhere.replace("punto@", "punto:secret@");
    let message = said(&nowhere);
    assert!(
        message.contains("database no_such_database at ") && message.contains("does not exist"),
        "{message}"
    );
    assert!(!message.contains("secret"), "{message}");
}

#[test]
fn servers_that_start_together_bring_the_schema_up_once() {
    let url = new_database();
    std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(|| open(&url)));
        for thread in threads {
            drop(thread.join().unwrap());
        }
    });
    assert_eq!(
        run(&url, "SELECT string_agg(version::text, ',') FROM punto_schema").as_deref(),
        Ok("1,2,3,4,5,6,7")
    );
}
