//! Tables that run: one task each, which decides, commits, applies and publishes.

pub(crate) mod abandoned;
mod auto;
mod await_beacon;
mod commit;
mod corrections;
mod due;
pub(crate) mod feed;
mod give_up;
mod live;
pub(crate) mod missed;
pub(crate) mod nonces;
mod not_done;
mod prove;
pub(crate) mod pulse;
pub(crate) mod request;
mod resume;
pub mod rulebook;
pub(crate) mod runner;
pub(crate) mod seats;
mod serve;
pub(crate) mod shuffled_shoe;
mod slips;
mod source;
pub(crate) mod squeeze;
pub(crate) mod tally;
pub(crate) mod waiting;
pub(crate) mod watchdog;
