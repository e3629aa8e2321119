//! `punto supervisor`, and a server with its file: a printed secret is accepted, and a file that other users can
//! read is refused.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::support::{Printed, Serving, done, mode, punto, text};

fn add(name: &str, file: &Path) -> Printed {
    punto(&["supervisor", "add", name, "--file", text(file)])
}

#[test]
fn an_added_supervisor_gets_in_with_the_printed_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("supervisors.txt");
    let shown = add("Ann Lee", &file).done();
    let (head, ann) = shown.trim_end().split_once('\n').unwrap();
    assert_eq!(head, "Added supervisor 1, Ann Lee. The secret, shown only once:");
    assert!(ann.len() == 64 && ann.bytes().all(|it| it.is_ascii_hexdigit()), "{ann}");
    assert_eq!(mode(&file), 0o600);

    let place = ["--data", text(folder.path()), "--supervisors", text(&file)];
    let alone = punto(&[&["serve", "--listen", "127.0.0.1:0"], &place[..]].concat());
    alone.failed(1, "a correction needs two supervisors");

    let ben = done(&["supervisor", "add", "Ben", "--file", text(&file)]);
    assert_eq!((ben["supervisor_id"].as_u64(), ben["name"].as_str()), (Some(2), Some("Ben")));
    let (ben, stored) = (ben["secret"].as_str().unwrap(), fs::read_to_string(&file).unwrap());
    assert_eq!(mode(&file), 0o600);
    assert!(!stored.contains(ann) && !stored.contains(ben), "{stored}");

    let serving = Serving::start(&place);
    for (secret, expected) in [(ann, "\"Ann Lee\""), (ben, "\"Ben\""), ("0", "401")] {
        let answer = serving.answer("/api/v1/staff/me", &format!("Authorization: Bearer {secret}\r\n"));
        assert!(answer.contains(expected), "{answer}");
    }
}

#[test]
fn an_invalid_file_is_left_alone_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("supervisors.txt");
    add("Ann", &file).done();
    let good = fs::read_to_string(&file).unwrap();
    add(&format!("{} Lee", "x".repeat(36)), &file).text();
    for (name, stored, mode, expected) in [
        ("ann", &*good, 0o600, "the name ann is already in use"),
        (" ", &good, 0o600, "a name has 1 to 40 characters"),
        ("Ben", &good, 0o640, "its mode is 0640: other users can access it; run `chmod 600` on it"),
        ("Ben", "Ann\n", 0o600, "line 1: a line starts with a number from 1, not \"Ann\""),
    ] {
        fs::write(&file, stored).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let refused = add(name, &file);
        refused.failed(1, expected);
        refused.failed(1, "supervisors.txt");
        assert_eq!(fs::read_to_string(&file).unwrap(), stored, "{expected}");
    }
    let none = punto(&["serve", "--listen", "127.0.0.1:0", "--supervisors", "no/such/file"]);
    none.failed(1, "supervisors file no/such/file: ");
}

/// What the server answers of a report and of odds is what the commands print, to the byte and to the last digit.
#[test]
fn the_server_reports_and_counts_as_the_commands_do() {
    let folder = crate::played::house("");
    let file = folder.path().join("supervisors.txt");
    let ann =
        done(&["supervisor", "add", "Ann", "--file", text(&file)])["secret"].as_str().unwrap().to_owned();
    done(&["supervisor", "add", "Ben", "--file", text(&file)]);
    let data = ["--data", text(folder.path())];
    let serving = Serving::start(&[&data[..], &["--supervisors", text(&file)]].concat());
    let body = |path: &str| {
        let answer = serving.answer(path, &format!("Authorization: Bearer {ann}\r\n"));
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    let report = |args: &[&str]| punto(&[&["report"], &data[..], args].concat()).done();
    let all: serde_json::Value = serde_json::from_str(&report(&["--json"])).unwrap();
    let day = all["tables"][0]["day"].as_str().unwrap();
    for (query, args) in [
        (String::new(), vec!["--json"]),
        ("?format=csv".to_owned(), vec!["--csv"]),
        (format!("?day={day}&format=csv"), vec!["--day", day, "--csv"]),
        (format!("?day={day}&table=1"), vec!["--day", day, "--table", "1", "--json"]),
        (format!("?from={day}&until={day}"), vec!["--from", day, "--until", day, "--json"]),
        ("?day=2001-02-03&format=csv".to_owned(), vec!["--day", "2001-02-03", "--csv"]),
    ] {
        assert_eq!(body(&format!("/api/v1/reports/daily{query}")), report(&args), "{args:?}");
    }
    let own = report(&["--patron", "1", "--json"]);
    assert_eq!(body("/api/v1/patrons/1/turnover"), own);

    for rules in ["live-commission", "live-no-commission", "three-bet"] {
        let served: serde_json::Value =
            serde_json::from_str(&body(&format!("/api/v1/house-rules/{rules}/odds"))).unwrap();
        let counted = done(&["odds", "--rules", rules]);
        assert_eq!(served["draws"], counted["draws"]);
        for spot in served["spots"].as_array().unwrap() {
            let own = &counted["spots"][spot["spot"].as_str().unwrap()];
            assert_eq!(spot["house_edge"]["fraction"], own["house_edge_exact"], "{spot}");
            assert_eq!(spot["house_edge"]["decimal"], own["house_edge"], "{spot}");
            let counts = |wins: &serde_json::Value| -> Vec<serde_json::Value> {
                wins.as_array().unwrap().iter().map(|win| win["count"].clone()).collect()
            };
            assert_eq!(counts(&spot["wins"]), counts(&own["win"]), "{spot}");
        }
    }

    serving.stop();
    let (status, audit) = crate::support::audited(&data);
    assert_eq!(status, Some(0), "the reads on record are sound: {audit}");
}
