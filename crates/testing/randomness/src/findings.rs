//! One number for each test, and the range in which chance leaves it in 99 of 100 runs.
//!
//! A statistic of chi-square type has its degrees of freedom as its mean, for any number of shoes. From 50,000
//! shoes on, its variance differs from that of chi-square by less than one part in 10,000, because the emptiest cells
//! expect 16. So one range serves a short run and a long one. The same holds for numbers in standard deviations.

use serde::Serialize;

use crate::coups::{Coups, EVENTS};
use crate::exact::Exact;
use crate::size::{CARDS, DECKS};
use crate::tally::{KINDS, Tally};

/// The fewest shoes for which the ranges hold.
pub const FEWEST: u64 = 50_000;

/// What one test found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The test.
    pub test: String,
    /// Its number.
    pub value: f64,
    /// The lowest number that is accepted.
    pub from: f64,
    /// The highest.
    pub to: f64,
}

impl Finding {
    /// Whether the number is in its range.
    pub fn is_accepted(&self) -> bool {
        (self.from..=self.to).contains(&self.value)
    }
}

/// 99 percent of a normal distribution is this many standard deviations around its mean.
const SPREAD: f64 = 2.576;

/// By how much sixty coups of one shoe widen a variance, at most; `crates/lab/montecarlo/src/fixed/check.rs` proves it.
const DEPENDENCE: f64 = 1.010_6;

/// The lags at which the points of first cards are compared.
const LAGS: std::ops::RangeInclusive<usize> = 1..=5;

/// The numbers of all tests over this run.
pub fn findings(tally: &Tally) -> Vec<Finding> {
    let exact = Exact::count();
    let mut found = vec![
        within("card by position, chi-square of 21,165", places(tally), 20_638.8, 21_698.7),
        within("neighbours, chi-square of 2,703", neighbours(tally), 2_517.4, 2_896.1),
        within("first coup: outcomes, chi-square of 2", outcomes(&tally.first, &exact), 0.0, 9.210),
    ];
    // The outcomes of first coups are judged together, by the line above.
    found.extend(rates("first coup", &tally.first, &exact, 1.0).skip(3));
    found.extend(rates("sixty coups", &tally.sixty, &exact, DEPENDENCE));
    found.push(deviation("runs of first coups", tally.series.runs()));
    found.extend(
        LAGS.map(|lag| {
            deviation(&format!("points of first cards, lag {lag}"), tally.series.correlation(lag))
        }),
    );
    found.push(within("pairs of shoes that are alike", tally.series.alike() as f64, 0.0, 0.0));
    found.push(within("raw bytes, chi-square of 255", bytes(tally), 200.6, 316.9));
    found
}

fn within(test: &str, value: f64, from: f64, to: f64) -> Finding {
    Finding { test: test.to_owned(), value, from, to }
}

/// A number in standard deviations.
fn deviation(test: &str, value: f64) -> Finding {
    within(test, value, -SPREAD, SPREAD)
}

/// Pearson's statistic over cells with their counts and what is expected.
fn pearson(cells: impl Iterator<Item = (u64, f64)>) -> f64 {
    cells.map(|(count, expected)| (count as f64 - expected).powi(2) / expected).sum()
}

/// Every position expects every kind equally often. A shoe holds each kind only eight times, so the counts vary by
/// 416/415 more than those of independent draws.
fn places(tally: &Tally) -> f64 {
    let expected = tally.shoes as f64 / KINDS as f64;
    let cards = CARDS as f64;
    (cards - 1.0) / cards * pearson(tally.places.iter().map(|count| (*count, expected)))
}

/// After a card, seven of its kind and eight of each other kind are left among 415.
fn neighbours(tally: &Tally) -> f64 {
    let each = tally.shoes as f64 / (KINDS as f64 * (CARDS as f64 - 1.0));
    let cells = tally.neighbours.iter().enumerate().map(|(idx, count)| {
        let left = if idx / KINDS == idx % KINDS { DECKS - 1 } else { DECKS };
        (*count, f64::from(left) * each)
    });
    pearson(cells)
}

fn outcomes(first: &Coups, exact: &Exact) -> f64 {
    let cells = first.events.iter().zip(exact.0).take(3);
    pearson(cells.map(|(count, chance)| (*count, chance * first.coups as f64)))
}

/// How far the count of each event is from its exact chance, in standard deviations.
fn rates(what: &str, coups: &Coups, exact: &Exact, dependence: f64) -> impl Iterator<Item = Finding> {
    let all = coups.coups as f64;
    EVENTS.into_iter().zip(coups.events).zip(exact.0).map(move |((event, count), chance)| {
        let spread = (all * chance * (1.0 - chance) * dependence).sqrt();
        deviation(&format!("{what}: {event}"), (count as f64 - all * chance) / spread)
    })
}

fn bytes(tally: &Tally) -> f64 {
    let all: u64 = tally.bytes.iter().sum();
    let expected = all as f64 / 256.0;
    pearson(tally.bytes.iter().map(|count| (*count, expected)))
}
