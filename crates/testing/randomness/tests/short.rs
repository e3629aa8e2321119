//! The short run, and the mistakes that it must find. `cargo xtask randomness` is the long one.

use std::ops::Range;

use punto_randomness::findings::FEWEST;
use punto_randomness::series::{alike, digest};
use punto_randomness::{Finding, Source, TABLES, WRONG, findings, measure};

/// The tests that are outside of their range, over the shoes of these numbers.
fn outside(source: Source, numbers: Range<u64>) -> Vec<Finding> {
    let found = findings(&measure(source, &numbers, |_| {}));
    found.into_iter().filter(|finding| !finding.is_accepted()).collect()
}

#[test]
fn the_shuffle_of_tables_is_within_the_range_of_chance() {
    // The first 50,000 have one test outside, by chance: docs/PROOFS.md has its number.
    let outside = outside(TABLES, FEWEST..2 * FEWEST);
    assert!(outside.is_empty(), "{outside:#?}");
}

#[test]
fn mistakes_of_the_shuffle_are_found() {
    for (name, expected) in [
        ("one-byte-modulo", "card by position"),
        ("off-by-one", "card by position"),
        ("swap-with-any", "card by"),
    ] {
        let source = WRONG.iter().find(|source| source.name == name).expect("a mistake of this name");
        // A fifth of the run is enough: these mistakes are large.
        let outside = outside(*source, 0..FEWEST / 5);
        assert!(outside.iter().any(|finding| finding.test.starts_with(expected)), "{name}: {outside:#?}");
    }
}

/// Of 200,000 seeds of 32 bits, about five pairs are equal. One deck shows it as well as eight, and in less time.
#[test]
fn a_seed_of_32_bits_gives_shoes_that_are_alike() {
    let pairs =
        |source: &Source| alike((0..200_000).map(|number| digest(&(source.cards)(number, 1))).collect());
    let short = WRONG.iter().find(|source| source.name == "seed-of-32-bits").expect("a mistake of this name");
    assert!((1..=15).contains(&pairs(short)), "{}", pairs(short));
}
