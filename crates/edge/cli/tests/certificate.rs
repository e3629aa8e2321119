//! `punto certificate` as people run it, and `punto serve` refusing rules that are not on record.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use baccarat::HouseRules;
use serde_json::Value;

/// The output of the program.
fn punto<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(args).stdin(Stdio::null()).output().expect("it starts and ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// Status, standard output, standard error.
fn streams(output: &Output) -> (Option<i32>, &str, &str) {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn certificate<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Output {
    let args: Vec<_> = args.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
    punto(
        [OsStr::new("certificate"), OsStr::new("--rules")].into_iter().chain(args.iter().map(AsRef::as_ref)),
    )
}

/// A house with its own rules and a table that runs them.
struct Own {
    folder: tempfile::TempDir,
    rules: PathBuf,
    tables: PathBuf,
}

impl Own {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("room for a folder");
        let (rules, tables) = (folder.path().join("ours.toml"), folder.path().join("tables.toml"));
        let text =
            HouseRules::builtin_text("three-bet").expect("built in").replace("\"three-bet\"", "\"ours\"");
        fs::write(&rules, text).expect("room for rules");
        let table = "[[table]]\nid = 1\nname = \"Garden\"\nrules = \"ours.toml\"\n";
        fs::write(&tables, table).expect("room for tables");
        Self { folder, rules, tables }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn digest(&self) -> String {
        let output = certificate([self.rules.as_os_str(), OsStr::new("--json")]);
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        json["digest"].as_str().expect("a digest").to_owned()
    }

    fn serve(&self, args: &[&OsStr]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--json", "--data"]).arg(self.path("data"));
        command.arg("--tables").arg(&self.tables).args(args).stdin(Stdio::null());
        command
    }

    /// Whether the server starts.
    fn serves(&self, args: &[&OsStr]) -> bool {
        let mut command = self.serve(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut line = String::new();
        let read = BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line);
        child.kill().expect("it is ours to end");
        child.wait().expect("it ends");
        read.is_ok() && line.contains("listening")
    }

    /// The message of a refused start, which must write nothing.
    fn refusal(&self, args: &[&OsStr]) -> String {
        let output = self.serve(args).output().expect("it starts and ends");
        let (status, stdout, stderr) = streams(&output);
        assert_eq!((status, stdout), (Some(1), ""), "{stderr}");
        assert!(!self.path("data").exists());
        stderr.to_owned()
    }
}

#[test]
fn a_page_or_json_goes_to_the_output_or_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (page, json) = (folder.path().join("a.html"), folder.path().join("a.json"));
    let shown = certificate(["gold-card"]);
    let (status, html, stderr) = streams(&shown);
    assert_eq!((status, stderr), (Some(0), ""));
    assert!(html.starts_with("<!doctype html>") && html.contains("Gold card baccarat"));
    for (form, file) in [(&[][..], &page), (&["--json"], &json)] {
        let args = ["gold-card", "--output"].map(OsStr::new).into_iter().chain([file.as_os_str()]);
        let written = certificate(args.chain(form.iter().map(OsStr::new)));
        let (status, line, _) = streams(&written);
        assert_eq!(status, Some(0));
        let data: Value = serde_json::from_slice(&certificate(["gold-card", "--json"]).stdout).unwrap();
        assert_eq!(line, format!("{}  gold-card\n", data["digest"].as_str().unwrap()));
        assert_eq!(data["program"]["command"], "punto certificate --rules gold-card");
    }
    assert_eq!(fs::read_to_string(page).unwrap(), html, "the same bytes, as often as it is made");
    assert_eq!(fs::read(json).unwrap(), certificate(["gold-card", "--json"]).stdout);
}

#[test]
fn bad_arguments_are_refused() {
    let own = Own::new();
    let faulty = own.path("faulty.toml");
    fs::write(&faulty, "id = \"a\"\n").unwrap();
    let bad_record = own.path("bad.txt");
    fs::write(&bad_record, "not a digest\n").unwrap();
    let (rules, faulty) = (own.rules.as_os_str(), faulty.as_os_str());
    let os = OsStr::new;
    for (args, status, expected) in [
        (vec![os("no-such-rules")], 2, "neither built-in house rules"),
        (vec![faulty], 1, "faulty.toml is not a house-rules document"),
        (vec![rules, os("--output"), os("/no/such/folder/a.html")], 1, "cannot write /no/such/folder/a.html"),
        (vec![rules, os("--json"), os("--record")], 2, "cannot be used with"),
        (
            vec![os("gold-card"), os("--record")],
            2,
            "gold-card is built in; the program already holds its record",
        ),
        (
            vec![rules, os("--record"), bad_record.as_os_str()],
            1,
            "bad.txt is not a record of certificates: line 1",
        ),
    ] {
        let output = certificate(&args);
        let (actual, stdout, stderr) = streams(&output);
        assert_eq!((actual, stdout), (Some(status), ""), "{args:?}: {stderr}");
        assert!(stderr.contains(expected), "{args:?}: {stderr}");
    }
}

#[test]
fn rules_from_a_file_are_served_once_they_are_on_record() {
    let own = Own::new();
    let refusal = own.refusal(&[]);
    let digest = own.digest();
    for expected in ["ours are not on record", &digest, "certificates.txt", "--output certificate.html"] {
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }
    // The suggested command works.
    let remedy = refusal.lines().last().unwrap().trim().strip_prefix("punto ").unwrap();
    let recorded = punto(remedy.split(' '));
    let (status, line, _) = streams(&recorded);
    assert_eq!(status, Some(0));
    assert!(line.starts_with(&format!("{digest}  ours\non record in ")), "{line}");
    assert!(own.serves(&[]));
}

#[test]
fn rules_that_were_changed_since_are_refused() {
    let own = Own::new();
    assert!(certificate([own.rules.as_os_str(), OsStr::new("--record")]).status.success());
    let recorded = own.digest();
    let text = fs::read_to_string(&own.rules).unwrap();
    fs::write(&own.rules, text.replace("odds = \"8\"", "odds = \"9\"")).unwrap();
    let actual = own.digest();
    let refusal = own.refusal(&[]);
    assert!(refusal.contains(&format!("on record    {recorded}")), "{refusal}");
    assert!(refusal.contains(&format!("this file    {actual}")), "{refusal}");
    let replaced = certificate([own.rules.as_os_str(), OsStr::new("--record")]);
    assert!(streams(&replaced).1.contains(&format!("in place of {recorded}")), "{replaced:?}");
    assert!(own.serves(&[]));
}

#[test]
fn a_record_may_be_kept_elsewhere() {
    let own = Own::new();
    let record = own.path("agreed.txt");
    let agreed = [OsStr::new("--certificates"), record.as_os_str()];
    assert!(own.refusal(&agreed).contains(&format!("--record {}", record.display())));
    fs::write(&record, "?\n").unwrap();
    assert!(own.refusal(&agreed).contains("agreed.txt is not a record of certificates: line 1"));
    fs::remove_file(&record).unwrap();
    let args = [own.rules.as_os_str(), OsStr::new("--record"), record.as_os_str()];
    assert!(certificate(args).status.success());
    assert!(own.refusal(&[]).contains("not on record"), "beside the rules there is none");
    assert!(own.serves(&agreed));
}

#[test]
fn a_record_keeps_the_lines_of_others() {
    let own = Own::new();
    let record = own.path("certificates.txt");
    let theirs = format!("# Agreed in writing.\n{}  theirs\n", "0".repeat(64));
    fs::write(&record, &theirs).unwrap();
    assert!(certificate([own.rules.as_os_str(), OsStr::new("--record")]).status.success());
    let text = fs::read_to_string(&record).unwrap();
    assert_eq!(text, format!("{theirs}{}  ours\n", own.digest()));
    let left: Vec<_> = fs::read_dir(Path::new(own.folder.path())).unwrap().collect();
    assert_eq!(left.len(), 3, "rules, tables, record: {left:?}");
}
