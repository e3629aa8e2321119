//! `punto audit` on a house that was really played: it is clean, and every row changed, deleted, swapped or redated
//! is reported at its place.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use audit::{Trust, Walk};
use house::default_tables;
use journal::{Checkpoint, Day, Head, Signed, Signer};
use postgres::Cluster;
use rusqlite::Connection;
use serde_json::{Value, json};
use store::{PostgresStore, SqliteStore};
use table::TableId;

use crate::played::{house, play, run};
use crate::support::{self, punto, text};

/// The audit of a folder.
fn audited(folder: &Path, more: &[&str]) -> (Option<i32>, Value) {
    support::audited(&[&["--data", text(folder)], more].concat())
}

fn audit(args: &[&str]) -> Output {
    punto(["audit"].iter().chain(args).copied())
}

/// The first deviation that the walk finds, without the program: its place, log and number.
fn walked(folder: &Path) -> (String, Option<(u32, i64)>) {
    let (mut walk, mut actual) = (Walk::new(default_tables(), Trust::default()), None);
    let read = SqliteStore::records(&folder.join("punto.sqlite"), &mut |record| {
        actual = walk.take(record).err();
        actual.is_none()
    });
    let deviation = match (actual, read) {
        (Some(deviation), _) => deviation,
        (None, Err(failure)) => return (format!("what is stored: {failure}"), None),
        (None, Ok(())) => match walk.finish() {
            Ok(walked) => return (format!("nowhere: {walked:?}"), None),
            Err(deviation) => deviation,
        },
    };
    let entry = deviation.place.entry().map(|(log, seq)| (log.0, i64::try_from(seq).unwrap()));
    (deviation.place.to_string(), entry)
}

#[test]
fn a_deviation_is_reported() {
    let changed = house(
        "UPDATE event SET body = replace(body, '\"stake\":20000', '\"stake\":30000') WHERE table_id = 1",
    );
    let (status, actual) = audited(changed.path(), &[]);
    assert_eq!((status, &actual["clean"], &actual["log"]), (Some(1), &json!(false), &json!(1)), "{actual}");
    let output = audit(&["--data", changed.path().to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(&format!("Deviation: {}\n", actual["place"].as_str().unwrap())), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for (args, status, expected) in [
        (&["--key", "12"][..], 2, "64 hex digits"),
        (&["--checkpoint", "no/such/file"], 2, "cannot read a checkpoint from no/such/file"),
        (&["--data", "no/such/folder"], 1, "no/such/folder/punto.sqlite"),
    ] {
        let output = audit(args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn the_result_decides_the_status_even_if_the_output_is_closed() {
    let changed = house("UPDATE account SET balance = balance + 1 WHERE kind = 'patron_cash' AND owner = 1");
    for (args, expected) in [
        (&["audit"][..], 1),
        (&["audit", "--json"], 1),
        (&["rebuild", "--check"], 1),
        (&["statement", "--patron", "1"], 0),
    ] {
        let mut punto = Command::new(env!("CARGO_BIN_EXE_punto"));
        punto.args(args).arg("--data").arg(changed.path());
        let mut child = punto.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*message), (Some(expected), ""), "{args:?}");
    }
}

/// An exported checkpoint reveals a change even if all digests are recomputed.
#[test]
fn a_checkpoint_kept_elsewhere_is_held_against_the_logs() {
    let folder = house("");
    let (_, actual) = audited(folder.path(), &[]);
    let heads = actual["logs"].as_array().unwrap().iter().map(|log| Head {
        log: TableId(u32::try_from(log["log"].as_u64().unwrap()).unwrap()),
        seq: log["entries"].as_u64().unwrap(),
        digest: log["digest"].as_str().unwrap().parse().unwrap(),
    });
    let heads: Vec<Head> = heads.collect();
    let signer = Signer::new([7; 32]);
    let (at, previous) = (table::Timestamp(0), Checkpoint::FIRST);
    let right = Checkpoint { day: Day::of(at), at, previous, heads };
    let mut wrong = right.clone();
    wrong.heads[1].digest = right.heads[0].digest;
    let mut longer = right.clone();
    longer.heads[2].seq += 1;
    let key = journal::Digest(signer.key()).to_string();
    let other = "0".repeat(64);
    for (checkpoint, key, place) in [
        (&right, &key, None),
        (&wrong, &key, Some(format!("table 1, event {}", right.heads[1].seq))),
        (&longer, &key, Some(format!("table 2, event {}", right.heads[2].seq + 1))),
        (&right, &other, Some("the checkpoint kept elsewhere".to_owned())),
    ] {
        let path = folder.path().join("kept.txt");
        std::fs::write(&path, signer.sign(checkpoint).to_string()).unwrap();
        let (status, actual) =
            audited(folder.path(), &["--checkpoint", path.to_str().unwrap(), "--key", key]);
        assert_eq!(
            (status, actual["place"].as_str()),
            (Some(i32::from(place.is_some())), place.as_deref()),
            "{actual}"
        );
    }
}

#[test]
fn a_checkpoint_is_exported_and_handed_in() {
    let folder = house("");
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (key, first, second) = (file("key"), file("first.txt"), file("second.txt"));
    let export = ["--export-checkpoint", &first, "--audit-key", &key];
    assert_eq!(audited(folder.path(), &export).0, Some(0));
    let secret = std::fs::metadata(&key).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&secret.permissions()) & 0o777, 0o600);
    let next = ["--checkpoint", &first, "--export-checkpoint", &second, "--audit-key", &key];
    assert_eq!(audited(folder.path(), &next).0, Some(0));
    let read = |path| std::fs::read_to_string(path).unwrap().parse::<Signed>().unwrap();
    let [first, second] =
        [&first, &second].map(read).map(|signed| (signed.key, signed.text.parse::<Checkpoint>().unwrap()));
    assert_eq!((second.0, second.1.previous), (first.0, first.1.digest()));
    assert_eq!(second.1.heads, first.1.heads);
}

#[test]
fn a_checkpoint_that_cannot_be_exported_does_not_cost_the_audit() {
    let folder = house("");
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let place = ["--data", folder.path().to_str().unwrap()];
    std::fs::write(file("kept.txt"), "of yesterday").unwrap();
    std::fs::write(file("bad.key"), "").unwrap();
    for (output, key, expected) in [
        (file("kept.txt"), file("bad.key"), "the key in "),
        (file("no/such/file"), file("key"), "cannot write "),
    ] {
        let output = audit(&[&place[..], &["--export-checkpoint", &output, "--audit-key", &key]].concat());
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.stdout.is_empty() && message.contains(expected), "nothing was walked: {message}");
    }
    std::fs::create_dir(file("folder")).unwrap();
    let export = ["--export-checkpoint", &file("folder"), "--audit-key", &file("key")];
    let output = audit(&[&place[..], &export].concat());
    let (report, message) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(report.contains("No deviation") && message.contains("not a regular file"), "{report}{message}");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(file("kept.txt")).unwrap(), "of yesterday");
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    assert!(names.into_iter().all(|name| name.extension().is_none_or(|end| end != "part")));
}

#[test]
fn a_house_that_played_is_clean() {
    let (status, actual) = audited(house("").path(), &[]);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
    assert!(actual["rounds"].as_u64() >= Some(7) && actual["transfers"].as_u64() > Some(30), "{actual}");
    assert_eq!(actual["logs"][0]["log"], 0);
    assert_eq!(
        actual["logs"][0]["entries"], 6,
        "the rules of two tables, two guests, what was adjusted twice"
    );
    let output = audit(&["--data", house("").path().to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("No deviation") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// An event of table 1, and the change to it (`THIS` stands for it).
const EVENTS: &[(&str, &str)] = &[
    ("shoe_opened", "UPDATE event SET body = replace(body, 'punto', 'ponto') WHERE THIS"),
    ("shoe_opened", "UPDATE event SET body = replace(body, 'digest\":\"', 'digest\":\"0') WHERE THIS"),
    ("shoe_opened", "UPDATE event SET body = json_remove(body, '$.rules') WHERE THIS"),
    ("cards_burned", "UPDATE event SET body = replace(body, 'face_down\":', 'face_down\":1') WHERE THIS"),
    ("betting_opened", "UPDATE event SET body = replace(body, 'round_no\":1', 'round_no\":2') WHERE THIS"),
    ("betting_opened", "UPDATE event SET body = replace(body, 'closes_at\":1', 'closes_at\":2') WHERE THIS"),
    ("betting_opened", "UPDATE event SET round_no = 9 WHERE THIS"),
    ("betting_opened", "UPDATE event SET at = at - 1000000 WHERE THIS"),
    ("betting_opened", "DELETE FROM event WHERE THIS"),
    (
        "slip_accepted",
        "UPDATE event SET body = replace(body, '\"stake\":1000}', '\"stake\":1001}') WHERE THIS",
    ),
    ("slip_accepted", "UPDATE event SET body = replace(body, 'slip_id\":\"0', 'slip_id\":\"1') WHERE THIS"),
    ("slip_accepted", "UPDATE event SET body = body || ' ' WHERE THIS"),
    ("slip_accepted", "UPDATE event SET at = at + 1 WHERE THIS"),
    ("slip_accepted", "UPDATE event SET hash = zeroblob(32) WHERE THIS"),
    ("slip_accepted", "UPDATE transfer SET amount = amount + 1 WHERE THIS"),
    ("slip_accepted", "DELETE FROM transfer WHERE THIS"),
    ("slip_accepted", "UPDATE transfer SET seq = seq + 1 WHERE THIS"),
    ("slip_accepted", "UPDATE transfer SET id = zeroblob(16) WHERE THIS AND amount = 1000"),
    ("slip_accepted", "UPDATE transfer SET from_account = (SELECT max(account_no) FROM account) WHERE THIS"),
    ("slip_accepted", "DELETE FROM accepted_slip WHERE THIS"),
    ("slip_accepted", "UPDATE accepted_slip SET round_no = 99 WHERE THIS"),
    ("betting_closed", "DELETE FROM event WHERE THIS"),
    ("betting_closed", "UPDATE event SET at = at - 1000 WHERE THIS"),
    ("betting_closed", "UPDATE event SET body = '{}' WHERE THIS"),
    ("card_drawn", "UPDATE event SET body = '{\"type\":\"card_drawn\",\"card\":\"XX\"}' WHERE THIS"),
    (
        "card_drawn",
        "UPDATE event SET body = (SELECT max(other.body) FROM event AS other \
         WHERE other.body ->> 'type' = 'card_drawn' AND other.body <> event.body) WHERE THIS",
    ),
    ("round_settled", "UPDATE event SET body = replace(body, '\"payout\":', '\"payout\":1') WHERE THIS"),
    ("round_settled", "UPDATE event SET body = replace(body, 'revision\":1', 'revision\":2') WHERE THIS"),
    ("round_voided", "UPDATE event SET body = replace(body, '\"amount\":2', '\"amount\":3') WHERE THIS"),
    ("round_voided", "UPDATE event SET body = replace(body, 'supervisor', 'interrupted') WHERE THIS"),
    ("correction_proposed", "UPDATE event SET body = replace(body, 'video', 'Video') WHERE THIS"),
    (
        "correction_proposed",
        "UPDATE event SET body = replace(body, '\"staked\":', '\"staked\":1') WHERE THIS",
    ),
    ("correction_proposed", "UPDATE event SET body = json_remove(body, '$.rules') WHERE THIS"),
    (
        "correction_proposed",
        "UPDATE event SET body = json_set(body, '$.rules.assumed', json('true')) WHERE THIS",
    ),
    ("correction_proposed", "DELETE FROM correction WHERE THIS"),
    (
        "round_corrected",
        "UPDATE event SET body = replace(body, 'approved_by\":2', 'approved_by\":1') WHERE THIS",
    ),
    ("round_corrected", "UPDATE event SET body = replace(body, '\"staked\":', '\"staked\":1') WHERE THIS"),
    (
        "round_corrected",
        "DELETE FROM transfer WHERE THIS AND transfer_no = \
                         (SELECT max(transfer_no) FROM transfer WHERE THIS)",
    ),
];

#[test]
fn a_changed_event_is_reported_at_its_place() {
    let folder = house("");
    let conn = Connection::open(folder.path().join("punto.sqlite")).unwrap();
    let mut missed = Vec::new();
    for (kind, sql) in EVENTS {
        // A round without wagers pays nobody.
        let picked = format!(
            "SELECT min(seq) FROM event WHERE table_id = 1 AND body ->> 'type' = '{kind}'
             AND (body ->> 'type' <> 'round_settled' OR body LIKE '%\"payout\":%')"
        );
        let seq: i64 = conn.query_row(&picked, [], |row| row.get(0)).unwrap();
        let sql = sql.replace("THIS", &format!("(table_id = 1 AND seq = {seq})"));
        let (actual, entry) = walked(house(&sql).path());
        if entry != Some((1, seq)) {
            missed.push(format!("{sql}: {actual}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
}

/// A change elsewhere, and the name of the place that is reported.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "UPDATE event SET at = (SELECT at FROM event WHERE table_id = 2 AND seq = 1) - 5 WHERE table_id = 2 AND seq = 1",
        "table 2, event 1",
    ),
    ("UPDATE house_event SET body = replace(body, 'Ann', 'Eve') WHERE seq = 3", "house event 3"),
    ("UPDATE house_event SET at = at + 1 WHERE seq = 4", "house event 4"),
    ("DELETE FROM transfer WHERE house_seq = 3; DELETE FROM house_event WHERE seq = 3", "house event 3"),
    ("DELETE FROM house_event WHERE seq = 1", "house event 1"),
    ("UPDATE house_event SET body = replace(body, 'put right', 'no reason') WHERE seq = 5", "house event 5"),
    (
        "UPDATE house_event SET body = replace(body, '\"change\":50000', '\"change\":50001') WHERE seq = 6",
        "house event 6",
    ),
    ("UPDATE house_event SET body = replace(body, '\"bonus\"', '\"cash\"') WHERE seq = 6", "house event 6"),
    // The text of house rules, and its name.
    (
        "UPDATE house_event SET body = replace(body, 'odds = \\\"0.95\\\"', 'odds = \\\"1\\\"') WHERE seq = 1",
        "house event 1",
    ),
    ("UPDATE house_event SET body = replace(body, 'Knows', 'knows') || ' ' WHERE seq = 2", "house event 2"),
    (
        "UPDATE house_event SET body = replace(body, '\"digest\":\"', '\"digest\":\"0') WHERE seq = 1",
        "house event 1",
    ),
    ("UPDATE transfer SET house_seq = 2 WHERE house_seq = 3", "house event 2"),
    ("UPDATE transfer SET amount = amount * 2 WHERE house_seq = 4", "house event 4"),
    ("UPDATE transfer SET house_seq = 7 - house_seq WHERE house_seq IN (3, 4)", "house event 3"),
    ("UPDATE patron SET nickname = 'Eve' WHERE patron_id = 2", "house event 4"),
    ("UPDATE patron SET token_hash = randomblob(32) WHERE patron_id = 1", "house event 3"),
    ("DELETE FROM patron WHERE patron_id = 2", "house event 4"),
    (
        "INSERT INTO patron SELECT 3, 'Eve', randomblob(32), currency, decimals, 0 FROM patron LIMIT 1",
        "patron 3",
    ),
    // The first card that differs is reported.
    ("UPDATE shoe_seed SET seed = zeroblob(32) WHERE table_id = 1", "table 1, event "),
    ("INSERT INTO shoe_seed VALUES (1, 99, zeroblob(32))", "table 1, seed of shoe 99"),
    (
        "UPDATE account SET balance = balance + 1 WHERE kind = 'patron_cash' AND owner = 1",
        "account patron_cash 1 in PLAY",
    ),
    ("UPDATE account SET balance = balance - 1 WHERE kind = 'issue'", "account issue 0 in PLAY"),
    ("INSERT INTO hold SELECT transfer_no, 5 FROM transfer WHERE kind = 'hold' LIMIT 1", "hold "),
    ("UPDATE round SET revision = 7 WHERE table_id = 1 AND round_no = 1", "table 1, round 1-1"),
    ("UPDATE round SET cards = '[]' WHERE table_id = 1 AND round_no = 2", "table 1, round 1-2"),
    ("DELETE FROM round WHERE table_id = 1 AND round_no = 2", "table 1, round 1-2"),
    ("UPDATE patron_round SET wagers = '[]' WHERE patron_id = 2 AND voided IS NULL", "of patron 2"),
    ("DELETE FROM patron_round WHERE patron_id = 1", "of patron 1"),
    ("UPDATE transfer SET kind = 'gift' WHERE transfer_no = 1", "what is stored"),
    // One entry too many, at the end.
    (
        "INSERT INTO event SELECT table_id, seq + 1, at, shoe_no, round_no, body, hash FROM event WHERE table_id = 2 \
      ORDER BY seq DESC LIMIT 1",
        "table 2, event ",
    ),
];

#[test]
fn a_changed_row_is_reported_by_name() {
    let mut missed = Vec::new();
    for (sql, place) in ELSEWHERE {
        let (actual, _) = walked(house(sql).path());
        if !actual.contains(place) {
            missed.push(format!("{sql}: {actual}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
}

/// Two entries swap places, with all their data but the digests.
#[test]
fn swapped_entries_are_detected() {
    let swap = "UPDATE event SET seq = -seq WHERE table_id = 1 AND seq IN (FIRST, FIRST + 1);
                UPDATE event SET seq = 2 * FIRST + 1 + seq WHERE table_id = 1 AND seq < 0;";
    for first in [3, 4, 5, 9] {
        let (actual, entry) = walked(house(&swap.replace("FIRST", &first.to_string())).path());
        assert!(entry == Some((1, first)) || entry == Some((1, first + 1)), "{first}: {actual}");
    }
}

#[test]
fn a_database_is_audited_alike() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let store = Arc::new(PostgresStore::connect(&url).unwrap());
    run(play(store.clone()));
    let audited = || {
        let output = audit(&["--json", "--database", &url]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap_or(json!(message)))
    };
    let (status, clean) = audited();
    assert_eq!((status, &clean["clean"]), (Some(0), &json!(true)), "{clean}");
    drop(store);
    for (sql, undo, place) in [
        (
            "UPDATE patron_round SET at = at + 1 WHERE patron_id = 1",
            "UPDATE patron_round SET at = at - 1 WHERE patron_id = 1",
            "of patron 1",
        ),
        (
            "UPDATE account SET balance = balance + 1 WHERE kind = 'house_table' AND owner = 1",
            "UPDATE account SET balance = balance - 1 WHERE kind = 'house_table' AND owner = 1",
            "account house_table 1 in PLAY",
        ),
        (
            "UPDATE transfer SET amount = amount + 1 WHERE house_seq = 4",
            "UPDATE transfer SET amount = amount - 1 WHERE house_seq = 4",
            "house event 4",
        ),
        (
            "UPDATE event SET at = at + 1 WHERE table_id = 1 AND seq = 3",
            "UPDATE event SET at = at - 1 WHERE table_id = 1 AND seq = 3",
            "table 1, event 3",
        ),
        ("DELETE FROM event WHERE table_id = 1 AND seq = 2", "", "table 1, event 2"),
    ] {
        let tamper = |sql: &str| {
            cluster.run("punto_0", &format!("SET session_replication_role = replica; {sql}")).unwrap()
        };
        tamper(sql);
        let (status, actual) = audited();
        assert_eq!(status, Some(1), "{sql}: {actual}");
        assert!(actual["place"].as_str().is_some_and(|named| named.contains(place)), "{sql}: {actual}");
        tamper(undo);
    }
}
