//! The events of a table as a store keeps them. Read with types of the auditor's own, so that a change of what is
//! written is noticed here instead of being followed.

use serde::Deserialize;

use crate::ids::RoundId;
use crate::live_event::{CarriedLive, LiveEvent, Origin, RecordRef};

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum TableEvent {
    ShoeOpened {
        shoe_no: u32,
        algorithm: String,
        rules: Option<NamedRules>,
        seats: Option<Vec<CarriedSeat>>,
        public_seq: Option<u64>,
        proof: Option<ProofOfShoe>,
        #[serde(default)]
        withheld: Vec<Withheld>,
        live: Option<Box<CarriedLive>>,
    },
    ShoeCommitted {
        shoe_no: u32,
        commitment: String,
        beacon: Option<String>,
    },
    NoncesPledged {
        #[serde(default)]
        pledges: Vec<Pledge>,
    },
    NoncesRevealed {
        #[serde(default)]
        nonces: Vec<RevealedNonce>,
        #[serde(default)]
        excused: bool,
    },
    ShoeSealed {
        beacon: Option<String>,
        root: String,
    },
    ShoeFinished {
        shoe_no: u32,
        ending: String,
        secret: Option<String>,
        by: Option<u32>,
    },
    KeyChanged {
        key: String,
    },
    SeatTaken {
        patron: u32,
    },
    SeatLeft {
        patron: u32,
        reason: String,
    },
    AutoStarted {
        patron: u32,
        wagers: Vec<Wager>,
        rounds: u16,
        #[serde(default)]
        stop_at: StopAt,
        request_id: String,
    },
    AutoStopped {
        patron: u32,
        rounds_left: u16,
        refusal: Option<String>,
    },
    CardsBurned {
        first: Option<String>,
        face_down: u8,
        #[serde(default)]
        records: Vec<RecordRef>,
    },
    BettingOpened {
        round_no: u16,
        closes_at: i64,
    },
    SlipAccepted {
        patron: u32,
        slip_id: String,
        wagers: Vec<Wager>,
        replaced: Option<Replaced>,
    },
    WagersCleared {
        patron: u32,
        request_id: Option<String>,
        returned: i64,
    },
    BettingClosed {
        wagers: Option<FixedWagers>,
        draw: Option<BeaconRound>,
        squeeze: Option<HeldRound>,
    },
    RoundDrawn {
        beacon: String,
    },
    CardDrawn {
        card: String,
        from: Option<Origin>,
        #[serde(default)]
        face_down: bool,
    },
    CardsRevealed {
        slots: Vec<String>,
        by: String,
    },
    RoundSettled {
        revision: u16,
        patrons: Vec<Settlement>,
    },
    RoundVoided {
        reason: String,
        returned: Vec<Returned>,
        by: Option<u32>,
    },
    CorrectionProposed(Proposal),
    CorrectionWithdrawn {
        correction_no: u64,
        round: RoundNo,
        by: u32,
    },
    RoundCorrected {
        correction_no: u64,
        approved_by: u32,
        agreed: Proposal,
    },
    Live(LiveEvent),
}

impl TableEvent {
    /// The round that it begins, with wagers or without.
    pub(crate) const fn begins_round(&self) -> Option<u16> {
        match self {
            Self::BettingOpened { round_no, .. }
            | Self::Live(LiveEvent::FreeRoundOpened { round_no, .. }) => Some(*round_no),
            _ => None,
        }
    }

    /// Whether it moves money.
    pub(crate) const fn moves_money(&self) -> bool {
        matches!(
            self,
            Self::SlipAccepted { .. }
                | Self::WagersCleared { .. }
                | Self::RoundSettled { .. }
                | Self::RoundVoided { .. }
                | Self::RoundCorrected { .. }
        )
    }
}

/// Who turns the cards of a round, and how the table was set up for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeldRound {
    pub(crate) from: i64,
    pub(crate) ms: i64,
    pub(crate) third_ms: i64,
    pub(crate) player: Option<u32>,
    pub(crate) banker: Option<u32>,
}

/// What is fixed when a provable shoe is opened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProofOfShoe {
    pub(crate) commitment: String,
    pub(crate) decks: u8,
    pub(crate) pledges_until: i64,
    pub(crate) nonces_until: i64,
    pub(crate) beacon: Option<BeaconRound>,
    pub(crate) wager_key: String,
}

/// The digest of a patron's number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pledge {
    pub(crate) patron: u32,
    pub(crate) pledge: String,
}

/// A patron's number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RevealedNonce {
    pub(crate) patron: u32,
    pub(crate) nonce: String,
}

/// A patron who withheld a number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Withheld {
    pub(crate) patron: u32,
    pub(crate) shoe_no: u32,
    #[serde(default)]
    pub(crate) again: bool,
}

/// A round of a beacon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeaconRound {
    pub(crate) chain: String,
    pub(crate) round: u64,
    pub(crate) at: i64,
}

/// The wagers of a round as one digest.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FixedWagers {
    pub(crate) count: u32,
    pub(crate) root: String,
}

/// A seat that is taken when a shoe is opened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CarriedSeat {
    pub(crate) patron: u32,
    #[serde(default)]
    pub(crate) idle_rounds: u16,
    pub(crate) auto: Option<Auto>,
    pub(crate) auto_request: Option<String>,
}

/// What the house wagers for a patron in every round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Auto {
    /// The number of the event that started it.
    pub(crate) no: u64,
    pub(crate) wagers: Vec<Wager>,
    pub(crate) rounds_left: u16,
    pub(crate) stop: Option<Stop>,
}

/// At which loss and at which win Auto ends, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StopAt {
    pub(crate) loss: Option<i64>,
    pub(crate) win: Option<i64>,
}

/// The stop conditions of an Auto with what they are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    pub(crate) at: StopAt,
    /// The first round that counts.
    pub(crate) from: RoundNo,
    /// Won less lost in minor units.
    pub(crate) net: i64,
}

/// A stake on a spot, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wager {
    /// The spot's id.
    pub spot: String,
    /// The whole stake.
    pub stake: i64,
    /// How much of the stake is bonus money. The house decides it, so a wager that is sent has none.
    #[serde(default)]
    pub bonus: i64,
}

/// What a slip replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replaced {
    /// The stakes that went back, in minor units.
    pub(crate) returned: i64,
    /// Whether it undid the slip before it.
    #[serde(default)]
    pub(crate) undo: bool,
}

/// What a patron's wagers of a round came to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settlement {
    /// The patron.
    pub patron: u32,
    /// One result for each spot.
    pub wagers: Vec<SpotResult>,
}

/// What a patron's stake on one spot came to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpotResult {
    /// The spot's id.
    pub spot: String,
    /// The whole stake, in minor units.
    pub stake: i64,
    /// `win`, `push` or `lose`.
    pub resolution: String,
    /// What is paid, the stake included.
    pub payout: i64,
}

/// Stakes given back to a patron.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returned {
    /// The patron.
    pub patron: u32,
    /// All stakes together, in minor units.
    pub amount: i64,
}

/// A round of a table that is known from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundNo {
    pub(crate) shoe_no: u32,
    pub(crate) round_no: u16,
}

impl RoundNo {
    pub(crate) const fn at(self, table: u32) -> RoundId {
        RoundId { table, shoe_no: self.shoe_no, round_no: self.round_no }
    }
}

/// House rules by their id and the digest of their document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedRules {
    id: String,
    digest: String,
}

/// The house rules that a correction was computed by.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesUsed {
    /// Their id.
    pub id: String,
    /// The digest of their document.
    pub digest: String,
    /// Whether they are not those on record for the shoe, which has none.
    #[serde(default)]
    pub assumed: bool,
}

/// A correction as it was proposed, with its dry run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proposal {
    pub(crate) round: RoundNo,
    pub(crate) revision: u16,
    pub(crate) ruling: Ruling,
    /// The supervisor who proposed it.
    pub(crate) by: u32,
    pub(crate) why: String,
    pub(crate) request_id: Option<String>,
    pub(crate) rules: Option<RulesUsed>,
    pub(crate) evidence: Option<Evidence>,
    pub(crate) cards_before: Vec<String>,
    #[serde(default)]
    pub(crate) surplus_before: Vec<String>,
    pub(crate) patrons: Vec<Change>,
}

/// The part of a recording that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Evidence {
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) digest: String,
}

/// What is to be true of a round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Ruling {
    Void {
        reason: String,
    },
    Cards {
        cards: Vec<String>,
        #[serde(default)]
        surplus: Vec<String>,
    },
}

impl Ruling {
    /// The cards that it names; none for a void.
    pub(crate) const fn cards(&self) -> Option<&Vec<String>> {
        match self {
            Self::Void { .. } => None,
            Self::Cards { cards, .. } => Some(cards),
        }
    }

    /// The cards beside them; none for a void, which leaves those as they were.
    pub(crate) const fn surplus(&self) -> Option<&Vec<String>> {
        match self {
            Self::Void { .. } => None,
            Self::Cards { surplus, .. } => Some(surplus),
        }
    }
}

/// What a correction means for a patron. A side without results means a void round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The patron.
    pub patron: u32,
    /// All stakes of the round together.
    pub staked: i64,
    /// The results before the correction.
    pub before: Vec<SpotResult>,
    /// The results after the correction.
    pub after: Vec<SpotResult>,
}

impl Change {
    /// What the round pays the patron with these results.
    pub fn paid(&self, results: &[SpotResult]) -> i64 {
        if results.is_empty() { self.staked } else { results.iter().map(|result| result.payout).sum() }
    }

    /// What the patron gets more than before.
    pub fn difference(&self) -> i64 {
        self.paid(&self.after) - self.paid(&self.before)
    }

    /// How much more turnover the round has than before: the stakes that won or lost.
    pub fn turnover_difference(&self) -> i64 {
        let turnover = |results: &[SpotResult]| -> i64 {
            results.iter().filter(|result| result.resolution != "push").map(|result| result.stake).sum()
        };
        turnover(&self.after) - turnover(&self.before)
    }
}
