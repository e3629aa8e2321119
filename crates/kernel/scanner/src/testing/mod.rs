//! A device and a server on a bad line, moved by a script of bytes, with the laws that must hold all the time.
//!
//! The line loses, doubles, changes and reorders texts, and breaks, seen or unseen by the server; an old text comes
//! again. Both ends are switched off at any moment, also between two effects. Tests and the fuzzer share it.

mod hostile;
mod house;
mod line;
mod shoe;

pub use hostile::{against_device, against_server};
pub use line::{Outcome, run};
