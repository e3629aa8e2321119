//! What happened at a table: past tense, never changed. A table is the fold of its events.

use baccarat::Card;
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::auto_stop::StopAt;
use crate::correction::Proposal;
use crate::ids::{PatronId, RequestId, RoundRef, StaffId, Timestamp};
use crate::live::carried::CarriedLive;
use crate::live::event::LiveEvent;
use crate::live::origin::{Origin, RecordRef};
use crate::live::reading::Slot;
use crate::nonces::{Pledge, RevealedNonce, Withheld};
use crate::proof::{BeaconRound, BeaconValue, Bytes32, ShoeEnding, ShoeProof, WagersRoot};
use crate::rules_ref::RulesRef;
use crate::seats::{CarriedSeat, LeaveReason};
use crate::squeeze::{HeldRound, RevealedBy};
use crate::wager::minor;

pub use crate::phase::VoidReason;
pub use crate::wager::{PatronSettlement, PlacedWager, Replaced, ResolutionKind, Returned, SettledSpot};

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A committed event with its place in the table's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedEvent {
    /// Contiguous number of the event at its table, from 1.
    pub seq: u64,
    /// When it happened, on the server's clock.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
}

/// Everything that can happen at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A shuffled shoe was put on the table.
    ShoeOpened {
        /// The shoe, counted over the table's life from 1.
        shoe_no: u32,
        /// Which shuffle made it, so that it can be done again from its seed.
        algorithm: String,
        /// The house rules it runs under, to its end; none in what was written before this was on record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<RulesRef>,
        /// The seats that are taken, by ascending patron, so that the events of a shoe are enough to resume its table;
        /// none in what was written before there were seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seats: Option<Vec<CarriedSeat>>,
        /// The number of this event among the public ones of the table, from 1; none in what was written before they
        /// were counted. Then it is the event's own number, so that the count grows all the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        public_seq: Option<u64>,
        /// What is fixed for the proof of its cards; none for a shoe that has no proof.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<ShoeProof>,
        /// Who withheld a nonce in one of the latest shoes, by ascending patron.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        withheld: Vec<Withheld>,
        /// What a live table remembers; exactly when a device reads the cards of the shoe.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        live: Option<Box<CarriedLive>>,
    },
    /// The secret of the next shoe is fixed.
    ShoeCommitted {
        /// The shoe.
        shoe_no: u32,
        /// The commitment to its secret.
        commitment: Bytes32,
        /// The chain of the beacon that it will use; none for no beacon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beacon: Option<Bytes32>,
    },
    /// The pledges of the shoe are fixed.
    NoncesPledged {
        /// The pledges, ascending.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pledges: Vec<Pledge>,
    },
    /// The nonces of the shoe are fixed.
    NoncesRevealed {
        /// The nonces that were revealed, by ascending pledge.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        nonces: Vec<RevealedNonce>,
        /// Whether the house was interrupted while nonces were taken, so that a missing one counts against nobody.
        #[serde(default, skip_serializing_if = "is_false")]
        excused: bool,
    },
    /// The order of the cards is fixed.
    ShoeSealed {
        /// The value of the beacon; none for no beacon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beacon: Option<BeaconValue>,
        /// The root over the leaves of the cards.
        root: Bytes32,
    },
    /// The shoe is over, and its secret public.
    ShoeFinished {
        /// The shoe on the table, or the one that is committed after it.
        shoe_no: u32,
        /// How it ended.
        ending: ShoeEnding,
        /// Its secret; none exactly when its key is lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Bytes32>,
        /// The supervisor who gave it up; none when none did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<StaffId>,
    },
    /// Another key of the house signs the bulletins of the table from now on.
    KeyChanged {
        /// The new public key.
        key: Bytes32,
    },
    /// Cards were removed before the first coup.
    CardsBurned {
        /// The card turned over, under house rules that turn one.
        first: Option<Card>,
        /// How many followed face down.
        face_down: u8,
        /// The record of each card, if a device reads them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        records: Vec<RecordRef>,
    },
    /// A round began and takes wagers.
    BettingOpened {
        /// The round in its shoe, from 1.
        round_no: u16,
        /// When betting closes.
        closes_at: Timestamp,
    },
    /// A patron sat down.
    SeatTaken {
        /// Who.
        patron: PatronId,
    },
    /// A patron no longer has a seat.
    SeatLeft {
        /// Who.
        patron: PatronId,
        /// Why.
        reason: LeaveReason,
    },
    /// The house places these wagers for a patron in every round from now on.
    AutoStarted {
        /// For whom.
        patron: PatronId,
        /// The wagers of each round, one line a spot.
        wagers: Vec<PlacedWager>,
        /// For how many rounds.
        rounds: u16,
        /// At which loss or win it ends before that. Not written when neither was chosen.
        #[serde(default, skip_serializing_if = "StopAt::is_never")]
        stop_at: StopAt,
        /// The caller's id of the request.
        request_id: RequestId,
    },
    /// The house places no more wagers for a patron, before all rounds were played and other than by a lost seat
    /// or a stop condition.
    AutoStopped {
        /// For whom.
        patron: PatronId,
        /// How many rounds were left.
        rounds_left: u16,
        /// The code of the refusal of a slip, which ended it; none when the patron did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refusal: Option<String>,
    },
    /// A slip was taken whole.
    SlipAccepted {
        /// Whose.
        patron: PatronId,
        /// The caller's id of the slip.
        slip_id: RequestId,
        /// Its wagers.
        wagers: Vec<PlacedWager>,
        /// What it replaced; none when it added its wagers to those before it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaced: Option<Replaced>,
    },
    /// All of a patron's wagers of this round were given back.
    WagersCleared {
        /// Whose.
        patron: PatronId,
        /// The caller's id of the request; none when the patron left the table.
        request_id: Option<RequestId>,
        /// How much went back.
        #[serde(with = "minor")]
        returned: Amount,
    },
    /// No more wagers.
    BettingClosed {
        /// All wagers of the round as one digest; none for a shoe that has no proof.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wagers: Option<WagersRoot>,
        /// The round of the beacon whose value draws the cards; none for a shoe whose order is fixed before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        draw: Option<BeaconRound>,
        /// Who turns the cards of the round; none when all of them fall face up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        squeeze: Option<HeldRound>,
    },
    /// The value of the beacon that draws the cards of the round is known.
    RoundDrawn {
        /// The value.
        beacon: BeaconValue,
    },
    /// A card was dealt. The drawing rules say to which side.
    CardDrawn {
        /// The card.
        card: Card,
        /// Where it came from. Not written when it was the order of a shuffled shoe.
        #[serde(default, skip_serializing_if = "Origin::is_shoe")]
        from: Origin,
        /// Whether it lies face down, so that nobody sees it before it is shown. Not written when it lies face up.
        #[serde(default, skip_serializing_if = "is_false")]
        face_down: bool,
    },
    /// Cards that lay face down were shown to everybody.
    CardsRevealed {
        /// Where they lie.
        slots: Vec<Slot>,
        /// Why.
        by: RevealedBy,
    },
    /// The coup is complete and every wager is resolved.
    RoundSettled {
        /// 1 for the first settlement of a round.
        revision: u16,
        /// What each patron with wagers got, by ascending patron.
        patrons: Vec<PatronSettlement>,
    },
    /// The round does not count; every stake goes back.
    RoundVoided {
        /// Why.
        reason: VoidReason,
        /// What each patron got back, by ascending patron.
        returned: Vec<Returned>,
        /// The supervisor who did it; none when none did, or in what was written before this was on record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<StaffId>,
    },
    /// A supervisor proposed to correct a round of this table. Nothing follows until another one approves. The
    /// number of this event is the number of the correction.
    CorrectionProposed(Proposal),
    /// A proposal is no longer open.
    CorrectionWithdrawn {
        /// The number of the proposal's event.
        correction_no: u64,
        /// The round it was about.
        round: RoundRef,
        /// Who withdrew it.
        by: StaffId,
    },
    /// A round of this table was corrected, as two supervisors agreed: this settlement replaces the last one, which is
    /// reversed.
    RoundCorrected {
        /// The number of the proposal's event.
        correction_no: u64,
        /// Who approved it; never who proposed it.
        approved_by: StaffId,
        /// The approved proposal.
        agreed: Proposal,
    },
    /// Something happened that only happens where a dealer draws the cards.
    Live(LiveEvent),
}

impl Event {
    /// Whether everybody learns of it by a frame. Seats, slips, and wagers taken back, concern their patron alone, and
    /// what is only proposed concerns the supervisors. What proves the cards is published by bulletins.
    pub const fn is_public(&self) -> bool {
        if let Self::Live(event) = self {
            return event.is_public();
        }
        !matches!(
            self,
            Self::SeatTaken { .. }
                | Self::SeatLeft { .. }
                | Self::AutoStarted { .. }
                | Self::AutoStopped { .. }
                | Self::SlipAccepted { .. }
                | Self::WagersCleared { .. }
                | Self::CorrectionProposed(_)
                | Self::CorrectionWithdrawn { .. }
                | Self::ShoeCommitted { .. }
                | Self::NoncesPledged { .. }
                | Self::NoncesRevealed { .. }
                | Self::ShoeSealed { .. }
                | Self::ShoeFinished { .. }
                | Self::KeyChanged { .. }
        )
    }

    /// The round that it proposes to correct, no longer proposes to, or corrects.
    pub const fn corrects(&self) -> Option<RoundRef> {
        match self {
            Self::CorrectionProposed(proposal) => Some(proposal.round),
            Self::CorrectionWithdrawn { round, .. } => Some(*round),
            Self::RoundCorrected { agreed, .. } => Some(agreed.round),
            _ => None,
        }
    }

    /// The round in its shoe that it begins, with wagers or without.
    pub const fn begins_round(&self) -> Option<u16> {
        match self {
            Self::BettingOpened { round_no, .. }
            | Self::Live(LiveEvent::FreeRoundOpened { round_no, .. }) => Some(*round_no),
            _ => None,
        }
    }

    /// The records of devices that it consumes.
    pub fn consumes(&self) -> &[RecordRef] {
        match self {
            Self::CardsBurned { records, .. } => records,
            Self::CardDrawn { from: Origin::Device(record), .. } => core::slice::from_ref(record),
            Self::Live(event) => event.consumes(),
            _ => &[],
        }
    }

    /// Whether it takes the table a step on. A correction does not: it is about what was before.
    pub(crate) const fn is_step(&self) -> bool {
        if let Self::Live(event) = self {
            return event.is_step();
        }
        self.is_public() && !matches!(self, Self::RoundCorrected { .. })
    }
}
