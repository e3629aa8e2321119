//! A baccarat table without input or output.
//!
//! Commands and time come in, events go out: `decide` is pure and may refuse, `apply` is pure and cannot fail.
//! The table knows no ledger, reads no clock and waits for nothing.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod apply;
pub mod book;
pub mod command;
pub mod decide;
pub mod event;
pub mod ids;
pub mod judge;
pub mod next_step;
pub mod phase;
pub mod public;
pub mod refusal;
pub mod settings;
pub mod settle;
pub mod state;
pub mod view;

pub use command::{AskedWager, Command, Slip};
pub use decide::{Decision, decide};
pub use event::{Event, Recorded};
pub use ids::{PatronId, RequestId, RoundRef, TableId, Timestamp};
pub use judge::Ahead;
pub use next_step::{NextStep, Wants};
pub use phase::{Phase, RoundEnd};
pub use public::{PublicEvent, PublicFrame};
pub use refusal::Refusal;
pub use settings::{Idle, Settings, SpotLimits, Timings};
pub use state::Table;
pub use view::{Burned, OwnResult, PatronView, SpotView, TableView};
