//! Scripts of rounds, from the first card of a shoe to the last.

use baccarat::{BySide, Card, Outcome, Spot};
use money::Stake;
use punto_table::Burned;
use punto_table::event::{PlacedWager, VoidReason};
use punto_table::{
    Command, Decision, Event, LeaveReason, PatronId, Phase, PublicEvent, PublicFrame, RecordedEvent,
    RequestId, RoundEnd, RoundRecord, RoundRef, StaffId, TableView, Timestamp, Wants,
};

use crate::test_table::{TestTable, amount, card};

/// `patron spot stake resolution payout`, one line a wager.
fn settlement(events: &[Event]) -> Vec<String> {
    let patrons = match events.last() {
        Some(Event::RoundSettled { revision: 1, patrons }) => patrons.as_slice(),
        _ => &[],
    };
    let lines = patrons.iter().flat_map(|p| p.wagers.iter().map(move |w| (p.patron, w)));
    let line = |(patron, w): (PatronId, &punto_table::event::SettledSpot)| {
        format!("{} {} {} {} {}", patron.0, w.spot.id(), w.stake, w.resolution.id(), w.payout)
    };
    lines.map(line).collect()
}

#[test]
fn a_round_is_settled_to_the_last_minor_unit() {
    let mut test = TestTable::open("live-commission");
    test.place(2, "banker 101 tie 50").unwrap();
    test.place(1, "player 1000 player_pair 20").unwrap();
    test.place(2, "banker 100").unwrap();
    let events = test.deal("2h Kd Kh 3c 9h 3d");
    assert_eq!(
        settlement(&events),
        [
            "1 player 1000 lose 0",
            "1 player_pair 20 lose 0",
            "2 banker 201 win 391", // 201 and 190.95 rounded down
            "2 tie 50 lose 0",
        ]
    );
    assert!(
        matches!(test.table.phase(), Phase::Settled { end: RoundEnd::Coup(coup) } if coup.outcome() == Outcome::Banker)
    );
    assert_eq!(test.table.beads().len(), 1);
}

#[test]
fn a_shoe_is_opened_burned_and_played_in_its_time() {
    let mut test = TestTable::new("live-commission");
    assert_eq!((test.table.shoe_no(), test.table.phase()), (0, &Phase::Shuffling { burned: false }));
    test.step(card("7s"));
    let opened = test.now;
    let burned = test.step(card("7s"));
    assert_eq!(burned, [Event::CardsBurned { first: Some(card("7s")), face_down: 7, records: Vec::new() }]);
    assert_eq!(test.now, opened.plus_ms(3_000));
    assert_eq!(test.table.shoe().remaining(), 416 - 8);

    test.step(card("7s"));
    let betting = test.now;
    assert_eq!(betting, opened.plus_ms(4_000));
    assert_eq!(test.table.phase(), &Phase::Betting { closes_at: betting.plus_ms(15_000) });
    test.deal("9h 9d Ks Kc");
    assert_eq!(
        test.now,
        betting.plus_ms(15_100 + 4 * 1_000),
        "the last slips are waited for, then the cards"
    );
    test.step(card("Ks"));
    assert_eq!(test.now, betting.plus_ms(15_100 + 4 * 1_000 + 5_000));
    assert_eq!(test.round(), RoundRef { shoe_no: 1, round_no: 2 });
}

#[test]
fn what_is_burned_is_what_the_house_rules_say() {
    let burned = |rules| TestTable::open(rules).table.view().burned;
    assert_eq!(burned("live-commission"), Some(Burned { first: Some(card("Ks")), face_down: 10 }));
    assert_eq!(burned("gold-card"), Some(Burned { first: None, face_down: 8 }), "document 002");
    assert_eq!(burned("sixty-round"), None);
}

#[test]
fn a_slip_sent_twice_counts_once_even_when_it_was_taken_back() {
    let mut test = TestTable::open("live-commission");
    let slip = Command::PlaceSlip(test.slip(1, "player 100"));
    test.must(&slip);
    assert_eq!(test.run(&slip), Ok(Decision::Duplicate));
    test.clear(1, 77).unwrap();
    assert_eq!(test.run(&slip), Ok(Decision::Duplicate));
    test.place(1, "banker 30").unwrap();
    assert_eq!(test.clear(1, 77), Ok(Decision::Duplicate), "the second slip is not what that request meant");
    test.deal("9h 9d Ks Kc");
    assert_eq!(
        test.run(&slip),
        Err(punto_table::Refusal::BettingClosed { round: test.round() }),
        "its round is over"
    );
}

#[test]
fn the_time_of_receipt_decides() {
    let mut test = TestTable::open("live-commission");
    let mut slip = test.slip(1, "player 100");
    test.pass_ms(15_050);
    slip.received_at = test.now;
    assert_eq!(test.run(&Command::PlaceSlip(slip.clone())).unwrap_err().code(), "betting_closed");
    slip.received_at = Timestamp(test.now.0 - 51);
    test.must(&Command::PlaceSlip(slip));
}

#[test]
fn clearing_gives_everything_back_and_frees_the_limit() {
    let mut test = TestTable::open("live-commission");
    test.place(1, "player 100 tie 10").unwrap();
    test.place(1, "player 50").unwrap();
    let cleared = test.clear(1, 7).unwrap();
    let event =
        Event::WagersCleared { patron: PatronId(1), request_id: Some(RequestId(7)), returned: amount(160) };
    assert_eq!(cleared, Decision::Accepted(vec![event]));
    assert_eq!(test.table.patron_view(PatronId(1)).wagers, []);
    test.place(1, "player 40").unwrap();
    let book = test.table.wagers().of(PatronId(1)).unwrap();
    let active: Vec<usize> = book.active_slips().map(|(ordinal, _)| ordinal).collect();
    assert_eq!((active, book.staked()), (vec![2], amount(40)), "places among the slips are not used again");
    assert_eq!(settlement(&test.deal("9h 9d Ks Kc")), ["1 player 40 push 40"]);
}

#[test]
fn leaving_follows_the_house_rules() {
    for (rules, returned) in [("gold-card", Some(100)), ("live-commission", None)] {
        let mut test = TestTable::open(rules);
        test.place(1, "player 100").unwrap();
        let event = returned.map(|minor| Event::WagersCleared {
            patron: PatronId(1),
            request_id: None,
            returned: amount(minor),
        });
        let left = |patron| Event::SeatLeft { patron: PatronId(patron), reason: LeaveReason::Left };
        let events = event.into_iter().chain([left(1)]).collect();
        assert_eq!(test.leave(1), Ok(Decision::Accepted(events)), "{rules}");
        test.place(2, "player 100").unwrap();
        test.step(card("Ks"));
        assert_eq!(test.leave(2), Ok(Decision::Accepted(vec![left(2)])), "{rules}: betting is closed");
        assert_eq!(test.leave(3), Ok(Decision::Accepted(Vec::new())), "{rules}: nothing wagered");
    }
}

#[test]
fn a_void_gives_back_counts_the_cards_and_leaves_the_roads() {
    let mut test = TestTable::open("live-commission");
    test.place(1, "player 100 tie 10").unwrap();
    test.step(card("Ks"));
    test.step(card("9h"));
    let left = test.table.shoe().remaining();
    test.void(VoidReason::UnreadableCard).unwrap();
    let Some(RecordedEvent { event: Event::RoundVoided { returned, .. }, .. }) = test.history.last() else {
        panic!("not voided")
    };
    assert_eq!(returned.iter().map(|r| (r.patron.0, r.amount.minor())).collect::<Vec<_>>(), [(1, 110)]);
    assert_eq!(test.table.shoe().remaining(), left);
    assert!(test.table.beads().is_empty());
    let last = test.table.patron_view(PatronId(1)).last.unwrap();
    assert_eq!((last.voided, last.paid), (Some(VoidReason::UnreadableCard), amount(110)));
    assert_eq!(test.open_round(), RoundRef { shoe_no: 1, round_no: 2 });
}

#[test]
fn who_voided_a_round_is_on_record_where_somebody_did() {
    for (by, end) in [(None, "}"), (Some(StaffId(3)), r#","by":3}"#)] {
        let mut test = TestTable::open("live-commission");
        let round = test.round();
        test.run(&Command::VoidRound { reason: VoidReason::Supervisor, by }).unwrap();
        let text = serde_json::to_string(&test.history.last().unwrap().event).unwrap();
        assert_eq!(text, [r#"{"type":"round_voided","reason":"supervisor","returned":[]"#, end].concat());
        assert_eq!(&serde_json::from_str::<Event>(&text).unwrap(), &test.history.last().unwrap().event);
        assert_eq!(RoundRecord::of(round, &test.history).unwrap().voided_by(), by);
    }
}

/// Plays a shoe to its end, in an order of cards that never runs out of copies.
fn play_shoe(rules: &str) -> TestTable {
    let mut test = TestTable::new(rules);
    let deck: Vec<Card> = Card::deck().collect();
    let mut cards = deck.iter().cycle().peekable();
    while test.table.shoe_no() < 2 {
        let wants_card =
            matches!(test.table.next_step().wants, Wants::Card | Wants::BurnCards { first: true });
        test.step(**cards.peek().expect("a cycle never ends"));
        if wants_card {
            cards.next();
        }
    }
    test
}

#[test]
fn the_cut_card_leaves_one_more_round_and_the_gold_card_none() {
    //  house rules, rounds that were announced as the last when they began, cards left at most
    for (rules, announced, left) in [("live-commission", 1, 13), ("gold-card", 0, 155)] {
        let test = play_shoe(rules);
        let announces = |view: &&TableView| matches!(view.phase, Phase::Betting { .. }) && view.last_round;
        assert_eq!(test.views.iter().filter(announces).count(), announced, "{rules}");
        let lowest = test.views.iter().map(|view| view.cards_left).min().unwrap();
        assert!(lowest <= left && lowest + 12 > left, "{rules}: {lowest} cards left");
        assert!(test.table.beads().is_empty(), "a new shoe begins new roads");
    }
}

#[test]
fn sixty_rounds_are_played() {
    let test = play_shoe("sixty-round");
    let rounds = test.history.iter().filter(|r| matches!(r.event, Event::RoundSettled { .. })).count();
    assert_eq!(rounds, 60);
}

#[test]
fn a_shoe_may_be_changed_between_rounds_but_not_in_one() {
    let mut test = TestTable::open("live-commission");
    let change = Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None };
    assert_eq!(test.run(&change).unwrap_err().code(), "out_of_turn");
    test.deal("9h 9d Ks Kc");
    test.must(&change);
    assert_eq!(test.table.shoe_no(), 2);
}

#[test]
fn everybody_sees_the_cards_and_nobody_another_patrons_slip() {
    let mut test = TestTable::open("live-commission");
    let round = test.round();
    test.place(1, "banker 100").unwrap();
    test.clear(1, 5).unwrap();
    test.place(1, "banker 100").unwrap();
    let before = test.frames.len();
    test.deal("2h Kd Kh 3c 9h 3d");
    let frames = &test.frames[before..];
    assert_eq!(frames[0].event, PublicEvent::BettingClosed);
    let drawn = |frame: &PublicFrame| match &frame.event {
        PublicEvent::CardDrawn { side, card } => Some(format!("{} {card}", side.id())),
        _ => None,
    };
    assert_eq!(
        frames.iter().filter_map(drawn).collect::<Vec<_>>(),
        ["player 2h", "banker Kd", "player Kh", "banker 3c", "player 9h", "banker 3d"]
    );
    let PublicEvent::RoundSettled { coup } = &frames.last().unwrap().event else { panic!("not settled") };
    assert_eq!((coup.outcome(), coup.bead().to_string()), (Outcome::Banker, "B6".to_owned()));
    assert_eq!(coup.totals().map(baccarat::Points::get), BySide { player: 1, banker: 6 });
    let view = test.views.last().unwrap();
    assert_eq!(view.phase, Phase::Settled { end: RoundEnd::Coup(*coup) });
    assert_eq!((view.round, view.beads.as_slice()), (Some(round), [coup.bead()].as_slice()));
}

#[test]
fn a_patron_sees_their_own_and_keeps_the_last_result() {
    let mut test = TestTable::open("live-commission");
    let first = test.round();
    test.place(1, "player 100").unwrap();
    test.place(1, "player 50 tie 10").unwrap();
    test.place(2, "banker 999").unwrap();
    let view = test.table.patron_view(PatronId(1));
    let placed: Vec<_> = view.wagers.iter().map(|w: &PlacedWager| (w.spot, w.stake.minor())).collect();
    assert_eq!((placed, view.staked), (vec![(Spot::Player, 150), (Spot::Tie, 10)], amount(160)));
    test.deal("9h 8d Ks Kc");
    test.open_round();
    test.deal("9h 8d Ks Kc");
    let view = test.table.patron_view(PatronId(1));
    let last = view.last.unwrap();
    assert_eq!((last.round, last.staked, last.paid), (first, amount(160), amount(300)));
    let placed = |spot, minor| PlacedWager::in_cash(spot, Stake::new(minor).unwrap());
    assert_eq!(last.placed, [placed(Spot::Player, 150), placed(Spot::Tie, 10)]);
    assert!(test.table.patron_view(PatronId(3)).last.is_none());
}
