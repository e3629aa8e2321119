//! The names of staff that were read recently. Knows no store.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{StaffId, Timestamp};

/// How long names are kept that another program may have changed, in milliseconds.
const NAMES_MS: i64 = 60_000;

/// The names of staff by number, as they stood at one moment. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct StaffNames {
    /// How many changes of names this program had made when they were read.
    pub(crate) changes: u64,
    /// Under which name each logs in.
    pub(crate) names: Arc<BTreeMap<StaffId, String>>,
    /// The display names of those who have one.
    pub(crate) display_names: Arc<BTreeMap<StaffId, String>>,
}

/// The names that were read recently.
#[derive(Debug, Default)]
pub(super) struct NamesRead(Mutex<Read>);

#[derive(Debug, Default)]
struct Read {
    changes: u64,
    latest: Option<(Timestamp, StaffNames)>,
}

impl NamesRead {
    /// Has the names read again, those that are just being read included.
    pub(super) fn forget(&self) {
        let mut read = self.lock();
        *read = Read { changes: read.changes.wrapping_add(1), latest: None };
    }

    /// The names, if they were read recently; else how many changes of names this program has made.
    pub(super) fn recent(&self, now: Timestamp) -> Result<StaffNames, u64> {
        let read = self.lock();
        let recent = read.latest.as_ref().filter(|(at, _)| now.0.saturating_sub(at.0) < NAMES_MS);
        recent.map(|(_, names)| names.clone()).ok_or(read.changes)
    }

    /// Keeps names, unless this program changed some since it began to read them.
    pub(super) fn keep(&self, now: Timestamp, names: &StaffNames) {
        let mut read = self.lock();
        if read.changes == names.changes {
            read.latest = Some((now, names.clone()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Read> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_read_before_a_change_are_not_kept() {
        let (read, now) = (NamesRead::default(), Timestamp(1_000));
        let of = |changes| StaffNames { changes, names: Arc::default(), display_names: Arc::default() };
        let changes = read.recent(now).unwrap_err();
        read.forget();
        read.keep(now, &of(changes));
        let changes = read.recent(now).unwrap_err();
        read.keep(now, &of(changes));
        assert!(read.recent(Timestamp(1_000 + NAMES_MS - 1)).is_ok());
        assert!(read.recent(Timestamp(1_000 + NAMES_MS)).is_err(), "another program may have changed them");
    }
}
