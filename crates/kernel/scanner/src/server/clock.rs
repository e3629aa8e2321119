//! The clock of a device on the server's clock. The device needs no time of its own; the least delay of a while decides.

use std::collections::VecDeque;

/// How long a frame counts for the offset.
const WINDOW_MS: u64 = 60_000;

/// How far the clock of a device is behind the server's, as the quickest frame of the last minute shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Offset {
    /// When frames came, and the server's time less the device's. Only those that may still become the least one.
    least: VecDeque<(u64, i64)>,
}

impl Offset {
    /// Takes a frame that came at `at` and was made at `t` of the device.
    pub(super) fn observe(&mut self, at: u64, t: u64) {
        let offset = difference(at, t);
        while self.least.back().is_some_and(|(_, last)| *last >= offset) {
            self.least.pop_back();
        }
        self.least.push_back((at, offset));
        while self.least.front().is_some_and(|(first, _)| at.saturating_sub(*first) > WINDOW_MS) {
            self.least.pop_front();
        }
    }

    /// The server's time less the device's; 0 before the first frame.
    pub(super) fn get(&self) -> i64 {
        self.least.front().map_or(0, |(_, offset)| *offset)
    }

    /// When something that came at `at` and was made at `t` of the device was read, on the server's clock.
    pub(super) fn read_at(&self, at: u64, t: u64) -> u64 {
        let read = i64::try_from(t).unwrap_or(i64::MAX).saturating_add(self.get());
        u64::try_from(read).unwrap_or_default().min(at)
    }
}

pub(super) fn difference(at: u64, t: u64) -> i64 {
    let signed = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
    signed(at).saturating_sub(signed(t))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_frame_of_the_last_minute_decides() {
        let mut offset = Offset::default();
        offset.observe(1_000_100, 0);
        offset.observe(1_001_010, 1_000);
        offset.observe(1_002_500, 2_000);
        assert_eq!(offset.get(), 1_000_010);
        assert_eq!(offset.read_at(1_002_500, 2_000), 1_002_010);
        assert_eq!(offset.read_at(1_002_500, 9_999), 1_002_500, "never after it came");
        offset.observe(1_061_010, 60_700);
        assert_eq!(offset.get(), 1_000_010, "the second frame is a minute old and counts");
        offset.observe(1_061_011, 60_700);
        assert_eq!(offset.get(), 1_000_310, "and then it does not");
    }

    #[test]
    fn a_device_that_is_ahead_of_the_server_is_no_trouble() {
        let mut offset = Offset::default();
        offset.observe(5, 1_000);
        assert_eq!(offset.get(), -995);
        assert_eq!(offset.read_at(7, 900), 0);
        offset.observe(u64::MAX, 0);
        assert_eq!(offset.read_at(u64::MAX, u64::MAX), u64::MAX >> 1);
    }
}
