//! `punto verify`: its lines, its JSON and its status.

use serde_json::Value;
use tempfile::TempDir;
use verify::testing::{Plan, TestTable, house_key};

use crate::support::{Run, punto};

/// Runs the command with these arguments.
fn verify_files(args: &[&str]) -> Run {
    punto(["verify"].iter().chain(args), "")
}

/// A folder with the file of a shoe that used no beacon, and its path.
fn shoe(change: impl FnOnce(String) -> String) -> (TempDir, String) {
    let mut table = TestTable::new(7, 41, false);
    let played = table.play(&Plan { beacon: false, ..Plan::default() });
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("shoe-41.json");
    std::fs::write(&path, change(table.file(&played).write())).expect("a file");
    let path = path.display().to_string();
    (folder, path)
}

#[test]
fn a_played_shoe_is_verified_line_by_line() {
    let (_folder, path) = shoe(|text| text);
    let key = house_key(1).public().to_string();
    let found = verify_files(&["--key", &key, &path]);
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    assert!(
        found.stdout.starts_with(&format!("{path}: table 7, shoe 41\n  form: ok: version 1, canonical\n"))
    );
    assert!(found.stdout.contains("\n  order: ok: the inputs give the sealed order\n"), "{}", found.stdout);
    assert!(found.stdout.contains("at most 4 choices of the house.\nNobody can check"), "{}", found.stdout);
    // Without a beacon and without wagers, something stays unchecked.
    assert_eq!(verify_files(&["--strict", "--key", &key, &path]).status, 1);
}

#[test]
fn another_card_fails_with_its_place() {
    let (_folder, path) = shoe(|text| {
        let (head, rest) = text.split_once(r"\nfirst ").expect("a burned card");
        let (card, rest) = rest.split_at(2);
        let other = if card == "As" { "Ah" } else { "As" };
        format!(r"{head}\nfirst {other}{rest}")
    });
    let found = verify_files(&["--json", &path]);
    assert_eq!(found.status, 1);
    let json: Value = serde_json::from_str(&found.stdout).expect("JSON");
    let file = &json["files"][0];
    assert_eq!((&file["table"], &file["failed"]), (&7.into(), &true.into()));
    let cards = file["findings"].as_array().expect("findings").iter().find(|it| it["check"] == "cards");
    let cards = cards.expect("a finding for each check");
    assert_eq!((&cards["verdict"], &cards["place"]), (&"failed".into(), &"burn".into()));
}

#[test]
fn a_folder_stands_for_its_files() {
    let (folder, path) = shoe(|text| text);
    std::fs::write(folder.path().join("notes.txt"), "these are no shoes").expect("a file");
    let folder = folder.path().display().to_string();
    let found = verify_files(&[&folder]);
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    assert_eq!(found.stdout, verify_files(&[&path]).stdout);
    let empty = TempDir::new().expect("a folder");
    let refused = verify_files(&[&empty.path().display().to_string()]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("no file whose name ends in .json"), "{}", refused.stderr);
    let refused = verify_files(&["https://house.example/shoe"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("begins with http://"), "{}", refused.stderr);
}

#[test]
fn bad_arguments_and_files_have_their_status() {
    assert_eq!(verify_files(&[]).status, 2);
    assert_eq!(verify_files(&["no-such-file.json"]).status, 2);
    let (_folder, path) = shoe(|text| text);
    let found = verify_files(&["--key", "12", &path]);
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("32 bytes are written as 64 hex digits"), "{}", found.stderr);
    let (_folder, path) = shoe(|_| "{}".to_owned());
    let found = verify_files(&[&path]);
    assert_eq!(found.status, 1);
    assert!(found.stdout.contains("form: FAILED"), "{}", found.stdout);
}
