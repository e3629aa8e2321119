//! The shuffle of tables measured against chance, over numbered shoes; and shuffles with known mistakes, which the
//! measurement must find.
//!
//! | module | holds |
//! |---|---|
//! | [`size`] | decks and cards of every shoe |
//! | [`source`] | where shoes come from: the code of tables, or a shuffle with a mistake |
//! | [`tally`] | what is counted over shoes |
//! | [`series`] | what is kept of each shoe in its order |
//! | [`coups`] | what is counted over coups |
//! | [`exact`] | the exact chances of a coup from eight decks |
//! | [`mod@findings`] | one number for each test, and the range that chance leaves in 99 of 100 runs |
//! | [`campaign`] | a run on all processors |
//!
//! The shoes follow from their numbers, so a run has the same result every time. This crate knows no table and no
//! server. `docs/PROOFS.md` has the results over a million shoes.
#![allow(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "counts far below 2^52 become floats, which hold them exactly"
)]

pub mod campaign;
pub mod coups;
pub mod exact;
pub mod findings;
pub mod series;
pub mod size;
pub mod source;
pub mod tally;

pub use campaign::measure;
pub use findings::{Finding, findings};
pub use source::{Source, TABLES, WRONG};
pub use tally::Tally;
