//! What was observed at live tables, kept outside the house: the records that it acknowledged, and the orders that it
//! said were carried out. Judges nothing.

use std::collections::BTreeMap;

/// What was observed at live tables.
#[derive(Clone, Debug, Default)]
pub struct LiveObservations {
    /// The text of each record that the house acknowledged, by device and number.
    pub acked: BTreeMap<(u32, u64), String>,
    /// The orders about findings that the house carried out.
    pub done: Vec<DoneOrder>,
    /// What somebody saw at once that must not be.
    pub contradictions: Vec<String>,
}

/// An order about a finding that the house carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneOrder {
    /// At which table.
    pub table: u32,
    /// The number of the finding.
    pub finding_no: u64,
    /// The member of staff who gave it.
    pub by: u32,
    /// How they wanted it resolved.
    pub how: String,
}
