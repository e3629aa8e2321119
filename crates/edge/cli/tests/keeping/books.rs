//! `rebuild`, `statement` and `report` on a house that was really played.

use std::collections::BTreeMap;
use std::sync::Arc;

use postgres::Cluster;
use rusqlite::Connection;
use serde_json::{Value, json};
use store::PostgresStore;
use tempfile::TempDir;

use crate::played::{file, house, open, play, run, void_for_good};
use crate::support::{self, Printed, is_clean, text};

/// Runs a command on the store in a folder.
fn punto(folder: &TempDir, args: &[&str]) -> Printed {
    support::punto(&[args, &["--data", text(folder.path())]].concat())
}

/// The JSON of a command on the store in a folder, which succeeds.
fn done(folder: &TempDir, args: &[&str]) -> Value {
    support::done(&[args, &["--data", text(folder.path())]].concat())
}

#[test]
fn a_wrong_balance_is_detected_and_repaired() {
    let tampered = house(
        "UPDATE account SET balance = balance + 1 WHERE kind = 'patron_cash' AND owner = 1;
         DELETE FROM patron_round WHERE patron_id = 2",
    );
    let (status, checked) = punto(&tampered, &["rebuild", "--check", "--json"]).json();
    assert_eq!((status, &checked["equal"], &checked["changed"]), (Some(1), &json!(false), &json!(false)));
    assert_eq!(checked["first"]["table"], "account");
    let (_, message) = punto(&tampered, &["rebuild", "--check"]).text();
    assert!(message.contains("owner 1") && message.contains("Nothing was changed."), "{message}");
    let mended = done(&tampered, &["rebuild"]);
    assert_eq!((&mended["changed"], &mended["tables"]), (&json!(true), &checked["tables"]));
    let (status, message) = punto(&tampered, &["rebuild", "--check"]).text();
    assert!(status == Some(0) && message.ends_with("All derived tables match history.\n"), "{message}");
    is_clean(&["--data", text(tampered.path())]);
}

#[test]
fn a_statement_ends_with_the_balance_of_the_wallet() {
    let folder = house("");
    let conn = Connection::open(file(folder.path())).unwrap();
    let sql = "SELECT sum(balance) FROM account WHERE kind IN ('patron_cash', 'patron_bonus') AND owner = ?1";
    for (patron, kinds) in [("1", ["posted", "settled", "corrected"]), ("2", ["posted", "settled", "voided"])]
    {
        let balance: i64 = conn.query_row(sql, [patron], |row| row.get(0)).unwrap();
        let statement = done(&folder, &["statement", "--patron", patron]);
        let lines = statement["lines"].as_array().unwrap();
        let sum: i64 = lines.iter().map(|line| line["change"].as_i64().unwrap()).sum();
        assert_eq!((&statement["currency"], sum), (&json!("PLAY"), balance), "{statement}");
        assert_eq!(lines.last().unwrap()["balance"], balance, "nothing is held any more");
        assert!(kinds.iter().all(|kind| lines.iter().any(|line| line["kind"] == *kind)), "{statement}");
        let last = done(&folder, &["statement", "--patron", patron, "--last", "2"]);
        assert_eq!(last["lines"].as_array().unwrap()[..], lines[lines.len() - 2..]);
    }
    let (_, message) = punto(&folder, &["statement", "--patron", "1"]).text();
    assert!(message.contains("credit") && message.contains("rev. 2-3"), "{message}");
    let (status, statement) = punto(&folder, &["statement", "--patron", "77", "--json"]).json();
    assert_eq!((status, &statement["lines"]), (Some(1), &json!([])));
    let none = punto(&folder, &["statement", "--patron", "77"]).text();
    assert_eq!(none, (Some(1), "There are no entries for patron 77. Check the number.\n".to_owned()));
    punto(&folder, &["statement", "--patron", "1", "--last", "0"]).failed(2, "--last");
}

#[test]
fn a_report_adds_up_to_the_balances_of_the_tables() {
    let folder = house("");
    let report = done(&folder, &["report"]);
    assert_eq!(report["agrees"], true, "{report}");
    let table = &report["tables"][0];
    let spots = table["spots"].as_array().unwrap();
    let result = |line: &Value| figure(&line["house_result"]);
    assert_eq!(spots.iter().map(result).sum::<i64>(), result(&table["total"]));
    assert!(spots.iter().all(|line| line["spot"] == "player" || line["spot"] == "tie"), "{report}");
    let player = spots.iter().find(|line| line["spot"] == "player" && line["corrected"] == false);
    assert!(figure(&player.unwrap()["wagers"]) >= 12, "six rounds of two guests");
    let day = table["day"].as_str().unwrap();
    let tampered = house("UPDATE turnover SET paid = paid + 1 WHERE spot = 'tie'");
    for (folder, args, status, expected) in [
        (&folder, &[][..], 0, [day, "\nThe accounts agree.\n"]),
        (&folder, &["--day", "2001-02-03"], 0, ["No settled wagers.", ""]),
        (&folder, &["--day", day, "--table", "1"], 0, [day, "All spots"]),
        (&folder, &["--table", "9"], 0, ["No settled wagers.", ""]),
        (&tampered, &[], 1, [day, "\nThe accounts do not agree."]),
    ] {
        let (actual, message) = punto(folder, &[&["report"], args].concat()).text();
        assert_eq!(actual, Some(status), "{args:?}");
        assert!(message.starts_with(expected[0]) && message.contains(expected[1]), "{args:?}: {message}");
    }
    punto(&folder, &["report", "--day", "2001-02-30"]).failed(2, "2001-02-30");
    let csv = punto(&folder, &["report", "--from", day, "--until", day, "--csv"]).done();
    let (head, first) = csv.split_once("\r\n").unwrap();
    assert!(head.ends_with("wagers,staked,effective_turnover,paid,house_result"), "{csv}");
    assert!(first.starts_with(&format!("{day},1,PLAY,2,player,false,")), "{csv}");
    let later = punto(&folder, &["report", "--from", "2101-01-01", "--csv"]).done();
    assert_eq!(later.trim_end(), head);
}

/// A sum of a report: a string of digits.
fn figure(value: &Value) -> i64 {
    value.as_str().unwrap().parse().unwrap()
}

/// The figures of each spot in a report, by day, table, spot and whether they are of a correction.
fn sums(report: &Value) -> BTreeMap<[String; 4], [i64; 4]> {
    let mut sums = BTreeMap::new();
    for table in report["tables"].as_array().unwrap() {
        for line in table["spots"].as_array().unwrap() {
            let place = [&table["day"], &table["table"], &line["spot"], &line["corrected"]];
            let figures = ["wagers", "staked", "effective_turnover", "paid"];
            sums.insert(place.map(Value::to_string), figures.map(|key| figure(&line[key])));
        }
    }
    sums
}

#[test]
fn the_reports_of_all_patrons_add_up_to_that_of_the_house() {
    let folder = house("");
    run(void_for_good(folder.path()));
    let mut of_house = sums(&done(&folder, &["report"]));
    let mut together: BTreeMap<_, [i64; 4]> = BTreeMap::new();
    for patron in ["1", "2"] {
        let report = done(&folder, &["report", "--patron", patron]);
        assert_eq!(report["currency"], "PLAY", "{report}");
        let own = sums(&report);
        let effective: i64 = own.values().map(|sums| sums[2]).sum();
        assert_eq!(figure(&report["total"]["effective_turnover"]), effective);
        for (place, own) in own {
            let sum = together.entry(place).or_default();
            *sum = std::array::from_fn(|idx| sum[idx] + own[idx]);
        }
        let statement = done(&folder, &["statement", "--patron", patron]);
        let lines = statement["lines"].as_array().unwrap().iter();
        let lost = lines.map(|line| line["staked"].as_i64().unwrap() - line["paid"].as_i64().unwrap());
        assert_eq!(figure(&report["total"]["house_result"]), lost.sum::<i64>(), "as the statement has it");
    }
    together.retain(|_, sum| *sum != [0; 4]);
    of_house.retain(|_, sum| *sum != [0; 4]);
    assert_eq!(together, of_house);
    assert!(
        together.keys().any(|[.., corrected]| corrected == "true"),
        "a round is void since it was settled"
    );

    let (_, message) = punto(&folder, &["report", "--patron", "1"]).text();
    assert!(message.starts_with("Patron 1\n\n") && message.contains("\n* Player"), "{message}");
    assert!(message.lines().last().unwrap().starts_with("Patron 1, PLAY"), "{message}");
    let none = done(&folder, &["report", "--patron", "1", "--day", "2001-02-03"]);
    assert_eq!((&none["tables"], &none["total"]["wagers"]), (&json!([]), &json!("0")));
    let (status, report) = punto(&folder, &["report", "--patron", "77", "--json"]).json();
    assert_eq!((status, &report["total"]), (Some(1), &Value::Null));
    let unknown = punto(&folder, &["report", "--patron", "77"]).text();
    assert_eq!(unknown, (Some(1), "There is no patron 77. Check the number.\n".to_owned()));
}

#[test]
fn a_folder_without_a_house_or_with_a_server_is_refused() {
    let empty = tempfile::tempdir().unwrap();
    punto(&empty, &["rebuild"]).failed(1, "punto.sqlite");
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0, "nothing is made");
    let folder = house("");
    let _open = open(folder.path());
    punto(&folder, &["rebuild"]).failed(1, "in use by another server");
}

#[test]
fn a_database_is_rebuilt_alike() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    run(play(Arc::new(PostgresStore::connect(&url).unwrap())));
    let rebuild = |more: &[&str]| support::punto(&[&["rebuild", "--database", &url], more].concat()).status;
    assert_eq!(rebuild(&["--check"]), Some(0));
    cluster.run("punto_0", "DELETE FROM round; UPDATE account SET balance = 0 WHERE balance > 0").unwrap();
    assert_eq!([&["--check"][..], &[], &["--check"]].map(rebuild), [Some(1), Some(0), Some(0)]);
    for args in [&["report"][..], &["report", "--patron", "1"], &["statement", "--patron", "1"]] {
        let books = support::done(&[args, &["--database", &url]].concat());
        let is_full = books["tables"][0]["total"].is_object() || books["lines"][0]["kind"] == "posted";
        assert!(is_full, "{books}");
    }
}
