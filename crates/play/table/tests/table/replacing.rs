//! Slips that replace what their patron has in the round, and undo.

use baccarat::Spot;
use proptest::prelude::*;
use punto_table::event::PlacedWager;
use punto_table::judge::slip as judge_slip;
use punto_table::{
    Ahead, Command, Decision, PatronId, Phase, RecordedEvent, Refusal, RequestId, Slip, SlipKind, SpotLimits,
    Table, decide,
};

use crate::laws::{any_move, play};
use crate::test_table::{START, TestTable, amount, settings};

/// Sends a slip of patron 1: `+ player 100` adds, `= player 100` replaces, `undo` undoes, `clear` takes all back.
fn send(test: &mut TestTable, text: &str) -> Result<Decision, Refusal> {
    send_for(test, 1, text)
}

fn send_for(test: &mut TestTable, patron: u32, text: &str) -> Result<Decision, Refusal> {
    if text == "clear" {
        let id = test.history.len().try_into().expect("a short history");
        return test.clear(patron, id);
    }
    let slip = slip(test, patron, text);
    test.run(&Command::PlaceSlip(slip))
}

fn slip(test: &mut TestTable, patron: u32, text: &str) -> Slip {
    let (kind, wagers) = match text.split_at_checked(1) {
        Some(("+", wagers)) => (SlipKind::Adds, wagers),
        Some(("=", wagers)) => (SlipKind::Replaces, wagers),
        _ => (SlipKind::Undoes, ""),
    };
    Slip { kind, ..test.slip(patron, wagers) }
}

fn standing(test: &TestTable, patron: u32) -> String {
    let wager = |wager: &PlacedWager| format!("{} {}", wager.spot.id(), wager.stake);
    let wagers = test.table.patron_view(PatronId(patron)).wagers;
    wagers.iter().map(wager).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_slip_replaces_all_and_undo_goes_back_slip_by_slip() {
    for (script, stands) in [
        ("+ player 100, = banker 50", "banker 50"),
        ("= banker 50", "banker 50"),
        ("+ player 100, =", ""),
        ("+ player 100, undo", ""),
        ("+ player 100, + player 50 tie 10, undo", "player 100"),
        ("+ player 100, + player 50 tie 10, undo, undo", ""),
        ("+ player 100, = banker 50, undo", "player 100"),
        ("+ player 100, =, undo", "player 100"),
        ("+ player 100, + tie 5, = banker 50, + banker 7, undo, undo", "player 100 tie 5"),
        ("+ player 100, undo, + tie 5, undo, + big 9", "big 9"),
        ("+ player 100, clear, + tie 5, + big 9, undo", "tie 5"),
        ("+ player 100, + player 100, = player 200, = player 400, undo, undo, undo", "player 100"),
    ] {
        let mut test = TestTable::open("live-commission");
        for text in script.split(", ") {
            send(&mut test, text).unwrap_or_else(|refusal| panic!("{script}: {text}: {refusal}"));
        }
        assert_eq!(standing(&test, 1), stands, "{script}");
    }
}

#[test]
fn replacing_and_undoing_are_refused_with_these_codes() {
    for (script, last, code) in [
        ("", "undo", "nothing_to_undo"),
        ("", "=", "nothing_to_clear"),
        ("+ player 100, undo", "undo", "nothing_to_undo"),
        ("+ player 100, clear", "undo", "nothing_to_undo"),
        ("+ player 100, =", "=", "nothing_to_clear"),
        ("+ player 100", "= player 4", "below_minimum"),
        ("+ player 100", "= player 100 player 100", "duplicate_spot"),
        ("+ player 400", "= player 501", "above_maximum"),
    ] {
        let mut settings = settings("live-commission");
        settings.limits = SpotLimits::none().with(&[Spot::Player], amount(5), amount(500));
        let mut test = TestTable::with(settings);
        test.open_round();
        test.sit(1).unwrap();
        for text in script.split(", ").filter(|text| !text.is_empty()) {
            send(&mut test, text).unwrap_or_else(|refusal| panic!("{script}: {refusal}"));
        }
        let before = test.table.clone();
        assert_eq!(send(&mut test, last).unwrap_err().code(), code, "{script}, {last}");
        assert_eq!(test.table, before, "nothing changes");
    }
}

#[test]
fn limits_and_sides_are_judged_as_if_nothing_lay_there() {
    let mut settings = settings("sixty-round");
    settings.limits = SpotLimits::none().with(&[Spot::Player, Spot::Banker], amount(10), amount(500));
    let mut test = TestTable::with(settings);
    test.open_round();
    send(&mut test, "+ player 400").unwrap();
    assert_eq!(send(&mut test, "+ player 101").unwrap_err().code(), "above_maximum");
    send(&mut test, "= player 500").unwrap();
    assert_eq!(send(&mut test, "+ banker 10").unwrap_err().code(), "opposing_sides");
    send(&mut test, "= banker 10").unwrap();
    assert_eq!(standing(&test, 1), "banker 10");
}

#[test]
fn exposure_is_judged_on_what_stands_in_the_end() {
    let mut settings = settings("live-commission");
    settings.exposure = Some(amount(1_000));
    let mut test = TestTable::with(settings);
    test.open_round();
    send(&mut test, "+ player 900").unwrap();
    send(&mut test, "= player 1000").unwrap();
    assert_eq!(send(&mut test, "= player 1001").unwrap_err().code(), "exposure_limit");
    send(&mut test, "+ banker 1500").unwrap();
    send_for(&mut test, 2, "+ player 1400").unwrap();
    // Player is 900 ahead, and would be 2400 ahead without the wager on Banker.
    let refusal = send(&mut test, "= player 1001").unwrap_err();
    assert_eq!(refusal.to_string(), "the table can take 0 more on Player in this round (minor units)");
    send(&mut test, "undo").unwrap_or_else(|refusal| panic!("taking back is not refused: {refusal}"));
    assert_eq!(standing(&test, 1), "player 1000");
    send(&mut test, "= player 1000").unwrap();
    assert_eq!(send(&mut test, "+ player 1").unwrap_err().code(), "exposure_limit");
}

#[test]
fn a_replacing_slip_ahead_takes_the_room_it_may_free() {
    let mut settings = settings("live-commission");
    settings.exposure = Some(amount(1_000));
    let mut test = TestTable::with(settings);
    test.open_round();
    send(&mut test, "+ banker 800").unwrap();
    let replacing = slip(&mut test, 1, "= tie 10");
    let Ok(Decision::Accepted(_)) = judge_slip(&test.table, &replacing, Ahead::default()) else {
        panic!("it is accepted")
    };
    let mut ahead = Ahead::default();
    ahead.count(test.table.wagers().of(PatronId(1)), SlipKind::Replaces, &[]);
    let next = slip(&mut test, 2, "+ player 1001");
    assert!(judge_slip(&test.table, &next, Ahead::default()).is_ok());
    assert_eq!(judge_slip(&test.table, &next, ahead).unwrap_err().code(), "exposure_limit");
    assert!(!ahead.is_empty());
}

#[test]
fn a_replacing_slip_and_an_undo_count_once() {
    let mut test = TestTable::open("live-commission");
    send(&mut test, "+ player 100").unwrap();
    send(&mut test, "+ tie 5").unwrap();
    let replacing = slip(&mut test, 1, "= banker 50");
    let undo = slip(&mut test, 1, "undo");
    for slip in [replacing.clone(), undo.clone()] {
        test.must(&Command::PlaceSlip(slip.clone()));
        let late = Slip { received_at: test.now.plus_ms(60_000), ..slip };
        assert_eq!(test.run(&Command::PlaceSlip(late)), Ok(Decision::Duplicate));
    }
    assert_eq!(standing(&test, 1), "player 100 tie 5");
    let used = Refusal::SlipIdUsed { table: test.table.settings().id, round: test.round() };
    for other in [
        Slip { kind: SlipKind::Adds, ..replacing.clone() },
        Slip { kind: SlipKind::Undoes, ..replacing.clone() },
        Slip { kind: SlipKind::Adds, ..undo },
    ] {
        assert_eq!(test.run(&Command::PlaceSlip(other)), Err(used.clone()));
    }
}

#[test]
fn events_of_before_read_as_slips_that_add() {
    let text = r#"{"type":"slip_accepted","patron":1,"slip_id":"00000000000000000000000000000007","wagers":[{"spot":"tie","stake":5}]}"#;
    let event: punto_table::Event = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&event).unwrap(), text, "and are written as they were");
    let undone = text.replace("]}", r#"],"replaced":{"returned":7,"undo":true}}"#);
    let event: punto_table::Event = serde_json::from_str(&undone).unwrap();
    assert_eq!(serde_json::to_string(&event).unwrap(), undone);
}

/// Carries a command out at a table.
fn run(table: &mut Table, command: &Command) -> Result<(), Refusal> {
    let Decision::Accepted(events) = decide(table, command)? else { return Ok(()) };
    for event in events {
        table.apply(&RecordedEvent { seq: table.seq() + 1, at: START, event });
    }
    Ok(())
}

/// A replacing slip is a clear and a slip, but that nothing can fail in between.
fn replace_is_clear_and_place(table: &Table, slip: &Slip) -> Result<(), TestCaseError> {
    let (mut one, mut other) = (table.clone(), table.clone());
    let (patron, round, received_at) = (slip.patron, slip.round, slip.received_at);
    let request_id = RequestId(2_000);
    let cleared = run(&mut other, &Command::ClearWagers { patron, round, request_id, received_at });
    let placed = run(&mut other, &Command::PlaceSlip(slip.clone()));
    let replacing = Slip { kind: SlipKind::Replaces, ..slip.clone() };
    let replaced = run(&mut one, &Command::PlaceSlip(replacing));
    if replaced.is_err() {
        prop_assert!(placed.is_err(), "{replaced:?}");
        prop_assert_eq!(&one, table, "nothing changes");
    } else if placed.is_ok() || slip.wagers.is_empty() && cleared.is_ok() {
        prop_assert_eq!(one.patron_view(patron), other.patron_view(patron));
        prop_assert_eq!(one.wagers().sides(), other.wagers().sides());
    }
    Ok(())
}

/// An undo after a slip restores the wagers before it.
fn undo_restores(table: &Table, slip: &Slip) -> Result<(), TestCaseError> {
    let mut after = table.clone();
    if run(&mut after, &Command::PlaceSlip(slip.clone())).is_err() {
        return Ok(());
    }
    let undo = Slip { slip_id: RequestId(3_000), kind: SlipKind::Undoes, wagers: Vec::new(), ..slip.clone() };
    match run(&mut after, &Command::PlaceSlip(undo)) {
        Ok(()) => prop_assert_eq!(after.patron_view(slip.patron), table.patron_view(slip.patron)),
        // What a replacing slip took back may have no room any more.
        refused => prop_assert!(slip.kind == SlipKind::Replaces, "{refused:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn replacing_is_clearing_and_placing_and_undo_restores(
        rules in prop::sample::select(&baccarat::HouseRules::BUILTIN[..]),
        moves in prop::collection::vec(any_move(), 0..80),
        wagers in prop::collection::vec((0_usize..6, 1_u64..300), 0..3),
        patron in 1_u32..5,
    ) {
        let mut test = play(rules, &moves)?;
        if !matches!(test.table.phase(), Phase::Betting { closes_at } if *closes_at > test.now) {
            test.open_round();
        }
        let wagers = wagers.iter().map(|(spot, stake)| format!("{} {stake}", Spot::ALL[*spot].id()));
        let slip = Slip { slip_id: RequestId(1_000), ..test.slip(patron, &wagers.collect::<Vec<_>>().join(" ")) };
        replace_is_clear_and_place(&test.table, &slip)?;
        undo_restores(&test.table, &slip)?;
        undo_restores(&test.table, &Slip { kind: SlipKind::Replaces, ..slip })?;
    }
}
