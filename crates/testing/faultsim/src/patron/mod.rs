//! Simulated patrons: what they do, what they send and receive, and what they observe. They judge no answer.

mod actions;
mod mail;
mod protection;
mod seat;
mod squeezes;

pub(crate) use mail::spot_result;
pub(crate) use seat::{Player, code};
