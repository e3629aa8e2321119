//! Reads of staff on record: each is an entry of the house's own log before its answer is sent.
//!
//! Repeats of the same read by the same person share an entry for a while, so that a console which asks every second
//! does not write every second.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use table::{PatronId, Timestamp};

use super::actor::Actor;
use crate::reports::turnover::DAY_MS;

/// How many reads are remembered. When there are more, repeats get entries of their own.
const REMEMBERED: usize = 4_096;

/// How long repeats of a read share an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Less than a minute from the entry on: reads of what is known of patrons.
    ForAMinute,
    /// The day of the entry, by UTC: what an auditor reads besides.
    ForTheDay,
}

impl Shared {
    fn covers(self, entry: Timestamp, now: Timestamp) -> bool {
        match self {
            Self::ForAMinute => (entry.0..entry.0.saturating_add(60_000)).contains(&now.0),
            Self::ForTheDay => entry <= now && entry.0.div_euclid(DAY_MS) == now.0.div_euclid(DAY_MS),
        }
    }
}

/// The latest reads that are on record, and when each was recorded.
#[derive(Debug, Default)]
pub(crate) struct ReadsOnRecord(Mutex<HashMap<Read, (Timestamp, Shared)>>);

/// Who read what of whom.
pub(crate) type Read = (Actor, Option<PatronId>, String);

impl ReadsOnRecord {
    pub(crate) fn covers(&self, read: &Read, now: Timestamp) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(read).is_some_and(|(entry, shared)| shared.covers(*entry, now))
    }

    pub(crate) fn remember(&self, read: Read, now: Timestamp, shared: Shared) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.retain(|_, (entry, shared)| shared.covers(*entry, now));
        }
        if known.len() < REMEMBERED {
            known.insert(read, (now, shared));
        }
    }
}

#[cfg(test)]
mod tests {
    use table::StaffId;

    use super::*;

    #[test]
    fn repeats_share_an_entry_for_a_while() {
        let read = |what: &str| (Actor::Staff(StaffId(1)), Some(PatronId(7)), what.to_owned());
        for (shared, last, first) in [
            (Shared::ForAMinute, DAY_MS - 30_000 + 59_999, DAY_MS - 30_000 + 60_000),
            (Shared::ForTheDay, DAY_MS - 1, DAY_MS),
        ] {
            let (reads, entry) = (ReadsOnRecord::default(), Timestamp(DAY_MS - 30_000));
            reads.remember(read("wallet"), entry, shared);
            assert!(reads.covers(&read("wallet"), Timestamp(last)), "{shared:?}");
            assert!(!reads.covers(&read("wallet"), Timestamp(first)), "{shared:?}");
            assert!(!reads.covers(&read("rounds"), entry), "another read has an entry of its own");
            assert!(!reads.covers(&read("wallet"), Timestamp(entry.0 - 1)), "the clock was set back");
        }
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let reads = ReadsOnRecord::default();
        let read = |number: usize| (Actor::House, None, number.to_string());
        for number in 0..REMEMBERED + 9 {
            reads.remember(read(number), Timestamp(0), Shared::ForAMinute);
        }
        assert_eq!(reads.0.lock().unwrap().len(), REMEMBERED);
        reads.remember(read(REMEMBERED), Timestamp(60_000), Shared::ForAMinute);
        assert_eq!(reads.0.lock().unwrap().len(), 1, "entries that cover nothing are forgotten");
    }
}
