//! Back-ups of a running house: the copy opens, is clean, and has every slip acknowledged before the command.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;

use house::ports::Store;
use postgres::{Cluster, program};
use serde_json::json;
use store::{PostgresStore, SqliteStore};

use crate::played::{Playing, file, open, slips};
use crate::support::{done, is_clean, mode, punto, text};

/// The number of slips accepted before the back-up, and after it.
const SLIPS: usize = 12;

/// Plays on a store and copies it meanwhile; returns the copy, the slips before it, and all slips.
fn copied<T>(store: Arc<dyn Store>, copy: impl FnOnce() -> T) -> (T, [BTreeSet<u128>; 2]) {
    let playing = Playing::start(store, 1);
    let before = playing.acknowledged(SLIPS);
    let copy = copy();
    playing.acknowledged(before.len() + SLIPS);
    (copy, [before, playing.stop()])
}

/// Expects a copy to have all slips acknowledged before it.
fn is_snapshot(kept: &BTreeSet<u128>, [before, all]: &[BTreeSet<u128>; 2]) {
    assert!(before.is_subset(kept) && kept.is_subset(all), "{before:?} {kept:?}");
}

/// Plays some more rounds on a restored store.
fn plays_on(store: Arc<dyn Store>) {
    let playing = Playing::start(store, 10_000);
    playing.acknowledged(3);
    playing.stop();
}

#[test]
fn a_file_is_copied_while_it_is_written() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = file(other.path());
    let backup = || done(&["backup", "--data", text(folder.path()), text(&copy)]);
    let (report, accepted) = copied(open(folder.path()), backup);
    assert_eq!(report, json!({"file": text(&copy), "bytes": copy.metadata().unwrap().len()}));
    assert_eq!(mode(&copy), 0o600);
    is_snapshot(&slips(|each| SqliteStore::records(&copy, each)), &accepted);
    is_clean(&["--data", text(other.path())]);
    plays_on(open(other.path()));
    is_clean(&["--data", text(other.path())]);
}

#[test]
fn a_back_up_in_vain_leaves_nothing_and_writes_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let backup = || punto(&["backup", "--data", text(&data), text(&copy)]);
    backup().failed(1, "data/punto.sqlite");
    fs::create_dir(&data).unwrap();
    fs::write(file(&data), "a letter and no database, ".repeat(100)).unwrap();
    backup().failed(1, "not a database");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the folder of the data alone");

    fs::write(&copy, "mine").unwrap();
    backup().failed(2, "already exists");
    assert_eq!(fs::read_to_string(&copy).unwrap(), "mine");
}

#[test]
fn a_database_is_dumped_while_it_is_written() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("dump");
    let here = |name: &str, args: &[&str]| {
        let mut command = Command::new(program(name).unwrap());
        command.arg("--host").arg(cluster.folder()).arg("--username=punto").args(args).stdin(Stdio::null());
        assert!(command.status().unwrap().success(), "{name}");
    };
    let dumping = || here("pg_dump", &["--dbname=punto_0", "--format=custom", "--file", text(&dump)]);
    let ((), accepted) = copied(Arc::new(PostgresStore::connect(&url).unwrap()), dumping);

    let restored = cluster.create_database().unwrap();
    here("pg_restore", &["--dbname=punto_1", "--exit-on-error", "--single-transaction", text(&dump)]);
    is_snapshot(&slips(|each| PostgresStore::records(&restored, each)), &accepted);
    is_clean(&["--database", &restored]);
    plays_on(Arc::new(PostgresStore::connect(&restored).unwrap()));
    is_clean(&["--database", &restored]);
}

#[test]
fn a_cluster_is_copied_while_it_is_written() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let store = Arc::new(PostgresStore::connect(&url).unwrap());
    let (copy, accepted) = copied(store, || cluster.copy().unwrap());
    drop(cluster);
    let restored = copy.url("punto_0");
    is_snapshot(&slips(|each| PostgresStore::records(&restored, each)), &accepted);
    is_clean(&["--database", &restored]);
}
