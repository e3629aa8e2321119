//! A disk under SQLite itself: what was committed and synced outlives a power loss, what was not is whole or gone.

use std::path::Path;

use auditor::Dice;
use rusqlite::Connection;

use super::*;

fn open(folder: &Path, synchronous: &str) -> rusqlite::Result<Connection> {
    let conn = Connection::open(folder.join("a.sqlite"))?;
    conn.execute_batch(&format!(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = {synchronous};
         CREATE TABLE IF NOT EXISTS note (n INTEGER PRIMARY KEY, text TEXT);"
    ))?;
    Ok(conn)
}

/// Writes rows until the power fails; answers how many were acknowledged and how many are there afterwards.
fn lose_power(seed: u64, synchronous: &str) -> (i64, i64) {
    let folder = tempfile::tempdir().unwrap();
    let disk = plug(folder.path());
    let mut dice = Dice::new(seed);
    disk.light_fuse(dice.within(0..=400));
    let mut acknowledged = 0;
    if let Ok(conn) = open(folder.path(), synchronous) {
        for n in 1.. {
            let text = "x".repeat(usize::try_from(dice.within(0..=9_000)).unwrap());
            if conn.execute("INSERT INTO note VALUES (?1, ?2)", (n, text)).is_err() {
                break;
            }
            acknowledged = n;
            if dice.per_mille(100) {
                let _ = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            }
        }
    }
    assert!(disk.is_off());
    disk.restart_after_power_loss(&mut dice).unwrap();
    let conn = open(folder.path(), synchronous).unwrap();
    let sound: String = conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok", "seed {seed}");
    let kept =
        conn.query_row("SELECT count(*) FROM note WHERE n <= ?1", [acknowledged], |row| row.get(0)).unwrap();
    drop(conn);
    SimDisk::unplug(folder.path());
    (acknowledged, kept)
}

#[test]
fn what_was_synced_outlives_a_power_loss() {
    for seed in 0..60 {
        let (acknowledged, kept) = lose_power(seed, "FULL");
        assert_eq!(acknowledged, kept, "seed {seed}");
    }
}

#[test]
fn what_was_not_synced_is_lost_now_and_then() {
    let lost = (0..40).filter(|seed| {
        let (acknowledged, kept) = lose_power(*seed, "NORMAL");
        kept < acknowledged
    });
    assert!(lost.count() > 5);
}

#[test]
fn a_killed_process_loses_nothing_it_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let disk = plug(folder.path());
    let conn = open(folder.path(), "OFF").unwrap();
    conn.execute("INSERT INTO note VALUES (1, 'a')", []).unwrap();
    disk.cut();
    assert!(conn.execute("INSERT INTO note VALUES (2, 'b')", []).is_err());
    drop(conn);
    disk.restart_after_kill().unwrap();
    let conn = open(folder.path(), "OFF").unwrap();
    let kept: i64 = conn.query_row("SELECT count(*) FROM note", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 1);
    SimDisk::unplug(folder.path());
}
