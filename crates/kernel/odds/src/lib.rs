//! Exact odds: the law of a coup from any shoe, as integer counts, and what each spot is worth.
//!
//! This crate knows no table, no patron and no chance: nothing is drawn here, everything is counted.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod bonus;
mod bonus_sets;
pub mod composition;
pub mod ending;
mod fold;
pub mod joint;
mod kernel;
pub mod law;
pub mod live;
pub mod pairing;
pub mod plan;
pub mod ratio;
mod resolutions;
pub mod spot_law;
mod twos;

pub use bonus::BonusJudge;
pub use composition::{Composition, CompositionError, Full, NoneLeft, TooFewCards};
pub use ending::Ending;
pub use joint::JointLaw;
pub use kernel::Path;
pub use law::Law;
pub use live::LiveOdds;
pub use pairing::{Pair, PairLaw, Pairing};
pub use plan::{Plan, asks};
pub use ratio::Ratio;
pub use resolutions::resolutions;
pub use spot_law::{SpotLaw, Win};

/// The README's example is compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
