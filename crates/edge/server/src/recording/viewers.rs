//! Limits the viewers of live pictures: how many watch at a time, and how often each may ask. A picture takes a hundred
//! times the bandwidth of a table, so viewers must not slow down the people who play.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ticket::Viewer;
use crate::rate_limit::{Bucket, Rate};

/// How long after their last request somebody counts as looking.
const STAYS: Duration = Duration::from_secs(15);

/// The people who look.
#[derive(Debug)]
pub(crate) struct Viewers {
    most: usize,
    rate: Rate,
    known: Mutex<HashMap<Viewer, Seen>>,
}

#[derive(Debug)]
struct Seen {
    bucket: Bucket,
    last: Instant,
}

/// Why somebody may not look now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// As many look as may.
    Full,
    /// They ask too often; how long to wait.
    TooOften(Duration),
}

impl Viewers {
    pub(crate) fn new(most: usize, rate: Rate) -> Self {
        Self { most, rate, known: Mutex::default() }
    }

    /// Takes a request of somebody, who looks from now on.
    pub(crate) fn take(&self, viewer: Viewer, now: Instant) -> Result<(), NoRoom> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains_key(&viewer) && known.len() >= self.most {
            known.retain(|_, seen| now.saturating_duration_since(seen.last) < STAYS);
            if known.len() >= self.most {
                return Err(NoRoom::Full);
            }
        }
        let seen = known.entry(viewer).or_insert_with(|| Seen { bucket: Bucket::default(), last: now });
        seen.last = now;
        seen.bucket.take(self.rate, now).map_err(NoRoom::TooOften)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::Caller;
    use house::people::{Known, LoggedIn, Roles, StaffMember};
    use std::sync::Arc;
    use table::StaffId;

    fn viewer(number: u32) -> Viewer {
        let member = StaffMember::new(StaffId(number), "", Roles::new());
        let session = LoggedIn::new(Known::Staff(member), Roles::new(), String::new());
        Viewer::of(&Caller::with(Arc::new(session))).expect("somebody")
    }

    #[test]
    fn so_many_look_at_a_time_and_who_left_makes_room() {
        let rate = Rate { burst: 100, every: Duration::from_millis(1) };
        let (viewers, now) = (Viewers::new(2, rate), Instant::now());
        assert_eq!(viewers.take(viewer(1), now), Ok(()));
        assert_eq!(viewers.take(viewer(2), now), Ok(()));
        assert_eq!(viewers.take(viewer(3), now), Err(NoRoom::Full));
        let later = now + Duration::from_secs(10);
        assert_eq!(viewers.take(viewer(2), later), Ok(()), "who looks goes on looking");
        let after = now + STAYS;
        assert_eq!(viewers.take(viewer(3), after), Ok(()), "the first one has left");
        assert_eq!(viewers.take(viewer(1), after), Err(NoRoom::Full));
    }

    #[test]
    fn one_person_looks_so_often() {
        let every = Duration::from_secs(1);
        let (viewers, now) = (Viewers::new(2, Rate { burst: 2, every }), Instant::now());
        let taken: Vec<_> = (0..3).map(|_| viewers.take(viewer(1), now)).collect();
        assert_eq!(taken, [Ok(()), Ok(()), Err(NoRoom::TooOften(every))]);
        assert_eq!(viewers.take(viewer(2), now), Ok(()), "the others look on");
    }
}
