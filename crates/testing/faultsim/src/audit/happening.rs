//! The events of a table as a store keeps them. Read with types of the auditor's own, so that a change of what is
//! written is noticed here instead of being followed.

use serde::Deserialize;

use super::record::RoundId;

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Happening {
    ShoeOpened { shoe_no: u32, algorithm: String, rules: Option<NamedRules> },
    CardsBurned { first: Option<String>, face_down: u8 },
    BettingOpened { round_no: u16, closes_at: i64 },
    SlipAccepted { patron: u32, slip_id: String, wagers: Vec<Wager> },
    WagersCleared { patron: u32, request_id: Option<String>, returned: i64 },
    BettingClosed,
    CardDrawn { card: String },
    RoundSettled { revision: u16, patrons: Vec<Settlement> },
    RoundVoided { reason: String, returned: Vec<Returned>, by: Option<u32> },
    CorrectionProposed(Proposal),
    CorrectionWithdrawn { correction_no: u64, round: RoundOfTable, by: u32 },
    RoundCorrected { correction_no: u64, approved_by: u32, agreed: Proposal },
}

impl Happening {
    /// The name it is stored under.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::ShoeOpened { .. } => "shoe_opened",
            Self::CardsBurned { .. } => "cards_burned",
            Self::BettingOpened { .. } => "betting_opened",
            Self::SlipAccepted { .. } => "slip_accepted",
            Self::WagersCleared { .. } => "wagers_cleared",
            Self::BettingClosed => "betting_closed",
            Self::CardDrawn { .. } => "card_drawn",
            Self::RoundSettled { .. } => "round_settled",
            Self::RoundVoided { .. } => "round_voided",
            Self::CorrectionProposed(_) => "correction_proposed",
            Self::CorrectionWithdrawn { .. } => "correction_withdrawn",
            Self::RoundCorrected { .. } => "round_corrected",
        }
    }
}

/// A stake on a spot, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wager {
    pub(crate) spot: String,
    pub(crate) stake: i64,
    /// How much of it is bonus money. Whoever sends a wager does not say.
    #[serde(default)]
    pub(crate) bonus: i64,
}

/// What a patron's wagers of a round came to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settlement {
    pub(crate) patron: u32,
    pub(crate) wagers: Vec<Line>,
}

/// What one spot came to; `resolution` is `win`, `push` or `lose`, the payout holds the stake.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) spot: String,
    pub(crate) stake: i64,
    pub(crate) resolution: String,
    pub(crate) payout: i64,
}

/// A stake given back.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Returned {
    pub(crate) patron: u32,
    pub(crate) amount: i64,
}

/// A correction of a round, as it was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proposal {
    round: RoundOfTable,
    pub(crate) revision: u16,
    pub(crate) ruling: Ruling,
    /// The supervisor.
    pub(crate) by: u32,
    why: String,
    pub(crate) request_id: Option<String>,
    rules: Option<RulesUsed>,
    pub(crate) cards_before: Vec<String>,
    pub(crate) patrons: Vec<Difference>,
}

impl Proposal {
    /// The round of that table that it is about.
    pub(crate) const fn round(&self, table: u32) -> RoundId {
        RoundId { table, shoe_no: self.round.shoe_no, round_no: self.round.round_no }
    }
}

/// A round of the table at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundOfTable {
    shoe_no: u32,
    round_no: u16,
}

/// House rules by their id and the digest of their document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedRules {
    id: String,
    digest: String,
}

/// What a correction was computed by.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesUsed {
    id: String,
    digest: String,
    #[serde(default)]
    assumed: bool,
}

/// What is to be true of a round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Ruling {
    Void { reason: String },
    Cards { cards: Vec<String> },
}

/// What a correction means for one patron; no lines where the round is void.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Difference {
    pub(crate) patron: u32,
    pub(crate) staked: i64,
    pub(crate) before: Vec<Line>,
    pub(crate) after: Vec<Line>,
}
