//! No bit of a proof file can be flipped unnoticed.

use crate::common::{file_of, known};
use punto_verify::testing::{Plan, Stage};
use punto_verify::{Report, check};

/// Whether a text is refused, or some check fails over it.
fn is_noticed(bytes: Vec<u8>) -> Result<(), Box<Report>> {
    let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
    let report = check(&text, &known());
    if report.has_failed() { Ok(()) } else { Err(Box::new(report)) }
}

/// Flips one bit in every `step`-th byte, another one each time.
fn flip_all(plan: &Plan, step: usize) {
    let text = file_of(plan).write();
    assert!(!check(&text, &known()).has_failed());
    for place in (0..text.len()).step_by(step) {
        let bit = (place / step) % 8;
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1 << bit;
        if let Err(report) = is_noticed(bytes) {
            let around = &text[place.saturating_sub(20)..(place + 20).min(text.len())];
            let bit = format!("bit {bit} of byte {place} of {around:?}");
            assert!(report.has_failed(), "{bit} makes no difference: {report:#?}");
        }
    }
}

#[test]
fn a_flipped_bit_of_a_played_shoe_is_noticed() {
    let corrected =
        Plan { stage: Stage::Rounds(3), corrected: vec![2], rekeyed_after: Some(1), ..Plan::default() };
    let why = fair::bulletin::Abandonment::TableClosed;
    flip_all(&Plan { finish: Some(Some(why)), rules: "sixty-round", ..corrected }, flips(29));
}

#[test]
fn a_flipped_bit_of_a_shoe_in_play_is_noticed() {
    flip_all(&Plan { rules: "sixty-round", ..Plan::in_play(Stage::Dealing(2, 3)) }, flips(61));
}

#[test]
fn a_flipped_bit_of_a_drawn_shoe_is_noticed() {
    flip_all(&Plan { rules: "sixty-round", ..Plan::in_play(Stage::Dealing(2, 3)) }.drawn(), flips(67));
}

/// Every how many bytes a bit is flipped: all of them with `PUNTO_FLIPS=1`.
fn flips(usual: usize) -> usize {
    std::env::var("PUNTO_FLIPS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
