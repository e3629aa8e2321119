//! What a run of bots counted, and what was wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::series::Series;

/// How many examples of a kind of problem are kept.
const EXAMPLES: usize = 5;

/// What a run counted.
#[derive(Debug, Default)]
pub struct Tally {
    /// Messages that arrived, public and private.
    pub messages: u64,
    /// Requests by their kind: `add`, `replace`, `undo`, `clear`.
    pub sent: BTreeMap<&'static str, u64>,
    /// Requests that were accepted.
    pub accepted: u64,
    /// Requests that were refused, by code.
    pub refused: BTreeMap<String, u64>,
    /// Requests whose answer was lost, and that were sent again.
    pub repeated: u64,
    /// Rounds that patrons had wagers in and that were settled or voided.
    pub settled: u64,
    /// The stakes of these rounds.
    pub staked: u64,
    /// The payouts of these rounds.
    pub paid: u64,
    /// Connections that a bot dropped.
    pub dropped: u64,
    /// Connections that the server closed, by why.
    pub closed: BTreeMap<String, u64>,
    /// Sockets that came back and got the frames they missed, or a snapshot.
    pub resumed: u64,
    /// The time from a request to its answer, in microseconds.
    pub answers: Series,
    /// The time from a public event to its frame, on one clock, in milliseconds.
    pub lags: Series,
    /// How many kinds of problems there were, with examples.
    pub problems: BTreeMap<&'static str, Problems>,
}

/// Problems of one kind.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Problems {
    /// How many.
    pub count: u64,
    /// The first of them.
    pub examples: Vec<String>,
}

impl Tally {
    /// Something is wrong.
    pub fn problem(&mut self, kind: &'static str, what: impl Into<String>) {
        let problems = self.problems.entry(kind).or_default();
        problems.count = problems.count.saturating_add(1);
        if problems.examples.len() < EXAMPLES {
            problems.examples.push(what.into());
        }
    }

    /// An answer arrived after that time.
    pub fn answered(&mut self, after: Duration) {
        self.answers.add(u64::try_from(after.as_micros()).unwrap_or(u64::MAX));
    }
}

/// Adds one to a count.
pub(super) fn count<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K) {
    let count = counts.entry(key).or_default();
    *count = count.saturating_add(1);
}
