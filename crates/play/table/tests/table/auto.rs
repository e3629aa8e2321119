//! Auto at a table: what may be started, which slips are its own, and how it ends.

use std::sync::Arc;

use baccarat::Spot;
use money::{Amount, Stake};
use punto_table::event::VoidReason;
use punto_table::judge::slip_after;
use punto_table::round_wagers::{PatronWagers, PlacedSlip};
use punto_table::{
    Ahead, AutoEnd, Command, Decision, EndedAuto, Event, LeaveReason, LimitSource, PatronId, RawStopAt,
    Refusal, RequestId, Seating, Settings, SlipKind, SpotLimits, StopAt, StopMet, Table,
};

use crate::corrections::{cards, correct, void};
use crate::test_table::{TestTable, settings, wagers};

const ANA: PatronId = PatronId(1);
const TIE: &str = "9h 9d Ks Kc";
const PLAYER: &str = "9h Kd Ks Kc";
const BANKER: &str = "Kh 9d Ks Kc";

fn start(test: &mut TestTable, text: &str, rounds: u16, request: u128) -> Result<Decision, Refusal> {
    start_with(test, text, rounds, request, None)
}

/// Starts Auto for a patron with this range of their own.
fn start_with(
    test: &mut TestTable,
    text: &str,
    rounds: u16,
    request: u128,
    limits: Option<SpotLimits>,
) -> Result<Decision, Refusal> {
    let (request_id, limits) = (RequestId(request), limits.map(Arc::new));
    let stop_at = RawStopAt::default();
    test.run(&Command::StartAuto { patron: ANA, wagers: wagers(text), rounds, stop_at, request_id, limits })
}

/// Starts Auto with 100 on Player in ten rounds, until so much is lost or won; 0 for never.
fn start_until(test: &mut TestTable, loss: u64, win: u64, request: u128) {
    let stop_at = StopAt { loss: Stake::new(loss).ok(), win: Stake::new(win).ok() }.into();
    let (wagers, rounds, request_id) = (wagers("player 100"), 10, RequestId(request));
    test.must(&Command::StartAuto { patron: ANA, wagers, rounds, stop_at, request_id, limits: None });
}

/// What the stop conditions are judged by; none when Auto is off.
fn net(test: &TestTable) -> Option<i64> {
    test.table.auto(ANA).and_then(|auto| auto.stop).map(|stop| stop.net)
}

fn last_end(test: &TestTable) -> Option<(AutoEnd, u16)> {
    test.table.ended_auto(ANA).cloned().map(|EndedAuto { end, rounds_left }| (end, rounds_left))
}

/// Lets Auto place its slip, deals these cards, and opens the next round.
fn play(test: &mut TestTable, cards: &str) {
    place(test).expect("Auto is on").expect("the slip is taken");
    test.deal(cards);
    test.open_round();
}

fn stop(test: &mut TestTable, no: Option<u64>) -> Result<Decision, Refusal> {
    test.run(&Command::StopAuto { patron: ANA, no, refusal: None })
}

fn rounds_left(test: &TestTable) -> Option<u16> {
    test.table.auto(ANA).map(|auto| auto.rounds_left)
}

/// Places the slip of Auto, if there is one.
fn place(test: &mut TestTable) -> Option<Result<Decision, Refusal>> {
    let (_, slip) = test.table.auto_slip(ANA, test.now)?;
    Some(test.run(&Command::PlaceSlip(slip)))
}

/// A table with a patron who has a seat.
fn seated(settings: Settings) -> TestTable {
    let mut test = TestTable::with(settings);
    test.open_round();
    test.sit(1).expect("there is a seat");
    test
}

#[test]
fn auto_is_refused_for_the_first_reason() {
    let mut limited = settings("sixty-round");
    limited.seating = Seating { auto_rounds: 10, ..Seating::default() };
    let mut test = TestTable::with(limited);
    test.open_round();
    assert_eq!(start(&mut test, "", 0, 1), Err(Refusal::NotSeated));
    test.sit(1).unwrap();
    for (text, rounds, code) in [
        ("", 0, "auto_rounds"),
        ("", 11, "auto_rounds"),
        ("", 10, "empty_slip"),
        ("dragon 5", 10, "unknown_spot"),
        ("player x", 10, "bad_stake"),
        ("player 5 banker 5", 10, "opposing_sides"),
    ] {
        assert_eq!(start(&mut test, text, rounds, 1).unwrap_err().code(), code, "{text} {rounds}");
    }
    let (wagers, request_id, rounds) = (wagers(""), RequestId(1), 10);
    let stop_at = RawStopAt { loss: Some(0), win: None };
    let no_amount = Command::StartAuto { patron: ANA, wagers, rounds, stop_at, request_id, limits: None };
    assert_eq!(test.run(&no_amount), Err(Refusal::AutoStop));
    start(&mut test, "player 5 tie 6", 10, 1).unwrap();
    let mut off = settings("live-commission");
    off.seating.auto_rounds = 0;
    assert_eq!(start(&mut seated(off), "player 5", 1, 1), Err(Refusal::AutoOff));
}

#[test]
fn auto_is_judged_by_the_limits_of_a_slip_and_names_the_one_that_refuses_it() {
    let amount = |minor| Amount::new(minor).expect("small");
    let mut limited = settings("live-commission");
    limited.limits = SpotLimits::none().with(&[Spot::Player], amount(10), amount(500));
    let mut test = seated(limited);
    let own = SpotLimits::none().with(&[Spot::Player], amount(20), amount(300));
    for (text, code, by) in [
        ("player 501", "above_maximum", LimitSource::OwnRange),
        ("player 301", "above_maximum", LimitSource::OwnRange),
        ("player 19", "below_minimum", LimitSource::OwnRange),
    ] {
        let no = start_with(&mut test, text, 1, 1, Some(own.clone())).unwrap_err();
        assert!(matches!(no, Refusal::Limit { by: source, .. } if source == by), "{text}: {no:?}");
        assert_eq!(no.code(), code, "{text}");
    }
    for (text, code) in [("player 501", "above_maximum"), ("player 9", "below_minimum")] {
        let no = start(&mut test, text, 1, 1).unwrap_err();
        assert!(matches!(no, Refusal::Limit { by: LimitSource::Table, .. }), "{text}: {no:?}");
        assert_eq!(no.code(), code, "{text}");
    }
    start_with(&mut test, "player 300", 1, 1, Some(own)).unwrap();
}

#[test]
fn after_the_last_round_of_a_shoe_auto_is_judged_for_the_first_round_of_the_next_one() {
    let mut test = seated(settings("sixty-round"));
    for round in 1..=60 {
        if round == 40 {
            let closed = start(&mut test, "big 100", 1, 1).unwrap_err();
            assert_eq!(closed.code(), "spot_closed", "the open round");
        }
        test.void(VoidReason::Supervisor).unwrap();
        if round == 40 {
            let closed = start(&mut test, "big 100", 1, 1).unwrap_err();
            assert_eq!(closed.code(), "spot_closed", "the next round of the shoe");
        }
        if round < 60 {
            test.open_round();
        }
    }
    start(&mut test, "big 100", 1, 1).unwrap();
}

#[test]
fn a_table_that_switches_auto_off_takes_no_more_of_its_slips() {
    let mut test = seated(settings("live-commission"));
    start(&mut test, "player 100", 3, 7).unwrap();
    let mut off = settings("live-commission");
    off.seating.auto_rounds = 0;
    test.table.set_up(Arc::new(off));
    assert_eq!(place(&mut test), Some(Err(Refusal::AutoOff)));
}

#[test]
fn auto_wagers_once_a_round_and_no_round_more_than_was_chosen() {
    let mut test = seated(settings("live-commission"));
    start(&mut test, "player 100 tie 20", 3, 7).unwrap();
    for left in [Some(2), Some(1), None] {
        assert!(place(&mut test).is_some_and(|placed| placed.is_ok()));
        assert_eq!((place(&mut test), rounds_left(&test)), (None, left));
        assert_eq!(test.table.patron_view(ANA).staked.minor(), 120);
        test.deal(TIE);
        assert_eq!(place(&mut test), None, "no round is open");
        test.open_round();
    }
    assert_eq!(place(&mut test), None);
    assert_eq!(
        start(&mut test, "player 100 tie 20", 3, 7),
        Ok(Decision::Duplicate),
        "a repeat starts nothing"
    );
    assert_eq!(rounds_left(&test), None);
    start(&mut test, "player 100", 1, 8).unwrap();
    assert_eq!(rounds_left(&test), Some(1));
}

#[test]
fn a_round_in_which_the_patron_wagered_by_hand_is_left_to_them() {
    let mut test = seated(settings("live-commission"));
    start(&mut test, "player 100", 3, 7).unwrap();
    let (_, on_its_way) = test.table.auto_slip(ANA, test.now).unwrap();
    test.place(1, "banker 5").unwrap();
    assert_eq!(test.run(&Command::PlaceSlip(on_its_way.clone())), Err(Refusal::AutoPassed));
    test.clear(1, 9).unwrap();
    assert_eq!(
        test.run(&Command::PlaceSlip(on_its_way)),
        Err(Refusal::AutoPassed),
        "also when it is taken back"
    );
    assert_eq!((place(&mut test), rounds_left(&test)), (None, Some(3)), "and the round does not count");
    test.void(VoidReason::Supervisor).unwrap();
    test.open_round();
    place(&mut test).unwrap().unwrap();
    test.clear(1, 10).unwrap();
    assert_eq!((place(&mut test), rounds_left(&test)), (None, Some(2)), "what Auto placed may be taken back");
    test.place(1, "banker 5").unwrap();
}

#[test]
fn a_slip_of_auto_is_not_judged_behind_another_one_of_its_patron() {
    let mut test = seated(settings("live-commission"));
    start(&mut test, "player 100", 3, 7).unwrap();
    let (_, on_its_way) = test.table.auto_slip(ANA, test.now).unwrap();
    let mut placed = PatronWagers::default();
    placed.accept(0, PlacedSlip { slip_id: RequestId(1), kind: SlipKind::Adds, wagers: Vec::new() });
    let judged = |placed| slip_after(&test.table, &on_its_way, placed, Ahead::default());
    assert_eq!(judged(Some(&placed)), Err(Refusal::AutoPassed));
    assert!(matches!(judged(None), Ok(Decision::Accepted(_))));
}

#[test]
fn no_slip_of_auto_is_accepted_once_it_is_off() {
    let mut test = seated(settings("live-commission"));
    start(&mut test, "player 100", 3, 7).unwrap();
    let (no, on_its_way) = test.table.auto_slip(ANA, test.now).unwrap();
    assert_eq!(stop(&mut test, Some(no + 1)), Ok(Decision::Duplicate), "another one is not stopped");
    let stopped = Event::AutoStopped { patron: ANA, rounds_left: 3, refusal: None };
    assert_eq!(stop(&mut test, None), Ok(Decision::Accepted(vec![stopped])));
    assert_eq!(stop(&mut test, None), Ok(Decision::Duplicate));
    assert_eq!(test.run(&Command::PlaceSlip(on_its_way.clone())), Err(Refusal::AutoPassed));
    start(&mut test, "player 200", 2, 8).unwrap();
    assert_eq!(
        test.run(&Command::PlaceSlip(on_its_way)),
        Err(Refusal::AutoPassed),
        "it was of the one before"
    );
    place(&mut test).unwrap().unwrap();
    test.run(&Command::Leave { patron: ANA, reason: LeaveReason::Absent, received_at: test.now }).unwrap();
    test.sit(1).unwrap();
    assert_eq!(rounds_left(&test), None, "Auto ends with the seat");
}

#[test]
fn a_shoe_carries_auto_on() {
    let mut test = seated(settings("live-commission"));
    start(&mut test, "player 100", 3, 7).unwrap();
    place(&mut test).unwrap().unwrap();
    test.deal(TIE);
    let opened = test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    let text = serde_json::to_string(&opened[0]).unwrap();
    let seat = concat!(
        r#""seats":[{"patron":1,"auto":{"no":5,"wagers":[{"spot":"player","stake":100}],"rounds_left":2},"#,
        r#""auto_request":"00000000000000000000000000000007"}]"#
    );
    assert!(text.contains(seat), "{text}");
    let from = test.history.len() - 1;
    let restored = Table::replay(Arc::clone(test.table.settings()), &test.history[from..]).unwrap();
    assert_eq!(restored, test.table);
    test.open_round();
    place(&mut test).unwrap().unwrap();
    assert_eq!(rounds_left(&test), Some(1));
    assert_eq!(start(&mut test, "player 100", 3, 7), Ok(Decision::Duplicate));
}

#[test]
fn auto_ends_with_the_round_that_meets_a_stop_condition() {
    let mut test = seated(settings("live-commission"));
    start_until(&mut test, 200, 300, 7);
    for (cards, came_to) in [(BANKER, -100), (TIE, -100), (PLAYER, 0), (BANKER, -100)] {
        play(&mut test, cards);
        assert_eq!(net(&test), Some(came_to));
    }
    place(&mut test).unwrap().unwrap();
    test.void(VoidReason::Supervisor).unwrap();
    test.open_round();
    assert_eq!((net(&test), rounds_left(&test)), (Some(-100), Some(5)), "a void round counts nothing");
    test.place(1, "player 60").unwrap();
    test.deal(BANKER);
    test.open_round();
    assert_eq!(net(&test), Some(-160), "what the patron wagers by hand counts");
    play(&mut test, BANKER);
    assert_eq!((rounds_left(&test), last_end(&test)), (None, Some((AutoEnd::Stop(StopMet::Loss), 4))));
    assert_eq!(place(&mut test), None);

    start_until(&mut test, 0, 200, 8);
    assert_eq!((net(&test), last_end(&test)), (Some(0), None), "a new start begins at nothing");
    // Every coup takes a king of spades; the shoe has eight.
    play(&mut test, "9c Qd Qs Qc");
    play(&mut test, "9c Qd Qs Qc");
    assert_eq!(last_end(&test), Some((AutoEnd::Stop(StopMet::Win), 8)));
    let replayed = Table::replay(Arc::clone(test.table.settings()), &test.history).unwrap();
    assert_eq!(replayed, test.table);
}

#[test]
fn rounds_that_auto_could_not_place_in_do_not_count() {
    let mut test = seated(settings("live-commission"));
    let before = test.round();
    test.place(1, "player 100").unwrap();
    test.step(crate::test_table::card("Ks"));
    start_until(&mut test, 100, 0, 7);
    test.deal(BANKER);
    assert_eq!(net(&test), Some(0));
    test.open_round();
    correct(&mut test, before, &cards(PLAYER));
    assert_eq!(net(&test), Some(0), "nor do their corrections");
    play(&mut test, TIE);
    assert_eq!(net(&test), Some(0));
    play(&mut test, BANKER);
    assert_eq!(last_end(&test), Some((AutoEnd::Stop(StopMet::Loss), 8)));
}

#[test]
fn a_correction_counts_by_its_difference_and_starts_nothing_again() {
    let mut test = seated(settings("live-commission"));
    start_until(&mut test, 200, 150, 7);
    let first = test.round();
    play(&mut test, PLAYER);
    assert_eq!(net(&test), Some(100));
    correct(&mut test, first, &void());
    assert_eq!(net(&test), Some(0));
    correct(&mut test, first, &cards(BANKER));
    assert_eq!(net(&test), Some(-100));
    let second = test.round();
    play(&mut test, TIE);
    correct(&mut test, second, &cards(BANKER));
    assert_eq!(
        (net(&test), last_end(&test)),
        (None, Some((AutoEnd::Stop(StopMet::Loss), 8))),
        "a correction ends it"
    );
    assert_eq!(place(&mut test), None, "at once");
    correct(&mut test, second, &cards(PLAYER));
    assert_eq!((rounds_left(&test), last_end(&test)), (None, Some((AutoEnd::Stop(StopMet::Loss), 8))));
}

#[test]
fn a_shoe_carries_the_stop_conditions_on_and_counts_corrections_of_the_one_before() {
    let mut test = seated(settings("live-commission"));
    let first = test.round();
    start_until(&mut test, 200, 0, 7);
    place(&mut test).unwrap().unwrap();
    test.deal(TIE);
    let opened = test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    let text = serde_json::to_string(&opened[0]).unwrap();
    let stop = r#""rounds_left":9,"stop":{"at":{"loss":200},"from":{"shoe_no":1,"round_no":1},"net":0}}"#;
    assert!(text.contains(stop), "{text}");
    let from = test.history.len() - 1;
    let restored = Table::replay(Arc::clone(test.table.settings()), &test.history[from..]).unwrap();
    assert_eq!(restored, test.table);
    test.open_round();
    correct(&mut test, first, &cards(BANKER));
    assert_eq!(net(&test), Some(-100));
    play(&mut test, BANKER);
    assert_eq!(last_end(&test), Some((AutoEnd::Stop(StopMet::Loss), 8)));
}
