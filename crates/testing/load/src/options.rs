//! The options of a load. Starts nothing.

use std::hash::{BuildHasher as _, RandomState};
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use load::serve::Serving;
use serde::Serialize;

/// Let bots play on a server over real sockets, and check their money.
#[derive(Parser, Serialize)]
#[command(name = "cargo xtask load", max_term_width = 100)]
pub(crate) struct Options {
    /// The program to serve with
    #[arg(long, value_name = "FILE", default_value = "punto")]
    #[serde(skip)]
    pub(crate) punto: PathBuf,
    /// A running server instead, such as 127.0.0.1:7777, with the tables that it has. Its processor time and memory are
    /// not known then. From another machine it needs higher limits for one address, see docs/OPERATIONS.md
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with_all = ["database", "faults", "tables"])]
    pub(crate) server: Option<SocketAddr>,
    /// The PostgreSQL database to serve from, instead of a new SQLite file
    #[arg(long, value_name = "URL")]
    #[serde(skip)]
    pub(crate) database: Option<String>,
    /// How many tables there are
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) tables: u32,
    /// How many sockets there are
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=14_000))]
    pub(crate) sockets: u32,
    /// How many of the sockets are patrons who wager; the others watch
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(..=14_000))]
    pub(crate) patrons: u32,
    /// How long they play
    #[arg(long, default_value_t = 600, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(5..))]
    pub(crate) seconds: u64,
    /// The length of the betting phase, in milliseconds
    #[arg(long, default_value_t = 10_000, value_name = "MS", value_parser = clap::value_parser!(u32).range(1_000..))]
    pub(crate) betting_ms: u32,
    /// The time between two cards, in milliseconds
    #[arg(long, default_value_t = 500, value_name = "MS")]
    pub(crate) card_ms: u32,
    /// The time a result is shown, in milliseconds
    #[arg(long, default_value_t = 3_000, value_name = "MS")]
    pub(crate) result_ms: u32,
    /// How many in a hundred of the watchers stop reading now and then
    #[arg(long, default_value_t = 5, value_name = "PERCENT", value_parser = clap::value_parser!(u64).range(..=100))]
    pub(crate) slow: u64,
    /// How many in a hundred of the patrons drop their connection in a round
    #[arg(long, default_value_t = 2, value_name = "PERCENT", value_parser = clap::value_parser!(u64).range(..=100))]
    pub(crate) drops: u64,
    /// Beside them, sockets that flood, send nonsense or never end their request; and kill and stop the server once
    #[arg(long)]
    pub(crate) faults: bool,
    /// The seed of all choices [default: a new one each time]
    #[arg(long, default_value_t = fresh_seed(), hide_default_value = true)]
    pub(crate) seed: u64,
    /// Report as JSON
    #[arg(long)]
    #[serde(skip)]
    pub(crate) json: bool,
}

impl Options {
    /// What the server of the load serves.
    pub(crate) fn serving(&self) -> Serving {
        Serving {
            punto: self.punto.clone(),
            database: self.database.clone(),
            tables: self.tables,
            betting_ms: self.betting_ms,
            card_ms: self.card_ms,
            result_ms: self.result_ms,
        }
    }
}

fn fresh_seed() -> u64 {
    // The standard library has no random numbers but the keys of a hasher. Short enough to be typed again.
    RandomState::new().hash_one(0) % 1_000_000_000
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Options::command().debug_assert();
    }
}
