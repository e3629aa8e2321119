//! What a live table needs: supervisors, a dealer, and a device that both supervisors let speak.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::staff::enrol;
use crate::support::{Serving, done, only_for_owner, text};

/// The live table of a studio.
const TABLE: u32 = 9;

/// A supervisor at a running server, with recovery codes that each count once.
pub(crate) struct Supervisor<'a> {
    serving: &'a Serving,
    pub(crate) password: &'static str,
    pub(crate) codes: Vec<String>,
    pub(crate) token: String,
}

impl<'a> Supervisor<'a> {
    pub(crate) fn log_in(
        serving: &'a Serving,
        name: &str,
        (password, codes): (&'static str, Vec<String>),
    ) -> Self {
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
    pub(crate) fn act(&mut self, path: &str, mut body: Value) -> Value {
        body["proof"] = self.proof();
        let (body, token) = (body.to_string(), &self.token);
        let (kind, length) = ("Content-Type: application/json", body.len());
        let rest =
            format!("Authorization: Bearer {token}\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{body}");
        body_of(&self.serving.send(&format!("POST /api/v1/devices{path}"), &rest))
    }
}

/// The body of an answer.
pub(crate) fn body_of(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Writes a file of recordings that says why these tables need none; returns its path.
pub(crate) fn unrecorded(folder: &Path, tables: &[u32]) -> String {
    let entry = |id: &u32| format!("[[table]]\nid = {id}\nrequired = false\nwhy = \"a test\"\n");
    let path = folder.join("recordings.toml");
    fs::write(&path, tables.iter().map(entry).collect::<String>()).unwrap();
    text(&path).to_owned()
}

/// A store with staff and a live table, whose device has a key.
pub(crate) struct Studio {
    folder: PathBuf,
    staff: [(&'static str, Vec<String>); 2],
    pub(crate) token: String,
    /// The public key of its device.
    pub(crate) key: String,
}

impl Studio {
    /// A studio in this folder, with this file of tables.
    pub(crate) fn found(folder: &Path, tables: &str) -> Self {
        let folder = folder.to_owned();
        fs::write(folder.join("tables.toml"), tables).unwrap();
        let data = folder.join("data");
        let store = ["--data", text(&data)];
        let staff = ["Ann", "Ben"].map(|name| {
            let added = done(&[&["staff", "add", name, "--role", "supervisor"], &store[..]].concat());
            enrol(name, &store, added["code"].as_str().unwrap())
        });
        done(&[&["staff", "add", "Dan", "--role", "dealer"], &store[..]].concat());
        let token =
            done(&[&["staff", "token", "Dan", "--role", "dealer", "--days", "1"], &store[..]].concat());
        Self { folder, staff, token: token["token"].as_str().unwrap().to_owned(), key: String::new() }
    }

    /// A path in its folder.
    pub(crate) fn path(&self, name: &str) -> String {
        text(&self.folder.join(name)).to_owned()
    }

    /// The arguments that name its store.
    pub(crate) fn store(&self) -> [String; 2] {
        ["--data".to_owned(), self.path("data")]
    }

    /// Runs its server.
    pub(crate) fn serve(&self) -> Serving {
        let (data, tables) = (self.path("data"), self.path("tables.toml"));
        let recordings = unrecorded(&self.folder, &[TABLE]);
        Serving::start(&["--data", &data, "--tables", &tables, "--recordings", &recordings])
    }

    /// Writes the token of its dealer to a file; returns the path.
    pub(crate) fn token_file(&self) -> String {
        let path = self.folder.join("dealer.token");
        fs::write(&path, &self.token).unwrap();
        only_for_owner(&path);
        text(&path).to_owned()
    }

    /// Makes the key of a device and lets it speak for this table; returns the path of the key.
    pub(crate) fn enrol_device(&mut self, serving: &Serving, table: u32, simulator: bool) -> String {
        let [ann, ben] = std::mem::take(&mut self.staff);
        let (mut ann, mut ben) =
            (Supervisor::log_in(serving, "Ann", ann), Supervisor::log_in(serving, "Ben", ben));
        let (key, url) = (self.path("device.key"), serving.url());
        let made = done(&["scanner", "keygen", "--out", &key]);
        made["key"].as_str().unwrap().clone_into(&mut self.key);
        let code = ann.act("/codes", json!({"table_id": table, "simulator": simulator}));
        let (table, code) = (table.to_string(), code["code"].as_str().unwrap());
        let device = ["--server", url.as_str(), "--key", &key, "--table", &table, "--code", code];
        done(&[&["scanner", "enrol"], &device[..]].concat());
        ben.act("/1/approve", json!({"fingerprint": made["fingerprint"]}));
        key
    }

    /// The answer to what the dealer does at this table.
    pub(crate) fn deal(&self, serving: &Serving, table: u32, order: &Value) -> Value {
        let (body, token) = (json!({ "order": order }).to_string(), &self.token);
        let (kind, length) = ("Content-Type: application/json", body.len());
        let rest =
            format!("Authorization: Bearer {token}\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{body}");
        body_of(&serving.send(&format!("POST /api/v1/tables/{table}/deal"), &rest))
    }

    /// How this table stands, as its dealer sees it.
    pub(crate) fn live(&self, serving: &Serving, table: u32) -> Value {
        let bearer = format!("Authorization: Bearer {}\r\n", self.token);
        body_of(&serving.answer(&format!("/api/v1/tables/{table}/live"), &bearer))["live"].clone()
    }
}
