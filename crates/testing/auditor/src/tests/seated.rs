//! Seats: who may take one, who loses it and with what, and Auto beside wagers made by hand. Small histories made by
//! hand, and what the laws find in them.

use serde_json::{Value, json};

use super::floor::{Made, assert_flaws, betting, slip, table};
use super::*;

fn sits(patron: u32) -> Value {
    json!({"type": "seat_taken", "patron": patron})
}

fn leaves(patron: u32, reason: &str) -> Value {
    json!({"type": "seat_left", "patron": patron, "reason": reason})
}

fn settled() -> Value {
    json!({"type": "round_settled", "revision": 1, "patrons": []})
}

fn closed() -> Value {
    json!({"type": "betting_closed"})
}

fn voided() -> Value {
    json!({"type": "round_voided", "reason": "supervisor", "returned": []})
}

/// A shoe that carries on patron 1, who was idle for so many rounds.
fn shoe(shoe_no: u32, idle_rounds: u16) -> Value {
    let seats = json!([{"patron": 1, "idle_rounds": idle_rounds}]);
    json!({"type": "shoe_opened", "shoe_no": shoe_no, "algorithm": "", "seats": seats})
}

/// A table with these terms, to which these events happened.
fn played(terms: &Value, events: &[Value]) -> Made {
    let made = Made::default().entry(0, "operator", "", &table(terms)).life(1, i64::MAX);
    (10..).zip(events).fold(made, |made, (at, body)| made.event(at, body))
}

#[test]
fn patrons_who_stay_idle_and_keep_their_seats_are_found() {
    let idle = || [betting(1, 0), closed(), settled()];
    let two = || [vec![sits(1)], idle().to_vec(), idle().to_vec()].concat();
    let with = |mut events: Vec<Value>, more: &[Value]| {
        events.extend(more.iter().cloned());
        events
    };
    let late = [betting(1, 0), closed(), sits(1), settled()];
    for (name, events, found) in [
        ("unseated in time", with(two(), &[leaves(1, "idle"), betting(3, 0)]), None),
        ("kept", with(two(), &[betting(3, 0)]), Some("made no wager in 2 rounds, and keeps the seat")),
        ("kept over a shoe", with(two(), &[shoe(2, 2)]), Some("made no wager in 2 rounds, and keeps")),
        ("one round", with(vec![sits(1)], &[idle().to_vec(), vec![betting(2, 0)]].concat()), None),
        (
            "unseated too soon",
            with(vec![sits(1)], &[idle().to_vec(), vec![leaves(1, "idle")]].concat()),
            Some("patron 1 is unseated after 1 rounds without a wager"),
        ),
        ("left by themselves", with(vec![sits(1)], &[leaves(1, "left")]), None),
        (
            "with a wager in between",
            with(
                vec![sits(1)],
                &[
                    idle().to_vec(),
                    vec![betting(2, 0), slip(1, 'a', &[("tie", 5)]), closed(), settled(), betting(3, 0)],
                ]
                .concat(),
            ),
            None,
        ),
        (
            "a void round does not count",
            with(vec![sits(1)], &[idle().to_vec(), vec![betting(2, 0), voided(), betting(3, 0)]].concat()),
            None,
        ),
        (
            "nor one whose betting was over",
            with(late.to_vec(), &[idle().to_vec(), vec![betting(3, 0)]].concat()),
            None,
        ),
        (
            "a shoe that forgets",
            with(vec![sits(1)], &[idle().to_vec(), vec![shoe(2, 0)]].concat()),
            Some("the shoe carries on"),
        ),
        (
            "counted over a shoe",
            with(
                vec![sits(1)],
                &[idle().to_vec(), vec![shoe(2, 1)], idle().to_vec(), vec![betting(2, 0)]].concat(),
            ),
            Some("made no wager in 2 rounds"),
        ),
    ] {
        let made = played(&json!({"seating": {"idle_limit": 2}}), &events);
        assert_flaws(name, &made.flaws("idle", Rules::LiveCommission), found);
        let never =
            played(&json!({"seating": {"idle_limit": 0}}), &events).flaws("idle", Rules::LiveCommission);
        assert!(!never.iter().any(|flaw| flaw.contains("keeps the seat")), "{name}: {never:?}");
    }
}

#[test]
fn wagers_left_behind_under_the_gold_card_are_found() {
    let wager = || slip(1, 'a', &[("tie", 5)]);
    let clear = || json!({"type": "wagers_cleared", "patron": 1, "returned": 5});
    let open = 1_000;
    for (name, events, found) in [
        ("released", vec![betting(1, open), wager(), clear(), leaves(1, "left")], None),
        (
            "kept",
            vec![betting(1, open), wager(), leaves(1, "left")],
            Some("patron 1 left without the wagers"),
        ),
        ("kept while absent", vec![betting(1, open), wager(), leaves(1, "absent")], Some("patron 1 left")),
        ("of another", vec![betting(1, open), wager(), leaves(2, "left")], None),
        ("closed", vec![betting(1, open), wager(), closed(), leaves(1, "left")], None),
        ("about to close", vec![betting(1, 12), wager(), leaves(1, "left")], None),
        ("void", vec![betting(1, open), wager(), voided(), leaves(1, "left")], None),
    ] {
        let made = played(&json!({}), &events);
        assert_flaws(name, &made.flaws("leaving", Rules::GoldCard), found);
        assert_flaws(name, &made.flaws("leaving", Rules::ThreeBet), None);
    }
}

#[test]
fn auto_beside_wagers_made_by_hand_is_found() {
    let wagers = json!([{"spot": "tie", "stake": 5}]);
    let start = || {
        let id = "9".repeat(32);
        json!({"type": "auto_started", "patron": 1, "wagers": wagers, "rounds": 9, "request_id": id})
    };
    let shoe = || json!({"type": "shoe_opened", "shoe_no": 1, "algorithm": "", "seats": []});
    // The number of the event that started it, and the round, are in the id.
    let auto = |no: u64, round_no: u16| {
        let slip_id = RoundId { table: 1, shoe_no: 1, round_no }.auto_slip(no);
        json!({"type": "slip_accepted", "patron": 1, "slip_id": slip_id, "wagers": wagers})
    };
    let hand = || slip(1, 'a', &[("tie", 5)]);
    let clear = || json!({"type": "wagers_cleared", "patron": 1, "returned": 5});
    let what = Some("after another of patron 1 in the round");
    for (name, events, found) in [
        ("first", vec![shoe(), sits(1), betting(1, 0), start(), auto(4, 1), hand()], None),
        ("second", vec![shoe(), sits(1), betting(1, 0), hand(), start(), auto(5, 1)], what),
        ("taken back", vec![shoe(), sits(1), betting(1, 0), hand(), clear(), start(), auto(6, 1)], what),
        ("twice", vec![shoe(), sits(1), betting(1, 0), start(), auto(4, 1), start(), auto(6, 1)], what),
        (
            "in the next round",
            vec![
                shoe(),
                sits(1),
                betting(1, 0),
                hand(),
                start(),
                closed(),
                settled(),
                betting(2, 0),
                auto(5, 2),
            ],
            None,
        ),
    ] {
        assert_flaws(name, &played(&json!({}), &events).flaws("seats", Rules::GoldCard), found);
    }
}

#[test]
fn auto_past_its_stop_condition_is_found() {
    let wagers = json!([{"spot": "tie", "stake": 5}]);
    let start = |stop_at: Value| {
        let id = "9".repeat(32);
        json!({"type": "auto_started", "patron": 1, "wagers": wagers, "rounds": 9, "stop_at": stop_at,
               "request_id": id})
    };
    let shoe = || json!({"type": "shoe_opened", "shoe_no": 1, "algorithm": "", "seats": []});
    let auto = |round_no: u16| {
        let slip_id = RoundId { table: 1, shoe_no: 1, round_no }.auto_slip(4);
        json!({"type": "slip_accepted", "patron": 1, "slip_id": slip_id, "wagers": wagers})
    };
    let came_to = |payout: i64| {
        let line = json!({"spot": "tie", "stake": 5, "resolution": "win", "payout": payout});
        json!({"type": "round_settled", "revision": 1, "patrons": [{"patron": 1, "wagers": [line]}]})
    };
    let corrected = |before: i64, after: i64| {
        let line = |payout: i64| json!([{"spot": "tie", "stake": 5, "resolution": "win", "payout": payout}]);
        let change = json!({"patron": 1, "staked": 5, "before": line(before), "after": line(after)});
        json!({"type": "round_corrected", "correction_no": 7, "approved_by": 2, "agreed": {
            "round": {"shoe_no": 1, "round_no": 1}, "revision": 2, "ruling": {"kind": "cards", "cards": []},
            "by": 1, "why": "", "cards_before": [], "patrons": [change]}})
    };
    let (over, loss) = (Some("Auto of patron 1 is off, and placed"), || json!({"loss": 5}));
    for (name, stop_at, ends, found) in [
        ("no condition", json!({}), vec![came_to(0)], None),
        ("not met", json!({"loss": 6, "win": 41}), vec![came_to(45)], None),
        ("the loss", loss(), vec![came_to(0)], over),
        ("the win", json!({"win": 40}), vec![came_to(45)], over),
        ("void", loss(), vec![voided()], None),
        ("by a correction", loss(), vec![came_to(5), corrected(5, 0)], over),
        ("corrected after its end", loss(), vec![came_to(0), corrected(0, 45)], over),
    ] {
        let begins = vec![shoe(), sits(1), betting(1, 0), start(stop_at), auto(1), closed()];
        let events = [begins, ends, vec![betting(2, 0), auto(2)]].concat();
        assert_flaws(name, &played(&json!({}), &events).flaws("seats", Rules::GoldCard), found);
    }
}

#[test]
fn seats_against_the_terms_of_entry_are_found() {
    let entry = |terms: Value| json!({"entry": terms});
    let nobody = json!({"invitation": {"patrons": []}});
    let some = json!({"invitation": {"patrons": [1]}});
    for (name, terms, events, found) in [
        ("a free seat", json!({"capacity": 2}), vec![sits(1), sits(2)], None),
        (
            "a full table",
            json!({"capacity": 1}),
            vec![sits(1), sits(2)],
            Some("patron 2 sits down where 1 have"),
        ),
        ("given up before", json!({"capacity": 1}), vec![sits(1), leaves(1, "left"), sits(2)], None),
        (
            "carried on",
            json!({"capacity": 1}),
            vec![shoe(1, 0), sits(2)],
            Some("sits down where 1 have a seat"),
        ),
        ("invited", some.clone(), vec![sits(1)], None),
        ("not invited", some, vec![sits(2)], Some("patron 2 sits down, and never had")),
        ("nobody is invited", nobody, vec![sits(1)], Some("patron 1 sits down")),
        ("a password", json!({"password_hash": "x"}), vec![sits(1)], Some("patron 1 sits down")),
        ("an ante", json!({"ante": 5}), vec![sits(1)], Some("never had more than 0")),
        ("no ante", json!({"ante": 0}), vec![sits(1)], None),
    ] {
        const LATER: i64 = 100_000;
        let made = Made::default().entry(0, "operator", "", &table(&entry(terms))).life(1, i64::MAX);
        let made = (LATER..).zip(&events).fold(made, |made, (at, body)| made.event(at, body));
        assert_flaws(name, &made.flaws("entry", Rules::GoldCard), found);
    }
}
