//! What a store holds, counted for the report. Judges nothing.

use std::collections::BTreeMap;

use auditor::{Entry, Phase, Record, RoundHistory, phases};

/// What a store holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// What each table was doing.
    pub(crate) phases: BTreeMap<u32, Phase>,
    pub(crate) clears: usize,
    /// Rounds by how they ended at first.
    pub(crate) rounds_settled: usize,
    pub(crate) rounds_voided: usize,
    pub(crate) corrections: usize,
    pub(crate) adjustments: usize,
    pub(crate) shoes: usize,
}

impl Facts {
    pub(crate) fn of(record: &Record, history: &RoundHistory) -> Self {
        let rounds = || history.rounds.values();
        let first_ends = || rounds().filter_map(|round| round.ends.first());
        let adjusted = |entry: &&Entry| matches!(entry, Entry::MoneyAdjusted { .. });
        Self {
            phases: phases(record),
            clears: rounds().map(|round| round.clears.len()).sum(),
            rounds_settled: first_ends().filter(|end| !end.outcome.is_void()).count(),
            rounds_voided: first_ends().filter(|end| end.outcome.is_void()).count(),
            corrections: rounds().map(|round| round.ends.len().saturating_sub(1)).sum(),
            adjustments: record.house.values().filter(adjusted).count(),
            shoes: record.seeds.len(),
        }
    }
}
