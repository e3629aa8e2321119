//! What is told of a house's books, on a house that really played.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod played;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, OnceLock};

use postgres::Cluster;
use rusqlite::Connection;
use serde_json::Value;
use store::{PostgresStore, SqliteStore};
use tempfile::TempDir;

use played::{play, run};

/// A copy of a house that played, with this SQL done to it.
fn house(sql: &str) -> TempDir {
    static PLAYED: OnceLock<Vec<u8>> = OnceLock::new();
    let file = PLAYED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("punto.sqlite");
        let store = Arc::new(SqliteStore::open(&path).unwrap());
        run(play(store.clone()));
        Arc::into_inner(store).expect("nobody else holds it").close().unwrap();
        std::fs::read(path).unwrap()
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("punto.sqlite");
    std::fs::write(&path, file).unwrap();
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    folder
}

fn punto(command: &str, folder: &Path, more: &[&str]) -> Output {
    let mut punto = Command::new(env!("CARGO_BIN_EXE_punto"));
    punto.arg(command).arg("--data").arg(folder).args(more).output().expect("it runs")
}

fn json(output: &Output) -> (Option<i32>, Value) {
    let said = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}")))
}

/// What it says to people, who have 80 columns.
fn text(output: Output) -> String {
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    text
}

#[test]
fn a_wrong_balance_is_found_and_mended() {
    let tampered = house(
        "UPDATE account SET balance = balance + 1 WHERE kind = 'patron_cash' AND owner = 1;
         DELETE FROM patron_round WHERE patron_id = 2",
    );
    let rebuild = |more: &[&str]| punto("rebuild", tampered.path(), more);
    let (status, checked) = json(&rebuild(&["--check", "--json"]));
    assert_eq!((status, &checked["equal"], &checked["changed"]), (Some(1), &false.into(), &false.into()));
    assert_eq!(checked["first"]["table"], "account");
    let said = text(rebuild(&["--check"]));
    assert!(said.contains("owner 1") && said.contains("Nothing was changed."), "{said}");
    let (status, mended) = json(&rebuild(&["--json"]));
    assert_eq!((status, &mended["changed"]), (Some(0), &true.into()));
    assert_eq!(mended["tables"], checked["tables"]);
    let output = rebuild(&["--check"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(output).ends_with("Everything was stored as it follows from history.\n"));
    assert_eq!(punto("audit", tampered.path(), &[]).status.code(), Some(0));
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
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("in use by another server"), "{said}");
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
}
