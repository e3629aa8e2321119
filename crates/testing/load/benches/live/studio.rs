//! A server with live tables in a new folder, and those who work there: demonstration staff, and a device a table.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use load::process::Process;
use serde_json::{Value, json};
use shift::{Manner, Shoe};
use tempfile::TempDir;

use crate::floor::Http;

/// The film that cameras send, in the folder of a studio whose tables are recorded.
pub(crate) const FILM: &str = "camera.mp4";
/// How cards pass: quicker than any dealer draws them.
const MANNER: Manner = Manner { pause: (150, 450), faulty: 0, marks: true };
/// How long somebody waits who has proved too often who they are.
const PAUSE: Duration = Duration::from_secs(1);
/// How many pages are synced for the control, each time.
const SYNCS: usize = 200;
/// Who puts devices on record.
const SUPERVISORS: [&str; 2] = ["Supervisor One", "Supervisor Two"];

/// A member of staff at the server.
struct Member {
    token: String,
    /// Recovery codes, of which each counts once.
    codes: Vec<String>,
}

/// A running server with live tables.
pub(crate) struct Studio {
    pub(crate) folder: TempDir,
    child: Child,
    /// Whether programs of the server record its tables; they end with it when it is asked to stop.
    is_recorded: bool,
    pub(crate) address: SocketAddr,
    pub(crate) tables: u32,
    /// The token with which a program deals at each table, from the first one on: a member of staff may ask only so
    /// often.
    pub(crate) dealers: Vec<String>,
    password: String,
    supervisors: Vec<Member>,
    /// The device of each table, from the first one on.
    pub(crate) devices: Vec<u32>,
}

impl Studio {
    /// Starts the program with so many live tables, and lets two supervisors log in.
    pub(crate) fn open(punto: &Path, tables: u32) -> Result<Self, String> {
        Self::open_in(new_folder()?, punto, tables, false)
    }

    /// The same in a folder with a film, which all cameras send, and which is recorded as it is.
    pub(crate) fn recorded(folder: TempDir, punto: &Path, tables: u32) -> Result<Self, String> {
        Self::open_in(folder, punto, tables, true)
    }

    fn open_in(folder: TempDir, punto: &Path, tables: u32, is_recorded: bool) -> Result<Self, String> {
        let data = folder.path().join("data");
        staff(punto, &data, &["demonstrate"])?;
        let dealers = (1..=tables).map(|table| new_dealer(punto, &data, &format!("Dealer {table}")));
        let dealers = dealers.collect::<Result<_, _>>()?;
        let file = folder.path().join("tables.toml");
        fs::write(&file, live_tables(tables)).map_err(text)?;
        let log = folder.path().join("log");
        let mut args = vec!["--data".into(), data.clone().into_os_string(), "--tables".into(), file.into()];
        let file = folder.path().join("recordings.toml");
        fs::write(&file, recordings(tables, is_recorded)).map_err(text)?;
        args.extend(["--recordings".into(), file.into_os_string()]);
        let mut child = served::serve(punto, served::any_port(), args, &log)?.spawn().map_err(text)?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines.find_map(|line| served::address(&line));
        let address = address
            .ok_or_else(|| format!("it does not listen: {}", fs::read_to_string(&log).unwrap_or_default()))?;
        let staff = fs::read_to_string(data.join("demonstration-staff.json")).map_err(text)?;
        let staff: Value = serde_json::from_str(&staff).map_err(text)?;
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut studio = Self {
            folder,
            child,
            is_recorded,
            address,
            tables,
            dealers,
            password: word(&staff["password"]),
            supervisors: Vec::new(),
            devices: Vec::new(),
        };
        for name in SUPERVISORS {
            let codes =
                staff["recovery_codes"][name].as_array().map(|codes| codes.iter().map(word).collect());
            let member = studio.log_in(name, codes.unwrap_or_default())?;
            studio.supervisors.push(member);
        }
        Ok(studio)
    }

    /// The processor time that the server has used, without the programs that it started.
    pub(crate) fn cpu(&self) -> Result<Duration, String> {
        Process::new(self.child.id()).cpu().map_err(text)
    }

    pub(crate) fn http(&self) -> Http {
        Http::new(self.address)
    }

    fn log_in(&self, name: &str, mut codes: Vec<String>) -> Result<Member, String> {
        let code = codes.pop().ok_or("no recovery code is left")?;
        let body = json!({"name": name, "password": self.password, "code": code});
        let session = self.http().post("/staff/sessions", None, &body)?;
        Ok(Member { token: session["token"].as_str().ok_or("no token")?.to_owned(), codes })
    }

    /// Asks for something as a supervisor who proves again who that is.
    pub(crate) fn ask(&mut self, supervisor: usize, path: &str, mut body: Value) -> Result<Value, String> {
        let (http, password) = (self.http(), self.password.clone());
        let member = self.supervisors.get_mut(supervisor).ok_or("no such supervisor")?;
        if member.codes.len() == 1 {
            let proof = json!({"password": password, "code": member.codes.pop()});
            let new = patiently(&http, "/me/recovery-codes", &member.token, &proof)?;
            let codes = new["recovery_codes"].as_array().into_iter().flatten();
            member.codes = codes.filter_map(|code| code.as_str().map(str::to_owned)).collect();
        }
        body["proof"] = json!({"password": password, "code": member.codes.pop()});
        patiently(&http, path, &member.token, &body)
    }

    /// Puts a device on record at each table.
    pub(crate) fn enrol(&mut self) -> Result<Vec<Shoe>, String> {
        let mut shoes = Vec::new();
        for table in 1..=self.tables {
            let mut secret = [9; 32];
            secret[..4].copy_from_slice(&table.to_be_bytes());
            let file = self.folder.path().join(format!("device-{table}.state"));
            let shoe = Shoe::open(&file, secret, MANNER, auditor::Dice::new(table.into()))?;
            let code = self.ask(0, "/devices/codes", json!({"table_id": table, "simulator": true}))?;
            let request = shoe.enrolment(code["code"].as_str().unwrap_or_default(), table)?;
            let request = serde_json::to_value(request).map_err(text)?;
            let device = self.http().post("/devices/enrolment", None, &request)?;
            let number = device["device_id"].as_u64().and_then(|number| u32::try_from(number).ok());
            let number = number.ok_or_else(|| format!("no device: {device}"))?;
            self.ask(1, &format!("/devices/{number}/approve"), json!({"fingerprint": shoe.fingerprint()}))?;
            self.devices.push(number);
            shoes.push(shoe);
        }
        Ok(shoes)
    }

    /// How long one fsync of a page takes beside the store, in microseconds.
    pub(crate) fn fsyncs(&self) -> Result<Vec<u64>, String> {
        let mut file = File::create(self.folder.path().join("control")).map_err(text)?;
        let mut took = Vec::new();
        for _ in 0..SYNCS {
            file.write_all(&[1; 4096]).map_err(text)?;
            let start = Instant::now();
            file.sync_data().map_err(text)?;
            took.push(micros(start.elapsed()));
        }
        Ok(took)
    }
}

/// Posts with a proof, again and again while the session has proved too often. One that is not looked at counts, too.
fn patiently(http: &Http, path: &str, token: &str, body: &Value) -> Result<Value, String> {
    loop {
        match http.post(path, Some(token), body) {
            Err(refused) if refused.contains("\"too_many_requests\"") => thread::park_timeout(PAUSE),
            done => return done,
        }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        // A server that has ended is ended. One that is killed leaves the programs that record.
        let asked = self.is_recorded && served::terminate(Some(self.child.id())).is_ok();
        if !asked {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// Runs `punto staff` for a data folder; what it prints.
fn staff(punto: &Path, data: &Path, words: &[&str]) -> Result<Vec<u8>, String> {
    let made = Command::new(punto).arg("staff").args(words).arg("--data").arg(data).output();
    let made = made.map_err(|error| format!("{}: {error}", punto.display()))?;
    let said = || format!("punto staff {words:?}: {}", String::from_utf8_lossy(&made.stderr));
    if made.status.success() { Ok(made.stdout) } else { Err(said()) }
}

/// Adds a dealer; the token of their program.
fn new_dealer(punto: &Path, data: &Path, name: &str) -> Result<String, String> {
    staff(punto, data, &["add", "--role", "dealer", name])?;
    let made = staff(punto, data, &["token", "--role", "dealer", "--days", "1", "--json", name])?;
    let made: Value = serde_json::from_slice(&made).map_err(text)?;
    Ok(made["token"].as_str().ok_or("no token")?.to_owned())
}

fn live_tables(tables: u32) -> String {
    let mut text = String::new();
    for id in 1..=tables {
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "[[table]]\nid = {id}\nname = \"Salon {id}\"\nrules = \"live-commission\"\ndealer = \"scanner\"\n\
             timings = {{ betting_ms = 1000, drain_ms = 100, result_ms = 500 }}\n"
        );
    }
    text
}

fn recordings(tables: u32, is_recorded: bool) -> String {
    let mut text = "folder = \"film\"\n".to_owned();
    for id in 1..=tables {
        // Writing into a string does not fail.
        let _ = if is_recorded {
            writeln!(text, "[[table]]\nid = {id}\nsource = \"file:{FILM}\"\ncopy = true")
        } else {
            writeln!(text, "[[table]]\nid = {id}\nrequired = false\nwhy = \"a program deals\"")
        };
    }
    text
}

pub(crate) fn new_folder() -> Result<TempDir, String> {
    tempfile::Builder::new().prefix("punto-live-").tempdir().map_err(text)
}

pub(crate) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

pub(crate) fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
