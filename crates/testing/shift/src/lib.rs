//! A shift at a live table of a running server, seen from outside: a simulated card-reading shoe on its socket, and
//! what the dealer and the supervisors do next. Both programs that deal against the real server use it.
//!
//! | module | concern |
//! |---|---|
//! | [`shoe`] | the device with its state file, and the cards in it |
//! | [`mod@line`] | the shoe on its socket, for as long as a server listens |
//! | [`crew`] | what people do next, by what the table shows them |

pub mod crew;
pub mod line;
mod pile;
pub mod shoe;

pub use shoe::{Manner, Mark, Shoe};
