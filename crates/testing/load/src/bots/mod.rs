//! Bots: some watch tables, some wager and keep their own book. They know the server by its JSON alone.
//!
//! All of them live in one thread. What they saw together must be the same for all, and what each was told of its money
//! must be what its book says.

pub mod book;
mod crowd;
mod dice;
pub mod floor;
mod hear;
mod patron;
mod plan;
pub mod rest;
pub mod tally;

pub use crowd::Crowd;
pub use plan::Plan;
pub use rest::Rest;
pub use tally::{Problems, Tally};
