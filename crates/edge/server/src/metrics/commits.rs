//! The counts of commits.

use house::counts::{Count, Histogram};

/// The bounds of the histogram of time, in microseconds.
const TIME_US: &[u64] = &[250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];
/// The bounds of the histogram of units.
const UNITS: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/// The counts of commits.
#[derive(Debug)]
pub(crate) struct StoreCounts {
    /// How long commits took, in microseconds, those that failed among them.
    pub(super) time_us: Histogram,
    /// How many units were committed together.
    pub(super) units: Histogram,
    /// Commits that failed.
    pub(super) failed: Count,
}

impl Default for StoreCounts {
    fn default() -> Self {
        Self { time_us: Histogram::new(TIME_US), units: Histogram::new(UNITS), failed: Count::default() }
    }
}
