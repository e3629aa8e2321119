//! What a table did since this server runs it, as numbers for those who watch the server. Knows no patron.

use table::Event;

use crate::answer::{Rejection, SlipReceipt};
use crate::counts::{CodeCounts, Count, Histogram};

/// The steps of the round clock, whose lateness is measured.
const STEPS: [&str; 5] = ["open_shoe", "burn_cards", "open_betting", "close_betting", "card"];

/// The bounds of the histograms of lateness, in milliseconds.
const LATENESS_MS: &[u64] = &[5, 20, 50, 100, 250, 1_000, 5_000];

/// What a table did since this server runs it.
#[derive(Debug)]
pub struct Tally {
    /// Slips that were accepted.
    pub slips: Count,
    /// Slips that were refused, by code; those that failed are `unavailable`.
    pub refused: CodeCounts,
    /// Rounds that were settled.
    pub rounds: Count,
    /// Rounds that were voided.
    pub voided: Count,
    /// The stakes of settled rounds, in minor units.
    pub staked: Count,
    /// What settled rounds paid, the stakes included, in minor units. Corrections do not change it.
    pub paid: Count,
    /// What was due by the clock and was not done, because the store failed.
    pub failures: Count,
    lateness: [Histogram; STEPS.len()],
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            slips: Count::default(),
            refused: CodeCounts::default(),
            rounds: Count::default(),
            voided: Count::default(),
            staked: Count::default(),
            paid: Count::default(),
            failures: Count::default(),
            lateness: std::array::from_fn(|_| Histogram::new(LATENESS_MS)),
        }
    }
}

impl Tally {
    /// How late each step of the round clock was durable after it was due, in milliseconds, by step.
    pub fn lateness(&self) -> impl Iterator<Item = (&'static str, &Histogram)> {
        STEPS.into_iter().zip(&self.lateness)
    }

    /// Counts a durable event.
    pub(crate) fn see(&self, event: &Event) {
        match event {
            Event::SlipAccepted { .. } => self.slips.one(),
            Event::RoundVoided { .. } => self.voided.one(),
            Event::RoundSettled { patrons, .. } => {
                self.rounds.one();
                for line in patrons.iter().flat_map(|patron| &patron.wagers) {
                    self.staked.add(line.stake.amount().minor());
                    self.paid.add(line.payout.minor());
                }
            }
            _ => {}
        }
    }

    /// Counts the answer to a slip, if it is no.
    pub(crate) fn answered(&self, answer: &Result<SlipReceipt, Rejection>) {
        match answer {
            Ok(_) => {}
            Err(Rejection::Refused(refusal)) => self.refused.one(refusal.code()),
            Err(Rejection::Failed(_)) => self.refused.one("unavailable"),
        }
    }

    /// Counts a step of the clock that became durable so many milliseconds after it was due.
    pub(crate) fn stepped(&self, step: &str, late_ms: u64) {
        if let Some((_, histogram)) = self.lateness().find(|(name, _)| *name == step) {
            histogram.observe(late_ms);
        }
    }
}
