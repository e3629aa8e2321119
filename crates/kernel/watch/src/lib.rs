//! The watching client: checks everything that a table says of its shoe at the moment when it arrives.
//!
//! A patron's page does this by itself while they play, and any other client may. [`Watch`] takes what arrives, in the
//! order of arrival: the proof file of the open shoe, bulletins, leaves, cards, the patron's own wagers. After each of
//! them, [`Watch::report`] has one [`Finding`] for each [`Check`], and a [`State`] in one word.
//!
//! | module | holds |
//! |---|---|
//! | [`finding`] | checks, verdicts, places |
//! | [`seen`] | what a client hands over: a proof file as it is on arrival, cards, wagers |
//! | [`watch`](mod@watch) | the table, and everything that arrives by itself |
//! | `arrive` | a proof file in play |
//! | `record` | the chain, and what was seen of it |
//! | `shoe` | the open shoe: kinds of bulletins in their order, commitment, root, secret |
//! | `drawn` | the drawing of the cards of rounds |
//! | `cards` | cards that are shown, burned and named by the end of a round |
//! | `numbers` | the numbers of patrons in the open shoe, and the patron's own |
//! | `wagers` | the patron's own wagers of a round |
//! | `summary` | how everything stands |
//! | [`report`] | what there is to show: state, findings, the head and its digits |
//!
//! It reads no clock, no file and no network. It knows no house rules, so that [`Check::Burn`] compares the burned
//! cards with their bulletin only, and of a beacon only when each value comes to exist: `verify` checks both over the
//! file of a shoe that is over.
//! `docs/FAIRNESS.md` describes the checks.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod arrive;
mod cards;
mod drawn;
pub mod finding;
mod numbers;
mod record;
pub mod report;
pub mod seen;
mod shoe;
mod summary;
mod wagers;
pub mod watch;

pub use finding::{Check, Finding, Place, Verdict};
pub use report::{Give, Head, Report, State, Wanted};
pub use seen::{Arrival, Kept, Opening, OwnWagers, Shown, Signed, Stake};
pub use watch::Watch;
