//! What waits for a second person, in numbers: the proposals of corrections and of adjustments that can be approved,
//! and the devices that are not on record yet.

use table::{DeviceId, ProposalStatus, RecordedEvent};

use crate::answer::Failure;
use crate::by_hand::AdjustmentState;
use crate::devices::Standing;
use crate::house::House;

/// How many of the latest entries are looked at: of each table, and of the adjustments.
const LATEST: u16 = 500;

/// How many proposals wait for a second person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenProposals {
    /// Corrections at all tables, closed ones too.
    pub corrections: usize,
    /// Adjustments.
    pub adjustments: usize,
    /// Devices that wait for a second supervisor.
    pub devices: usize,
    /// The devices that may speak.
    pub speaking: Vec<DeviceId>,
}

impl House {
    /// How many proposals wait for a second person, among the latest 500 of each table and of the adjustments, and
    /// how many devices do. Reads once for each table, and the devices once.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn open_proposals(&self) -> Result<OpenProposals, Failure> {
        let mut corrections: usize = 0;
        for table in self.all_tables() {
            let latest = self.corrections(table.record.id, None, LATEST).await?;
            corrections = corrections.saturating_add(open_of(&latest));
        }
        let adjustments = self.proposed_adjustments(None, LATEST).await?;
        let waits = |state: &AdjustmentState| matches!(state, AdjustmentState::Proposed);
        let adjustments = adjustments.iter().filter(|one| waits(&one.state)).count();
        let devices = self.devices().await?;
        let of = |standing| devices.iter().filter(move |known| known.device.standing == standing);
        Ok(OpenProposals {
            corrections,
            adjustments,
            devices: of(Standing::Waiting).count(),
            speaking: of(Standing::Enrolled).map(|known| known.device.number).collect(),
        })
    }
}

/// How many of the proposals among the latest entries of a table are open; the newest entry is the first. What decided
/// one or made it outdated is later than it, and so among these entries, too.
fn open_of(latest: &[RecordedEvent]) -> usize {
    let statuses = ProposalStatus::among(latest.iter().rev());
    statuses.into_values().filter(|status| *status == ProposalStatus::Open).count()
}
