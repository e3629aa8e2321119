//! The program as a process, to its end or as a server.

use std::fs::{File, Permissions};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

/// What the program printed, and its status.
pub(crate) struct Printed {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program to its end, without input.
pub(crate) fn punto(args: &[&str]) -> Printed {
    printed(program(args).output().unwrap())
}

/// Runs the program with these variables in its environment.
pub(crate) fn punto_under(variables: &[(&str, &str)], args: &[&str]) -> Printed {
    printed(program(args).envs(variables.iter().copied()).output().unwrap())
}

/// Runs the program in a folder.
pub(crate) fn punto_in(folder: &Path, args: &[&str]) -> Printed {
    printed(program(args).current_dir(folder).output().unwrap())
}

/// Runs the program with this text on standard input.
pub(crate) fn punto_fed(args: &[&str], input: &str) -> Printed {
    let mut command = program(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program may end without reading it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    printed(child.wait_with_output().unwrap())
}

/// Runs the program while nobody reads its standard output.
pub(crate) fn punto_unread(args: &[&str]) -> Printed {
    let mut child = program(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    printed(child.wait_with_output().unwrap())
}

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(args).stdin(Stdio::null());
    command
}

fn printed(Output { status, stdout, stderr }: Output) -> Printed {
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(!err.contains("panicked"), "{err}");
    Printed { status: status.code(), out, err }
}

impl Printed {
    /// The standard output of a run that succeeded.
    pub(crate) fn done(self) -> String {
        assert_eq!(self.status, Some(0), "{}{}", self.out, self.err);
        self.out
    }

    /// The status and the JSON on standard output.
    pub(crate) fn json(&self) -> (Option<i32>, Value) {
        (self.status, serde_json::from_str(&self.out).unwrap_or(json!(self.err)))
    }

    /// The status and the standard output, which must fit 80 columns.
    pub(crate) fn text(self) -> (Option<i32>, String) {
        assert!(self.out.lines().all(|line| line.chars().count() <= 80), "{}", self.out);
        (self.status, self.out)
    }

    /// Expects this status, and this text in the message.
    pub(crate) fn failed(&self, status: i32, expected: &str) {
        assert_eq!(self.status, Some(status), "{expected}: {}", self.err);
        assert!(self.err.contains(expected), "{expected}: {}", self.err);
    }
}

/// The JSON that the program prints under `--json` when it succeeds.
pub(crate) fn done(args: &[&str]) -> Value {
    serde_json::from_str(&punto(&[args, &["--json"]].concat()).done()).unwrap()
}

/// The status and the JSON of an audit with these arguments.
pub(crate) fn audited(args: &[&str]) -> (Option<i32>, Value) {
    punto(&[&["audit", "--json"], args].concat()).json()
}

/// Expects an audit without a deviation; returns its JSON.
pub(crate) fn is_clean(args: &[&str]) -> Value {
    let (status, audit) = audited(args);
    assert_eq!((status, &audit["clean"]), (Some(0), &json!(true)), "{args:?}: {audit}");
    audit
}

/// Expects an audit to report a deviation with this value under this key.
pub(crate) fn deviates(args: &[&str], key: &str, expected: &str) {
    let (status, audit) = audited(args);
    assert_eq!((status, audit[key].as_str()), (Some(1), Some(expected)), "{args:?}: {audit}");
}

/// The arguments that name a new store in this folder, which has no tables.
pub(crate) fn new_store(folder: &Path) -> [&str; 2] {
    let place = ["--data", text(folder)];
    punto(&[&["staff", "add", "Ann", "--role", "manager"], &place[..]].concat()).done();
    place
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The permissions of a file.
pub(crate) fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

/// Lets only the owner of a file read and write it.
pub(crate) fn only_for_owner(path: &Path) {
    std::fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
}

/// The program as a process to talk to, line by line.
pub(crate) struct Talk {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Talk {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut command = program(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// Types a line.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line that the program prints.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// What the program prints until it succeeds.
    pub(crate) fn end(mut self) -> String {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success(), "{rest}");
        rest
    }
}

/// A server as a process, killed when dropped.
pub(crate) struct Serving {
    child: Child,
    address: String,
    /// The public key that it printed.
    pub(crate) key: Option<String>,
    /// The address of its metrics that it printed.
    metrics: Option<String>,
}

/// The arguments of a server on a free port.
const SERVE: [&str; 4] = ["serve", "--listen", "127.0.0.1:0", "--json"];

impl Serving {
    /// Starts a server on a free port.
    pub(crate) fn start(args: &[&str]) -> Self {
        Self::with_log(args, &[], Stdio::null())
    }

    /// Starts a server on a free port, with these variables in its environment and its log there.
    pub(crate) fn with_log(args: &[&str], variables: &[(&str, &str)], log: impl Into<Stdio>) -> Self {
        Self::of(program(&[&SERVE, args].concat()).envs(variables.iter().copied()).stderr(log))
    }

    /// Starts a server on a free port that may have so many files open, and whose log goes to a file.
    pub(crate) fn start_with_files(files: u32, log: &Path, args: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {files}; exec \"$0\" \"$@\"")]);
        command.arg(program(&[]).get_program()).args(SERVE).args(args);
        Self::of(command.stderr(File::create(log).unwrap()))
    }

    fn of(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["event"], "listening");
        let address = message["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        let text_of = |key: &str| message[key].as_str().map(str::to_owned);
        Self { child, address, key: text_of("audit_key"), metrics: text_of("metrics") }
    }

    /// The head and the body of the answer to a request with this further header.
    pub(crate) fn answer(&self, path: &str, header: &str) -> String {
        self.send(&format!("GET {path}"), &format!("{header}\r\n"))
    }

    /// Lets a guest of this nickname in; returns their number.
    pub(crate) fn guest(&self, nickname: &str) -> u64 {
        let answer = self.post("/api/v1/guests", &json!({ "nickname": nickname }));
        let guest: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        guest["patron"]["patron_id"].as_u64().unwrap()
    }

    /// The head and the body of the answer to this body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> String {
        let body = body.to_string();
        let length = body.len();
        let rest = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}");
        self.send(&format!("POST {path}"), &rest)
    }

    /// The answer to a request with this line and everything after the common headers.
    pub(crate) fn send(&self, line: &str, rest: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        let request = format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{rest}");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The body of an answer.
    pub(crate) fn get(&self, path: &str) -> String {
        self.answer(path, "").split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    pub(crate) fn get_json(&self, path: &str) -> Value {
        serde_json::from_str(&self.get(path)).unwrap()
    }

    /// Where the server listens.
    pub(crate) fn socket_address(&self) -> SocketAddr {
        self.address.parse().unwrap()
    }

    /// The head and the body of the answer; none when nobody answers any more.
    pub(crate) fn try_answer(&self, path: &str) -> Option<String> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    }

    /// The address of the server.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What the server answers to Prometheus.
    pub(crate) fn scrape(&self) -> String {
        let url = self.metrics.as_deref().unwrap();
        let address = url.strip_prefix("http://").and_then(|url| url.strip_suffix("/metrics")).unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the server has ended, and expects success.
    pub(crate) fn ends_well(mut self) {
        assert!(self.child.wait().unwrap().success());
    }

    /// Stops the server in order.
    pub(crate) fn stop(self) {
        self.terminate();
        self.ends_well();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // The process may have ended; the test has then failed and reported why.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
