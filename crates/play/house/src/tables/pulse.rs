//! What a running table shows of its progress: what is due next, why it stopped, or that its task has ended. Judges
//! nothing but the time.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{TableId, Timestamp};

/// A step is late when it did not happen within twice its own time after it began to be waited for, but never sooner
/// than this after it was due, in milliseconds.
const PATIENCE_MS: u32 = 2_000;

/// The progress of one table, written by its task and read by everybody else.
#[derive(Debug, Default)]
pub(crate) struct Pulse(Mutex<Progress>);

#[derive(Debug, Default)]
struct Progress {
    expected: Option<Expected>,
    failure: Option<String>,
    refused: Option<String>,
    ended: bool,
}

/// A step that a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// What it is.
    pub(crate) step: &'static str,
    /// When it is due by the table.
    pub(crate) due: Timestamp,
    /// How long it takes from the step before it, in milliseconds.
    pub(crate) takes_ms: u32,
}

/// A table that does not go on, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoppedTable {
    /// The table.
    pub table: TableId,
    /// Why it does not go on.
    pub why: StopReason,
}

/// Why a table does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// A step is late.
    Late {
        /// The step.
        step: &'static str,
        /// When it was due.
        due: Timestamp,
        /// The latest failure of the store, if there was one.
        failure: Option<String>,
    },
    /// The ledger refuses what the table has to do. A supervisor can void the round.
    Refused {
        /// The step, and why the ledger refuses it.
        why: String,
    },
    /// The table's task has ended: another server runs the table, or the program has a bug.
    Ended,
}

impl StopReason {
    /// The stable code of this reason: `late`, `refused` or `ended`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Late { .. } => "late",
            Self::Refused { .. } => "refused",
            Self::Ended => "ended",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late { step, failure: None, .. } => write!(f, "the step {step} is late"),
            Self::Late { step, failure: Some(failure), .. } => {
                write!(f, "the step {step} is late: {failure}")
            }
            Self::Refused { why } => write!(f, "the ledger refuses what is due: {why}"),
            Self::Ended => f.write_str("the table's task has ended"),
        }
    }
}

impl Pulse {
    /// The table waits for this step. `now` counts instead of an earlier time at which it was due.
    pub(crate) fn expect(&self, expected: Expected, now: Timestamp) {
        let mut progress = self.progress();
        let known = progress.expected.is_some_and(|known| {
            known.step == expected.step && (known.due == expected.due || expected.due <= known.due)
        });
        if !known {
            progress.expected = Some(Expected { due: expected.due.max(now), ..expected });
            progress.failure = None;
        }
    }

    /// What the table waits for, if it waits.
    pub(crate) fn expected(&self) -> Option<Expected> {
        self.progress().expected
    }

    /// The table waits for nothing.
    pub(crate) fn rest(&self) {
        self.progress().expected = None;
    }

    /// What was due failed, and is tried again.
    pub(crate) fn failed(&self, failure: String) {
        self.progress().failure = Some(failure);
    }

    /// The ledger refuses what is due; none when that is over.
    pub(crate) fn refused(&self, why: Option<String>) {
        self.progress().refused = why;
    }

    /// The task of the table has ended.
    pub(crate) fn end(&self) {
        self.progress().ended = true;
    }

    fn stopped(&self, now: Timestamp) -> Option<StopReason> {
        let progress = self.progress();
        if progress.ended {
            return Some(StopReason::Ended);
        }
        if let Some(why) = progress.refused.clone() {
            return Some(StopReason::Refused { why });
        }
        let Expected { step, due, takes_ms } = progress.expected?;
        let late = now >= due.plus_ms(takes_ms.max(PATIENCE_MS));
        late.then(|| StopReason::Late { step, due, failure: progress.failure.clone() })
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The progress of all tables that run.
#[derive(Debug, Default)]
pub(crate) struct Pulses(Mutex<BTreeMap<TableId, Arc<Pulse>>>);

impl Pulses {
    /// Watches a table from now on.
    pub(crate) fn add(&self, table: TableId, pulse: Arc<Pulse>) {
        self.all().insert(table, pulse);
    }

    /// Watches a table no more.
    pub(crate) fn remove(&self, table: TableId) {
        self.all().remove(&table);
    }

    /// The tables that do not go on, by number.
    pub(crate) fn stopped(&self, now: Timestamp) -> Vec<StoppedTable> {
        let stopped = |(table, pulse): (&TableId, &Arc<Pulse>)| {
            pulse.stopped(now).map(|why| StoppedTable { table: *table, why })
        };
        self.all().iter().filter_map(stopped).collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Pulse>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(step: &'static str, due: i64, takes_ms: u32) -> Expected {
        Expected { step, due: Timestamp(due), takes_ms }
    }

    fn is_late(pulse: &Pulse, now: i64) -> bool {
        pulse.stopped(Timestamp(now)).is_some()
    }

    #[test]
    fn a_step_is_late_after_twice_its_time() {
        let pulse = Pulse::default();
        assert!(!is_late(&pulse, i64::MAX), "nothing is expected");
        for (takes_ms, late) in [(15_000, 45_000), (5_000, 35_000), (1_000, 32_000), (0, 32_000)] {
            let pulse = Pulse::default();
            pulse.expect(expected("close_betting", 30_000, takes_ms), Timestamp(15_000));
            assert!(!is_late(&pulse, late - 1) && is_late(&pulse, late), "{takes_ms}");
        }
    }

    #[test]
    fn what_was_due_before_the_table_ran_is_due_from_then_on() {
        let pulse = Pulse::default();
        pulse.expect(expected("card", 1_000, 1_000), Timestamp(90_000));
        assert!(!is_late(&pulse, 91_999) && is_late(&pulse, 92_000));
        pulse.expect(expected("card", 1_000, 1_000), Timestamp(92_500));
        assert!(is_late(&pulse, 92_500), "waiting again for the same does not help");
        pulse.expect(expected("open_betting", 97_000, 5_000), Timestamp(92_600));
        assert!(!is_late(&pulse, 101_999), "it went on");
    }

    #[test]
    fn a_table_that_waits_for_nothing_is_not_late() {
        let pulse = Pulse::default();
        pulse.expect(expected("card", 1_000, 1_000), Timestamp(0));
        pulse.rest();
        assert!(!is_late(&pulse, i64::MAX));
        pulse.refused(Some("it owes".to_owned()));
        assert!(is_late(&pulse, 0), "but one that the ledger refuses is stopped");
    }
}
