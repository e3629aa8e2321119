//! Live tables in the kill test: at each of them a card-reading shoe with its state file, a dealer and two supervisors.
//! The shoe is the real device; it goes on from what it knows when its server was killed.

mod floor;
mod people;
pub(crate) mod tables;
mod tally;

pub(crate) use floor::LiveFloor;
pub(crate) use people::{LiveDealer, come_to_rest};
pub(crate) use tally::{LiveTally, unused};
