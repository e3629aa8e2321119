//! What everybody reads of cards that were burned in mid-shoe or put right, and for how long.

use punto_table::live::{BurnWhy, CardNotice, How, LiveCommand, Slot};

use crate::live_table::{DEALER, LiveTable, SUPERVISOR, card};

fn notices(live: &LiveTable) -> Vec<CardNotice> {
    assert_eq!(live.replayed(), live.table);
    live.table.view().live.map(|live| live.notices).unwrap_or_default()
}

const fn burned(card: baccarat::Card, why: BurnWhy) -> CardNotice {
    CardNotice::Burned { card: Some(card), why }
}

/// Plays the round under way to its end, which is a natural of the player's.
fn natural(live: &mut LiveTable) {
    live.cards("9h Kd Ts 2c");
    assert!(live.is_over());
}

#[test]
fn a_card_that_came_too_early_is_named_until_the_betting_of_the_next_round_closes() {
    let mut live = LiveTable::betting();
    live.card("6h");
    assert_eq!(notices(&live), [], "it is not known yet what becomes of it");
    live.resolved(How::Burn, &[DEALER]);
    let expected = [burned(card("6h"), BurnWhy::Early)];
    assert_eq!(notices(&live), expected);
    live.close();
    natural(&mut live);
    live.start();
    assert_eq!(notices(&live), expected, "who looks now reads it, too");
    live.close();
    assert_eq!(notices(&live), []);
}

#[test]
fn a_card_that_came_after_the_round_is_named_beside_one_that_comes_before_the_next() {
    let mut live = LiveTable::closed();
    natural(&mut live);
    live.card("6h");
    live.resolved(How::Burn, &[DEALER]);
    live.start();
    live.card("7h");
    live.resolved(How::Burn, &[DEALER]);
    let (spare, early) = (burned(card("6h"), BurnWhy::Spare), burned(card("7h"), BurnWhy::Early));
    assert_eq!(notices(&live), [spare, early]);
    live.close();
    assert_eq!(notices(&live), [early], "a new round has been told");
}

#[test]
fn a_card_that_was_put_right_is_named_with_what_was_read() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    live.must(&LiveCommand::ReportMisread { slot: Slot::B1, by: DEALER });
    live.key(DEALER, "Qd").unwrap();
    assert_eq!(notices(&live), [], "nobody else has seen what one person typed");
    live.key(SUPERVISOR, "Qd").unwrap();
    assert_eq!(notices(&live), [CardNotice::Amended { slot: Slot::B1, from: card("Kd"), to: card("Qd") }]);
}

#[test]
fn a_card_that_was_read_rightly_after_all_is_not_named() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    live.must(&LiveCommand::ReportMisread { slot: Slot::B1, by: DEALER });
    live.key(DEALER, "Kd").unwrap();
    live.key(SUPERVISOR, "Kd").unwrap();
    assert_eq!((notices(&live), live.finding()), (Vec::new(), None));
}

#[test]
fn the_next_shoe_begins_without_notices() {
    let mut live = LiveTable::closed();
    natural(&mut live);
    live.card("6h");
    live.resolved(How::Burn, &[DEALER]);
    let end = LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "worn".to_owned() };
    live.must(&end);
    assert_eq!(notices(&live).len(), 1);
    live.load("BOX-0118");
    live.open_shoe();
    assert_eq!(notices(&live), []);
}
