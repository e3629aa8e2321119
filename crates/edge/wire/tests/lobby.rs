//! The lobby: tables in short, and changes that lead from one state to the next.

use std::sync::Arc;

use baccarat::{Bead, Coup, HouseRules, Limit, Spot};
use money::{Amount, Currency};
use punto_wire::lobby::{Lobby, LobbyTable, SetupChanged};
use serde_json::{Value, json, to_value};
use table::event::VoidReason;
use table::live::LiveWait;
use table::{Phase, RoundEnd, RoundRef, Settings, SpotLimits, Table, TableId, TableView, Timestamp, Timings};

/// A table that was never opened.
fn table(id: u32, rules: &str) -> TableView {
    let settings = Settings {
        id: TableId(id),
        name: format!("Emerald Salon {id}"),
        rules: Arc::new(HouseRules::builtin(rules).expect("built in").clone()),
        currency: Currency::PLAY,
        limits: SpotLimits::none(),
        timings: Timings::default(),
        exposure: None,
        entry: table::EntryTerms::default(),
        seating: table::Seating::default(),
        draw: table::Drawing::Sealed,
        dealer: table::Dealer::Shuffle,
        squeeze: None,
    };
    Table::new(Arc::new(settings)).view()
}

fn beads(text: &str) -> Vec<Bead> {
    text.split_whitespace().map(|bead| bead.parse().expect("a bead")).collect()
}

/// The table in a phase of a round of its shoe.
fn in_round(mut view: TableView, (shoe_no, round_no): (u32, u16), phase: Phase, shoe: &str) -> LobbyTable {
    view.shoe_no = shoe_no;
    view.round = Some(RoundRef { shoe_no, round_no }).filter(|_| round_no > 0);
    (view.phase, view.next_at, view.beads) = (phase, Timestamp(2_000), beads(shoe));
    LobbyTable::new(&view, "open", 3)
}

fn settled(cards: &str) -> Phase {
    let coup: Coup = cards.parse().expect("a coup");
    Phase::Settled { end: RoundEnd::Coup(coup) }
}

#[test]
fn changes_lead_from_one_state_of_a_table_to_the_next() {
    let betting = || Phase::Betting { closes_at: Timestamp(1_000) };
    let voided = RoundEnd::Void { reason: VoidReason::Supervisor, cards: vec![] };
    let view = || table(7, "live-commission");
    let round = |round: (u32, u16), phase, shoe| in_round(view(), round, phase, shoe);
    let shuffling = || Phase::Shuffling { burned: false };
    let steps: [(LobbyTable, Value); 9] = [
        (round((1, 0), shuffling(), ""), json!({"round": {"shoe_no": 1, "round_no": 0}})),
        (
            round((1, 1), betting(), ""),
            json!({"phase": {"name": "betting", "closes_at": 1_000}, "round": {"shoe_no": 1, "round_no": 1}}),
        ),
        (
            round((1, 1), settled("9h 9d Ks Kc"), "Tn"),
            json!({"phase": {"name": "settled", "next_at": 2_000}, "bead": "Tn",
                   "result": {"outcome": "tie", "player_total": 9, "banker_total": 9}}),
        ),
        (
            round((1, 2), betting(), "Tn"),
            json!({"phase": {"name": "betting", "closes_at": 1_000}, "round": {"shoe_no": 1, "round_no": 2}}),
        ),
        (
            round((1, 2), Phase::Settled { end: voided }, "Tn"),
            json!({"phase": {"name": "settled", "next_at": 2_000}, "result": {"outcome": "voided"}}),
        ),
        (
            LobbyTable {
                status: "halted".to_owned(),
                patrons: 2,
                ..round((1, 3), Phase::Closed, "Tn Bb6 P")
            },
            json!({"status": "halted", "patrons": 2, "phase": {"name": "closed"}, "beads": "Tn Bb6 P",
                   "round": {"shoe_no": 1, "round_no": 3}}),
        ),
        (round((1, 3), Phase::Closed, "Bb6 P"), json!({"status": "open", "patrons": 3, "beads": "Bb6 P"})),
        (
            round((2, 0), shuffling(), ""),
            json!({"phase": {"name": "shuffling"}, "round": {"shoe_no": 2, "round_no": 0}, "beads": ""}),
        ),
        (
            round((3, 1), Phase::Closed, "B"),
            json!({"phase": {"name": "closed"}, "round": {"shoe_no": 3, "round_no": 1}, "beads": "B"}),
        ),
    ];
    let mut shown = LobbyTable::new(&view(), "open", 3);
    for (next, mut expected) in steps {
        let change = shown.change_to(&next).unwrap().unwrap();
        expected["table_id"] = json!(7);
        assert_eq!(to_value(&change).unwrap(), expected);
        shown.take(change);
        assert_eq!(shown, next);
        assert_eq!(shown.change_to(&next), Ok(None), "nothing changed");
    }
}

#[test]
fn a_live_table_says_what_it_waits_for() {
    let waits = |wait| {
        let live = table::live::LiveView {
            wait,
            free_round: false,
            counting: false,
            dealer: None,
            notices: Vec::new(),
        };
        LobbyTable::new(&TableView { live: Some(live), ..table(7, "live-commission") }, "open", 3)
    };
    let mut shown = waits(Some(LiveWait::Dealer));
    let next = waits(None);
    let change = shown.change_to(&next).unwrap().unwrap();
    let live = json!({"waits_for": null, "finding": null, "free_round": false});
    assert_eq!(to_value(&change).unwrap(), json!({"table_id": 7, "live": live}));
    shown.take(change);
    assert_eq!(shown, next);
    let clocked = LobbyTable::new(&table(7, "live-commission"), "open", 3);
    assert_eq!(to_value(&clocked).unwrap().get("live"), None);
    assert_eq!(next.change_to(&clocked), Err(SetupChanged), "another table has its number");
}

#[test]
fn a_table_that_is_set_up_anew_is_told_as_a_whole() {
    let before = LobbyTable::new(&table(7, "live-commission"), "open", 3);
    let other_rules = LobbyTable::new(&table(7, "gold-card"), "open", 3);
    let renamed = LobbyTable { name: "Ruby".to_owned(), ..before.clone() };
    for next in [other_rules, renamed] {
        assert_eq!(before.change_to(&next), Err(SetupChanged));
    }
}

#[test]
fn a_table_shows_the_limits_of_its_main_bets_and_its_seats() {
    let limit = |minimum, maximum| {
        let [minimum, maximum] = [minimum, maximum].map(|minor| Amount::new(minor).expect("it is small"));
        Limit { minimum, maximum: Some(maximum) }
    };
    let mut view = table(7, "live-commission");
    for spot in &mut view.spots {
        spot.limit = match spot.spot {
            Spot::Player | Spot::Banker => limit(500, 100_000),
            _ => limit(100, 900_000),
        };
    }
    let shown = |view: &TableView| to_value(LobbyTable::new(view, "open", 3)).unwrap();
    let unlimited = shown(&view);
    assert_eq!((&unlimited["minimum"], &unlimited["maximum"]), (&json!(500), &json!(100_000)));
    assert_eq!((&unlimited["patrons"], unlimited.get("capacity")), (&json!(3), None));
    view.capacity = Some(7);
    assert_eq!(shown(&view)["capacity"], 7);
    let before = LobbyTable::new(&table(7, "live-commission"), "open", 3);
    let more = LobbyTable { capacity: Some(8), ..before.clone() };
    assert_eq!(before.change_to(&more), Err(SetupChanged));
}

#[test]
fn two_hundred_tables_are_some_tens_of_kilobytes() {
    let rules = HouseRules::BUILTIN.into_iter().cycle();
    let shoe = ["P", "B", "Pn", "Bb6", "T", "B"].repeat(10);
    let playing = |(id, rules)| {
        let round_no = u16::try_from(id % 60).unwrap();
        let beads = shoe[..usize::from(round_no)].join(" ");
        in_round(table(id, rules), (345, round_no), settled("9h 9d Ks Kc"), &beads)
    };
    let tables: Vec<_> = (1..=200).zip(rules).map(playing).collect();
    let text = serde_json::to_string(&Lobby { now: 1_900_000_000_000, tables }).unwrap();
    assert!(text.len() < 95_000, "{}: {:.500}", text.len(), text);
}
