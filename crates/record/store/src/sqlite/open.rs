//! Opens a file: checks that it is this program's, locks it, sets it up, and brings its schema up to date.

use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use house::ports::StoreFailure;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::query::now;
use crate::derived::Rebuilds as _;
use crate::rows::about;
use crate::schema;
use crate::trouble::Result;

/// Marks a file as this program's, in SQLite's own field: the letters `PNTO`.
pub(super) const APPLICATION_ID: i32 = 0x504E_544F;

/// The pages of write-ahead log at which the writer copies it itself, because the thread for it lags.
const LOG: u32 = 16_384;

/// The writer's cache: it should have the pages that new rows go to.
const CACHE_KIB: i32 = 65_536;

/// How long to wait for a lock of another connection to the same file.
const BUSY: Duration = Duration::from_secs(5);

/// Takes the lock that keeps a second program from the same store. It lasts as long as the file is open.
///
/// The lock has a file of its own, because closing any handle of the database file would drop SQLite's locks.
pub(super) fn lock(path: &Path) -> Result<File, StoreFailure> {
    let lock_path = beside(path, "-lock");
    let failed = |error: std::io::Error| StoreFailure::Storage(format!("{}: {error}", lock_path.display()));
    let file = File::options().create(true).truncate(false).write(true).open(&lock_path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let message = format!("{}: the store is in use by another server", path.display());
            Err(StoreFailure::Storage(message))
        }
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// The path of a file beside that one.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The connection that writes, with the schema brought up to date.
pub(super) fn writer(path: &Path) -> Result<Connection, StoreFailure> {
    create(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut conn = connect(path, flags)?;
    named(path, prepare(&mut conn))?;
    Ok(conn)
}

/// The result, with the path of the file if it is a failure.
pub(super) fn named<T>(path: &Path, result: Result<T>) -> Result<T, StoreFailure> {
    result.map_err(|trouble| about(path.display(), trouble.failure()))
}

/// Creates a new file that only its owner may read, because it has the seeds of the shoes on the tables. SQLite gives
/// the files beside it the same mode. Errors are dropped: opening the file reports them better.
fn create(path: &Path) {
    let _ = File::options().write(true).create_new(true).mode(0o600).open(path);
}

/// A connection that copies the write-ahead log into the database.
pub(super) fn checkpointer(path: &Path) -> Result<Connection, StoreFailure> {
    connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
}

/// A connection that only reads.
pub(super) fn reader(path: &Path) -> Result<Connection, StoreFailure> {
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// A connection that reads a file of this program, with any version of its schema.
pub(super) fn reader_of_ours(path: &Path) -> Result<Connection, StoreFailure> {
    let conn = reader(path)?;
    named(path, version_of_ours(&conn))?;
    Ok(conn)
}

/// A connection that reads every row of a file that this version knows.
pub(super) fn auditor(path: &Path) -> Result<Connection, StoreFailure> {
    let conn = reader(path)?;
    if named(path, version_of_ours(&conn))? < Connection::MIGRATIONS.len() {
        let older =
            "it was written by an older version of this program: run `punto serve` to bring it up to date";
        return Err(StoreFailure::Storage(format!("{}: {older}", path.display())));
    }
    Ok(conn)
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreFailure> {
    let open = || {
        let conn = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        conn.busy_timeout(BUSY)?;
        conn.set_prepared_statement_cache_capacity(64);
        // One plan a statement: otherwise SQLite plans some of them again for every value, at twice the time.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(conn)
    };
    named(path, open())
}

fn prepare(conn: &mut Connection) -> Result<()> {
    let version = version_of_ours(conn)?;
    // Settings of the connection, except WAL mode, which stays with the file. FULL because a commit is
    // acknowledged: with NORMAL a power loss may take back the last ones.
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "wal_autocheckpoint", LOG)?;
    let mode: String = conn.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode != "wal" {
        let message = format!("the file system cannot do write-ahead logging ({mode})");
        return Err(StoreFailure::Storage(message).into());
    }
    migrate(conn, version)?;
    Ok(conn.pragma_update(None, "cache_size", CACHE_KIB.saturating_neg())?)
}

/// The version of the schema in the file, 0 for a new file. Refuses what is not this program's.
fn version_of_ours(conn: &Connection) -> Result<usize> {
    let read = |pragma| conn.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let (application, version) = (read("application_id")?, read("user_version")?);
    let objects: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION_ID && (application, version, objects) != (0, 0, 0) {
        return Err(StoreFailure::Storage("the file is a database of another program".to_owned()).into());
    }
    Ok(schema::known::<Connection>(version.into(), "the file")?)
}

/// Takes each step the file has not seen, all in one transaction.
///
/// Foreign keys are declared, and checked here before it is committed, but not row by row: what a row refers to is
/// there because the writer has read it in the same transaction or has written it, and looking again takes a fifth of
/// the time of a wager.
fn migrate(conn: &mut Connection, version: usize) -> Result<()> {
    conn.pragma_update(None, "foreign_keys", false)?;
    let transaction = conn.transaction()?;
    now(schema::bring_up(&*transaction, version))?;
    if version < Connection::MIGRATIONS.len() {
        no_strays(&transaction)?;
    }
    Ok(transaction.commit()?)
}

/// Refuses rows that refer to rows which are not there.
pub(super) fn no_strays(conn: &Connection) -> Result<()> {
    let count = "SELECT count(*) FROM pragma_foreign_key_check";
    match conn.query_row(count, [], |row| row.get(0))? {
        0_i64 => Ok(()),
        strays => {
            Err(StoreFailure::Corrupt(format!("{strays} rows refer to rows that are not there")).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn refusal(path: &Path) -> String {
        writer(path).unwrap_err().to_string()
    }

    #[test]
    fn a_new_file_is_brought_to_the_newest_schema_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new.sqlite");
        for _ in 0..2 {
            let conn = writer(&path).unwrap();
            assert_eq!(version_of_ours(&conn).unwrap(), Connection::MIGRATIONS.len());
        }
    }

    /// A file as the first version left it: a round settled, a round under way, a hold that is open.
    fn first_version(path: &Path) {
        let conn = Connection::open(path).unwrap();
        conn.execute_batch(Connection::MIGRATIONS[0]).unwrap();
        conn.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        conn.pragma_update(None, "user_version", 1).unwrap();
        conn.execute_batch(
            r#"INSERT INTO patron VALUES (7, 'Ann', zeroblob(32), 'PLAY', 2, 0);
            INSERT INTO event VALUES
                (1, 1, 10, 1, 0, '{"type":"shoe_opened","shoe_no":1,"algorithm":"x"}'),
                (1, 2, 11, 1, 0, '{"type":"cards_burned","first":"Th","face_down":10}'),
                (1, 3, 12, 1, 1, '{"type":"betting_opened","round_no":1,"closes_at":13}'),
                (1, 4, 13, 1, 1, '{"type":"slip_accepted","patron":7,"slip_id":"0000000000000000000000000000000a","wagers":[]}'),
                (1, 5, 14, 1, 1, '{"type":"card_drawn","card":"9h"}'),
                (1, 6, 15, 1, 1, '{"type":"card_drawn","card":"Kd"}'),
                (1, 7, 16, 1, 1, '{"type":"round_settled","revision":1,"patrons":[]}'),
                (1, 8, 17, 1, 2, '{"type":"betting_opened","round_no":2,"closes_at":18}');
            INSERT INTO accepted_slip VALUES (7, x'0000000000000000000000000000000a', 1, 1, 1);
            INSERT INTO account VALUES (1, 'issue', 0, 'PLAY', 2, -50), (2, 'patron_cash', 7, 'PLAY', 2, 30),
                (3, 'stakes_held', 1, 'PLAY', 2, 20);
            INSERT INTO transfer VALUES (1, zeroblob(16), 'move', 1, 2, 50, NULL, NULL, NULL),
                (2, randomblob(16), 'hold', 2, 3, 20, NULL, 1, 4);
            INSERT INTO hold VALUES (2, 20);"#,
        )
        .unwrap();
    }

    #[test]
    fn a_file_of_the_first_version_is_brought_up_with_all_it_holds() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("old.sqlite");
        first_version(&path);
        let conn = writer(&path).unwrap();
        let text = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
        let rounds =
            "SELECT group_concat(round_no || ' ' || opened_seq || ' ' || at || ' ' || revision || ' ' ||
            voided || ' ' || cards, '; ' ORDER BY round_no) FROM round";
        assert_eq!(text(rounds), r#"0 1 11 0 0 ["Th"]; 1 3 16 1 0 ["9h","Kd"]; 2 8 17 0 0 []"#);
        assert_eq!(text("SELECT CAST(seq AS TEXT) FROM accepted_slip"), "4");
        assert_eq!(text("SELECT group_concat(balance) FROM account"), "-50,30,20");
        assert_eq!(text("SELECT group_concat(kind || amount) FROM transfer"), "move50,hold20");
        assert_eq!(text("SELECT CAST(remaining AS TEXT) FROM hold"), "20");
        for (sql, expected) in [
            ("UPDATE transfer SET amount = 1", "a transfer is never changed"),
            ("INSERT INTO account VALUES (4, 'receivable', 7, 'PLAY', 2, 1)", "CHECK constraint failed"),
        ] {
            let error = conn.execute_batch(sql).unwrap_err().to_string();
            assert!(error.contains(expected), "{sql}: {error}");
        }
    }

    #[test]
    fn a_new_file_is_for_its_owners_eyes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("house.sqlite");
        let conn = writer(&path).unwrap();
        conn.execute_batch("CREATE TABLE written (to_the_log)").unwrap();
        for file in [path.clone(), beside(&path, "-wal"), beside(&path, "-shm")] {
            let mode = std::fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
    }

    #[test]
    fn a_newer_file_is_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("newer.sqlite");
        let newer = i32::try_from(Connection::MIGRATIONS.len()).unwrap() + 1;
        writer(&path).unwrap().pragma_update(None, "user_version", newer).unwrap();
        let before = std::fs::read(&path).unwrap();
        let error = refusal(&path);
        assert!(error.contains("newer.sqlite") && error.contains("newer version of this program"), "{error}");
        assert!(error.contains(&format!("its schema is {newer}")), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn files_that_are_not_ours_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let text = dir.path().join("letter.txt");
        std::fs::write(&text, "Dear reader, this is a letter and no database at all.\n".repeat(20)).unwrap();
        assert!(refusal(&text).contains("file is not a database"), "{}", refusal(&text));

        let other = dir.path().join("other.sqlite");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE note (text)").unwrap();
        assert!(refusal(&other).contains("other.sqlite: the file is a database of another program"));

        let nowhere = dir.path().join("no/such/folder.sqlite");
        assert!(refusal(&nowhere).contains("folder.sqlite"), "{}", refusal(&nowhere));
    }

    #[test]
    fn the_lock_names_the_file_and_ends_with_its_holder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("house.sqlite");
        let held = lock(&path).unwrap();
        let error = lock(&path).unwrap_err().to_string();
        assert!(error.contains("house.sqlite: the store is in use by another server"), "{error}");
        drop(held);
        lock(&path).unwrap();
    }

    #[test]
    fn history_cannot_be_edited() {
        let dir = tempfile::tempdir().unwrap();
        let conn = writer(&dir.path().join("house.sqlite")).unwrap();
        conn.execute_batch(
            "INSERT INTO event VALUES (1, 1, 0, 1, 0, '{}', zeroblob(32));
             INSERT INTO house_event VALUES (1, 0, '{}', zeroblob(32));
             INSERT INTO shoe_seed VALUES (1, 1, zeroblob(32));
             INSERT INTO account (account_no, kind, owner, currency, decimals)
                VALUES (1, 'issue', 0, 'PLAY', 2), (2, 'patron_cash', 1, 'PLAY', 2);
             INSERT INTO transfer (id, kind, from_account, to_account, amount)
                VALUES (zeroblob(16), 'move', 1, 2, 100);",
        )
        .unwrap();
        for (sql, expected) in [
            ("UPDATE event SET at = 1", "an event is never changed"),
            ("DELETE FROM event", "an event is never deleted"),
            (
                "INSERT INTO event VALUES (1, 2, 0, 1, 0, '{}', NULL)",
                "NOT NULL constraint failed: event.hash",
            ),
            ("UPDATE house_event SET at = 1", "an event is never changed"),
            ("DELETE FROM house_event", "an event is never deleted"),
            ("UPDATE transfer SET amount = 1", "a transfer is never changed"),
            ("DELETE FROM transfer", "a transfer is never deleted"),
            ("UPDATE shoe_seed SET shoe_no = 2", "a seed is never changed"),
            ("DELETE FROM shoe_seed", "a seed is never deleted"),
            ("UPDATE account SET balance = -1 WHERE kind = 'patron_cash'", "CHECK constraint failed"),
        ] {
            let error = conn.execute_batch(sql).unwrap_err().to_string();
            assert!(error.contains(expected), "{sql}: {error}");
        }
    }

    #[test]
    fn a_transfer_is_of_a_kind_and_says_what_its_kind_says() {
        let dir = tempfile::tempdir().unwrap();
        let conn = writer(&dir.path().join("house.sqlite")).unwrap();
        let accounts = "INSERT INTO account (account_no, kind, owner, currency, decimals)
                        VALUES (1, 'issue', 0, 'PLAY', 2), (2, 'patron_cash', 1, 'PLAY', 2)";
        conn.execute_batch(accounts).unwrap();
        let insert = |kind: &str, asked: Option<i64>, about: Option<i64>| {
            let sql = "INSERT INTO transfer (id, kind, from_account, to_account, amount, asked, about)
                       VALUES (randomblob(16), ?1, 1, 2, 100, ?2, ?3)";
            conn.execute(sql, (kind, asked, about)).is_ok()
        };
        for (kind, asks, is_about) in [
            ("hold", false, false),
            ("move", false, false),
            ("capture", false, true),
            ("release", false, true),
            ("reverse", false, true),
            ("cover", true, false),
            ("repay", true, false),
        ] {
            for (asked, about) in [(None, None), (None, Some(1)), (Some(100), None), (Some(100), Some(1))] {
                let fits = asks == asked.is_some() && is_about == about.is_some();
                assert_eq!(insert(kind, asked, about), fits, "{kind}, {asked:?}, {about:?}");
            }
        }
        assert!(!insert("gift", None, None) && !insert("cover", Some(99), None));
    }
}
