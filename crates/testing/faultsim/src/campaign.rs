//! Many seeds: one thread a processor, each with seeds of its own, until all are done or one is broken. Knows neither
//! what a seed does nor how it is reported.

use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use punto_faultsim::{Deviation, Tally, simulate};

use crate::options::Options;
use crate::report::{Broken, Report};

struct Shared {
    /// The seeds that are not tried yet, counted from the first.
    left: Range<u64>,
    tally: Tally,
    /// The digests of all histories combined, in any order.
    history: [u8; 32],
    /// The lowest seed that broke a law.
    broken: Option<(u64, Vec<Deviation>)>,
}

/// Simulates all seeds, or those up to the first that breaks a law.
pub(crate) fn run(options: Options) -> Result<Report, Broken> {
    let (start, bar) = (Instant::now(), progress(options.seeds));
    let shared = Shared { left: 0..options.seeds, tally: Tally::default(), history: [0; 32], broken: None };
    let shared = Mutex::new(shared);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| work(options, &shared, &bar));
        }
    });
    bar.finish_and_clear();
    let Shared { tally, history, broken, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    match broken {
        None => Ok(Report { options, tally, history, took: start.elapsed() }),
        Some((number, deviations)) => {
            let seed = options.from.wrapping_add(number);
            Err(Broken { seed, run: number + 1, options, deviations })
        }
    }
}

fn work(options: Options, shared: &Mutex<Shared>, bar: &ProgressBar) {
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || lock().left.next();
    while let Some(number) = next() {
        let outcome = simulate(options.from.wrapping_add(number), options.store, options.sort());
        bar.inc(1);
        let mut shared = lock();
        shared.tally.add(&outcome.tally);
        shared.history.iter_mut().zip(outcome.digest).for_each(|(all, one)| *all ^= one);
        let first = shared.broken.as_ref().is_none_or(|(first, _)| number < *first);
        if first && !outcome.deviations.is_empty() {
            // Higher ones need not be tried any more.
            shared.left.end = shared.left.end.min(number);
            shared.broken = Some((number, outcome.deviations));
        }
    }
}

/// On a terminal only; elsewhere it draws nothing.
fn progress(seeds: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} seeds, {elapsed} of about {duration}");
    let bar = ProgressBar::new(seeds);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}
