//! Cards that are scanned again: the right one, another one in its place, and one that nobody waits for any longer.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{CardRead, FindingCode, How, LiveCommand, Needs, Read, Slot, UnreadRead};

use crate::live_table::{DEALER, LiveTable, SUPERVISOR, card, names};

/// A card passes, perhaps as the rescan of a pass, a while after the last one.
fn passes(live: &mut LiveTable, text: &str, rescan: Option<u64>) -> Vec<String> {
    live.now = live.now.plus_ms(2_000);
    let read = CardRead { rescan, ..CardRead::new(live.pass + 1, card(text)) };
    names(&live.read(Read::Card(read)))
}

/// A card passes and is not read.
fn fails(live: &mut LiveTable, rescan: Option<u64>) {
    live.read(Read::Unread(UnreadRead { pass: live.pass + 1, foreign: false, rescan }));
    assert_eq!(live.finding(), Some(FindingCode::Unreadable));
}

/// A round whose first card was not read, at the pass that this answers, and is scanned again.
fn scanned_again() -> (LiveTable, u64) {
    let mut live = LiveTable::closed();
    fails(&mut live, None);
    live.resolved(How::Rescan, &[DEALER]);
    let pass = live.pass;
    (live, pass)
}

fn ways(live: &LiveTable) -> Vec<(How, Needs)> {
    assert_eq!(live.finding(), Some(FindingCode::ReadTwice));
    live.table.ways()
}

#[test]
fn a_rescan_that_comes_after_another_card_was_dealt_in_its_place_is_looked_at() {
    let one_or_two = [(How::Drop, Needs::Dealer), (How::Take, Needs::DealerAndSupervisor)];
    for (how, people, on_table) in
        [(How::Take, &[DEALER, SUPERVISOR][..], "9h Kd"), (How::Drop, &[DEALER], "9h")]
    {
        let (mut live, pass) = scanned_again();
        // A device that does not mark its rescans says the same.
        assert_eq!(passes(&mut live, "9h", None), ["card_drawn"]);
        passes(&mut live, "Kd", Some(pass));
        assert!(ways(&live).iter().all(|way| one_or_two.contains(way)), "{:?}", ways(&live));
        assert_eq!(ways(&live).len(), 2);
        live.resolved(how, people);
        assert_eq!(live.on_table(), on_table, "{how:?}");
        assert_eq!(live.replayed(), live.table);
    }
}

#[test]
fn the_right_card_is_dealt_by_whichever_pass_of_it_the_device_names() {
    for named in [0, 1] {
        let (mut live, first) = scanned_again();
        fails(&mut live, Some(first));
        live.resolved(How::Rescan, &[DEALER]);
        assert_eq!(passes(&mut live, "9h", Some(first + named)), ["card_drawn"]);
        assert_eq!(passes(&mut live, "Kd", None), ["card_drawn"]);
        // It is out: another reading of it is no card.
        passes(&mut live, "9h", Some(first + named));
        assert_eq!(ways(&live), [(How::Drop, Needs::Dealer)]);
    }
}

#[test]
fn a_card_that_two_people_typed_is_out_of_the_shoe() {
    let mut live = LiveTable::closed();
    fails(&mut live, None);
    let pass = live.pass;
    live.key(DEALER, "9h").unwrap();
    live.key(SUPERVISOR, "9h").unwrap();
    live.go_on();
    assert_eq!(live.on_table(), "9h");
    passes(&mut live, "9h", Some(pass));
    assert_eq!(ways(&live), [(How::Drop, Needs::Dealer)]);
}

#[test]
fn a_mark_of_a_card_that_two_people_typed_is_out_of_the_shoe() {
    let mut live = LiveTable::closed();
    let marked = |live: &mut LiveTable, conf| {
        live.now = live.now.plus_ms(2_000);
        let tag = Some("a".to_owned());
        live.read(Read::Card(CardRead { conf, tag, ..CardRead::new(live.pass + 1, card("9h")) }));
    };
    marked(&mut live, Some(400));
    assert_eq!(live.finding(), Some(FindingCode::Unreadable));
    live.key(DEALER, "9h").unwrap();
    live.key(SUPERVISOR, "9h").unwrap();
    marked(&mut live, None);
    assert_eq!((ways(&live), live.on_table().as_str()), (vec![(How::Drop, Needs::Dealer)], "9h"));
}

#[test]
fn a_rescan_of_a_round_that_is_over_is_looked_at() {
    let (mut live, first) = scanned_again();
    fails(&mut live, Some(first));
    live.resolved(How::Rescan, &[DEALER]);
    fails(&mut live, Some(first));
    live.resolved(How::Void, &[DEALER, SUPERVISOR]);
    live.start();
    live.close();
    passes(&mut live, "9h", Some(first));
    assert_eq!(ways(&live), [(How::Drop, Needs::Dealer)], "it was burned with its round");
    live.resolved(How::Drop, &[DEALER]);
    assert_eq!(passes(&mut live, "9h", None), ["card_drawn"]);
}

#[test]
fn passes_count_anew_with_the_next_shoe() {
    let (mut live, first) = scanned_again();
    assert_eq!(passes(&mut live, "9h", Some(first)), ["card_drawn"]);
    live.cards("Kd Ks 3c");
    live.must(&LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "test".to_owned() });
    live.load("BOX-0118");
    live.open_shoe();
    live.start();
    live.close();
    fails(&mut live, None);
    let pass = live.pass;
    live.resolved(How::Rescan, &[DEALER]);
    assert_eq!(passes(&mut live, "9h", Some(pass)), ["card_drawn"]);
}

#[test]
fn a_second_rescan_of_a_card_of_the_burn_is_no_card_of_the_burn() {
    let mut live = LiveTable::opened("live-commission");
    fails(&mut live, None);
    let first = live.pass;
    live.resolved(How::Rescan, &[DEALER]);
    assert_eq!(passes(&mut live, "2d", Some(first)), [""; 0]);
    for again in [true, false] {
        if again {
            passes(&mut live, "2d", Some(first));
        } else {
            live.read(Read::Unread(UnreadRead { pass: live.pass + 1, foreign: false, rescan: Some(first) }));
        }
        assert_eq!(ways(&live), [(How::Drop, Needs::Dealer)]);
        live.resolved(How::Drop, &[DEALER]);
    }
    assert_eq!(passes(&mut live, "9h", None), [""; 0]);
    assert_eq!(passes(&mut live, "Kc", None), ["cards_burned"], "a two takes two cards with it");
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_mark_that_passes_twice_in_the_burn_is_one_card() {
    let mut live = LiveTable::opened("live-commission");
    for (text, tag) in [("2d", "a"), ("9h", "b"), ("9h", "b")] {
        let read = CardRead { tag: Some(tag.to_owned()), ..CardRead::new(live.pass + 1, card(text)) };
        live.now = live.now.plus_ms(2_000);
        assert!(!names(&live.read(Read::Card(read))).contains(&"cards_burned".to_owned()));
    }
    assert_eq!(ways(&live), [(How::Drop, Needs::Dealer)]);
    live.resolved(How::Drop, &[DEALER]);
    assert_eq!(passes(&mut live, "Kc", None), ["cards_burned"]);
}

#[test]
fn a_card_that_is_out_and_passes_again_between_rounds_is_no_spare_card() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd Ks");
    assert!(passes(&mut live, "3c", None).contains(&"round_settled".to_owned()));
    let known = live.table.view().cards_left;
    for early in [false, true] {
        if early {
            live.start();
        }
        // Also when the reading fails.
        for read in [
            Read::Card(CardRead { rescan: Some(live.pass), ..CardRead::new(live.pass + 1, card("3c")) }),
            Read::Unread(UnreadRead { pass: live.pass + 2, foreign: false, rescan: Some(live.pass) }),
        ] {
            live.read(read);
            assert_eq!(ways(&live), [(How::Drop, Needs::Dealer)], "early {early}");
            live.resolved(How::Drop, &[DEALER]);
        }
    }
    assert_eq!(live.table.view().cards_left, known, "nothing left the shoe");
    passes(&mut live, "6h", None);
    assert_eq!(live.finding(), Some(FindingCode::EarlyCard), "another card did");
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_like_card_right_after_the_round_may_be_the_same_one() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd Ks 3c");
    live.now = live.now.plus_ms(300);
    live.read(Read::Card(CardRead::new(live.pass + 1, card("3c"))));
    assert_eq!(ways(&live).len(), 2, "{:?}", ways(&live));
    live.resolved(How::Take, &[DEALER, SUPERVISOR]);
    assert_eq!(live.finding(), Some(FindingCode::SpareCard));
    live.resolved(How::Burn, &[DEALER]);
    assert_eq!(live.finding(), None);
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_void_burns_a_card_that_waits_with_its_rescan_once() {
    let mut live = LiveTable::closed();
    fails(&mut live, None);
    let first = live.pass;
    live.resolved(How::Rescan, &[DEALER]);
    fails(&mut live, Some(first));
    live.resolved(How::Rescan, &[DEALER]);
    fails(&mut live, Some(first));
    // The dealer lets it pass again before saying so.
    let last = live.pass;
    assert_eq!(passes(&mut live, "9h", Some(last)), [""; 0]);
    let burned = live.resolved(How::Void, &[DEALER, SUPERVISOR]);
    assert_eq!(names(&burned).iter().filter(|name| *name == "card_burned").count(), 1, "{burned:?}");
    assert_eq!(ways(&live), [(How::Drop, Needs::Dealer)]);
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_card_that_was_missed_and_the_one_behind_it_pass_again_without_more_questions() {
    let mut live = LiveTable::closed();
    live.pass += 1;
    passes(&mut live, "Kd", None);
    assert_eq!(live.finding(), Some(FindingCode::MissedCard));
    let behind = live.pass;
    live.resolved(How::Rescan, &[DEALER]);
    assert_eq!(passes(&mut live, "9h", None), ["card_drawn"]);
    assert_eq!(passes(&mut live, "Kd", Some(behind)), ["card_drawn"]);
    assert_eq!(live.on_table(), "9h Kd");
}

#[test]
fn a_card_that_was_put_right_takes_no_place_of_one_that_is_scanned_again() {
    let mut live = LiveTable::closed();
    live.cards("9h");
    fails(&mut live, None);
    let pass = live.pass;
    live.resolved(How::Rescan, &[DEALER]);
    live.must(&LiveCommand::ReportMisread { by: DEALER, slot: Slot::P1 });
    live.key(DEALER, "8h").unwrap();
    live.key(SUPERVISOR, "8h").unwrap();
    live.go_on();
    assert_eq!(passes(&mut live, "Kd", Some(pass)), ["card_drawn"]);
    assert_eq!(live.on_table(), "8h Kd");
}

#[test]
fn what_passed_unseen_before_the_cut_card_is_missed_at_the_card_behind_it() {
    for missed in [0, 1] {
        let mut live = LiveTable::closed();
        live.cards("9h Kd");
        live.pass += missed;
        live.read(Read::CutCard { pass: live.pass + 1 });
        passes(&mut live, "Ks", None);
        let (found, on_table) =
            if missed > 0 { (Some(FindingCode::MissedCard), "9h Kd") } else { (None, "9h Kd Ks") };
        assert_eq!((live.finding(), live.on_table().as_str()), (found, on_table));
        assert_eq!(live.replayed(), live.table);
    }
}

#[test]
fn passes_of_a_shoe_that_is_loaded_again_in_a_round_name_no_card_of_before() {
    let mut live = LiveTable::closed();
    live.cards("9h");
    live.load("BOX-0117");
    assert_eq!(live.finding(), Some(FindingCode::WrongShoe));
    live.resolved(How::LoadRight, &[DEALER]);
    live.pass = 0;
    fails(&mut live, None);
    live.resolved(How::Rescan, &[DEALER]);
    assert_eq!(passes(&mut live, "Kd", Some(1)), ["card_drawn"]);
    assert_eq!(live.replayed(), live.table);
}
