//! Simulation: coups and shoes dealt by chance, reproducible from a seed at any number of threads.
//!
//! Nothing dealt here is played for: no table takes a card from this crate. It knows no patron, no clock and no source
//! of seeds. The caller brings the seed of a run, and the same seed gives the same run.
//!
//! - [`fixed`]: a fixed number of coups of each shoe, at full speed, to be held against the exact law of a coup.
//! - [`shoes`]: whole shoes as tables deal them, with streaks, marks and closing rounds.
//! - [`schemes`]: betting schemes, played to the letter on those shoes.
//! - [`figures`]: what the counts say, held against the exact law.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod counts;
mod crew;
pub mod estimate;
pub mod figures;
pub mod fixed;
mod number;
pub mod schemes;
pub mod shoes;

pub use counts::Counts;
pub use estimate::{Estimate, RatioSums};

/// The README's examples are compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
