//! A clock that never jumps, over a wall clock that may.
//!
//! Rounds are timed by timestamps, and everybody is shown when betting closes. If the wall clock is set an hour back, a
//! table would wait for an hour; if it is set forward, betting would close at once. So this one goes on at its own pace
//! and approaches the wall clock by a tenth of the time that passes.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use table::Timestamp;
use tracing::{info, warn};

use crate::ports::Clock;

/// What part of the time that passes is taken to approach the wall clock.
const APPROACH: i64 = 10;
/// How far the two may be apart before it is logged, in nanoseconds.
const FAR: i64 = 1_000_000_000;
const NS_OF_MS: i64 = 1_000_000;

/// A clock that follows another one without its jumps.
pub struct SteadyClock {
    wall: Arc<dyn Clock>,
    started: Instant,
    pace: Mutex<Pace>,
}

/// What the clock showed last. In nanoseconds, because it is read more often than each microsecond.
#[derive(Clone, Copy, Debug)]
struct Pace {
    shown: i64,
    /// How long it had run by then.
    ran: i64,
    /// How far the wall clock was ahead.
    ahead: i64,
}

impl SteadyClock {
    /// Starts at the time of the wall clock.
    pub fn over(wall: Arc<dyn Clock>) -> Self {
        let shown = wall.now().0.saturating_mul(NS_OF_MS);
        Self { wall, started: Instant::now(), pace: Mutex::new(Pace { shown, ran: 0, ahead: 0 }) }
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> Timestamp {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let ran = i64::try_from(self.started.elapsed().as_nanos()).unwrap_or(i64::MAX);
        let before = pace.ahead;
        pace.go_on(ran, self.wall.now());
        let seconds = pace.ahead / FAR;
        match (before.saturating_abs() < FAR, seconds == 0) {
            (true, false) => warn!(
                ahead_seconds = seconds,
                "the system's clock was set; the tables follow by a tenth of the time that passes, and at once after a \
                 restart"
            ),
            (false, true) => info!("the tables have the time of the system's clock again"),
            _ => {}
        }
        Timestamp(pace.shown / NS_OF_MS)
    }

    fn wall(&self) -> Timestamp {
        self.wall.now()
    }
}

impl Pace {
    /// Goes on to when the clock has run for so long and the wall clock shows that time.
    fn go_on(&mut self, ran: i64, wall: Timestamp) {
        let passed = ran.saturating_sub(self.ran).max(0);
        let own = self.shown.saturating_add(passed);
        let ahead = wall.0.saturating_mul(NS_OF_MS).saturating_sub(own);
        let most = passed / APPROACH;
        let approached = ahead.clamp(most.saturating_neg(), most);
        (self.shown, self.ran) = (own.saturating_add(approached), ran);
        self.ahead = ahead.saturating_sub(approached);
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "an overflow fails the test")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECOND: i64 = 1_000;

    /// What is shown each second, when the wall clock shows these times then.
    fn shown(walls: &[i64]) -> Vec<i64> {
        let mut pace = Pace { shown: 0, ran: 0, ahead: 0 };
        let each = |(second, wall): (i64, &i64)| {
            pace.go_on(second * SECOND * NS_OF_MS, Timestamp(*wall));
            pace.shown / NS_OF_MS
        };
        (1..).zip(walls).map(each).collect()
    }

    #[test]
    fn a_jump_is_approached_by_a_tenth_of_the_time_that_passes() {
        assert_eq!(shown(&[1_000, 2_000, 3_000]), [1_000, 2_000, 3_000]);
        let hour = 3_600_000;
        assert_eq!(shown(&[1_000, 2_000 + hour, 3_000 + hour]), [1_000, 2_100, 3_200]);
        assert_eq!(shown(&[1_000, 2_000 - hour, 3_000 - hour]), [1_000, 1_900, 2_800]);
        assert_eq!(shown(&[1_000, 2_150, 3_150, 4_150]), [1_000, 2_100, 3_150, 4_150], "it arrives");
        assert_eq!(shown(&[1_000, 1_850, 2_850, 3_850]), [1_000, 1_900, 2_850, 3_850]);
    }

    #[test]
    fn the_wall_clock_can_still_be_asked() {
        struct Fixed;
        impl Clock for Fixed {
            fn now(&self) -> Timestamp {
                Timestamp(7_000)
            }
        }
        let clock = SteadyClock::over(Arc::new(Fixed));
        assert_eq!((clock.now(), clock.wall()), (Timestamp(7_000), Timestamp(7_000)));
    }

    proptest! {
        #[test]
        fn time_never_goes_back_and_never_runs_more_than_a_tenth_off(
            steps in prop::collection::vec((0_i64..5_000_000_000, any::<i64>()), 1..50),
        ) {
            let mut pace = Pace { shown: 1_700_000_000_000 * NS_OF_MS, ran: 0, ahead: 0 };
            for (passed, wall) in steps {
                let before = pace;
                pace.go_on(before.ran + passed, Timestamp(wall));
                let went = pace.shown - before.shown;
                prop_assert!((passed - passed / APPROACH..=passed + passed / APPROACH).contains(&went));
            }
        }
    }
}
