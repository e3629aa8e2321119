//! A baccarat table without input or output.
//!
//! Commands and time come in, events go out: [`decide()`] is pure and may refuse, [`Table::apply`] is pure and
//! takes an event that was decided; [`Table::try_apply`] reads a stored history, which may be corrupt. A table is the
//! fold of its events; [`Table::next_step`] says what is due next and when, and [`Table::view`], [`Table::patron_view`]
//! and [`Table::public_frame`] are the only ways out of it.
//!
//! At a live table a dealer draws the cards, and a device reads them: see [`live`].
//!
//! This crate knows no ledger, reads no clock, draws no card and waits for nothing: the caller brings
//! all of that, and makes the events durable before it applies them.
//!
//! ```
//! use std::sync::Arc;
//! use money::Currency;
//! use punto_table::{Command, Decision, RecordedEvent, Settings, SpotLimits, Table, TableId, Timestamp, Timings};
//!
//! let settings = Settings {
//!     id: TableId(1),
//!     name: "Salon One".to_owned(),
//!     rules: Arc::new(baccarat::HouseRules::builtin("three-bet").unwrap().clone()),
//!     currency: Currency::PLAY,
//!     limits: SpotLimits::none(),
//!     timings: Timings::default(),
//!     exposure: None,
//!     entry: punto_table::EntryTerms::default(),
//!     seating: punto_table::Seating::default(),
//!     draw: punto_table::Drawing::Sealed,
//!     dealer: punto_table::live::Dealer::Shuffle,
//!     squeeze: None,
//! };
//! let mut table = Table::new(Arc::new(settings));
//! let now = Timestamp(1_700_000_000_000);
//! let open = Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None };
//! for command in [open, Command::OpenBetting { now }] {
//!     let Ok(Decision::Accepted(events)) = punto_table::decide(&table, &command) else { panic!("refused") };
//!     for event in events {
//!         table.apply(&RecordedEvent { seq: table.seq() + 1, at: now, event });
//!     }
//! }
//! assert_eq!(table.phase().id(), "betting");
//! let too_early = punto_table::decide(&table, &Command::CloseBetting { now, wagers: None, draw: None });
//! assert_eq!(too_early.unwrap_err().code(), "betting_still_open");
//! ```
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod apply;
pub mod arrived;
pub mod auto;
pub mod auto_slips;
pub mod auto_stop;
pub mod command;
pub mod correct;
pub mod correction;
mod dealing;
pub mod decide;
mod decision;
pub mod drawing;
pub mod entry;
pub mod event;
mod finish;
pub mod hex;
pub mod ids;
pub mod judge;
pub mod known;
mod limited;
pub mod live;
mod misfit;
pub mod next_step;
pub mod nonces;
mod own_result;
pub mod phase;
pub mod proof;
pub mod public;
pub mod record;
pub mod refusal;
pub mod round_wagers;
pub mod rules_ref;
pub mod seating;
pub mod seats;
pub mod settings;
pub mod settle;
mod settlement;
pub mod squeeze;
pub mod state;
pub mod view;
mod wager;

pub use arrived::Arrived;
pub use auto_slips::{Auto, AutoEnd, EndedAuto};
pub use auto_stop::{RawStopAt, StopAt, StopMet, StopWatch};
pub use command::{Command, PastRound, RawWager, Slip};
pub use correction::{CorrectionRequest, Evidence, PatronCorrection, Proposal, Ruling};
pub use decide::decide;
pub use decision::Decision;
pub use drawing::Drawing;
pub use entry::{EntryTerms, Invitation};
pub use event::{Event, RecordedEvent};
pub use ids::{DeviceId, PatronId, RequestId, RequestIdError, RoundRef, StaffId, TableId, Timestamp};
pub use judge::Ahead;
pub use known::Known;
pub use live::{Dealer, LiveCommand, LiveEvent, Origin, RecordRef};
pub use misfit::Misfit;
pub use next_step::{NextStep, Wants};
pub use nonces::{Pledge, RevealedNonce, Withheld};
pub use own_result::OwnResult;
pub use phase::{Burned, Phase, RoundEnd};
pub use proof::{
    BeaconRound, BeaconValue, Bytes32, Commitment, OpenProof, ProofStage, ProofStep, ScannedProof,
    ShoeEnding, ShoeProof, WagerKey, WagersRoot,
};
pub use public::{PublicEvent, PublicFrame};
pub use record::{ProposalStatus, RoundRecord};
pub use refusal::Refusal;
pub use rules_ref::{RulesDigest, RulesRef, RulesUsed};
pub use seating::Seating;
pub use seats::{CarriedSeat, LeaveReason, Seat, Seats};
pub use settings::{LimitSource, Settings, SpotLimits, Timings};
pub use state::Table;
pub use view::{PatronView, SpotView, TableView};
pub use wager::SlipKind;
