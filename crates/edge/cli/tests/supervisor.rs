//! `punto supervisor`, and a server with its file: a printed secret is accepted, and a file that other users can
//! read is refused.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

fn punto(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_punto")).args(args).output().unwrap()
}

fn add(name: &str, file: &Path, more: &[&str]) -> Output {
    punto(&[&["supervisor", "add", name, "--file", file.to_str().unwrap()], more].concat())
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn mode(file: &Path) -> u32 {
    fs::metadata(file).unwrap().permissions().mode() & 0o777
}

/// A server as a process, killed when dropped.
struct Serving(Child, String);

impl Serving {
    fn start(data: &Path, supervisors: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_punto"))
            .args(["serve", "--listen", "127.0.0.1:0", "--json", "--data"])
            .arg(data)
            .arg("--supervisors")
            .arg(supervisors)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        let address = message["url"].as_str().unwrap().trim_start_matches("http://").to_owned();
        Self(child, address)
    }

    /// The answer of `GET /api/supervisor/me` to a secret.
    fn me(&self, secret: &str) -> String {
        let mut stream = TcpStream::connect(&self.1).unwrap();
        let host = &self.1;
        let lines = format!("Host: {host}\r\nConnection: close\r\nAuthorization: Bearer {secret}\r\n\r\n");
        stream.write_all(format!("GET /api/supervisor/me HTTP/1.1\r\n{lines}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // The process may have ended; the test has then failed and reported why.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn an_added_supervisor_gets_in_with_the_printed_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("supervisors.txt");
    let ann = add("Ann Lee", &file, &[]);
    assert_eq!(ann.status.code(), Some(0), "{}", stderr(&ann));
    let shown = String::from_utf8(ann.stdout).unwrap();
    let (head, ann) = shown.trim_end().split_once('\n').unwrap();
    assert_eq!(head, "Added supervisor 1, Ann Lee. The secret, shown only once:");
    assert!(ann.len() == 64 && ann.bytes().all(|it| it.is_ascii_hexdigit()), "{ann}");
    assert_eq!(mode(&file), 0o600);

    let alone = Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .arg("--supervisors")
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(alone.status.code(), Some(1));
    assert!(stderr(&alone).contains("a correction needs two supervisors"), "{}", stderr(&alone));

    let ben: Value = serde_json::from_slice(&add("Ben", &file, &["--json"]).stdout).unwrap();
    assert_eq!((ben["supervisor_id"].as_u64(), ben["name"].as_str()), (Some(2), Some("Ben")));
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(mode(&file), 0o600);
    assert!(!text.contains(ann) && !text.contains(ben["secret"].as_str().unwrap()), "{text}");

    let serving = Serving::start(&folder.path().join("data"), &file);
    for (secret, expected) in
        [(ann, "\"Ann Lee\""), (ben["secret"].as_str().unwrap(), "\"Ben\""), ("0", "401")]
    {
        let answer = serving.me(secret);
        assert!(answer.contains(expected), "{answer}");
    }
}

#[test]
fn an_invalid_file_is_left_alone_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("supervisors.txt");
    add("Ann", &file, &[]);
    let text = fs::read_to_string(&file).unwrap();
    let long = String::from_utf8(add(&format!("{} Lee", "x".repeat(36)), &file, &[]).stdout).unwrap();
    assert!(long.lines().all(|line| line.chars().count() <= 80), "{long}");
    fs::write(&file, &text).unwrap();
    for (name, expected) in
        [("ann", "the name ann is already in use"), (" ", "a name has 1 to 40 characters")]
    {
        let output = add(name, &file, &[]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(
            stderr(&output).contains(expected) && stderr(&output).contains("supervisors.txt"),
            "{}",
            stderr(&output)
        );
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let output = add("Ben", &file, &[]);
    assert!(stderr(&output).contains("its mode is 0640: other users can access it; run `chmod 600` on it"));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&file, "Ann\n").unwrap();
    let output = add("Ben", &file, &[]);
    assert!(
        stderr(&output).contains("line 1: a line starts with a number from 1, not \"Ann\""),
        "{}",
        stderr(&output)
    );
    let none = punto(&["serve", "--listen", "127.0.0.1:0", "--supervisors", "no/such/file"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(stderr(&none).contains("supervisors file no/such/file: "), "{}", stderr(&none));
}
