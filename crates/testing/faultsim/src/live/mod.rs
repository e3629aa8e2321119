//! Shifts at live tables: a device that signs what passes its sensor, the line between it and the house, a dealer, and
//! supervisors. All of them choose by the seed; the device, its session and the house are the real ones.

mod attack;
mod crew;
mod dealer;
mod finding;
mod line;
mod opening;
mod plan;
mod pull;
mod shift;
mod station;
mod supervisors;

pub(crate) use opening::let_in;
pub(crate) use shift::Shift;
