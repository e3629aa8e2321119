//! The client side of a load: thousands of sockets in one thread, and what a server process costs.
//!
//! It knows frames and bytes, and nothing of what a message means.

pub mod frames;
pub mod process;
pub mod series;
pub mod swarm;
