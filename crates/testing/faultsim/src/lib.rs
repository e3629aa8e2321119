//! A simulator of house, table and ledger: everything real but the people, the clock and the luck, which come from a
//! seed. The same seed gives the same history byte for byte.
//!
//! The real `House` runs on one thread with paused time. Patrons play, send twice, come late, leave and lose the
//! line; supervisors call rounds void; the store fails, dawdles and forgets to answer; the house crashes before and
//! after commits; under SQLite, the disk loses its power in the middle of anything. After each of that an auditor
//! with rules and arithmetic of its own holds what is left against what everybody was told.
//!
//! This crate knows no sockets, no HTTP and no real time.

mod audit;
mod backing;
mod blocking;
mod dice;
mod disk;
mod faults;
mod hall;
mod notes;
mod patron;
mod plan;
mod seed;
mod shown;
mod staff;
mod supervisor;
mod tally;
mod world;

pub use audit::Deviation;
pub use backing::StoreKind;
pub use seed::{Outcome, simulate};
pub use tally::Tally;
