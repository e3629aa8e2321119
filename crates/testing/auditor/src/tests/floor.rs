//! The floor: limits, exposure, ranges, and changes of tables while they play. Small histories made by hand, and what
//! the laws find in them.

use serde_json::{Map, Value, json};

use super::*;
use crate::attempts::Attempts;

/// The record of table 1, and what its patrons and managers observed.
#[derive(Default)]
pub(super) struct Made {
    pub(super) record: Record,
    pub(super) patrons: Vec<PatronObservations>,
    pub(super) managers: ManagerObservations,
    pub(super) given: Option<Map<String, Value>>,
}

impl Made {
    /// Adds an event of the table.
    pub(super) fn event(mut self, at: i64, body: &Value) -> Self {
        let seq = u64::try_from(self.record.events.len()).unwrap() + 1;
        let event = Event::read(EventId { table: 1, seq }, at, None, body.to_string()).unwrap();
        self.record.events.push(event);
        self
    }

    /// Adds an entry of the house's own log.
    pub(super) fn entry(mut self, at: i64, by: &str, why: &str, entity: &Value) -> Self {
        let seq = i64::try_from(self.record.house.len()).unwrap() + 1;
        let entry = json!({"type": "changed", "by": by, "why": why, "entity": entity});
        self.record.house.insert(seq, serde_json::from_value(entry).unwrap());
        self.record.house_times.insert(seq, at);
        self
    }

    /// Notes a change that manager 11 sent, and when it was acknowledged.
    fn request(mut self, id: &str, fields: &Value, done_at: Option<i64>) -> Self {
        let mut attempts = Attempts::default();
        attempts.send();
        if done_at.is_some() {
            attempts.acknowledge();
        }
        let subject = FloorSubject::Table(1);
        let fields = fields.as_object().unwrap().clone();
        let request = FloorRequest { subject, is_new: false, fields, by: 11, sent_at: 0, done_at, attempts };
        self.managers.floor.requests.insert(id.to_owned(), request);
        self
    }

    pub(super) fn life(mut self, from: i64, to: i64) -> Self {
        self.managers.floor.lives.push(Life { from, to });
        self
    }

    /// What this law finds.
    pub(super) fn flaws(&self, law: &str, rules: Rules) -> Vec<String> {
        let tables =
            BTreeMap::from([(1, Table { rules, currency: "PLAY".to_owned(), setup: self.given.clone() })]);
        let patrons: Vec<&PatronObservations> = self.patrons.iter().collect();
        let observed = Observations {
            patrons: &patrons,
            supervisors: &SupervisorObservations::default(),
            managers: &self.managers,
            people: &PeopleObservations::default(),
            onlookers: &OnlookerObservations::default(),
            live: &LiveObservations::default(),
        };
        let (before, moment) = (&Record::default(), Moment::Midway);
        let audited = audit(&self.record, Expectations { tables: &tables, before, moment }, observed);
        let found = audited.err().into_iter().flatten().filter(|deviation| deviation.law == law);
        found.map(|deviation| deviation.what).collect()
    }
}

/// That the law finds this, or nothing.
#[track_caller]
pub(super) fn assert_flaws(name: &str, found: &[String], what: Option<&str>) {
    match what {
        None => assert!(found.is_empty(), "{name}: {found:#?}"),
        Some(what) => assert!(found.iter().any(|flaw| flaw.contains(what)), "{name}: {found:#?}"),
    }
}

/// Table 1 with these fields, and an open one without limits where they do not say.
pub(super) fn table(fields: &Value) -> Value {
    let mut table = json!({"kind": "table", "id": 1, "status": "open"});
    table.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    table
}

pub(super) fn betting(round_no: u16, closes_at: i64) -> Value {
    json!({"type": "betting_opened", "round_no": round_no, "closes_at": closes_at})
}

/// A slip of a patron; the letter makes its id.
pub(super) fn slip(patron: u32, letter: char, wagers: &[(&str, i64)]) -> Value {
    let wager = |(spot, stake): &(&str, i64)| json!({"spot": spot, "stake": stake});
    let wagers: Vec<Value> = wagers.iter().map(wager).collect();
    let slip_id = String::from(letter).repeat(32);
    json!({"type": "slip_accepted", "patron": patron, "slip_id": slip_id, "wagers": wagers})
}

fn replacing(mut slip: Value, returned: i64) -> Value {
    slip["replaced"] = json!({"returned": returned});
    slip
}

fn limits(minimum: i64, maximum: i64) -> Value {
    json!({"limits": {"player": {"minimum": minimum, "maximum": maximum}}})
}

#[test]
fn slips_beyond_the_limits_of_their_table_are_found() {
    let on_player = |stake| slip(1, 'a', &[("player", stake)]);
    let none = json!({});
    for (name, terms, slips, found) in [
        ("within", limits(100, 900), vec![on_player(900)], None),
        ("below", limits(100, 900), vec![on_player(99)], Some("leaves 99 on player")),
        ("above", limits(100, 900), vec![on_player(901)], Some("leaves 901 on player")),
        (
            "together above",
            limits(100, 900),
            vec![on_player(500), slip(1, 'b', &[("player", 500)])],
            Some("leaves 1000 on player"),
        ),
        ("of two patrons", limits(100, 900), vec![on_player(500), slip(2, 'b', &[("player", 500)])], None),
        (
            "replaced",
            limits(100, 900),
            vec![on_player(500), replacing(slip(1, 'b', &[("player", 600)]), 500)],
            None,
        ),
        ("another spot", limits(100, 900), vec![slip(1, 'a', &[("tie", 5_000)])], None),
        ("no limits", none, vec![on_player(5_000)], None),
    ] {
        let mut made = Made::default().entry(0, "operator", "", &table(&terms)).event(1, &betting(1, 90));
        for body in &slips {
            made = made.event(5, body);
        }
        assert_flaws(name, &made.flaws("table limits", Rules::GoldCard), found);
    }
}

#[test]
fn slips_that_expose_the_table_too_much_are_found() {
    let (player, banker) =
        (|id, stake| slip(1, id, &[("player", stake)]), |id, stake| slip(2, id, &[("banker", stake)]));
    let clear = json!({"type": "wagers_cleared", "patron": 2, "returned": 600});
    for (name, slips, found) in [
        ("within", vec![player('a', 500)], None),
        ("over", vec![player('a', 501)], Some("takes player 501 over banker, more than 500")),
        ("made up for", vec![banker('a', 500), player('b', 1_000)], None),
        ("both sides", vec![slip(1, 'a', &[("player", 900), ("banker", 400)])], None),
        (
            "the other side",
            vec![player('a', 100), banker('b', 601)],
            Some("takes banker 501 over player, more than 500"),
        ),
        ("cleared", vec![player('a', 400), banker('b', 600), player('c', 100), clear], None),
        ("only less", vec![player('a', 400), banker('b', 900), replacing(player('c', 300), 400)], None),
    ] {
        let terms = json!({"exposure": 500});
        let mut made = Made::default().entry(0, "operator", "", &table(&terms)).event(1, &betting(1, 90));
        for body in &slips {
            made = made.event(5, body);
        }
        assert_flaws(name, &made.flaws("table limits", Rules::GoldCard), found);
    }
}

#[test]
fn a_change_of_limits_counts_from_its_answer_or_the_next_opening() {
    let changed = |at: i64, done_at: Option<i64>, stake: i64| {
        Made::default()
            .entry(0, "operator", "", &table(&limits(100, 900)))
            .entry(50, "staff:11", "more", &table(&limits(100, 2_000)))
            .entry(51, "staff:11", "less", &table(&limits(100, 400)))
            .request("more", &limits(100, 2_000), Some(51))
            .request("less", &limits(100, 400), done_at)
            .life(0, 999)
            .life(1_500, i64::MAX)
            .event(40, &betting(1, 9_000))
            .event(at, &slip(1, 'a', &[("player", stake)]))
    };
    for (name, at, done_at, stake, found) in [
        ("before", 49, Some(60), 900, None),
        ("before, with the next", 49, Some(60), 1_500, Some("leaves 1500")),
        ("in between, with any", 51, Some(60), 1_500, None),
        ("acknowledged", 61, Some(60), 400, None),
        ("acknowledged, with the one before", 61, Some(60), 1_500, Some("leaves 1500")),
        ("without an answer", 900, None, 1_500, None),
        ("without an answer, not the first", 900, None, 2_500, Some("leaves 2500")),
        ("opened since", 1_501, None, 1_500, Some("leaves 1500")),
        ("opened since, and kept", 1_501, None, 400, None),
    ] {
        assert_flaws(name, &changed(at, done_at, stake).flaws("table limits", Rules::GoldCard), found);
    }
}

#[test]
fn slips_outside_of_the_range_of_their_patron_are_found() {
    const LATER: i64 = 100_000;
    let on = |maximum: i64| json!({"player": {"minimum": 10, "maximum": maximum}});
    let range = |maximum: i64| json!({"kind": "range", "patron": 1, "spots": on(maximum)});
    let made = |at: i64, patron: u32, stake: i64| {
        Made::default()
            .entry(0, "staff:11", "", &range(500))
            .life(1, i64::MAX)
            .event(1, &betting(1, i64::MAX))
            .event(at, &slip(patron, 'a', &[("player", stake)]))
            .flaws("table limits", Rules::GoldCard)
    };
    for (name, found, what) in [
        ("within", made(LATER, 1, 500), None),
        ("above", made(LATER, 1, 501), Some("leaves 501 on player, outside of")),
        ("below", made(LATER, 1, 9), Some("of the own range")),
        ("of another patron", made(LATER, 2, 501), None),
        ("on its way when it was set", made(20, 1, 501), None),
    ] {
        assert_flaws(name, &found, what);
    }
}

#[test]
fn changes_that_are_lost_or_not_as_sent_are_found() {
    let first = || Made { given: Some(fields(&json!({}))), ..Made::default() }.life(0, i64::MAX);
    let opened = || first().entry(1, "operator", "", &table(&json!({})));
    let halt = json!({"status": "halted"});
    let halted = |made: Made| made.entry(5, "staff:11", "a", &table(&halt));
    let mut refused = opened().request("a", &halt, None);
    let request = refused.managers.floor.requests.get_mut("a").unwrap();
    request.attempts.refuse_without_settling();
    for (name, made, found) in [
        ("as sent", halted(opened().request("a", &halt, Some(9))), None),
        ("without an answer", halted(opened().request("a", &halt, None)), None),
        ("lost", opened().request("a", &halt, Some(9)), Some("change a was acknowledged and is lost")),
        ("so already", opened().request("a", &json!({"status": "open"}), Some(9)), None),
        ("refused", halted(refused), Some("change a was refused, and yet it is there")),
        ("never sent", halted(opened()), Some("which was never sent")),
        (
            "twice",
            halted(halted(opened().request("a", &halt, Some(9)))),
            Some("change a is there more often than it was sent"),
        ),
        (
            "with something else",
            opened().request("a", &halt, Some(9)).entry(
                5,
                "staff:11",
                "a",
                &table(&json!({"status": "halted", "exposure": 7})),
            ),
            Some("entry 2 by staff:11 makes"),
        ),
        (
            "by somebody else",
            opened().request("a", &halt, Some(9)).entry(5, "staff:12", "a", &table(&halt)),
            Some("entry 2 by staff:12 makes"),
        ),
        ("set up otherwise", first().entry(1, "operator", "", &table(&halt)), Some("entry 1 has")),
    ] {
        assert_flaws(name, &made.flaws("floor", Rules::GoldCard), found);
    }
}

/// The fields of an open table and these.
fn fields(more: &Value) -> Map<String, Value> {
    let mut all = table(more).as_object().unwrap().clone();
    all.remove("kind");
    all
}

#[test]
fn a_table_that_is_not_open_begins_nothing() {
    let sits = json!({"type": "seat_taken", "patron": 1});
    let shoe = json!({"type": "shoe_opened", "shoe_no": 2, "algorithm": ""});
    for (name, status, at, body, found) in [
        ("halted in between", "halted", 55, betting(2, 1_055), None),
        ("a round, halted", "halted", 61, betting(2, 1_061), Some("the table is not open")),
        ("a round, closed", "closed", 61, betting(2, 1_061), Some("the table is not open")),
        ("a shoe, halted", "halted", 61, shoe, Some("the table is not open")),
        ("a seat, halted", "halted", 61, sits.clone(), None),
        ("a seat, closed", "closed", 61, sits, Some("the table is not open or halted")),
        ("a longer betting", "open", 61, betting(2, 1_062), Some("betting is open for 1001 ms")),
        ("a betting as before", "open", 61, betting(2, 5_061), Some("betting is open for 5000 ms")),
        ("a betting as it must be", "open", 61, betting(2, 1_061), None),
        ("a betting as before, in between", "open", 55, betting(2, 5_055), None),
    ] {
        let (slow, fast) = (json!({"betting_ms": 5_000}), json!({"betting_ms": 1_000}));
        let change = json!({"status": status, "timings": fast});
        let made = Made { given: Some(fields(&json!({"timings": slow}))), ..Made::default() }
            .life(0, i64::MAX)
            .entry(0, "operator", "", &table(&json!({"timings": slow})))
            .entry(50, "staff:11", "a", &table(&change))
            .request("a", &change, Some(60))
            .event(1, &betting(1, 5_001))
            .event(at, &body);
        assert_flaws(name, &made.flaws("floor", Rules::GoldCard), found);
    }
}
