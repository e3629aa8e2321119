//! The house: the commit loop between tables and a store.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod answer;
pub mod defaults;
pub mod house;
pub mod notice;
pub mod patrons;
pub mod ports;
pub mod system;

pub use answer::{ClearReceipt, Failure, HouseRefusal, LeaveReceipt, Rejection, SlipReceipt};
pub use defaults::default_tables;
pub use house::{Frame, House, Snapshot, StartError};
pub use notice::Notice;
pub use patrons::Token;
pub use system::{OsEntropy, SystemClock};
