//! `punto audit` on a house that was really played: it is clean, and every row changed, deleted, swapped or redated
//! is reported at its place.

use std::path::Path;
use std::sync::Arc;

use audit::{Trust, Walk};
use house::default_tables;
use journal::{Checkpoint, Day, Head, Signed, Signer};
use postgres::Cluster;
use rusqlite::Connection;
use serde_json::json;
use store::{PostgresStore, SqliteStore};
use table::TableId;

use crate::played::{file, house, play, run};
use crate::support::{audited, deviates, is_clean, mode, punto, punto_unread, text};

/// Walks the store with the audit's library and returns the first deviation: its place and the expected value, and the
/// log and number of the entry.
fn walked(folder: &Path) -> (String, Option<(u32, i64)>) {
    let (mut walk, mut actual) = (Walk::new(default_tables(), Trust::default()), None);
    let read = SqliteStore::records(&file(folder), &mut |record| {
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
    (format!("{}: {}", deviation.place, deviation.expected), entry)
}

#[test]
fn a_deviation_is_reported() {
    let changed = house(r#"UPDATE event SET body = replace(body, '"stake":20000', '"stake":30000')"#);
    let place = ["--data", text(changed.path())];
    let (status, actual) = audited(&place);
    assert_eq!((status, &actual["clean"], &actual["log"]), (Some(1), &json!(false), &json!(1)), "{actual}");
    let (_, report) = punto(&["audit", place[0], place[1]]).text();
    assert!(report.starts_with(&format!("Deviation: {}\n", actual["place"].as_str().unwrap())), "{report}");
    for (args, status, expected) in [
        (["--key", "12"], 2, "64 hex digits"),
        (["--checkpoint", "no/such/file"], 2, "cannot read a checkpoint from no/such/file"),
        (["--data", "no/such/folder"], 1, "no/such/folder/punto.sqlite"),
    ] {
        punto(&["audit", args[0], args[1]]).failed(status, expected);
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
        let output = punto_unread(&[args, &["--data", text(changed.path())]].concat());
        assert_eq!((output.status, &*output.err), (Some(expected), ""), "{args:?}");
    }
}

/// An exported checkpoint reveals a change even if all digests are recomputed.
#[test]
fn a_checkpoint_kept_elsewhere_is_held_against_the_logs() {
    let folder = house("");
    let place = ["--data", text(folder.path())];
    let audit = is_clean(&place);
    let heads = audit["logs"].as_array().unwrap().iter().map(|log| Head {
        log: TableId(u32::try_from(log["log"].as_u64().unwrap()).unwrap()),
        seq: log["entries"].as_u64().unwrap(),
        digest: log["digest"].as_str().unwrap().parse().unwrap(),
    });
    let signer = Signer::new([7; 32]);
    let (at, previous) = (table::Timestamp(0), Checkpoint::FIRST);
    let right = Checkpoint { day: Day::of(at), at, previous, heads: heads.collect() };
    let (mut wrong, mut longer) = (right.clone(), right.clone());
    wrong.heads[1].digest = right.heads[0].digest;
    longer.heads[2].seq += 1;
    let (key, other) = (journal::Digest(signer.key()).to_string(), "0".repeat(64));
    for (checkpoint, key, deviation) in [
        (&right, &key, None),
        (&wrong, &key, Some(format!("table 1, event {}", right.heads[1].seq))),
        (&longer, &key, Some(format!("table 2, event {}", right.heads[2].seq + 1))),
        (&right, &other, Some("the checkpoint kept elsewhere".to_owned())),
    ] {
        let kept = folder.path().join("kept.txt");
        std::fs::write(&kept, signer.sign(checkpoint).to_string()).unwrap();
        let args = [place[0], place[1], "--checkpoint", text(&kept), "--key", key];
        match deviation {
            Some(deviation) => deviates(&args, "place", &deviation),
            None => drop(is_clean(&args)),
        }
    }
}

#[test]
fn a_checkpoint_is_exported_and_handed_in() {
    let folder = house("");
    let [key, first, second] = ["key", "first.txt", "second.txt"].map(|name| folder.path().join(name));
    let place = ["--data", text(folder.path()), "--audit-key", text(&key)];
    is_clean(&[&place[..], &["--export-checkpoint", text(&first)]].concat());
    assert_eq!(mode(&key), 0o600);
    let next = ["--checkpoint", text(&first), "--export-checkpoint", text(&second)];
    is_clean(&[&place[..], &next].concat());
    let read = |path| std::fs::read_to_string(path).unwrap().parse::<Signed>().unwrap();
    let [first, second] =
        [first, second].map(read).map(|signed| (signed.key, signed.text.parse::<Checkpoint>().unwrap()));
    assert_eq!((second.0, second.1.previous), (first.0, first.1.digest()));
    assert_eq!(second.1.heads, first.1.heads);
}

#[test]
fn a_checkpoint_that_cannot_be_exported_does_not_cost_the_audit() {
    let folder = house("");
    let [kept, bad_key, key, no_folder, a_folder] =
        ["kept.txt", "bad.key", "key", "no/such/file", "folder"].map(|name| folder.path().join(name));
    let export = |output: &Path, key: &Path| {
        let export = ["--export-checkpoint", text(output), "--audit-key", text(key)];
        punto(&[&["audit", "--data", text(folder.path())], &export[..]].concat())
    };
    std::fs::write(&kept, "of yesterday").unwrap();
    std::fs::write(&bad_key, "").unwrap();
    for (output, key, expected) in [(&kept, &bad_key, "the key in "), (&no_folder, &key, "cannot write ")] {
        let refused = export(output, key);
        refused.failed(1, expected);
        assert_eq!(refused.out, "", "nothing was walked");
    }
    std::fs::create_dir(&a_folder).unwrap();
    let refused = export(&a_folder, &key);
    refused.failed(1, "not a regular file");
    assert!(refused.out.contains("No deviation"), "{}", refused.out);
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "of yesterday");
    let mut names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    assert!(names.all(|name| name.extension().is_none_or(|end| end != "part")));
}

#[test]
fn a_house_that_played_is_clean() {
    let folder = house("");
    let audit = is_clean(&["--data", text(folder.path())]);
    assert!(audit["rounds"].as_u64() >= Some(7) && audit["transfers"].as_u64() > Some(30), "{audit}");
    assert_eq!(audit["logs"][0]["log"], 0);
    let entries = &audit["logs"][0]["entries"];
    assert_eq!(
        entries, 7,
        "two sets of house rules, two gifts to guests, an adjustment by one and one by two"
    );
    let (_, report) = punto(&["audit", "--data", text(folder.path())]).text();
    assert!(report.contains("No deviation"), "{report}");
}

/// A kind of event of table 1, and a change to the rows of the first one (`THIS` is their condition).
const EVENTS: &[(&str, &str)] = &[
    ("shoe_opened", "UPDATE event SET body = replace(body, 'punto', 'ponto') WHERE THIS"),
    ("shoe_opened", r#"UPDATE event SET body = replace(body, 'digest":"', 'digest":"0') WHERE THIS"#),
    ("shoe_opened", "UPDATE event SET body = json_remove(body, '$.rules') WHERE THIS"),
    ("cards_burned", r#"UPDATE event SET body = replace(body, 'face_down":', 'face_down":1') WHERE THIS"#),
    ("betting_opened", r#"UPDATE event SET body = replace(body, 'round_no":1', 'round_no":2') WHERE THIS"#),
    ("betting_opened", r#"UPDATE event SET body = replace(body, 'closes_at":1', 'closes_at":2') WHERE THIS"#),
    ("betting_opened", "UPDATE event SET round_no = 9 WHERE THIS"),
    ("betting_opened", "UPDATE event SET at = at - 1000000 WHERE THIS"),
    ("betting_opened", "DELETE FROM event WHERE THIS"),
    (
        "slip_accepted",
        r#"UPDATE event SET body = replace(body, '"stake":1000}', '"stake":1001}') WHERE THIS"#,
    ),
    ("slip_accepted", r#"UPDATE event SET body = replace(body, 'slip_id":"0', 'slip_id":"1') WHERE THIS"#),
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
    ("card_drawn", r#"UPDATE event SET body = '{"type":"card_drawn","card":"XX"}' WHERE THIS"#),
    (
        "card_drawn",
        "UPDATE event SET body = (SELECT max(other.body) FROM event AS other \
         WHERE other.body ->> 'type' = 'card_drawn' AND other.body <> event.body) WHERE THIS",
    ),
    ("round_settled", r#"UPDATE event SET body = replace(body, '"payout":', '"payout":1') WHERE THIS"#),
    ("round_settled", r#"UPDATE event SET body = replace(body, 'revision":1', 'revision":2') WHERE THIS"#),
    ("round_voided", r#"UPDATE event SET body = replace(body, '"amount":2', '"amount":3') WHERE THIS"#),
    ("round_voided", "UPDATE event SET body = replace(body, 'supervisor', 'interrupted') WHERE THIS"),
    ("correction_proposed", "UPDATE event SET body = replace(body, 'video', 'Video') WHERE THIS"),
    ("correction_proposed", r#"UPDATE event SET body = replace(body, '"staked":', '"staked":1') WHERE THIS"#),
    ("correction_proposed", "UPDATE event SET body = json_remove(body, '$.rules') WHERE THIS"),
    (
        "correction_proposed",
        "UPDATE event SET body = json_set(body, '$.rules.assumed', json('true')) WHERE THIS",
    ),
    ("correction_proposed", "DELETE FROM correction WHERE THIS"),
    (
        "round_corrected",
        r#"UPDATE event SET body = replace(body, 'approved_by":2', 'approved_by":1') WHERE THIS"#,
    ),
    ("round_corrected", r#"UPDATE event SET body = replace(body, '"staked":', '"staked":1') WHERE THIS"#),
    (
        "round_corrected",
        "DELETE FROM transfer WHERE THIS AND transfer_no = (SELECT max(transfer_no) FROM transfer WHERE THIS)",
    ),
];

#[test]
fn a_changed_event_is_reported_at_its_place() {
    let folder = house("");
    let conn = Connection::open(file(folder.path())).unwrap();
    let mut missed = Vec::new();
    for (kind, sql) in EVENTS {
        // A round without wagers pays nobody.
        let picked = format!(
            "SELECT min(seq) FROM event WHERE table_id = 1 AND body ->> 'type' = '{kind}'
             AND (body ->> 'type' <> 'round_settled' OR body LIKE '%\"payout\":%')"
        );
        let seq: i64 = conn.query_row(&picked, [], |row| row.get(0)).unwrap();
        let (actual, entry) =
            walked(house(&sql.replace("THIS", &format!("(table_id = 1 AND seq = {seq})"))).path());
        if entry != Some((1, seq)) {
            missed.push(format!("{sql}: {actual}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
}

/// A change elsewhere, and the name of the place that is reported.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "UPDATE event SET at = (SELECT at FROM event WHERE table_id = 2 AND seq = 1) - 5 \
         WHERE table_id = 2 AND seq = 1",
        "table 2, event 1",
    ),
    ("UPDATE house_event SET body = replace(body, 'Ann', 'Eve') WHERE seq = 3", "house event 3"),
    ("UPDATE house_event SET at = at + 1 WHERE seq = 4", "house event 4"),
    ("DELETE FROM transfer WHERE house_seq = 3; DELETE FROM house_event WHERE seq = 3", "house event 3"),
    ("DELETE FROM house_event WHERE seq = 1", "house event 1"),
    ("UPDATE house_event SET body = replace(body, 'put right', 'no reason') WHERE seq = 5", "house event 5"),
    (
        r#"UPDATE house_event SET body = replace(body, '"change":5', '"change":6') WHERE seq = 7"#,
        "house event 7",
    ),
    (r#"UPDATE house_event SET body = replace(body, '"bonus"', '"cash"') WHERE seq = 7"#, "house event 7"),
    // Another sum of the day; an approval by the proposer, by two supervisors, and of another change.
    (
        r#"UPDATE house_event SET body = replace(body, '"bonus":50000', '"bonus":40000') WHERE seq = 7"#,
        "house event 7",
    ),
    (
        r#"UPDATE house_event SET body = replace(body, '"by":2,"role":"manager"', '"by":1,"role":"manager"') WHERE seq = 6"#,
        "house event 6: a step of an adjustment that two persons take",
    ),
    (
        r#"UPDATE house_event SET body = replace(body, '"role":"manager"', '"role":"supervisor"') WHERE seq = 6"#,
        "house event 6: a step of an adjustment that two persons take",
    ),
    (
        r#"UPDATE house_event SET body = replace(body, '"patron":', '"patron":1') WHERE seq = 6"#,
        "house event 6: a step of an adjustment that two persons take",
    ),
    // The text of house rules, and its name.
    (
        r#"UPDATE house_event SET body = replace(body, 'odds = \"0.95\"', 'odds = \"1\"') WHERE seq = 1"#,
        "house event 1",
    ),
    ("UPDATE house_event SET body = replace(body, 'Knows', 'knows') || ' ' WHERE seq = 2", "house event 2"),
    (
        r#"UPDATE house_event SET body = replace(body, '"digest":"', '"digest":"0') WHERE seq = 1"#,
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
    ("DELETE FROM cleared_round", "cleared by patron 2"),
    ("INSERT INTO cleared_round VALUES (1, 1, 1, 1)", "table 1, round 1-1 cleared by patron 1"),
    (
        "UPDATE statement SET staked = staked + 1 WHERE patron_id = 2 AND entry_no = 2",
        "line 2 of the statement of patron 2",
    ),
    (
        "UPDATE statement SET balance = balance + 1 WHERE patron_id = 1 AND entry_no = 3",
        "line 3 of the statement of patron 1",
    ),
    ("UPDATE statement SET at = at + 1 WHERE entry_no = 1", "line 1 of the statement of patron 1"),
    ("DELETE FROM statement WHERE patron_id = 1 AND entry_no = 2", "line 3 of the statement of patron 1"),
    ("DELETE FROM statement WHERE patron_id = 2 AND entry_no > 1", "line 2 of the statement of patron 2"),
    (
        "INSERT INTO statement SELECT patron_id, currency, decimals, entry_no + 1, at, kind, table_id, shoe_no, \
         round_no, revision, 0, 0, 0, 0, 0, balance, owed FROM statement WHERE patron_id = 2 \
         ORDER BY entry_no DESC LIMIT 1",
        "of the statement of patron 2",
    ),
    ("UPDATE turnover SET effective = effective - 1 WHERE spot = 'tie'", "table 1, turnover of tie on"),
    ("UPDATE turnover SET wagers = 0 WHERE NOT corrected", "table 1, turnover of "),
    ("DELETE FROM turnover WHERE spot = 'player' AND corrected", "table 1, turnover of player on"),
    (
        "INSERT INTO turnover SELECT day, 2, spot, currency, decimals, corrected, 1, 1, 1, 1 FROM turnover LIMIT 1",
        "table 2, turnover of ",
    ),
    ("UPDATE transfer SET kind = 'gift' WHERE transfer_no = 1", "what is stored"),
    ("INSERT INTO entity VALUES ('staff', 7, 'eve', 1)", "staff 7"),
    ("INSERT INTO entity_entry VALUES ('staff', 7, 1)", "staff 7"),
    // One entry too many, at the end.
    (
        "INSERT INTO event SELECT table_id, seq + 1, at, shoe_no, round_no, body, hash FROM event \
         WHERE table_id = 2 ORDER BY seq DESC LIMIT 1",
        "table 2, event ",
    ),
];

#[test]
fn a_changed_row_is_reported_by_name() {
    let mut missed = Vec::new();
    for (sql, place) in ELSEWHERE {
        let (actual, _) = walked(house(sql).path());
        let at = actual.split(": ").next().unwrap();
        if !at.contains(place) && !actual.starts_with(place) {
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
    run(play(Arc::new(PostgresStore::connect(&url).unwrap())));
    is_clean(&["--database", &url]);
    let run_freely =
        |sql| cluster.run("punto_0", &format!("SET session_replication_role = replica; {sql}")).unwrap();
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
        // The last change stays.
        ("DELETE FROM event WHERE table_id = 1 AND seq = 2", "", "table 1, event 2"),
    ] {
        run_freely(sql);
        let (status, audit) = audited(&["--database", &url]);
        assert_eq!(status, Some(1), "{sql}: {audit}");
        assert!(audit["place"].as_str().is_some_and(|named| named.contains(place)), "{sql}: {audit}");
        run_freely(undo);
    }
}
