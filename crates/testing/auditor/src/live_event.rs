//! The events of tables whose cards a dealer draws, as a store keeps them. Read with types of the auditor's own.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What only happens where a dealer draws the cards.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum LiveEvent {
    DealerSeated {
        dealer: u32,
        by: Option<u32>,
    },
    DealerLeft {
        dealer: u32,
        by: Option<u32>,
    },
    ReliefOffered {
        dealer: u32,
    },
    ReliefWithdrawn {
        dealer: u32,
        by: Option<u32>,
    },
    HandOverAgreed {
        dealer: u32,
        to: u32,
    },
    SupervisorCalled {
        dealer: u32,
    },
    CallAnswered {
        by: Person,
    },
    HoldSet {
        dealer: u32,
    },
    HoldEnded {
        dealer: u32,
    },
    DeviceJoined {
        device: u32,
    },
    DeviceLost {
        device: u32,
        why: String,
    },
    RecordingLost,
    RecordingRuns,
    UnrecordedAllowed {
        by: u32,
        why: String,
        until: i64,
    },
    ShoeAssigned {
        label: String,
        seal: Option<String>,
        by: u32,
    },
    ShoeLoaded {
        record: RecordRef,
        label: String,
        decks: u8,
    },
    RecordNoted {
        record: RecordRef,
    },
    FreeRoundOpened {
        round_no: u16,
        by: u32,
    },
    CardBurned {
        card: Option<String>,
        record: Option<RecordRef>,
        why: String,
    },
    CutCardSeen {
        by: SeenBy,
    },
    ShoeEnded {
        after_round: u16,
        by: u32,
        why: String,
    },
    FindingRaised {
        code: String,
        #[serde(default)]
        records: Vec<RecordRef>,
        slot: Option<String>,
        by: Option<Person>,
    },
    CardKeyed {
        finding_no: u64,
        by: Person,
        card: String,
    },
    ResolutionProposed {
        finding_no: u64,
        how: String,
        by: Person,
        why: Option<String>,
    },
    FindingResolved {
        finding_no: u64,
        how: String,
        by: Option<Person>,
        confirmed_by: Option<Person>,
        #[serde(default)]
        consumes: Vec<RecordRef>,
        attempts: u8,
        why: Option<String>,
    },
    CardAmended {
        slot: String,
        from: String,
        to: String,
        finding_no: u64,
    },
    ShoeCounted {
        #[serde(default)]
        records: Vec<RecordRef>,
        #[serde(default)]
        missing: Vec<CardCount>,
        #[serde(default)]
        extra: Vec<CardCount>,
        unseen: u16,
    },
    ShoeFinished {
        last: RecordRef,
        digest: String,
    },
}

/// A record of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRef {
    pub(crate) device: u32,
    pub(crate) n: u64,
}

/// Where a card came from that no shuffle put in an order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Origin {
    Device { device: u32, n: u64 },
    Keyed { finding_no: u64, dealer: u32, supervisor: u32 },
}

/// Somebody in a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Person {
    Dealer(u32),
    Supervisor(u32),
}

/// Who saw the cut card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeenBy {
    Record(RecordRef),
    Person(Person),
}

/// A card, and how many of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardCount {
    pub(crate) card: String,
    pub(crate) count: u16,
}

/// How a live table is run with a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scanner {
    pub(crate) start: String,
    pub(crate) shoes: String,
    pub(crate) count_out: bool,
    #[serde(default)]
    pub(crate) burn_on_handover: bool,
    pub(crate) conf_min: u16,
    pub(crate) dealer_ms: u32,
    pub(crate) supervisor_ms: u32,
    pub(crate) abandon_ms: u32,
}

/// What a live table carries over the opening of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CarriedLive {
    pub(crate) scanner: Scanner,
    pub(crate) device: u32,
    pub(crate) label: String,
    pub(crate) decks: u8,
    pub(crate) dealer: Option<u32>,
    #[serde(default)]
    pub(crate) dealer_since: Option<i64>,
    pub(crate) connected: Option<u32>,
    #[serde(default)]
    pub(crate) recording: Option<CarriedRecording>,
    #[serde(default)]
    pub(crate) assigned: Vec<String>,
    #[serde(default)]
    pub(crate) seals: BTreeMap<String, String>,
    pub(crate) heads: Vec<RecordRef>,
    pub(crate) pass: u64,
    pub(crate) call: Option<Call>,
    pub(crate) held: Option<u32>,
    pub(crate) proof: Option<ScannedProof>,
}

/// What is fixed for the public record of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScannedProof {
    pub(crate) key: String,
    pub(crate) wager_key: String,
    pub(crate) record: RecordRef,
}

/// A supervisor was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Call {
    pub(crate) dealer: u32,
    pub(crate) at: i64,
}

/// Whether a table is recorded, at the opening of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum CarriedRecording {
    Lost,
    Allowed { until: i64 },
}

impl Person {
    pub(crate) const fn id(self) -> u32 {
        match self {
            Self::Dealer(id) | Self::Supervisor(id) => id,
        }
    }

    /// `D` or `S`.
    pub(crate) const fn role(self) -> char {
        match self {
            Self::Dealer(_) => 'D',
            Self::Supervisor(_) => 'S',
        }
    }
}

impl LiveEvent {
    /// Whether onlookers see it.
    pub(crate) const fn is_public(&self) -> bool {
        !matches!(
            self,
            Self::ReliefOffered { .. }
                | Self::ReliefWithdrawn { .. }
                | Self::ShoeAssigned { .. }
                | Self::ShoeLoaded { .. }
                | Self::RecordNoted { .. }
                | Self::CardKeyed { .. }
                | Self::ResolutionProposed { .. }
                | Self::ShoeFinished { .. }
        )
    }

    /// The records that count nothing from this event on.
    pub(crate) fn records(&self) -> Vec<RecordRef> {
        match self {
            Self::ShoeLoaded { record, .. }
            | Self::RecordNoted { record }
            | Self::CutCardSeen { by: SeenBy::Record(record) } => vec![*record],
            Self::CardBurned { record, .. } => record.iter().copied().collect(),
            Self::FindingResolved { consumes, .. } => consumes.clone(),
            Self::ShoeCounted { records, .. } => records.clone(),
            _ => Vec::new(),
        }
    }
}
