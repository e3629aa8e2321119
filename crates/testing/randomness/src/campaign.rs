//! A run on all processors: parts of a thousand shoes, whose counts add up in any order.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use crate::source::Source;
use crate::tally::Tally;

/// The shoes of a part.
const PART: u64 = 1_000;

/// Counts over the shoes of these numbers. `done` hears how many more are counted.
pub fn measure(source: Source, numbers: &Range<u64>, mut done: impl FnMut(u64)) -> Tally {
    let (next, mut tally) = (AtomicU64::new(numbers.start), Tally::default());
    let (sender, parts) = channel();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let first = next.fetch_add(PART, Ordering::Relaxed);
                    if first >= numbers.end {
                        break;
                    }
                    let part = Tally::of(source, first..numbers.end.min(first + PART), numbers);
                    if sender.send(part).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for part in parts {
            done(part.shoes);
            tally.merge(part);
        }
    });
    tally
}
