//! Time at tables: limits on it and reality checks. Small histories made by hand, and what the law finds in them.

use serde_json::{Value, json};

use super::floor::{Made, assert_flaws, betting, slip};
use super::*;

const MINUTE: i64 = 60_000;
/// A Thursday, at its beginning.
const DAY: i64 = 20_000 * 24 * 60 * MINUTE;

/// Minutes of that day.
const fn minute(minutes: i64) -> i64 {
    DAY + minutes * MINUTE
}

fn limited(limits: &Value) -> Value {
    json!({"kind": "protection", "patron": 1, "limits": limits})
}

/// What the house counted at some minute: so many of the day, and so many without a check while the patron sits.
fn counted(at: i64, day: i64, unchecked: Option<i64>) -> Value {
    let sitting = unchecked.map(|unchecked| {
        json!({"since": minute(1), "played_ms": unchecked * MINUTE, "unchecked_ms": unchecked * MINUTE})
    });
    let (day_ms, as_of) = (day * MINUTE, minute(at));
    json!({"kind": "play_time", "patron": 1, "as_of": as_of, "day_ms": day_ms, "week_ms": day_ms, "sitting": sitting})
}

/// A patron with these limits, who sits down in the first minute, and whose house was closed from minute 40 to 50.
fn seated(limits: &Value) -> Made {
    let own = PatronObservations { patron: Some(1), ..PatronObservations::default() };
    let sits = json!({"type": "seat_taken", "patron": 1});
    Made { patrons: vec![own], ..Made::default() }
        .life(minute(0), minute(40))
        .life(minute(50), i64::MAX)
        .entry(minute(0), "patron:1", "", &limited(limits))
        .event(minute(1), &sits)
        .event(minute(1), &betting(1, i64::MAX))
}

#[test]
fn slips_after_the_time_of_their_patron_are_found() {
    let wager = || slip(1, 'a', &[("tie", 5)]);
    let day = json!({"time_day_minutes": 20});
    let over = Some("ms at tables are over time_day_minutes");
    let leaves = json!({"type": "seat_left", "patron": 1, "reason": "left"});
    let sits = json!({"type": "seat_taken", "patron": 1});
    let stays: &dyn Fn(Made) -> Made = &|made| made;
    let gets_up = |made: Made| made.event(minute(10), &leaves).event(minute(25), &sits);
    let is_counted = |made: Made| made.entry(minute(40), "house", "", &counted(40, 39, Some(39)));
    let tomorrow = 24 * 60 + 5;
    for (name, limits, at, before, found) in [
        ("in time", &day, 20, stays, None),
        ("late", &day, 30, stays, over),
        ("late by the week", &json!({"time_week_minutes": 20}), 30, stays, Some("over time_week_minutes")),
        ("without a limit", &json!({"stake_day": 9_000}), 30, stays, None),
        ("got up in between", &day, 30, &gets_up, None),
        ("late all the same", &day, 39, &gets_up, over),
        ("lost with the house", &day, 55, stays, None),
        ("on record when it was opened again", &day, 55, &is_counted, over),
        ("on the next day", &day, tomorrow, &is_counted, None),
    ] {
        let made = before(seated(limits)).event(minute(at), &wager());
        assert_flaws(name, &made.flaws("time", Rules::GoldCard), found);
    }
}

#[test]
fn slips_while_a_reality_check_is_due_are_found() {
    let check = json!({"reality_check_minutes": 20});
    let over = Some("ms without a reality check are over");
    let is_counted = |made: Made| made.entry(minute(40), "house", "", &counted(40, 39, Some(39)));
    let answers = |at: i64, done: Option<i64>| {
        move |mut made: Made| {
            made.patrons[0].checks.push(CheckAnswered { sent_at: minute(at), done_at: done.map(minute) });
            made
        }
    };
    let (early, late, slow) = (answers(5, Some(5)), answers(25, Some(25)), answers(5, Some(20)));
    let never = answers(5, None);
    let stays: &dyn Fn(Made) -> Made = &|made| made;
    for (name, at, before, found) in [
        ("in time", 20, stays, None),
        ("due", 30, stays, over),
        ("answered", 30, &late, None),
        ("answered too early", 39, &early, over),
        ("answered late", 39, &slow, None),
        ("never answered, but by the end of the house", 39, &never, None),
        ("due since before the house was closed", 52, &is_counted, over),
        ("not on record when the house was lost", 52, stays, None),
    ] {
        let made = before(seated(&check)).event(minute(at), &slip(1, 'a', &[("tie", 5)]));
        assert_flaws(name, &made.flaws("time", Rules::GoldCard), found);
    }
}

#[test]
fn slips_that_take_wagers_back_are_always_in_time() {
    let mut back = slip(1, 'b', &[("tie", 3)]);
    back["replaced"] = json!({"returned": 5});
    let made = seated(&json!({"time_day_minutes": 20}))
        .event(minute(10), &slip(1, 'a', &[("tie", 5)]))
        .event(minute(39), &back);
    assert_flaws("less", &made.flaws("time", Rules::GoldCard), None);
}

#[test]
fn time_that_is_not_counted_is_found() {
    let what = Some("and the day has");
    for (name, entries, found) in [
        ("counted", vec![counted(10, 9, Some(9)), counted(40, 39, Some(39))], None),
        ("too little", vec![counted(10, 4, Some(4))], what),
        ("too much", vec![counted(10, 19, Some(19))], what),
        ("begun again", vec![counted(30, 29, Some(29)), counted(40, 10, Some(39))], what),
        ("lost with a crash", vec![counted(10, 9, Some(9)), counted(55, 14, Some(14))], None),
        ("while the house was closed", vec![counted(40, 39, Some(39)), counted(51, 50, Some(50))], what),
    ] {
        let made = seated(&json!({"time_day_minutes": 600}));
        let made = entries.iter().fold(made, |made, entity| {
            let at = entity["as_of"].as_i64().unwrap();
            made.entry(at, "house", "", entity)
        });
        assert_flaws(name, &made.flaws("time", Rules::GoldCard), found);
    }
}
