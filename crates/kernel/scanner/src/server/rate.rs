//! How many frames a device may send, and how many of them may be bad. Knows no frame.

use std::collections::VecDeque;

/// Frames per second.
const PER_SECOND: u64 = 20;
/// What a frame costs, in milliseconds.
const COST_MS: u64 = 1000 / PER_SECOND;
/// The most that is saved up: a second's frames, and one window of records that are sent again.
const SAVED_MS: u64 = 2600;

/// Bad frames of one minute that end a session.
const BAD: usize = 3;
const BAD_MS: u64 = 60_000;

/// What a device may still send.
#[derive(Clone, Debug)]
pub(super) struct Rate {
    left_ms: u64,
    at: u64,
    bad: VecDeque<u64>,
}

impl Rate {
    pub(super) const fn new(at: u64) -> Self {
        Self { left_ms: SAVED_MS, at, bad: VecDeque::new() }
    }

    /// Counts a frame. Whether the device may send it.
    pub(super) fn take(&mut self, at: u64) -> bool {
        let saved = self.left_ms.saturating_add(at.saturating_sub(self.at)).min(SAVED_MS);
        self.at = at;
        let left = saved.checked_sub(COST_MS);
        self.left_ms = left.unwrap_or(saved);
        left.is_some()
    }

    /// Counts a bad frame. Whether it is one too many.
    pub(super) fn is_too_bad(&mut self, at: u64) -> bool {
        self.bad.retain(|bad| at.saturating_sub(*bad) < BAD_MS);
        self.bad.push_back(at);
        self.bad.len() >= BAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::WINDOW;

    #[test]
    fn a_whole_window_and_a_second_of_frames_may_come_at_once_and_then_twenty_a_second() {
        let mut rate = Rate::new(0);
        assert_eq!((0..100).filter(|_| rate.take(0)).count(), 20 + WINDOW);
        assert_eq!((0..1000).filter(|at| rate.take(*at)).count(), 19);
        assert!(!rate.take(999));
        assert!(rate.take(1000));
        assert_eq!((0..100).filter(|_| rate.take(1_000_000)).count(), 20 + WINDOW);
    }

    #[test]
    fn the_third_bad_frame_of_a_minute_is_one_too_many() {
        let mut rate = Rate::new(0);
        assert_eq!([0, 1, 60_000, 60_001].map(|at| rate.is_too_bad(at)), [false; 4]);
        assert!(rate.is_too_bad(60_002));
    }
}
