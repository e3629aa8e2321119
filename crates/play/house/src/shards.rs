//! What the house keeps for patrons, in many parts, so that two patrons rarely wait for the same lock.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::PatronId;

/// How many parts there are: as many as the low byte of a patron's number tells apart.
pub(crate) const PARTS: usize = 256;

/// Something for all patrons in many parts, each under a lock of its own.
pub(crate) struct Shards<T>(Box<[Part<T>; PARTS]>);

/// A part. It shares no cache line with another one.
#[derive(Default)]
#[repr(align(128))]
struct Part<T>(Mutex<T>);

impl<T> Shards<T> {
    /// The part of a patron. Patrons are numbered in a row, so each part has as many as any other.
    pub(crate) fn of(&self, patron: PatronId) -> MutexGuard<'_, T> {
        let [low, ..] = patron.0.to_le_bytes();
        lock(&self.0[usize::from(low)].0)
    }

    /// Every part, one after the other.
    pub(crate) fn all(&self) -> impl Iterator<Item = MutexGuard<'_, T>> {
        self.0.iter().map(|part| lock(&part.0))
    }
}

impl<T: Default> Default for Shards<T> {
    fn default() -> Self {
        Self(Box::new(std::array::from_fn(|_| Part::default())))
    }
}

impl<T> fmt::Debug for Shards<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shards")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patrons_of_different_parts_do_not_wait_for_each_other() {
        let shards: Shards<u32> = Shards::default();
        let mut held: Vec<_> = (0..=255).map(|number| shards.of(PatronId(number))).collect();
        held.iter_mut().zip(0..).for_each(|(part, number)| **part = number);
        drop(held);
        assert_eq!(shards.all().map(|part| *part).collect::<Vec<_>>(), (0..=255).collect::<Vec<_>>());
        assert_eq!(*shards.of(PatronId(256 + 7)), 7);
    }
}
