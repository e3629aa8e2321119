//! Rounds that do not count at a live table: who voids them, what comes back, what becomes of the cards.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::event::VoidReason;
use punto_table::live::{
    BurnWhy, CardRead, FindingCode, How, LiveEvent, LiveRefusal, LiveWait, Person, Read, Slot, UnreadRead,
};
use punto_table::{Command, Decision, Event, PatronId, Refusal, Wants};

use crate::live_table::{DEALER, LiveTable, SUPERVISOR, card, live_events, names};

/// A card of a round with a wager that two rescans did not make readable.
fn twice_rescanned() -> LiveTable {
    let mut live = LiveTable::betting();
    live.place(1, "player", 100);
    live.close();
    live.card("9h");
    for _ in 0..2 {
        live.unread();
        live.resolved(How::Rescan, &[DEALER]);
    }
    live.unread();
    live
}

fn clock(live: &mut LiveTable) -> Vec<Event> {
    let next = live.table.next_step();
    live.now = next.at.unwrap();
    let reason = match next.wants {
        Wants::VoidUnanswered => VoidReason::UnreadableCard,
        Wants::VoidAbandoned => VoidReason::Interrupted,
        other => panic!("{other:?}"),
    };
    match live.run(&Command::VoidRound { reason, by: None }) {
        Ok(Decision::Accepted(events)) => events,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_card_that_cannot_be_read_gives_every_stake_back() {
    let mut live = twice_rescanned();
    let events = live.resolved(How::Void, &[DEALER, SUPERVISOR]);
    let Some(Event::RoundVoided { reason, returned, by }) = events.first() else { panic!("{events:?}") };
    assert_eq!((*reason, returned[0].amount.minor()), (VoidReason::UnreadableCard, 100));
    assert_eq!(*by, Some(SUPERVISOR.id()));
    let own = live.table.patron_view(PatronId(1)).last.unwrap();
    assert_eq!((own.paid.minor(), own.voided), (100, Some(VoidReason::UnreadableCard)));
    assert_eq!(live.table.shoe().out(), 2, "the card on the table, and the one nobody could read");
}

#[test]
fn if_no_supervisor_answers_the_clock_voids_it_after_two_rescans() {
    let mut live = twice_rescanned();
    let next = live.table.next_step();
    assert_eq!((next.wants, next.at), (Wants::VoidUnanswered, Some(live.now.plus_ms(180_000))));
    let mut answered = live.clone();
    answered.key(SUPERVISOR, "9d").unwrap();
    assert_eq!(answered.table.next_step().wants, Wants::VoidAbandoned, "somebody looks at it");
    let events = clock(&mut live);
    let resolved = live_events(&events).next().unwrap();
    assert!(matches!(resolved, LiveEvent::FindingResolved { how: How::Void, by: None, .. }), "unanswered");
    assert!(live.is_over());
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn cards_that_wait_are_burned_with_a_void_and_are_out_of_the_shoe() {
    let mut live = twice_rescanned();
    live.cards("5c 6c");
    let events = live.resolved(How::Void, &[DEALER, SUPERVISOR]);
    let burned = live_events(&events).filter_map(|event| match event {
        LiveEvent::CardBurned { card, why, .. } => Some((card.map(|card| card.to_string()), *why)),
        _ => None,
    });
    let text = |text: &str| Some(text.to_owned());
    let expected = [(None, BurnWhy::Void), (text("5c"), BurnWhy::Void), (text("6c"), BurnWhy::Void)];
    assert_eq!(burned.collect::<Vec<_>>(), expected);
    assert_eq!(live.table.shoe().out(), 4);
    assert_eq!(live.table.live().waiting().len(), 0);
}

#[test]
fn a_void_does_not_hide_what_is_no_card_of_the_house() {
    let mut live = LiveTable::closed();
    live.read(Read::Unread(UnreadRead { pass: 1, foreign: true, rescan: None }));
    let events = clock(&mut live);
    assert_eq!(names(&events), ["round_voided", "finding_resolved"]);
    assert_eq!(names(&live.go_on()), ["finding_raised"]);
    assert_eq!(live.finding(), Some(FindingCode::ForeignCard), "two supervisors end the shoe");
}

/// A supervisor voids the round under way, without a finding.
fn void_alone(live: &mut LiveTable, by: Person) -> Result<(), Refusal> {
    let void = Command::VoidRound { reason: VoidReason::Supervisor, by: Some(by.id()) };
    live.run(&void).map(drop)
}

#[test]
fn nobody_voids_alone_what_a_finding_leaves_to_two() {
    for (read, code) in [
        (Read::Unread(UnreadRead { pass: 1, foreign: true, rescan: None }), FindingCode::ForeignCard),
        (Read::Unread(UnreadRead { pass: 1, foreign: false, rescan: None }), FindingCode::Unreadable),
    ] {
        let mut live = LiveTable::closed();
        live.read(read);
        let waits = LiveRefusal::Waits(LiveWait::Finding(code));
        assert_eq!(void_alone(&mut live, SUPERVISOR), Err(waits.into()));
    }
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    assert_eq!(void_alone(&mut live, SUPERVISOR), Ok(()), "without a finding, a supervisor does");
}

#[test]
fn whoever_deals_decides_nothing_as_a_supervisor() {
    let dealer = Person::Supervisor(DEALER.id());
    let mut live = LiveTable::closed();
    assert_eq!(void_alone(&mut live, dealer), Err(LiveRefusal::SamePerson.into()));
    live.read(Read::Card(CardRead { slot: Some(Slot::B2), ..CardRead::new(1, card("9h")) }));
    assert_eq!(live.finding(), Some(FindingCode::OutOfTurn));
    for how in [How::GoOn, How::Void] {
        assert_eq!(live.resolve(how, dealer), Err(LiveRefusal::SamePerson.into()), "{how:?}");
    }
    live.resolve(How::GoOn, SUPERVISOR).unwrap();
}
