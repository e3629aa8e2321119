//! The same tallies on every path, by any number of threads, and in any year.

use std::num::NonZeroUsize;

use baccarat::Outcome;
use odds::{Ending, Pair, Pairing};
use punto_montecarlo::fixed::{ALGORITHM, Detail, Path, Run};

use crate::support::{decks, fingerprint, uneven};

const DETAILS: [Detail; 3] = [Detail::Totals, Detail::Ranks, Detail::Cards];

#[test]
fn every_path_deals_the_same() {
    let paths: Vec<Path> = Path::all().collect();
    for (shoe, coups) in [(decks(1), 8), (decks(8), 9), (decks(8), 69), (decks(32), 17), (uneven(), 1)] {
        for detail in DETAILS {
            let run = Run::new(&shoe, coups, detail, 11).unwrap();
            for shoes in [1, 16, 33, 96] {
                let portable = run.block_by(Path::PORTABLE, 3, shoes);
                assert_eq!(portable.shoes(), u64::from(shoes));
                for path in &paths {
                    let tally = run.block_by(*path, 3, shoes);
                    assert_eq!(tally, portable, "{path:?}, {coups} coups of {shoes} shoes, {detail:?}");
                }
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let run = Run::new(&decks(8), 1, Detail::Ranks, 2).unwrap();
    let shoes = 3 * u64::from(Run::BLOCK_SHOES) + 1;
    let alone = run.all(shoes, NonZeroUsize::MIN, |_| ());
    for threads in [2, 5] {
        let mut progress = 0;
        let together = run.all(shoes, NonZeroUsize::new(threads).unwrap(), |coups| progress += coups);
        assert_eq!(together, alone, "{threads} threads");
        assert_eq!(progress, shoes);
    }
}

#[test]
fn a_detail_changes_no_sum() {
    for shoe in [decks(8), uneven()] {
        let of = |detail| Run::new(&shoe, 9, detail, 1).unwrap().block_by(Path::fastest(), 0, 200);
        let [totals, ranks, cards] = DETAILS.map(of);
        for ending in Ending::all() {
            let counts = [&totals, &ranks, &cards].map(|tally| tally.ending(ending));
            assert_eq!(counts, [counts[0]; 3], "{ending:?}");
            for pairing in Pairing::all() {
                let plain = Pairing { pairs: pairing.pairs.map(|pair| pair.min(Pair::Plain)), ..pairing };
                let finer = Pairing::all().filter(|it| {
                    it.alike == plain.alike && it.pairs.map(|pair| pair.min(Pair::Plain)) == plain.pairs
                });
                let sum: u64 = finer.map(|pairing| cards.count(pairing, ending)).sum();
                assert_eq!(ranks.count(plain, ending), sum, "{ending:?} {plain:?}");
            }
        }
    }
}

#[test]
fn tallies_are_frozen() {
    assert_eq!(ALGORITHM, "punto-fixed-1");
    let mut tallies = Vec::new();
    for (decks_of_shoe, coups, detail, seed, block) in [
        (8, 60, Detail::Totals, 1, 0),
        (8, 60, Detail::Ranks, 1, 0),
        (8, 60, Detail::Cards, 1, 0),
        (6, 1, Detail::Ranks, u64::MAX, 7),
        (1, 8, Detail::Cards, 0, u64::MAX),
        (32, 277, Detail::Totals, 0x0123_4567_89ab_cdef, 1 << 33),
    ] {
        let run = Run::new(&decks(decks_of_shoe), coups, detail, seed).unwrap();
        let tally = run.block_by(Path::fastest(), block, 100);
        let of = |outcome| -> u64 {
            let endings = Ending::all().filter(|ending| ending.outcome() == outcome);
            endings.map(|ending| tally.ending(ending)).sum()
        };
        tallies.push(([Outcome::Player, Outcome::Banker, Outcome::Tie].map(of), fingerprint(&tally)));
    }
    assert_eq!(tallies, FROZEN);
}

/// How often Player won, Banker won and neither; the fingerprint.
const FROZEN: [([u64; 3], u64); 6] = [
    ([2709, 2737, 554], 5_928_001_591_898_924_489),
    ([2709, 2737, 554], 4_162_240_277_496_966_041),
    ([2709, 2737, 554], 955_669_831_593_176_579),
    ([52, 37, 11], 11_225_296_051_260_887_461),
    ([379, 354, 67], 7_480_174_764_338_748_623),
    ([12_528, 12_557, 2_615], 6_559_987_506_445_222_016),
];
