//! What the opening of a shoe says of a live table, so that the events from there on are enough to resume it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{DeviceId, StaffId, Timestamp};
use crate::live::dealer::ScannerSettings;
use crate::live::origin::RecordRef;
use crate::live::record_of_shoe::RecordOfShoe;
use crate::live::sensor::Sensor;
use crate::live::state::{Asked, Call, Live, Loaded, RecordingState};
use crate::proof::{Bytes32, ScannedProof, WagerKey};

/// What a live table remembers over the opening of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedLive {
    /// How the table is run until the next shoe is opened: what a reading comes to must not change with a later
    /// setting.
    pub scanner: ScannerSettings,
    /// The device that the shoe is in.
    pub device: DeviceId,
    /// The label of the shoe.
    pub label: String,
    /// How many decks it holds, by the device.
    pub decks: u8,
    /// The dealer at the table.
    pub dealer: Option<StaffId>,
    /// Since when the dealer works there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer_since: Option<Timestamp>,
    /// The device that is connected.
    pub connected: Option<DeviceId>,
    /// Whether the table is recorded.
    #[serde(default, skip_serializing_if = "RecordingState::runs")]
    pub recording: RecordingState,
    /// The labels of shoes that may be loaded, by ascending label.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assigned: Vec<String>,
    /// The seals that supervisors named of those shoes, by label.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seals: BTreeMap<String, String>,
    /// The last record of each device, by ascending device.
    pub heads: Vec<RecordRef>,
    /// How many things passed the sensor since the shoe was loaded.
    pub pass: u64,
    /// The call of a supervisor that nobody has answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
    /// The dealer by whom no round begins until a dealer says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<StaffId>,
    /// What is fixed for the public record of the shoe; none for a shoe that has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ScannedProof>,
}

impl Live {
    /// What the opening of the shoe that is loaded says, at a table that is run like this from then on; none when
    /// none is loaded, or readings or a finding wait. `keys` are those of the device and of the wagers, for a shoe with
    /// a public record.
    pub(crate) fn carried(
        &self,
        scanner: &ScannerSettings,
        keys: Option<(Bytes32, WagerKey)>,
    ) -> Option<CarriedLive> {
        let loaded = self.loaded.as_ref().filter(|loaded| loaded.fresh)?;
        let rests = self.waiting.is_empty() && self.finding.is_none();
        let proof =
            keys.zip(loaded.record).map(|((key, wager_key), record)| ScannedProof { key, wager_key, record });
        let others = || self.assigned.iter().filter(|(label, _)| **label != loaded.label);
        rests.then(|| CarriedLive {
            scanner: scanner.clone(),
            device: loaded.device,
            label: loaded.label.clone(),
            decks: loaded.decks,
            dealer: self.dealer,
            dealer_since: self.dealer_since,
            connected: self.device,
            recording: self.recording,
            assigned: others().map(|(label, _)| label.clone()).collect(),
            seals: others().filter_map(|(label, seal)| Some((label.clone(), seal.clone()?))).collect(),
            heads: self.heads().collect(),
            pass: self.sensor.pass,
            call: self.asked.call,
            held: self.asked.held,
            proof,
        })
    }

    /// Whether the opening of the next shoe carries this table on, and the record of the shoe before is complete.
    pub(crate) fn is_carried_by(&self, carried: &CarriedLive) -> bool {
        let keys = carried.proof.map(|proof| (proof.key, proof.wager_key));
        self.open_record().is_none() && self.carried(&carried.scanner, keys).as_ref() == Some(carried)
    }

    /// A live table right after the opening of a shoe.
    pub(crate) fn carried_on(carried: &CarriedLive) -> Self {
        let CarriedLive {
            scanner,
            device,
            label,
            decks,
            dealer,
            dealer_since,
            connected,
            recording,
            assigned,
            seals,
            heads,
            pass,
            call,
            held,
            proof,
        } = carried;
        Self {
            scanned: true,
            scanner: Some(scanner.clone()),
            dealer: *dealer,
            dealer_since: *dealer_since,
            device: *connected,
            recording: *recording,
            assigned: assigned.iter().map(|label| (label.clone(), seals.get(label).cloned())).collect(),
            loaded: Some(Loaded {
                device: *device,
                label: label.clone(),
                decks: *decks,
                fresh: false,
                record: None,
            }),
            record: proof.map(RecordOfShoe::new),
            heads: heads.iter().map(|head| (head.device, head.n)).collect(),
            sensor: Sensor::at(*pass),
            asked: Asked { call: *call, held: *held },
            ..Self::default()
        }
    }
}
