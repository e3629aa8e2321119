//! House rules: one document of data that says how a table is run. No rule of a house is code.
//!
//! Six documents are built in, each from a vendor's rules (see [`HouseRules::builtin`]); operators may write their own,
//! and reading one reports every error with its line.

#[cfg(feature = "toml")]
pub mod catalogue;
pub mod conduct;
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
    BonusMoneyRule, HouseRules, InterruptedRound, Leaving, Limit, OddsShown, RoadWindow, SpotRules,
};
