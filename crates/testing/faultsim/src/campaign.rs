//! Many seeds: one thread a processor, each with seeds of its own, until all are done or one is broken. Knows neither
//! what a seed does nor how it is reported.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use punto_faultsim::{Deviation, StoreKind, Tally, simulate};

/// The seeds from `from` on.
pub(crate) struct Campaign {
    pub(crate) from: u64,
    pub(crate) seeds: u64,
    pub(crate) store: StoreKind,
}

/// How it ended.
pub(crate) enum Ended {
    /// Every law held in every seed.
    Clean { tally: Tally, history: [u8; 32], took: Duration },
    /// This seed broke a law. `run` is how many seeds were looked at up to it, in their order.
    Broken { seed: u64, run: u64, deviations: Vec<Deviation> },
}

#[derive(Default)]
struct Shared {
    tally: Tally,
    /// The digests of all histories combined, in any order.
    history: [u8; 32],
    broken: Option<(u64, Vec<Deviation>)>,
}

impl Campaign {
    pub(crate) fn run(&self) -> Ended {
        let start = Instant::now();
        let (bar, next, shared) = (progress(self.seeds), AtomicU64::new(0), Mutex::new(Shared::default()));
        // The seed before which nothing is broken: higher ones need not be tried any more.
        let end = AtomicU64::new(self.seeds);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
                scope.spawn(|| self.work(&next, &end, &shared, &bar));
            }
        });
        bar.finish_and_clear();
        let Shared { tally, history, broken } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match broken {
            None => Ended::Clean { tally, history, took: start.elapsed() },
            Some((number, deviations)) => {
                Ended::Broken { seed: self.from.wrapping_add(number), run: number + 1, deviations }
            }
        }
    }

    fn work(&self, next: &AtomicU64, end: &AtomicU64, shared: &Mutex<Shared>, bar: &ProgressBar) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end.load(Ordering::Relaxed) {
                return;
            }
            let outcome = simulate(self.from.wrapping_add(number), self.store);
            bar.inc(1);
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.tally.add(&outcome.tally);
            shared.history.iter_mut().zip(outcome.digest).for_each(|(all, one)| *all ^= one);
            let first = shared.broken.as_ref().is_none_or(|(first, _)| number < *first);
            if first && !outcome.deviations.is_empty() {
                end.fetch_min(number, Ordering::Relaxed);
                shared.broken = Some((number, outcome.deviations));
            }
        }
    }
}

/// On a terminal only; elsewhere it draws nothing.
fn progress(seeds: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} seeds, {elapsed} of about {duration}");
    let bar = ProgressBar::new(seeds);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}
