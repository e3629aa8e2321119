//! The doors: how connections come in, which ones are let in, and when they end. Knows no routes and no messages.

mod accept;
mod listen;
mod stream;

pub(crate) use accept::serve;
pub use listen::listen;
pub(crate) use stream::Ends;
