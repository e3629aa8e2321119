//! The tally of a simulation: rounds, slips, faults by kind. Adds up over seeds.

use auditor::Counts;

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
    pub faults: Counts,
    /// The answers, by code.
    pub answers: Counts,
    /// What supervisors did about rounds, by kind.
    pub corrections: Counts,
}

impl Tally {
    /// Takes the counts of another in.
    pub fn add(&mut self, other: &Self) {
        self.table_ms += other.table_ms;
        self.settled += other.settled;
        self.voided += other.voided;
        self.slips += other.slips;
        self.audits += other.audits;
        self.faults.add_all(&other.faults);
        self.answers.add_all(&other.answers);
        self.corrections.add_all(&other.corrections);
    }
}
