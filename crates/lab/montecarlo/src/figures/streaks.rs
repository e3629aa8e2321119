//! The lengths of streaks, beside those of independent coups. Knows no cards.

use baccarat::BySide;

use crate::counts::Counts;
use crate::number::real;
use crate::shoes::Tally;

/// Streaks of one length, or of that length and more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StreakLine {
    /// How many wins, at least.
    pub length: usize,
    /// Whether longer ones are counted here too.
    pub or_more: bool,
    /// How many there were.
    pub count: BySide<u64>,
    /// The expected number for independent coups in shoes of the same lengths. Coups of one shoe are not quite
    /// independent, so this is close but not exact.
    pub expected: BySide<f64>,
}

/// A line a length up to `longest`, the last of which holds all that were longer too. `banker_share` is Banker's share
/// of the coups that one side wins, by the exact law.
pub fn streak_lines(tally: &Tally, banker_share: f64, longest: usize) -> Vec<StreakLine> {
    let win = BySide { player: 1.0 - banker_share, banker: banker_share };
    let line = |length: usize| {
        let or_more = length == longest;
        let count = |counts: &Counts| {
            let counted =
                counts.iter().filter(|(number, _)| *number == length || or_more && *number > length);
            counted.map(|(_, times)| times).sum()
        };
        let expected = |win: f64| {
            let longer = if or_more { 0.0 } else { at_least(&tally.decided, win, length + 1) };
            at_least(&tally.decided, win, length) - longer
        };
        StreakLine { length, or_more, count: tally.streaks.as_ref().map(count), expected: win.map(expected) }
    };
    (1..=longest).map(line).collect()
}

/// The expected number of streaks of `length` wins or more, of a side that wins with chance `win` in independent
/// trials. One may start with the first trial, or after any win of the other side that leaves room for it.
fn at_least(trials: &Counts, win: f64, length: usize) -> f64 {
    let in_shoes = |(trials, shoes): (usize, u64)| {
        let room = trials.checked_sub(length)?;
        Some(real(shoes) * (1.0 + real(room) * (1.0 - win)))
    };
    let starts: f64 = trials.iter().filter_map(in_shoes).sum();
    // Multiplied out, so that it is the same number everywhere.
    (0..length).fold(starts, |streaks, _| streaks * win)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_streaks_are_those_of_all_sequences() {
        // All sequences of four trials, Banker's chance 0.6, weighed and their streaks counted.
        let (trials, banker) = (4_u32, 0.6_f64);
        for length in 1..=4_usize {
            let mut expected = 0.0;
            for sequence in 0..1_u32 << trials {
                let wins: Vec<bool> = (0..trials).map(|idx| sequence >> idx & 1 == 1).collect();
                let chance: f64 = wins.iter().map(|win| if *win { banker } else { 1.0 - banker }).product();
                let streaks = wins.chunk_by(|a, b| a == b).filter(|run| run[0] && run.len() >= length);
                expected += chance * real(streaks.count());
            }
            let actual = at_least(&[4].into_iter().collect(), banker, length);
            assert!((actual - expected).abs() < 1e-12, "{length}: {actual} {expected}");
        }
    }
}
