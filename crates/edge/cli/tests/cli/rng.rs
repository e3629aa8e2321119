//! `punto rng`: shoes, raw bytes, the closed pipe and refused arguments.

use std::io::Read as _;
use std::process::{Command, Stdio};

use fair::lab;

use crate::support::{assert_refused, json_lines, output, spawn};

/// The bytes on standard output of a run that succeeds in silence.
fn bytes(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_punto")).args(args).output().expect("the program starts");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{args:?}");
    output.stdout
}

fn cards(number: u64, decks: u8) -> Vec<String> {
    lab::cards(&lab::secret(number), decks).iter().map(ToString::to_string).collect()
}

#[test]
fn shoes_are_those_of_the_tables_code_a_line_each() {
    let text = output(["rng", "--shoes", "3"], "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, [0, 1, 2].map(|number| cards(number, 8).join(" ")));
    let json = json_lines(&output(["rng", "--shoes", "2", "--from", "7", "--decks", "6", "--json"], ""));
    for (number, shoe) in (7..).zip(&json) {
        assert_eq!(shoe["number"], number);
        assert_eq!(shoe["secret"], lab::secret(number).reveal().to_string());
        assert_eq!(shoe["cards"], serde_json::json!(cards(number, 6)));
    }
    assert_eq!(json.len(), 2);
    let last = u64::MAX.to_string();
    assert_eq!(output(["rng", "--shoes", "1", "--from", &last], ""), cards(u64::MAX, 8).join(" ") + "\n");
}

#[test]
fn raw_bytes_are_those_of_one_shoe_after_the_other() {
    let both = [lab::raw(&lab::secret(4), 8), lab::raw(&lab::secret(5), 8)].map(|raw| raw.to_vec()).concat();
    for length in [1, 1_659, 1_661, 3_000] {
        let count = length.to_string();
        assert_eq!(bytes(&["rng", "--raw", "--bytes", &count, "--from", "4"]), both[..length], "{length}");
    }
}

#[test]
fn fresh_shoes_are_never_alike() {
    let fresh = || json_lines(&output(["rng", "--shoes", "2", "--fresh", "--json"], ""));
    let secrets: Vec<String> =
        [fresh(), fresh()].concat().iter().map(|shoe| shoe["secret"].to_string()).collect();
    for (idx, secret) in secrets.iter().enumerate() {
        assert!(!secrets[..idx].contains(secret), "{secrets:?}");
    }
}

#[test]
fn a_reader_that_has_enough_ends_the_run() {
    for args in [&["rng", "--raw"][..], &["rng", "--shoes", "1000000000"]] {
        let mut program = spawn(args);
        let mut some = vec![0; 100_000];
        program.stdout.take().unwrap().read_exact(&mut some).unwrap();
        let output = program.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{args:?}");
    }
}

#[test]
fn bad_arguments_are_refused_with_what_is_accepted() {
    let last = u64::MAX.to_string();
    for (args, expected) in [
        (&["rng"][..], "<--raw|--shoes <N>>"),
        (&["rng", "--raw", "--shoes", "3"], "cannot be used with"),
        (&["rng", "--shoes", "0"], "0 is not in 1.."),
        (&["rng", "--shoes", "3", "--decks", "33"], "33 is not in 1..=32"),
        (&["rng", "--raw", "--json"], "cannot be used with"),
        (&["rng", "--raw", "--bytes", "0"], "0 is not in 1.."),
        (&["rng", "--shoes", "3", "--bytes", "9"], "cannot be used with"),
        (&["rng", "--shoes", "3", "--fresh", "--from", "1"], "cannot be used with"),
        (&["rng", "--shoes", "2", "--from", &last], "the last shoe is 18446744073709551615"),
    ] {
        assert_refused(args, "", 2, expected);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_without_room_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    let output = command.args(["rng", "--raw"]).stdout(Stdio::from(full)).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"), "{output:?}");
}
