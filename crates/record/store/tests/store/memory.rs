//! The house's own store in memory is held to the same cases: what its tests run on is what they will run on.

use house::memory::MemoryStore;

use crate::conformance::conformance;

fn open_new() -> (MemoryStore, ()) {
    (MemoryStore::default(), ())
}

conformance!(crate::memory::open_new);
