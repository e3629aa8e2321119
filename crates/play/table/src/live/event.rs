//! What happened at a live table beyond what happens at every table. Past tense, never changed.

use baccarat::Card;
use serde::{Deserialize, Serialize};

use crate::ids::{DeviceId, StaffId, Timestamp};
use crate::live::counted_shoe::CardCount;
use crate::live::findings::{FindingCode, How};
use crate::live::origin::RecordRef;
use crate::live::people::Person;
use crate::live::reading::Slot;
use crate::proof::Bytes32;

/// What happened at a live table. Who did it and why is for the house alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum LiveEvent {
    /// A dealer began to work at the table.
    DealerSeated {
        /// Who.
        dealer: StaffId,
        /// The supervisor who allowed it in a round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<StaffId>,
    },
    /// The dealer went.
    DealerLeft {
        /// Who.
        dealer: StaffId,
        /// The supervisor who allowed it in a round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<StaffId>,
    },
    /// A dealer wants to take the table over; the one who deals hands it over.
    ReliefOffered {
        /// Who.
        dealer: StaffId,
    },
    /// The dealer who wanted to take the table over does not any more.
    ReliefWithdrawn {
        /// Who.
        dealer: StaffId,
        /// The supervisor who sent them away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<StaffId>,
    },
    /// The dealer hands over as soon as a card is burned.
    HandOverAgreed {
        /// Who deals so far.
        dealer: StaffId,
        /// Who deals from then on.
        to: StaffId,
    },
    /// The dealer called a supervisor.
    SupervisorCalled {
        /// The dealer.
        dealer: StaffId,
    },
    /// The call is over: a supervisor answered it, or the dealer took it back.
    CallAnswered {
        /// Who.
        by: Person,
    },
    /// No round begins after the one under way, until a dealer begins one or takes the hold back.
    HoldSet {
        /// The dealer.
        dealer: StaffId,
    },
    /// The dealer took the hold back.
    HoldEnded {
        /// The dealer.
        dealer: StaffId,
    },
    /// A device is connected and speaks for the table.
    DeviceJoined {
        /// Which.
        device: DeviceId,
    },
    /// The device is no longer connected.
    DeviceLost {
        /// Which.
        device: DeviceId,
        /// Why, in a word.
        why: String,
    },
    /// The table is to be recorded, and is not.
    RecordingLost,
    /// The table is recorded again, or need not be.
    RecordingRuns,
    /// A supervisor allowed rounds without a recording.
    UnrecordedAllowed {
        /// The supervisor.
        by: StaffId,
        /// Why.
        why: String,
        /// Until when a round may begin.
        until: Timestamp,
    },
    /// A supervisor named a shoe that may be loaded.
    ShoeAssigned {
        /// Its label.
        label: String,
        /// The number of its seal, which the device has to say, too; none when any will do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
        /// The supervisor who did it.
        by: StaffId,
    },
    /// The shoe that is to be opened next was loaded.
    ShoeLoaded {
        /// The record that says so.
        record: RecordRef,
        /// Its label.
        label: String,
        /// How many decks it holds, by the device.
        decks: u8,
    },
    /// A record that changes nothing at the table.
    RecordNoted {
        /// The record.
        record: RecordRef,
    },
    /// A round without wagers began; its cards fall at once.
    FreeRoundOpened {
        /// The round in its shoe, from 1.
        round_no: u16,
        /// The supervisor who ordered it.
        by: StaffId,
    },
    /// A card was burned outside the burn of a new shoe.
    CardBurned {
        /// The card; none when nobody saw it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        /// The record of it; none for a card that an earlier event took out of the shoe.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<RecordRef>,
        /// Why.
        why: BurnWhy,
    },
    /// The cut card came out.
    CutCardSeen {
        /// Who saw it.
        by: SeenBy,
    },
    /// The shoe ends after this many rounds.
    ShoeEnded {
        /// The number of its last round.
        after_round: u16,
        /// The supervisor who ended it.
        by: StaffId,
        /// Why.
        why: String,
    },
    /// Something is wrong. The number of this event is the number of the finding.
    FindingRaised {
        /// What.
        code: FindingCode,
        /// The records it is about.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        records: Vec<RecordRef>,
        /// Which card of the round it is about, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<Slot>,
        /// Who saw it; none when the readings show it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Person>,
    },
    /// Somebody typed which card it is.
    CardKeyed {
        /// The number of the finding.
        finding_no: u64,
        /// Who.
        by: Person,
        /// Which card they see. The other person is not told.
        card: Card,
    },
    /// The first of two people wants a finding to be resolved like this.
    ResolutionProposed {
        /// The number of the finding.
        finding_no: u64,
        /// How.
        how: How,
        /// Who.
        by: Person,
        /// The text of a note; none of another way, and of notes from before they had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// A finding is resolved.
    FindingResolved {
        /// The number of the finding.
        finding_no: u64,
        /// How.
        how: How,
        /// Who; none when the clock did it, because nobody answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Person>,
        /// Who agreed, where two people have to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        confirmed_by: Option<Person>,
        /// The records that count nothing from now on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        consumes: Vec<RecordRef>,
        /// How many rescans the card had, or how often two people typed different cards.
        attempts: u8,
        /// The text of a note; none of another way, and of notes from before they had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// A card of the round under way is another one than was read.
    CardAmended {
        /// Where it lies.
        slot: Slot,
        /// What was read.
        from: Card,
        /// What it is.
        to: Card,
        /// The number of the finding.
        finding_no: u64,
    },
    /// All cards that were left passed the sensor, and the shoe was compared with its decks.
    ShoeCounted {
        /// The records of those cards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        records: Vec<RecordRef>,
        /// Which cards came out less often than there are decks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missing: Vec<CardCount>,
        /// Which cards came out more often than there are decks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        extra: Vec<CardCount>,
        /// How many cards passed whose value nobody knows.
        unseen: u16,
    },
    /// The shoe is over, and so is its public record.
    ShoeFinished {
        /// The last record of the shoe.
        last: RecordRef,
        /// The digest of that record.
        digest: Bytes32,
    },
}

/// Why a card was burned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BurnWhy {
    /// It came after the coup, or between rounds.
    Spare,
    /// It came while wagers were taken.
    Early,
    /// It waited when the round was voided.
    Void,
    /// It lies beyond a coup whose cards were put right.
    Beyond,
    /// One dealer handed over to another.
    HandOver,
}

impl BurnWhy {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// Who saw the cut card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeenBy {
    /// The device.
    Record(RecordRef),
    /// Somebody at the table.
    Person(Person),
}

impl LiveEvent {
    /// Whether everybody learns of it by a frame. Devices, records, and what two people have not agreed on yet, are for
    /// the house alone.
    pub const fn is_public(&self) -> bool {
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

    /// Whether it takes the table a step on.
    pub(crate) const fn is_step(&self) -> bool {
        matches!(self, Self::FreeRoundOpened { .. })
    }

    /// The records that it consumes.
    pub fn consumes(&self) -> &[RecordRef] {
        match self {
            Self::ShoeLoaded { record, .. }
            | Self::RecordNoted { record }
            | Self::CutCardSeen { by: SeenBy::Record(record) } => core::slice::from_ref(record),
            Self::CardBurned { record, .. } => record.as_slice(),
            Self::FindingResolved { consumes, .. } => consumes,
            Self::ShoeCounted { records, .. } => records,
            _ => &[],
        }
    }
}
