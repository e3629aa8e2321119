//! The public record of a shoe whose cards a device reads: what was fixed at its opening, and what it counts. Signs and
//! publishes nothing.

use crate::live::findings::{FindingCode, How};
use crate::live::origin::RecordRef;
use crate::proof::ScannedProof;

/// The public record of a shoe, so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordOfShoe {
    /// What was fixed at its opening.
    pub proof: ScannedProof,
    /// Whether the shoe is over, and its record complete.
    pub finished: bool,
    /// How many findings people resolved.
    pub findings: u16,
    /// How many cards two people typed.
    pub keyed: u16,
    /// How many cards were put right.
    pub amended: u16,
}

impl RecordOfShoe {
    pub(crate) const fn new(proof: ScannedProof) -> Self {
        Self { proof, finished: false, findings: 0, keyed: 0, amended: 0 }
    }

    pub(crate) fn count_finding(&mut self, code: FindingCode, how: How) {
        self.findings = self.findings.saturating_add(1);
        let typed = how == How::KeyIn && code != FindingCode::Misread;
        self.keyed = self.keyed.saturating_add(u16::from(typed));
    }

    /// How many records the device made of the shoe up to this one.
    pub const fn records(&self, last: RecordRef) -> u64 {
        last.n.saturating_sub(self.proof.record.n).saturating_add(1)
    }
}
