//! Streams of messages with a planted mistake each: the bots must find it and name it. Opens no socket.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::book::{Change, Wagers};
use super::crowd::Crowd;
use super::plan::Plan;
use super::rest::Guest;
use crate::swarm::{Handler as _, Link};

/// What a guest has at the start.
const CASH: u64 = 1_000_000;

/// A patron alone, with a socket that is open.
fn patron() -> Crowd {
    let plan = Plan {
        tables: vec![1],
        sockets: 1,
        patrons: 1,
        slow_percent: 0,
        drop_percent: 0,
        drain_ms: 100,
        joining: Duration::ZERO,
        seed: 1,
    };
    let mut crowd = Crowd::new(plan, vec![Guest { token: "token".to_owned(), cash: CASH }]);
    crowd.owners.push(0);
    crowd.opened(0, &mut Link::default());
    crowd
}

fn hear(crowd: &mut Crowd, messages: &[Value]) {
    for message in messages {
        crowd.text(0, &mut Link::default(), message.to_string().as_bytes());
    }
}

fn wallet(balance: u64, number: u64) -> Value {
    json!({ "type": "wallet", "balance": balance, "bonus": 0, "owed": 0, "number": number })
}

fn shoe() -> Value {
    json!({ "shoe_no": 1, "round_no": 14, "closed_spots": [] })
}

fn round() -> Value {
    json!({ "shoe_no": 1, "round_no": 14 })
}

fn spot(id: &str, when: &str, odds: [u64; 2]) -> Value {
    let pays = json!([{ "when": [when], "odds": odds, "shown": "" }]);
    json!({ "spot": id, "push": [], "pays": pays, "minimum": 100, "maximum": 500_000 })
}

/// From the greeting to a seat.
fn arrival() -> Vec<Value> {
    let spots = [
        spot("player", "player_wins", [1, 1]),
        spot("banker", "banker_wins", [19, 20]),
        spot("tie", "tie", [8, 1]),
    ];
    let table = json!({
        "rules": { "rounding": "down", "spots": spots },
        "phase": { "name": "betting", "closes_at": 0 },
        "shoe": shoe(), "cards": cards([&[], &[]]), "result": null,
    });
    let own = json!({ "balance": CASH, "bonus": 0, "owed": 0, "number": 1 });
    vec![
        json!({ "type": "welcome", "patron": own, "now": 0 }),
        json!({ "type": "snapshot", "seq": 10, "now": 0, "table": table }),
        json!({ "type": "yours", "table_id": 1, "seq": 10, "round": round(), "wagers": [] }),
        json!({ "type": "seat_taken", "table_id": 1, "seq": 10 }),
    ]
}

fn cards([player, banker]: [&[&str]; 2]) -> Value {
    json!({ "player": { "cards": player, "total": 0 }, "banker": { "cards": banker, "total": 0 } })
}

fn frame(seq: u64, event: Value) -> Value {
    let mut frame = json!({ "type": "frame", "table_id": 1, "seq": seq, "at": 0 });
    frame["event"] = event;
    frame
}

/// The rest of the round, which Banker wins with 9 to 2, for a patron who asked for these wagers.
fn rest_of_round(asked: &Value) -> Vec<Value> {
    let wagers = asked["wagers"].as_array().unwrap();
    let stake = |wager: &Value| wager["stake"].as_u64().unwrap();
    let lines = wagers.iter().map(|wager| {
        let (resolution, payout) =
            if wager["spot"] == "banker" { ("win", stake(wager) * 39 / 20) } else { ("lose", 0) };
        json!({ "spot": wager["spot"], "stake": wager["stake"], "resolution": resolution, "payout": payout })
    });
    let lines: Vec<Value> = lines.collect();
    let staked: u64 = wagers.iter().map(stake).sum();
    let paid: u64 = lines.iter().map(|line| line["payout"].as_u64().unwrap()).sum();
    let drawn = |hands| json!({ "type": "card_drawn", "cards": cards(hands), "shoe": shoe() });
    let result = json!({
        "name": "settled", "outcome": "banker", "player_total": 2, "banker_total": 9, "winning_spots": ["banker"],
    });
    let id = &asked["slip_id"];
    vec![
        json!({ "type": "slip_accepted", "table_id": 1, "seq": 10, "slip_id": id, "round": round() }),
        wallet(CASH - staked, 2),
        frame(11, json!({ "type": "betting_closed", "phase": { "name": "closed" } })),
        frame(12, drawn([&["2c"], &[]])),
        frame(13, drawn([&["2c"], &["9d"]])),
        frame(14, drawn([&["2c", "Kc"], &["9d"]])),
        frame(15, drawn([&["2c", "Kc"], &["9d", "Kd"]])),
        frame(
            16,
            json!({ "type": "round_ended", "result": result, "shoe": shoe(),
                          "phase": { "name": "settled", "next_at": 0 } }),
        ),
        json!({ "type": "you_settled", "table_id": 1, "seq": 16, "round": round(), "wagers": lines,
                "staked": staked, "paid": paid }),
        json!({ "type": "yours", "table_id": 1, "seq": 16, "round": round(), "wagers": [] }),
        wallet(CASH - staked + paid, 3),
    ]
}

/// The places of messages in the rest of a round.
const ACCEPTED: usize = 0;
const STAKED: usize = 1;
const CARD: usize = 4;
const ENDED: usize = 7;
const SETTLED: usize = 8;
const PAID: usize = 10;

/// Plays a round whose messages are changed so, and looks at the patron a long time after it.
fn play(mistake: impl FnOnce(&mut Vec<Value>)) -> Crowd {
    let mut crowd = patron();
    hear(&mut crowd, &arrival());
    let Crowd { bots, floor, tally, .. } = &mut crowd;
    let patron = bots[0].patron.as_mut().unwrap();
    let asked = patron.ask(1, floor.table(1).unwrap(), &Change::Add(Wagers::new()), tally).unwrap();
    let mut messages = rest_of_round(&asked);
    mistake(&mut messages);
    hear(&mut crowd, &messages);
    let Crowd { bots, tally, .. } = &mut crowd;
    bots[0].patron.as_mut().unwrap().check(Instant::now() + Duration::from_hours(1), tally);
    crowd
}

/// Adds one to a number.
fn one_more(value: &mut Value) {
    *value = json!(value.as_u64().unwrap() + 1);
}

#[test]
fn a_stream_as_the_protocol_has_it_is_right() {
    let crowd = play(|_| {});
    assert!(crowd.tally.problems.is_empty(), "{:?}", crowd.tally.problems);
    assert!(crowd.is_at_rest());
    assert_eq!((crowd.tally.accepted, crowd.tally.settled, crowd.floor.rounds), (1, 1, 1));
}

type Mistake = fn(&mut Vec<Value>);

#[test]
fn each_planted_mistake_is_found_and_named() {
    let mistakes: [(&str, &str, Mistake); 16] = [
        ("settlement", "its cards and odds say", |all| {
            // The server lies in the same way everywhere.
            one_more(&mut all[SETTLED]["wagers"][0]["payout"]);
            one_more(&mut all[SETTLED]["paid"]);
            one_more(&mut all[PAID]["balance"]);
        }),
        ("settlement", "its lines have", |all| one_more(&mut all[SETTLED]["paid"])),
        ("settlement", "the wagers were", |all| one_more(&mut all[SETTLED]["wagers"][0]["stake"])),
        ("gap", "has Some(12) of table 1, and got 14", |all| drop(all.remove(CARD))),
        ("repeat", "has Some(13) of table 1, and got 13", |all| all.insert(CARD, all[CARD].clone())),
        ("order", "you_settled names frame 16, and the last one was Some(15)", |all| {
            all.swap(ENDED, SETTLED);
        }),
        ("order", "names frame 15; the round ended with None", |all| {
            all[SETTLED]["seq"] = json!(15);
            all.swap(ENDED, SETTLED);
        }),
        ("order", "names frame 15; the round ended with Some(16)", |all| all[SETTLED]["seq"] = json!(15)),
        ("order", "slip_accepted names frame 11, and the last one was Some(10)", |all| {
            all[ACCEPTED]["seq"] = json!(11);
        }),
        ("balance", "wallet 1 comes after wallet 2", |all| all[PAID]["number"] = json!(1)),
        ("balance", "wallet 2 has a balance of", |all| all[PAID]["number"] = json!(2)),
        ("balance", "the server sent a balance of", |all| one_more(&mut all[PAID]["balance"])),
        ("balance", "the server sent a balance of", |all| one_more(&mut all[STAKED]["balance"])),
        ("lost", "has no answer", |all| drop(all.drain(ACCEPTED..=PAID))),
        ("answer", "was answered twice", |all| all.insert(ACCEPTED, all[ACCEPTED].clone())),
        ("public", "its cards and odds say banker", |all| {
            all[ENDED]["event"]["result"]["winning_spots"] = json!(["player"]);
        }),
    ];
    for (kind, what, mistake) in mistakes {
        let crowd = play(mistake);
        let problems = &crowd.tally.problems;
        let named = problems.get(kind).is_some_and(|found| found.examples.iter().any(|it| it.contains(what)));
        assert!(named && problems.len() == 1, "{kind}, {what}: {problems:?}");
    }
}

#[test]
fn a_state_that_was_sent_does_not_go_away_with_the_connection() {
    let mut crowd = play(|_| {});
    let [welcome, ..] = &mut arrival()[..] else { return };
    hear(&mut crowd, std::slice::from_ref(welcome));
    let problems = &crowd.tally.problems;
    assert!(
        problems["balance"].examples[0].contains("wallet 1 welcomes after wallet 3 was sent"),
        "{problems:?}"
    );
}

#[test]
fn before_a_table_is_watched_again_results_need_not_wait_for_frames() {
    let mut crowd = play(|all| all.truncate(ENDED));
    crowd.come_back(0);
    let asked = json!({ "wagers": [], "slip_id": "" });
    hear(&mut crowd, &rest_of_round(&asked)[SETTLED..=SETTLED]);
    assert!(!crowd.tally.problems.contains_key("order"), "{:?}", crowd.tally.problems);
}
