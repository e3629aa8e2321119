//! The bodies of what staff read of the double-entry ledger.
//!
//! | method and path | response |
//! |---|---|
//! | `GET /transfers?id=&kind=&account=&from=&until=&before=&limit=` | [`FoundTransfers`] |

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::tables::CurrencyName;

/// Transfers that a search found, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundTransfers {
    /// The transfers.
    pub transfers: Vec<FoundTransfer>,
    /// Where to go on, to send as `before`; none after the last. A page may be shorter than its limit.
    pub next_before: Option<u64>,
}

/// A transfer. It never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundTransfer {
    /// The id: 32 hex digits.
    pub transfer_id: String,
    /// Its place in the ledger; later transfers have larger ones.
    pub place: u64,
    /// When it was made.
    pub at: i64,
    /// `move`, `hold`, `capture`, `release`, `cover`, `repay` or `reverse`.
    pub kind: String,
    /// The account that gave.
    pub from: AccountName,
    /// The account that got.
    pub to: AccountName,
    /// How much, in minor units.
    pub amount: u64,
    /// The currency.
    pub currency: CurrencyName,
    /// What was asked for, where it may be more than the amount: of `cover` and `repay`.
    pub asked: Option<u64>,
    /// The hold that it uses, or the transfer that it reverses.
    pub about: Option<String>,
    /// The table of the event that it belongs to; none for an entry of the house's own log.
    pub table_id: Option<u32>,
    /// The round that the event is about. Round 0 is the time before the first round of a shoe.
    pub round: Option<RoundRef>,
    /// The number of that event at its table, or of the entry in the house's own log.
    pub seq: u64,
}

/// An account, without its currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AccountName {
    /// `patron_cash`, `patron_bonus`, `stakes_held`, `house_table`, `receivable`, `adjustments` or `issue`.
    pub kind: String,
    /// Whose it is: the number of a patron or a table, 0 for the house as a whole.
    pub owner: u32,
}
