//! Patrons who send slips on command over their sockets, and what the server's processor and the patrons' time were.
//!
//! Every slip must be accepted once, every settlement must be that of the accepted slips, and in the end every wallet
//! must be what the patron's own book says. Patrons know the server by its JSON alone.

mod patrons;
mod stage;

pub use stage::{Load, Span, Stage, Terms};
