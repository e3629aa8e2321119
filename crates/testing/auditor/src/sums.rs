//! What a store keeps of the money of patrons and tables beside the ledger: lines of statements, and turnover. Judges
//! nothing.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::ids::RoundId;

/// The statement of each wallet, by patron and currency, oldest line first.
pub type Statements = BTreeMap<(u32, String), Vec<StatementLine>>;

/// What each day, table and spot turned over.
pub type Turnovers = BTreeMap<TurnoverPlace, Turnover>;

/// A line of a statement, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StatementLine {
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// `posted`, `settled`, `voided` or `corrected`.
    pub kind: String,
    /// The round that it is about, if it is about one.
    pub round: Option<RoundId>,
    /// Which end of the round it is; 0 without a round.
    pub revision: u16,
    /// The stakes; of a correction, none.
    pub staked: i64,
    /// What came of them; of a correction, how much more.
    pub paid: i64,
    /// What was lent.
    pub lent: i64,
    /// What was repaid.
    pub repaid: i64,
    /// What the wallet has more.
    pub change: i64,
    /// What it has then, stakes that are held included.
    pub balance: i64,
    /// What is owed then.
    pub owed: i64,
}

/// What turnover is counted by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct TurnoverPlace {
    /// The first millisecond of the day.
    pub day: i64,
    /// The table.
    pub table: u32,
    /// The spot's id.
    pub spot: String,
    /// The code of the currency.
    pub currency: String,
    /// Whether it is what corrections changed.
    pub corrected: bool,
}

/// Sums over wagers, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Turnover {
    /// How many there were.
    pub wagers: i64,
    /// Their stakes.
    pub staked: i64,
    /// The stakes that won or lost.
    pub effective: i64,
    /// What was paid.
    pub paid: i64,
}
