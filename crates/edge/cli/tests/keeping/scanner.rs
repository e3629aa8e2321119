//! `punto scanner enrol`: a device enrols at a running server, and a second supervisor approves its fingerprint.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;

use crate::staff::enrol;
use crate::studio::{Studio, Supervisor, body_of};
use crate::support::{Serving, done, is_clean, punto, text};

#[test]
fn a_device_enrols_with_a_code_and_is_approved_by_its_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    let (store, key) = (["--data", text(folder.path())], folder.path().join("device.key"));
    let staff = ["Ann", "Ben"].map(|name| {
        let added = done(&[&["staff", "add", name, "--role", "supervisor"], &store[..]].concat());
        enrol(name, &store, added["code"].as_str().unwrap())
    });
    let serving = Serving::start(&store);
    let [ann, ben] = staff;
    let (mut ann, mut ben) =
        (Supervisor::log_in(&serving, "Ann", ann), Supervisor::log_in(&serving, "Ben", ben));
    let made = done(&["scanner", "keygen", "--out", text(&key)]);
    let code = ann.act("/codes", json!({"table_id": 1}))["code"].as_str().unwrap().to_owned();
    let url = serving.url();
    let enrol = |table: &str| {
        let device = ["--key", text(&key), "--table", table, "--code", &code];
        punto(&[&["scanner", "enrol", "--server", &url], &device[..]].concat())
    };
    enrol("2").failed(1, "(bad_enrolment)");
    fs::set_permissions(&key, Permissions::from_mode(0o644)).unwrap();
    enrol("1").failed(1, "run `chmod 600` on it");
    fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    let (status, shown) = enrol("1").text();
    let fingerprint = made["fingerprint"].as_str().unwrap();
    assert_eq!(status, Some(0));
    assert!(
        shown.starts_with("Device 1 waits for table 1.") && shown.ends_with(&format!("\n{fingerprint}\n")),
        "{shown}"
    );
    enrol("1").failed(1, "(bad_enrolment)");
    let approve = json!({"fingerprint": fingerprint});
    assert_eq!(ann.act("/1/approve", approve.clone())["error"]["code"], "same_person");
    assert_eq!(ben.act("/1/approve", approve)["device"]["standing"], "enrolled");
    let again = (ben.password, ben.codes);
    serving.stop();
    is_clean(&store);
    let serving = Serving::start(&store);
    let mut ben = Supervisor::log_in(&serving, "Ben", again);
    let revoked = ben.act("/1/revoke", json!({"why": "worn out"}));
    assert_eq!(revoked["device"]["key"], made["key"], "the device is on record after a restart");
    serving.stop();
    is_clean(&store);
}

const SALON_LIVE: &str = r#"
[[table]]
id = 9
name = "Salon Live"
rules = "live-commission"
dealer = "scanner"
timings = { betting_ms = 1000, drain_ms = 100, result_ms = 1000 }
"#;

const SHOE: &str =
    "shoe: 1\nrules: live-commission\ndecks: 8\nburned: 2d + 2\ncut: 408\n\n9h Kd Ks 3c\n4h 4d 2s 3c\n";

#[test]
fn a_simulated_shoe_and_a_scripted_dealer_deal_a_shoe_that_the_audit_finds_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut studio = Studio::found(folder.path(), SALON_LIVE);
    let (shoe, state) = (studio.path("two.shoe"), studio.path("device.state"));
    fs::write(&shoe, SHOE).unwrap();
    let serving = studio.serve();
    let key = studio.enrol_device(&serving, 9, true);
    let (url, token) = (serving.url(), studio.token_file());
    let play = ["scanner", "play", &shoe, "--state", &state, "--key", &key, "--server", &url];
    let deal = ["--deal", "9", "--token-file", &token, "--speed", "100"];
    let faults = ["--fault", "unreadable:3@1.P2", "--fault", "lowconf@2.B2"];
    let (status, shown) = punto(&[&play[..], &deal, &faults].concat()).text();
    assert_eq!(status, Some(0), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!((lines[0], lines[1]), ("shoe BOX-0001 loaded", "2d at burn"));
    let rounds = [
        "9h at P1",
        "Kd at B1",
        "a card that is not read at P2",
        "a card that is not read at P2",
        "a card that is not read at P2",
        "Ks at P2",
        "3c at B2",
        "4h at P1",
        "the cut card",
        "4d at B1",
        "2s at P2",
        "3c at B2",
        "3c at B2",
        "The shoe is over after 2 coups.",
        "unreadable:3@1.P2: answered",
        "  finding unreadable",
        "lowconf@2.B2: answered",
        "  finding unreadable",
    ];
    assert_eq!(lines[4..], rounds);
    let again = punto(&play);
    assert!(again.text().1.starts_with("The shoe is over"), "it goes on where it was");
    let beads = body_of(&serving.send("GET /api/v1/tables/9/shoes/1/beads", "\r\n"));
    assert_eq!(beads["rounds"].as_array().map(Vec::len), Some(2), "{beads}");
    serving.stop();
    is_clean(&studio.store().each_ref().map(String::as_str));
}
