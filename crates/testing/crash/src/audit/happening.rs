//! The events of a table as they stand in the file. Read with types of the auditor's own, so that a change of
//! what is written is noticed here instead of being followed.

use serde::Deserialize;

use super::ruling::{Proposal, RoundNo};

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Happening {
    ShoeOpened { shoe_no: u32 },
    CardsBurned { first: Option<String>, face_down: u8 },
    BettingOpened { round_no: u16 },
    SlipAccepted { patron: u32, slip_id: String, wagers: Vec<Placed> },
    WagersCleared { patron: u32, request_id: Option<String>, returned: i64 },
    BettingClosed,
    CardDrawn { card: String },
    RoundSettled { revision: u16, patrons: Vec<Settlement> },
    RoundVoided { returned: Vec<Returned>, by: Option<u32> },
    CorrectionProposed(Proposal),
    CorrectionWithdrawn { correction_no: i64, round: RoundNo, by: u32 },
    RoundCorrected { correction_no: i64, approved_by: u32, agreed: Proposal },
}

impl Happening {
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

/// A stake on a spot, in minor units, as a patron asks for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wager {
    pub(crate) spot: String,
    pub(crate) stake: i64,
}

/// A wager as it was taken: a stake on a spot, and how much of it is bonus money.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Placed {
    pub(crate) spot: String,
    pub(crate) stake: i64,
    #[serde(default)]
    pub(crate) bonus: i64,
}

/// What a patron's wagers of a round came to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Settlement {
    pub(crate) patron: u32,
    pub(crate) wagers: Vec<Line>,
}

impl Settlement {
    pub(crate) fn paid(&self) -> i64 {
        self.wagers.iter().map(|line| line.payout).sum()
    }
}

/// What one spot came to; `resolution` is `win`, `push` or `lose`, the payout holds the stake.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) struct Line {
    pub(crate) spot: String,
    pub(crate) stake: i64,
    pub(crate) resolution: String,
    pub(crate) payout: i64,
}

/// A stake given back.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Returned {
    pub(crate) patron: u32,
    pub(crate) amount: i64,
}
