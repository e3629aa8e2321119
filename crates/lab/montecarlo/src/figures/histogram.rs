//! Results of sessions in bins of equal width, the same for every scheme so that they can be compared. Knows no
//! drawing.

use std::collections::BTreeMap;

/// The bins that several histograms share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// How wide a bin is, in minor units.
    pub width: i64,
    /// Where the first bin begins, in minor units: a multiple of the width.
    pub low: i64,
    /// How many bins.
    pub bins: usize,
}

/// How many results fell into each bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// The bins.
    pub scale: Scale,
    /// Results by bin, from the lowest. A bin holds its lower edge and not its upper one.
    pub counts: Vec<u64>,
    /// Results below the first bin.
    pub below: u64,
    /// Results above the last bin.
    pub above: u64,
}

impl Scale {
    /// The finest bins of a round width that hold everything from `low` to `high`. There are 1 to `most` of them, and
    /// zero is always an edge.
    pub fn covering(low: i64, high: i64, most: usize) -> Self {
        let widths = (0..18).map(|power| 10_i64.pow(power)).flat_map(|ten| [ten, 2 * ten, 5 * ten]);
        let scale = |width: i64| {
            let (first, last) = (low.div_euclid(width), high.max(low).div_euclid(width));
            let bins = usize::try_from(last - first + 1).unwrap_or(usize::MAX);
            Self { width, low: first * width, bins }
        };
        let mut scales = widths.map(scale);
        let fits = |scale: &Self| scale.bins <= most.max(2);
        scales.find(fits).unwrap_or(Self { width: i64::MAX, low: 0, bins: 1 })
    }

    /// Where a bin begins, in minor units.
    pub fn edge(&self, bin: usize) -> i64 {
        let bins = i64::try_from(bin).unwrap_or(i64::MAX);
        self.low.saturating_add(bins.saturating_mul(self.width))
    }

    /// Counts results.
    pub fn histogram(&self, results: &BTreeMap<i64, u64>) -> Histogram {
        let mut histogram = Histogram { scale: *self, counts: vec![0; self.bins], below: 0, above: 0 };
        for (result, count) in results {
            let bin = usize::try_from((result - self.low).div_euclid(self.width));
            let slot = match bin {
                Err(_) => &mut histogram.below,
                Ok(bin) => histogram.counts.get_mut(bin).unwrap_or(&mut histogram.above),
            };
            *slot += count;
        }
        histogram
    }
}

impl Histogram {
    /// The most that fell into one bin, or beside them.
    pub fn tallest(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or_default().max(self.below).max(self.above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_round_and_zero_is_an_edge() {
        for (low, high, most, expected) in [
            (-100_000, 40_000, 20, Scale { width: 10_000, low: -100_000, bins: 15 }),
            (-99_999, -1, 20, Scale { width: 5_000, low: -100_000, bins: 20 }),
            (-7, 7, 40, Scale { width: 1, low: -7, bins: 15 }),
            (5, 5, 1, Scale { width: 1, low: 5, bins: 1 }),
            (-5, 5, 1, Scale { width: 10, low: -10, bins: 2 }),
        ] {
            assert_eq!(Scale::covering(low, high, most), expected, "{low} {high} {most}");
        }
    }

    #[test]
    fn a_bin_holds_its_lower_edge() {
        let results: BTreeMap<i64, u64> =
            [(-21, 1), (-20, 2), (-1, 3), (0, 4), (9, 5), (10, 6), (20, 7)].into_iter().collect();
        let scale = Scale { width: 10, low: -20, bins: 4 };
        let histogram = scale.histogram(&results);
        assert_eq!(histogram.counts, [2, 3, 9, 6]);
        assert_eq!((histogram.below, histogram.above), (1, 7));
        assert_eq!(histogram.tallest(), 9);
        assert_eq!([0, 2, 4].map(|bin| scale.edge(bin)), [-20, 0, 20]);
    }
}
