//! A request and its answer, as JSON. Knows neither memory nor the page.

use std::cell::RefCell;
use std::fmt::Display;
use std::str::FromStr;

use fair::shoe::BeaconValue;
use fair::{Bytes, PublicKey};
use json::{Fields, Node, Record, Wrong, write};
use verify::written::{to_json, to_text};
use verify::{Known, WagerFile, check_all};

/// Proof files, and what the reader knows beside them.
struct Request {
    files: Vec<File>,
    /// The house's key, 64 hex digits; empty if it is not known.
    key: String,
    /// The reader's nonce, 64 hex digits; empty if there is none.
    nonce: String,
    /// The text of a wager file; empty if there is none.
    wagers: String,
    /// The texts of the records of shoes that a device read.
    records: Vec<String>,
    /// Which values of a beacon hold, as far as the page knows.
    beacons: Vec<Beacon>,
}

struct File {
    name: String,
    text: String,
}

/// A value of a round of the beacon. The round is a text, because numbers of JavaScript do not hold all rounds.
struct Beacon {
    round: String,
    value: String,
    holds: bool,
}

/// Why a request cannot be answered, and which part of it is at fault.
struct Problem {
    part: &'static str,
    reason: String,
}

/// Answers a request.
///
/// | request | holds |
/// |---|---|
/// | `files` | each `name` and `text` of a proof file |
/// | `key`, `nonce` | 64 hex digits, or empty |
/// | `wagers` | the text of a wager file, or empty |
/// | `records` | the texts of the records of shoes that a device read, each a record a line |
/// | `beacons` | each `round` and `value` that an earlier answer named, and whether it `holds` |
///
/// | answer | holds |
/// |---|---|
/// | `files` | the reports, as `punto verify --json` prints them |
/// | `text` | the lines that `punto verify` prints |
/// | `beacons` | the values that are not checked yet: `round` and `value` |
/// | `problem`, `reason` | instead of all others: which part cannot be read (`key`, `nonce`, `wagers`, `request`), and why |
pub fn answer_to(request: &[u8]) -> Vec<u8> {
    let answered = Request::read(request).map_err(|error| at("request", &error)).and_then(|it| answer(&it));
    answered.unwrap_or_else(|problem| write(|to| to.record(|it| problem.write(it)))).into_bytes()
}

fn answer(request: &Request) -> Result<String, Problem> {
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
    let records: Vec<&str> = request.records.iter().map(String::as_str).collect();
    let unpaired =
        Known { key, nonce, wagers: wagers.as_ref(), pairing: None, records: &records, devices: &[] };
    let mut reports = check_all(&texts, &Known { pairing: Some(&pairing), ..unpaired });
    let asked = asked.take();
    if !asked.is_empty() {
        // Nothing may be said of a value that nobody has checked.
        reports = check_all(&texts, &unpaired);
    }
    let named: Vec<_> = request.files.iter().map(|file| file.name.clone()).zip(&reports).collect();
    Ok(write(|to| {
        to.record(|it| {
            to_json(&named, it.field("files"));
            it.field("text").text(&to_text(&named));
            it.field("beacons").list(&asked, |to, (round, value)| {
                to.record(|it| {
                    it.field("round").text(round);
                    it.field("value").text(value);
                });
            });
        });
    }))
}

impl Request {
    fn read(request: &[u8]) -> Result<Self, Wrong> {
        let text = str::from_utf8(request).map_err(|error| Wrong::new(&error))?;
        json::read(text, |node| node.record(Self::read_fields))
    }

    fn read_fields(it: &Record<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            files: it.get("files")?.list(File::read)?,
            key: it.get("key")?.string()?,
            nonce: it.get("nonce")?.string()?,
            wagers: it.get("wagers")?.string()?,
            records: it.get("records")?.list(records)?,
            beacons: it.get("beacons")?.list(Beacon::read)?,
        })
    }

    /// Whether this value of the beacon holds, if the page has said so.
    fn holds(&self, round: u64, value: &BeaconValue) -> Option<bool> {
        let (round, value) = (round.to_string(), value.to_string());
        self.beacons.iter().find(|it| it.round == round && it.value == value).map(|it| it.holds)
    }
}

/// The records of one device, as they were published.
fn records(node: Node<'_>) -> Result<String, Wrong> {
    node.string()
}

impl File {
    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| Ok(Self { name: it.get("name")?.string()?, text: it.get("text")?.string()? }))
    }
}

impl Beacon {
    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        let read = |it: &Record<'_>| {
            let (round, value) = (it.get("round")?.string()?, it.get("value")?.string()?);
            Ok(Self { round, value, holds: it.get("holds")?.flag()? })
        };
        node.record(read)
    }
}

impl Problem {
    fn write(&self, it: &mut Fields<'_>) {
        it.field("problem").text(&self.part);
        it.field("reason").text(&self.reason);
    }
}

fn read<T: FromStr<Err: Display>>(part: &'static str, text: &str) -> Result<Option<T>, Problem> {
    match text {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|error| at(part, &error)),
    }
}

fn at(part: &'static str, error: &impl Display) -> Problem {
    Problem { part, reason: error.to_string() }
}
