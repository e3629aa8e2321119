//! Checkpoints that `punto serve` signs and `punto audit` verifies, on a house that was really served.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use journal::{Digest, Entry, Record, Signed, StoredEntry};
use postgres::Cluster;
use rusqlite::{Connection, params};
use serde_json::json;
use store::{PostgresStore, SqliteStore};
use table::TableId;
use tempfile::TempDir;

use crate::played::{file, stored, tamper};
use crate::support::{Serving, audited, deviates, is_clean, mode, punto, text};

/// Serves until every table is in a round, then stops in order; returns the printed public key.
fn serve(args: &[&str]) -> Option<String> {
    let quick = ["--shuffle-ms=0", "--betting-ms=20", "--card-ms=0", "--result-ms=0"];
    let serving = Serving::start(&[&quick[..], args].concat());
    let late = Instant::now() + Duration::from_mins(1);
    let in_round = || {
        let lobby = serving.get_json("/api/v1/tables");
        let tables = lobby["tables"].as_array().unwrap();
        assert!(!tables.is_empty(), "{lobby}");
        tables.iter().all(|table| table["round"]["round_no"].as_u64() > Some(0))
    };
    while !in_round() {
        assert!(Instant::now() < late, "a table is in no round after a minute");
        std::thread::yield_now();
    }
    let key = serving.key.clone();
    serving.stop();
    key
}

/// A house that was served once and stopped in order, and its public key.
fn served() -> (TempDir, &'static str) {
    static SERVED: OnceLock<(TempDir, String)> = OnceLock::new();
    let (folder, key) = SERVED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let key = serve(&["--data", text(folder.path())]).unwrap();
        (folder, key)
    });
    (copy(folder.path()), key)
}

fn copy(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in ["punto.sqlite", "audit.key", "shoe.key"] {
        fs::copy(folder.join(name), copy.path().join(name)).unwrap();
    }
    copy
}

/// Recomputes all digests, as a forger would.
fn rechain(folder: &TempDir) {
    let (file, mut heads) = (file(folder.path()), BTreeMap::new());
    let digests = stored(
        |each| SqliteStore::records(&file, each),
        |record| {
            let Record::Entry(StoredEntry { log, seq, at, body, transfers, .. }) = record else {
                return None;
            };
            let head = heads.entry(log).or_insert_with(|| Digest::start(log));
            *head = head.then(&Entry { seq, at, body: &body, transfers: &transfers });
            Some((log, seq, *head))
        },
    );
    let conn = Connection::open(file).unwrap();
    for (TableId(log), seq, Digest(digest)) in digests {
        let seq = i64::try_from(seq).unwrap();
        let sql = "UPDATE event SET hash = ?3 WHERE table_id = ?1 AND seq = ?2";
        conn.execute(sql, params![log, seq, digest]).unwrap();
    }
}

#[test]
fn an_orderly_stop_leaves_a_checkpoint_that_an_audit_holds_the_logs_against() {
    let (folder, key) = served();
    let audit = is_clean(&["--data", text(folder.path()), "--key", key]);
    assert_eq!(
        (&audit["checkpoints"], &audit["key"], &audit["key_given"]),
        (&json!(1), &json!(key), &json!(true)),
        "{audit}"
    );
    assert_eq!(mode(&folder.path().join("audit.key")), 0o600);
    let (_, audit) = punto(&["audit", "--data", text(folder.path())]).text();
    assert!(audit.contains("signed by a key that was not given"), "{audit}");
    assert!(audit.contains(&format!("  --key {key}\n")), "{audit}");
}

#[test]
fn the_same_key_signs_the_next_time() {
    let (folder, key) = served();
    assert_eq!(serve(&["--data", text(folder.path())]).as_deref(), Some(key));
    assert_eq!(is_clean(&["--data", text(folder.path()), "--key", key])["checkpoints"], 2);
}

#[test]
fn a_key_that_is_lost_is_not_replaced_in_silence() {
    let (folder, key) = served();
    let place = ["--data", text(folder.path())];
    fs::remove_file(folder.path().join("audit.key")).unwrap();
    let refused = punto(&["serve", "--listen", "127.0.0.1:0", place[0], place[1]]);
    refused.failed(1, "restore it, or name another file with --audit-key");
    refused.failed(1, key);

    let other = folder.path().join("other.key");
    let other = serve(&[place[0], place[1], "--audit-key", text(&other)]).unwrap();
    deviates(&[place[0], place[1], "--key", key], "place", "checkpoint 2");
    deviates(&place, "place", "checkpoint 2");
    assert_eq!(is_clean(&[&place[..], &["--key", key, "--key", &other]].concat())["checkpoints"], 2);
}

/// Recomputed digests hide a change from everything but a checkpoint.
#[test]
fn a_checkpoint_reveals_recomputed_digests() {
    let (folder, key) = served();
    // Until when betting was to be open, no bulletin says.
    let opened = "(SELECT max(seq) FROM event WHERE table_id = 1 AND body ->> 'type' = 'betting_opened')";
    let later = "json_set(body, '$.closes_at', (body ->> 'closes_at') + 1)";
    tamper(folder.path(), &format!("UPDATE event SET body = {later} WHERE table_id = 1 AND seq = {opened}"));
    rechain(&folder);
    let args = ["--data", text(folder.path()), "--key", key];
    let (status, audit) = audited(&args);
    assert_eq!((status, &audit["log"]), (Some(1), &json!(1)), "{audit}");
    assert!(audit["expected"].as_str().unwrap().contains("as checkpoint 1 has it"), "{audit}");
    tamper(folder.path(), "DELETE FROM checkpoint");
    // Without the checkpoint nobody could tell.
    is_clean(&args);
}

/// Checkpoints kept by the auditor, under the auditor's own key, reveal entries missing at the end.
#[test]
fn an_auditor_has_a_key_and_checkpoints_beside_those_of_the_house() {
    let (folder, key) = served();
    let outside = tempfile::tempdir().unwrap();
    let files = ["first.txt", "second.txt", "later.txt", "key"].map(|name| outside.path().join(name));
    let [first, second, later, secret] = files.each_ref().map(|file| text(file));
    let data = ["--data", text(folder.path())];
    let place = [&data[..], &["--key", key, "--audit-key", secret]].concat();
    is_clean(&[&place[..], &["--export-checkpoint", first]].concat());
    let own = fs::read_to_string(first).unwrap();
    let own = own.lines().find_map(|line| line.strip_prefix("key ")).unwrap();
    is_clean(&[&place[..], &["--key", own, "--checkpoint", first, "--export-checkpoint", second]].concat());
    // Without any key.
    is_clean(&[data[0], data[1], "--checkpoint", first]);

    let longer = copy(folder.path());
    let longer = ["--data", text(longer.path())];
    serve(&longer);
    is_clean(&[longer[0], longer[1], "--export-checkpoint", later, "--audit-key", secret]);
    deviates(&[data[0], data[1], "--checkpoint", later], "found", "the end of the log");
}

#[test]
fn a_changed_checkpoint_is_detected() {
    for sql in [
        "UPDATE checkpoint SET text = replace(text, 'log 1 ', 'log 9 ')",
        "UPDATE checkpoint SET signature = zeroblob(64)",
        "UPDATE checkpoint SET key = zeroblob(32)",
    ] {
        let (folder, key) = served();
        tamper(folder.path(), sql);
        let args = ["--data", text(folder.path()), "--key", key];
        deviates(&args, "place", "checkpoint 1");
        deviates(&args[..2], "place", "checkpoint 1");
    }
}

fn checkpoint(record: Record) -> Option<Signed> {
    if let Record::Checkpoint(signed) = record { Some(signed) } else { None }
}

#[test]
fn a_truncated_log_is_not_signed() {
    let (folder, key) = served();
    let place = ["--data", text(folder.path())];
    // The state of a log that was truncated.
    tamper(folder.path(), "UPDATE checkpoint SET text = replace(text, 'log 2 ', 'log 2 1')");
    assert_eq!(audited(&[place[0], place[1], "--key", key]).0, Some(1));
    assert_eq!(serve(&place).as_deref(), Some(key), "the house runs");
    let kept = stored(|each| SqliteStore::records(&file(folder.path()), each), checkpoint);
    assert_eq!(kept.len(), 1, "and nobody vouches for it");
}

#[test]
fn servers_that_share_a_database_share_the_checkpoints() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    assert_eq!(serve(&["--database", &url]), None, "no file of a key is known");
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("key");
    let args = ["--database", &url, "--audit-key", text(&secret)];
    let key = serve(&args);
    assert_eq!(serve(&args), key);
    let audit = is_clean(&["--database", &url, "--key", &key.unwrap()]);
    assert_eq!(audit["checkpoints"], 2, "{audit}");
    assert_eq!(stored(|each| PostgresStore::records(&url, each), checkpoint).len(), 2);
    let change = "UPDATE checkpoint SET text = replace(text, 'log 1 ', 'log 9 ') WHERE checkpoint_no = 2";
    cluster.run("punto_0", &format!("SET session_replication_role = replica; {change}")).unwrap();
    deviates(&["--database", &url], "place", "checkpoint 2");
}
