//! Requests of a session that check a password: each takes a processor for a while, so a session has one at a time, and
//! so many in a minute.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use house::people::LoggedIn;

use crate::problem::Problem;
use crate::rate_limit::{Rate, RateLimiter};

/// The requests of sessions that check passwords.
#[derive(Debug, Default)]
pub(crate) struct PasswordWork {
    rates: RateLimiter<String>,
    /// The sessions that have one under way.
    under_way: Arc<Mutex<HashSet<String>>>,
}

/// One request that checks a password. Dropped when it is done.
#[derive(Debug)]
pub(crate) struct UnderWay {
    session_id: String,
    all: Arc<Mutex<HashSet<String>>>,
}

impl PasswordWork {
    /// Begins a request of a session.
    ///
    /// # Errors
    /// The problem of a session that has another one under way, or had too many recently.
    pub(crate) fn begin(&self, session: &LoggedIn, rate: Rate, now: Instant) -> Result<UnderWay, Problem> {
        let session_id = session.session_id.clone();
        let too_many = |wait| {
            let message = "this session sends too many requests that check a password";
            Problem::too_many("too_many_requests", message, wait)
        };
        if !lock(&self.under_way).insert(session_id.clone()) {
            return Err(too_many(Duration::from_secs(1)));
        }
        let under_way = UnderWay { session_id, all: Arc::clone(&self.under_way) };
        self.rates.take(under_way.session_id.clone(), rate, now).map_err(too_many)?;
        Ok(under_way)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        lock(&self.all).remove(&self.session_id);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use house::people::{Known, Roles, StaffMember};
    use table::StaffId;

    use super::*;

    #[test]
    fn a_session_checks_one_password_at_a_time_and_so_many_in_a_minute() {
        let session = |key: &str| {
            let member = StaffMember::new(StaffId(1), "", Roles::new());
            LoggedIn::new(Known::Staff(member), Roles::new(), key.to_owned())
        };
        let (work, rate, now) = (PasswordWork::default(), Rate::per_minute(3), Instant::now());
        let (one, other) = (session("one"), session("other"));
        let under_way = work.begin(&one, rate, now).unwrap();
        assert_eq!(work.begin(&one, rate, now).unwrap_err().body.code, "too_many_requests");
        let of_other = work.begin(&other, rate, now).unwrap();
        drop(under_way);
        for _ in 0..2 {
            work.begin(&one, rate, now).unwrap();
        }
        for _ in 0..2 {
            assert!(
                work.begin(&one, rate, now).is_err(),
                "a request that is refused leaves nothing under way"
            );
        }
        work.begin(&one, rate, now + Duration::from_secs(20)).unwrap();
        drop(of_other);
        assert!(lock(&work.under_way).is_empty());
    }
}
