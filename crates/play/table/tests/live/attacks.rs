//! Attacks on a live table by those who work or play there, each written as the attack.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use money::Stake;
use punto_table::live::{FindingCode, How, LiveCommand, LiveEvent, LiveRefusal, Person, Slot};
use punto_table::{
    Command, Decision, PatronId, Phase, RawWager, Refusal, RequestId, Slip, SlipKind, Timestamp,
};

use crate::live_table::{DEALER, LiveTable, OTHER, SAME, SUPERVISOR, card, live_events, names};

fn refusal(answer: Result<Decision, Refusal>) -> LiveRefusal {
    match answer {
        Err(Refusal::Live(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

/// Player has nine, and the dealer, whose friend is on Banker, lays a hand on the sensor.
#[test]
fn a_dealer_who_covers_the_sensor_voids_no_losing_hand_alone() {
    let mut live = LiveTable::betting();
    live.place(1, "banker", 100);
    live.close();
    live.cards("9h Kd");
    for rescans in 0..=2 {
        live.unread();
        let void = live.resolve(How::Void, DEALER);
        if rescans < 2 {
            let not = LiveRefusal::NotThisWay { code: FindingCode::Unreadable, how: How::Void };
            assert_eq!(refusal(void), not, "after {rescans} rescans");
            live.resolved(How::Rescan, &[DEALER]);
        }
    }
    // The third time the dealer may ask for it, and cannot agree, as nobody in another coat either.
    assert_eq!(refusal(live.resolve(How::Void, DEALER)), LiveRefusal::SamePerson);
    assert_eq!(refusal(live.resolve(How::Void, SAME)), LiveRefusal::SamePerson);
    assert_eq!(live.phase(), "dealing");
    // Each rescan is on record with who asked for it, and how many there were.
    let events = live.resolved(How::Void, &[SUPERVISOR]);
    let attempts = live_events(&events).find_map(|event| match event {
        LiveEvent::FindingResolved { by: Some(by), confirmed_by, attempts, .. } => {
            Some((*by, *confirmed_by, *attempts))
        }
        _ => None,
    });
    assert_eq!(attempts, Some((DEALER, Some(SUPERVISOR), 2)));
}

/// A dealer who knows a cut that is bad for a friend pulls a card before betting closes, so that it is burned.
#[test]
fn a_card_that_is_pulled_early_was_seen_by_nobody_before_and_is_burned_in_public() {
    let mut live = LiveTable::betting();
    live.card("9h");
    assert_eq!(live.finding(), Some(FindingCode::EarlyCard));
    for how in [How::Drop, How::Take, How::Accept, How::GoOn, How::FreeHand] {
        let not = LiveRefusal::NotThisWay { code: FindingCode::EarlyCard, how };
        assert_eq!(refusal(live.resolve(how, DEALER)), not);
    }
    let burned = live.resolved(How::Burn, &[DEALER]);
    let shown = live_events(&burned).find_map(|event| match event {
        LiveEvent::CardBurned { card, .. } => *card,
        _ => None,
    });
    assert_eq!(shown, Some(card("9h")), "everybody sees which card it was");
    live.close();
    live.cards("Kd 2c");
    assert_eq!(live.on_table(), "Kd 2c", "the round is dealt from the cards behind it");
}

#[test]
fn a_slip_after_the_first_reading_of_a_round_is_refused() {
    let mut live = LiveTable::betting();
    live.place(1, "player", 100);
    let round = live.table.round().unwrap();
    let wager = |live: &mut LiveTable| {
        let wagers = vec![RawWager { spot: "player".to_owned(), stake: Stake::new(100).ok() }];
        let slip = Slip::new((PatronId(1), RequestId(77)), round, SlipKind::Adds, wagers, live.now);
        live.run(&Command::PlaceSlip(slip)).map_err(|refusal| refusal.code().to_owned())
    };
    live.close();
    assert_eq!(wager(&mut live).unwrap_err(), "betting_closed", "no card is out yet");
    live.card("9h");
    assert_eq!(wager(&mut live).unwrap_err(), "betting_closed");
    live.cards("2d Kd 3c");
    assert!(wager(&mut live).is_err());
    assert!(live.is_over());
}

/// A dealer draws after the time for wagers, but before the table has closed, and a friend sees the card.
#[test]
fn a_slip_that_comes_while_the_first_card_waits_for_the_close_is_refused() {
    let mut live = LiveTable::betting();
    live.place(1, "player", 100);
    let (patron, round) = (PatronId(1), live.table.round().unwrap());
    let Phase::Betting { closes_at } = *live.table.phase() else { panic!("{}", live.phase()) };
    live.now = closes_at;
    let before = live.table.view();
    assert!(live.card("9h").is_empty(), "it waits");
    assert_eq!((live.on_table().as_str(), live.finding(), live.phase()), ("", None, "betting"));
    assert_eq!(live.table.view(), before, "nobody is told of it");
    let place = |live: &mut LiveTable, id, received_at| {
        let wagers = vec![RawWager { spot: "player".to_owned(), stake: Stake::new(100).ok() }];
        let slip = Slip::new((patron, RequestId(id)), round, SlipKind::Adds, wagers, received_at);
        live.run(&Command::PlaceSlip(slip))
    };
    let late = live.now;
    for (id, received_at) in [(77, closes_at), (78, late)] {
        assert_eq!(place(&mut live, id, received_at), Err(Refusal::BettingClosed { round }));
        let clear = Command::ClearWagers { patron, round, request_id: RequestId(id), received_at };
        assert_eq!(live.run(&clear), Err(Refusal::BettingClosed { round }), "nor is a wager taken back");
    }
    let in_time = place(&mut live, 79, Timestamp(closes_at.0 - 1));
    assert!(matches!(in_time, Ok(Decision::Accepted(_))), "it came before the card: {in_time:?}");
    live.close();
    assert_eq!((live.on_table().as_str(), live.phase()), ("9h", "dealing"));
}

#[test]
fn a_dealer_who_says_misread_changes_no_card_alone_and_none_with_themselves() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    live.must(&LiveCommand::ReportMisread { slot: Slot::P1, by: DEALER });
    let typed = |live: &mut LiveTable, by: Person| {
        let finding_no = live.table.live().finding().unwrap().no;
        live.live(LiveCommand::KeyIn { finding_no, by, card: card("2h") })
    };
    typed(&mut live, DEALER).unwrap();
    assert_eq!(refusal(typed(&mut live, SAME)), LiveRefusal::SamePerson);
    assert_eq!(live.on_table(), "9h Kd", "one person changes nothing");
    // The other supervisor sees the card, and types what lies there.
    let events = live.key(OTHER, "9h").unwrap();
    assert!(!names(&events).contains(&"card_amended".to_owned()), "{:?}", names(&events));
    assert_eq!(live.on_table(), "9h Kd");
}
