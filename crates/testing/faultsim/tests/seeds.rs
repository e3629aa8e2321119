//! A few seeds on each store: clean, and the same every time.

use punto_faultsim::{Outcome, StoreKind, simulate};

fn clean(seed: u64, kind: StoreKind) -> Outcome {
    let outcome = simulate(seed, kind);
    assert!(outcome.deviations.is_empty(), "seed {seed} on {kind:?}: {:#?}", outcome.deviations);
    outcome
}

#[test]
fn seeds_are_clean_in_memory() {
    for seed in 0..20 {
        clean(seed, StoreKind::Memory);
    }
}

#[test]
fn seeds_are_clean_in_sqlite() {
    for seed in 0..6 {
        clean(seed, StoreKind::Sqlite);
    }
}

#[test]
fn a_seed_gives_the_same_history_every_time() {
    for (seed, kind) in
        [(1, StoreKind::Memory), (2, StoreKind::Memory), (3, StoreKind::Sqlite), (5, StoreKind::Sqlite)]
    {
        let (one, two) = (clean(seed, kind), clean(seed, kind));
        assert_eq!(one.digest, two.digest, "seed {seed} on {kind:?}");
        assert_eq!(one.tally, two.tally, "seed {seed} on {kind:?}");
    }
}
