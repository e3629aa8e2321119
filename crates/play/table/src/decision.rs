//! What a command leads to. Data only; [`decide`](crate::decide::decide) makes it.

use crate::event::Event;

/// What a command leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This is to happen, all of it or nothing. May be nothing at all: a patron who leaves without wagers.
    Accepted(Vec<Event>),
    /// Nothing is to happen, as it has happened before: a slip or another request of that id was carried out, or the
    /// table is as the command wants it. The answer is the same.
    Duplicate,
}
