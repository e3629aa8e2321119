//! What wagers may cost and what they are worth: the exposure of a round, the exact edges of a shoe in play, and the
//! odds of house rules. Reads tables; decides nothing.

pub mod alerts;
mod desk;
pub mod edges;
pub mod exposure;
pub(crate) mod figures;
pub(crate) mod memory;

pub use alerts::Alert;
pub use edges::Edges;
pub use exposure::{RoundTotals, SpotTotals, TableExposure, Worst};
pub use figures::RulesOdds;
