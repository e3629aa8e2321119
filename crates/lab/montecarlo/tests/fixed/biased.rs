//! Whether the check is worth anything: honest dealers pass, and dealers with the usual faults are caught.

use std::num::NonZeroUsize;

use baccarat::deal::Step;
use baccarat::{Card, Coup, Deal};
use odds::Composition;
use punto_montecarlo::fixed::{Detail, Run};

use crate::support::{decks, farthest};

/// Passing, and caught beyond doubt, in standard errors.
const PASSES: f64 = 4.0;
const CAUGHT: f64 = 5.0;

/// How a dealer picks the next card: `numbers` are of 32 bits, `left` cards remain. Gives a place among them.
type Pick = fn(u32, usize) -> usize;

fn scaled(number: u32, left: usize) -> usize {
    usize::try_from((u64::from(number) * u64::try_from(left).unwrap()) >> 32).unwrap()
}

/// A small generator for tests, `SplitMix64`.
fn numbers() -> impl FnMut() -> u32 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap()
    }
}

/// One suit, where faults are larger than in a shoe and so need fewer coups to show.
fn one_suit() -> Composition {
    let counts: Vec<i64> = (0..52).map(|place| i64::from(place < 13)).collect();
    Composition::from_counts(&counts).unwrap()
}

/// Its cards, from ace to king, shuffled as far as a coup needs.
fn coup(next_number: &mut impl FnMut() -> u32, pick: Pick) -> Coup {
    let mut cards: [Card; 13] = std::array::from_fn(|place| Card::from_index(place).unwrap());
    let mut deal = Deal::new();
    for next in 0..6 {
        let place = next + pick(next_number(), cards.len() - next);
        cards.swap(next, place);
        match deal.draw(cards[next]) {
            Step::More(more) => deal = more,
            Step::Done(coup) => return coup,
        }
    }
    unreachable!("six cards end a coup")
}

/// How far 50,000 coups of such a dealer lie from the law.
fn farthest_of(pick: Pick) -> f64 {
    let shoe = one_suit();
    let mut tally = Run::new(&shoe, 1, Detail::Cards, 0).unwrap().blank();
    let mut next_number = numbers();
    (0..50_000).for_each(|_| tally.push(&coup(&mut next_number, pick)));
    farthest(&shoe, &tally)
}

#[test]
fn an_honest_dealer_passes() {
    let farthest = farthest_of(scaled);
    assert!(farthest < PASSES, "{farthest}");
}

#[test]
fn the_usual_faults_are_caught() {
    let faults: [(&str, Pick); 5] = [
        ("the remainder of five bits", |number, left| usize::try_from(number >> 27).unwrap() % left),
        ("five bits scaled, and none refused", |number, left| scaled(number & 0xf800_0000, left)),
        ("the last card is never picked", |number, left| scaled(number, left - 1)),
        ("no card stays where it is", |number, left| 1 + scaled(number, left - 1)),
        ("only every other place", |number, left| scaled(number, left) & !1),
    ];
    for (fault, pick) in faults {
        let farthest = farthest_of(pick);
        assert!(farthest > CAUGHT, "{fault}: {farthest}");
    }
}

#[test]
fn runs_pass() {
    for (shoe, coups, shoes, seed) in
        [(decks(8), 60, 2_000, 1), (decks(1), 8, 10_000, 2), (decks(6), 1, 50_000, 3)]
    {
        let run = Run::new(&shoe, coups, Detail::Cards, seed).unwrap();
        let tally = run.all(shoes, NonZeroUsize::new(2).unwrap(), |_| ());
        let farthest = farthest(&shoe, &tally);
        assert!(farthest < PASSES, "{coups} coups of a shoe: {farthest}");
    }
}
