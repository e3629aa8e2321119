//! What is kept of each shoe in its order: who won the first coup, the points of the first card, a digest of all cards.

use std::collections::BTreeMap;

use baccarat::{Card, Outcome};
use sha2::{Digest as _, Sha256};

/// The parts of a run by the number of their first shoe. Parts may arrive in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series(BTreeMap<u64, Vec<Kept>>);

/// What is kept of one shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kept {
    winner: Outcome,
    points: u8,
    digest: u128,
}

impl Series {
    /// Adds the next shoe of the part that begins with the shoe of this number.
    pub fn add(&mut self, first: u64, winner: Outcome, cards: &[Card]) {
        let points = cards.first().map_or(0, |card| card.points().get());
        self.0.entry(first).or_default().push(Kept { winner, points, digest: digest(cards) });
    }

    /// Adds another part of the run.
    pub fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    fn kept(&self) -> impl Iterator<Item = &Kept> {
        self.0.values().flatten()
    }

    /// How far the number of runs of first coups that one side won, ties left out, is from what chance gives, in
    /// standard deviations (Wald and Wolfowitz).
    pub fn runs(&self) -> f64 {
        let winners: Vec<Outcome> =
            self.kept().map(|kept| kept.winner).filter(|winner| *winner != Outcome::Tie).collect();
        let banker = winners.iter().filter(|winner| **winner == Outcome::Banker).count() as f64;
        let all = winners.len() as f64;
        let runs = 1 + winners.windows(2).filter(|pair| pair.first() != pair.last()).count();
        let twice = 2.0 * banker * (all - banker);
        let (mean, variance) = (twice / all + 1.0, twice * (twice - all) / (all * all * (all - 1.0)));
        (runs as f64 - mean) / variance.sqrt()
    }

    /// How far the correlation of the points of the first card with those of the shoe `lag` shoes later is from zero,
    /// in standard deviations. Mean and variance of the points are known, so the sum of `n` products has variance `n`
    /// times the square of the variance of the points.
    pub fn correlation(&self, lag: usize) -> f64 {
        // Four ranks of 13 count 0, the other nine 1 to 9: the sum is 45, that of the squares 285.
        let mean = 45.0 / 13.0;
        let variance = 285.0 / 13.0 - mean * mean;
        let points: Vec<f64> = self.kept().map(|kept| f64::from(kept.points) - mean).collect();
        let later = points.iter().skip(lag);
        let pairs = points.len().saturating_sub(lag) as f64;
        let sum: f64 = points.iter().zip(later).map(|(one, other)| one * other).sum();
        sum / (variance * pairs.sqrt())
    }

    /// How many pairs of shoes are alike, card by card.
    pub fn alike(&self) -> u64 {
        alike(self.kept().map(|kept| kept.digest).collect())
    }
}

/// How many pairs of these are equal.
pub fn alike(mut digests: Vec<u128>) -> u64 {
    digests.sort_unstable();
    let count = |group: &[u128]| {
        let members = u64::try_from(group.len()).unwrap_or(u64::MAX);
        members * (members - 1) / 2
    };
    digests.chunk_by(|one, other| one == other).map(count).sum()
}

/// Half a SHA-256 over the cards: two of a million different shoes share it once in 10^26 runs.
pub fn digest(cards: &[Card]) -> u128 {
    let bytes: Vec<u8> = cards.iter().map(|card| u8::try_from(card.index()).unwrap_or(u8::MAX)).collect();
    let all: [u8; 32] = Sha256::digest(bytes).into();
    all.first_chunk().map_or(0, |half| u128::from_be_bytes(*half))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(text: &str) -> Series {
        let mut series = Series::default();
        for (number, letter) in (0..).zip(text.chars()) {
            let (winner, card) = match letter {
                'B' => (Outcome::Banker, "9h"),
                'P' => (Outcome::Player, "Kh"),
                _ => (Outcome::Tie, "5h"),
            };
            // One part each, the later ones first.
            let mut part = Series::default();
            part.add(number, winner, &[card.parse().unwrap()]);
            part.merge(series);
            series = part;
        }
        series
    }

    #[test]
    fn too_few_and_too_many_runs_are_far_from_chance() {
        assert!(
            series(&"B".repeat(50).chars().chain("P".repeat(50).chars()).collect::<String>()).runs() < -9.0
        );
        assert!(series(&"BTP".repeat(50)).runs() > 9.0);
        // Six of each in seven runs are what chance gives.
        assert!(series("BBPPBBPPBPPB").runs().abs() < 1e-9);
    }

    #[test]
    fn shoes_that_repeat_correlate_with_those_that_they_repeat() {
        let repeating = series(&"BPT".repeat(100));
        assert!(repeating.correlation(3) > 10.0, "{}", repeating.correlation(3));
        assert!(repeating.correlation(1) < 0.0);
    }

    #[test]
    fn every_pair_that_is_alike_is_counted() {
        assert_eq!(series("BPT").alike(), 0);
        assert_eq!(series("BPTBB").alike(), 3);
        assert_eq!(alike(Vec::new()), 0);
    }
}
