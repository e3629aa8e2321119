//! Every refusal with its code, and the order in which they are judged.

use std::sync::Arc;

use baccarat::Spot;
use punto_table::judge::{SLIPS_A_ROUND, slip as judge_slip};
use punto_table::{
    Ahead, Command, Decision, Event, LimitSource, Refusal, RoundRef, Slip, SpotLimits, Timestamp,
};

use crate::test_table::{TestTable, amount, card, settings};

/// A table that knows every refusal of a slip: opposing sides refused, limits, an exposure of 1000.
fn strict() -> TestTable {
    let mut settings = settings("sixty-round");
    settings.limits =
        SpotLimits::none().with(&[Spot::Player, Spot::Banker, Spot::Tie], amount(10), amount(5_000));
    settings.exposure = Some(amount(1_000));
    let mut test = TestTable::with(settings);
    test.open_round();
    test
}

/// Rounds of the strict table up to the first in which Big and Small are closed.
fn round_30(test: &mut TestTable) -> RoundRef {
    let mut round = test.round();
    while round.round_no < 30 {
        test.void(punto_table::event::VoidReason::Supervisor).expect("a round is under way");
        round = test.open_round();
    }
    round
}

#[test]
fn slips_are_judged_in_this_order() {
    let mut test = strict();
    let round = round_30(&mut test);
    test.place(1, "player 100").unwrap();
    let accepted = test.slip(1, "player 100");
    test.must(&Command::PlaceSlip(accepted.clone()));

    // Each slip has every fault of the ones below it, as far as one slip can; each is refused for its first.
    let other = RoundRef { round_no: 29, ..round };
    let late = test.now.plus_ms(15_000);
    let all = "zero 1 player 1 player 1 tie x big 5 banker 9000";
    for (wagers, round, received_at, code) in [
        (all, other, late, "round_not_open"),
        (all, round, late, "betting_closed"),
        ("", round, test.now, "empty_slip"),
        (all, round, test.now, "unknown_spot"),
        ("player 1 player 1 tie x big 5 banker 9000", round, test.now, "duplicate_spot"),
        ("tie x big 5 banker 9000", round, test.now, "bad_stake"),
        ("tie 1 big 5 banker 9000", round, test.now, "spot_closed"),
        ("tie 1 banker 9000", round, test.now, "opposing_sides"),
        ("tie 1 player 9000", round, test.now, "below_minimum"),
        ("player 9000", round, test.now, "above_maximum"),
        ("player 900", round, test.now, "exposure_limit"),
    ] {
        let slip = Slip { round, received_at, ..test.slip(1, wagers) };
        let refusal = test.run(&Command::PlaceSlip(slip)).unwrap_err();
        assert_eq!(refusal.code(), code, "{wagers}: {refusal}");
    }

    // Before all of them: a slip that was accepted before, however late it comes again, and its id used again.
    let again = Slip { received_at: late, ..accepted.clone() };
    assert_eq!(test.run(&Command::PlaceSlip(again)), Ok(Decision::Duplicate));
    let used = Refusal::SlipIdUsed { table: test.table.settings().id, round };
    let reused = Slip { round: other, received_at: late, ..accepted.clone() };
    assert_eq!(test.run(&Command::PlaceSlip(reused)), Err(used.clone()), "for another round");
    for wagers in [all, "player 101", "player 100 tie 100", "", "banker 100"] {
        let reused = Slip { wagers: crate::test_table::wagers(wagers), ..accepted.clone() };
        assert_eq!(test.run(&Command::PlaceSlip(reused)), Err(used.clone()), "{wagers}");
    }
}

#[test]
fn rounds_that_do_not_take_wagers_say_which_does() {
    let mut test = TestTable::new("live-commission");
    let (first, second) = (RoundRef { shoe_no: 1, round_no: 1 }, RoundRef { shoe_no: 1, round_no: 2 });
    let place = |test: &mut TestTable, round| {
        let slip = Slip { round, ..test.slip(1, "player 5") };
        test.run(&Command::PlaceSlip(slip)).unwrap_err()
    };
    assert_eq!(place(&mut test, first), Refusal::RoundNotOpen { round: first, open: None });
    test.open_round();
    assert_eq!(place(&mut test, second), Refusal::RoundNotOpen { round: second, open: Some(first) });
    test.deal("9h 9d Ks Kc");
    assert_eq!(place(&mut test, first), Refusal::BettingClosed { round: first });
}

#[test]
fn limits_are_what_house_rules_table_and_patron_all_allow() {
    let mut test = strict();
    let own = SpotLimits::none().with(&[Spot::Player], amount(50), amount(400));
    let mut place = |text: &str| {
        let slip = Slip { limits: Some(Arc::new(own.clone())), ..test.slip(1, text) };
        test.run(&Command::PlaceSlip(slip)).map_err(|refusal| refusal.to_string())
    };
    assert_eq!(
        place("player 49"),
        Err("the least stake on Player is 50; this would make it 49 (minor units), a limit of the patron's own range".to_owned())
    );
    place("player 300").unwrap();
    assert_eq!(
        place("player 101"),
        Err("the limit on Player is 400; 300 already lies there (minor units), a limit of the patron's own range".to_owned())
    );
    place("player 100").unwrap();
}

#[test]
fn a_limit_names_what_limits_the_stake() {
    let mut settings = settings("sixty-round");
    settings.limits = SpotLimits::none().with(&[Spot::Player, Spot::Tie], amount(10), amount(5_000));
    let mut test = TestTable::with(settings);
    test.open_round();
    let own = SpotLimits::none().with(&[Spot::Player, Spot::Big], amount(20), amount(40_000_000));
    for (wagers, code, source) in [
        ("player 5", "below_minimum", LimitSource::OwnRange),
        ("tie 5", "below_minimum", LimitSource::Table),
        ("player 5001", "above_maximum", LimitSource::Table),
        ("big 37500001", "above_maximum", LimitSource::HouseRules),
        ("big 19", "below_minimum", LimitSource::OwnRange),
    ] {
        let slip = Slip { limits: Some(Arc::new(own.clone())), ..test.slip(1, wagers) };
        let refusal = test.run(&Command::PlaceSlip(slip)).unwrap_err();
        let Refusal::Limit { by: named, .. } = &refusal else { panic!("{refusal}") };
        assert_eq!((refusal.code(), *named), (code, source), "{wagers}");
    }
}

#[test]
fn exposure_counts_the_difference_between_the_sides() {
    let mut test = strict();
    let exposure = |refusal: Result<Decision, Refusal>| match refusal.unwrap_err() {
        Refusal::ExposureLimit { side, accepted, .. } => (side.id(), accepted.minor()),
        other => panic!("{other}"),
    };
    test.place(1, "player 700").unwrap();
    assert_eq!(exposure(test.place(2, "player 301")), ("player", 300));
    test.place(3, "banker 1700").unwrap();
    let refusal = test.place(3, "banker 1").unwrap_err();
    assert_eq!(refusal.to_string(), "the table can take 0 more on Banker in this round (minor units)");
    assert_eq!(exposure(Err(refusal)), ("banker", 0));
    test.place(2, "player 2000").unwrap();
    test.clear(3, 1).unwrap_or_else(|refusal| panic!("taking back is never refused for exposure: {refusal}"));
    assert_eq!(exposure(test.place(2, "player 10")), ("player", 0));
    test.place(4, "banker 10 tie 10").unwrap();
}

#[test]
fn slips_ahead_take_room_and_make_none() {
    let mut test = strict();
    let ahead_of = |test: &mut TestTable, text: &str| {
        let slip = test.slip(9, text);
        let Ok(Decision::Accepted(events)) = judge_slip(&test.table, &slip, Ahead::default()) else {
            panic!("{text}")
        };
        let mut ahead = Ahead::default();
        for event in events {
            if let Event::SlipAccepted { wagers, .. } = event {
                ahead.count(test.table.wagers().of(slip.patron), slip.kind, &wagers);
            }
        }
        ahead
    };
    let player = ahead_of(&mut test, "player 600");
    let slip = test.slip(1, "player 401");
    assert_eq!(judge_slip(&test.table, &slip, player).unwrap_err().code(), "exposure_limit");
    let slip = test.slip(1, "banker 1001");
    assert_eq!(judge_slip(&test.table, &slip, player).unwrap_err().code(), "exposure_limit");
    assert!(ahead_of(&mut test, "tie 600").is_empty());
}

#[test]
fn one_patron_sends_so_many_slips_and_no_more() {
    let mut test = TestTable::open("live-commission");
    for _ in 0..SLIPS_A_ROUND {
        test.place(1, "player 1").unwrap();
    }
    assert_eq!(test.place(1, "player 1"), Err(Refusal::TooManySlips { limit: SLIPS_A_ROUND }));
    test.place(2, "player 1").unwrap();
}

#[test]
fn taking_back_is_judged_like_a_slip() {
    let mut test = TestTable::open("live-commission");
    assert_eq!(test.clear(1, 1), Err(Refusal::NothingToClear));
    test.place(1, "player 1").unwrap();
    test.pass_ms(15_000);
    assert_eq!(test.clear(1, 1).unwrap_err().code(), "betting_closed");
}

#[test]
fn a_dealer_cannot_act_out_of_turn() {
    let mut test = TestTable::new("live-commission");
    let now = test.now;
    let steps = |now: Timestamp| {
        [
            ("open_betting", Command::OpenBetting { now }),
            ("close_betting", Command::CloseBetting { now, wagers: None, draw: None }),
            ("burn", Command::BurnCards { first: Some(card("5h")), records: Vec::new() }),
            ("draw", Command::DrawCard { card: card("5h"), from: punto_table::Origin::Shoe }),
            ("void", Command::VoidRound { reason: punto_table::event::VoidReason::Supervisor, by: None }),
            ("open_shoe", Command::OpenShoe { algorithm: String::new(), rules: None, proof: None }),
        ]
    };
    let allowed = |test: &TestTable| -> Vec<&str> {
        let tried = steps(test.now).into_iter();
        let accepted = tried.filter(|(_, command)| punto_table::decide(&test.table, command).is_ok());
        accepted.map(|(name, _)| name).collect()
    };
    assert_eq!(allowed(&test), ["open_shoe"], "no shoe yet");
    test.step(card("Ks"));
    assert_eq!(allowed(&test), ["burn", "open_shoe"]);
    assert_eq!(
        test.run(&Command::BurnCards { first: None, records: Vec::new() }).unwrap_err().code(),
        "out_of_turn"
    );
    test.step(card("Ks"));
    assert_eq!(allowed(&test), ["open_betting", "open_shoe"], "burned");
    test.step(card("Ks"));
    assert_eq!(allowed(&test), ["void"], "betting");
    let closing = test.run(&Command::CloseBetting { now, wagers: None, draw: None }).unwrap_err();
    assert_eq!(closing.code(), "betting_still_open");
    test.step(card("Ks"));
    assert_eq!(allowed(&test), ["draw", "void"], "closed");
    test.step(card("9s"));
    assert_eq!(allowed(&test), ["draw", "void"], "dealing");
    test.deal("9h 9d Ks");
    assert_eq!(allowed(&test), ["open_betting", "open_shoe"], "settled");
}

#[test]
fn a_card_beyond_the_copies_in_the_shoe_is_refused() {
    let mut test = TestTable::open("sixty-round");
    test.deal("Ks Ks Ks Ks Ks Ks");
    test.open_round();
    test.deal("Ks Ks");
    let refusal =
        test.run(&Command::DrawCard { card: card("Ks"), from: punto_table::Origin::Shoe }).unwrap_err();
    assert_eq!(refusal.code(), "impossible_card");
    test.deal("9h 9d");
}
