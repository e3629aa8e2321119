//! The house: the commit loop between tables and a store.
//!
//! [`House`] runs every table in a task of its own. What is asked of a table waits in its inbox; the task
//! decides it against the table as it stands, turns the events into [`postings`], commits both to the
//! [`CommitStore`](ports::CommitStore), and only then applies and publishes them: to everybody by [`Frame`]s, to the
//! patron concerned by [`Notice`]s. What is due by the clock the task does itself.
//!
//! This crate knows neither SQL nor sockets. Time, randomness and storage come through its [`ports`].
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod abandoned;
mod adjusting;
pub mod answer;
mod commit;
mod corrected;
mod correcting;
pub mod defaults;
mod feed;
mod funding;
mod house;
pub mod notice;
mod noticeboard;
pub mod patrons;
pub mod ports;
pub mod postings;
mod purse;
mod request;
pub mod rulebook;
mod runner;
mod serve;
mod shuffled;
pub mod statement;
pub mod system;
mod transfer_id;
pub mod turnover;

pub use abandoned::ABANDONED_MS;
pub use answer::{
    AdjustmentReceipt, ClearReceipt, CorrectionReceipt, Failure, HouseRefusal, LeaveReceipt, ProposalReceipt,
    Rejection, SlipReceipt,
};
pub use defaults::default_tables;
pub use feed::{Frame, Snapshot};
pub use funding::BonusRule;
pub use house::{House, StartError};
pub use notice::Notice;
pub use patrons::Token;
pub use ports::Adjustment;
pub use purse::Purse;
pub use system::{OsEntropy, SystemClock};
