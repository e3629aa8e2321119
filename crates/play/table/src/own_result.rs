//! What a patron's latest finished round at a table came to. Data only.

use money::Amount;

use crate::ids::RoundRef;
use crate::phase::VoidReason;
use crate::wager::{PlacedWager, SettledSpot};

/// What one patron's wagers of a finished round came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnResult {
    /// The round.
    pub round: RoundRef,
    /// What they had wagered, one line a spot.
    pub placed: Vec<PlacedWager>,
    /// What became of it, one line a spot; empty when the round was voided.
    pub wagers: Vec<SettledSpot>,
    /// All stakes, in minor units.
    pub staked: Amount,
    /// All payouts, stakes included, in minor units; what came back when the round was voided.
    pub paid: Amount,
    /// Why the round does not count, if it does not.
    pub voided: Option<VoidReason>,
    /// 1 for the first settlement or void of the round, one more for each correction.
    pub revision: u16,
}
