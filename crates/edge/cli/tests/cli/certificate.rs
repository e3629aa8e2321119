//! `punto certificate` as people run it, and `punto serve` refusing rules that are not on record.

use std::fs;
use std::io::{BufRead as _, BufReader};

use baccarat::HouseRules;
use serde_json::Value;

use crate::support::{Run, assert_refused, json_lines, output, punto, spawn, written};

/// What `punto certificate` prints of these rules.
fn certificate(rules: &str, args: &[&str]) -> String {
    output(["certificate", "--rules", rules].iter().chain(args), "")
}

fn digest(rules: &str) -> String {
    let json: Value = json_lines(&certificate(rules, &["--json"])).remove(0);
    json["digest"].as_str().expect("a digest").to_owned()
}

/// A house with its own rules and a table that runs them.
struct Own {
    folder: tempfile::TempDir,
    rules: String,
}

impl Own {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("room for a folder");
        let rules = HouseRules::builtin_text("three-bet").expect("built in");
        let table = "[[table]]\nid = 1\nname = \"Garden\"\nrules = \"ours.toml\"\n";
        written(&folder, "tables.toml", table);
        Self { rules: written(&folder, "ours.toml", rules.replace("\"three-bet\"", "\"ours\"")), folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("text").to_owned()
    }

    /// The arguments that serve the table.
    fn serve(&self, args: &[&str]) -> Vec<String> {
        let (data, tables) = (self.path("data"), self.path("tables.toml"));
        let serve = ["serve", "--listen", "127.0.0.1:0", "--json", "--data", &data, "--tables", &tables];
        serve.iter().chain(args).map(ToString::to_string).collect()
    }

    /// Whether the server starts.
    fn serves(&self, args: &[&str]) -> bool {
        let mut child = spawn(self.serve(args));
        let mut line = String::new();
        let read = BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line);
        child.kill().expect("it is ours to end");
        child.wait().expect("it ends");
        read.is_ok() && line.contains("listening")
    }

    /// The message of a refused start, which must write nothing.
    fn refusal(&self, args: &[&str]) -> String {
        let Run { status, stdout, stderr } = punto(self.serve(args), "");
        assert_eq!((status, stdout.as_str()), (1, ""), "{stderr}");
        assert!(!self.folder.path().join("data").exists());
        stderr
    }
}

#[test]
fn a_page_or_json_goes_to_the_output_or_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let html = certificate("gold-card", &[]);
    assert!(html.starts_with("<!doctype html>") && html.contains("Gold card baccarat"));
    let json = certificate("gold-card", &["--json"]);
    assert_eq!(json_lines(&json)[0]["program"]["command"], "punto certificate --rules gold-card");
    for (form, shown) in [(&[][..], html), (&["--json"], json)] {
        let file = folder.path().join("file");
        let written = certificate("gold-card", &[form, &["--output", file.to_str().unwrap()]].concat());
        assert_eq!(written, format!("{}  gold-card\n", digest("gold-card")));
        assert_eq!(fs::read_to_string(file).unwrap(), shown, "the same bytes, as often as it is made");
    }
}

#[test]
fn bad_arguments_are_refused() {
    let own = Own::new();
    let rules = own.rules.as_str();
    let faulty = &written(&own.folder, "faulty.toml", "id = \"a\"\n");
    let bad_record = &written(&own.folder, "bad.txt", "not a digest\n");
    for (args, status, expected) in [
        (&["no-such-rules"][..], 2, "neither built-in house rules"),
        (&[faulty], 1, "faulty.toml is not a house-rules document"),
        (&[rules, "--output", "/no/such/folder/a.html"], 1, "cannot write /no/such/folder/a.html"),
        (&[rules, "--json", "--record"], 2, "cannot be used with"),
        (&["gold-card", "--record"], 2, "gold-card is built in; the program already holds its record"),
        (&[rules, "--record", bad_record], 1, "bad.txt is not a record of certificates: line 1"),
    ] {
        assert_refused(["certificate", "--rules"].iter().chain(args), "", status, expected);
    }
}

#[test]
fn rules_from_a_file_are_served_once_they_are_on_record() {
    let own = Own::new();
    let (refusal, digest) = (own.refusal(&[]), digest(&own.rules));
    for expected in ["ours are not on record", &digest, "certificates.txt", "--output certificate.html"] {
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
    // The suggested command works.
    let remedy = refusal.lines().last().unwrap().trim().strip_prefix("punto ").unwrap();
    let recorded = output(remedy.split(' '), "");
    assert!(recorded.starts_with(&format!("{digest}  ours\non record in ")), "{recorded}");
    assert!(own.serves(&[]));
}

#[test]
fn rules_that_were_changed_since_are_refused() {
    let own = Own::new();
    certificate(&own.rules, &["--record"]);
    let recorded = digest(&own.rules);
    let text = fs::read_to_string(&own.rules).unwrap();
    fs::write(&own.rules, text.replace("odds = \"8\"", "odds = \"9\"")).unwrap();
    let refusal = own.refusal(&[]);
    assert!(refusal.contains(&format!("on record    {recorded}")), "{refusal}");
    assert!(refusal.contains(&format!("this file    {}", digest(&own.rules))), "{refusal}");
    let replaced = certificate(&own.rules, &["--record"]);
    assert!(replaced.contains(&format!("in place of {recorded}")), "{replaced}");
    assert!(own.serves(&[]));
}

#[test]
fn a_record_may_be_kept_elsewhere() {
    let own = Own::new();
    let record = own.path("agreed.txt");
    let agreed = ["--certificates", &record];
    assert!(own.refusal(&agreed).contains(&format!("--record {record}")));
    fs::write(&record, "?\n").unwrap();
    assert!(own.refusal(&agreed).contains("agreed.txt is not a record of certificates: line 1"));
    fs::remove_file(&record).unwrap();
    certificate(&own.rules, &["--record", &record]);
    assert!(own.refusal(&[]).contains("not on record"), "beside the rules there is none");
    assert!(own.serves(&agreed));
}

#[test]
fn a_record_keeps_the_lines_of_others() {
    let own = Own::new();
    let theirs = format!("# Agreed in writing.\n{}  theirs\n", "0".repeat(64));
    let record = written(&own.folder, "certificates.txt", &theirs);
    certificate(&own.rules, &["--record"]);
    let text = fs::read_to_string(&record).unwrap();
    assert_eq!(text, format!("{theirs}{}  ours\n", digest(&own.rules)));
    let left: Vec<_> = fs::read_dir(own.folder.path()).unwrap().collect();
    assert_eq!(left.len(), 3, "rules, tables, record: {left:?}");
}
