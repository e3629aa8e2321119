//! An 80-round shoe into all five roads, with grids and both asks after every round: incrementally, and
//! rebuilt from scratch after every round. The floor is reading the beads and counting outcomes. The three
//! are timed in turn within one run, so their ratio holds on a busy machine; the run fails when the ratio is
//! above the limit.
#![allow(clippy::print_stdout, reason = "a bench talks to the person who runs it")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use punto_roads::{Bead, BySide, DerivedRoad, Outcome, Roads};

/// The incremental fold may take at most this share of the rebuild: one tenth.
const LIMIT_PER_MILLE: u128 = 100;
const ROUNDS: u32 = 80;

/// A shoe with streaks, chops and ties in lifelike shares, always the same.
fn shoe() -> Vec<Bead> {
    let mut state = 0x2545_F491_u32;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut bead = || match draw() % 1000 {
        0..459 => {
            Bead { pair: BySide { player: false, banker: draw() % 13 == 0 }, ..Bead::new(Outcome::Banker) }
        }
        459..905 => Bead::new(Outcome::Player),
        _ => Bead::new(Outcome::Tie),
    };
    (0..ROUNDS).map(|_| bead()).collect()
}

/// Reads everything a screen would draw after a round.
fn look(roads: &Roads) {
    black_box((roads.asks(), roads.totals(), roads.big_road().cells()));
    black_box(DerivedRoad::ALL.map(|road| (roads.derived(road).entries(), roads.derived(road).cells())));
}

fn incremental(shoe: &[Bead]) {
    let mut roads = Roads::new();
    for &bead in shoe {
        roads.push(bead);
        look(&roads);
    }
}

fn rebuild(shoe: &[Bead]) {
    for rounds in 1..=shoe.len() {
        look(&shoe[..rounds].iter().copied().collect());
    }
}

fn floor(shoe: &[Bead]) {
    let mut counts = [0_u32; 3];
    for bead in shoe {
        match black_box(bead).outcome {
            Outcome::Banker => counts[0] += 1,
            Outcome::Player => counts[1] += 1,
            Outcome::Tie => counts[2] += 1,
        }
        black_box(&counts);
    }
}

/// The median time of each, taken in turn.
fn in_turn(shoe: &[Bead], ways: [fn(&[Bead]); 3]) -> [Duration; 3] {
    const TURNS: usize = 501;
    let mut times = ways.map(|_| Vec::with_capacity(TURNS));
    for _ in 0..TURNS {
        for (way, times) in ways.iter().zip(&mut times) {
            let start = Instant::now();
            (0..16).for_each(|_| way(black_box(shoe)));
            times.push(start.elapsed() / 16);
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[TURNS / 2]
    })
}

fn main() {
    let shoe = shoe();
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("roads");
    group.bench_function("floor", |bencher| bencher.iter(|| floor(black_box(&shoe))));
    group.bench_function("incremental", |bencher| bencher.iter(|| incremental(black_box(&shoe))));
    group.bench_function("rebuild", |bencher| bencher.iter(|| rebuild(black_box(&shoe))));
    group.finish();
    criterion.final_summary();

    if std::env::args().any(|argument| argument == "--bench") {
        let [floor, incremental, rebuild] = in_turn(&shoe, [floor, incremental, rebuild]);
        let per_mille = 1000 * incremental.as_nanos() / rebuild.as_nanos().max(1);
        println!("an {ROUNDS}-round shoe: floor {floor:?}, incremental {incremental:?}, rebuild {rebuild:?}");
        println!("incremental / rebuild = {per_mille} per mille, at most {LIMIT_PER_MILLE} allowed");
        assert!(per_mille <= LIMIT_PER_MILLE, "pushing a round costs too much of a rebuild");
    }
}
