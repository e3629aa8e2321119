//! Rounds at a live table: who begins them, what makes the cards fall, what the clock does alone.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::event::VoidReason;
use punto_table::live::{CardDue, How, LiveCommand, LiveRefusal, LiveWait, Person, ScannerSettings, Start};
use punto_table::{Command, Decision, Event, Refusal, StaffId, Wants};

use crate::live_table::{DEALER, DEVICE, LiveTable, SUPERVISOR, names};

fn refusal(result: Result<Decision, Refusal>) -> LiveRefusal {
    match result {
        Err(Refusal::Live(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

fn start(live: &mut LiveTable) -> Result<Decision, Refusal> {
    let now = live.now;
    live.live(LiveCommand::StartBetting { dealer: DEALER.id(), now })
}

#[test]
fn a_round_is_dealt_by_what_the_device_reads() {
    let mut live = LiveTable::betting();
    live.place(1, "player", 100);
    live.close();
    assert_eq!(live.table.live_wait(), Some(LiveWait::Card));
    let events = live.cards("9h Kd Ks 3c");
    assert_eq!(names(&events), ["card_drawn", "card_drawn", "card_drawn", "card_drawn", "round_settled"]);
    let own = live.table.patron_view(punto_table::PatronId(1));
    assert_eq!(own.last.unwrap().paid.minor(), 200);
    assert_eq!(live.table.beads().len(), 1);
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn the_burn_is_one_event_when_its_last_card_has_passed() {
    let mut live = LiveTable::opened("live-commission");
    assert_eq!(live.table.live_wait(), Some(LiveWait::Burn));
    assert_eq!(refusal(start(&mut live)), LiveRefusal::BurnFirst);
    let progress = |live: &LiveTable| live.table.burn_progress().map(|burn| (burn.passed, burn.cards));
    assert_eq!(progress(&live), Some((0, None)), "the first card says how many there are");
    assert_eq!(live.cards("2d 9h"), []);
    assert_eq!(progress(&live), Some((2, Some(3))));
    let burned = live.unread();
    assert_eq!(progress(&live), None);
    let [Event::CardsBurned { first, face_down, records }] = &burned[..] else { panic!("{burned:?}") };
    assert_eq!((first.unwrap().to_string(), *face_down), ("2d".to_owned(), 2));
    assert_eq!(records.iter().map(|record| record.n).collect::<Vec<_>>(), [2, 3, 4]);
    let view = live.table.view();
    assert_eq!((view.cards_left, view.shoe.seen().iter().sum::<u8>()), (413, 1), "nobody learns the others");
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn the_dealer_begins_a_round_no_sooner_than_the_result_was_shown() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd Ks 3c");
    assert_eq!(refusal(start(&mut live)), LiveRefusal::TooEarly { remaining_ms: 5_000 });
    live.now = live.now.plus_ms(4_999);
    assert_eq!(refusal(start(&mut live)), LiveRefusal::TooEarly { remaining_ms: 1 });
    live.now = live.now.plus_ms(1);
    let stranger = LiveCommand::StartBetting { dealer: StaffId(8), now: live.now };
    assert_eq!(refusal(live.live(stranger)), LiveRefusal::NotDealer);
    let now = live.now;
    let clock = live.run(&Command::OpenBetting { now });
    assert_eq!(refusal(clock), LiveRefusal::Waits(LiveWait::Start));
    assert!(start(&mut live).is_ok());
}

#[test]
fn no_round_begins_while_the_table_waits_for_something_else() {
    let ready = LiveTable::opened("three-bet");
    let why = || "lost".to_owned();
    for (command, wait) in [
        (LiveCommand::LoseDevice { device: DEVICE, why: why() }, LiveWait::Device),
        (LiveCommand::UnseatDealer { dealer: DEALER.id(), by: None }, LiveWait::Dealer),
        (LiveCommand::EndShoe { by: SUPERVISOR.id(), why: why() }, LiveWait::Shoe),
    ] {
        let mut live = ready.clone();
        live.must(&command);
        assert_eq!(live.table.live_wait(), Some(wait));
        assert_eq!(refusal(start(&mut live)), LiveRefusal::Waits(wait));
    }
    let mut live = ready;
    live.card("6h");
    let finding = LiveWait::Finding(punto_table::live::FindingCode::SpareCard);
    assert_eq!(refusal(start(&mut live)), LiveRefusal::Waits(finding));
}

#[test]
fn the_clock_begins_rounds_where_it_is_set_so_and_deals_no_card() {
    let auto = ScannerSettings { start: Start::Auto, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", auto);
    live.load("BOX-0117");
    live.open_shoe();
    let next = live.table.next_step();
    assert_eq!((next.wants, next.at), (Wants::OpenBetting, Some(live.now.plus_ms(5_000))));
    live.now = next.at.unwrap();
    let now = live.now;
    live.run(&Command::OpenBetting { now }).unwrap();
    live.must(&LiveCommand::LoseDevice { device: DEVICE, why: "lost".to_owned() });
    live.close();
    assert_eq!(live.table.next_step().wants, Wants::VoidAbandoned);
    live.cards("9h Kd Ks 3c");
    assert_eq!(live.table.next_step().at, None, "without a device the clock begins no other one");
}

#[test]
fn a_supervisor_is_called_for_a_card_that_cannot_come_and_later_for_one_that_people_looked_at() {
    let mut live = LiveTable::closed();
    live.card("9h");
    let calls_at = |live: &LiveTable| live.table.card_due().map(|due| due.calls_at);
    let called = Some(live.now.plus_ms(60_000));
    live.must(&LiveCommand::LoseDevice { device: DEVICE, why: "lost".to_owned() });
    assert_eq!(calls_at(&live), called, "the card is due without its device, too");
    live.now = live.now.plus_ms(50_000);
    live.must(&LiveCommand::JoinDevice { device: DEVICE });
    assert_eq!(calls_at(&live), called, "a line that comes and goes puts nothing off");
    live.unread();
    assert_eq!(calls_at(&live), None);
    live.now = live.now.plus_ms(90_000);
    live.resolved(How::Rescan, &[DEALER]);
    assert_eq!(calls_at(&live), Some(live.now.plus_ms(60_000)), "nobody draws while people look");
}

#[test]
fn a_round_that_nobody_finishes_is_voided_by_the_clock() {
    let mut live = LiveTable::closed();
    live.card("9h");
    let next = live.table.next_step();
    assert_eq!((next.wants, next.at), (Wants::VoidAbandoned, Some(live.now.plus_ms(900_000))));
    let late =
        CardDue { since: live.now, reminds_at: live.now.plus_ms(20_000), calls_at: live.now.plus_ms(60_000) };
    assert_eq!(live.table.card_due(), Some(late));
    live.unread();
    assert_eq!(live.table.card_due(), None, "people have to look first");
    assert_eq!(live.table.next_step(), next, "a finding holds no stake for ever");
    let void = Command::VoidRound { reason: VoidReason::Interrupted, by: None };
    let Ok(Decision::Accepted(events)) = live.run(&void) else { panic!("refused") };
    assert_eq!(names(&events), ["round_voided", "finding_resolved", "card_burned"]);
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_hand_without_wagers_is_dealt_at_once_and_counts_on_the_roads_only() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd Ks 3c");
    live.run(&Command::TakeSeat { patron: punto_table::PatronId(1) }).unwrap();
    live.now = live.now.plus_ms(5_000);
    live.must(&LiveCommand::OpenFreeRound { by: SUPERVISOR.id() });
    assert_eq!((live.phase(), live.table.round().unwrap().round_no), ("closed", 2));
    assert!(live.table.live().is_free_round());
    live.cards("9h Kd Ks 3c");
    assert_eq!((live.table.beads().len(), live.table.live().is_free_round()), (2, false));
    assert_eq!(live.table.seat(punto_table::PatronId(1)).unwrap().idle_rounds, 0, "no wager was possible");
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_dealer_hands_the_table_over_between_rounds_to_the_one_who_waits() {
    let mut live = LiveTable::betting();
    let seat = |dealer, by| LiveCommand::SeatDealer { dealer: StaffId(dealer), by };
    let hand_over = |dealer, to| LiveCommand::HandOver { dealer: StaffId(dealer), to: StaffId(to) };
    assert_eq!(refusal(live.live(hand_over(7, 8))), LiveRefusal::NoRelief, "8 is not there");
    assert_eq!(names(&live.must(&seat(8, None))), ["relief_offered"]);
    assert_eq!(live.live(seat(8, None)), Ok(Decision::Duplicate));
    assert_eq!(
        (live.table.live().dealer(), live.table.live().relief()),
        (Some(StaffId(7)), Some(StaffId(8)))
    );
    assert_eq!(refusal(live.live(hand_over(7, 8))), LiveRefusal::InRound);
    live.close();
    live.cards("9h Kd Ks 3c");
    assert_eq!(refusal(live.live(hand_over(8, 8))), LiveRefusal::NotDealer, "nobody takes it alone");
    assert_eq!(refusal(live.live(hand_over(7, 9))), LiveRefusal::NoRelief, "another one waits");
    assert_eq!(names(&live.must(&hand_over(7, 8))), ["dealer_left", "dealer_seated"]);
    assert_eq!((live.table.live().dealer(), live.table.live().relief()), (Some(StaffId(8)), None));
    assert_eq!(refusal(live.live(hand_over(7, 8))), LiveRefusal::NotDealer);
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn who_waits_to_take_over_may_go_again_at_any_time() {
    let mut live = LiveTable::betting();
    let seat = |dealer| LiveCommand::SeatDealer { dealer: StaffId(dealer), by: None };
    let unseat = |dealer, by| LiveCommand::UnseatDealer { dealer: StaffId(dealer), by };
    live.must(&seat(8));
    assert_eq!(refusal(live.live(unseat(9, None))), LiveRefusal::NotDealer);
    assert_eq!(names(&live.must(&unseat(8, None))), ["relief_withdrawn"], "in a round, too");
    assert_eq!((live.table.live().dealer(), live.table.live().relief()), (Some(StaffId(7)), None));
    assert_eq!(refusal(live.live(unseat(8, None))), LiveRefusal::NotDealer);
    live.must(&seat(9));
    let sent_away = unseat(9, Some(SUPERVISOR.id()));
    assert_eq!(names(&live.must(&sent_away)), ["relief_withdrawn"], "a supervisor sends them away");
    live.close();
    live.cards("9h Kd Ks 3c");
    let hand_over = LiveCommand::HandOver { dealer: StaffId(7), to: StaffId(8) };
    assert_eq!(refusal(live.live(hand_over)), LiveRefusal::NoRelief, "nobody waits any more");
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn where_it_is_set_so_a_card_is_burned_face_up_before_another_dealer_deals() {
    let burns = ScannerSettings { burn_on_handover: true, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", burns);
    live.load("BOX-0117");
    live.open_shoe();
    let hand_over = LiveCommand::HandOver { dealer: DEALER.id(), to: StaffId(8) };
    live.must(&LiveCommand::SeatDealer { dealer: StaffId(8), by: None });
    assert_eq!(names(&live.must(&hand_over)), ["hand_over_agreed"]);
    assert_eq!(live.live(hand_over.clone()), Ok(Decision::Duplicate));
    assert_eq!((live.table.live_wait(), live.table.live_gate().open), (Some(LiveWait::Burn), true));
    live.now = live.now.plus_ms(5_000);
    assert_eq!(refusal(start(&mut live)), LiveRefusal::Waits(LiveWait::Burn));
    let left = live.table.view().cards_left;
    let burned = live.cards("9h");
    assert_eq!(names(&burned), ["card_burned", "dealer_left", "dealer_seated"]);
    assert_eq!((live.table.live().dealer(), live.table.view().cards_left), (Some(StaffId(8)), left - 1));
    assert!(!live.table.live_gate().open, "one card is enough");
    live.card("6h");
    assert_eq!(live.finding(), Some(punto_table::live::FindingCode::SpareCard));
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_supervisor_who_seats_a_dealer_burns_no_card() {
    let burns = ScannerSettings { burn_on_handover: true, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", burns);
    live.load("BOX-0117");
    live.open_shoe();
    live.must(&LiveCommand::SeatDealer { dealer: StaffId(8), by: None });
    live.must(&LiveCommand::HandOver { dealer: DEALER.id(), to: StaffId(8) });
    live.must(&LiveCommand::SeatDealer { dealer: StaffId(9), by: Some(SUPERVISOR.id()) });
    assert_eq!((live.table.live_wait(), live.table.live_gate().open), (Some(LiveWait::Start), false));
}

#[test]
fn within_a_round_a_dealer_changes_with_a_supervisor_only() {
    let mut live = LiveTable::betting();
    let seat = |dealer, by| LiveCommand::SeatDealer { dealer: StaffId(dealer), by };
    let leave = |dealer| LiveCommand::UnseatDealer { dealer: StaffId(dealer), by: None };
    assert_eq!(refusal(live.live(leave(7))), LiveRefusal::InRound);
    assert_eq!(refusal(live.live(seat(2, Some(StaffId(2))))), LiveRefusal::InRound, "one person is one");
    assert_eq!(names(&live.must(&seat(8, Some(StaffId(2))))), ["dealer_left", "dealer_seated"]);
    assert_eq!(live.live(seat(8, None)), Ok(Decision::Duplicate));
    live.must(&seat(2, Some(StaffId(3))));
    assert_eq!(
        refusal(live.live(seat(8, Some(StaffId(2))))),
        LiveRefusal::InRound,
        "nobody lets themselves go"
    );
    live.must(&seat(8, Some(StaffId(3))));
    live.close();
    live.cards("9h Kd Ks 3c");
    assert_eq!(refusal(live.live(leave(7))), LiveRefusal::NotDealer);
    assert_eq!(names(&live.must(&leave(8))), ["dealer_left"]);
    assert_eq!(names(&live.must(&seat(7, None))), ["dealer_seated"], "nobody has to hand over");
}

#[test]
fn no_card_comes_from_anywhere_but_a_record_or_two_people() {
    use punto_table::{Origin, RecordRef};
    let mut live = LiveTable::closed();
    let card = crate::live_table::card("9h");
    let of = |n| Origin::Device(RecordRef { device: DEVICE, n });
    let keyed = Origin::Keyed { finding_no: 1, dealer: StaffId(7), supervisor: StaffId(2) };
    for from in [Origin::Shoe, of(1), of(2), keyed] {
        let refused = refusal(live.run(&Command::DrawCard { card, from }));
        assert_eq!(refused, LiveRefusal::NoSuchCard, "{from:?}");
    }
    live.unread();
    let shuffled = Command::DrawCard { card, from: of(live.n) };
    assert_eq!(refusal(live.run(&shuffled)), LiveRefusal::NoSuchCard);
}

#[test]
fn a_shuffled_table_has_no_dealer() {
    let mut settings = crate::live_table::settings("three-bet", ScannerSettings::default());
    settings.dealer = punto_table::Dealer::Shuffle;
    let table = punto_table::Table::new(std::sync::Arc::new(settings));
    let command = Command::Live(LiveCommand::JoinDevice { device: DEVICE });
    assert_eq!(punto_table::decide(&table, &command), Err(LiveRefusal::NotLive.into()));
    assert_eq!((table.live_wait(), table.card_due()), (None, None));
}

#[test]
fn a_call_keeps_the_next_round_away_until_somebody_answers_and_stops_none() {
    let mut live = LiveTable::closed();
    let call = LiveCommand::CallSupervisor { dealer: DEALER.id() };
    let stranger = live.live(LiveCommand::CallSupervisor { dealer: StaffId(8) });
    assert_eq!(refusal(stranger), LiveRefusal::NotDealer);
    let called_at = live.now;
    live.must(&call);
    assert_eq!(live.live(call.clone()), Ok(Decision::Duplicate), "one call is enough");
    assert_eq!(live.table.live_wait(), Some(LiveWait::Card), "the round goes on");
    live.cards("9h Kd Ks 3c");
    assert_eq!(live.table.live_wait(), Some(LiveWait::Supervisor));
    let by = live.table.live().call().map(|call| (call.dealer, call.at));
    assert_eq!(by, Some((DEALER.id(), called_at)));
    live.now = live.now.plus_ms(5_000);
    assert_eq!(refusal(start(&mut live)), LiveRefusal::Waits(LiveWait::Supervisor));
    assert_eq!(live.replayed(), live.table);
    live.must(&LiveCommand::AnswerCall { by: SUPERVISOR });
    assert_eq!(live.live(LiveCommand::AnswerCall { by: SUPERVISOR }), Ok(Decision::Duplicate));
    assert!(start(&mut live).is_ok());
    live.must(&call);
    let other = live.live(LiveCommand::AnswerCall { by: Person::Dealer(StaffId(8)) });
    assert_eq!(refusal(other), LiveRefusal::NotDealer, "only who deals takes it back");
    live.must(&LiveCommand::AnswerCall { by: DEALER });
    assert_eq!(live.table.live().call(), None);
}

#[test]
fn a_hold_lasts_until_a_dealer_begins_a_round_or_takes_it_back() {
    let mut live = LiveTable::closed();
    let (hold, end) =
        (LiveCommand::SetHold { dealer: DEALER.id() }, LiveCommand::EndHold { dealer: DEALER.id() });
    assert_eq!(live.live(end.clone()), Ok(Decision::Duplicate), "there is none");
    live.must(&hold);
    assert_eq!(live.live(hold.clone()), Ok(Decision::Duplicate));
    live.cards("9h Kd Ks 3c");
    assert_eq!(live.table.live_wait(), Some(LiveWait::Hold), "the round under way came to its end");
    live.now = live.now.plus_ms(5_000);
    let free = live.live(LiveCommand::OpenFreeRound { by: SUPERVISOR.id() });
    assert_eq!(refusal(free), LiveRefusal::Waits(LiveWait::Hold));
    live.must(&end);
    assert_eq!(live.table.live_wait(), Some(LiveWait::Start));
    live.must(&hold);
    assert!(start(&mut live).is_ok(), "who begins a round ends the hold");
    assert!(!live.table.live().is_held());
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn the_clock_begins_no_round_at_a_table_that_is_held_or_has_called() {
    let auto = ScannerSettings { start: Start::Auto, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", auto);
    live.load("BOX-0117");
    live.open_shoe();
    assert!(live.table.next_step().at.is_some());
    for (command, back) in [
        (LiveCommand::SetHold { dealer: DEALER.id() }, LiveCommand::EndHold { dealer: DEALER.id() }),
        (LiveCommand::CallSupervisor { dealer: DEALER.id() }, LiveCommand::AnswerCall { by: SUPERVISOR }),
    ] {
        live.must(&command);
        assert_eq!(live.table.next_step().at, None, "{command:?}");
        let now = live.now.plus_ms(60_000);
        assert!(live.run(&Command::OpenBetting { now }).is_err(), "{command:?}");
        live.must(&back);
        assert!(live.table.next_step().at.is_some());
    }
}
