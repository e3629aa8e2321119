//! The protocol between a card-reading shoe and the server: what both say, who may say it when, and what proves it.
//!
//! A device signs everything that it says. What happened at the shoe is a record; records are numbered without gaps
//! and chained for the life of the device's key, so none can be left out, changed or told twice. The server stores
//! each record exactly once and in order, and acknowledges it when it is durable.
//!
//! | module | gives |
//! |---|---|
//! | [`envelope`] | a body as text with its signature; the limits of a frame |
//! | [`frame`] | all frames as types, read strictly and written in one spelling |
//! | [`record`] | signed records and their chain |
//! | [`server`] | the server's side of a session |
//! | [`device`] | the device's side of a session |
//! | [`statement`] | what a device signs to be enrolled, and for a picture |
//! | [`published`] | checks of the records of a shoe, when they are public |
//!
//! Nothing here reads a socket, a file or a clock: texts and times come in as values, and what to do comes out. The
//! crate knows no table, no round and no money, and it does not judge what a card is worth. `docs/SCANNER.md`
//! describes the protocol for somebody who builds a device.
//!
//! ```
//! use punto_scanner::{DeviceKey, Fingerprint, Statement};
//!
//! let key = DeviceKey::new([7; 32]);
//! let code = "K7QX-93MD".parse().unwrap();
//! let enrolment = Statement::enrolment(&code, &key.public(), 9);
//! assert_eq!(enrolment.verify(&key.public(), &enrolment.sign(&key)), Ok(()));
//! assert_eq!(Fingerprint::of(&key.public()).to_string().len(), 19);
//! ```
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod device;
pub mod envelope;
pub mod frame;
mod key;
mod label;
pub mod published;
pub mod record;
pub mod server;
pub mod statement;
pub mod testing;

pub use device::{About, CannotRecord, Device, DeviceEffect, Kept, Stop};
pub use envelope::{Envelope, FrameError};
pub use frame::{DeviceFrame, Record, ServerFrame, What};
pub use key::{DeviceKey, Fingerprint, SignatureError, check_key};
pub use label::{Label, LabelError};
pub use published::{PublishedRecord, RecordsReport, check_records};
pub use record::{ChainError, Head, RecordError, SignedRecord};
pub use server::{Effect, ServerSession};
pub use statement::{Code, Statement};
