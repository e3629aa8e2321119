//! `punto scanner serial --dialect` at a live table of a running server: the bridge signs what a shoe says.

use std::fs;
use std::path::Path;
use std::time::Instant;

use fair::{Bytes, PublicKey};
use rusqlite::Connection;
use scanner::{PublishedRecord, RecordsReport, check_records};
use serde_json::{Value, json};

use crate::serial_line::{Bridging, PATIENCE, SerialLine};
use crate::studio::Studio;
use crate::support::{Serving, is_clean, punto};

const SALON_LIVE: &str = r#"
[[table]]
id = 9
name = "Salon Live"
rules = "three-bet"
dealer = "scanner"
timings = { betting_ms = 1000, drain_ms = 100, result_ms = 1000 }
"#;

/// A shoe that speaks the dialect: it sends each message three times.
struct Shoe {
    line: SerialLine,
    counter: u8,
}

impl Shoe {
    /// A message with its check.
    fn message(&mut self, data: &[u8]) -> Vec<u8> {
        self.counter = self.counter.wrapping_add(1);
        let sum = data.iter().fold(self.counter ^ 3, |sum, byte| sum ^ byte);
        [&[5, self.counter], data, &[3], format!("{sum:02X}").as_bytes()].concat()
    }

    fn say(&mut self, data: &[u8]) {
        let message = self.message(data);
        self.line.send(&message.repeat(3));
    }

    /// Says something, and each copy has a wrong byte.
    fn mumble(&mut self, data: &[u8]) {
        let mut message = self.message(data);
        message[3] ^= 1;
        self.line.send(&message.repeat(3));
    }
}

/// Draws a card when the lamp asks for this place; returns what the bridge recorded.
fn draw(bridge: &Bridging, shoe: &mut Shoe, slot: &str, data: &[u8]) -> Value {
    bridge.until_all("lamp", |lamp| lamp["open"] == true && lamp["slot"] == slot);
    shoe.say(data);
    let record = bridge.until_all("record", |record| record["type"] != "result");
    assert_eq!(record["slot"].as_str().unwrap_or(slot), slot, "{record}");
    record
}

/// The dealer does this as soon as the table allows it.
fn order(studio: &Studio, serving: &Serving, order: &Value) {
    let since = Instant::now();
    loop {
        let answer = studio.deal(serving, 9, order);
        if answer.get("error").is_none() {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "{order}: {answer}");
    }
}

/// The dealer asks for a rescan as soon as the table has a finding.
fn rescan(studio: &Studio, serving: &Serving) {
    let since = Instant::now();
    let finding_no = loop {
        let live = studio.live(serving, 9);
        if let Some(number) = live["finding"]["finding_no"].as_u64() {
            break number;
        }
        assert!(since.elapsed() < PATIENCE, "{live}");
    };
    order(studio, serving, &json!({"type": "resolve", "finding_no": finding_no, "how": "rescan"}));
}

/// What the crate says of all records that the store has.
fn stored(data: &str, key: &str) -> RecordsReport {
    let store = Connection::open(Path::new(data).join("punto.sqlite")).unwrap();
    let mut query = store.prepare("SELECT received_at, body, sig FROM device_record ORDER BY no").unwrap();
    let key: PublicKey = key.parse().unwrap();
    let lines = query.query_map([], |row| {
        let record = PublishedRecord {
            key,
            life: None,
            received_at: row.get::<_, i64>(0)?.try_into().unwrap(),
            body: row.get(1)?,
            sig: Bytes(row.get(2)?),
        };
        Ok(record.write())
    });
    check_records(&lines.unwrap().map(Result::unwrap).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_shoe_that_cannot_sign_deals_a_round_whose_records_hold() {
    let folder = tempfile::tempdir().unwrap();
    let mut studio = Studio::found(folder.path(), SALON_LIVE);
    let port = folder.path().join("port");
    let mut shoe = Shoe { line: SerialLine::at(&port), counter: b'0' };
    let serving = studio.serve();
    let (key, state, url) =
        (studio.enrol_device(&serving, 9, false), studio.path("device.state"), serving.url());
    // A table of one's own says what the shoe is sent.
    let table = punto(&["scanner", "dialect", "angel-eye"]).done();
    let mine = studio.path("mine.toml");
    fs::write(&mine, table.replace("\n[gate]\n", "\n[gate]\nopen = \"0a0b\"\nshut = \"0c0d\"\n")).unwrap();
    let dialect = ["--dialect", &mine, "--key", &key, "--state", &state];
    let mut bridge = Bridging::start(&port, &url, &dialect);
    assert_eq!(bridge.until("untested")["dialect"], mine);
    bridge.until("port_open");
    assert_eq!(shoe.line.bytes(2), [0x0c, 0x0d], "the gate is shut before the server says otherwise");
    shoe.line.send(b"\x00noise\xff");
    shoe.say(&[b'D', 0x81, 0xc9]);
    bridge.until("no_shoe");
    bridge.say("load BOX-0117");
    assert!(bridge.until("not_done")["why"].as_str().unwrap().starts_with("type \"shoe LABEL\""));
    bridge.say("shoe BOX-0117");
    assert_eq!(bridge.until("record")["type"], "shoe");
    for step in ["sit_down", "open_shoe", "start_betting"] {
        order(&studio, &serving, &json!({"type": step}));
    }
    shoe.say(b"P");
    assert_eq!(draw(&bridge, &mut shoe, "P1", &[b'D', 0x81, 0xc9])["card"], "9h");
    assert_eq!(shoe.line.bytes(2), [0x0a, 0x0b]);
    let unread = draw(&bridge, &mut shoe, "B1", &[b'E', 0xc1]);
    assert_eq!((&unread["type"], &unread["why"]), (&"unread".into(), &"no_code".into()));
    // The dealer scans it again, the bridge is killed at that moment, and the port is another one afterwards.
    rescan(&studio, &serving);
    bridge.kill();
    drop(shoe.line);
    shoe.line = SerialLine::at(&port);
    let bridge = Bridging::start(&port, &url, &[&dialect[..], &["--shoe", "BOX-0117"]].concat());
    bridge.until("port_open");
    assert_eq!(draw(&bridge, &mut shoe, "B1", &[b'd', 0x90, 0x9d])["card"], "Kd");
    bridge.until_all("lamp", |lamp| lamp["open"] == true && lamp["slot"] == "P2");
    // Nobody knows what it was, and the next message says that something is missing.
    shoe.mumble(&[b'D', 0x82, 0xbd]);
    shoe.say(b"M010000");
    assert_eq!(bridge.until_all("refused", |it| it["from"] == "port")["count"], 1);
    let lost = bridge.until("record");
    assert_eq!((&lost["type"], &lost["why"]), (&"unread".into(), &"smeared".into()));
    rescan(&studio, &serving);
    assert_eq!(draw(&bridge, &mut shoe, "P2", &[b'D', 0x82, 0xbd])["card"], "Ks");
    assert_eq!(draw(&bridge, &mut shoe, "B2", &[b'D', 0x92, 0xa3])["card"], "3c");
    shoe.say(&[b'G', 0x90]);
    assert_eq!(bridge.until("record")["type"], "result");
    bridge.until_all("lamp", |lamp| lamp["why"] == "settled");
    let beads = serving.get_json("/api/v1/tables/9/shoes/1/beads");
    assert_eq!(beads["rounds"].as_array().map(Vec::len), Some(1), "{beads}");
    bridge.kill();
    serving.stop();
    is_clean(&studio.store().each_ref().map(String::as_str));
    let records = stored(&studio.path("data"), &studio.key);
    let cards: Vec<&str> = records.cards.iter().map(|read| read.card.text()).collect();
    assert_eq!((records.faults, cards), (Vec::new(), vec!["9h", "Kd", "Ks", "3c"]));
}
