//! A store that is restored from a back-up after the house dealt on: the server notices, and what it does about it is
//! public.

use std::fs;
use std::path::Path;

use postgres::Cluster;
use serde_json::Value;

use crate::proofs::{QUICK, TABLES, file, verified};
use crate::support::{Serving, is_clean, punto, text};

/// How many bulletins a proof file has.
fn length(read: &Value) -> usize {
    read["bulletins"].as_array().map_or(0, Vec::len)
}

/// Deals from a store, backs it up, deals on, and serves what `restore` makes of the back-up under `restored`. Who saw
/// a round after the back-up can show that the house dealt its number twice.
fn deals_again(
    folder: &Path,
    place: &[&str],
    (back_up, restore): (impl FnOnce(), impl FnOnce()),
    (restored, audited): (&[&str], &[&str]),
) {
    let path = |name: &str| folder.join(name);
    fs::write(path("tables.toml"), TABLES).unwrap();
    let tables = path("tables.toml");
    let start = |place: &[&str], more: &[&str]| {
        Serving::start(&[place, &["--tables", text(&tables)], &QUICK[..], more].concat())
    };
    let serving = start(place, &[]);
    let key = serving.key.clone().unwrap();
    file(&serving, 1, |read| read["shown"].as_array().is_some_and(|shown| shown.len() > 8));
    serving.stop();
    back_up();
    let serving = start(place, &[]);
    let then = length(&serde_json::from_str(&file(&serving, 1, |_| true)).unwrap());
    let [seen, first, next] = ["seen.json", "first.json", "next.json"].map(path);
    fs::write(&seen, file(&serving, 1, |read| length(read) > then + 6)).unwrap();
    let copies = path("heads.jsonl");
    let witness = |serving: &Serving| punto(&["witness", &serving.url(), text(&copies), "--key", &key]);
    let first_seen = witness(&serving).done();
    assert!(first_seen.starts_with("table 1: ok: seen for the first time, at no "), "{first_seen}");
    serving.stop();
    restore();

    let listen = ["serve", "--listen", "127.0.0.1:0", "--tables", text(&tables)];
    punto(&[&listen, restored].concat()).failed(1, "start once with --restored");
    let serving = start(restored, &["--restored"]);
    let given_up = |read: &Value| read["bulletins"].to_string().contains("abandoned restored");
    fs::write(&first, file(&serving, 1, given_up)).unwrap();
    assert!(verified(&key, &[&first]).contains("order: ok"));
    file(&serving, 2, given_up);
    let differs = witness(&serving);
    assert_eq!(differs.status, Some(1), "{}", differs.out);
    assert!(
        differs.out.starts_with("table 1: FAILED: ") && differs.out.contains("keep both"),
        "{}",
        differs.out
    );
    assert_eq!(fs::read_to_string(&copies).unwrap().lines().count(), 1, "what was seen before stays alone");
    assert!(fs::read_to_string(path("heads.jsonl.differs")).unwrap().contains("punto heads 1"));
    fs::write(&next, file(&serving, 3, |read| read["shown"].as_array().is_some())).unwrap();
    verified(&key, &[&next]);
    serving.stop();
    let forked = punto(&["verify", "--key", &key, text(&seen), text(&first)]);
    assert_eq!(forked.status, Some(1), "{}", forked.out);
    assert!(forked.out.contains("fork: FAILED"), "{}", forked.out);
    is_clean(&[audited, &["--key", &key]].concat());
    start(restored, &[]).stop();
}

#[test]
fn a_restored_file_is_refused_until_its_shoes_are_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let place = ["--data", text(&data)];
    let back_up = || _ = punto(&["backup", place[0], place[1], text(&copy)]).done();
    let restore = || {
        for name in ["punto.sqlite-wal", "punto.sqlite-shm"] {
            // A server that stopped in order has removed them.
            let _ = fs::remove_file(data.join(name));
        }
        fs::copy(&copy, data.join("punto.sqlite")).unwrap();
    };
    deals_again(folder.path(), &place, (back_up, restore), (&place, &place));
}

#[test]
fn a_restored_database_is_refused_until_its_shoes_are_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start().unwrap();
    let (url, copy) = (cluster.create_database().unwrap(), cluster.url("copy"));
    let database = url.rsplit('/').next().unwrap().to_owned();
    let key = folder.path().join("audit.key");
    let place = |url| ["--database", url, "--audit-key", text(&key)];
    let back_up = || {
        cluster.run("postgres", &format!("CREATE DATABASE copy TEMPLATE {database}")).unwrap();
    };
    let (before, after) = (place(&url), place(&copy));
    deals_again(folder.path(), &before, (back_up, || {}), (&after, &after[..2]));
}
