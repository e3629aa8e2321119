//! What the store in one SQLite file does besides: it survives, keeps others out, and says what is wrong.

use std::path::Path;

use crate::chain::recompute;
use house::ports::{CommitStore as _, ReadStore as _, StoreFailure, UnitOutcome};
use proptest::prelude::*;
use punto_store::{Rebuilt, SqliteStore};
use rusqlite::Connection;
use table::{PatronId, TableId};
use tempfile::TempDir;

use crate::conformance::conformance;
use crate::history::{any_history, histories};
use crate::model::is_its_model;
use crate::rebuild::{
    Place, is_rebuilt_to_the_byte, play_goes_on_after_a_rebuild, tampering_is_found_and_mended,
};
use crate::support::*;

fn open_new() -> (SqliteStore, TempDir) {
    let dir = tempfile::tempdir().expect("a folder");
    (open(dir.path()), dir)
}

/// A program that a test beside this one is starting holds for a moment what this process had open, a lock that
/// was just given back too: then it is tried again.
fn open(dir: &Path) -> SqliteStore {
    patiently(|| SqliteStore::open(&dir.join("house.sqlite"))).expect("a store")
}

fn patiently<T>(open: impl FnMut() -> Result<T, StoreFailure>) -> Result<T, StoreFailure> {
    let in_use = |failure: &StoreFailure| failure.to_string().contains("in use");
    let mut tries = std::iter::repeat_with(open).take(100_000);
    let opened = tries.find(|opened| !opened.as_ref().err().is_some_and(in_use));
    opened.expect("a lock that is given back")
}

conformance!(crate::sqlite::open_new);

#[tokio::test]
async fn its_notary_is_answered() {
    let (store, _folder) = open_new();
    crate::notary::answers(std::sync::Arc::new(store)).await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: histories(32), ..ProptestConfig::default() })]

    #[test]
    fn it_is_its_model(history in any_history()) {
        let dir = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(is_its_model(|| open(dir.path()), history));
        audit(dir.path());
        is_rebuilt_to_the_byte(&Folder(dir));
    }
}

/// A folder that no store is open in.
pub(crate) struct Folder(pub(crate) TempDir);

impl Folder {
    fn path(&self) -> std::path::PathBuf {
        self.0.path().join("house.sqlite")
    }
}

impl Place for Folder {
    type Store = SqliteStore;

    fn open(&self) -> SqliteStore {
        open(self.0.path())
    }

    fn rebuild(&self) -> Result<Rebuilt, StoreFailure> {
        patiently(|| SqliteStore::rebuild(&self.path(), &mut |_, _| {}))
    }

    fn check(&self) -> Result<Rebuilt, StoreFailure> {
        let mut told = Vec::new();
        let checked = SqliteStore::check(&self.path(), &mut |done, all| told.push((done, all)));
        if checked.is_ok() && !told.is_empty() {
            let (done, all) = told[told.len() - 1];
            assert!(done == all && told.is_sorted(), "{told:?}");
        }
        checked
    }

    fn run(&self, sql: &str) {
        let raw = Connection::open(self.path()).unwrap();
        raw.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF").unwrap();
        raw.execute_batch(sql).unwrap();
    }

    fn rows(&self, table: &str) -> String {
        let raw = Connection::open(self.path()).unwrap();
        let names = raw.query_row(
            "SELECT group_concat('quote(' || name || ')', ' || '', '' || ') FROM pragma_table_info(?1)",
            [table],
            |row| row.get::<_, String>(0),
        );
        let sql = format!("SELECT {} FROM {table} ORDER BY 1", names.unwrap());
        let mut statement = raw.prepare(&sql).unwrap();
        let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
        rows.map(|row| row.unwrap() + "\n").collect()
    }

    fn records(&self, each: &mut dyn FnMut(journal::Record) -> bool) {
        SqliteStore::records(&self.path(), each).unwrap();
    }
}

#[tokio::test]
async fn tampering_beside_history_is_found_and_mended() {
    tampering_is_found_and_mended(&Folder(tempfile::tempdir().unwrap())).await;
}

#[tokio::test]
async fn play_goes_on_after_it_is_rebuilt() {
    play_goes_on_after_a_rebuild(&Folder(tempfile::tempdir().unwrap())).await;
}

#[test]
fn an_open_store_is_not_rebuilt_but_checked() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let missing = SqliteStore::rebuild(&folder.path(), &mut |_, _| {}).unwrap_err().to_string();
    assert!(missing.contains("unable to open"), "{missing}");
    assert!(!folder.path().exists(), "nothing is made");
    let _open = folder.open();
    let said = SqliteStore::rebuild(&folder.path(), &mut |_, _| {}).unwrap_err().to_string();
    assert!(said.contains("in use by another server"), "{said}");
    assert!(folder.check().unwrap().is_equal());
}

/// Adds everything up again from the transfers alone, which the store itself never does.
fn audit(dir: &Path) {
    let raw = Connection::open(dir.join("house.sqlite")).unwrap();
    let count = |sql: &str| raw.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let wrong_balances = "SELECT count(*) FROM account WHERE balance <>
        (SELECT coalesce(sum(amount), 0) FROM transfer WHERE to_account = account_no) -
        (SELECT coalesce(sum(amount), 0) FROM transfer WHERE from_account = account_no)";
    assert_eq!(count(wrong_balances), 0);
    let wrong_holds = "WITH standing AS (
            SELECT * FROM transfer t WHERE NOT EXISTS
                (SELECT 1 FROM transfer r WHERE r.kind = 'reverse' AND r.about = t.transfer_no))
        SELECT count(*) FROM transfer t LEFT JOIN hold USING (transfer_no) LEFT JOIN standing s USING (transfer_no)
        WHERE t.kind = 'hold' AND coalesce(remaining, 0) <> coalesce(s.amount, 0) -
            (SELECT coalesce(sum(amount), 0) FROM standing u
             WHERE u.kind IN ('capture', 'release') AND u.about = t.transfer_no)";
    assert_eq!(count(wrong_holds), 0);
    assert_eq!(count("SELECT count(*) FROM pragma_foreign_key_check"), 0);
    let sound: String = raw.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    recompute(|each| SqliteStore::records(&dir.join("house.sqlite"), each));
}

/// A file as the versions before the digests left it: two patrons, a gift later on, a slip that is held.
const BEFORE_DIGESTS: &str = r#"
    PRAGMA application_id = 1347310671;
    PRAGMA user_version = 2;
    INSERT INTO patron VALUES (1, 'Ann', zeroblob(32), 'PLAY', 2, 500), (2, 'Bob', randomblob(32), 'PLAY', 2, 400);
    INSERT INTO event VALUES (1, 1, 600, 1, 0, '{"type":"shoe_opened","shoe_no":1,"algorithm":"x"}'),
                             (1, 2, 700, 1, 0, '{"type":"betting_closed"}'),
                             (7, 1, 650, 1, 0, '{"type":"shoe_opened","shoe_no":1,"algorithm":"x"}');
    INSERT INTO account (account_no, kind, owner, currency, decimals, balance)
        VALUES (1, 'issue', 0, 'PLAY', 2, -150), (2, 'patron_cash', 1, 'PLAY', 2, 120), (3, 'stakes_held', 1, 'PLAY', 2, 30);
    INSERT INTO transfer (transfer_no, id, kind, from_account, to_account, amount, table_id, seq)
        VALUES (1, x'00000000000000000000000100000000', 'move', 1, 2, 100, NULL, NULL),
               (2, x'00000000000000000000000000000009', 'hold', 2, 3, 30, 1, 2),
               (3, x'00000000000000000000000000000008', 'move', 1, 2, 50, NULL, NULL);
    INSERT INTO hold VALUES (2, 30);"#;

#[tokio::test]
async fn an_older_file_is_given_its_digests() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house.sqlite");
    let raw = Connection::open(&path).unwrap();
    raw.execute_batch(include_str!("../../src/sqlite/migrations/0001_first.sql")).unwrap();
    raw.execute_batch(include_str!("../../src/sqlite/migrations/0002_corrections.sql")).unwrap();
    raw.execute_batch(BEFORE_DIGESTS).unwrap();
    drop(raw);
    let older = SqliteStore::records(&path, &mut |_| true).unwrap_err().to_string();
    assert!(older.contains("older version of this program"), "{older}");
    let store = open(dir.path());
    let counted = || recompute(|each| SqliteStore::records(&path, each));
    assert_eq!(counted(), (3 + 3, 3), "two patrons and a gift in the house's own log");
    let slip = unit([slip_accepted(PatronId(1), fresh_slip(), 10)], [hold(TableId(1), PatronId(1), 10)]);
    store.commit(TableId(1), 2, vec![slip]).await.unwrap();
    patron_with(&store, 5).await;
    assert_eq!(counted(), (3 + 3 + 1 + 2, 5));
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_any_end() {
    let dirs = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [closed, dropped, killed] = dirs.each_ref().map(TempDir::path);
    for (dir, end) in [(closed, "closed"), (dropped, "dropped"), (dropped, "killed")] {
        let store = open(dir);
        let (table, patron) = (fresh_table(), patron_with(&store, 100).await);
        let staked = hold(table, patron, 30);
        let opening = unit([shoe_opened(1), betting_opened(1)], []);
        let slip = unit([slip_accepted(patron, fresh_slip(), 30)], [staked]);
        store.commit(table, 0, vec![opening, slip]).await.unwrap();
        let reopened = match end {
            "closed" => {
                store.close().unwrap();
                open(dir)
            }
            "dropped" => {
                drop(store);
                open(dir)
            }
            // What a killed program leaves behind is what lies on the disk while it runs.
            _ => {
                for file in ["house.sqlite", "house.sqlite-wal"] {
                    std::fs::copy(dir.join(file), killed.join(file)).unwrap();
                }
                open(killed)
            }
        };
        assert_eq!(reopened.latest_shoe(table).await.unwrap().len(), 3, "{end}");
        assert_eq!(reopened.wallet(patron).await.unwrap().cash.minor(), 70, "{end}");
        let settled = unit([round_voided(&[(patron, 30)])], [release(staked, 30)]);
        let outcomes = reopened.commit(table, 3, vec![settled]).await;
        assert_eq!(outcomes, Ok(vec![UnitOutcome::Committed { first_seq: 4 }]), "{end}");
        assert_eq!(reopened.wallet(patron).await.unwrap().cash.minor(), 100, "{end}");
    }
}

#[tokio::test]
async fn many_at_once_are_all_answered() {
    let (store, _dir) = open_new();
    let mut patrons = Vec::new();
    for _ in 0..8 {
        patrons.push(patron_with(&store, 1_000).await);
    }
    std::thread::scope(|scope| {
        for patron in patrons.clone() {
            let store = &store;
            scope.spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                let table = fresh_table();
                for seq in 0..50 {
                    let slip = unit([slip_accepted(patron, fresh_slip(), 7)], [hold(table, patron, 7)]);
                    let committed = vec![UnitOutcome::Committed { first_seq: seq + 1 }];
                    assert_eq!(runtime.block_on(store.commit(table, seq, vec![slip])), Ok(committed));
                    // Whatever was acknowledged is seen by whoever asks next.
                    let left = runtime.block_on(store.wallet(patron)).unwrap().cash.minor();
                    assert_eq!(left, 1_000 - 7 * (seq + 1));
                }
            });
        }
    });
    assert_eq!(store.trial_balance().await.unwrap().open_holds, 400);
}

#[test]
fn a_second_server_is_kept_out_until_the_first_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house.sqlite");
    let first = SqliteStore::open(&path).unwrap();
    let said = SqliteStore::open(&path).err().map(|failure| failure.to_string()).unwrap_or_default();
    assert!(said.contains("house.sqlite: the store is in use by another server"), "{said}");
    drop(first);
    SqliteStore::open(&path).unwrap().close().unwrap();
}

#[tokio::test]
async fn unreadable_rows_are_named_and_harm_their_table_alone() {
    let dir = tempfile::tempdir().unwrap();
    let (broken, gapped, sound) = (fresh_table(), fresh_table(), fresh_table());
    let store = open(dir.path());
    let opening = || vec![unit([shoe_opened(1), betting_opened(1), card_drawn("9h")], [])];
    for table in [broken, gapped, sound] {
        store.commit(table, 0, opening()).await.unwrap();
    }
    store.close().unwrap();
    let raw = Connection::open(dir.path().join("house.sqlite")).unwrap();
    raw.execute_batch("DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted").unwrap();
    raw.execute(
        "UPDATE event SET body = '{\"type\":\"card_drawn\"}' WHERE table_id = ?1 AND seq = 3",
        [broken.0],
    )
    .unwrap();
    raw.execute("DELETE FROM event WHERE table_id = ?1 AND seq = 2", [gapped.0]).unwrap();
    drop(raw);

    let store = open(dir.path());
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
async fn a_failing_request_fails_alone() {
    let (store, _dir) = open_new();
    let (table, other) = (fresh_table(), fresh_table());
    let (failed, made) = tokio::join!(
        store.commit(table, 0, impossible()),
        store.commit(other, 0, vec![unit([shoe_opened(1)], [])]),
    );
    assert!(
        matches!(&failed, Err(StoreFailure::Storage(said)) if said.contains("UNIQUE constraint")),
        "{failed:?}"
    );
    assert_eq!(made, Ok(vec![UnitOutcome::Committed { first_seq: 1 }]));
    assert_eq!(store.latest_shoe(table).await, Ok(Vec::new()));
}

#[test]
fn a_copy_ends_with_all_of_it_and_one_that_fails_tells_no_end() {
    let (store, dir) = open_new();
    store.close().unwrap();
    let (file, copy) = (dir.path().join("house.sqlite"), dir.path().join("copy"));
    let counted = |file: &Path, what| -> u64 {
        let conn = Connection::open(file).unwrap();
        conn.pragma_query_value(None, what, |row| row.get::<_, u32>(0)).unwrap().into()
    };
    let pages = counted(&file, "page_count") - counted(&file, "freelist_count");
    let mut told = Vec::new();
    SqliteStore::backup(&file, &copy, &mut |done, all| told.push((done, all))).unwrap();
    assert_eq!(told.pop(), Some((pages, pages)), "it is told at the end, however short it was");
    assert!(counted(&copy, "page_count") <= pages);

    let (nowhere, mut told) = (dir.path().join("nowhere").join("copy"), Vec::new());
    let failed = SqliteStore::backup(&file, &nowhere, &mut |done, all| told.push((done, all))).unwrap_err();
    assert!(failed.to_string().contains("unable to open database"), "{failed}");
    assert!(told.iter().all(|(done, all)| done < all), "{told:?}");
}
