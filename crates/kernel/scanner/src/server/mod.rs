//! The server's side of a session: challenge, hello, welcome, records, acks. Knows no socket, no store and no clock.
//!
//! [`ServerSession`] takes what a device sends, with the time at which it came, and gives back [`Effect`]s in the
//! order in which the caller carries them out. It acknowledges a record only after the caller said that it is stored.

mod clock;
mod effect;
mod live;
mod rate;
mod session;

pub use effect::{
    Alarm, Arrival, Claim, Effect, Ending, Enrolled, LATE_MS, Line, Notice, SLOW_MS, Standing, Timing,
};
pub use session::ServerSession;
