//! A load on a server: thousands of sockets in one thread, bots that play over them, and what the server process costs.
//!
//! [`swarm`] knows frames and bytes, and nothing of what a message means. [`bots`] and the patrons of [`slips`] know the
//! server by its JSON alone.

pub mod bots;
pub mod frames;
pub mod process;
pub mod series;
pub mod serve;
pub mod slips;
pub mod swarm;
