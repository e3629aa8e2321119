//! `punto scanner play --fault` against a real server: every fault of a card and of the line is made, and answered as
//! it is to be. Two supervisors decide what a dealer may not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use crate::staff::enrol;
use crate::studio::{Supervisor, body_of, unrecorded};
use crate::support::{Serving, done, is_clean, only_for_owner, punto, text};

/// How often the supervisors look. They decide at the second look, so that the dealer has seen it too.
const LOOK: Duration = Duration::from_millis(300);

/// The ways that supervisors take, and how many of them have to.
const WAYS: [(&str, usize); 4] = [("go_on", 1), ("accept", 1), ("void_and_end_shoe", 2), ("note", 2)];

/// Tables with one deck, so that a second copy of a card is one too many, and few cards are left to be counted.
const TABLES: &str = r#"
[table]
rules = "one-deck.toml"
dealer = "scanner"
timings = { betting_ms = 1000, drain_ms = 100, result_ms = 500 }
"#;

/// The rounds of a shoe with one deck. No two cards in a row are alike.
const SHOE: &str = "shoe: 1\nrules: one-deck\ndecks: 1\nburned: 2d + 2\ncut: 40\n\n\
                    9h Kd Ks 3c\n4h 4d 5s 3s\n9s Kc Kh 3h\n4s 4c 5h 2c\n9d Jd Js 2h\n9c Qd Qs 6h\n8c Qh Tc 5d\n";

/// A set-up with a live table for each play.
struct House<'a> {
    folder: &'a Path,
    serving: &'a Serving,
}

impl House<'_> {
    fn path(&self, name: &str) -> String {
        text(&self.folder.join(name)).to_owned()
    }

    /// Puts a device on record for a table, with its key beside the store.
    fn enrol(&self, table: u32, (ann, ben): (&mut Supervisor<'_>, &mut Supervisor<'_>)) {
        let key = self.path(&format!("{table}.key"));
        let made = done(&["scanner", "keygen", "--out", &key]);
        let code = ann.act("/codes", json!({"table_id": table, "simulator": true}));
        let (number, url) = (table.to_string(), self.serving.url());
        let device = ["--server", url.as_str(), "--key", &key, "--table", &number];
        let enrolled =
            done(&[&["scanner", "enrol", "--code", code["code"].as_str().unwrap()], &device[..]].concat());
        let path = format!("/{}/approve", enrolled["device_id"]);
        ben.act(&path, json!({"fingerprint": made["fingerprint"]}));
    }

    /// Plays a shoe at a table with these faults. Returns what became of each, and what it printed.
    fn play(&self, table: u32, faults: &[&str]) -> (Option<i32>, BTreeMap<String, Value>, String) {
        let (number, url) = (table.to_string(), self.serving.url());
        let [shoe, key, state, token] = [
            "one-deck.shoe".to_owned(),
            format!("{number}.key"),
            format!("{number}.state"),
            format!("{number}.token"),
        ]
        .map(|name| self.path(&name));
        let device = ["--server", url.as_str(), "--key", &key, "--state", &state, "--label", "BOX-1"];
        let dealer = ["--deal", &number, "--token-file", &token, "--speed", "50", "--json"];
        let faults: Vec<&str> = faults.iter().flat_map(|fault| ["--fault", fault]).collect();
        let printed = punto(&[&["scanner", "play", &shoe], &device[..], &dealer, &faults].concat());
        let lines = printed.out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let of_faults = lines.filter(|line| line["event"] == "fault");
        let outcomes = of_faults.map(|line| (line["fault"].as_str().unwrap().to_owned(), line)).collect();
        (printed.status, outcomes, printed.out + &printed.err)
    }

    /// Plays with these faults, each of which is answered as it is to be.
    fn is_answered(&self, table: u32, faults: &[&str]) {
        let (status, outcomes, shown) = self.play(table, faults);
        for fault in faults {
            let outcome = outcomes.get(*fault).unwrap_or_else(|| panic!("{fault}: {shown}"));
            assert_eq!(outcome["answered"], true, "{table} {outcome}\n{shown}");
        }
        assert_eq!((status, outcomes.len()), (Some(0), faults.len()), "{shown}");
    }

    /// Plays with faults of which one is not made, and one is answered at no table that counts no shoe.
    fn is_not_answered(&self, table: u32) {
        let (status, outcomes, shown) = self.play(table, &OF_BURN);
        assert_eq!(status, Some(1), "{shown}");
        let of = |fault: &str, key: &str| outcomes[fault][key].clone();
        assert_eq!(of("cut-early@burn", "came"), json!(["finding cut_card_early"]), "{shown}");
        assert_eq!(
            (of("short-shoe@shoe", "made"), of("short-shoe@shoe", "answered")),
            (json!(true), json!(false))
        );
        assert_eq!(of("short-shoe@shoe", "expected"), json!(["finding composition"]));
        assert_eq!((of("gap@9.P1", "made"), of("gap@9.P1", "answered")), (json!(false), json!(false)));
    }

    /// Asks as a member of staff.
    fn ask(&self, token: &str, line: &str, body: Option<&Value>) -> Value {
        let header = format!("Authorization: Bearer {token}\r\n");
        let body = body.map(ToString::to_string).unwrap_or_default();
        let rest =
            format!("{header}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        body_of(&self.serving.send(line, &rest))
    }

    /// Decides at these tables what supervisors decide, until everything is played.
    fn supervise(&self, tables: &[u32], supervisors: [&str; 2], is_over: &AtomicBool) {
        let mut seen: BTreeMap<u32, u64> = BTreeMap::new();
        while !is_over.load(Ordering::Relaxed) {
            for table in tables {
                let live = self.ask(supervisors[0], &format!("GET /api/v1/tables/{table}/live"), None);
                let finding = &live["live"]["finding"];
                let Some(no) = finding["finding_no"].as_u64() else { continue };
                let is_open = |how: &str| {
                    let ways = finding["ways"].as_array().unwrap();
                    ways.iter()
                        .any(|way| way["how"] == how && way["needs"].as_str().unwrap().contains("supervisor"))
                };
                let way = WAYS.iter().find(|(how, _)| is_open(how));
                if seen.insert(*table, no) != Some(no) {
                    continue;
                }
                let Some((how, people)) = way else { continue };
                let mut order = json!({"order": {"type": "resolve", "finding_no": no, "how": how}});
                if *how == "note" {
                    order["order"]["why"] = json!("looked at by both");
                }
                for token in &supervisors[..*people] {
                    self.ask(token, &format!("POST /api/v1/tables/{table}/supervise"), Some(&order));
                }
            }
            thread::park_timeout(LOOK);
        }
    }
}

/// The files of the tables, with the settings of each.
fn write_tables(folder: &Path, tables: &[(u32, &str)]) {
    let rules = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(RULES)).unwrap();
    let rules = rules
        .replace("id = \"live-commission\"", "id = \"one-deck\"")
        .replace("count = 8", "count = 1")
        .replace("from_end = 14", "from_end = 35");
    let entry = |(id, scanner): &(u32, &str)| {
        let table = TABLES.replace("[table]", &format!("[[table]]\nid = {id}\nname = \"Live {id}\""));
        format!("{table}scanner = {{ {scanner} }}\n")
    };
    let file: String = tables.iter().map(entry).collect();
    for (name, content) in
        [("one-deck.toml", rules.as_str()), ("tables.toml", &file), ("one-deck.shoe", SHOE)]
    {
        fs::write(folder.join(name), content).unwrap();
    }
    punto(&["certificate", "--rules", text(&folder.join("one-deck.toml")), "--record"]).done();
}

/// The house rules that the tables change.
const RULES: &str = "../../kernel/baccarat/rules/live-commission.toml";

/// Everything that may go wrong with cards, up to a count that is one short.
const OF_CARDS: [&str; 16] = [
    "wrong-shoe@shoe",
    "wrong-decks@shoe",
    "short-shoe@shoe",
    "no-burn@burn",
    "short-burn@burn",
    "skip-pass@burn",
    "unreadable:2@1.P1",
    "lowconf@1.B2",
    "two-at-once@1.P2",
    "twice@1.B1",
    "extra@1.after",
    "early@2.betting",
    "ninth@2.P1",
    "wrong-slot@2.B1",
    "skip-pass@2.P2",
    "misread:2s@2.B2",
];
/// A cut card that never comes, and then something foreign that ends the shoe.
const OF_CUT: [&str; 2] = ["no-cut@shoe", "foreign@7.P1"];
/// A cut card that comes first, a count that is not made, and a round that does not come.
const OF_BURN: [&str; 3] = ["cut-early@burn", "short-shoe@shoe", "gap@9.P1"];
/// What may go wrong with the line, but for what takes long; the last one ends the play.
const OF_LINE: [&str; 12] = [
    "reboot@shoe",
    "reorder@burn",
    "garbage@1.betting",
    "replay@1.P1",
    "bad-sig@1.B1",
    "gap@1.P2",
    "drop@1.B2",
    "second@1.after",
    "lost-ack@2.P1",
    "clock:1@2.B1",
    "amnesia@2.P2",
    "fork@2.B2",
];
/// What takes long, and what ends a session.
const OF_SESSION: [&str; 5] =
    ["silence:1500@1.betting", "stale:5200@1.P2", "flood@1.B2", "silence:3200@1.after", "oversize@2.betting"];

#[test]
fn every_fault_is_answered_as_it_is_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let any = "shoes = \"any\"";
    let tables = [(11, "shoes = \"assigned\", count_out = true"), (12, any), (13, any), (14, any), (15, any)];
    write_tables(folder.path(), &tables);
    let (data, file) = (path("data"), path("tables.toml"));
    let store = ["--data", data.as_str()];
    let staff = ["Ann", "Ben"].map(|name| {
        let added = done(&[&["staff", "add", name, "--role", "supervisor"], &store[..]].concat());
        enrol(name, &store, added["code"].as_str().unwrap())
    });
    for (table, _) in tables {
        let (name, file) = (format!("Dealer {table}"), path(&format!("{table}.token")));
        done(&[&["staff", "add", &name, "--role", "dealer"], &store[..]].concat());
        let token =
            done(&[&["staff", "token", &name, "--role", "dealer", "--days", "1"], &store[..]].concat());
        fs::write(&file, token["token"].as_str().unwrap()).unwrap();
        only_for_owner(Path::new(&file));
    }
    let recordings = unrecorded(folder.path(), &tables.map(|(table, _)| table));
    let serving = Serving::start(&[&store[..], &["--tables", &file, "--recordings", &recordings]].concat());
    let [ann, ben] = staff;
    let (mut ann, mut ben) =
        (Supervisor::log_in(&serving, "Ann", ann), Supervisor::log_in(&serving, "Ben", ben));
    let house = House { folder: folder.path(), serving: &serving };
    let numbers = tables.map(|(table, _)| table);
    for table in numbers {
        house.enrol(table, (&mut ann, &mut ben));
    }
    let assign = json!({"order": {"type": "assign_shoe", "label": "BOX-1"}});
    house.ask(&ann.token, "POST /api/v1/tables/11/supervise", Some(&assign));
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let supervisors = [ann.token.as_str(), ben.token.as_str()];
        let (house, is_over) = (&house, &is_over);
        let desk = scope.spawn(move || house.supervise(&numbers, supervisors, is_over));
        let plays = [(11, &OF_CARDS[..]), (12, &OF_CUT), (14, &OF_LINE), (15, &OF_SESSION)];
        let [cards, cut, line, session] =
            plays.map(|(table, faults)| scope.spawn(move || house.is_answered(table, faults)));
        let burn = scope.spawn(move || house.is_not_answered(13));
        let played = [cards, cut, line, session, burn].map(ScopedJoinHandle::join);
        is_over.store(true, Ordering::Relaxed);
        desk.thread().unpark();
        for play in played {
            play.unwrap_or_else(|why| std::panic::resume_unwind(why));
        }
    });
    serving.stop();
    is_clean(&store);
}

#[test]
fn faults_that_nobody_would_make_are_refused_with_the_reason() {
    let play = |options: &[&str]| {
        let files = ["no.shoe", "--server", "http://127.0.0.1:1", "--key", "no.key", "--state", "no.state"];
        punto(&[&["scanner", "play"], &files[..], options].concat())
    };
    let fault = |name| ["--fault", name];
    play(&[&["--watch", "9"], &fault("no-burn@burn")[..]].concat()).failed(2, "it needs --deal");
    play(&[fault("gap@1.P1"), fault("drop@1.P1")].concat()).failed(2, "another fault of the line");
    play(&fault("gap@1.after")).failed(2, "write KIND@WHERE");
    play(&[fault("gap@1.P1"), fault("misread:9h@1.P1")].concat()).failed(1, "no.key");
}
