//! Opens a file: checks that it is this program's, locks it, sets it up, and brings its schema up to date.

use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use house::ports::StoreFailure;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::query::now;
use crate::database::named;
use crate::derived::Rebuilds as _;
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
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(&lock_path)
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let message =
                format!("{}: the store is in use by another server; stop the server first", path.display());
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
    named(path.display(), false, prepare(&mut conn))?;
    Ok(conn)
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

/// A connection that reads every row of a file that this version knows.
pub(super) fn auditor(path: &Path) -> Result<Connection, StoreFailure> {
    let conn = reader(path)?;
    if named(path.display(), false, version_of_ours(&conn))? < Connection::MIGRATIONS.len() {
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
    named(path.display(), false, open())
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
pub(super) fn version_of_ours(conn: &Connection) -> Result<usize> {
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

    /// A folder, and the path of a file of that name in it.
    fn file(name: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        (dir, path)
    }

    fn refusal(path: &Path) -> String {
        writer(path).unwrap_err().to_string()
    }

    #[test]
    fn a_new_file_is_for_its_owners_eyes() {
        let (_dir, path) = file("house.sqlite");
        let conn = writer(&path).unwrap();
        conn.execute_batch("CREATE TABLE written (to_the_log)").unwrap();
        for file in [path.clone(), beside(&path, "-wal"), beside(&path, "-shm")] {
            let mode = std::fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
    }

    #[test]
    fn a_newer_file_is_refused_and_left_alone() {
        let (_dir, path) = file("newer.sqlite");
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
    fn a_transfer_is_of_a_kind_and_says_what_its_kind_says() {
        let (_dir, path) = file("house.sqlite");
        let conn = writer(&path).unwrap();
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
