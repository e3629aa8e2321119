//! The streams of all commands: answers come line by line, memory is bounded, and the reader may close the pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::ChildStdout;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::support::{assert_refused, corpus_text, punto, spawn};

const ROADS: &str = r#"{"id":1,"rounds":["P","B","T","B"]}"#;
const SLIP: &str =
    r#"{"id":1,"round_no":1,"cards":["9h","Kd","Ks","3c"],"wagers":[{"spot":"player","stake":5}]}"#;
const SHOE: &str = concat!(
    r#"{"id":1,"composition":[8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,"#,
    r#"8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8]}"#
);

/// Commands that answer line by line, each with a line.
const ANSWERED: [(&[&str], &str); 3] = [
    (&["roads"], ROADS),
    (&["settle", "--rules", "gold-card"], SLIP),
    (&["odds", "--rules", "gold-card", "--lines"], SHOE),
];

/// Sends lines one by one; a program that holds back an answer fails the test instead of blocking it.
fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

#[test]
fn every_line_is_answered_before_the_next_is_written() {
    for (args, line) in ANSWERED.into_iter().chain([(&["roads"][..], "bad")]) {
        let mut program = spawn(args);
        let mut stdin = program.stdin.take().unwrap();
        let answers = lines_of(program.stdout.take().unwrap());
        for end in ["\n", "\r\n", "\n\n", "\n \n"] {
            stdin.write_all(format!("{line}{end}").as_bytes()).unwrap();
            let answer = answers.recv_timeout(Duration::from_secs(20));
            assert!(answer.is_ok_and(|answer| answer.starts_with('{')), "{line} {end:?}");
        }
        stdin.write_all(line.as_bytes()).unwrap();
        drop(stdin);
        assert!(answers.recv_timeout(Duration::from_secs(20)).is_ok(), "the last line needs no end");
        assert_eq!(program.wait().unwrap().code(), Some(i32::from(line == "bad")));
    }
}

#[test]
fn a_closed_pipe_is_not_an_error_and_hides_no_bad_line() {
    let without_input = ["rules list", "man", "completions bash", "rules show gold-card"];
    let without_input = without_input.map(|args| (args.split(' ').collect::<Vec<_>>(), "", 0));
    let answered = ANSWERED.map(|(args, line)| (args.to_vec(), line, 0));
    let bad = (vec!["roads"], "bad", 1);
    for (args, line, status) in answered.into_iter().chain(without_input).chain([bad]) {
        let mut program = spawn(&args);
        let mut stdin = program.stdin.take().unwrap();
        drop(program.stdout.take());
        let lines = format!("{line}\n").repeat(1000);
        // The write ends when the program does.
        while stdin.write_all(lines.as_bytes()).is_ok() {}
        let output = program.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(status), Vec::new()), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_lines() {
    let shoe = corpus_text("roads.jsonl");
    let line = shoe.lines().max_by_key(|line| line.len()).unwrap();
    let mut program = spawn(["roads"]);
    let mut stdin = program.stdin.take().unwrap();
    let answers = lines_of(program.stdout.take().unwrap());
    let mut peak_after = |lines: usize| {
        for _ in 0..lines {
            writeln!(stdin, "{line}").unwrap();
            answers.recv_timeout(Duration::from_secs(20)).unwrap();
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let (early, late) = (peak_after(50), peak_after(1500));
    assert!(late < early + 1024, "{early} kB, then {late} kB");
    drop(stdin);
    assert!(program.wait().unwrap().success());
}

#[test]
fn a_line_that_is_too_long_is_skipped_without_being_kept() {
    for (args, line) in ANSWERED {
        let run = punto(args, ["x".repeat(3 << 20).as_str(), line].join("\n"));
        let answers = run.answers();
        assert!(answers[0]["error"]["message"].as_str().unwrap().contains("longer than 1048576 bytes"));
        assert_eq!((answers.len(), &answers[1]), (2, &punto(args, line).answers()[0]), "{args:?}");
    }
}

#[test]
fn bad_arguments_have_status_2_and_are_named() {
    let folder = env!("CARGO_MANIFEST_DIR");
    for (args, expected) in [
        (&[][..], "Usage: punto"),
        (&["fly"], "fly"),
        (&["roads", "--format", "png"], "png"),
        (&["roads", "--colour"], "--colour"),
        (&["roads", "/no/such/file"], "cannot read /no/such/file"),
        (&["roads", folder], "cannot read"),
        (&["roads", "a", "b"], "unexpected argument"),
        (&["odds"], "--rules"),
        (&["settle"], "--rules"),
        (&["settle", "--rules", "no-such"], "neither built-in house rules (live-commission"),
        (&["replay", "/no/such/file"], "cannot read /no/such/file"),
        (&["replay", "--rules"], "--rules"),
        (&["rules"], "Usage: punto rules"),
        (&["rules", "show"], "NAME|FILE"),
        (&["rules", "show", "no-such"], "neither built-in house rules"),
        (&["rules", "show", folder], "cannot read"),
        (&["rules", "show", "gold-card", "--toml", "--json"], "cannot be used with"),
        (&["rules", "check"], "FILE"),
        (&["rules", "check", "/no/such/file"], "cannot read /no/such/file"),
        (&["completions"], "SHELL"),
        (&["completions", "tcl"], "tcl"),
    ] {
        assert_refused(args, "", 2, expected);
    }
}

#[test]
#[cfg(unix)]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let odd = OsStr::from_bytes(b"\xff\xfe");
    for args in [&["rules", "show"][..], &["replay", "--rules"], &["roads"]] {
        assert_refused(args.iter().map(OsStr::new).chain([odd]), "", 2, "");
    }
}
