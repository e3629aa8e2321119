//! A request and its answer, as JSON. Knows neither memory nor the page.

use std::cell::RefCell;
use std::fmt::Display;
use std::str::FromStr;

use fair::shoe::BeaconValue;
use fair::{Bytes, PublicKey};
use serde::{Deserialize, Serialize};
use verify::written::{JsonReport, to_text};
use verify::{Known, WagerFile, check_all};

/// Proof files, and what the reader knows beside them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    files: Vec<File>,
    /// The house's key, 64 hex digits; empty if it is not known.
    key: String,
    /// The reader's nonce, 64 hex digits; empty if there is none.
    nonce: String,
    /// The text of a wager file; empty if there is none.
    wagers: String,
    /// Which values of a beacon hold, as far as the page knows.
    beacons: Vec<Beacon>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    text: String,
}

/// A value of a round of the beacon. The round is a text, because numbers of JavaScript do not hold all rounds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Beacon {
    round: String,
    value: String,
    holds: bool,
}

#[derive(Serialize)]
struct Asked {
    round: String,
    value: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    files: Vec<JsonReport<'a>>,
    text: &'a str,
    beacons: Vec<Asked>,
}

/// Why a request cannot be answered, and which part of it is at fault.
#[derive(Serialize)]
struct Problem {
    problem: &'static str,
    reason: String,
}

/// Answers a request.
///
/// | request | holds |
/// |---|---|
/// | `files` | each `name` and `text` of a proof file |
/// | `key`, `nonce` | 64 hex digits, or empty |
/// | `wagers` | the text of a wager file, or empty |
/// | `beacons` | each `round` and `value` that an earlier answer named, and whether it `holds` |
///
/// | answer | holds |
/// |---|---|
/// | `files` | the reports, as `punto verify --json` prints them |
/// | `text` | the lines that `punto verify` prints |
/// | `beacons` | the values that are not checked yet: `round` and `value` |
/// | `problem`, `reason` | instead of all others: which part cannot be read (`key`, `nonce`, `wagers`, `request`), and why |
pub fn answer_to(request: &[u8]) -> Vec<u8> {
    let answered = serde_json::from_slice(request)
        .map_err(|error| at("request", &error))
        .and_then(|request| answer(&request));
    answered.unwrap_or_else(|problem| written(&problem))
}

fn answer(request: &Request) -> Result<Vec<u8>, Problem> {
    let key: Option<PublicKey> = read("key", &request.key)?;
    let nonce: Option<Bytes<32>> = read("nonce", &request.nonce)?;
    let wagers = match request.wagers.as_str() {
        "" => None,
        text => Some(WagerFile::read(text).map_err(|error| at("wagers", &error))?),
    };
    let asked: RefCell<Vec<(u64, BeaconValue)>> = RefCell::default();
    let pairing = |round: u64, value: &BeaconValue| {
        request.holds(round, value).unwrap_or_else(|| {
            asked.borrow_mut().push((round, *value));
            false
        })
    };
    let texts: Vec<&str> = request.files.iter().map(|file| file.text.as_str()).collect();
    let unpaired = Known { key, nonce, wagers: wagers.as_ref(), pairing: None };
    let mut reports = check_all(&texts, &Known { pairing: Some(&pairing), ..unpaired });
    let asked = asked.take();
    if !asked.is_empty() {
        // Nothing may be said of a value that nobody has checked.
        reports = check_all(&texts, &unpaired);
    }
    let named: Vec<_> = request.files.iter().map(|file| file.name.clone()).zip(&reports).collect();
    let beacons =
        asked.iter().map(|(round, value)| Asked { round: round.to_string(), value: value.to_string() });
    Ok(written(&Answer {
        files: named.iter().map(|(name, report)| JsonReport::of(name, report)).collect(),
        text: &to_text(&named),
        beacons: beacons.collect(),
    }))
}

impl Request {
    /// Whether this value of the beacon holds, if the page has said so.
    fn holds(&self, round: u64, value: &BeaconValue) -> Option<bool> {
        let (round, value) = (round.to_string(), value.to_string());
        self.beacons.iter().find(|it| it.round == round && it.value == value).map(|it| it.holds)
    }
}

fn read<T: FromStr<Err: Display>>(part: &'static str, text: &str) -> Result<Option<T>, Problem> {
    match text {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|error| at(part, &error)),
    }
}

fn at(problem: &'static str, error: &impl Display) -> Problem {
    Problem { problem, reason: error.to_string() }
}

fn written(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}
