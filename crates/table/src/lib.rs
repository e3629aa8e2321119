//! A baccarat table without input or output.
//!
//! Commands and time come in, events go out: `decide` is pure and may refuse, `apply` is pure and cannot fail.
//! The table knows no ledger, reads no clock and waits for nothing.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod command;
pub mod event;
pub mod ids;
pub mod phase;
pub mod public;
pub mod refusal;
pub mod settings;
pub mod view;

pub use command::{AskedWager, Command, Slip};
pub use event::{Event, Recorded};
pub use ids::{PatronId, RequestId, RoundRef, TableId, Timestamp};
pub use phase::{Phase, RoundEnd};
pub use public::{PublicEvent, PublicFrame};
pub use refusal::Refusal;
pub use settings::{Idle, Settings, SpotLimits, Timings};
pub use view::{Burned, OwnResult, PatronView, SpotView, TableView};
