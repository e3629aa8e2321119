//! The house: the commit loop between tables and a store.
//!
//! [`House`] runs every table in a task of its own. Requests wait in the inbox of the table; the task decides them
//! against the table, turns the events into [`postings`], and commits both to the
//! [`CommitStore`](ports::CommitStore). Only then it applies the events and publishes them: to everybody by
//! [`Frame`]s, to the patron concerned by [`Notice`]s. The task itself does what is due by the clock.
//!
//! This crate knows neither SQL nor sockets. Time, randomness and storage come through its [`ports`].
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod answer;
pub mod by_hand;
mod context;
pub mod counts;
pub mod day;
pub mod defaults;
pub mod devices;
pub mod floor;
pub mod footage;
mod house;
pub mod live;
pub mod log;
mod money;
pub mod patrons;
pub mod people;
pub mod ports;
mod probe;
pub mod proofs;
pub mod protection;
mod reports;
pub mod risk;
mod shards;
mod steady;
pub mod system;
mod tables;
mod wait;

pub use self::money::funding::BonusRule;
pub use self::money::limits::{LimitsError, check_payouts, with_maxima};
pub use self::money::postings;
pub use self::money::purse::Purse;
pub use answer::{
    AbandonedShoe, AdjustmentReceipt, AutoReceipt, CorrectionReceipt, Failure, HouseRefusal, NonceReceipt,
    Rejection, SeatReceipt, SlipReceipt, TakenBack,
};
pub use by_hand::ProposalReceipt;
pub use defaults::default_tables;
pub use house::{House, StartError};
pub use patrons::Connection;
pub use patrons::notice::{self, Notice, NumberedNotice};
pub use people::Token;
pub use ports::Adjustment;
pub use reports::{csv, findings, patron_turnover, sheet, statement, turnover};
pub use steady::SteadyClock;
pub use system::{OsEntropy, SystemClock};
pub use tables::abandoned::ABANDONED_MS;
pub use tables::feed::{CardProof, Frame, Frames, MISSED_RESULTS, Published, Snapshot};
pub use tables::lift::{Lift, LiftProgress, Lifted, LiftedEdge};
pub use tables::pulse::{StopReason, StoppedTable};
pub use tables::rulebook;
pub use tables::seats::Pass;
pub use tables::tally::Tally;
pub use tables::waiting::OpenProposals;
