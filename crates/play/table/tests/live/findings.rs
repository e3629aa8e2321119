//! Findings: how each is resolved and what follows, who may do it, and that one comes after the other.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{
    CardRead, FindingCode, How, LiveCommand, LiveRefusal, Needs, Person, Read, ScannerSettings, Shoes, Slot,
    UnreadRead,
};
use punto_table::{Decision, Refusal};

use crate::live_table::{DEALER, LiveTable, OTHER, SAME, SUPERVISOR, card, loaded, names};

fn next(live: &LiveTable, text: &str) -> CardRead {
    CardRead::new(live.pass + 1, card(text))
}

/// A table with an open finding of this kind, in a round if one can be under way then.
pub(crate) fn raised(code: FindingCode) -> LiveTable {
    let mut live = LiveTable::closed();
    match code {
        FindingCode::Unreadable => _ = live.unread(),
        FindingCode::ReadTwice => {
            live.card("9h");
            live.read(Read::Card(next(&live, "9h")));
        }
        FindingCode::OutOfTurn => {
            _ = live.read(Read::Card(CardRead { slot: Some(Slot::B1), ..next(&live, "9h") }));
        }
        FindingCode::TooManyCopies => {
            for _ in 0..2 {
                live.cards("9h 2d 9h 3d");
                live.start();
                live.close();
                live.cards("9h 4d 9h 5d");
                live.start();
                live.close();
            }
            live.card("9h");
        }
        FindingCode::SpareCard => {
            live.cards("9h Kd Ks 3c");
            live.card("6h");
        }
        FindingCode::EarlyCard => {
            live = LiveTable::betting();
            live.card("6h");
        }
        FindingCode::BurnForgotten => {
            _ = live.must(&LiveCommand::ReportBurnForgotten { by: SUPERVISOR.id() });
        }
        FindingCode::WrongShoe => _ = live.read(loaded("BOX-0118", 8)),
        FindingCode::ForeignCard => {
            _ = live.read(Read::Unread(UnreadRead { pass: live.pass + 1, foreign: true, rescan: None }));
        }
        FindingCode::Misread => {
            live.cards("9h Kd");
            live.must(&LiveCommand::ReportMisread { slot: Slot::P1, by: DEALER });
        }
        FindingCode::MissedCard => _ = live.read(Read::Card(CardRead { pass: 2, ..next(&live, "9h") })),
        FindingCode::LateReading => {
            let mut late = live.reading(Read::Card(next(&live, "9h")));
            late.late = true;
            live.take(late);
        }
        FindingCode::CutCardEarly => {
            live = LiveTable::opened("live-commission");
            live.read(Read::CutCard { pass: 1 });
        }
        FindingCode::CutCardLate => live = with_overlooked_cut_card(),
        FindingCode::Composition => {
            live = LiveTable::with(
                "three-bet",
                ScannerSettings { count_out: true, ..ScannerSettings::default() },
            );
            live.load("BOX-0117");
            live.open_shoe();
            live.must(&LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "test".to_owned() });
            live.must(&LiveCommand::CountOut { dealer: DEALER.id() });
        }
        FindingCode::DeviceDisagrees => {
            live.cards("9h Kd Ks 3c");
            live.read(Read::Result { outcome: "tie".parse().unwrap() });
        }
    }
    assert_eq!(live.finding(), Some(code));
    live
}

/// A shoe with seven cards left, whose cut card nobody saw.
fn with_overlooked_cut_card() -> LiveTable {
    let mut live = LiveTable::opened("three-bet");
    let mut left = card_by_card();
    while live.table.shoe().remaining() > 7 {
        live.now = live.now.plus_ms(1_000);
        live.read(Read::Card(CardRead::new(live.pass + 1, left.next().unwrap())));
        if live.finding() == Some(FindingCode::SpareCard) {
            live.resolved(How::Burn, &[DEALER]);
        }
    }
    live
}

/// All cards of eight decks, one after the other.
fn card_by_card() -> impl Iterator<Item = baccarat::Card> {
    (0..8).flat_map(|_| (0..52).filter_map(baccarat::Card::from_index))
}

fn refused(live: &mut LiveTable, how: How, by: Person) -> LiveRefusal {
    match live.resolve(how, by) {
        Err(Refusal::Live(refusal)) => refusal,
        other => panic!("{how:?} by {by:?}: {other:?}"),
    }
}

/// What each way out of each finding leads to, and where the table is then.
#[test]
fn each_way_out_leads_where_it_should() {
    use FindingCode as Code;
    for (code, how, events, phase) in [
        (Code::Unreadable, How::Rescan, "finding_resolved", "closed"),
        (Code::ReadTwice, How::Drop, "finding_resolved", "dealing"),
        (Code::ReadTwice, How::Take, "finding_resolved card_drawn", "dealing"),
        (Code::OutOfTurn, How::GoOn, "finding_resolved card_drawn", "dealing"),
        (Code::OutOfTurn, How::Void, "round_voided finding_resolved card_burned", "settled"),
        (Code::TooManyCopies, How::Rescan, "finding_resolved", "closed"),
        (
            Code::TooManyCopies,
            How::VoidAndEndShoe,
            "round_voided finding_resolved card_burned shoe_ended",
            "settled",
        ),
        (Code::SpareCard, How::Burn, "finding_resolved card_burned", "settled"),
        (Code::SpareCard, How::FreeHand, "finding_resolved free_round_opened card_drawn", "dealing"),
        (Code::EarlyCard, How::Burn, "finding_resolved card_burned", "betting"),
        (Code::EarlyCard, How::Void, "round_voided finding_resolved card_burned", "settled"),
        (Code::BurnForgotten, How::EndShoe, "finding_resolved shoe_ended", "closed"),
        (Code::WrongShoe, How::LoadRight, "finding_resolved", "closed"),
        (Code::WrongShoe, How::EndShoe, "finding_resolved shoe_ended", "closed"),
        (Code::ForeignCard, How::VoidAndEndShoe, "round_voided finding_resolved shoe_ended", "settled"),
        (Code::MissedCard, How::Rescan, "finding_resolved", "closed"),
        (Code::MissedCard, How::Void, "round_voided finding_resolved card_burned", "settled"),
        (Code::LateReading, How::Accept, "finding_resolved card_drawn", "dealing"),
        (Code::LateReading, How::Void, "round_voided finding_resolved card_burned", "settled"),
        (Code::CutCardEarly, How::Seen, "finding_resolved cut_card_seen", "shuffling"),
        (Code::CutCardEarly, How::LastRound, "finding_resolved shoe_ended", "shuffling"),
        (Code::CutCardEarly, How::EndShoe, "finding_resolved shoe_ended", "shuffling"),
        (Code::CutCardLate, How::Seen, "finding_resolved cut_card_seen", "shuffling"),
        (Code::CutCardLate, How::LastRound, "finding_resolved shoe_ended", "shuffling"),
        (Code::CutCardLate, How::EndShoe, "finding_resolved shoe_ended", "shuffling"),
        (Code::Composition, How::Note, "finding_resolved", "shuffling"),
        (Code::DeviceDisagrees, How::Note, "finding_resolved", "settled"),
    ] {
        let mut live = raised(code);
        let needs = live.table.ways().into_iter().find(|(way, _)| *way == how).map(|(_, needs)| needs);
        let people: &[Person] = match needs.unwrap_or_else(|| panic!("{code:?} {how:?}")) {
            Needs::Dealer => &[DEALER],
            Needs::Supervisor => &[SUPERVISOR],
            Needs::DealerAndSupervisor => &[DEALER, SUPERVISOR],
            Needs::TwoSupervisors => &[SUPERVISOR, OTHER],
        };
        let happened = names(&live.resolved(how, people)).join(" ");
        assert_eq!((happened.as_str(), live.phase()), (events, phase), "{code:?} {how:?}");
        assert_eq!(live.finding(), None, "{code:?} {how:?}");
        assert_eq!(live.replayed(), live.table, "{code:?} {how:?}");
    }
}

#[test]
fn a_forgotten_burn_is_put_right_also_when_the_shoe_was_ended_meanwhile() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd Ks 3c");
    live.must(&LiveCommand::ReportBurnForgotten { by: SUPERVISOR.id() });
    live.must(&LiveCommand::EndShoe { by: OTHER.id(), why: "it is worn".to_owned() });
    assert_eq!(live.table.ways(), [(How::EndShoe, Needs::Supervisor)]);
    assert_eq!(names(&live.resolved(How::EndShoe, &[SUPERVISOR])), ["finding_resolved"]);
    assert_eq!((live.finding(), live.replayed()), (None, live.table));
}

#[test]
fn only_the_right_people_resolve_a_finding_and_nobody_agrees_with_themselves() {
    for code in FindingCode::all() {
        let open = raised(*code);
        assert!(!open.table.ways().is_empty(), "{code:?} has a way out");
        for (how, needs) in open.table.ways() {
            if how == How::KeyIn {
                continue;
            }
            let wrong = match needs {
                Needs::Dealer => Some(SUPERVISOR),
                Needs::Supervisor | Needs::TwoSupervisors => Some(DEALER),
                Needs::DealerAndSupervisor => None,
            };
            if let Some(wrong) = wrong {
                assert_eq!(
                    refused(&mut open.clone(), how, wrong),
                    LiveRefusal::NotTheirs,
                    "{code:?} {how:?}"
                );
            }
            let absent = Person::Dealer(punto_table::StaffId(99));
            assert_eq!(refused(&mut open.clone(), how, absent), LiveRefusal::NotDealer, "{code:?} {how:?}");
            let (first, same) = match needs {
                Needs::DealerAndSupervisor => (DEALER, SAME),
                Needs::TwoSupervisors => (SUPERVISOR, SUPERVISOR),
                _ => continue,
            };
            let mut live = open.clone();
            assert_eq!(names(&live.resolved(how, &[first])), ["resolution_proposed"]);
            assert_eq!(refused(&mut live, how, same), LiveRefusal::SamePerson, "{code:?} {how:?}");
            assert_eq!(live.finding(), Some(*code));
        }
        let ways: Vec<How> = open.table.ways().into_iter().map(|(how, _)| how).collect();
        for how in How::all().iter().filter(|how| !ways.contains(how)) {
            let refusal = refused(&mut open.clone(), *how, SUPERVISOR);
            assert_eq!(refusal, LiveRefusal::NotThisWay { code: *code, how: *how });
        }
    }
}

#[test]
fn two_who_want_different_things_have_not_agreed() {
    let mut live = raised(FindingCode::TooManyCopies);
    live.resolved(How::VoidAndEndShoe, &[SUPERVISOR]);
    assert_eq!(names(&live.resolved(How::Rescan, &[DEALER])), ["finding_resolved"]);
    let old =
        live.live(LiveCommand::Resolve { finding_no: 1, how: How::VoidAndEndShoe, by: OTHER, why: None });
    assert_eq!(old, Err(LiveRefusal::NoSuchFinding { finding_no: 1 }.into()));
}

#[test]
fn a_card_is_rescanned_three_times_and_not_a_fourth() {
    let mut live = LiveTable::closed();
    for rescan in 0..3 {
        live.unread();
        let ways: Vec<How> = live.table.ways().into_iter().map(|(how, _)| how).collect();
        assert_eq!(ways.contains(&How::Void), rescan >= 2, "after {rescan} rescans");
        live.resolved(How::Rescan, &[DEALER]);
    }
    live.unread();
    let not = LiveRefusal::NotThisWay { code: FindingCode::Unreadable, how: How::Rescan };
    assert_eq!(refused(&mut live, How::Rescan, DEALER), not);
    live.resolved(How::Void, &[DEALER, SUPERVISOR]);
    live.start();
    live.close();
    live.unread();
    live.resolved(How::Rescan, &[DEALER]);
    live.card("9h");
    assert_eq!(live.on_table(), "9h", "another card is counted from the start");
}

#[test]
fn a_rescan_takes_the_place_of_what_it_replaces() {
    let mut live = raised(FindingCode::Unreadable);
    live.card("5c");
    assert!(live.table.ways().iter().all(|(how, _)| *how != How::Rescan), "another card passed since");
    let replacing = CardRead { rescan: Some(1), ..next(&live, "9h") };
    live.read(Read::Card(replacing));
    live.resolved(How::Rescan, &[DEALER]);
    assert_eq!(live.on_table(), "9h 5c");
}

#[test]
fn a_rescan_that_is_not_read_either_takes_the_place_of_what_it_replaces() {
    let mut live = raised(FindingCode::Unreadable);
    live.read(Read::Unread(UnreadRead { pass: 2, foreign: false, rescan: Some(1) }));
    live.read(Read::Card(CardRead { rescan: Some(2), ..next(&live, "9h") }));
    for left in [Some(FindingCode::Unreadable), None] {
        live.resolved(How::Rescan, &[DEALER]);
        assert_eq!(live.finding(), left);
    }
    assert_eq!(live.on_table(), "9h");
}

#[test]
fn the_same_mark_is_one_card_whatever_two_people_say() {
    let mut live = LiveTable::closed();
    let tagged = |live: &LiveTable| Read::Card(CardRead { tag: Some("a".to_owned()), ..next(live, "9h") });
    live.read(tagged(&live));
    live.read(tagged(&live));
    assert_eq!(live.finding(), Some(FindingCode::ReadTwice));
    let not = LiveRefusal::NotThisWay { code: FindingCode::ReadTwice, how: How::Take };
    assert_eq!(refused(&mut live, How::Take, DEALER), not);
    live.resolved(How::Drop, &[DEALER]);
    assert_eq!(live.on_table(), "9h");
}

#[test]
fn readings_wait_while_a_finding_is_open_and_a_supervisor_is_called_above_six() {
    let mut live = raised(FindingCode::OutOfTurn);
    live.cards("2c 3c 4c 5c 6c");
    let code = FindingCode::OutOfTurn;
    assert_eq!(live.table.live_wait(), Some(punto_table::live::LiveWait::Finding(code)));
    assert_eq!((live.on_table().as_str(), live.table.live().waiting().len()), ("", 6));
    live.resolved(How::GoOn, &[SUPERVISOR]);
    assert!(live.on_table().starts_with("9h 2c 3c 4c"), "{}", live.on_table());
}

#[test]
fn the_right_shoe_is_assigned_by_two_supervisors_or_loaded() {
    let assigned = ScannerSettings { shoes: Shoes::Assigned, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", assigned);
    live.load("BOX-0118");
    assert_eq!(live.finding(), Some(FindingCode::WrongShoe));
    let mut other = live.clone();
    let events = live.resolved(How::Assign, &[SUPERVISOR, OTHER]);
    assert_eq!(names(&events), ["finding_resolved", "shoe_assigned", "shoe_loaded"]);
    live.open_shoe();
    assert_eq!(live.replayed(), live.table);

    other.resolved(How::LoadRight, &[DEALER]);
    other.must(&LiveCommand::AssignShoe { label: "BOX-0119".to_owned(), seal: None, by: SUPERVISOR.id() });
    assert_eq!(names(&other.load("BOX-0119")), ["shoe_loaded"]);
    assert_eq!(names(&other.read(loaded("BOX-0117", 6))), ["finding_raised"]);
    let not = LiveRefusal::NotThisWay { code: FindingCode::WrongShoe, how: How::Assign };
    assert_eq!(refused(&mut other, How::Assign, SUPERVISOR), not, "its decks are wrong");
}

#[test]
fn cards_that_pass_before_a_shoe_is_open_are_of_the_wrong_one() {
    let mut live = LiveTable::new("three-bet");
    live.load("BOX-0117");
    live.card("9h");
    assert_eq!(live.finding(), Some(FindingCode::WrongShoe));
    live.resolved(How::LoadRight, &[DEALER]);
    assert_eq!(live.table.live().loaded(), None, "it is loaded again");
    live.load("BOX-0117");
    live.open_shoe();
}

#[test]
fn a_report_needs_a_card_on_the_table_and_no_open_finding() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    let report = |slot| LiveCommand::ReportMisread { slot, by: DEALER };
    assert_eq!(live.live(report(Slot::P2)), Err(LiveRefusal::NoCardThere.into()));
    live.must(&report(Slot::B1));
    let finding_no = live.table.seq();
    assert_eq!(live.live(report(Slot::P1)), Err(LiveRefusal::FindingOpen { finding_no }.into()));
    let duplicate = live.live(LiveCommand::Read(live.reading(Read::Fault)));
    assert!(matches!(duplicate, Ok(Decision::Accepted(events)) if names(&events) == ["record_noted"]));
}

#[test]
fn what_a_finding_is_about_waits_for_people_even_when_the_shoe_ends() {
    let mut live = raised(FindingCode::CutCardEarly);
    live.must(&LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "worn cards".to_owned() });
    assert_eq!(live.table.due_reaction(), None);
    live.resolved(How::Seen, &[DEALER]);
    assert_eq!((live.finding(), live.table.live().waiting().len()), (None, 0));
}
