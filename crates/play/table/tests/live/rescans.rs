//! Cards that are scanned again: the right one, another one in its place, and one that nobody waits for any longer.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{CardRead, FindingCode, How, Needs, Read, UnreadRead};

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
    live.must(&punto_table::live::LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "test".to_owned() });
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
