//! The doors: how connections come in, which ones are let in, and when they end. Knows no routes and no messages.

mod accept;
mod body;
mod door_log;
mod heads;
mod listen;
mod stream;
mod strict;
mod turn_away;
mod visitors;

pub(crate) use accept::serve;
pub(crate) use body::within;
pub(crate) use heads::Notes;
pub use listen::listen;
pub(crate) use stream::{ClientStream, Ends};
pub(crate) use strict::check;
pub(crate) use visitors::{SocketPlace, Visitors};
