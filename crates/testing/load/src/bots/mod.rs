//! Bots: some watch tables, some wager and keep their own book. They know the server by its JSON alone.
//!
//! All of them live in one thread. What they saw together must be the same for all, what each got of its money must
//! be what its book says, and every payout must follow from the cards and from the odds that the server publishes.

pub mod book;
mod crowd;
mod dice;
pub mod ends;
pub mod floor;
mod hear;
mod patron;
mod plan;
#[cfg(test)]
mod planted;
pub mod rest;
pub mod settlement;
pub mod tally;

pub use crowd::Crowd;
pub use plan::Plan;
pub use rest::Rest;
pub use tally::{Problems, Tally};
