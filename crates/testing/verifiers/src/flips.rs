//! Flipped bits: each must make the verifier refuse the file, or fail a check.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use fair::bulletin::Abandonment;
use verify::testing::{Plan, Stage, TestTable, house_key, test_pairing};
use verify::{Known, check};

use crate::progress::progress;

/// A file, and how many bits of each byte are flipped.
struct Case {
    name: &'static str,
    text: String,
    bits: usize,
}

/// A shoe of three rounds and a full one, each played and in play, in the sealed order and drawn.
fn cases() -> [Case; 8] {
    let three = Plan { stage: Stage::Rounds(3), rules: "sixty-round", ..Plan::default() };
    let ended = Plan { finish: Some(Some(Abandonment::TableClosed)), ..three.clone() };
    let open = Plan { finish: None, ..three };
    [
        case("three rounds, ended", &ended, 8),
        case("three rounds, in play", &open, 8),
        case("full, played", &Plan::default(), 1),
        case("full, in play", &Plan::in_play(Stage::AllRounds), 1),
        case("three drawn rounds, ended", &ended.drawn(), 8),
        case("three drawn rounds, in play", &open.drawn(), 8),
        case("full and drawn, played", &Plan::default().drawn(), 1),
        case("full and drawn, in play", &Plan::in_play(Stage::AllRounds).drawn(), 1),
    ]
}

fn case(name: &'static str, plan: &Plan, bits: usize) -> Case {
    let mut table = TestTable::new(7, 41, plan.beacon);
    let played = table.play(plan);
    Case { name, text: table.file(&played).write(), bits }
}

/// Flips the bits. Returns how many, and those that nothing noticed.
pub(crate) fn run() -> (usize, Vec<String>) {
    let (mut flipped, unnoticed) = (0, Mutex::new(Vec::new()));
    for case in cases() {
        flipped += case.text.len() * case.bits;
        let bar = progress(case.name, u64::try_from(case.text.len()).unwrap_or_default());
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
                scope.spawn(|| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        if place >= case.text.len() {
                            break;
                        }
                        let found = flip_byte(&case, place);
                        if let (false, Ok(mut all)) = (found.is_empty(), unnoticed.lock()) {
                            all.extend(found);
                        }
                        bar.inc(1);
                    }
                });
            }
        });
        bar.finish_and_clear();
    }
    (flipped, unnoticed.into_inner().unwrap_or_default())
}

/// The bits of this byte whose flip nothing notices. Where one bit is flipped, it is another one for each byte.
fn flip_byte(case: &Case, place: usize) -> Vec<String> {
    let all = if case.bits == 8 { 0..8 } else { place % 8..place % 8 + 1 };
    all.filter(|bit| !is_noticed(&case.text, place, *bit))
        .map(|bit| format!("{}: bit {bit} of byte {place}", case.name))
        .collect()
}

fn is_noticed(text: &str, place: usize, bit: usize) -> bool {
    let mut bytes = text.as_bytes().to_vec();
    if let Some(byte) = bytes.get_mut(place) {
        *byte ^= 1 << bit;
    }
    let Ok(text) = String::from_utf8(bytes) else { return true };
    let known = Known { key: Some(house_key(1).public()), pairing: Some(&test_pairing), ..Known::default() };
    check(&text, &known).has_failed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flips_of_every_file_are_noticed_here_and_there() {
        for case in cases() {
            for place in (0..case.text.len()).step_by(1_499) {
                assert!(flip_byte(&case, place).is_empty(), "{} {place}", case.name);
            }
        }
    }
}
