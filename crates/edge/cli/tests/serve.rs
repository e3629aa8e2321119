//! `punto serve` as a process: the address it prints, and the messages of failed starts.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use postgres::Cluster;
use serde_json::{Value, json};

/// A server as a process, killed when dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path, args: &[&str]) -> Self {
        Self::run(serve(data, args))
    }

    fn run(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
        let stdout = child.stdout.take().expect("its output is ours");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("it says where it listens");
        let message: Value = serde_json::from_str(&line).expect("the line is JSON");
        assert_eq!(message["event"], "listening");
        let address =
            message["url"].as_str().and_then(|url| url.strip_prefix("http://")).expect("an address");
        Self { child, address: address.to_owned() }
    }

    /// The body of an answer.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let host = &self.address;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer.split_once("\r\n\r\n").expect("a head and a body").1.to_owned()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // The process may have ended; the test has then failed and reported why.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    let common = ["serve", "--listen", "127.0.0.1:0", "--json", "--data"];
    command.args(common).arg(data).args(args).stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// The status and the message of a failed start.
fn refused(data: &Path, args: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        serve(data, args).stderr(Stdio::piped()).output().expect("it starts and ends");
    assert!(stdout.is_empty(), "{}", String::from_utf8_lossy(&stdout));
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn it_says_where_it_listens_and_keeps_others_away_from_its_store() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let serving = Serving::start(&data, &[]);
    let health: Value = serde_json::from_str(&serving.get("/api/health")).unwrap();
    assert_eq!((&health["status"], &health["tables"]), (&json!("ok"), &json!(2)));

    let (status, message) = refused(&data, &[]);
    assert_eq!(status, Some(1));
    assert!(message.contains("punto.sqlite: the store is in use by another server"), "{message}");
    drop(serving);
    assert!(Serving::start(&data, &[]).get("/").contains("<!doctype html>"), "killed, it starts again");
}

#[test]
fn tables_and_client_are_read_from_the_named_paths() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, client) = (folder.path().join("tables.toml"), folder.path().join("client"));
    fs::write(&tables, "[[table]]\nid = 9\nname = \"Garden\"\nrules = \"sixty-round\"\n").unwrap();
    fs::create_dir(&client).unwrap();
    fs::write(client.join("index.html"), "our page").unwrap();
    let args = ["--tables", tables.to_str().unwrap(), "--client", client.to_str().unwrap()];
    let serving = Serving::start(&folder.path().join("data"), &args);
    assert_eq!(serving.get("/"), "our page");
    let lobby: Value = serde_json::from_str(&serving.get("/api/tables")).unwrap();
    assert_eq!(lobby["tables"].as_array().unwrap().len(), 1);
    assert_eq!(lobby["tables"][0]["name"], "Garden");
}

#[test]
fn a_failed_start_names_the_remedy_and_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let bad_tables = folder.path().join("tables.toml");
    fs::write(&bad_tables, "[[table]]\nid = 1\nname = \"A\"\nrules = \"none\"\n").unwrap();
    for (args, status, expected) in [
        (
            ["--listen", &address],
            1,
            "another program uses that port: stop it, or choose another with --listen",
        ),
        (["--listen", "nowhere"], 2, "invalid socket address"),
        (["--client", "no/such/folder"], 2, "cannot read a client from no/such/folder"),
        (["--tables", "no/such/file"], 2, "cannot read tables from no/such/file"),
        (["--tables", bad_tables.to_str().unwrap()], 2, "\"none\" is neither built-in house rules"),
        (["--betting-ms", "soon"], 2, "invalid digit"),
        (["--betting-ms", "3600001"], 2, "3600001 is not in 0..=3600000"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        let output = command.arg("serve").args(args).arg("--data").arg(&data).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {message}");
        assert!(message.contains(expected), "{args:?}: {message}");
        assert!(!data.exists(), "{args:?}");
    }
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let (status, message) = refused(&file.join("data"), &[]);
    assert_eq!(status, Some(1));
    assert!(message.contains("cannot create the folder") && message.contains("file/data"), "{message}");
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("punto.sqlite"), "a letter and no database, ".repeat(100)).unwrap();
    let (status, message) = refused(&data, &[]);
    assert_eq!(status, Some(1));
    assert!(message.contains("punto.sqlite") && message.contains("not a database"), "{message}");
}

/// A server on a database, quick to open and slow to wait.
fn on_database(url: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--json", "--shuffle-ms", "0", "--card-ms", "0"]);
    command.args(["--result-ms", "0", "--betting-ms", "50", "--database", url]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

fn running(serving: &Serving) -> Value {
    let health: Value = serde_json::from_str(&serving.get("/api/health")).expect("JSON");
    health["tables"].clone()
}

#[test]
fn a_database_keeps_the_house_and_the_last_server_runs_it() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let first = Serving::run(on_database(&url));
    assert_eq!(running(&first), json!(2));
    let second = Serving::run(on_database(&url));
    while running(&first) != json!(0) {}
    assert_eq!(running(&second), json!(2));
    drop((first, second));
    let gaps =
        "SELECT count(*) FROM (SELECT count(*), max(seq) FROM event GROUP BY table_id) t WHERE count <> max";
    assert_eq!(cluster.run("punto_0", gaps).as_deref(), Ok("0"));
}

#[test]
fn a_database_that_cannot_be_used_is_named_without_its_password() {
    for (url, status, expected) in [
        ("postgres://ann:secret@127.0.0.1:1/house", 1, "database house at 127.0.0.1: error connecting"),
        ("postgres://ann:secret@127.0.0.1:1/house?sslmode=require", 1, "asks for TLS"),
        ("mysql:secret", 1, "the URL of the database"),
    ] {
        let output = on_database(url).stderr(Stdio::piped()).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{url}: {message}");
        assert!(message.contains(expected) && !message.contains("secret"), "{url}: {message}");
    }
    let folder = tempfile::tempdir().unwrap();
    let (status, message) = refused(folder.path(), &["--database", "postgres://ann@db/house"]);
    assert_eq!(status, Some(2), "{message}");
}
