//! The store in memory is held to the same cases: tests and simulations run on it.

use punto_store::MemoryStore;

use crate::conformance::conformance;

fn open_new() -> ((), MemoryStore) {
    ((), MemoryStore::default())
}

conformance!(crate::memory::open_new);
conformance!(crate::memory::open_new => a_commit_gives_the_wallets_that_it_changed);
