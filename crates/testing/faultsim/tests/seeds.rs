//! A few seeds on each store, and a few shifts at live tables: clean, and the same every time.

use punto_faultsim::{Outcome, Sort, StoreKind, simulate};

fn clean(seed: u64, kind: StoreKind) -> Outcome {
    clean_as(seed, kind, Sort::Shuffled)
}

fn clean_as(seed: u64, kind: StoreKind, sort: Sort) -> Outcome {
    let outcome = simulate(seed, kind, sort);
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
fn shifts_at_live_tables_are_clean() {
    for (seeds, kind) in [(0..8, StoreKind::Memory), (0..4, StoreKind::Sqlite)] {
        for seed in seeds {
            let rounds = 12;
            let tally = clean_as(seed, kind, Sort::Live { rounds }).tally;
            assert!(tally.settled + tally.voided >= rounds, "seed {seed} on {kind:?}: {tally:?}");
        }
    }
}

#[test]
fn a_shift_comes_out_the_same_every_time() {
    for (seed, kind) in [(3, StoreKind::Memory), (4, StoreKind::Sqlite)] {
        let shift = || clean_as(seed, kind, Sort::Live { rounds: 12 });
        let (one, two) = (shift(), shift());
        assert_eq!((one.digest, one.tally), (two.digest, two.tally), "seed {seed} on {kind:?}");
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
