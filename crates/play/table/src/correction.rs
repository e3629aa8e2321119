//! What a correction of a round is: the ruling, who wants it and why, and what it means for each patron. Data and
//! sums; [`correct`](crate::correct) decides.

use baccarat::{Card, CoupRecord};
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::ids::{PatronId, RequestId, RoundRef, StaffId, Timestamp};
use crate::phase::{RoundEnd, VoidReason};
use crate::proof::Bytes32;
use crate::rules_ref::RulesUsed;
use crate::settle::{effective_turnover, paid};
use crate::wager::{SettledSpot, minor};

/// How many characters a reason may have.
pub const WHY: usize = 500;

/// How many times a round may be settled, its corrections included. The ids of its transfers count no further.
pub const REVISIONS: u16 = 16_383;

/// How to correct a wrong round: with cards, never with a winner, which is computed from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ruling {
    /// The round does not count.
    Void {
        /// Why.
        reason: VoidReason,
    },
    /// These were its cards.
    Cards {
        /// In deal order; a whole coup.
        cards: Vec<Card>,
        /// Cards that came out of the shoe with them and are not of the coup. Only where a device read the cards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        surplus: Vec<Card>,
    },
}

impl Ruling {
    /// These were the cards, and none came out beside them.
    pub const fn cards(cards: Vec<Card>) -> Self {
        Self::Cards { cards, surplus: Vec::new() }
    }
}

/// What a ruling was read from: a part of the recording of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// When the part begins.
    pub from: Timestamp,
    /// When it ends; later than it begins.
    pub to: Timestamp,
    /// The SHA-256 over the segments of that part, which the server made.
    pub digest: Bytes32,
}

impl Evidence {
    /// The longest part of a recording that a ruling may name: a day, in milliseconds.
    pub const LONGEST_MS: i64 = 86_400_000;

    /// Whether its times make a part of a recording: it ends after it begins, and is no longer than a day.
    pub const fn is_well_formed(&self) -> bool {
        let long = self.to.0.saturating_sub(self.from.0);
        self.from.0 >= 0 && long > 0 && long <= Self::LONGEST_MS
    }
}

/// A correction as a supervisor asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectionRequest {
    /// What is to be true of the round.
    pub ruling: Ruling,
    /// Who asks.
    pub by: StaffId,
    /// Why, in their words.
    pub why: String,
    /// The caller's id: sent twice, it counts once. None in what was written before this was on record.
    pub request_id: Option<RequestId>,
    /// The part of the recording that shows it, if one is named.
    pub evidence: Option<Evidence>,
}

impl CorrectionRequest {
    /// A request without evidence.
    pub fn new(ruling: Ruling, by: StaffId, why: &str, request_id: RequestId) -> Self {
        Self { ruling, by, why: why.to_owned(), request_id: Some(request_id), evidence: None }
    }
}

/// A correction as it was proposed, with its dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The round, of the present or of an earlier shoe.
    pub round: RoundRef,
    /// The revision this makes: one more than the one it reverses.
    pub revision: u16,
    /// What is to be true of the round.
    pub ruling: Ruling,
    /// Who proposed it.
    pub by: StaffId,
    /// Why, in their words.
    pub why: String,
    /// The caller's id of the proposal; none in what was written before this was on record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<RequestId>,
    /// The house rules it was computed by: those its shoe ran under, or else those of the day. None in what was
    /// written before this was on record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesUsed>,
    /// The part of the recording that shows it, if one is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The cards of the round before the correction.
    pub cards_before: Vec<Card>,
    /// The cards that came out beside those of the round, before the correction. Only where a device read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surplus_before: Vec<Card>,
    /// What it means for each patron with wagers, by ascending patron.
    pub patrons: Vec<PatronCorrection>,
}

impl Proposal {
    /// The request that made this proposal.
    pub fn request(&self) -> CorrectionRequest {
        let (ruling, why) = (self.ruling.clone(), self.why.clone());
        let (request_id, evidence) = (self.request_id, self.evidence);
        CorrectionRequest { ruling, by: self.by, why, request_id, evidence }
    }

    /// The cards of the round after the correction. Those of a void round lie there and do not count.
    pub fn cards_after(&self) -> &[Card] {
        match &self.ruling {
            Ruling::Void { .. } => &self.cards_before,
            Ruling::Cards { cards, .. } => cards,
        }
    }

    /// The cards that came out beside those of the round, as it is after the correction.
    pub fn surplus_after(&self) -> &[Card] {
        match &self.ruling {
            Ruling::Void { .. } => &self.surplus_before,
            Ruling::Cards { surplus, .. } => surplus,
        }
    }

    /// All cards that came out with the round, by what was known before the correction: those of the round, then those
    /// beside them.
    pub fn out_before(&self) -> Vec<Card> {
        [&self.cards_before[..], &self.surplus_before].concat()
    }

    /// The same, by what the correction says.
    pub fn out_after(&self) -> Vec<Card> {
        [self.cards_after(), self.surplus_after()].concat()
    }

    /// How the round ends with it; none when its cards are no coup, which no decision writes.
    pub fn end(&self) -> Option<RoundEnd> {
        match &self.ruling {
            Ruling::Void { reason } => {
                Some(RoundEnd::Void { reason: *reason, cards: self.cards_before.clone() })
            }
            Ruling::Cards { cards, .. } => {
                let coup = CoupRecord { cards: cards.clone() }.into_coup(u8::MAX);
                coup.ok().map(RoundEnd::Coup)
            }
        }
    }

    /// Why the round does not count after it, if so.
    pub const fn voided(&self) -> Option<VoidReason> {
        match self.ruling {
            Ruling::Void { reason } => Some(reason),
            Ruling::Cards { .. } => None,
        }
    }
}

/// What a correction means for one patron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatronCorrection {
    /// Who.
    pub patron: PatronId,
    /// All they had staked in the round.
    #[serde(with = "minor")]
    pub staked: Amount,
    /// One line a spot as settled before; empty when the round was void.
    pub before: Vec<SettledSpot>,
    /// One line a spot as settled now; empty when the round is void.
    pub after: Vec<SettledSpot>,
}

impl PatronCorrection {
    /// What the round had paid, stakes included.
    pub fn paid_before(&self) -> Amount {
        paid(self.staked, &self.before)
    }

    /// What it pays now, stakes included.
    pub fn paid_after(&self) -> Amount {
        paid(self.staked, &self.after)
    }

    /// What the patron gets more than before; less when below zero. In minor units.
    pub fn difference(&self) -> i64 {
        self.paid_after().signed().saturating_sub(self.paid_before().signed())
    }

    /// By how much the effective turnover grows, in minor units.
    pub fn turnover_difference(&self) -> i64 {
        let after = effective_turnover(&self.after);
        after.signed().saturating_sub(effective_turnover(&self.before).signed())
    }
}
