//! Money by hand over REST: adjustments that two persons make, and the limits of those that one supervisor makes alone.
//!
//! | request under `/api/v1` | body | answer |
//! |---|---|---|
//! | `GET /adjustments?before=NO&limit=20` | | [`Adjustments`] |
//! | `POST /adjustments` | [`ProposeAdjustment`] | 201 or 200 [`AdjustmentResponse`] |
//! | `POST /adjustments/{no}/approve` | | [`AdjustmentResponse`] |
//! | `POST /adjustments/{no}/withdraw` | [`WithdrawAdjustment`] | [`AdjustmentResponse`] |
//! | `GET /adjustment-limits` | | [`AdjustmentLimits`] |
//! | `POST /adjustment-limits` | [`ChangeAdjustmentLimits`] | [`AdjustmentLimits`] |

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::supervisor::Purse;

/// Proposes to change a purse. Nothing moves before another person approves; one of both is a manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposeAdjustment {
    /// An id made by the caller: 32 hex digits, with or without the dashes of a UUID. A repeat counts once.
    pub request_id: String,
    /// Whose purse.
    pub patron_id: u32,
    /// `cash` or `bonus`.
    pub purse: Purse,
    /// The change in minor units; negative to take money.
    pub change: i64,
    /// The reason. It stays on record.
    pub why: String,
}

/// Ends a proposal without moving money: its author withdraws it, anybody else refuses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawAdjustment {
    /// The reason. It stays on record.
    pub why: String,
}

/// An adjustment that takes two persons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Adjustment {
    /// Its number, from 1.
    pub number: u32,
    /// Whose purse.
    pub patron_id: u32,
    /// `cash` or `bonus`.
    pub purse: Purse,
    /// The code of the wallet's currency.
    pub currency: String,
    /// How many decimals it has.
    pub decimals: u8,
    /// The change in minor units; negative to take money.
    pub change: i64,
    /// Who proposed it, and why.
    pub proposed: AdjustmentStep,
    /// `proposed`, `approved`, `withdrawn` or `refused`.
    pub state: String,
    /// Who decided about it; none while it is `proposed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub decided: Option<AdjustmentStep>,
}

/// What one person did about an adjustment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AdjustmentStep {
    /// The number of the member of staff.
    pub staff_id: u32,
    /// Their name; none when the server does not know the number.
    pub name: Option<String>,
    /// The role in which they acted: `supervisor` or `manager`.
    pub role: String,
    /// When.
    pub at: i64,
    /// The reason; empty for an approval.
    pub why: String,
}

/// An adjustment was proposed, approved, withdrawn or refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AdjustmentResponse {
    /// Whether this is a repeat, which changed nothing.
    pub repeated: bool,
    /// The adjustment as it is now.
    pub adjustment: Adjustment,
}

/// Adjustments that take two persons, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Adjustments {
    /// The adjustments, in every state.
    pub adjustments: Vec<Adjustment>,
    /// Send it as `before` for older ones; none when there are none.
    pub next_before: Option<u64>,
}

/// What one supervisor may adjust alone, in whole major units of each currency, play money too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdjustmentLimits {
    /// The largest change of cash by one adjustment.
    pub cash_each: u64,
    /// All changes of cash on one day (UTC), up and down alike.
    pub cash_day: u64,
    /// The largest change of bonus money by one adjustment.
    pub bonus_each: u64,
    /// All changes of bonus money on one day (UTC), up and down alike.
    pub bonus_day: u64,
}

/// Changes what one supervisor may adjust alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeAdjustmentLimits {
    /// The limits from now on.
    pub limits: AdjustmentLimits,
    /// The reason. It stays on record.
    pub why: String,
}
