//! Log lines about things that a stranger can cause as often as they like: one line for many.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long after a line the next one is written.
const EVERY: Duration = Duration::from_secs(10);

/// Counts one kind of thing and says when to log it.
#[derive(Debug, Default)]
pub(crate) struct Seldom(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    logged_at: Option<Instant>,
    count: u64,
}

impl Seldom {
    /// Counts one; gives how many there were since the last line when it is time for another.
    pub(crate) fn count(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count = state.count.saturating_add(1);
        if state.logged_at.is_some_and(|at| now.saturating_duration_since(at) < EVERY) {
            return None;
        }
        state.logged_at = Some(now);
        Some(std::mem::take(&mut state.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_logged_at_once_and_many_in_one_line() {
        let (seldom, now) = (Seldom::default(), Instant::now());
        let at = |seconds| seldom.count(now + Duration::from_secs(seconds));
        assert_eq!([0, 1, 9, 10, 11, 20].map(at), [Some(1), None, None, Some(3), None, Some(2)]);
    }
}
