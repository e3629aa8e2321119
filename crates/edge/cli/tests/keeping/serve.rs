//! `punto serve` as a process: the address it prints, and the messages of failed starts.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;

use postgres::Cluster;
use serde_json::json;

use crate::support::{Serving, mode, punto, text};

#[test]
fn it_says_where_it_listens_and_keeps_others_away_from_its_store() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let place = ["--data", text(&data)];
    let serving = Serving::start(&place);
    let health = serving.get_json("/api/v1/health");
    assert_eq!((&health["status"], &health["tables"]), (&json!("ok"), &json!(6)));

    assert_eq!(mode(&data), 0o700, "nobody else may read it");
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }

    let refused = punto(&["serve", "--listen", "127.0.0.1:0", place[0], place[1]]);
    refused.failed(1, "punto.sqlite: the store is in use by another server");
    assert_eq!(refused.out, "");
    drop(serving);
    assert!(Serving::start(&place).get("/").contains("<!doctype html>"), "killed, it starts again");
}

#[test]
fn a_data_folder_that_others_may_read_and_few_open_files_are_logged_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let serving = Serving::start_with_files(256, &log, &["--data", text(&data)]);
    assert!(serving.get("/healthz").starts_with("ok"));
    serving.stop();
    let log = fs::read_to_string(log).unwrap();
    let line =
        |part: &str| log.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}: {log}"));
    assert!(line("others than the owner").contains(&format!("chmod 700 '{}'", data.display())));
    assert!(!log.contains("chmod 600"), "new files are the owner's: {log}");
    let files = line("too few files");
    assert!(
        files.contains("256") && files.contains("connections=128") && files.contains("LimitNOFILE"),
        "{files}"
    );
}

#[test]
fn tables_and_client_are_read_from_the_named_paths() {
    let folder = tempfile::tempdir().unwrap();
    let [tables, client, data] = ["tables.toml", "client", "data"].map(|name| folder.path().join(name));
    fs::write(&tables, "[[table]]\nid = 9\nname = \"Garden\"\nrules = \"sixty-round\"\nante = 0\n").unwrap();
    fs::create_dir(&client).unwrap();
    fs::write(client.join("index.html"), "our page").unwrap();
    let serving =
        Serving::start(&["--data", text(&data), "--tables", text(&tables), "--client", text(&client)]);
    assert_eq!(serving.get("/"), "our page");
    let lobby = serving.get_json("/api/v1/tables");
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
    let another = "another program uses that port: stop it, or choose another with --listen";
    for (args, status, expected) in [
        (["--listen", &address], 1, another),
        (["--listen", "nowhere"], 2, "invalid socket address"),
        (["--client", "no/such/folder"], 2, "cannot read a client from no/such/folder"),
        (["--tables", "no/such/file"], 2, "cannot read tables from no/such/file"),
        (["--tables", text(&bad_tables)], 2, "\"none\" is neither built-in house rules"),
        (["--betting-ms", "soon"], 2, "invalid digit"),
        (["--betting-ms", "3600001"], 2, "3600001 is not in 0..=3600000"),
        (["--database", "postgres://ann@db/house"], 2, "--database"),
        (["--guests-per-minute", "0"], 2, "0 is not in 1..=1000000"),
        (["--messages-per-second", "0"], 2, "0 is not in 1..=1000000"),
        (["--origin", "https://app.example/lobby"], 2, "has more than a scheme, a host and a port"),
        (["--origin", "app.example"], 2, "is no origin"),
        (["--public-url", "http://punto.example"], 2, "is not secure; browsers accept https"),
        (["--public-url", "https://127.0.0.1"], 2, "has no name"),
    ] {
        punto(&["serve", "--data", text(&data), args[0], args[1]]).failed(status, expected);
        assert!(!data.exists(), "{args:?}");
    }
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("file"), folder.path().join("data"));
    fs::write(&file, "").unwrap();
    fs::create_dir(&data).unwrap();
    fs::write(data.join("punto.sqlite"), "a letter and no database, ".repeat(100)).unwrap();
    for (data, expected) in [
        (&file.join("data"), ["cannot create the folder", "file/data"]),
        (&data, ["punto.sqlite", "not a database"]),
    ] {
        let refused = punto(&["serve", "--listen", "127.0.0.1:0", "--data", text(data)]);
        for expected in expected {
            refused.failed(1, expected);
        }
    }
}

#[test]
fn a_database_keeps_the_house_and_the_last_server_runs_it() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    // Quick to open and slow to wait.
    let quick = ["--shuffle-ms=0", "--card-ms=0", "--result-ms=0", "--betting-ms=50", "--database", &url];
    let running = |serving: &Serving| serving.get_json("/api/v1/health")["tables"].clone();
    let first = Serving::start(&quick);
    assert_eq!(running(&first), json!(6));
    let second = Serving::start(&quick);
    while running(&first) != json!(0) {}
    assert_eq!(running(&second), json!(6));
    drop((first, second));
    let gaps =
        "SELECT count(*) FROM (SELECT count(*), max(seq) FROM event GROUP BY table_id) t WHERE count <> max";
    assert_eq!(cluster.run("punto_0", gaps).as_deref(), Ok("0"));
}

#[test]
fn a_database_that_cannot_be_used_is_named_without_its_password() {
    for (url, expected) in [
        ("postgres://ann:secret@127.0.0.1:1/house", "database house at 127.0.0.1: error connecting"),
        ("postgres://ann:secret@127.0.0.1:1/house?sslmode=verify-ca", "sslmode is one of"),
        ("mysql:secret", "the URL of the database"),
    ] {
        let refused = punto(&["serve", "--listen", "127.0.0.1:0", "--database", url]);
        refused.failed(1, expected);
        assert!(!refused.err.contains("secret"), "{url}: {}", refused.err);
    }
}
