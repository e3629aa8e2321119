//! A house moves from one store to the other and back, and continues to play: the move changes nothing.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use house::SystemClock;
use house::ports::Clock as _;
use journal::{Notary, Signer};
use postgres::Cluster;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{PostgresStore, SqliteStore};
use tempfile::TempDir;

use crate::played::{Playing, close, file, open, play, run, slips};
use crate::support::{done, is_clean, mode, punto, punto_in, punto_unread, text};

/// The folder of a house that played and was corrected, with a checkpoint at its end.
fn house() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let notary = Notary::new(store.clone(), Signer::new([7; 32]));
    run(async {
        play(store.clone()).await;
        assert_eq!(notary.sign(SystemClock.now()).await, Ok(true));
    });
    folder
}

/// Exports a store into a new file of this name; returns its bytes.
fn exported(place: [&str; 2], file: &Path) -> Vec<u8> {
    done(&["export", place[0], place[1], text(file)]);
    fs::read(file).unwrap()
}

fn is_sound(place: [&str; 2]) {
    is_clean(&place);
    let rebuilt = done(&["rebuild", "--check", place[0], place[1]]);
    assert_eq!(rebuilt["equal"], json!(true), "{rebuilt}");
}

#[test]
fn a_house_moves_to_the_other_store_and_back_and_plays_on() {
    let (first, files, second) = (house(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let [one, two, three] = ["first", "second", "third"].map(|name| files.path().join(name));
    let data = ["--data", text(second.path())];
    let database = ["--database", url.as_str()];

    let bytes = exported(["--data", text(first.path())], &one);
    let counts = done(&["import", "--database", &url, text(&one)]);
    assert_eq!((&counts["patrons"], &counts["checkpoints"]), (&json!(2), &json!(1)), "{counts}");
    is_sound(database);
    assert_eq!(exported(database, &two), bytes);
    done(&["import", data[0], data[1], text(&two)]);
    is_sound(data);
    assert_eq!(exported(data, &three), bytes);

    for (playing, place) in [
        (Playing::start(Arc::new(PostgresStore::connect(&url).unwrap()), 10_000), database),
        (Playing::start(open(second.path()), 10_000), data),
    ] {
        playing.acknowledged(3);
        playing.stop();
        is_sound(place);
    }
}

#[test]
fn an_export_of_a_running_house_is_a_snapshot() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let playing = Playing::start(open(folder.path()), 1);
    let before = playing.acknowledged(10);
    let export = folder.path().join("house.jsonl");
    let summary = done(&["export", "--data", text(folder.path()), text(&export)]);
    playing.acknowledged(before.len() + 5);
    let all = playing.stop();
    assert_eq!(mode(&export), 0o600);
    let written = fs::read_to_string(&export).unwrap();
    let end: Value = serde_json::from_str(written.lines().last().unwrap()).unwrap();
    assert_eq!(end["end"]["sha256"], summary["sha256"]);

    done(&["import", "--data", text(other.path()), text(&export)]);
    is_sound(["--data", text(other.path())]);
    let kept = slips(|each| SqliteStore::records(&file(other.path()), each));
    assert!(before.is_subset(&kept) && kept.is_subset(&all), "{before:?} {kept:?}");
}

/// The last line of a changed file, as a forger would write it.
fn resealed(text: &str) -> String {
    let (lines, _) = text.trim_end().rsplit_once('\n').unwrap();
    let lines = format!("{lines}\n");
    let sha256 = journal::to_hex(&Sha256::digest(&lines));
    format!("{lines}{}\n", json!({"end": {"lines": lines.lines().count(), "sha256": sha256}}))
}

#[test]
fn an_incomplete_export_is_not_imported_and_leaves_no_files() {
    let (folder, files) = (house(), tempfile::tempdir().unwrap());
    let (export, data) = (files.path().join("house.jsonl"), files.path().join("data"));
    let good = String::from_utf8(exported(["--data", text(folder.path())], &export)).unwrap();
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    let nickname = changed("\\\"nickname\\\":\\\"Ann", "\\\"nickname\\\":\\\"Eve");
    let overdrawn = "moves what its hold does not have";
    for (bad, expected) in [
        (good[..good.len() / 2].to_owned(), "the file is cut off"),
        (changed("Ann", "Eve"), "and the last line names others"),
        (resealed(&nickname), "of log 0 does not follow the one before it"),
        (resealed(&changed("\"kind\":\"hold\"", "\"kind\":\"move\"")), overdrawn),
        (resealed(&changed("\"amount\":10000,", "\"amount\":10001,")), overdrawn),
        ("{}\n".to_owned(), "house.jsonl: line 1"),
    ] {
        fs::write(&export, bad).unwrap();
        for place in [["--data", text(&data)], ["--database", &url]] {
            punto(&["import", place[0], place[1], text(&export)]).failed(1, expected);
        }
        assert!(!file(&data).exists(), "{expected}");
    }
    fs::write(&export, &good).unwrap();
    for place in [["--data", text(&data)], ["--database", &url]] {
        done(&["import", place[0], place[1], text(&export)]);
        punto(&["import", place[0], place[1], text(&export)]).failed(1, "it is not empty");
        is_sound(place);
    }
    punto(&["export", "--data", text(&data), text(&export)]).failed(2, "already exists");
    assert_eq!(fs::read_to_string(&export).unwrap(), good);
    let output = punto(&["export", "--data", text(&data), "-"]);
    assert_eq!(output.out, good, "and to standard output");
}

#[test]
fn a_history_that_is_cut_off_is_a_failure() {
    let folder = house();
    let output = punto_unread(&["export", "-", "--data", text(folder.path())]);
    output.failed(1, "the export to standard output is incomplete");
}

#[test]
fn messages_fit_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    close(open(&folder.path().join("data")));
    let counts = "patrons                 0\nseeds                   0\nentries                 0\n\
                  transfers               0\ncheckpoints             0\ncredentials             0\n\
                  secrets                 0\nbulletins               0\nrecords                 0\n";
    let here = |args: &[&str]| punto_in(folder.path(), args).text();
    let exported = format!("{counts}Exported to house.jsonl. Keep it secret.\n");
    assert_eq!(here(&["export", "house.jsonl"]), (Some(0), exported));
    let imported = format!("{counts}Import complete, all digests verified. Run punto audit next.\n");
    assert_eq!(here(&["import", "--data", "new", "house.jsonl"]), (Some(0), imported));
    let (_, copied) = here(&["backup", "copy"]);
    let bytes = folder.path().join("copy").metadata().unwrap().len();
    let expected = "To verify it, put it in an empty folder as punto.sqlite\nand run punto audit --data on that folder.\n";
    assert_eq!(copied, format!("Copied to copy, {bytes} bytes.\n{expected}"));
}
