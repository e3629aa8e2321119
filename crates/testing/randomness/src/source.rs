//! Where shoes come from: the code of tables, or a shuffle with a mistake. The mistakes use the raw bytes of the same
//! shoe as their random numbers, so only the mistake differs.

use core::fmt;

use baccarat::Card;
use fair::{TaggedHash, lab, shuffle};

use crate::size::DECKS;

/// A shoe for each number.
#[derive(Clone, Copy)]
pub struct Source {
    /// Its name on the command line.
    pub name: &'static str,
    /// The cards of the shoe of this number and these decks, in dealing order.
    pub cards: fn(u64, u8) -> Vec<Card>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The code of tables.
pub const TABLES: Source =
    Source { name: "tables", cards: |number, decks| lab::cards(&lab::secret(number), decks) };

/// Shuffles with known mistakes.
pub const WRONG: [Source; 4] = [
    Source { name: "one-byte-modulo", cards: one_byte_modulo },
    Source { name: "off-by-one", cards: off_by_one },
    Source { name: "swap-with-any", cards: swap_with_any },
    Source { name: "seed-of-32-bits", cards: seed_of_32_bits },
];

/// The random numbers of a shoe as bytes, twice as many as its shuffle takes.
fn random(number: u64, decks: u8) -> Vec<u8> {
    lab::raw(&lab::secret(number), decks.saturating_mul(2)).to_vec()
}

/// The same in words of four bytes.
fn words(number: u64, decks: u8) -> impl Iterator<Item = usize> {
    let bytes = random(number, decks);
    let words: Vec<usize> = bytes.as_chunks().0.iter().map(|word| number_of(*word)).collect();
    words.into_iter()
}

fn number_of(word: [u8; 4]) -> usize {
    usize::try_from(u32::from_le_bytes(word)).unwrap_or(usize::MAX)
}

fn full(decks: u8) -> Vec<Card> {
    (0..decks).flat_map(|_| Card::deck()).collect()
}

/// Takes one byte modulo the number of places: some places are likelier, and those above 255 are never taken.
fn one_byte_modulo(number: u64, decks: u8) -> Vec<Card> {
    let (mut cards, random) = (full(decks), random(number, decks));
    for (i, byte) in (1..cards.len()).rev().zip(random) {
        cards.swap(i, usize::from(byte) % (i + 1));
    }
    cards
}

/// Takes a number below `i` instead of below `i + 1`: no card stays in its place (Sattolo's algorithm).
fn off_by_one(number: u64, decks: u8) -> Vec<Card> {
    let mut cards = full(decks);
    for (i, word) in (1..cards.len()).rev().zip(words(number, decks)) {
        cards.swap(i, word % i);
    }
    cards
}

/// Swaps every place with any place: `n^n` ways to `n!` orders, which cannot be equally likely.
fn swap_with_any(number: u64, decks: u8) -> Vec<Card> {
    let mut cards = full(decks);
    for (i, word) in (0..cards.len()).zip(words(number, decks)) {
        let any = word % cards.len();
        cards.swap(i, any);
    }
    cards
}

/// Shuffles soundly from a seed of 32 bits: of a million shoes, some are alike.
fn seed_of_32_bits(number: u64, decks: u8) -> Vec<Card> {
    let long = TaggedHash::new("punto/stat/3").u64(number).finish().0;
    let mut seed = [0; 32];
    seed.iter_mut().zip(long).take(4).for_each(|(into, byte)| *into = byte);
    shuffle(&seed, decks)
}

/// The number of raw bytes that one shoe adds, at least.
pub const RAW_BYTES: u64 = 1_660;

/// The raw bytes of the shoe of this number.
pub fn raw(number: u64) -> Vec<u8> {
    lab::raw(&lab::secret(number), DECKS).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_gives_all_cards_and_another_shoe_for_another_number() {
        for source in WRONG.iter().chain([&TABLES]) {
            let mut cards = (source.cards)(1, DECKS);
            assert_ne!(cards, (source.cards)(2, DECKS), "{source:?}");
            let mut all = full(DECKS);
            cards.sort_unstable();
            all.sort_unstable();
            assert_eq!(cards, all, "{source:?}");
        }
    }
}
