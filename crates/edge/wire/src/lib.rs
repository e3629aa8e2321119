//! The messages between server and clients.
//!
//! A client sends [`client::ClientMessage`], the server sends [`server::ServerMessage`]. [`rest`], [`people`],
//! [`passkeys`], [`protection`], [`supervisor`], [`by_hand`], [`devices`], [`live`], [`reads`], [`recordings`],
//! [`ledger`], [`lobby`] and [`tables`] have the bodies of the HTTP API, and [`error`] the error envelope.
//! [`misfit`] says why a text is none of them. Amounts are integers of minor units. Messages contain everything public
//! at a table and nothing secret: no undealt card, no other patron's slip.
//!
//! This crate knows no SQL and no sockets. `examples/export_types` generates its TypeScript.

pub mod auto;
pub mod by_hand;
pub mod card_copies;
pub mod card_pictures;
pub mod card_slot;
pub mod client;
pub mod codec;
pub mod consoles;
pub mod devices;
pub mod error;
pub mod finding_facts;
pub mod integers;
pub mod ledger;
pub mod live;
pub mod lobby;
pub mod misfit;
pub mod own;
pub mod passkeys;
pub mod past_findings;
pub mod patron_view;
pub mod people;
pub mod pictures;
pub mod proofs;
pub mod protection;
pub mod public_event;
mod public_view;
pub mod range;
pub mod reads;
pub mod recordings;
mod refusal;
pub mod rest;
pub mod road_map;
pub mod server;
mod strict;
pub mod supervisor;
pub mod supervisor_view;
mod table_squeeze;
pub mod table_view;
pub mod tables;

pub use public_view::{fact_names, void_id};
