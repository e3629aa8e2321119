//! Shoes of a running server as an outsider checks them: with `punto verify`, and with the second verifier under Node.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

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

/// Whether a proof file is of a shoe in play that has shown more cards than the first round's.
pub(crate) fn in_play(read: &Value) -> bool {
    read["shown"].as_array().is_some_and(|shown| shown.len() > 8)
}

/// Adds a copy of where the bulletins stand to a file.
fn witnessed(serving: &Serving, copies: &Path) -> Value {
    let (status, report) = punto(&["witness", "--json", &serving.url(), text(copies)]).json();
    assert_eq!((status, &report["added"]), (Some(0), &true.into()), "{report}");
    report
}

/// A folder with a table whose rounds are quick, and where its server keeps its data.
struct Garden {
    folder: TempDir,
    data: PathBuf,
    tables: PathBuf,
}

impl Garden {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (data, tables) = (folder.path().join("data"), folder.path().join("tables.toml"));
        fs::write(&tables, TABLES).unwrap();
        Self { folder, data, tables }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn place(&self) -> [&str; 4] {
        ["--data", text(&self.data), "--tables", text(&self.tables)]
    }

    /// A server of it with these arguments, too.
    fn serve(&self, more: &[&str]) -> Serving {
        Serving::start(&[&self.place()[..], &QUICK, more].concat())
    }

    /// Serves until the first shoe is in play. Gives the key that signs.
    fn serve_for_a_while(&self) -> String {
        let serving = self.serve(&[]);
        file(&serving, 1, in_play);
        let key = serving.key.clone().unwrap();
        serving.stop();
        key
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
    let garden = Garden::new();
    let (place, data) = (garden.place(), &garden.data);
    let path = |name: &str| garden.path(name);
    let serving = garden.serve(&[]);
    let key = serving.get_json("/api/v1/proofs/key")["key"].as_str().unwrap().to_owned();
    assert_eq!(serving.key.as_ref(), Some(&key), "the key of checkpoints signs bulletins");
    assert_eq!(mode(&data.join("shoe.key")), 0o600);
    let unknown = serving.get_json("/api/v1/proofs/tables/1/shoes/77");
    assert_eq!(unknown["error"]["code"], "unknown_shoe", "{unknown}");

    let [open, played, next] = ["open.json", "played.json", "next.json"].map(path);
    fs::write(&open, file(&serving, 1, in_play)).unwrap();
    let said = verified(&key, &[&open]);
    assert!(said.contains("cards: ok") && said.contains("order: not checked"), "{said}");
    fs::write(&played, file(&serving, 1, |read| read["secret"].is_string())).unwrap();
    fs::write(&next, file(&serving, 2, in_play)).unwrap();
    let said = verified(&key, &[&played]);
    assert!(said.contains("order: ok") && said.contains("end: ok"), "{said}");
    punto(&["verify", "--key", &key, text(&played), text(&next)]).done();
    let address = format!("{}/api/v1/proofs/tables/1/shoes/1", serving.url());
    let fetched = punto(&["verify", "--key", &key, &address]).done();
    assert!(fetched.starts_with(&format!("{address}: table 1, shoe 1\n  form: ok")), "{fetched}");
    punto(&["verify", &format!("{address}77")]).failed(1, "unknown_shoe");

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
fn a_server_that_lost_its_shoe_key_starts_only_with_the_flag() {
    let garden = Garden::new();
    let (place, data) = (garden.place(), &garden.data);
    let path = |name: &str| garden.path(name);
    let key = garden.serve_for_a_while();

    fs::remove_file(data.join("shoe.key")).unwrap();
    let refused = punto(&[&["serve", "--listen", "127.0.0.1:0"], &place[..]].concat());
    refused.failed(1, "start once with --shoe-key-lost");
    let serving = garden.serve(&["--shoe-key-lost"]);
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
    let garden = Garden::new();
    let (place, data) = (garden.place(), &garden.data);
    let path = |name: &str| garden.path(name);
    let copies = path("heads.jsonl");
    let serving = garden.serve(&[]);
    file(&serving, 1, in_play);
    let old_key = serving.key.clone().unwrap();
    let report = witnessed(&serving, &copies);
    assert_eq!(report["findings"][0]["table"], 1, "{report}");
    file(&serving, 1, |read| read["shown"].as_array().is_some_and(|shown| shown.len() > 20));
    let report = witnessed(&serving, &copies);
    assert!(report["findings"][0]["reason"].as_str().unwrap().contains(" new, up to no "), "{report}");
    serving.stop();

    let (old, new) = (data.join("audit.key"), path("new.key"));
    let keys = ["--audit-key", text(&new), "--old-audit-key", text(&old)];
    let missing = punto(&[&["serve"], &place[..], &keys[..3], &[text(&path("none.key"))]].concat());
    missing.failed(2, "there is no file");
    let serving = garden.serve(&keys);
    let new_key = serving.key.clone().unwrap();
    assert_ne!(old_key, new_key);
    let changed = |read: &Value| read["rekeyed"].to_string().contains(&format!("rekeyed {new_key}"));
    let [first, second, later] = ["first.json", "second.json", "later.json"].map(path);
    fs::write(&first, file(&serving, 1, |read| changed(read) && read["secret"].is_string())).unwrap();
    fs::write(&second, file(&serving, 2, |read| in_play(read) && changed(read))).unwrap();
    fs::write(&later, file(&serving, 3, in_play)).unwrap();
    witnessed(&serving, &copies);
    let with_old_key = punto(&["witness", &serving.url(), text(&copies), "--key", &old_key]);
    assert_eq!(with_old_key.status, Some(1), "{}", with_old_key.out);
    assert!(
        with_old_key.out.contains("house: FAILED: the house signs with another key"),
        "{}",
        with_old_key.out
    );
    assert_eq!(fs::read_to_string(&copies).unwrap().lines().count(), 3);
    serving.stop();
    for with_change in [&first, &second] {
        assert!(verified(&old_key, &[with_change]).contains("order: "));
    }
    verified(&new_key, &[&later]);
    // The flag announces the change once; a start with the new key alone goes on.
    for keys in [&keys[..], &keys[..2]] {
        let serving = garden.serve(keys);
        let listed = serving.get_json("/api/v1/proofs/tables/1/bulletins?limit=1000").to_string();
        assert_eq!(listed.matches("rekeyed").count(), 1);
        serving.stop();
    }
    is_clean(&[place[0], place[1], "--key", &old_key, "--key", &new_key]);
}
