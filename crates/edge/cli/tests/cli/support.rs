//! Runs the program as a process. Knows no command.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// The path of a corpus file.
pub(crate) fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../corpora").join(name)
}

/// Starts the program with its three streams piped.
pub(crate) fn spawn<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Child {
    Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program on an input.
pub(crate) fn punto<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>, input: impl AsRef<[u8]>) -> Output {
    let mut program = spawn(args);
    let mut stdin = program.stdin.take().expect("its standard input");
    let input = input.as_ref().to_owned();
    let writer = std::thread::spawn(move || {
        // The program may refuse its arguments without reading the input.
        let _ = stdin.write_all(&input);
    });
    let output = program.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!message.contains("panicked"), "{message}");
    output
}

/// The standard output.
pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

/// The standard error.
pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// The exit status.
pub(crate) fn status(output: &Output) -> i32 {
    output.status.code().expect("it ended by itself")
}

/// The lines of JSON on standard output.
pub(crate) fn answers(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Compares with a file of `tests/golden`. A different text is kept under `target/tmp`, to be copied if it is right.
pub(crate) fn assert_golden(name: &str, actual: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    if expected != actual {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&kept, actual).expect("room for the text");
        let line = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count() + 1;
        assert_eq!(expected.lines().nth(line - 1), actual.lines().nth(line - 1), "line {line} of {name}");
        assert!(expected == actual, "{name} differs at its end; what came is in {}", kept.display());
    }
}
