//! `punto scanner demonstrate`: a live table with a simulated shoe, at the server of a store with demonstration staff.
//! Each of them does over HTTP what a person would do at the console.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use scanner::{DeviceKey, Fingerprint};
use serde_json::{Value, json};
use wire::devices::Device;
use wire::tables::TableSettings;

use super::{enrol, key_file, play};
use crate::demonstration::{DEALER, Demonstration, MANAGER, SUPERVISORS};
use crate::lines::{Problem, print};
use crate::new_file::{FileAccess, NewFile};
use crate::remote::Remote;

const HELP: &str = "\
In a store that `punto staff demonstrate` made: opens the live table Salon Live,
puts a simulated shoe on record with its two supervisors, and deals shuffled
shoes there as its dealer. Here and there a card is misread and scanned again.
With --no-dealer somebody else deals: log in at /dealer.html as Dealer One.
It ends when the server has been away for half a minute.

Example:
  punto scanner demonstrate --data trial --server http://127.0.0.1:7777";

/// The number of the live table.
const TABLE: u32 = 9;
/// The house rules of the table.
const RULES: &str = "live-commission";
/// How long the server may take to start, and how often it is asked.
const START: (Duration, Duration) = (Duration::from_mins(1), Duration::from_millis(200));
/// How long the shoe waits for a server that is gone, in seconds.
const PATIENCE: u32 = 30;
/// The cards of each shoe that are misread.
const FAULTS: [&str; 3] = ["unreadable@3.B2", "lowconf@11.P1", "unreadable:2@19.P2"];

/// The arguments of `scanner demonstrate`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// The data folder of the server, which has demonstration staff.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    #[arg(long, value_name = "URL", help = "The running server, such as http://127.0.0.1:7777")]
    server: String,
    /// How many times as fast as people deal.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    speed: u32,
    /// Deal nothing: a person logs in at /dealer.html and presses the dealer's keys.
    #[arg(long)]
    no_dealer: bool,
    /// Print each event as a line of JSON.
    #[arg(long)]
    json: bool,
}

/// Sets the table up if it is not there yet, and deals until the server is gone.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let file = |name: &str| args.data.join(format!("demonstration-{name}"));
    let none = || Problem::Input(format!("the store in {} has no demonstration staff", args.data.display()));
    let mut staff = Demonstration::read(&args.data)?.ok_or_else(none)?;
    wait_for(&args.server)?;
    let (key, token) = (file("device.key"), file("dealer.token"));
    if !token.try_exists()? {
        // A set-up that was cut off begins again with another device: a key is enrolled once.
        if key.try_exists()? {
            fs::remove_file(&key)?;
        }
        let device = key_file::create(&key)?;
        set_up(&mut staff, args, &device)?;
        let dealer = staff.dealer_token.as_deref().ok_or_else(older)?;
        NewFile::of_text(&token, FileAccess::OwnerOnly, &format!("{dealer}\n"))?.finish_replacing()?;
    }
    play::run(&play::Args {
        file: None,
        server: args.server.clone(),
        key,
        state: file("device.state"),
        rules: RULES.to_owned(),
        label: None,
        speed: args.speed,
        seed: 1,
        fault: FAULTS
            .iter()
            .map(|fault| fault.parse().map_err(Problem::Failure))
            .collect::<Result<_, _>>()?,
        fault_rate: 0,
        pictures: true,
        deal: (!args.no_dealer).then_some(TABLE),
        watch: args.no_dealer.then_some(TABLE),
        token_file: Some(token),
        patience: Some(PATIENCE),
        json: args.json,
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
fn set_up(staff: &mut Demonstration, args: &Args, device: &DeviceKey) -> Result<(), Problem> {
    let server = &args.server;
    let manager = log_in(staff, &args.data, server, MANAGER)?;
    let settings = json!({"name": "Salon Live", "rules": {"id": RULES}, "dealer": "scanner", "place": TABLE,
        "timings": {"betting_ms": 12_000, "result_ms": 4_000}});
    let table = json!({"table_id": TABLE, "settings": settings, "why": "a live table to look at"});
    match manager.ask::<TableSettings>("POST", "/tables", &table)? {
        Ok(_) => {}
        // An earlier start came as far as this.
        Err(refusal) if refusal.code == "table_exists" => {}
        Err(refusal) => return Err(Problem::Failure(refusal.message)),
    }
    let [one, two] = SUPERVISORS;
    let first = log_in(staff, &args.data, server, one)?;
    let body = json!({"table_id": TABLE, "simulator": true, "proof": proof(staff, &args.data, one)?});
    let code: Value = first.send("POST", "/devices/codes", &body)?;
    let request = enrol::request(device, code["code"].as_str().unwrap_or_default(), TABLE)?;
    let Device { device_id, .. } = first.send("POST", "/devices/enrolment", &request)?;
    let second = log_in(staff, &args.data, server, two)?;
    let fingerprint = Fingerprint::of(&device.public()).to_string();
    let body = json!({"fingerprint": fingerprint, "proof": proof(staff, &args.data, two)?});
    second.send::<Value>("POST", &format!("/devices/{device_id}/approve"), &body)?;
    let text = format!("Salon Live is table {TABLE}. {DEALER} deals there, with a simulated shoe.\n");
    if args.json { Ok(()) } else { print(&text) }
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

/// Why a store has no live table.
fn older() -> Problem {
    let why = "the demonstration staff of this store cannot open a live table: begin with a new data folder";
    Problem::Input(why.to_owned())
}
