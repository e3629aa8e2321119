//! Demonstration staff: made with a new store alone, able to log in, and served on this machine only.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Serving, done, is_clean, mode, punto, text};

/// Logs one of the demonstration staff in; returns the answer.
fn log_in(serving: &Serving, shown: &Value, member: usize) -> String {
    let own = &shown["staff"][member];
    let log_in = json!({"name": own["name"], "password": shown["password"], "code": own["code"]});
    serving.post("/api/v1/staff/sessions", &log_in)
}

fn token(answer: &str) -> String {
    assert!(answer.contains("201 Created"), "{answer}");
    let body: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    format!("Authorization: Bearer {}\r\n", body["token"].as_str().unwrap())
}

#[test]
fn they_log_in_with_what_is_printed_and_are_the_same_at_every_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let place = ["--data", text(&data)];
    let made = done(&[&["staff", "demonstrate"], &place[..]].concat());
    assert_eq!(mode(&data.join("demonstration-staff.json")), 0o600);
    let serving = Serving::start(&place);
    // A running server has the store; the codes come from the file beside it.
    let now = done(&[&["staff", "codes"], &place[..]].concat());
    let roles = ["supervisor", "supervisor", "manager", "dealer", "auditor"];
    for (member, role) in roles.iter().enumerate() {
        assert_eq!(now["staff"][member]["secret"], made["staff"][member]["secret"]);
        // A step of the codes may end between their making and this log-in.
        let answers = || log_in(&serving, &done(&[&["staff", "codes"], &place[..]].concat()), member);
        let answer = Some(answers()).filter(|it| it.contains("201 Created")).unwrap_or_else(answers);
        let me = serving.answer("/api/v1/staff/me", &token(&answer));
        assert!(me.contains(&format!("\"roles\":[\"{role}\"]")), "{me}");
    }
    serving.stop();

    let again = done(&[&["staff", "demonstrate"], &place[..]].concat());
    let secrets =
        |shown: &Value| shown["staff"].as_array().unwrap().iter().map(|it| it["secret"].clone()).collect();
    let (first, second): (Vec<Value>, Vec<Value>) = (secrets(&made), secrets(&again));
    assert_eq!((&made["password"], first), (&again["password"], second), "a second start changes nothing");
    let listed = done(&[&["staff", "list"], &place[..]].concat());
    assert_eq!(listed["staff"].as_array().unwrap().len(), 5);
    let dealer = &listed["staff"][3];
    assert_eq!(
        (&dealer["name"], &dealer["display_name"]),
        (&json!("Dealer One"), &json!("Dana")),
        "{dealer}"
    );
    is_clean(&place);
}

#[test]
fn a_start_that_was_cut_off_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--data", text(folder.path())];
    done(&[&["staff", "demonstrate"], &place[..]].concat());
    let file = folder.path().join("demonstration-staff.json");
    let mut kept: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    kept["secrets"].as_object_mut().unwrap().remove("Manager One");
    fs::write(&file, kept.to_string()).unwrap();
    done(&[&["staff", "demonstrate"], &place[..]].concat());
    let serving = Serving::start(&place);
    let log_in_now = || log_in(&serving, &done(&[&["staff", "codes"], &place[..]].concat()), 2);
    let answer = Some(log_in_now()).filter(|it| it.contains("201 Created")).unwrap_or_else(log_in_now);
    token(&answer);
    serving.stop();
    fs::remove_file(folder.path().join("punto.sqlite")).unwrap();
    done(&[&["staff", "demonstrate"], &place[..]].concat());
    let listed = done(&[&["staff", "list"], &place[..]].concat());
    assert_eq!(listed["staff"].as_array().unwrap().len(), 5, "a store that was removed is made again");
}

#[test]
fn a_store_that_was_made_without_them_gets_none() {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--data", text(folder.path())];
    let staff = |args: &[&str]| punto(&[&["staff"], args, &place].concat());
    staff(&["codes"]).failed(1, "has no demonstration staff");
    staff(&["add", "Ann", "--role", "manager"]).done();
    let before = names(folder.path());
    staff(&["demonstrate"]).failed(1, "was made without demonstration staff and gets none");
    staff(&["codes"]).failed(1, "has no demonstration staff");
    assert_eq!(names(folder.path()), before);
    assert_eq!(staff(&["list"]).text().1, "1 Ann: manager\n");
    let database = ["staff", "demonstrate", "--database", "postgres://punto@localhost/house"];
    punto(&database).failed(2, "not for a database");
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_store_with_them_is_served_on_this_machine_only() {
    let folder = tempfile::tempdir().unwrap();
    let place = ["--data", text(folder.path())];
    done(&[&["staff", "demonstrate"], &place[..]].concat());
    for (elsewhere, named) in [
        (&["--listen", "0.0.0.0:0"][..], "not at 0.0.0.0:0"),
        (&["--listen", "[::]:0"], "not at [::]:0"),
        (&["--listen", "192.0.2.1:7777"], "not at 192.0.2.1:7777"),
        (
            &["--listen", "127.0.0.1:0", "--public-url", "https://punto.example"],
            "not at https://punto.example",
        ),
    ] {
        let serve = [&["serve"], elsewhere, &place].concat();
        punto(&serve).failed(1, named);
        punto(&[&serve[..], &["--check"]].concat()).failed(1, "has demonstration staff");
    }
    Serving::start(&[&place[..], &["--public-url", "http://localhost:7777"]].concat()).stop();
}
