//! The store of an earlier version, kept in `tests/fixtures/before`: the program of today reads it, and answers about
//! it with the bytes of then. Judges nothing itself.

use std::fs;
use std::path::{Path, PathBuf};

use certificate::Digest;
use postgres::Cluster;
use serde_json::{Value, json};

use crate::played::file;
use crate::support::{audited, done, punto, text};

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/before").join(name)
}

fn kept_text(name: &str) -> String {
    fs::read_to_string(kept(name)).unwrap()
}

/// Holds everything that the program says of a place to what it said of the store then.
fn reads_as_before(place: [&str; 2]) {
    let output_of = |args: &[&str]| punto(&[args, &place].concat()).done();
    let key = kept_text("house.pub");
    let (checkpoint, own) = (kept("checkpoint.txt"), kept_text("checkpoint.txt"));
    let own = own.lines().find_map(|line| line.strip_prefix("key ")).unwrap();
    let then: Value = serde_json::from_str(&kept_text("audit.json")).unwrap();
    let with_copy = ["--key", own, "--checkpoint", text(&checkpoint)];
    for more in [&[][..], &with_copy] {
        let (status, today) = audited(&[&place[..], &["--key", key.trim()], more].concat());
        assert_eq!(status, Some(0), "{today}");
        for (name, value) in then.as_object().unwrap() {
            assert_eq!(&today[name], value, "{name}");
        }
    }

    assert!(output_of(&["export", "-"]) == kept_text("export.jsonl"), "the export differs");
    let rebuilt = done(&["rebuild", "--check", place[0], place[1]]);
    assert_eq!(rebuilt["equal"], json!(true), "{rebuilt}");

    assert_eq!(output_of(&["report", "--json"]), kept_text("report.json"));
    for patron in ["1", "2", "3"] {
        for command in ["report", "statement"] {
            let today = output_of(&[command, "--json", "--patron", patron]);
            assert_eq!(today, kept_text(&format!("{command}-{patron}.json")));
        }
    }
}

/// `rebuild` writes the stored rows again.
#[test]
fn a_store_from_before_reads_as_before_also_when_it_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(kept("punto.sqlite"), file(folder.path())).unwrap();
    let place = ["--data", text(folder.path())];
    reads_as_before(place);
    let rebuilt = done(&["rebuild", place[0], place[1]]);
    assert_eq!((&rebuilt["equal"], &rebuilt["changed"]), (&json!(true), &json!(false)), "{rebuilt}");
    reads_as_before(place);
}

#[test]
fn an_export_from_before_comes_into_either_store() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let export = kept("export.jsonl");
    for place in [["--data", text(folder.path())], ["--database", &url]] {
        punto(&["import", place[0], place[1], text(&export)]).done();
        reads_as_before(place);
    }
}

/// A certificate in the words for rules that are built in, as the program made it when they were.
fn built_in_then(certificate: &str, rules: &str) -> String {
    let file = format!("{rules}.toml");
    let (save, version) = ("Save the document below as ", env!("CARGO_PKG_VERSION"));
    certificate
        .replace(&format!("{save}{file}. "), &format!("The document is built into punto {version}. "))
        .replace(&format!("as JSON, by punto {version}:"), "as JSON:")
        .replace(&format!("sha256sum {file}"), &format!("punto rules show {rules} --toml | sha256sum"))
        .replace(&format!("--rules {file}"), &format!("--rules {rules}"))
}

/// The documents that were built in then are in `tests/fixtures/documents`. Only the
/// commands that make their certificates differ: they name a file now.
#[test]
fn certificates_have_the_bytes_of_before() {
    for line in kept_text("certificates.sha256").lines() {
        let (digest, file) = line.split_once("  ").unwrap();
        let (rules, kind) = file.rsplit_once('.').unwrap();
        let as_json: &[&str] = if kind == "json" { &["--json"] } else { &[] };
        let document = kept(&format!("../documents/{rules}.toml"));
        let today = punto(&[&["certificate", "--rules", text(&document)], as_json].concat()).done();
        assert!(today.contains(&format!("--rules {rules}.toml")), "{file}");
        let today = built_in_then(&today, rules);
        assert_eq!(Digest::of(today.as_bytes()).to_string(), digest, "{file}");
    }
}
