//! Tables that run: one task each, which decides, commits, applies and publishes.

pub(crate) mod abandoned;
mod auto;
mod await_beacon;
mod commit;
mod corrections;
pub(crate) mod feed;
mod give_up;
pub(crate) mod missed;
pub(crate) mod nonces;
mod not_done;
mod prove;
pub(crate) mod pulse;
pub(crate) mod request;
pub mod rulebook;
pub(crate) mod runner;
pub(crate) mod seats;
mod serve;
mod shuffled_shoe;
mod slips;
pub(crate) mod tally;
pub(crate) mod waiting;
pub(crate) mod watchdog;
