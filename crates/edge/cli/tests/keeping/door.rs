//! Passwords and invitations of tables by `punto table` and the file of tables, in a store and at a server.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Serving, done, is_clean, new_store, only_for_owner, punto, punto_fed, text};

const PASSWORD: &str = "green kettle unrolled";

fn table(place: &[&str], args: &[&str]) -> Value {
    done(&[&["table"], args, place].concat())
}

/// What `punto table show` says of a table, without its changes.
fn shown(place: &[&str], number: &str) -> String {
    let shown = punto(&[&["table", "show", number], place].concat()).text().1;
    shown.split("Latest changes").next().unwrap().to_owned()
}

/// A file with a password, beside a file of tables that names it.
fn configured(folder: &Path, password: &str) -> String {
    let (tables, secret) = (folder.join("tables.toml"), folder.join("salon.password"));
    fs::write(&secret, format!("{password}\n")).unwrap();
    only_for_owner(&secret);
    let salon = "[[table]]\nid = 1\nname = \"Salon\"\nrules = \"three-bet\"\n";
    fs::write(&tables, format!("{salon}password_file = \"salon.password\"\nneeds_invitation = true\n"))
        .unwrap();
    text(&tables).to_owned()
}

#[test]
fn a_file_of_tables_names_the_file_of_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let place = new_store(&data);
    let file = configured(folder.path(), PASSWORD);
    let apply = || done(&["table", "apply", &file, "--yes", place[0], place[1]]);
    assert_eq!(apply()["applied"], true);
    let said = shown(&place, "1");
    assert!(
        said.contains("password              set\n") && said.contains("invitation            0 invited\n"),
        "{said}"
    );
    assert_eq!(apply()["applied"], false, "the password is the same");
    configured(folder.path(), "another kettle unrolled");
    let changed = apply();
    let expected = json!([{"field": "password", "before": "set", "after": "as given"}]);
    assert_eq!(changed["tables"][0]["differences"], expected);
    configured(folder.path(), "12345678");
    punto(&["table", "apply", &file, "--yes", place[0], place[1]]).failed(1, "too easy to guess");
    configured(folder.path(), "");
    punto(&["table", "apply", &file, "--yes", place[0], place[1]]).failed(1, "no password in its first line");
    let secret = folder.path().join("salon.password");
    fs::remove_file(&secret).unwrap();
    fs::write(&secret, PASSWORD).unwrap();
    punto(&["table", "apply", &file, "--yes", place[0], place[1]]).failed(1, "other users can access it");
    is_clean(&place);
}

#[test]
fn a_password_and_invitations_are_set_in_a_store_and_go_on_in_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, file] = ["one", "two", "house.jsonl"].map(|name| folder.path().join(name));
    let [from, to] = [["--data", text(&one)], ["--data", text(&two)]];
    let serving = Serving::start(&from);
    let guests = ["Ana", "Ben"].map(|name| serving.guest(name));
    serving.stop();
    let set = ["table", "set", "1", "password_file=-", "--why", "a party"];
    let answer = punto_fed(&[&set[..], &from].concat(), &format!("{PASSWORD}\n")).done();
    assert_eq!(answer, "Table 1, Salon One, was changed.\n  password: set\n");
    punto_fed(&[&set[..], &from].concat(), "").failed(1, "standard input ended before the password");
    let invited = table(&from, &["invite", "1", "ana", &guests[1].to_string(), "--why", "hers"]);
    assert_eq!((&invited["invited"], &invited["needs_invitation"]), (&json!(2), &json!(true)));
    let left = table(&from, &["uninvite", "1", "Ben", "--why", "asked to"]);
    assert_eq!(left["invited"], 1);
    let made = table(&from, &["invitation-code", "1", "--why", "their friends"]);
    assert_eq!((&made["settings"]["invited"], &made["settings"]["invitation_codes"]), (&json!(1), &json!(1)));
    assert_eq!(made["code"].as_str().map(str::len), Some(19), "{made}");
    let withdrawn = punto(&[&["table", "uninvite", "1", "--codes", "--why", "?"], &from[..]].concat()).done();
    assert!(withdrawn.contains("  invitation: 1 invited, codes: 1 -> 1 invited\n"), "{withdrawn}");
    let refused = punto(&[&["table", "invite", "1", "Nobody", "--why", "?"], &from[..]].concat());
    refused.failed(1, "there is no patron Nobody");
    let said = shown(&from, "1");
    assert!(
        said.contains("password              set\n") && said.contains("invitation            1 invited\n"),
        "{said}"
    );

    punto(&["export", from[0], from[1], text(&file)]).done();
    punto(&["import", to[0], to[1], text(&file)]).done();
    assert_eq!(shown(&to, "1"), said);
    let again = punto_fed(&[&set[..], &to].concat(), &format!("{PASSWORD}\n")).done();
    assert_eq!(again, "Table 1, Salon One, was like that already.\n", "the hash came along");
    let open = table(&to, &["set", "1", "password_file=", "needs_invitation=false", "--why", "over"]);
    assert_eq!((&open["needs_password"], &open["needs_invitation"]), (&json!(false), &json!(false)));
    for place in [from, to] {
        is_clean(&place);
    }
}

#[test]
fn a_server_is_sent_a_password_and_invitations_and_tells_neither() {
    let folder = tempfile::tempdir().unwrap();
    let (data, token) = (folder.path().join("data"), folder.path().join("token"));
    let store = ["--data", text(&data)];
    done(&[&["staff", "add", "Mia", "--role", "manager"], &store[..]].concat());
    let made = done(&[&["staff", "token", "Mia", "--role", "manager", "--days", "1"], &store[..]].concat());
    fs::write(&token, made["token"].as_str().unwrap()).unwrap();
    only_for_owner(&token);
    let serving = Serving::start(&store);
    let url = serving.url();
    let place = ["--server", &url, "--token-file", text(&token)];
    let guest = serving.guest("Ana").to_string();
    let set = ["table", "set", "1", "password_file=-", "--why", "a party"];
    for said in ["password: set\n", "password: set -> as given\n"] {
        let answer = punto_fed(&[&set[..], &place].concat(), &format!("{PASSWORD}\n")).done();
        assert_eq!(answer, format!("Table 1, Salon One, was changed.\n  {said}"));
    }
    let made = punto(&[&["table", "invitation-code", "1", "--why", "theirs"], &place[..]].concat()).done();
    assert!(made.starts_with("Everybody who enters this code may take a seat."), "{made}");
    assert_eq!(table(&place, &["uninvite", "1", "--codes", "--why", "over"])["invitation_codes"], 0);
    assert_eq!(table(&place, &["invite", "1", &guest, "--why", "hers"])["invited"], 1);
    let said = shown(&place, "1");
    assert!(
        said.contains("password              set\n") && said.contains("invitation            1 invited\n"),
        "{said}"
    );
    let changes = table(&place, &["show", "1"])["changes"].clone();
    let whys: Vec<_> =
        changes.as_array().unwrap().iter().map(|it| [it["by"].as_str(), it["why"].as_str()]).collect();
    assert_eq!(
        whys[..4],
        ["hers", "over", "theirs", "a party"].map(|why| [Some("staff:1"), Some(why)]),
        "the same password changes nothing"
    );
    let text = changes.to_string();
    assert!(!text.contains("kettle") && !text.contains("argon2"), "{text}");
}
