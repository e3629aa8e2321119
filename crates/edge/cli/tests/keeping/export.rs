//! A house moves from one store to the other and back, and continues to play: the move changes nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use house::SystemClock;
use house::ports::Clock as _;
use journal::{Notary, Signer};
use postgres::Cluster;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{PostgresStore, SqliteStore};
use tempfile::TempDir;

use crate::played::{play, run};
use crate::support::{Playing, audited, punto, slips, stderr, text};

/// The folder of a house that played and was corrected, with a checkpoint at its end.
fn house() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(&folder.path().join("punto.sqlite")).unwrap());
    let notary = Notary::new(store.clone(), Signer::new([7; 32]));
    run(async {
        play(store.clone()).await;
        assert_eq!(notary.sign(SystemClock.now()).await, Ok(true));
    });
    folder
}

fn done(args: &[&str]) -> Value {
    let output = punto(args.iter().copied().chain(["--json"]));
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exports a store into a new file of this name; returns its bytes.
fn exported(place: [&str; 2], file: &Path) -> Vec<u8> {
    done(&["export", place[0], place[1], text(file)]);
    fs::read(file).unwrap()
}

fn is_sound(place: [&str; 2]) {
    let (status, actual) = audited(&place);
    assert_eq!((status, &actual["clean"]), (Some(0), &json!(true)), "{actual}");
    let rebuilt = done(&["rebuild", "--check", place[0], place[1]]);
    assert_eq!(rebuilt["equal"], json!(true), "{rebuilt}");
}

#[test]
fn a_house_moves_to_the_other_store_and_back_and_plays_on() {
    let (first, files, second) = (house(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let file = |name: &str| files.path().join(name);
    let (first, second) = (["--data", text(first.path())], ["--data", text(second.path())]);
    let database = ["--database", url.as_str()];

    let bytes = exported(first, &file("first"));
    let counts = done(&["import", "--database", &url, text(&file("first"))]);
    assert_eq!((&counts["patrons"], &counts["checkpoints"]), (&json!(2), &json!(1)), "{counts}");
    is_sound(database);
    assert_eq!(exported(database, &file("second")), bytes);
    done(&["import", second[0], second[1], text(&file("second"))]);
    is_sound(second);
    assert_eq!(exported(second, &file("third")), bytes);

    let file_store = SqliteStore::open(&Path::new(second[1]).join("punto.sqlite")).unwrap();
    for (playing, place) in [
        (Playing::start(Arc::new(PostgresStore::connect(&url).unwrap()), 10_000), database),
        (Playing::start(Arc::new(file_store), 10_000), second),
    ] {
        playing.acknowledged(3);
        playing.stop();
        is_sound(place);
    }
}

#[test]
fn an_export_of_a_running_house_is_a_snapshot() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Arc::new(SqliteStore::open(&folder.path().join("punto.sqlite")).unwrap());
    let playing = Playing::start(store, 1);
    let before = playing.acknowledged(10);
    let file = folder.path().join("house.jsonl");
    let summary = done(&["export", "--data", text(folder.path()), text(&file)]);
    playing.acknowledged(before.len() + 5);
    let all = playing.stop();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let written = fs::read_to_string(&file).unwrap();
    let end: Value = serde_json::from_str(written.lines().last().unwrap()).unwrap();
    assert_eq!(end["end"]["sha256"], summary["sha256"]);

    done(&["import", "--data", text(other.path()), text(&file)]);
    is_sound(["--data", text(other.path())]);
    let kept = slips(|each| SqliteStore::records(&other.path().join("punto.sqlite"), each));
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
    let file = files.path().join("house.jsonl");
    let good = String::from_utf8(exported(["--data", text(folder.path())], &file)).unwrap();
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let data = files.path().join("data");
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    for (bad, expected) in [
        (good[..good.len() / 2].to_owned(), "the file is cut off"),
        (changed("Ann", "Eve"), "and the last line names others"),
        (
            resealed(&changed("\\\"nickname\\\":\\\"Ann", "\\\"nickname\\\":\\\"Eve")),
            "of log 0 does not follow the one before it",
        ),
        (resealed(&changed("\"kind\":\"hold\"", "\"kind\":\"move\"")), "moves what its hold does not have"),
        (resealed(&changed("\"amount\":10000,", "\"amount\":10001,")), "moves what its hold does not have"),
        ("{}\n".to_owned(), "house.jsonl: line 1"),
    ] {
        fs::write(&file, bad).unwrap();
        for place in [["--data", text(&data)], ["--database", &url]] {
            let output = punto(["import", place[0], place[1], text(&file)]);
            assert_eq!(output.status.code(), Some(1), "{expected}");
            assert!(stderr(&output).contains(expected), "{expected}: {}", stderr(&output));
        }
        assert!(!data.join("punto.sqlite").exists(), "{expected}");
    }
    fs::write(&file, &good).unwrap();
    for place in [["--data", text(&data)], ["--database", &url]] {
        done(&["import", place[0], place[1], text(&file)]);
        let output = punto(["import", place[0], place[1], text(&file)]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("it is not empty"), "{}", stderr(&output));
        is_sound(place);
    }
    let output = punto(["export", "--data", text(&data), text(&file)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("already exists"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&file).unwrap(), good);
    let output = punto(["export", "--data", text(&data), "-"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), good, "and to standard output");
}

#[test]
fn a_history_that_is_cut_off_is_a_failure() {
    let folder = house();
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(["export", "-", "--data", text(folder.path())]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the export to standard output is incomplete"), "{}", stderr(&output));
}

#[test]
fn messages_fit_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    SqliteStore::open(&data.join("punto.sqlite")).unwrap().close().unwrap();
    let here = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        let output = command.args(args).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let counts = "patrons                 0\nseeds                   0\nentries                 0\n\
                  transfers               0\ncheckpoints             0\n";
    let exported = here(&["export", "house.jsonl"]);
    assert_eq!(exported, format!("{counts}Exported to house.jsonl. Keep it secret.\n"));
    let imported = here(&["import", "--data", "new", "house.jsonl"]);
    assert_eq!(imported, format!("{counts}Import complete, all digests verified. Run punto audit next.\n"));
    let copied = here(&["backup", "copy"]);
    let bytes = fs::metadata(folder.path().join("copy")).unwrap().len();
    assert_eq!(
        copied,
        format!(
            "Copied to copy, {bytes} bytes.\nTo verify it, put it in an empty folder as punto.sqlite\n\
             and run punto audit --data on that folder.\n"
        )
    );
    for text in [exported, imported, copied] {
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
