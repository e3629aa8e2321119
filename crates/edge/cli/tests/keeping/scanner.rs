//! `punto scanner enrol`: a device enrols at a running server, and a second supervisor approves its fingerprint.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};

use crate::staff::enrol;
use crate::support::{Serving, done, is_clean, punto, text};

/// A supervisor at a running server, with recovery codes that each count once.
struct Supervisor<'a> {
    serving: &'a Serving,
    password: &'static str,
    codes: Vec<String>,
    token: String,
}

impl<'a> Supervisor<'a> {
    fn log_in(serving: &'a Serving, name: &str, (password, codes): (&'static str, Vec<String>)) -> Self {
        let mut own = Self { serving, password, codes, token: String::new() };
        let mut log_in = own.proof();
        log_in["name"] = json!(name);
        let session = body_of(&serving.post("/api/v1/staff/sessions", &log_in));
        own.token.push_str(session["token"].as_str().unwrap());
        own
    }

    fn proof(&mut self) -> Value {
        json!({"password": self.password, "code": self.codes.pop().unwrap()})
    }

    /// Posts under `/devices` with a proof.
    fn act(&mut self, path: &str, mut body: Value) -> Value {
        body["proof"] = self.proof();
        let (body, token) = (body.to_string(), &self.token);
        let (kind, length) = ("Content-Type: application/json", body.len());
        let rest =
            format!("Authorization: Bearer {token}\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{body}");
        body_of(&self.serving.send(&format!("POST /api/v1/devices{path}"), &rest))
    }
}

/// The body of an answer.
fn body_of(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

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
