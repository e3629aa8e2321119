//! Measurements of one thing: their quantiles and their range, in whole units.

/// Measurements, in any order.
#[derive(Clone, Debug, Default)]
pub struct Series(Vec<u64>);

impl Series {
    /// Adds a measurement.
    pub fn add(&mut self, value: u64) {
        self.0.push(value);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least that at least so many thousandths of them do not exceed; 0 without any.
    pub fn quantile(&self, thousandths: usize) -> u64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = sorted.len().saturating_mul(thousandths).div_ceil(1_000).max(1);
        sorted.get(rank - 1).copied().unwrap_or_default()
    }

    /// The middle one; the lower of two.
    pub fn median(&self) -> u64 {
        self.quantile(500)
    }

    /// The smallest; 0 without any.
    pub fn least(&self) -> u64 {
        self.0.iter().min().copied().unwrap_or_default()
    }

    /// The largest; 0 without any.
    pub fn most(&self) -> u64 {
        self.0.iter().max().copied().unwrap_or_default()
    }
}

impl FromIterator<u64> for Series {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_measurements() {
        let series: Series = (1..=100).rev().collect();
        assert_eq!([0, 500, 990, 1_000].map(|part| series.quantile(part)), [1, 50, 99, 100]);
        assert_eq!((series.least(), series.median(), series.most()), (1, 50, 100));
        let none = Series::default();
        assert_eq!((none.least(), none.median(), none.most()), (0, 0, 0));
    }
}
