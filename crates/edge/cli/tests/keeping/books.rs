//! `rebuild`, `statement` and `report` on a house that was really played.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use postgres::Cluster;
use rusqlite::Connection;
use serde_json::Value;
use store::{PostgresStore, SqliteStore};

use crate::played::{house, play, run, void_for_good};

fn punto(command: &str, folder: &Path, more: &[&str]) -> Output {
    let mut punto = Command::new(env!("CARGO_BIN_EXE_punto"));
    punto.arg(command).arg("--data").arg(folder).args(more).output().expect("it runs")
}

fn json(output: &Output) -> (Option<i32>, Value) {
    let message = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}")))
}

/// The standard output, checked for 80 columns.
fn text(output: Output) -> String {
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    text
}

#[test]
fn a_wrong_balance_is_detected_and_repaired() {
    let tampered = house(
        "UPDATE account SET balance = balance + 1 WHERE kind = 'patron_cash' AND owner = 1;
         DELETE FROM patron_round WHERE patron_id = 2",
    );
    let rebuild = |more: &[&str]| punto("rebuild", tampered.path(), more);
    let (status, checked) = json(&rebuild(&["--check", "--json"]));
    assert_eq!((status, &checked["equal"], &checked["changed"]), (Some(1), &false.into(), &false.into()));
    assert_eq!(checked["first"]["table"], "account");
    let message = text(rebuild(&["--check"]));
    assert!(message.contains("owner 1") && message.contains("Nothing was changed."), "{message}");
    let (status, mended) = json(&rebuild(&["--json"]));
    assert_eq!((status, &mended["changed"]), (Some(0), &true.into()));
    assert_eq!(mended["tables"], checked["tables"]);
    let output = rebuild(&["--check"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(output).ends_with("All derived tables match history.\n"));
    assert_eq!(punto("audit", tampered.path(), &[]).status.code(), Some(0));
}

#[test]
fn a_statement_ends_with_the_balance_of_the_wallet() {
    let folder = house("");
    let statement = |patron: &str, more: &[&str]| {
        punto("statement", folder.path(), &[&["--patron", patron], more].concat())
    };
    let conn = Connection::open(folder.path().join("punto.sqlite")).unwrap();
    let has = |patron: u32| {
        let sql =
            "SELECT sum(balance) FROM account WHERE kind IN ('patron_cash', 'patron_bonus') AND owner = ?1";
        conn.query_row(sql, [patron], |row| row.get::<_, i64>(0)).unwrap()
    };
    for (patron, kinds) in [(1, ["posted", "settled", "corrected"]), (2, ["posted", "settled", "voided"])] {
        let (status, report) = json(&statement(&patron.to_string(), &["--json"]));
        assert_eq!((status, &report["currency"]), (Some(0), &"PLAY".into()));
        let lines = report["lines"].as_array().unwrap();
        assert_eq!(lines.last().unwrap()["balance"], has(patron), "nothing is held any more");
        let sum: i64 = lines.iter().map(|line| line["change"].as_i64().unwrap()).sum();
        assert_eq!(sum, has(patron));
        assert!(kinds.iter().all(|kind| lines.iter().any(|line| line["kind"] == *kind)), "{report}");
        let last = json(&statement(&patron.to_string(), &["--json", "--last", "2"])).1;
        assert_eq!(last["lines"].as_array().unwrap()[..], lines[lines.len() - 2..]);
    }
    let message = text(statement("1", &[]));
    assert!(message.contains("credit") && message.contains("rev. 2-3"), "{message}");
    let (status, report) = json(&statement("77", &["--json"]));
    assert_eq!((status, &report["lines"]), (Some(1), &Value::Array(Vec::new())));
    let message = text(statement("77", &[]));
    assert_eq!(message, "There are no entries for patron 77. Check the number.\n");
    let none = statement("1", &["--last", "0"]);
    assert_eq!(none.status.code(), Some(2), "that is no number of lines");
}

#[test]
fn a_report_adds_up_to_the_balances_of_the_tables() {
    let folder = house("");
    let (status, report) = json(&punto("report", folder.path(), &["--json"]));
    assert_eq!((status, &report["agrees"]), (Some(0), &true.into()), "{report}");
    let table = &report["tables"][0];
    let spots = table["spots"].as_array().unwrap();
    let result = |line: &Value| line["house_result"].as_i64().unwrap();
    assert_eq!(spots.iter().map(result).sum::<i64>(), result(&table["total"]));
    assert!(spots.iter().all(|line| line["spot"] == "player" || line["spot"] == "tie"), "{report}");
    let player = spots.iter().find(|line| line["spot"] == "player" && line["corrected"] == false);
    assert!(player.unwrap()["wagers"].as_i64() >= Some(12), "six rounds of two guests");
    let (day, message) = (table["day"].as_str().unwrap(), text(punto("report", folder.path(), &[])));
    assert!(message.starts_with(day) && message.ends_with("The accounts agree.\n"), "{message}");
    for (args, status, expected) in [
        (&["--day", "2001-02-03"][..], 0, "No settled wagers."),
        (&["--day", day, "--table", "1"], 0, "All spots"),
        (&["--table", "9"], 0, "No settled wagers."),
    ] {
        let output = punto("report", folder.path(), args);
        assert_eq!(output.status.code(), Some(status));
        let message = text(output);
        assert!(message.contains(expected), "{message}");
    }
    let output = punto("report", folder.path(), &["--day", "2001-02-30"]);
    assert_eq!(output.status.code(), Some(2));
    let tampered = house("UPDATE turnover SET paid = paid + 1 WHERE spot = 'tie'");
    let output = punto("report", tampered.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(output).contains("The accounts do not agree."));
}

/// The figures of each spot in a report, by day, table, spot and whether they are of a correction.
fn sums(report: &Value) -> BTreeMap<(String, u64, String, bool), [i64; 4]> {
    let mut sums = BTreeMap::new();
    for table in report["tables"].as_array().unwrap() {
        for line in table["spots"].as_array().unwrap() {
            let place = (table["day"].as_str().unwrap().to_owned(), table["table"].as_u64().unwrap());
            let spot = (line["spot"].as_str().unwrap().to_owned(), line["corrected"].as_bool().unwrap());
            let figures = ["wagers", "staked", "effective_turnover", "paid"];
            sums.insert((place.0, place.1, spot.0, spot.1), figures.map(|key| line[key].as_i64().unwrap()));
        }
    }
    sums
}

#[test]
fn the_reports_of_all_patrons_add_up_to_that_of_the_house() {
    let folder = house("");
    run(void_for_good(folder.path()));
    let run_report = |more: &[&str]| punto("report", folder.path(), more);
    let house = sums(&json(&run_report(&["--json"])).1);
    let mut together: BTreeMap<_, [i64; 4]> = BTreeMap::new();
    for patron in ["1", "2"] {
        let (status, report) = json(&run_report(&["--patron", patron, "--json"]));
        assert_eq!((status, &report["currency"]), (Some(0), &"PLAY".into()), "{report}");
        let mut total = 0;
        for (place, own) in sums(&report) {
            let sum = together.entry(place).or_default();
            *sum = std::array::from_fn(|idx| sum[idx] + own[idx]);
            total += own[2];
        }
        assert_eq!(report["total"]["effective_turnover"], total);
        let lines = json(&punto("statement", folder.path(), &["--patron", patron, "--json"])).1;
        let lines = lines["lines"].as_array().unwrap();
        let won = |line: &Value| line["paid"].as_i64().unwrap() - line["staked"].as_i64().unwrap();
        let lost: i64 = lines.iter().map(|line| -won(line)).sum();
        assert_eq!(report["total"]["house_result"], lost, "as the statement has it");
    }
    together.retain(|_, sum| *sum != [0; 4]);
    assert_eq!(together, house.into_iter().filter(|(_, sum)| *sum != [0; 4]).collect());

    assert!(together.keys().any(|(.., corrected)| *corrected), "a round is void since it was settled");

    let message = text(run_report(&["--patron", "1"]));
    assert!(message.starts_with("Patron 1\n\n") && message.contains("\n* Player"), "{message}");
    assert!(message.lines().last().unwrap().starts_with("Patron 1, PLAY"), "{message}");
    let none = run_report(&["--patron", "1", "--day", "2001-02-03", "--json"]);
    let (status, report) = json(&none);
    assert_eq!(
        (status, &report["tables"], &report["total"]["wagers"]),
        (Some(0), &Value::Array(vec![]), &0.into())
    );
    let (status, report) = json(&run_report(&["--patron", "77", "--json"]));
    assert_eq!((status, &report["total"]), (Some(1), &Value::Null));
    let message = text(run_report(&["--patron", "77"]));
    assert_eq!(message, "There is no patron 77. Check the number.\n");
}

#[test]
fn a_folder_without_a_house_or_with_a_server_is_refused() {
    let empty = tempfile::tempdir().unwrap();
    let output = punto("rebuild", empty.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0, "nothing is made");
    let folder = house("");
    let _open = SqliteStore::open(&folder.path().join("punto.sqlite")).unwrap();
    let output = punto("rebuild", folder.path(), &[]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(message.contains("in use by another server"), "{message}");
}

#[test]
fn a_database_is_rebuilt_alike() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let store = Arc::new(PostgresStore::connect(&url).unwrap());
    run(play(store.clone()));
    drop(store);
    let rebuild = |more: &[&str]| {
        let mut punto = Command::new(env!("CARGO_BIN_EXE_punto"));
        punto.args(["rebuild", "--database", &url]).args(more).output().expect("it runs")
    };
    assert_eq!(rebuild(&["--check"]).status.code(), Some(0));
    cluster.run("punto_0", "DELETE FROM round; UPDATE account SET balance = 0 WHERE balance > 0").unwrap();
    assert_eq!(rebuild(&["--check"]).status.code(), Some(1));
    assert_eq!(rebuild(&[]).status.code(), Some(0));
    assert_eq!(rebuild(&["--check"]).status.code(), Some(0));
    for args in [&["report"][..], &["report", "--patron", "1"], &["statement", "--patron", "1"]] {
        let mut punto = Command::new(env!("CARGO_BIN_EXE_punto"));
        let (status, report) = json(&punto.args(args).args(["--json", "--database", &url]).output().unwrap());
        assert_eq!(status, Some(0), "{report}");
        assert!(
            report["tables"][0]["total"].is_object() || report["lines"][0]["kind"] == "posted",
            "{report}"
        );
    }
}
