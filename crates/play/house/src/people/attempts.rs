//! Attempts to prove something: each is counted while it is judged, and settled by what comes of it. Knows no people.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::failures::Failures;
use super::refusal::PeopleRefusal;
use crate::answer::{HouseRefusal, Rejection};
use crate::ports::Clock;

/// Attempts from origins of one kind, and the failed ones among them.
#[derive(Debug)]
pub(super) struct Attempts<O>(Mutex<Failures<O>>);

impl<O> Default for Attempts<O> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<O: Copy + Eq + Hash> Attempts<O> {
    /// Makes an attempt, which counts as failed from its beginning, also when its caller gives up. It is forgiven when
    /// it succeeds, and given back when nobody judged it: too many passwords wait, or the store failed.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], or what it was judged to be.
    pub(super) async fn make<T>(
        &self,
        name: &str,
        origin: O,
        clock: &dyn Clock,
        judged: impl Future<Output = Result<T, Rejection>>,
    ) -> Result<T, Rejection> {
        let counted = self.failures().begin(name, origin, clock.now());
        let counted = counted.map_err(|wait| PeopleRefusal::TooManyAttempts { wait })?;
        let judged = judged.await;
        match &judged {
            Ok(_) => self.failures().forgive(&counted, clock.now()),
            Err(
                Rejection::Refused(HouseRefusal::People(PeopleRefusal::Busy { .. })) | Rejection::Failed(_),
            ) => self.failures().give_back(&counted),
            Err(Rejection::Refused(_)) => {}
        }
        judged
    }

    fn failures(&self) -> MutexGuard<'_, Failures<O>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
