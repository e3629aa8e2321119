//! The live table that a server plays itself in a demonstration: as the sample of a configuration opens it, after a
//! kill, and where there is none.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Serving, done, is_clean, mode, punto, text};

/// A house whose rounds take milliseconds, and a demonstration a hundred times as fast as people.
const QUICK: [&str; 3] = ["--betting-ms=150", "--result-ms=50", "--demonstration-speed=100"];
/// How long anything may take.
const PATIENCE: Duration = Duration::from_mins(2);
/// Where no program is, so that there is no ffmpeg, and a proxy that does not answer and has nothing to do with this
/// machine.
const NO_PROGRAMS: [(&str, &str); 2] = [("PATH", "/no/programs"), ("http_proxy", "http://127.0.0.1:9")];

/// A trial in a folder of its own, as a newcomer begins it.
struct Trial {
    folder: tempfile::TempDir,
}

impl Trial {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        punto(&["init", text(folder.path())]).done();
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        text(&self.folder.path().join(name)).to_owned()
    }

    fn store(&self) -> [String; 2] {
        ["--data".to_owned(), self.path("data")]
    }

    /// Serves it as the sample says, with these further arguments and its log in a file.
    fn serve(&self, more: &[&str], variables: &[(&str, &str)]) -> Serving {
        let config = self.path("punto.toml");
        let args = [&["--config", &config], &QUICK[..], more].concat();
        let variables = [variables, &[("PUNTO_LIMITS_STAFF_REQUESTS_PER_SECOND", "10000")]].concat();
        Serving::with_log(&args, &variables, File::create(self.path("log")).unwrap())
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap()
    }

    fn is_clean(&self) {
        is_clean(&self.store().each_ref().map(String::as_str));
    }

    /// The header of somebody whom the program plays.
    fn header(&self, name: &str) -> String {
        let kept = fs::read_to_string(self.path("data/demonstration-staff.json")).unwrap();
        let kept: Value = serde_json::from_str(&kept).unwrap();
        format!("Authorization: Bearer {}\r\n", kept["simulated"][name].as_str().unwrap())
    }
}

/// The live table of a running trial, as its staff see it.
struct Live<'a> {
    serving: &'a Serving,
    supervisor: String,
}

impl<'a> Live<'a> {
    /// The table, once it is there.
    fn of(trial: &Trial, serving: &'a Serving) -> Self {
        let supervisor = trial.header("Simulated Supervisor Two");
        let live = Self { serving, supervisor };
        let began = Instant::now();
        while !live.answer("").contains("\"live\":{") {
            assert!(began.elapsed() < PATIENCE, "no live table: {}", trial.log());
        }
        live
    }

    fn answer(&self, query: &str) -> String {
        self.serving.answer(&format!("/api/v1/tables/9/live{query}"), &self.supervisor)
    }

    fn get(&self, path: &str) -> Value {
        body(&self.serving.answer(&format!("/api/v1/{path}"), &self.supervisor))
    }

    /// How the table stands when this holds. Each look waits until something has changed.
    fn until(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let (began, mut query) = (Instant::now(), String::new());
        loop {
            let status = body(&self.answer(&query))["live"].take();
            if holds(&status) {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "{what}: {status}");
            query = format!("?other_than={}", status["version"].as_str().unwrap());
        }
    }

    /// The rounds of a shoe that count.
    fn rounds(&self, shoe: u32) -> usize {
        let beads = self.serving.get_json(&format!("/api/v1/tables/9/shoes/{shoe}/beads"));
        beads["rounds"].as_array().map_or(0, Vec::len)
    }

    /// The findings of the present shoe that are over, each with how and by whom.
    fn resolved(&self) -> Vec<(String, String, String)> {
        let all = self.get("tables/9/findings");
        let over = all["findings"].as_array().unwrap().iter().filter(|it| it["end"].is_object());
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let who = |it: &Value| text(&all["names"][it["end"]["by"].to_string()]);
        over.map(|it| (text(&it["code"]), text(&it["end"]["how"]), who(it))).collect()
    }

    /// An order of a supervisor.
    fn supervise(&self, order: &Value) {
        let order = json!({ "order": order }).to_string();
        let (kind, length) = ("Content-Type: application/json", order.len());
        let rest = format!("{}{kind}\r\nContent-Length: {length}\r\n\r\n{order}", self.supervisor);
        let answer = self.serving.send("POST /api/v1/tables/9/supervise", &rest);
        assert!(answer.contains("200 OK"), "{answer}");
    }
}

fn body(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn the_sample_opens_a_live_table_with_findings_that_goes_on_after_a_kill() {
    let trial = Trial::new();
    let serving = trial.serve(&[], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    live.until("a finding that people see", |status| status["finding"].is_object());
    live.until("its end, and four rounds", |status| status["finding"].is_null() && live.rounds(1) >= 4);
    let rescanned = ["unreadable", "rescan", "Simulation"].map(str::to_owned).into();
    assert!(live.resolved().contains(&rescanned), "{:?}", live.resolved());

    let lobby = serving.get_json("/api/v1/tables");
    let table = lobby["tables"].as_array().unwrap().iter().find(|table| table["table_id"] == 9).unwrap();
    assert_eq!(lobby["tables"].as_array().map(Vec::len), Some(7), "beside the six of the sample");
    assert_eq!(
        (&table["name"], &table["live"]["dealer"]["name"], &table["play_money"]),
        (&json!("Simulated Salon"), &json!("Simulation"), &json!(true)),
        "everybody reads what it is"
    );
    let device = live.get("devices")["devices"][0].take();
    assert_eq!((&device["simulator"], &device["standing"]), (&json!(true), &json!("enrolled")), "{device}");
    assert_ne!(device["code_by"]["staff_id"], device["confirmed_by"]["staff_id"], "two people let it speak");
    assert_eq!(mode(Path::new(&trial.path("data/demonstration-device.key"))), 0o600);
    let no_picture = "the simulated live table goes on without a picture: ffmpeg is not installed";
    assert!(trial.log().contains(no_picture), "{}", trial.log());

    live.until("a card to fall", |status| status["waits_for"] == "card");
    drop(serving); // It is killed.
    trial.is_clean();
    // As in a folder that was begun when dealers had no display names.
    done(&["staff", "display-name", "Simulation", "--none", "--config", &trial.path("punto.toml")]);
    let serving = trial.serve(&[], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    let lobby = serving.get_json("/api/v1/tables");
    let names =
        lobby["tables"].as_array().unwrap().iter().filter_map(|it| it["live"]["dealer"]["name"].as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Simulation"], "everybody still reads what it is");
    let before = live.rounds(1);
    live.until("more rounds", |_| live.rounds(1) > before + 2);
    let devices = live.get("devices")["devices"].take();
    assert_eq!(
        (devices.as_array().map(Vec::len), &devices[0]["key"]),
        (Some(1), &device["key"]),
        "the same one"
    );
    serving.stop();
    trial.is_clean();
}

#[test]
fn simulated_supervisors_decide_what_no_person_decides() {
    let trial = Trial::new();
    let serving = trial.serve(&[], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    live.until("a round", |_| live.rounds(1) >= 1);
    live.supervise(&json!({"type": "burn_forgotten"}));
    live.until("their decision", |status| status["finding"]["code"] != "burn_forgotten");
    let ended = ["burn_forgotten", "end_shoe", "Simulated Supervisor One"].map(str::to_owned).into();
    assert!(live.resolved().contains(&ended), "{:?}", live.resolved());
    live.until("the next shoe", |_| live.rounds(2) >= 1);
    serving.stop();
    trial.is_clean();
}

#[test]
fn without_a_dealer_a_person_presses_the_keys_until_the_next_start() {
    let trial = Trial::new();
    let serving = trial.serve(&["--no-dealer"], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    let status = live.until("a shoe", |status| status["fresh"] == true);
    assert_eq!((&status["dealer"], &status["waits_for"]), (&Value::Null, &json!("dealer")), "{status}");
    let dealers = live.get("dealers")["dealers"].take();
    let person = dealers.as_array().unwrap().iter().find(|dealer| dealer["name"] == "Dealer One").unwrap();
    live.supervise(&json!({"type": "seat", "dealer": person["staff_id"]}));
    serving.stop();
    let serving = trial.serve(&[], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    let is_simulated = |status: &Value| {
        let seated = &status["names"][status["dealer"].to_string()];
        seated == "Simulation"
    };
    live.until("the dealer by script", is_simulated);
    live.until("a round", |_| live.rounds(1) >= 1);
    serving.stop();
    let serving = trial.serve(&["--no-dealer"], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    live.until("nobody at the table", |status| status["dealer"].is_null());
    serving.stop();
    trial.is_clean();
}

#[test]
fn a_dealer_whose_account_was_disabled_is_named_once_in_the_log() {
    let trial = Trial::new();
    let serving = trial.serve(&[], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    live.until("a round", |_| live.rounds(1) >= 1);
    serving.stop();
    done(&["staff", "disable", "Simulation", "--config", &trial.path("punto.toml")]);
    let serving = trial.serve(&[], &NO_PROGRAMS);
    let live = Live::of(&trial, &serving);
    let (began, says) = (Instant::now(), "the dealer by script is not let to table 9");
    while !trial.log().contains(says) {
        assert!(began.elapsed() < PATIENCE, "{}", trial.log());
        live.answer("");
    }
    let answered = Instant::now();
    while answered.elapsed() < Duration::from_secs(2) {
        live.answer("");
    }
    assert_eq!(trial.log().matches(says).count(), 1, "{}", trial.log());
    assert!(trial.log().contains("start again with --no-dealer"), "{}", trial.log());
    serving.stop();
    trial.is_clean();
}

#[test]
fn with_ffmpeg_its_test_picture_is_there() {
    if !std::env::var("PATH").unwrap().split(':').any(|folder| Path::new(folder).join("ffmpeg").exists()) {
        return;
    }
    let trial = Trial::new();
    let serving = trial.serve(&[], &[]);
    let live = Live::of(&trial, &serving);
    let is_there = |_: &Value| trial.log().contains("the picture of a camera comes");
    live.until("the picture", is_there);
    let mut all = fs::read_dir(trial.path("data/recordings/9/runs")).unwrap();
    let number = fs::read_to_string(all.next().unwrap().unwrap().path().join("pid")).unwrap();
    let arguments = format!("/proc/{number}/cmdline");
    let runs = || fs::read(&arguments).is_ok_and(|it| String::from_utf8_lossy(&it).contains("ffmpeg"));
    assert!(runs());
    drop(serving); // It is killed.
    let began = Instant::now();
    while runs() {
        assert!(began.elapsed() < PATIENCE, "ffmpeg outlives the server");
    }
    trial.is_clean();
}

#[test]
fn a_store_of_a_house_is_served_without_one() {
    let trial = Trial::new();
    let config = trial.path("punto.toml");
    done(&["staff", "add", "Ann", "--role", "manager", "--config", &config]);
    let serving = trial.serve(&[], &NO_PROGRAMS);
    assert_eq!(serving.get_json("/api/v1/health")["tables"], json!(6));
    serving.stop();
    let says = "no live table is simulated: the store in";
    assert!(
        trial.log().contains(says) && trial.log().contains("set demonstration = false"),
        "{}",
        trial.log()
    );
    assert!(!Path::new(&trial.path("data/demonstration-staff.json")).exists());
    let listed = done(&["staff", "list", "--config", &config]);
    assert_eq!(listed["staff"].as_array().map(Vec::len), Some(1));
}

#[test]
fn it_is_refused_in_earnest() {
    let trial = Trial::new();
    let config = trial.path("punto.toml");
    let euros = trial.path("euros.toml");
    let table = "[[table]]\nid = 1\nname = \"Euro Room\"\nrules = \"live-commission\"\n\
                 currency = { code = \"EUR\", decimals = 2 }\n";
    fs::write(&euros, table).unwrap();
    for (more, why) in [
        (
            &["--listen", "0.0.0.0:0"][..],
            "for this machine alone, such as on 127.0.0.1, and not at 0.0.0.0:0",
        ),
        (&["--public-url", "https://punto.example"], "and not at https://punto.example"),
        (&["--trusted-proxy", "10.0.0.0/8"], "and not behind a proxy, such as 10.0.0.0/8"),
        (&["--database", "postgres://punto@127.0.0.1:1/house"], "not for a database"),
        (&["--tables", &euros], "for play money alone, and Euro Room takes wagers in EUR"),
    ] {
        let local = ["serve", "--config", &config, "--listen", "127.0.0.1:0"];
        let args = if more[0] == "--listen" { &local[..3] } else { &local[..] };
        punto(&[args, more].concat()).failed(1, why);
        punto(&[args, more, &["--check"]].concat()).failed(1, why);
        assert!(!Path::new(&trial.path("data")).exists(), "nothing is made");
    }
    let no_dealer =
        ["serve", "--config", &config, "--listen", "127.0.0.1:0", "--demonstration=false", "--no-dealer"];
    punto(&no_dealer).failed(2, "--no-dealer: it needs --demonstration");
    let with_euros = ["--tables", &euros, "--demonstration=false"];
    let serving = trial.serve(&with_euros, &NO_PROGRAMS);
    assert_eq!(serving.get_json("/api/v1/health")["tables"], json!(1), "a house in earnest has none");
    serving.stop();
}
