//! The tally of a simulation: rounds, slips, faults by kind. Adds up over seeds.

use std::collections::BTreeMap;

/// The counts of one seed, or of many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Simulated time, in milliseconds, once for each table.
    pub table_ms: u64,
    /// Rounds that were settled.
    pub settled: u64,
    /// Rounds that were void.
    pub voided: u64,
    /// Slips that count.
    pub slips: u64,
    /// How often the auditor looked.
    pub audits: u64,
    /// What went wrong on purpose, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// The answers, by code.
    pub answers: BTreeMap<String, u64>,
    /// What supervisors did about rounds, by kind.
    pub corrections: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub(crate) fn fault(&mut self, kind: &'static str) {
        *self.faults.entry(kind).or_default() += 1;
    }

    pub(crate) fn faults_of(&mut self, kind: &'static str, count: u64) {
        if count > 0 {
            *self.faults.entry(kind).or_default() += count;
        }
    }

    pub(crate) fn answer(&mut self, code: &str) {
        match self.answers.get_mut(code) {
            Some(count) => *count += 1,
            None => {
                self.answers.insert(code.to_owned(), 1);
            }
        }
    }

    pub(crate) fn correction(&mut self, kind: &'static str) {
        *self.corrections.entry(kind).or_default() += 1;
    }

    /// Takes the counts of another in.
    pub fn add(&mut self, other: &Self) {
        self.table_ms += other.table_ms;
        self.settled += other.settled;
        self.voided += other.voided;
        self.slips += other.slips;
        self.audits += other.audits;
        for (kind, count) in &other.faults {
            *self.faults.entry(kind).or_default() += count;
        }
        for (code, count) in &other.answers {
            *self.answers.entry(code.clone()).or_default() += count;
        }
        for (kind, count) in &other.corrections {
            *self.corrections.entry(kind).or_default() += count;
        }
    }
}
