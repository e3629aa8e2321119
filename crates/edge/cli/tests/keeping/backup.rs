//! Back-ups of a running house: the copy opens, is clean, and has every slip acknowledged before the command.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use postgres::{Cluster, program};
use serde_json::{Value, json};
use store::{PostgresStore, SqliteStore};

use crate::support::{Playing, audited, punto, slips, stderr, text};

/// The number of slips accepted before the back-up, and after it.
const SLIPS: usize = 12;

#[test]
fn a_file_is_copied_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    fs::create_dir(&data).unwrap();
    fs::create_dir(&other).unwrap();
    let store = Arc::new(SqliteStore::open(&data.join("punto.sqlite")).unwrap());
    let playing = Playing::start(store.clone(), 1);
    let before = playing.acknowledged(SLIPS);
    let copy = other.join("punto.sqlite");
    let output = punto(["backup", "--data", text(&data), text(&copy), "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    playing.acknowledged(before.len() + SLIPS);
    let all = playing.stop();

    let done: Value = serde_json::from_slice(&output.stdout).unwrap();
    let metadata = fs::metadata(&copy).unwrap();
    assert_eq!((&done["file"], &done["bytes"]), (&json!(text(&copy)), &json!(metadata.len())));
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    let kept = slips(|each| SqliteStore::records(&copy, each));
    assert!(before.is_subset(&kept) && kept.is_subset(&all), "{before:?} {kept:?}");
    let (status, actual) = audited(&["--data", text(&other)]);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
    let restored = Playing::start(Arc::new(SqliteStore::open(&copy).unwrap()), 10_000);
    restored.acknowledged(3);
    restored.stop();
    let (status, actual) = audited(&["--data", text(&other)]);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
}

#[test]
fn a_back_up_in_vain_leaves_nothing_and_writes_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("copy"));
    let output = punto(["backup", "--data", text(&data), text(&file)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("data/punto.sqlite"), "{}", stderr(&output));
    fs::create_dir(&data).unwrap();
    fs::write(data.join("punto.sqlite"), "a letter and no database, ".repeat(100)).unwrap();
    let output = punto(["backup", "--data", text(&data), text(&file)]);
    assert!(stderr(&output).contains("not a database"), "{}", stderr(&output));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the folder of the data alone");

    fs::write(&file, "mine").unwrap();
    let output = punto(["backup", "--data", text(&data), text(&file)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("already exists"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn a_database_is_dumped_while_it_is_written() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let playing = Playing::start(Arc::new(PostgresStore::connect(&url).unwrap()), 1);
    let before = playing.acknowledged(SLIPS);
    let here = |name: &str| {
        let mut command = Command::new(program(name).unwrap());
        command.arg("--host").arg(cluster.folder()).args(["--username=punto"]).stdin(Stdio::null());
        command
    };
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("dump");
    let mut dumping = here("pg_dump");
    dumping.args(["--dbname=punto_0", "--format=custom", "--file"]).arg(&dump);
    assert!(dumping.status().unwrap().success());
    playing.acknowledged(before.len() + SLIPS);
    let all = playing.stop();

    let restored = cluster.create_database().unwrap();
    let mut restoring = here("pg_restore");
    restoring.args(["--dbname=punto_1", "--exit-on-error", "--single-transaction"]).arg(&dump);
    assert!(restoring.status().unwrap().success());
    let kept = slips(|each| PostgresStore::records(&restored, each));
    assert!(before.is_subset(&kept) && kept.is_subset(&all), "{before:?} {kept:?}");
    let (status, actual) = audited(&["--database", &restored]);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
    let playing = Playing::start(Arc::new(PostgresStore::connect(&restored).unwrap()), 10_000);
    playing.acknowledged(3);
    playing.stop();
    let (status, actual) = audited(&["--database", &restored]);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
}

#[test]
fn a_cluster_is_copied_while_it_is_written() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let playing = Playing::start(Arc::new(PostgresStore::connect(&url).unwrap()), 1);
    let before = playing.acknowledged(SLIPS);
    let copy = cluster.copy().unwrap();
    playing.acknowledged(before.len() + SLIPS);
    let all = playing.stop();
    drop(cluster);

    let restored = copy.url("punto_0");
    let kept = slips(|each| PostgresStore::records(&restored, each));
    assert!(before.is_subset(&kept) && kept.is_subset(&all), "{before:?} {kept:?}");
    let (status, actual) = audited(&["--database", &restored]);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
}
