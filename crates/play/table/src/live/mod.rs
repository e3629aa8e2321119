//! Tables whose cards a dealer draws from a shoe that reads them.
//!
//! A device sends readings; [`Table::take`](crate::Table::take) keeps each until an event names it, which happens
//! exactly once. [`react()`] says what a reading leads to: a command, a finding, or nothing yet. People resolve a
//! finding, each as the table of [`findings`] allows. Knows no protocol, no socket and no signature: who sends a
//! reading has checked them.

pub mod amend;
pub mod apply;
pub mod burn;
pub mod carried;
pub(crate) mod closing;
pub mod command;
pub(crate) mod composition;
pub(crate) mod consume;
pub mod counted_shoe;
pub mod dealer;
pub(crate) mod decide;
pub mod event;
pub mod facts;
pub mod findings;
pub mod finish;
pub mod gate;
pub(crate) mod judged;
pub(crate) mod key_in;
pub mod notices;
mod open_finding;
pub mod origin;
pub(crate) mod out;
pub mod people;
pub mod pictures;
pub(crate) mod place;
pub mod public;
pub mod react;
pub mod reading;
pub mod record_of_shoe;
pub mod refusal;
pub(crate) mod resolve;
mod sensor;
pub mod state;
pub mod step;
mod twice;
pub mod waits;

pub use amend::Amended;
pub use apply::Happened;
pub use burn::BurnProgress;
pub use carried::CarriedLive;
pub use command::LiveCommand;
pub use counted_shoe::{CardCount, CountedShoe};
pub use dealer::{Dealer, DealerKind, DealerProblem, SCANNER_ALGORITHM, ScannerSettings, Shoes, Start};
pub use event::{BurnWhy, LiveEvent, SeenBy};
pub use facts::Fact;
pub use findings::{FindingCode, How, Needs};
pub use gate::{GateWhy, LiveGate};
pub use notices::CardNotice;
pub use open_finding::{OpenFinding, Proposed};
pub use origin::{Origin, RecordRef};
pub use people::Person;
pub use public::{LiveNews, LiveView, SeatedDealer};
pub use react::{Reaction, react};
pub use reading::{CardRead, Read, Reading, ShoeChange, ShoeRead, Slot, UnreadRead};
pub use record_of_shoe::RecordOfShoe;
pub use refusal::LiveRefusal;
pub use state::{Call, Live, Loaded, RecordingState, Waiting};
pub use step::CardDue;
pub use waits::LiveWait;
