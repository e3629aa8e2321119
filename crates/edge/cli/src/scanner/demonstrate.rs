//! The live table of a demonstration: opens it, puts its device on record, and deals there. The demonstration staff do
//! over HTTP what people would do at the console.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use scanner::{DeviceKey, Fingerprint};
use serde_json::{Value, json};
use wire::devices::Device;
use wire::tables::TableSettings;

use super::{enrol, key_file, play};
use crate::demonstration::{DEVICE_KEY, DEVICE_STATE, Demonstration, MANAGER, SIMULATED, SUPERVISORS};
use crate::lines::Problem;
use crate::remote::Remote;

/// The number of the live table.
pub(crate) const TABLE: u32 = 9;
/// Its place in the lobby, among the first.
const FIRST: u32 = 1;
/// Its name, which patrons read.
const NAME: &str = "Simulated Salon";
/// The house rules of the table.
const RULES: &str = "live-commission";
/// How long the server may take to start, and how often it is asked.
const START: (Duration, Duration) = (Duration::from_mins(1), Duration::from_millis(200));
/// What goes wrong in each shoe. All of it the dealer resolves alone.
const FAULTS: [&str; 9] = [
    "unreadable@2.B2",
    "extra@5.after",
    "lowconf@8.P1",
    "early@13.betting",
    "unreadable:2@19.P2",
    "twice@26.B1",
    "skip-pass@34.P2",
    "lowconf@43.B2",
    "unreadable@52.P1",
];

/// Plays the live table of a demonstration at the server of this process, with a dealer and supervisors who are
/// programs, too. Returns when the device has stopped, which is for people to look at.
pub(crate) fn in_server(
    staff: &mut Demonstration,
    data: &Path,
    how: (&str, u32, bool),
) -> Result<(), Problem> {
    prepare(staff, data, how.0)?;
    let token = |name: &str| staff.simulated.get(name).map(String::as_str).ok_or_else(older);
    let [dealer, one, two] = SIMULATED.map(|(name, _)| name);
    let crew = play::Crew { dealer: token(dealer)?, supervisors: [token(one)?, token(two)?] };
    play::play(&play::Args { silent: true, ..played(staff.shoe_seed, data, how)? }, Some(&crew)).map(drop)
}

/// Opens the table and puts the device on record, unless an earlier start did.
fn prepare(staff: &mut Demonstration, data: &Path, server: &str) -> Result<(), Problem> {
    wait_for(server)?;
    if staff.has_device {
        return Ok(());
    }
    // A set-up that was cut off begins again with another device: a key is enrolled once.
    let key = data.join(DEVICE_KEY);
    if key.try_exists()? {
        fs::remove_file(&key)?;
    }
    let device = key_file::create(&key)?;
    set_up(staff, (data, server), &device)?;
    staff.has_device = true;
    staff.write(data)
}

/// What the simulated shoe of a server plays, with cards drawn by this seed, so many times as fast as people, and
/// whether nobody deals.
fn played(
    seed: u64,
    data: &Path,
    (server, speed, no_dealer): (&str, u32, bool),
) -> Result<play::Args, Problem> {
    Ok(play::Args {
        file: None,
        server: server.to_owned(),
        key: data.join(DEVICE_KEY),
        state: data.join(DEVICE_STATE),
        rules: RULES.to_owned(),
        label: None,
        speed,
        seed,
        fault: FAULTS
            .iter()
            .map(|fault| fault.parse().map_err(Problem::Failure))
            .collect::<Result<_, _>>()?,
        fault_rate: 0,
        pictures: true,
        deal: (!no_dealer).then_some(TABLE),
        watch: no_dealer.then_some(TABLE),
        token_file: None,
        patience: None,
        json: false,
        silent: false,
    })
}

/// Waits until the server answers.
fn wait_for(server: &str) -> Result<(), Problem> {
    let (remote, since) = (Remote::new(server)?, Instant::now());
    loop {
        match remote.get::<Value>("/health") {
            Ok(_) => return Ok(()),
            Err(problem) if since.elapsed() > START.0 => return Err(problem),
            // Nothing tells when another program begins to listen.
            Err(_) => std::thread::park_timeout(START.1),
        }
    }
}

/// Opens the table, and enrols the device there, with a manager and two supervisors.
fn set_up(
    staff: &mut Demonstration,
    (data, server): (&Path, &str),
    device: &DeviceKey,
) -> Result<(), Problem> {
    // Before anybody logs in: a recovery code counts once.
    let lobby: Value = Remote::new(server)?.get("/tables")?;
    let mut tables = lobby["tables"].as_array().into_iter().flatten();
    if tables.any(|table| table["table_id"] == TABLE && table["live"].is_null()) {
        return Err(not_live());
    }
    let manager = log_in(staff, data, server, MANAGER)?;
    let settings = json!({"name": NAME, "rules": {"id": RULES}, "dealer": "scanner", "place": FIRST,
        "timings": {"betting_ms": 12_000, "result_ms": 4_000}});
    let table = json!({"table_id": TABLE, "settings": settings, "why": "a live table to look at"});
    match manager.ask::<TableSettings>("POST", "/tables", &table)? {
        Ok(_) => {}
        // An earlier start came as far as this, or a file of tables has it.
        Err(refusal) if refusal.code == "table_exists" => {}
        Err(refusal) => return Err(Problem::Failure(refusal.message)),
    }
    let TableSettings { dealer, .. } = manager.get(&format!("/tables/{TABLE}/settings"))?;
    if dealer != "scanner" {
        return Err(not_live());
    }
    let [one, two] = SUPERVISORS;
    let first = log_in(staff, data, server, one)?;
    let body = json!({"table_id": TABLE, "simulator": true, "proof": proof(staff, data, one)?});
    let code: Value = first.send("POST", "/devices/codes", &body)?;
    let request = enrol::request(device, code["code"].as_str().unwrap_or_default(), TABLE)?;
    let Device { device_id, .. } = first.send("POST", "/devices/enrolment", &request)?;
    let second = log_in(staff, data, server, two)?;
    let fingerprint = Fingerprint::of(&device.public()).to_string();
    let body = json!({"fingerprint": fingerprint, "proof": proof(staff, data, two)?});
    second.send::<Value>("POST", &format!("/devices/{device_id}/approve"), &body)?;
    Ok(())
}

/// The server, as one of the staff.
fn log_in(staff: &mut Demonstration, data: &Path, server: &str, name: &str) -> Result<Remote, Problem> {
    let mut remote = Remote::new(server)?;
    let mut body = proof(staff, data, name)?;
    body["name"] = json!(name);
    let session: Value = remote.send("POST", "/staff/sessions", &body)?;
    remote.set_token(session["token"].as_str().map(str::to_owned));
    Ok(remote)
}

/// What proves once who somebody is. The file forgets the recovery code before it is used.
fn proof(staff: &mut Demonstration, data: &Path, name: &str) -> Result<Value, Problem> {
    let code = staff.recovery_codes.get_mut(name).and_then(Vec::pop).ok_or_else(older)?;
    staff.write(data)?;
    Ok(json!({"password": staff.password, "code": code}))
}

/// Why no simulated shoe deals at the table.
fn not_live() -> Problem {
    Problem::Failure(format!("table {TABLE} is no live table, so no simulated shoe deals there"))
}

/// Why a store has no live table.
fn older() -> Problem {
    let why = "the demonstration staff of this store cannot open a live table: begin with a new data folder";
    Problem::Input(why.to_owned())
}
