//! Laws of both session machines: over any bad line, the server stores every record once and in order.

use proptest::prelude::*;
use punto_scanner::testing::{Outcome, against_device, against_server, run};

/// Actions of a script: see `testing::run`.
const CARD: u8 = 0;
const TO_HOUSE: u8 = 3;
const LOSE: u8 = 5;
const TO_SHOE: u8 = 7;
const KILL: u8 = 12;
const WAIT: u8 = 15;
const SETTLE: u8 = 16;

/// Scripts in which a session comes to life again and again; others hardly get beyond the challenge.
fn script() -> impl Strategy<Value = Vec<u8>> {
    let any_action = (0..20_u8, any::<u8>()).prop_map(|(action, arg)| vec![action, arg]);
    let cards = prop::collection::vec(Just([CARD, 0]), 1..40).prop_map(|cards| cards.concat());
    let alive = Just(vec![WAIT, 255, SETTLE, 0, SETTLE, 0]);
    // The second of three cards is lost, and the first is not stored when the device hears of it.
    let gap = Just(
        [[CARD, 0], [CARD, 0], [CARD, 0], [TO_HOUSE, 0], [LOSE, 0], [TO_HOUSE, 0], [TO_SHOE, 0]].concat(),
    );
    let step = prop_oneof![12 => any_action, 1 => cards, 2 => alive, 1 => gap];
    prop::collection::vec(step, 0..120).prop_map(|steps| steps.concat())
}

/// How many scripts to try.
fn lines() -> u32 {
    std::env::var("PUNTO_LINES").map_or(64, |text| text.parse().expect("PUNTO_LINES is a number of scripts"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(lines()))]

    #[test]
    fn every_record_is_stored_once_and_in_order(script in script()) {
        let outcome = run(&script);
        prop_assert!(outcome.records <= script.len() / 2);
    }

    #[test]
    fn a_server_keeps_its_laws_against_a_device_that_signs_anything(script in prop::collection::vec(any::<u8>(), 0..400)) {
        // Hello and admission come first, so that most scripts get beyond them.
        let welcome = [0, 7, 7, 7, 0, 4, 9];
        against_server(&[welcome.as_slice(), &script].concat());
    }

    #[test]
    fn a_device_keeps_its_laws_against_a_server_that_says_anything(script in prop::collection::vec(any::<u8>(), 0..400)) {
        let welcome = [0, 1, 1, 5, 7, 0, 5, 7, 1, 7, 50];
        against_device(&[welcome.as_slice(), &script].concat());
    }
}

#[test]
fn a_good_line_stores_all_cards_and_refuses_nothing() {
    let script =
        [[WAIT, 100], [SETTLE, 0], [CARD, 0], [CARD, 0], [SETTLE, 0], [CARD, 0], [SETTLE, 0]].concat();
    assert_eq!(run(&script), Outcome { records: 3, refused: 0, healed_ms: 0 });
}

#[test]
fn a_full_window_of_cards_is_stored_after_the_line_was_away() {
    let script = [[CARD, 0]; 40].concat();
    let Outcome { records, refused, healed_ms } = run(&script);
    assert_eq!((records, refused), (32, 0), "the device stops at 32, and the server takes them all at once");
    assert!(healed_ms <= 250, "{healed_ms}");
}

#[test]
fn a_server_that_is_killed_between_the_commit_and_the_ack_gets_the_record_again_and_keeps_one() {
    let script = [[WAIT, 100], [SETTLE, 0], [CARD, 0], [TO_HOUSE, 0], [KILL, 0]].concat();
    let outcome = run(&script);
    assert_eq!((outcome.records, outcome.refused), (1, 0));
}
