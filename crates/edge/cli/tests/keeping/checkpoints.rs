//! Checkpoints that `punto serve` signs and `punto audit` verifies, on a house that was really served.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use journal::{Digest, Entry, Record, StoredEntry};
use postgres::Cluster;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use store::{PostgresStore, SqliteStore};
use table::TableId;
use tempfile::TempDir;

use crate::played::tamper;
use crate::support::audited;

fn punto(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(args).stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped());
    command
}

const QUICK: [&str; 10] = [
    "serve",
    "--listen",
    "127.0.0.1:0",
    "--json",
    "--shuffle-ms",
    "0",
    "--betting-ms",
    "20",
    "--card-ms",
    "0",
];

/// Serves until every table is in a round, then stops in order; returns the printed public key.
fn serve(args: &[&str]) -> String {
    let mut child = punto(&QUICK).args(["--result-ms", "0"]).args(args).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let message: Value = serde_json::from_str(&line).unwrap();
    let address = message["url"].as_str().unwrap().trim_start_matches("http://");
    let late = Instant::now() + Duration::from_mins(1);
    while !tables(address).iter().all(|table| table["shoe"]["round_no"].as_u64() > Some(0)) {
        assert!(Instant::now() < late, "a table is in no round after a minute");
        std::thread::yield_now();
    }
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    message["audit_key"].as_str().unwrap_or_default().to_owned()
}

/// The answer of `GET /api/tables`.
fn tables(address: &str) -> Vec<Value> {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /api/tables HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    let tables = body["tables"].as_array().unwrap().clone();
    assert!(!tables.is_empty(), "{body}");
    tables
}

/// A house that was served once and stopped in order, and its public key.
fn served() -> (TempDir, &'static str) {
    static SERVED: OnceLock<(TempDir, String)> = OnceLock::new();
    let (folder, key) = SERVED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let key = serve(&["--data", folder.path().to_str().unwrap()]);
        (folder, key)
    });
    let copy = tempfile::tempdir().unwrap();
    for name in ["punto.sqlite", "audit.key"] {
        fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    (copy, key)
}

fn path(folder: &TempDir) -> &str {
    folder.path().to_str().unwrap()
}

/// Recomputes all digests, as a forger would.
fn rechain(folder: &TempDir) {
    let file = folder.path().join("punto.sqlite");
    let (mut heads, mut digests) = (BTreeMap::new(), Vec::new());
    let mut each = |record| {
        if let Record::Entry(StoredEntry { log, seq, at, body, transfers, .. }) = record {
            let head = heads.entry(log).or_insert_with(|| Digest::start(log));
            *head = head.then(&Entry { seq, at, body: &body, transfers: &transfers });
            digests.push((log, seq, *head));
        }
        true
    };
    SqliteStore::records(&file, &mut each).unwrap();
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
    let (status, actual) = audited(&["--data", path(&folder), "--key", key]);
    assert_eq!(
        (status, &actual["checkpoints"], &actual["key"], &actual["key_given"]),
        (Some(0), &json!(1), &json!(key), &json!(true)),
        "{actual}"
    );
    let secret = fs::metadata(folder.path().join("audit.key")).unwrap().permissions().mode();
    assert_eq!(secret & 0o777, 0o600);
    let output = punto(&["audit", "--data", path(&folder)]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("signed by a key that was not given"), "{text}");
    assert!(text.contains(&format!("  --key {key}\n")), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn the_same_key_signs_the_next_time() {
    let (folder, key) = served();
    assert_eq!(serve(&["--data", path(&folder)]), key);
    let (status, actual) = audited(&["--data", path(&folder), "--key", key]);
    assert_eq!((status, &actual["checkpoints"]), (Some(0), &json!(2)), "{actual}");
}

#[test]
fn a_key_that_is_lost_is_not_replaced_in_silence() {
    let (folder, key) = served();
    fs::remove_file(folder.path().join("audit.key")).unwrap();
    let output = punto(&QUICK).args(["--data", path(&folder)]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("restore it, or name another file with --audit-key") && message.contains(key));

    let other = folder.path().join("other.key");
    let other = serve(&["--data", path(&folder), "--audit-key", other.to_str().unwrap()]);
    let (status, actual) = audited(&["--data", path(&folder), "--key", key]);
    assert_eq!((status, &actual["place"]), (Some(1), &json!("checkpoint 2")), "{actual}");
    let (status, actual) = audited(&["--data", path(&folder)]);
    assert_eq!((status, &actual["place"]), (Some(1), &json!("checkpoint 2")), "{actual}");
    let (status, actual) = audited(&["--data", path(&folder), "--key", key, "--key", &other]);
    assert_eq!((status, &actual["checkpoints"]), (Some(0), &json!(2)), "{actual}");
}

/// Recomputed digests hide a change from everything but a checkpoint.
#[test]
fn a_checkpoint_reveals_recomputed_digests() {
    let (folder, key) = served();
    let last = "(SELECT max(seq) FROM event WHERE table_id = 1)";
    tamper(folder.path(), &format!("UPDATE event SET at = at + 1 WHERE table_id = 1 AND seq = {last}"));
    let rounds = format!(
        "UPDATE round SET at = at + 1 WHERE table_id = 1 AND EXISTS (SELECT 1 FROM event
         WHERE event.table_id = 1 AND seq = {last} AND body ->> 'type' IN ('shoe_opened', 'cards_burned',
         'betting_opened', 'card_drawn', 'round_settled', 'round_voided')
         AND event.shoe_no = round.shoe_no AND event.round_no = round.round_no)"
    );
    Connection::open(folder.path().join("punto.sqlite")).unwrap().execute_batch(&rounds).unwrap();
    rechain(&folder);
    let (status, actual) = audited(&["--data", path(&folder), "--key", key]);
    assert_eq!((status, &actual["log"]), (Some(1), &json!(1)), "{actual}");
    assert!(actual["expected"].as_str().unwrap().contains("as checkpoint 1 has it"), "{actual}");
    tamper(folder.path(), "DELETE FROM checkpoint");
    let (status, actual) = audited(&["--data", path(&folder), "--key", key]);
    assert_eq!(status, Some(0), "without the checkpoint nobody could tell: {actual}");
}

/// Checkpoints kept by the auditor, under the auditor's own key, reveal entries missing at the end.
#[test]
fn an_auditor_has_a_key_and_checkpoints_beside_those_of_the_house() {
    let (folder, key) = served();
    let outside = tempfile::tempdir().unwrap();
    let file = |name: &str| outside.path().join(name).to_str().unwrap().to_owned();
    let (first, second, secret) = (file("first.txt"), file("second.txt"), file("key"));
    let place = ["--data", path(&folder), "--key", key];
    let export = [&place[..], &["--export-checkpoint", &first, "--audit-key", &secret]].concat();
    assert_eq!(audited(&export).0, Some(0));
    let own = fs::read_to_string(&first).unwrap();
    let own = own.lines().find_map(|line| line.strip_prefix("key ")).unwrap();
    let daily = [
        &place[..],
        &["--key", own, "--checkpoint", &first, "--export-checkpoint", &second, "--audit-key", &secret],
    ];
    let (status, actual) = audited(&daily.concat());
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
    let (status, actual) = audited(&["--data", path(&folder), "--checkpoint", &first]);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "without any key: {actual}");

    let (longer, old) = (tempfile::tempdir().unwrap(), folder);
    for name in ["punto.sqlite", "audit.key"] {
        fs::copy(old.path().join(name), longer.path().join(name)).unwrap();
    }
    serve(&["--data", path(&longer)]);
    let later = file("later.txt");
    let export = ["--data", path(&longer), "--export-checkpoint", &later, "--audit-key", &secret];
    assert_eq!(audited(&export).0, Some(0));
    let (status, actual) = audited(&["--data", path(&old), "--checkpoint", &later]);
    assert_eq!((status, &actual["found"]), (Some(1), &json!("the end of the log")), "{actual}");
}

#[test]
fn a_changed_checkpoint_is_detected() {
    for sql in [
        "UPDATE checkpoint SET text = replace(text, 'log 1 ', 'log 9 ')",
        "UPDATE checkpoint SET signature = zeroblob(64)",
        "UPDATE checkpoint SET key = zeroblob(32)",
    ] {
        for given in [true, false] {
            let (folder, key) = served();
            tamper(folder.path(), sql);
            let args = ["--data", path(&folder), "--key", key];
            let (status, actual) = audited(if given { &args } else { &args[..2] });
            assert_eq!((status, &actual["place"]), (Some(1), &json!("checkpoint 1")), "{sql}: {actual}");
        }
    }
}

#[test]
fn a_truncated_log_is_not_signed() {
    let (folder, key) = served();
    // The state of a log that was truncated.
    tamper(folder.path(), "UPDATE checkpoint SET text = replace(text, 'log 2 ', 'log 2 1')");
    let (status, _) = audited(&["--data", path(&folder), "--key", key]);
    assert_eq!(status, Some(1));
    assert_eq!(serve(&["--data", path(&folder)]), key, "the house runs");
    let conn = Connection::open(folder.path().join("punto.sqlite")).unwrap();
    let kept: i64 = conn.query_row("SELECT count(*) FROM checkpoint", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 1, "and nobody vouches for it");
}

#[test]
fn servers_that_share_a_database_share_the_checkpoints() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    assert_eq!(serve(&["--database", &url]), "", "nobody message where the key lies");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    let args = ["--database", &url, "--audit-key", file.to_str().unwrap()];
    let key = serve(&args);
    assert_eq!(serve(&args), key);
    let (status, actual) = audited(&["--database", &url, "--key", &key]);
    assert_eq!((status, &actual["checkpoints"]), (Some(0), &json!(2)), "{actual}");
    assert_eq!(checkpoints(&url), 2);
    let change = "UPDATE checkpoint SET text = replace(text, 'log 1 ', 'log 9 ') WHERE checkpoint_no = 2";
    cluster.run("punto_0", &format!("SET session_replication_role = replica; {change}")).unwrap();
    let (status, actual) = audited(&["--database", &url]);
    assert_eq!((status, &actual["place"]), (Some(1), &json!("checkpoint 2")), "{actual}");
}

fn checkpoints(url: &str) -> usize {
    let mut kept = 0;
    let mut each = |record| {
        kept += usize::from(matches!(record, Record::Checkpoint(_)));
        true
    };
    PostgresStore::records(url, &mut each).unwrap();
    kept
}
