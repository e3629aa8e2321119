//! `punto settle` end to end: lines per second of one process that reads a file and discards its answers.
//!
//! The floor is the same file copied line by line without parsing. The lines are those of the settlement corpus
//! for `live-commission` with up to three wagers, repeated.
#![allow(clippy::print_stdout, reason = "a bench says what it measured")]

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const LINES: usize = 1_000_000;
const RUNS: usize = 5;
const WANTED_PER_SECOND: u128 = 500_000;
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../corpora/settlements.jsonl");

fn main() -> ExitCode {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("lines.jsonl");
    write_lines(&path);
    let settle = fastest(|| settle(&path));
    let floor = fastest(|| copy(&path));
    let per_second =
        |time: Duration| u128::try_from(LINES).unwrap_or(0) * 1_000_000 / time.as_micros().max(1);
    println!("settle  {:>10} lines/s", per_second(settle));
    println!("floor   {:>10} lines/s (lines read and written, nothing understood)", per_second(floor));
    println!("settle takes {} times the floor", settle.as_micros() / floor.as_micros().max(1));
    if per_second(settle) < WANTED_PER_SECOND {
        println!("below the {WANTED_PER_SECOND} lines/s it should reach");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn write_lines(path: &Path) {
    let corpus = std::fs::read_to_string(CORPUS).expect("the settlement corpus");
    let lines: Vec<String> = corpus.lines().filter_map(settled_line).collect();
    let mut file = BufWriter::new(File::create(path).expect("a file of lines"));
    for line in lines.iter().cycle().take(LINES) {
        writeln!(file, "{line}").expect("room for the lines");
    }
    file.flush().expect("room for the lines");
}

/// The line of a corpus case under the rules of the bench, if it settles.
fn settled_line(case: &str) -> Option<String> {
    let mut case: Value = serde_json::from_str(case).ok()?;
    if case["rules"] != "live-commission" || case["expect"].get("refusal").is_some() {
        return None;
    }
    let mut line = case["line"].take();
    line["id"] = case["id"].take();
    line["wagers"].as_array_mut()?.truncate(3);
    Some(line.to_string())
}

fn fastest(mut run: impl FnMut()) -> Duration {
    let time = |()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    std::iter::repeat_n((), RUNS).map(time).min().unwrap_or_default()
}

fn settle(path: &Path) {
    let status = Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(["settle", "--rules", "live-commission"])
        .arg(path)
        .stdout(Stdio::null())
        .status()
        .expect("the program runs");
    assert!(status.success(), "every line settles");
}

fn copy(path: &Path) {
    let mut input = BufReader::with_capacity(1 << 17, File::open(path).expect("the file of lines"));
    let null = File::options().write(true).open("/dev/null").expect("somewhere to write to");
    let mut output = BufWriter::with_capacity(1 << 17, null);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).expect("a line") > 0 {
        output.write_all(&line).expect("written");
        line.clear();
    }
}
