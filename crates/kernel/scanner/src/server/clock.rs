//! The clock of a device on the server's clock. The device needs no time of its own; its quickest frame decides.

/// Two clocks that are good differ by less than one part in this many.
const DRIFT: u64 = 1_000;

/// How far the clock of a device is behind the server's, as the frame with the least delay shows.
///
/// Later frames raise it by the drift of good clocks only, so that a line which delays more and more is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset {
    /// When the quickest frame came.
    at: u64,
    /// The server's time less the device's in that frame.
    least: i64,
}

impl Offset {
    /// The offset after one frame, which came at `at` and was made at `t` of the device.
    pub(super) fn new(at: u64, t: u64) -> Self {
        Self { at, least: difference(at, t) }
    }

    /// Takes another frame.
    pub(super) fn observe(&mut self, at: u64, t: u64) {
        let seen = Self::new(at, t);
        if seen.least <= self.get(at) {
            *self = seen;
        }
    }

    /// The server's time less the device's.
    pub(super) fn get(&self, at: u64) -> i64 {
        self.least.saturating_add(signed(at.saturating_sub(self.at) / DRIFT))
    }

    /// When something that came at `at` and was made at `t` of the device was read, on the server's clock.
    pub(super) fn read_at(&self, at: u64, t: u64) -> u64 {
        u64::try_from(signed(t).saturating_add(self.get(at))).unwrap_or_default().min(at)
    }
}

/// The server's time less the device's.
pub(super) fn difference(at: u64, t: u64) -> i64 {
    signed(at).saturating_sub(signed(t))
}

fn signed(time: u64) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_frame_decides_and_a_slower_one_changes_nothing() {
        let mut offset = Offset::new(1_000_100, 0);
        offset.observe(1_001_010, 1_000);
        offset.observe(1_002_500, 2_000);
        assert_eq!(offset.get(1_002_009), 1_000_010);
        assert_eq!(offset.read_at(1_001_500, 1_400), 1_001_410);
        assert_eq!(offset.read_at(1_001_500, 9_999), 1_001_500, "never after it came");
    }

    #[test]
    fn a_line_that_delays_more_and_more_gains_the_drift_of_good_clocks_only() {
        let mut offset = Offset::new(1_000_000, 0);
        // Each frame is a tenth of a second later than the one before, for a minute.
        for second in 1..=60 {
            offset.observe(1_000_000 + second * 1_100, second * 1_000);
        }
        assert_eq!(offset.get(1_066_000), 1_000_066);
        // A clock that is slow by less than the drift is followed.
        let mut offset = Offset::new(1_000_000, 0);
        for second in 1..=3_600 {
            offset.observe(1_000_000 + second * 1_000, second * 1_000 - second / 2);
        }
        assert_eq!(offset.get(4_600_000), 1_001_800);
    }

    #[test]
    fn a_device_that_is_ahead_of_the_server_is_no_trouble() {
        let mut offset = Offset::new(5, 1_000);
        assert_eq!(offset.get(5), -995);
        assert_eq!(offset.read_at(7, 900), 0);
        offset.observe(u64::MAX, 0);
        assert_eq!(offset.read_at(u64::MAX, u64::MAX), u64::MAX >> 1);
    }
}
