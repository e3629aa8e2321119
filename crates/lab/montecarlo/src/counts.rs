//! Counts of small numbers, such as rounds of a shoe or lengths of streaks. Does not know what is counted.

use std::collections::BTreeMap;

use crate::number::share;

/// How often each of some numbers came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<usize, u64>);

impl Counts {
    /// `number` came up once more.
    pub fn add(&mut self, number: usize) {
        self.add_times(number, 1);
    }

    /// Adds occurrences of `number`.
    pub fn add_times(&mut self, number: usize, times: u64) {
        if times > 0 {
            *self.0.entry(number).or_default() += times;
        }
    }

    /// Adds all counts of another.
    pub fn merge(&mut self, other: &Self) {
        other.iter().for_each(|(number, times)| self.add_times(number, times));
    }

    /// The numbers that came up, from the least, and how often each did.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.0.iter().map(|(number, times)| (*number, *times))
    }

    /// How often this number came up.
    pub fn of(&self, number: usize) -> u64 {
        self.0.get(&number).copied().unwrap_or_default()
    }

    /// How often any number came up.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The sum of all that came up.
    pub fn sum(&self) -> u64 {
        self.iter().map(|(number, times)| u64::try_from(number).unwrap_or(u64::MAX) * times).sum()
    }

    /// The least number that came up.
    pub fn least(&self) -> Option<usize> {
        self.0.keys().next().copied()
    }

    /// The largest number that came up.
    pub fn most(&self) -> Option<usize> {
        self.0.keys().next_back().copied()
    }

    /// The mean of all that came up.
    pub fn mean(&self) -> Option<f64> {
        share(self.sum(), self.total())
    }
}

impl FromIterator<usize> for Counts {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut counts = Self::default();
        numbers.into_iter().for_each(|number| counts.add(number));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_and_merged() {
        let mut counts: Counts = [3, 1, 3].into_iter().collect();
        counts.merge(&[9, 1].into_iter().collect());
        assert_eq!(counts.iter().collect::<Vec<_>>(), [(1, 2), (3, 2), (9, 1)]);
        assert_eq!((counts.of(3), counts.of(4), counts.of(99)), (2, 0, 0));
        assert_eq!((counts.total(), counts.sum()), (5, 17));
        assert_eq!((counts.least(), counts.most()), (Some(1), Some(9)));
        assert_eq!(counts.mean(), Some(3.4));
    }

    #[test]
    fn nothing_has_no_mean() {
        let none = Counts::default();
        assert_eq!((none.least(), none.most(), none.mean(), none.total()), (None, None, None, 0));
    }
}
