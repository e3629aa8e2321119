//! What the store in one SQLite file does besides: it survives, keeps others out, and says what is wrong.

use std::path::PathBuf;

use house::ports::{ReadStore as _, StoreFailure};
use proptest::prelude::*;
use punto_store::{ExportCounts, ExportRow, Rebuilt, SqliteStore};
use rusqlite::Connection;
use table::{PatronId, TableId};
use tempfile::TempDir;

use crate::chain::recompute;
use crate::conformance::{committed, conformance};
use crate::entries::session_of;
use crate::history::{any_history, histories};
use crate::model::is_its_model;
use crate::places::{End, Place, audit, places};
use crate::rebuild::is_rebuilt_to_the_byte;
use crate::support::*;

places!(Folder);
conformance!(open_new => a_commit_gives_the_wallets_that_it_changed);

/// A folder with the file of a store.
pub(crate) struct Folder(TempDir);

impl Folder {
    fn path(&self) -> PathBuf {
        self.0.path().join("house.sqlite")
    }
}

/// A program that a test beside this one is starting holds for a moment what this process had open, a lock that
/// was just given back too: then it is tried again.
fn patiently<T>(open: impl FnMut() -> Result<T, StoreFailure>) -> Result<T, StoreFailure> {
    let in_use = |failure: &StoreFailure| failure.to_string().contains("in use");
    let mut tries = std::iter::repeat_with(open).take(100_000);
    let opened = tries.find(|opened| !opened.as_ref().err().is_some_and(in_use));
    opened.expect("a lock that is given back")
}

impl Place for Folder {
    type Store = SqliteStore;

    const HISTORIES: u32 = 32;
    const TRANSFER: &'static str = "transfer_no";
    const DUPLICATE: &'static str = "UNIQUE constraint";
    const BEFORE_CLEARED_ROUNDS: &'static str = "PRAGMA user_version = 10";
    const UNLOCK: &'static str = "DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted;
        DROP TRIGGER device_record_is_never_changed";
    const EDITS: &'static [(&'static str, &'static str)] = &[
        ("UPDATE event SET at = 1", "an event is never changed"),
        ("DELETE FROM event", "an event is never deleted"),
        ("INSERT INTO event VALUES (1, 2, 0, 1, 0, '{}', NULL)", "NOT NULL constraint failed: event.hash"),
        ("UPDATE house_event SET at = 1", "an event is never changed"),
        ("DELETE FROM house_event", "an event is never deleted"),
        ("UPDATE transfer SET amount = 1", "a transfer is never changed"),
        ("DELETE FROM transfer", "a transfer is never deleted"),
        ("UPDATE shoe_seed SET shoe_no = 2", "a seed is never changed"),
        ("DELETE FROM shoe_seed", "a seed is never deleted"),
        ("UPDATE locked_secret SET shoe_no = 2", "a locked secret is never changed"),
        ("DELETE FROM locked_secret", "a locked secret is never deleted"),
        ("UPDATE bulletin SET no = 2", "a bulletin is never changed"),
        ("DELETE FROM bulletin", "a bulletin is never deleted"),
        ("UPDATE device_record SET n = 9", "a record of a device is never changed"),
        ("DELETE FROM device_record", "a record of a device is never deleted"),
        ("UPDATE account SET balance = -1 WHERE kind = 'patron_cash'", "CHECK constraint failed"),
        ("INSERT INTO account VALUES (9, 'receivable', 7, 'PLAY', 2, 1, 0)", "CHECK constraint failed"),
    ];
    const ENDS: &'static [End<Self>] = &[
        ("closed", |place, store| store.close().map(|()| place.open()).unwrap()),
        ("dropped", |place, store| {
            drop(store);
            place.open()
        }),
        // What a killed program leaves behind is what lies on the disk while it runs.
        ("killed", |place, _store| {
            let killed = place.0.path().join("killed");
            std::fs::create_dir(&killed).unwrap();
            for file in ["house.sqlite", "house.sqlite-wal"] {
                std::fs::copy(place.0.path().join(file), killed.join(file)).unwrap();
            }
            SqliteStore::open(&killed.join("house.sqlite")).unwrap()
        }),
    ];

    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn open(&self) -> SqliteStore {
        patiently(|| SqliteStore::open(&self.path())).expect("a store")
    }

    fn rebuild(&self) -> Result<Rebuilt, StoreFailure> {
        patiently(|| SqliteStore::rebuild(&self.path(), &mut |_, _| {}))
    }

    fn check(&self) -> Result<Rebuilt, StoreFailure> {
        let mut reports = Vec::new();
        let checked = SqliteStore::check(&self.path(), &mut |done, all| reports.push((done, all)));
        if let (Ok(_), Some((done, all))) = (&checked, reports.last()) {
            assert!(done == all && reports.is_sorted(), "{reports:?}");
        }
        checked
    }

    fn export(&self) -> Vec<ExportRow> {
        let mut rows = Vec::new();
        let take = &mut |row| {
            rows.push(row);
            true
        };
        SqliteStore::history(&self.path(), take).unwrap();
        rows
    }

    fn import(&self, rows: Vec<ExportRow>) -> Result<ExportCounts, StoreFailure> {
        let mut rows = rows.into_iter();
        SqliteStore::import(&self.path(), &mut || Ok(rows.next()), &mut |_, _| {})
    }

    fn try_run(&self, sql: &str) -> Result<(), String> {
        let raw = Connection::open(self.path()).unwrap();
        raw.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF").unwrap();
        raw.execute_batch(sql).map_err(|error| error.to_string())
    }

    fn count(&self, sql: &str) -> i64 {
        Connection::open(self.path()).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
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

    fn is_sound(&self) {
        assert_eq!(self.count("SELECT count(*) FROM pragma_foreign_key_check"), 0);
        assert_eq!(
            self.count("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"),
            0
        );
    }
}

#[test]
fn an_open_store_is_neither_opened_nor_rebuilt_but_checked() {
    let place = Folder::new();
    let path = place.path();
    let missing = SqliteStore::rebuild(&path, &mut |_, _| {}).unwrap_err().to_string();
    assert!(missing.contains("unable to open"), "{missing}");
    assert!(!path.exists(), "nothing is made");
    let first = place.open();
    let second = SqliteStore::open(&path).err();
    let rebuilt = SqliteStore::rebuild(&path, &mut |_, _| {}).err();
    for refused in [second, rebuilt].map(|failure| failure.unwrap().to_string()) {
        assert!(
            refused.contains("house.sqlite: the store is in use by another server; stop the server first"),
            "{refused}"
        );
    }
    assert!(place.check().unwrap().is_equal());
    drop(first);
    place.open().close().unwrap();
}

/// A file as the first version left it: two patrons, a gift later on, a round settled, a round under way, a hold that
/// is open.
const FIRST_VERSION: &str = r#"
    PRAGMA application_id = 1347310671;
    PRAGMA user_version = 1;
    INSERT INTO patron VALUES (1, 'Ann', zeroblob(32), 'PLAY', 2, 5), (2, 'Bob', randomblob(32), 'PLAY', 2, 4);
    INSERT INTO event VALUES
        (1, 1, 10, 1, 0, '{"type":"shoe_opened","shoe_no":1,"algorithm":"x"}'),
        (1, 2, 11, 1, 0, '{"type":"cards_burned","first":"Th","face_down":10}'),
        (1, 3, 12, 1, 1, '{"type":"betting_opened","round_no":1,"closes_at":13}'),
        (1, 4, 13, 1, 1, '{"type":"slip_accepted","patron":1,"slip_id":"0000000000000000000000000000000a","wagers":[]}'),
        (1, 5, 14, 1, 1, '{"type":"card_drawn","card":"9h"}'),
        (1, 6, 15, 1, 1, '{"type":"card_drawn","card":"Kd"}'),
        (1, 7, 16, 1, 1, '{"type":"round_settled","revision":1,"patrons":[]}'),
        (1, 8, 17, 1, 2, '{"type":"betting_opened","round_no":2,"closes_at":18}'),
        (7, 1, 12, 1, 0, '{"type":"shoe_opened","shoe_no":1,"algorithm":"x"}');
    INSERT INTO accepted_slip VALUES (1, x'0000000000000000000000000000000a', 1, 1, 1);
    INSERT INTO account VALUES (1, 'issue', 0, 'PLAY', 2, -150), (2, 'patron_cash', 1, 'PLAY', 2, 120),
        (3, 'stakes_held', 1, 'PLAY', 2, 30);
    INSERT INTO transfer VALUES
        (1, x'00000000000000000000000100000000', 'move', 1, 2, 100, NULL, NULL, NULL),
        (2, x'00000000000000000000000000000009', 'hold', 2, 3, 30, NULL, 1, 4),
        (3, x'00000000000000000000000000000008', 'move', 1, 2, 50, NULL, NULL, NULL);
    INSERT INTO hold VALUES (2, 30);"#;

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_up_with_all_it_holds() {
    let place = Folder::new();
    let path = place.path();
    place.run(include_str!("../../src/sqlite/migrations/0001_first.sql"));
    place.run(FIRST_VERSION);
    let older = SqliteStore::records(&path, &mut |_| true).unwrap_err().to_string();
    assert!(older.contains("older version of this program"), "{older}");
    let store = place.open();
    let raw = Connection::open(&path).unwrap();
    for (sql, expected) in [
        (
            "SELECT group_concat(round_no || ' ' || opened_seq || ' ' || at || ' ' || revision || ' ' ||
                voided || ' ' || cards, '; ' ORDER BY round_no) FROM round WHERE table_id = 1",
            r#"0 1 11 0 0 ["Th"]; 1 3 16 1 0 ["9h","Kd"]; 2 8 17 0 0 []"#,
        ),
        ("SELECT CAST(seq AS TEXT) FROM accepted_slip", "4"),
        ("SELECT group_concat(balance) FROM account", "-150,120,30"),
        ("SELECT group_concat(transfers) FROM account", "2,3,1"),
        ("SELECT group_concat(kind || amount) FROM transfer", "move100,hold30,move50"),
        ("SELECT CAST(remaining AS TEXT) FROM hold", "30"),
        // Made of the file by another program, by the description of the chain.
        (
            "SELECT lower(hex(hash)) FROM event WHERE table_id = 1 AND seq = 8",
            "c846c84f4ce33fd5b42fcea664f493318824c430f7d9e98207e640154292f5c9",
        ),
    ] {
        assert_eq!(raw.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap(), expected, "{sql}");
    }
    let (owner, since) = session_of(&store, [0; 32]).await.unwrap();
    assert!(owner == PatronId(1) && since > AT, "{owner:?} since {since:?}");
    assert_eq!(recompute(&place), (9 + 3, 3), "two patrons and a gift in the house's own log");
    let slip = unit([slip_accepted(PatronId(1), fresh_slip(), 10)], [hold(TableId(1), PatronId(1), 10)]);
    store.outcomes(TableId(1), 8, vec![slip]).await.unwrap();
    patron_with(&store, 5).await;
    assert_eq!(recompute(&place), (9 + 3 + 1 + 2, 5));
}

#[tokio::test]
async fn many_at_once_are_all_answered() {
    let (_place, store) = open_new();
    let play = async || {
        let (table, patron) = (fresh_table(), patron_with(&store, 1_000).await);
        for seq in 0..50 {
            let slip = unit([slip_accepted(patron, fresh_slip(), 7)], [hold(table, patron, 7)]);
            assert_eq!(store.outcomes(table, seq, vec![slip]).await, Ok(vec![committed(seq + 1)]));
            // The next reader sees what was acknowledged.
            assert_eq!(store.wallet(patron).await.unwrap().wallet.cash.minor(), 1_000 - 7 * (seq + 1));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| runtime().block_on(play()));
        }
    });
    assert_eq!(store.trial_balance().await.unwrap().open_holds, 400);
}

#[test]
fn a_copy_ends_with_all_of_it_and_one_that_fails_reports_no_end() {
    let (place, store) = open_new();
    store.close().unwrap();
    let (file, copy) = (place.path(), Folder::new());
    let used = "SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count";
    let pages = u64::try_from(place.count(used)).unwrap();
    let mut reports = Vec::new();
    SqliteStore::backup(&file, &copy.path(), &mut |done, all| reports.push((done, all))).unwrap();
    assert_eq!(reports.pop(), Some((pages, pages)), "it is reported at the end, however short it was");
    // Rows that are written in order may fill a page more than they did; no page is left free.
    assert_eq!(copy.count("SELECT freelist_count FROM pragma_freelist_count"), 0);
    let more = copy.count("SELECT page_count FROM pragma_page_count") - place.count(used);
    assert!(more <= 1, "{more} pages more");

    let (nowhere, mut reports) = (file.with_file_name("nowhere").join("copy"), Vec::new());
    let failed =
        SqliteStore::backup(&file, &nowhere, &mut |done, all| reports.push((done, all))).unwrap_err();
    assert!(failed.to_string().contains("unable to open database"), "{failed}");
    assert!(reports.iter().all(|(done, all)| done < all), "{reports:?}");
}
