//! The messages between server and clients.
//!
//! Message names tell their direction: [`client::ClientMessage`] goes to the server, [`server::ServerMessage`]
//! comes from it; [`rest`] and [`supervisor`] hold the bodies of the HTTP interface and [`error`] the one error
//! envelope. All amounts are integers of minor units. Everything public at a table is here and nothing secret is: no
//! order of cards, no other patron's slip.
//!
//! This crate knows no SQL and no sockets. Its TypeScript is generated, see `examples/export_types`.

pub mod client;
pub mod codec;
pub mod error;
pub mod own;
mod refusal;
pub mod rest;
pub mod road_map;
pub mod server;
pub mod supervisor;
pub mod supervisor_view;
pub mod table_view;
mod view;
