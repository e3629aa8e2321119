//! The HTTP and WebSocket server: REST for what is asked, a socket for what happens, and the client's files.
//!
//! [`Server`] is all there is to call. It knows no rules and no SQL: it asks the [`house`] and says on the
//! [`wire`] what it was told. Every answer that is not a success has one envelope, see [`wire::error`].

mod app;
pub mod client_files;
pub mod config;
mod hub;
mod impatient;
mod problem;
mod rate;
mod refusal;
mod request;
mod rest;
mod server;
mod socket;
pub mod supervisors;

pub use client_files::ClientFiles;
pub use config::{Config, Limits, Rate};
pub use server::Server;
pub use supervisors::{Supervisor, Supervisors};
