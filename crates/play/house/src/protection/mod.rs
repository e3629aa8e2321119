//! Protection of patrons: their own limits, pauses and exclusions, and the house's enforcement of them.
//!
//! [`state`] says what a patron has set and how it may change, [`spent`] what they have staked and lost, [`play_time`]
//! how long they have had a seat: all pure. The rest reads and writes the store, and is asked before every seat and
//! slip.

pub(crate) mod access;
pub(crate) mod allowance;
pub mod desk;
pub(crate) mod gate;
pub(crate) mod keeper;
pub mod limit;
mod lines;
pub(crate) mod play_clock;
pub mod play_time;
pub mod refusal;
pub mod spent;
pub mod state;
mod turnover;

pub use desk::ProtectionView;
pub use limit::{LimitKind, Period};
pub use play_time::PlayTime;
pub use refusal::ProtectionRefusal;
pub use state::{Exclusion, Pending, Protection, Wanted};
