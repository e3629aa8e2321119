//! Numbers that only grow, for those who watch a server: counts, counts by code, and histograms. Adding to one takes a
//! relaxed atomic addition, no lock and no memory. Knows nothing of what is counted.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// Adds one.
    pub fn one(&self) {
        self.add(1);
    }

    /// Adds so many.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// How many there were.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many different codes are counted apart. There are fewer; more would be counted as [`CodeCounts::OTHER`].
const CODES: usize = 64;

/// A count for each of a few stable codes.
#[derive(Debug)]
pub struct CodeCounts {
    /// A code takes the first free place when it comes for the first time.
    places: [(OnceLock<&'static str>, Count); CODES],
    other: Count,
}

impl Default for CodeCounts {
    fn default() -> Self {
        Self { places: std::array::from_fn(|_| Default::default()), other: Count::default() }
    }
}

impl CodeCounts {
    /// The code under which those are counted that found no place.
    pub const OTHER: &'static str = "other";

    /// Counts this code once more.
    pub fn one(&self, code: &'static str) {
        let place = self.places.iter().find(|(known, _)| *known.get_or_init(|| code) == code);
        place.map_or(&self.other, |(_, count)| count).one();
    }

    /// Every code that came, and how often.
    pub fn all(&self) -> Vec<(&'static str, u64)> {
        let known = self.places.iter().filter_map(|(code, count)| Some((*code.get()?, count.get())));
        let other = Some((Self::OTHER, self.other.get())).filter(|(_, count)| *count > 0);
        known.chain(other).collect()
    }
}

/// How often values were how large, and their sum.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [u64],
    /// One for each bound, and one for what is above all of them.
    counts: Box<[Count]>,
    sum: Count,
}

impl Histogram {
    /// A histogram with these bounds, which ascend.
    pub fn new(bounds: &'static [u64]) -> Self {
        let counts = bounds.iter().map(|_| Count::default()).chain([Count::default()]);
        Self { bounds, counts: counts.collect(), sum: Count::default() }
    }

    /// Counts a value.
    pub fn observe(&self, value: u64) {
        let place = self.bounds.partition_point(|bound| *bound < value);
        if let Some(count) = self.counts.get(place) {
            count.one();
        }
        self.sum.add(value);
    }

    /// Each bound with the number of values between it and the bound before, and the number above all bounds.
    pub fn counts(&self) -> (Vec<(u64, u64)>, u64) {
        let counts = self.bounds.iter().zip(&self.counts).map(|(bound, count)| (*bound, count.get()));
        (counts.collect(), self.counts.last().map_or(0, Count::get))
    }

    /// The sum of all values.
    pub fn sum(&self) -> u64 {
        self.sum.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_counted_apart_until_there_are_too_many() {
        let counts = CodeCounts::default();
        for code in ["late", "early", "late"] {
            counts.one(code);
        }
        assert_eq!(counts.all(), [("late", 2), ("early", 1)]);
        let many: Vec<&'static str> =
            (0..CODES).map(|n| &*Box::leak(n.to_string().into_boxed_str())).collect();
        for code in many {
            counts.one(code);
        }
        assert_eq!(counts.all().last(), Some(&(CodeCounts::OTHER, 2)));
        assert_eq!(counts.all().iter().map(|(_, count)| count).sum::<u64>(), 67);
    }

    #[test]
    fn a_value_counts_in_the_first_bound_that_holds_it() {
        let histogram = Histogram::new(&[10, 20]);
        for value in [0, 10, 11, 20, 21, 1_000] {
            histogram.observe(value);
        }
        assert_eq!(histogram.counts(), (vec![(10, 2), (20, 2)], 2));
        assert_eq!(histogram.sum(), 1_062);
    }
}
