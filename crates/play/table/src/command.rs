//! The commands to a table. A closed list: cards, requests of patrons, rulings of supervisors and ticks of the clock;
//! none names a winner.

use std::sync::Arc;

use baccarat::{Card, HouseRules};
use money::{Amount, Stake};

use crate::auto_stop::RawStopAt;
use crate::correction::CorrectionRequest;
use crate::event::{PlacedWager, VoidReason};
use crate::ids::{PatronId, RequestId, RoundRef, StaffId, Timestamp};
use crate::live::command::LiveCommand;
use crate::live::origin::{Origin, RecordRef};
use crate::live::reading::Slot;
use crate::nonces::{Pledge, RevealedNonce};
use crate::proof::{BeaconRound, BeaconValue, Bytes32, ShoeEnding, ShoeProof, WagersRoot};
use crate::record::RoundRecord;
use crate::rules_ref::{RulesRef, RulesUsed};
use crate::seats::LeaveReason;
use crate::settings::SpotLimits;
use crate::wager::SlipKind;

/// A command to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Put a shuffled shoe on the table. Only when no round is under way.
    OpenShoe {
        /// Which shuffle made it.
        algorithm: String,
        /// The name of the house rules it will run under, for the record.
        rules: Option<RulesRef>,
        /// What is fixed for the proof of its cards; none for a shoe that has no proof.
        proof: Option<ShoeProof>,
    },
    /// Fix the secret of the next shoe. Only when it is not fixed yet.
    CommitShoe {
        /// The commitment to the secret.
        commitment: Bytes32,
        /// The chain of the beacon that the shoe will use; none for no beacon.
        beacon: Option<Bytes32>,
    },
    /// Take no more pledges.
    FixPledges {
        /// Now.
        now: Timestamp,
        /// The pledges, ascending, at most one of a patron.
        pledges: Vec<Pledge>,
    },
    /// Take no more nonces.
    FixNonces {
        /// Now.
        now: Timestamp,
        /// The nonces, by ascending pledge. The caller has compared each with its pledge.
        nonces: Vec<RevealedNonce>,
        /// Whether the house was interrupted while nonces were taken, so that a missing one counts against nobody.
        excused: bool,
    },
    /// Fix the order of the cards.
    SealShoe {
        /// The value of the beacon; exactly when the shoe names one. The caller has checked it.
        beacon: Option<BeaconValue>,
        /// The root over the leaves of the cards.
        root: Bytes32,
    },
    /// End a shoe that is over, or that is given up: the one on the table before the one that is committed.
    FinishShoe {
        /// The shoe.
        shoe_no: u32,
        /// How it ends.
        ending: ShoeEnding,
        /// Its secret; none exactly when its key is lost.
        secret: Option<Bytes32>,
        /// The supervisor who gives it up; none when none does.
        by: Option<StaffId>,
    },
    /// Sign bulletins with another key of the house from now on.
    ChangeKey {
        /// The new public key.
        key: Bytes32,
    },
    /// Remove the cards that the house rules burn from a fresh shoe.
    BurnCards {
        /// The card turned over; exactly when the house rules turn one.
        first: Option<Card>,
        /// The record of each card, if a device reads them.
        records: Vec<RecordRef>,
    },
    /// Begin the next round.
    OpenBetting {
        /// Now.
        now: Timestamp,
    },
    /// Take no more wagers.
    CloseBetting {
        /// Now.
        now: Timestamp,
        /// All wagers of the round as one digest; exactly when the shoe has a proof.
        wagers: Option<WagersRoot>,
        /// The round of the beacon whose value draws the cards; exactly when the shoe draws them after the bets.
        draw: Option<BeaconRound>,
    },
    /// Decide which cards come out in this round of a shoe that draws them after the bets.
    DrawRound {
        /// The value of the round of the beacon that was named. The caller has checked it.
        beacon: BeaconValue,
    },
    /// Deal a card. The drawing rules say to which side. The last card settles the round.
    DrawCard {
        /// The card.
        card: Card,
        /// Where it comes from.
        from: Origin,
    },
    /// Show a card that a patron turns.
    OpenCard {
        /// Who turns it.
        patron: PatronId,
        /// In which round.
        round: RoundRef,
        /// Where it lies.
        slot: Slot,
    },
    /// Show the cards whose time to be turned is over.
    RevealCards {
        /// Now.
        now: Timestamp,
    },
    /// Take a slip, whole or not at all.
    PlaceSlip(Slip),
    /// Take back all of a patron's wagers of this round.
    ClearWagers {
        /// Whose.
        patron: PatronId,
        /// Of which round.
        round: RoundRef,
        /// The caller's id: sent twice, it counts once.
        request_id: RequestId,
        /// When the server received it.
        received_at: Timestamp,
    },
    /// Give a patron a seat.
    TakeSeat {
        /// Who sits down.
        patron: PatronId,
    },
    /// A patron gives up their seat; the house rules say what becomes of their wagers.
    Leave {
        /// Who.
        patron: PatronId,
        /// Why.
        reason: LeaveReason,
        /// When the server received the request, or noticed that the patron is gone.
        received_at: Timestamp,
    },
    /// Place these wagers for a patron in every round.
    StartAuto {
        /// For whom.
        patron: PatronId,
        /// The wagers of each round, as they were sent.
        wagers: Vec<RawWager>,
        /// For how many rounds.
        rounds: u16,
        /// At which loss or win it ends before that, as it was sent.
        stop_at: RawStopAt,
        /// The caller's id: sent twice, it counts once.
        request_id: RequestId,
        /// The patron's own range, as for a [`Slip`].
        limits: Option<Arc<SpotLimits>>,
    },
    /// Place no more wagers for a patron.
    StopAuto {
        /// For whom.
        patron: PatronId,
        /// Only if it is the Auto of this number; none for any.
        no: Option<u64>,
        /// The code of the refusal of a slip, which ends it; none when the patron does.
        refusal: Option<String>,
    },
    /// End the round under way without a result and give every stake back.
    VoidRound {
        /// Why.
        reason: VoidReason,
        /// The supervisor who wants it, for the record; none when none does.
        by: Option<StaffId>,
    },
    /// Propose to correct a round of any shoe.
    ProposeCorrection {
        /// What a supervisor asks for.
        request: CorrectionRequest,
        /// The round, and what a correction of it is judged by.
        past: Box<PastRound>,
    },
    /// Correct a round as it was proposed.
    ApproveCorrection {
        /// The number of the proposal's event.
        correction_no: u64,
        /// Who approves it.
        by: StaffId,
        /// The round it is about, with the proposal.
        record: Box<RoundRecord>,
    },
    /// Withdraw a proposal that was not approved.
    WithdrawCorrection {
        /// The number of the proposal's event.
        correction_no: u64,
        /// Who withdraws it.
        by: StaffId,
        /// The round it is about, with the proposal.
        record: Box<RoundRecord>,
    },
    /// Do what only a live table does.
    Live(LiveCommand),
}

impl Command {
    /// When it happens, if it says so.
    pub const fn now(&self) -> Option<Timestamp> {
        match self {
            Self::FixPledges { now, .. }
            | Self::FixNonces { now, .. }
            | Self::OpenBetting { now }
            | Self::CloseBetting { now, .. }
            | Self::RevealCards { now }
            | Self::Live(LiveCommand::StartBetting { now, .. } | LiveCommand::NoteRecording { now, .. }) => {
                Some(*now)
            }
            _ => None,
        }
    }

    /// The earlier round that it is about; none for commands about the present round.
    pub fn past_round(&self) -> Option<&RoundRecord> {
        match self {
            Self::ProposeCorrection { past, .. } => Some(&past.record),
            Self::ApproveCorrection { record, .. } | Self::WithdrawCorrection { record, .. } => Some(record),
            _ => None,
        }
    }
}

/// A round that a table may have forgotten, as its history has it. It was read after the last correction at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    /// The round with its corrections and proposals.
    pub record: RoundRecord,
    /// The cards known to have come out of the same shoe beside those of this round; not needed of a shuffled shoe.
    pub others: Vec<Card>,
    /// The house rules to correct it by.
    pub rules: Arc<HouseRules>,
    /// Which those are, for the record.
    pub named: RulesUsed,
}

/// Wagers submitted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Whose.
    pub patron: PatronId,
    /// The caller's id: sent twice, it counts once.
    pub slip_id: RequestId,
    /// The round it is meant for.
    pub round: RoundRef,
    /// What becomes of the patron's wagers before it.
    pub kind: SlipKind,
    /// The wagers as they were sent; none for an undo.
    pub wagers: Vec<RawWager>,
    /// When the server received it. This decides whether it came in time.
    pub received_at: Timestamp,
    /// The patron's own range, beside that of the house rules and the table; none when they have none.
    pub limits: Option<Arc<SpotLimits>>,
    /// How much of it cash pays at most, beside the cash of wagers that it replaces, the wagers in the order they were
    /// sent; what is missing then is bonus money. None when cash pays all.
    pub cash: Option<Amount>,
}

impl Slip {
    /// A slip as it was sent: without a range of the patron's own, and paid in cash.
    pub const fn new(
        (patron, slip_id): (PatronId, RequestId),
        round: RoundRef,
        kind: SlipKind,
        wagers: Vec<RawWager>,
        received_at: Timestamp,
    ) -> Self {
        Self { patron, slip_id, round, kind, wagers, received_at, limits: None, cash: None }
    }

    /// Whether it is a repeat of an accepted slip: of the same kind and round, with the same wagers in any order. Which
    /// wagers an undo has, the table knows.
    pub fn asks_for(&self, round: RoundRef, kind: SlipKind, accepted: &[PlacedWager]) -> bool {
        let asks = |wager: &PlacedWager| {
            self.wagers.iter().any(|raw| raw.spot == wager.spot.id() && raw.stake == Some(wager.stake))
        };
        let same = self.wagers.len() == accepted.len() && accepted.iter().all(asks);
        self.round == round && self.kind == kind && (same || kind == SlipKind::Undoes)
    }
}

/// A wager as somebody sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawWager {
    /// The id of a spot, or what was sent in its place.
    pub spot: String,
    /// The stake; none when what was sent is no positive integer within [`Stake::MAX`].
    pub stake: Option<Stake>,
}

impl RawWager {
    /// Placed wagers, to be sent once more.
    pub fn all(placed: &[PlacedWager]) -> Vec<Self> {
        let raw = |wager: &PlacedWager| Self { spot: wager.spot.id().to_owned(), stake: Some(wager.stake) };
        placed.iter().map(raw).collect()
    }
}
