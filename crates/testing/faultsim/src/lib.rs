//! A fault simulator of house, table and ledger. All of these are real; the people, the clock and the randomness come
//! from a seed. The same seed gives the same history, byte for byte.
//!
//! The real `House` runs on one thread with paused time. Patrons play, send twice, come late, leave and lose the
//! connection; careful ones open accounts, limit their play, pause and are excluded; supervisors void and correct
//! rounds; managers change staff, passwords and tables; the store fails, answers slowly and loses answers; the house
//! crashes before and after commits; under SQLite, the disk loses its power at any moment. After each failure,
//! `auditor` holds what is left against its laws and against what everybody observed. In a shift at live tables,
//! devices sign what passes their sensors, and dealers and supervisors put right what goes wrong with it.
//!
//! This crate knows no sockets, no HTTP and no real time.

mod backing;
mod beacon;
mod blocking;
mod desk_store;
mod disk;
mod fault;
mod faults;
mod floor;
mod front_desk;
mod guard;
mod kept;
mod known_session;
mod live;
mod manager;
mod memory;
mod numbers;
mod patron;
mod plan;
mod proof;
mod seed;
mod shown;
mod sim_house;
mod staff;
mod supervisor;
mod tally;
mod world;

pub use auditor::Deviation;
pub use backing::StoreKind;
pub use plan::Sort;
pub use seed::{Outcome, simulate};
pub use tally::Tally;
