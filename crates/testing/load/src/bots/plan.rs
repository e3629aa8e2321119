//! What a crowd of bots is to do.

use std::time::Duration;

/// What the bots are to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The tables that they spread over.
    pub tables: Vec<u32>,
    /// How many of them there are.
    pub sockets: u32,
    /// How many of them wager.
    pub patrons: u32,
    /// How many in a hundred of the others stop reading now and then.
    pub slow_percent: u64,
    /// How many in a hundred drop their connection in a round.
    pub drop_percent: u64,
    /// How many milliseconds after the announced end of betting the server closes it.
    pub drain_ms: i64,
    /// The time in which all connect.
    pub joining: Duration,
    /// The seed of their choices.
    pub seed: u64,
}
