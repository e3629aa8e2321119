//! Shoes of a running server as an outsider checks them: with `punto verify`, and with the second verifier under Node.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Serving, is_clean, mode, punto, text};

/// A table whose shoes are short.
pub(crate) const TABLES: &str = "[[table]]\nid = 1\nname = \"Garden\"\nrules = \"gold-card\"\n";

/// Rounds that are quick.
pub(crate) const QUICK: [&str; 4] = ["--shuffle-ms=0", "--betting-ms=20", "--card-ms=0", "--result-ms=0"];

/// The proof file of a shoe, once it is like this.
pub(crate) fn file(serving: &Serving, shoe_no: u32, like: impl Fn(&Value) -> bool) -> String {
    loop {
        let text = serving.get(&format!("/api/v1/proofs/tables/1/shoes/{shoe_no}"));
        let read: Value = serde_json::from_str(&text).unwrap();
        if read["format"] == "punto-shoe-proof" && like(&read) {
            return text;
        }
    }
}

/// What both verifiers say of these files, which is the same but for what the second one leaves unchecked.
pub(crate) fn verified(key: &str, files: &[&Path]) -> String {
    let files: Vec<&str> = files.iter().map(|path| text(path)).collect();
    let first = punto(&[&["verify", "--key", key], &files[..]].concat()).done();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/verify/verify.mjs");
    let second = Command::new("node").arg(script).args(["--key", key]).args(&files).output().unwrap();
    let said = String::from_utf8(second.stdout).unwrap();
    assert!(second.status.success(), "{said}{}", String::from_utf8_lossy(&second.stderr));
    assert!(said.contains("root: ok") && !said.contains("FAILED"), "{said}");
    first
}

#[test]
fn shoes_of_a_running_server_pass_both_verifiers() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (data, tables) = (path("data"), path("tables.toml"));
    fs::write(&tables, TABLES).unwrap();
    let place = ["--data", text(&data), "--tables", text(&tables)];
    let serving = Serving::start(&[&place[..], &QUICK].concat());
    let key = serving.get_json("/api/v1/proofs/key")["key"].as_str().unwrap().to_owned();
    assert_eq!(serving.key.as_ref(), Some(&key), "the key of checkpoints signs bulletins");
    assert_eq!(mode(&data.join("shoe.key")), 0o600);
    let unknown = serving.get_json("/api/v1/proofs/tables/1/shoes/77");
    assert_eq!(unknown["error"]["code"], "unknown_shoe", "{unknown}");

    let [open, played, next] = ["open.json", "played.json", "next.json"].map(path);
    let in_play = |read: &Value| read["shown"].as_array().is_some_and(|shown| shown.len() > 8);
    fs::write(&open, file(&serving, 1, in_play)).unwrap();
    let said = verified(&key, &[&open]);
    assert!(said.contains("cards: ok") && said.contains("order: not checked"), "{said}");
    fs::write(&played, file(&serving, 1, |read| read["secret"].is_string())).unwrap();
    fs::write(&next, file(&serving, 2, in_play)).unwrap();
    let said = verified(&key, &[&played]);
    assert!(said.contains("order: ok") && said.contains("end: ok"), "{said}");
    punto(&["verify", "--key", &key, text(&played), text(&next)]).done();

    let listed = serving.get_json("/api/v1/proofs/tables/1/bulletins?limit=2");
    assert_eq!((listed["bulletins"].as_array().unwrap().len(), &listed["next_from"]), (2, &3.into()));
    let heads = serving.get_json("/api/v1/proofs/heads");
    assert!(heads["text"].as_str().unwrap().starts_with("punto heads 1\nhouse "), "{heads}");
    serving.stop();
    is_clean(&[place[0], place[1], "--key", &key]);
    is_clean(&[place[0], place[1], "--key", &key, "--shoe-key", text(&data.join("shoe.key"))]);
}

/// What both verifiers say FAILED of a file.
fn failing(key: &str, file: &Path) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/verify/verify.mjs");
    let second = Command::new("node").arg(script).args(["--key", key, text(file)]).output().unwrap();
    let first = punto(&["verify", "--key", key, text(file)]).out;
    let [first, second] = [first, String::from_utf8(second.stdout).unwrap()].map(|said| {
        let failed = said.lines().filter(|line| line.contains("FAILED"));
        failed.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(first, second);
    first
}

#[test]
fn a_server_whose_shoe_key_is_lost_starts_when_it_is_said_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (data, tables) = (path("data"), path("tables.toml"));
    fs::write(&tables, TABLES).unwrap();
    let place = ["--data", text(&data), "--tables", text(&tables)];
    let serving = Serving::start(&[&place[..], &QUICK].concat());
    let key = serving.key.clone().unwrap();
    let in_play = |read: &Value| read["shown"].as_array().is_some_and(|shown| shown.len() > 8);
    file(&serving, 1, in_play);
    serving.stop();

    fs::remove_file(data.join("shoe.key")).unwrap();
    let refused = punto(&[&["serve", "--listen", "127.0.0.1:0"], &place[..]].concat());
    refused.failed(1, "start once with --shoe-key-lost");
    let serving = Serving::start(&[&place[..], &QUICK, &["--shoe-key-lost"]].concat());
    let lost = path("lost.json");
    let over = |read: &Value| read["bulletins"].to_string().contains("abandoned key_lost");
    for shoe_no in [1, 2] {
        fs::write(&lost, file(&serving, shoe_no, over)).unwrap();
        let [commitment] = &failing(&key, &lost)[..] else { panic!("one check fails") };
        assert!(commitment.contains("the secret was never shown"), "{commitment}");
    }
    let next = path("next.json");
    fs::write(&next, file(&serving, 3, in_play)).unwrap();
    verified(&key, &[&next]);
    serving.stop();
    is_clean(&[place[0], place[1], "--key", &key]);
    is_clean(&[place[0], place[1], "--key", &key, "--shoe-key", text(&data.join("shoe.key"))]);
    Serving::start(&place).stop();
}

#[test]
fn the_old_key_vouches_for_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (data, tables) = (path("data"), path("tables.toml"));
    fs::write(&tables, TABLES).unwrap();
    let place = ["--data", text(&data), "--tables", text(&tables)];
    let serving = Serving::start(&[&place[..], &QUICK].concat());
    let old_key = serving.key.clone().unwrap();
    let in_play = |read: &Value| read["shown"].as_array().is_some_and(|shown| shown.len() > 8);
    file(&serving, 1, in_play);
    serving.stop();

    let (old, new) = (data.join("audit.key"), path("new.key"));
    let keys = ["--audit-key", text(&new), "--old-audit-key", text(&old)];
    let missing = punto(&[&["serve"], &place[..], &keys[..3], &[text(&path("none.key"))]].concat());
    missing.failed(2, "there is no file");
    let serving = Serving::start(&[&place[..], &QUICK, &keys].concat());
    let new_key = serving.key.clone().unwrap();
    assert_ne!(old_key, new_key);
    let changed = |read: &Value| read["rekeyed"].to_string().contains(&format!("rekeyed {new_key}"));
    let [first, second, later] = ["first.json", "second.json", "later.json"].map(path);
    fs::write(&first, file(&serving, 1, |read| changed(read) && read["secret"].is_string())).unwrap();
    fs::write(&second, file(&serving, 2, |read| in_play(read) && changed(read))).unwrap();
    fs::write(&later, file(&serving, 3, in_play)).unwrap();
    serving.stop();
    for with_change in [&first, &second] {
        assert!(verified(&old_key, &[with_change]).contains("order: "));
    }
    verified(&new_key, &[&later]);
    // The flag announces the change once; a start with the new key alone goes on.
    for keys in [&keys[..], &keys[..2]] {
        let serving = Serving::start(&[&place[..], &QUICK, keys].concat());
        let listed = serving.get_json("/api/v1/proofs/tables/1/bulletins?limit=1000").to_string();
        assert_eq!(listed.matches("rekeyed").count(), 1);
        serving.stop();
    }
    is_clean(&[place[0], place[1], "--key", &old_key, "--key", &new_key]);
}
