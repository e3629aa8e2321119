//! The HTTP and WebSocket server: a REST API, a socket for live events, and the client's files.
//!
//! [`Server`] is the entry point. It knows no rules and no SQL: it calls the [`house`] and sends its results as
//! [`wire`] messages. Every error response has the same envelope, see [`wire::error`].

mod app;
mod authenticate;
mod caller;
pub mod client_files;
pub mod config;
pub mod contract;
mod credentials;
mod devices;
mod documents;
mod doors;
pub mod floor;
mod forwarded;
mod hub;
mod local_host;
pub mod metrics;
mod middleware;
mod page_policy;
mod password_work;
pub mod permissions;
mod probes;
mod problem;
mod rate_limit;
mod readiness;
pub mod recording;
mod refusal;
mod request;
mod rest;
mod role_lists;
mod server;
mod socket;
mod tickets;

pub use client_files::ClientFiles;
pub use config::{Config, Limits, PerAddress};
pub use doors::listen;
pub use house::people::passkey::{BadOrigin, PageOrigin};
pub use metrics::{MeteredStore, Metrics};
pub use rate_limit::Rate;
pub use server::Server;
