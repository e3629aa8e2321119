//! The store in memory is held to the same cases: tests and simulations run on it.

use punto_store::MemoryStore;

use crate::conformance::conformance;

fn open_new() -> ((), MemoryStore) {
    ((), MemoryStore::default())
}

conformance!(crate::memory::open_new);
