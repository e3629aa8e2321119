//! House rules: one document of data that says how a table is run. No rule of a house is code.
//!
//! Six documents are built in, each from a vendor's rules (see [`HouseRules::builtin`]); anybody may write
//! their own, which is checked line by line.

#[cfg(feature = "toml")]
pub mod catalogue;
mod decimal;
#[cfg(feature = "toml")]
mod errors;
mod house_rules;
#[cfg(feature = "toml")]
mod read;
#[cfg(feature = "toml")]
mod read_paytable;
#[cfg(feature = "toml")]
mod read_spots;
#[cfg(feature = "toml")]
mod toml_table;

pub use decimal::MajorUnits;
#[cfg(feature = "toml")]
pub use errors::{RulesError, RulesErrors};
pub use house_rules::{
    BonusMoneyRule, HouseRules, InterruptedRound, Leaving, LeavingLater, Limit, OddsShown, RoadWindow,
    SpotRules, StakeRange, UnreadableCard, WrongResult,
};
