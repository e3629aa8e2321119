//! Runs the program as a process. Knows no command.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The path of a corpus file.
pub(crate) fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../corpora").join(name)
}

/// The text of a corpus file.
pub(crate) fn corpus_text(name: &str) -> String {
    std::fs::read_to_string(corpus(name)).expect("a file of the corpus")
}

/// Values from lines of JSON.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
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

/// The exit status and the output of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The lines of JSON on standard output.
    pub(crate) fn answers(&self) -> Vec<Value> {
        json_lines(&self.stdout)
    }
}

/// Runs the program on an input.
pub(crate) fn punto<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>, input: impl AsRef<[u8]>) -> Run {
    let mut program = spawn(args);
    let (mut stdin, input) = (program.stdin.take().expect("its standard input"), input.as_ref());
    let output = std::thread::scope(|scope| {
        // The program may refuse its arguments without reading the input.
        scope.spawn(move || stdin.write_all(input));
        program.wait_with_output().expect("the program ends")
    });
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(!stderr.contains("panicked"), "{stderr}");
    Run { status: output.status.code().expect("it ended by itself"), stdout, stderr }
}

/// The output of a run that succeeds without a message.
pub(crate) fn output<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>, input: impl AsRef<[u8]>) -> String {
    let run = punto(args, input);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.stdout
}

/// The path of a file of that name with this content.
pub(crate) fn written(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("room for a file");
    path.to_str().expect("text").to_owned()
}

/// Asserts that a run ends with this status and this in its message, and prints nothing else.
pub(crate) fn assert_refused<A: AsRef<OsStr>>(
    args: impl IntoIterator<Item = A>,
    input: impl AsRef<[u8]>,
    status: i32,
    expected: &str,
) {
    let Run { status: actual, stdout, stderr } = punto(args, input);
    assert_eq!((actual, stdout.as_str()), (status, ""), "{expected}: {stderr}");
    assert!(stderr.contains(expected), "{expected}: {stderr}");
}

/// Asserts that every bad line gets its id, this code and its message, and a good line after it the usual answer.
pub(crate) fn assert_bad_lines<L: AsRef<[u8]>>(args: &[&str], good: &str, bad: &[(L, &str, &str)]) {
    let usual = &json_lines(&output(args, good))[0];
    let pairs = bad.iter().map(|(line, ..)| [line.as_ref(), b"\r\n\n", good.as_bytes(), b"\n"].concat());
    let run = punto(args, pairs.collect::<Vec<_>>().concat());
    assert_eq!(run.status, 1);
    let answers = run.answers();
    assert_eq!(answers.len(), bad.len() * 2, "an empty line is passed over, every other is answered");
    for ((line, code, expected), pair) in bad.iter().zip(answers.chunks(2)) {
        let parsed: Value = serde_json::from_slice(line.as_ref()).unwrap_or_default();
        let id = parsed.get("id").unwrap_or(&Value::Null);
        let (line, error) = (String::from_utf8_lossy(line.as_ref()), &pair[0]["error"]);
        assert_eq!((&pair[0]["id"], &error["code"]), (id, &Value::from(*code)), "{line}");
        assert!(error["message"].as_str().is_some_and(|it| it.contains(expected)), "{line}: {error}");
        assert_eq!(&pair[1], usual, "the line after {line}");
    }
}

/// Asserts that a text has at most 80 columns.
pub(crate) fn assert_narrow(text: &str) {
    let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
    assert!((1..=80).contains(&widest.chars().count()), "{widest}");
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
