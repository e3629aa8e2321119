//! What the store in a PostgreSQL database does besides: it survives kills of the database, never answers wrong
//! about a commit that was cut off, shares the database with other servers, and says what is wrong.

use std::sync::atomic::{AtomicBool, Ordering};

use house::ports::{CommitStore as _, HouseOutcome, ReadStore as _, Store, StoreFailure, UnitOutcome};
use postgres::Cluster;
use proptest::prelude::*;
use punto_store::{ExportCounts, ExportRow, PostgresStore, Rebuilt};
use table::PatronId;

use crate::chain::recompute;
use crate::conformance::{committed, wager_everything};
use crate::entries::{appended, change, hired, manager, replaced_once, session_of};
use crate::history::{any_history, histories};
use crate::model::is_its_model;
use crate::places::{End, Place, audit, places};
use crate::rebuild::{derived_records, elsewhere, is_rebuilt_to_the_byte};
use crate::sqlite::Folder;
use crate::support::*;

places!(Database);

/// SQL that is no business of the store's, on the database of a URL.
fn run(url: &str, sql: &str) -> Result<String, String> {
    Cluster::shared().run(url.rsplit('/').next().expect("a URL ends with its database"), sql)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: histories(2), ..ProptestConfig::default() })]

    #[test]
    fn both_stores_come_to_the_same(history in any_history()) {
        let (folder, database) = (Folder::new(), Database::new());
        runtime().block_on(is_its_model(|| folder.open(), history.clone()));
        runtime().block_on(is_its_model(|| database.open(), history));
        prop_assert_eq!(derived_records(&folder), derived_records(&database));
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

    const HISTORIES: u32 = 8;
    const TRANSFER: &'static str = "id";
    const DUPLICATE: &'static str = "duplicate key";
    const BEFORE_CLEARED_ROUNDS: &'static str = "DELETE FROM punto_schema WHERE version > 9";
    const UNLOCK: &'static str =
        "ALTER TABLE event DISABLE TRIGGER ALL; ALTER TABLE device_record DISABLE TRIGGER ALL";
    const EDITS: &'static [(&'static str, &'static str)] = &[
        ("UPDATE event SET at = 1", "history is never edited: update of event"),
        ("DELETE FROM transfer", "history is never edited: delete of transfer"),
        ("UPDATE transfer SET amount = 1", "history is never edited: update of transfer"),
        ("TRUNCATE event", "history is never edited: truncate of event"),
        ("DELETE FROM shoe_seed", "history is never edited: delete of shoe_seed"),
        ("DELETE FROM locked_secret", "history is never edited: delete of locked_secret"),
        ("UPDATE bulletin SET no = 2", "history is never edited: update of bulletin"),
        ("UPDATE device_record SET n = 9", "history is never edited: update of device_record"),
        ("DELETE FROM device_record", "history is never edited: delete of device_record"),
        ("UPDATE account SET balance = -1 WHERE kind = 'patron_cash'", "violates check constraint"),
    ];

    const ENDS: &'static [End<Self>] = &[
        ("closed", |place, store| store.close().map(|()| place.open()).unwrap()),
        ("dropped", |place, store| {
            drop(store);
            place.open()
        }),
    ];

    fn new() -> Self {
        Self(Cluster::shared().create_database().expect("a database"))
    }

    fn open(&self) -> PostgresStore {
        PostgresStore::connect(&self.0).expect("a store")
    }

    fn rebuild(&self) -> Result<Rebuilt, StoreFailure> {
        PostgresStore::rebuild(&self.0, &mut |_, _| {})
    }

    fn check(&self) -> Result<Rebuilt, StoreFailure> {
        PostgresStore::check(&self.0, &mut |_, _| {})
    }

    fn export(&self) -> Vec<ExportRow> {
        let mut rows = Vec::new();
        let take = &mut |row| {
            rows.push(row);
            true
        };
        PostgresStore::history(&self.0, take).unwrap();
        rows
    }

    fn import(&self, rows: Vec<ExportRow>) -> Result<ExportCounts, StoreFailure> {
        let mut rows = rows.into_iter();
        PostgresStore::import(&self.0, &mut || Ok(rows.next()), &mut |_, _| {})
    }

    fn try_run(&self, sql: &str) -> Result<(), String> {
        run(&self.0, sql).map(|_| ())
    }

    fn count(&self, sql: &str) -> i64 {
        run(&self.0, sql).unwrap().parse().unwrap()
    }

    fn rows(&self, table: &str) -> String {
        run(&self.0, &format!("SELECT t::text FROM {table} AS t ORDER BY 1")).unwrap()
    }

    fn records(&self, each: &mut dyn FnMut(journal::Record) -> bool) {
        PostgresStore::records(&self.0, each).unwrap();
    }

    fn is_sound(&self) {
        assert_eq!(self.count("SELECT count(*) FROM writer"), 0, "nobody writes");
    }
}

#[tokio::test]
async fn a_server_loses_its_tables_to_a_rebuild() {
    let (place, store) = open_new();
    let table = fresh_table();
    store.outcomes(table, 0, vec![unit([shoe_opened(1)], [])]).await.unwrap();
    assert!(elsewhere(|| place.rebuild()).unwrap().is_equal());
    let refused = store.outcomes(table, 1, vec![unit([betting_opened(1)], [])]).await;
    assert_eq!(refused, Err(StoreFailure::TakenOver { table }));
    let again = place.open().outcomes(table, 1, vec![unit([betting_opened(1)], [])]).await;
    assert_eq!(again, Ok(vec![committed(2)]));
}

/// The columns and rows of the version before the digests, made from the newest.
const BEFORE_DIGESTS: &str = "
    DELETE FROM punto_schema WHERE version > 2;
    DROP TABLE house_event, checkpoint, statement, turnover, entity, entity_entry, credential,
        cleared_round, locked_secret, bulletin, device_record;
    ALTER TABLE event DROP COLUMN hash;
    ALTER TABLE transfer DROP COLUMN house_seq;
    ALTER TABLE accepted_slip DROP CONSTRAINT accepted_slip_pkey, ADD PRIMARY KEY (patron_id, slip_id),
        ADD FOREIGN KEY (patron_id) REFERENCES patron;
    ALTER TABLE round DROP COLUMN opened_at;
    ALTER TABLE account DROP COLUMN transfers;
    DROP INDEX patron_nickname, patron_round_by_time;";

#[tokio::test]
async fn an_older_database_is_given_its_digests() {
    let (place, store) = open_new();
    let (table, patron) = (fresh_table(), patron_with(&store, 100).await);
    let slip = unit([slip_accepted(patron, fresh_slip(), 10)], [hold(table, patron, 10)]);
    store.outcomes(table, 0, vec![unit([shoe_opened(1), betting_opened(1)], []), slip]).await.unwrap();
    let secret = new_patron("Eve");
    store.create_patron(secret.clone()).await.unwrap();
    drop(store);
    place.run(BEFORE_DIGESTS);
    let older = elsewhere(|| PostgresStore::records(&place.0, &mut |_| true)).unwrap_err().to_string();
    assert!(older.contains("its schema is 2 and not 14"), "{older}");
    let store = place.open();
    let (owner, since) = session_of(&store, secret.token_hash).await.unwrap();
    assert!(owner > patron && since > AT, "{owner:?} since {since:?}");
    assert_eq!(recompute(&place), (3 + 3, 2));
    store.outcomes(table, 3, vec![unit([card_drawn("9h")], [])]).await.unwrap();
    patron_with(&store, 5).await;
    assert_eq!(recompute(&place), (3 + 3 + 1 + 2, 3));
}

#[tokio::test]
async fn two_servers_never_overdraw_a_patron_they_share() {
    let place = Database::new();
    let (one, two) = (place.open(), place.open());
    let patron = patron_with(&one, 1_000).await;
    let taken: u64 = std::thread::scope(|scope| {
        let servers = [&one, &one, &two, &two];
        let threads = servers.map(|store| scope.spawn(move || wager_everything(store, patron)));
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(taken, 1_000 / 7);
    assert_eq!(two.wallet(patron).await.unwrap().wallet.cash.minor(), 1_000 % 7);
    assert_eq!(one.trial_balance().await.unwrap().open_holds, taken);
    audit(&place);
}

#[tokio::test]
async fn what_two_servers_send_at_the_same_time_counts_once() {
    let place = Database::new();
    let (one, two) = (place.open(), place.open());
    let patron = patron_with(&one, 0).await;
    let (table, other) = (fresh_table(), fresh_table());
    let seq = async |store: &PostgresStore, table| {
        u64::try_from(store.latest_shoe(table).await.unwrap().len()).unwrap()
    };
    for round in 0..20 {
        let (present, slip) = (gift(patron, 5), fresh_slip());
        let (first, second) = tokio::join!(one.post(AT, vec![present]), two.post(AT, vec![present]));
        assert_eq!((first, second), (Ok(Ok(())), Ok(Ok(()))));
        // All there is: a repeat must not be refused for what the first has taken.
        let wager = |table| vec![unit([slip_accepted(patron, slip, 5)], [hold(table, patron, 5)])];
        let (last, other_last) = (seq(&one, table).await, seq(&two, other).await);
        let (first, second) = tokio::join!(
            one.outcomes(table, last, wager(table)),
            two.outcomes(other, other_last, wager(other))
        );
        let (first, second) = (first.unwrap().remove(0), second.unwrap().remove(0));
        let repeated = [&first, &second].into_iter().filter(|outcome| **outcome == UnitOutcome::Repeated);
        assert_eq!(repeated.count(), 1, "round {round}: {first:?} and {second:?}");
    }
    assert_eq!(one.wallet(patron).await.unwrap().wallet.cash.minor(), 0);
    audit(&place);
}

/// What two servers decide at the same time about the house's own log is decided once.
#[tokio::test]
async fn two_servers_change_an_entity_and_a_credential_once() {
    let place = Database::new();
    let (one, two) = (place.open(), place.open());
    replaced_once(&one, &two).await;
    let number = fresh();
    let mut seq = hired(&one, number, "first").await;
    for round in 0..10 {
        let rename = |name: &str| change(manager(number, &format!("{name} {round}")), seq);
        let (first, second) = tokio::join!(one.append_entry(rename("one")), two.append_entry(rename("two")));
        let outcomes = [first.unwrap(), second.unwrap()];
        let outdated = outcomes.iter().filter(|outcome| **outcome == HouseOutcome::Outdated);
        assert_eq!(outdated.count(), 1, "{outcomes:?}");
        seq = outcomes.into_iter().find(|outcome| *outcome != HouseOutcome::Outdated).map(appended).unwrap();
        // The same name for two newcomers.
        let newcomer = || change(manager(fresh(), &format!("newcomer {round}")), 0);
        let (first, second) = tokio::join!(one.append_entry(newcomer()), two.append_entry(newcomer()));
        let outcomes = [first.unwrap(), second.unwrap()];
        let taken = outcomes.iter().filter(|outcome| **outcome == HouseOutcome::NameTaken);
        assert_eq!(taken.count(), 1, "{outcomes:?}");
    }
    drop((one, two));
    is_rebuilt_to_the_byte(&place);
}

#[tokio::test]
async fn a_table_is_run_by_the_server_that_took_it_last() {
    let place = Database::new();
    let (one, two) = (place.open(), place.open());
    let (table, kept) = (fresh_table(), fresh_table());
    one.take_table(table).await.unwrap();
    one.take_table(kept).await.unwrap();
    one.outcomes(table, 0, vec![unit([shoe_opened(1)], [])]).await.unwrap();
    two.take_table(table).await.unwrap();
    let patron = patron_with(&one, 10).await;
    for seq in [1, 0] {
        let late = one.outcomes(table, seq, vec![unit([betting_opened(1)], [hold(table, patron, 10)])]).await;
        assert_eq!(late, Err(StoreFailure::TakenOver { table }));
    }
    assert_eq!(one.wallet(patron).await.unwrap().wallet.cash.minor(), 10);
    let opened = || vec![unit([betting_opened(1)], [])];
    assert_eq!(two.outcomes(table, 1, opened()).await, Ok(vec![committed(2)]));
    assert_eq!(one.outcomes(kept, 0, opened()).await, Ok(vec![committed(1)]), "this table is still its own");
    one.take_table(table).await.unwrap();
    assert_eq!(one.outcomes(table, 2, opened()).await, Ok(vec![committed(3)]));
}

/// The database is killed again and again under four tables that never wait. Every answer must be true: what was
/// committed is there once, what was refused is not, and what failed is found out by reading the table.
#[test]
fn a_killed_database_loses_nothing_and_doubles_nothing() {
    let cluster = Cluster::start().unwrap();
    let store = PostgresStore::connect(&cluster.create_database().unwrap()).unwrap();
    let runtime = runtime();
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
            assert_eq!(
                runtime.block_on(store.wallet(*patron)).unwrap().wallet.cash.minor(),
                1_000_000 - 3 * slips
            );
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
    let runtime = runtime();
    runtime.block_on(async {
        let (table, mut seq) = (fresh_table(), 0);
        while !stop.load(Ordering::Relaxed) {
            let slip = fresh_slip();
            let wager = || vec![unit([slip_accepted(patron, slip, 3)], [hold(table, patron, 3)])];
            loop {
                match store.outcomes(table, seq, wager()).await {
                    Ok(outcomes) => {
                        assert_eq!(outcomes, [committed(seq + 1)]);
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
                        let last = events.last().map_or(0, |last| last.seq);
                        assert!(last == seq || last == seq + 1, "{last} after {seq}");
                        if last > seq {
                            seq = last;
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

/// A row without its parent, which PostgreSQL finds at the commit only.
const BREAKS_THE_COMMIT: &str = "
    CREATE TABLE parent (id bigint PRIMARY KEY);
    CREATE TABLE child (id bigint REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
    CREATE FUNCTION orphan() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO child VALUES (1); RETURN NEW; END';
    CREATE TRIGGER orphan AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION orphan();";

#[tokio::test]
async fn a_failed_commit_fails_everyone_and_leaves_nothing() {
    let (database, store) = open_new();
    let (table, patron) = (fresh_table(), patron_with(&store, 100).await);
    database.run(BREAKS_THE_COMMIT);
    let slip = || unit([slip_accepted(patron, fresh_slip(), 60)], [hold(table, patron, 60)]);
    let opening = || unit([shoe_opened(1), betting_opened(1)], []);
    for _ in 0..2 {
        let failed = store.outcomes(table, 0, vec![opening(), slip()]).await;
        assert!(
            matches!(&failed, Err(StoreFailure::Storage(text)) if text.contains("foreign key")),
            "{failed:?}"
        );
        assert_eq!(store.latest_shoe(table).await, Ok(Vec::new()));
        assert_eq!(store.wallet(patron).await.unwrap().wallet.cash.minor(), 100);
    }
    database.run("DROP TRIGGER orphan ON event");
    let outcomes = store.outcomes(table, 0, vec![opening(), slip()]).await.unwrap();
    assert_eq!(outcomes, [committed(1), committed(3)]);
    assert_eq!(store.wallet(patron).await.unwrap().wallet.cash.minor(), 40);
}

#[tokio::test]
async fn a_balance_without_its_account_is_not_committed() {
    let (database, store) = open_new();
    let (kept, gone) = (patron_with(&store, 100).await, patron_with(&store, 100).await);
    database.run("ALTER TABLE account DISABLE TRIGGER ALL");
    database.run(&format!("DELETE FROM account WHERE owner = {} AND kind = 'patron_cash'", gone.0));
    let failed = store.post(AT, vec![gift(kept, 5), gift(gone, 5)]).await;
    let Err(StoreFailure::Corrupt(message)) = &failed else { panic!("{failed:?}") };
    assert!(message.contains("2 balances of 3 have an account"), "{message}");
    assert_eq!(store.wallet(kept).await.unwrap().wallet.cash.minor(), 100);
    assert_eq!(store.post(AT, vec![gift(kept, 5)]).await, Ok(Ok(())));
    assert_eq!(store.wallet(kept).await.unwrap().wallet.cash.minor(), 105);
}

#[test]
fn databases_that_cannot_be_used_are_named_and_left_alone() {
    let refusal =
        |url: &str| PostgresStore::connect(url).err().map(|failure| failure.to_string()).unwrap_or_default();
    let other = Database::new();
    other.run("CREATE TABLE note (text text)");
    assert!(refusal(&other.0).contains("belongs to another program"), "{}", refusal(&other.0));
    assert_eq!(other.count("SELECT count(*) FROM pg_class WHERE relname = 'event'"), 0);

    let (newer, store) = open_new();
    drop(store);
    newer.run("INSERT INTO punto_schema (version) VALUES (1000)");
    let message = refusal(&newer.0);
    assert!(message.contains("newer version of this program: its schema is 1000"), "{message}");

    let nowhere = Cluster::shared().url("no_such_database").replace("punto@", "punto:secret@");
    let message = refusal(&nowhere);
    for expected in ["database no_such_database at ", "does not exist"] {
        assert!(message.contains(expected), "{message}");
    }
    assert!(!message.contains("secret"), "{message}");
}

#[test]
fn servers_that_start_together_bring_the_schema_up_once() {
    let place = Database::new();
    std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(|| place.open()));
        for thread in threads {
            drop(thread.join().unwrap());
        }
    });
    let versions = run(&place.0, "SELECT string_agg(version::text, ',') FROM punto_schema");
    assert_eq!(versions.as_deref(), Ok("1,2,3,4,5,6,7,8,9,10,11,12,13,14"));
}
