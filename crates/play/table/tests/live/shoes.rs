//! Shoes at a live table: how they are opened, and how the cut card and supervisors end them.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::sync::Arc;

use baccarat::Card;
use punto_table::live::{
    CardRead, FindingCode, Happened, How, LiveCommand, LiveRefusal, LiveWait, Person, Read,
    SCANNER_ALGORITHM, ScannerSettings, SeenBy,
};
use punto_table::{Command, Decision, Event, Refusal, Table, Wants};

use crate::live_table::{DEALER, LiveTable, OTHER, SUPERVISOR, Stored, card, names, settings};

fn open(live: &mut LiveTable) -> Result<Decision, Refusal> {
    let algorithm = SCANNER_ALGORITHM.to_owned();
    live.run(&Command::OpenShoe { algorithm, rules: None, proof: None })
}

fn end(live: &mut LiveTable) {
    live.must(&LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "worn cards".to_owned() });
}

#[test]
fn a_shoe_is_opened_when_it_was_loaded_with_a_dealer_and_a_device() {
    let mut live = LiveTable::new("three-bet");
    assert_eq!(live.table.next_step().at, None, "the dealer opens it");
    assert_eq!(open(&mut live), Err(LiveRefusal::Waits(LiveWait::Shoe).into()));
    live.load("BOX-0117");
    let mut alone = live.clone();
    alone.must(&LiveCommand::UnseatDealer { dealer: DEALER.id(), by: None });
    assert_eq!(open(&mut alone), Err(LiveRefusal::Waits(LiveWait::Dealer).into()));
    let shuffled = Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None };
    assert_eq!(live.run(&shuffled).unwrap_err().code(), "out_of_turn");
    assert!(open(&mut live).is_ok());
    assert_eq!(open(&mut live), Err(LiveRefusal::Waits(LiveWait::Shoe).into()), "it is open");
}

#[test]
fn the_events_and_readings_from_the_latest_shoe_on_are_enough_to_resume_the_table() {
    let mut live = LiveTable::opened("live-commission");
    for (label, seal) in [("BOX-0200", None), ("BOX-0201", Some("S-4711".to_owned()))] {
        live.must(&LiveCommand::AssignShoe { label: label.to_owned(), seal, by: SUPERVISOR.id() });
    }
    live.cards("Ad 2c");
    live.start();
    live.close();
    live.cards("9h Kd Ks 3c");
    end(&mut live);
    live.load("BOX-0118");
    live.read(Read::CutCard { pass: 1 });
    live.must(&LiveCommand::CallSupervisor { dealer: DEALER.id() });
    live.must(&LiveCommand::SetHold { dealer: DEALER.id() });
    live.open_shoe();
    live.cards("3d 2c 8h");
    let opened = |stored: &Stored| matches!(stored, Stored::Event(recorded) if matches!(recorded.event, Event::ShoeOpened { .. }));
    let from = live.history.iter().rposition(opened).unwrap();
    let happened = live.history[from..].iter().map(|stored| match stored {
        Stored::Event(recorded) => Happened::Event(recorded),
        Stored::Reading(reading) => Happened::Reading(reading),
    });
    let mut resumed = Table::new(Arc::clone(live.table.settings()));
    resumed.follow_all(happened).unwrap();
    assert_eq!(resumed, live.table);
    live.card("7h");
    assert_eq!(live.table.live_wait(), Some(LiveWait::Supervisor), "a burn that was half done went on");
    live.must(&LiveCommand::AnswerCall { by: SUPERVISOR });
    assert_eq!(live.table.live_wait(), Some(LiveWait::Hold));
}

#[test]
fn the_cut_card_is_a_signal_and_one_round_follows_the_one_in_which_it_is_seen() {
    for (seen_in, by_device) in [("betting", true), ("settled", true), ("dealing", false)] {
        let mut live = LiveTable::betting();
        let see = |live: &mut LiveTable| {
            if by_device {
                return live.read(Read::CutCard { pass: live.pass + 1 });
            }
            live.must(&LiveCommand::SeeCutCard { by: SeenBy::Person(DEALER) })
        };
        if seen_in == "betting" {
            assert_eq!(names(&see(&mut live)), ["cut_card_seen"]);
        }
        live.close();
        live.card("9h");
        if seen_in == "dealing" {
            assert_eq!(names(&see(&mut live)), ["cut_card_seen"]);
        }
        live.cards("Kd Ks 3c");
        if seen_in == "settled" {
            assert_eq!(names(&see(&mut live)), ["cut_card_seen"]);
        }
        let more = if seen_in == "settled" { 2 } else { 1 };
        for round in 0..more {
            assert!(!live.table.view().last_round, "{seen_in}");
            live.start();
            assert_eq!(live.table.view().last_round, round + 1 == more, "{seen_in}");
            live.close();
            live.cards("9h Kd Ks 3c");
        }
        assert_eq!(live.table.next_step().wants, Wants::OpenShoe, "{seen_in}");
        assert!(live.table.view().cut_card_out);
        assert_eq!(live.replayed(), live.table);
    }
}

#[test]
fn no_shoe_begins_a_round_with_fewer_than_six_cards() {
    let mut live = LiveTable::opened("sixty-round");
    for card in (0..8).flat_map(|_| (0..52).filter_map(Card::from_index)).take(411) {
        live.now = live.now.plus_ms(1_000);
        live.read(Read::Card(CardRead::new(live.pass + 1, card)));
        live.resolved(How::Burn, &[DEALER]);
    }
    assert_eq!(live.table.view().cards_left, 5);
    assert_eq!(live.table.live_wait(), Some(LiveWait::Shoe));
}

#[test]
fn a_supervisor_ends_the_shoe_after_the_round() {
    let mut live = LiveTable::betting();
    end(&mut live);
    assert!(live.table.view().last_round);
    live.close();
    live.cards("9h Kd Ks 3c");
    assert_eq!((live.table.next_step().wants, live.table.next_step().at), (Wants::OpenShoe, None));
    let again = LiveCommand::EndShoe { by: SUPERVISOR.id(), why: String::new() };
    assert_eq!(live.live(again), Err(LiveRefusal::Waits(LiveWait::Shoe).into()));
}

#[test]
fn an_uncounted_shoe_keeps_the_next_one_away() {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", scanner);
    live.load("BOX-0117");
    live.open_shoe();
    let count = |id| LiveCommand::CountOut { dealer: id };
    assert_eq!(live.live(count(DEALER.id())), Err(LiveRefusal::Waits(LiveWait::Shoe).into()), "in play");
    let everybody_reads = |live: &LiveTable| live.table.view().live.is_some_and(|live| live.counting);
    assert!(!everybody_reads(&live), "it is played from");
    end(&mut live);
    assert!(everybody_reads(&live), "that its cards are counted");
    let stranger: Person = OTHER;
    assert_eq!(live.live(count(stranger.id())), Err(LiveRefusal::NotDealer.into()));
    live.load("BOX-0118");
    assert_eq!(live.finding(), Some(FindingCode::WrongShoe));
}

#[test]
fn a_shoe_keeps_the_settings_of_its_scanner_to_its_end() {
    let mut live = LiveTable::closed();
    let unsure = |pass| Read::Card(CardRead { conf: Some(900), ..CardRead::new(pass, card("9h")) });
    assert_eq!(live.reaction(unsure(1)), "unreadable");
    let later = ScannerSettings { conf_min: 0, ..ScannerSettings::default() };
    live.table.set_up(Arc::new(settings("three-bet", later)));
    assert_eq!(live.reaction(unsure(1)), "unreadable");
    live.cards("9d Kd Ks 3c");
    live.live(LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "the box is worn".to_owned() }).unwrap();
    live.load("BOX-0118");
    live.open_shoe();
    live.start();
    live.close();
    assert_eq!(live.reaction(unsure(1)), "draw 9h");
}
