//! Exact amounts, odds and rounding, in integers.
//!
//! An [`Amount`] is a count of minor units (cents); a [`Stake`] is an amount that may be wagered; [`Odds`] are an exact
//! rational "to one". Every rounding is named by the caller, and sums are checked. The bounds on stakes and odds are
//! chosen so that a payout always fits.
//!
//! This crate knows no accounts, no baccarat, no serialisation format and no floating point.
//!
//! ```
//! use punto_money::{Odds, Rounding, Stake};
//! let stake = Stake::new(101).unwrap();
//! let commission: Odds = "0.95".parse().unwrap();
//! assert_eq!(commission.profit(stake, Rounding::Down).minor(), 95); // 95.95 rounded down
//! ```
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic, clippy::as_conversions)]

mod amount;
pub mod bounds;
mod currency;
mod odds;

pub use amount::{Amount, AmountError, Stake};
pub use currency::{Currency, CurrencyError};
pub use odds::{Odds, OddsError, Rounding};
