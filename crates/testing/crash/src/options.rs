//! The options of a campaign, and the choices that follow from its seed. Starts nothing.

use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;

use auditor::{Dice, Manner, Planner};
use serde::Serialize;

use crate::connection::TABLES;
use crate::live::tables::LIVE_TABLES;
use crate::place::Store;

/// The options of a campaign.
#[derive(Clone, Debug, Default, clap::Args, Serialize)]
pub(crate) struct Options {
    /// The program to kill
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) punto: PathBuf,
    /// The store it uses
    #[arg(long, value_enum, default_value_t)]
    pub(crate) store: Store,
    /// The number of kills
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cycles: u32,
    /// The seed of all choices [default: a new one each time]
    #[arg(long, default_value_t = fresh_seed(), hide_default_value = true)]
    pub(crate) seed: u64,
    /// The number of patrons who play at once
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) patrons: u16,
    /// Two of the tables are live ones, with shoes whose devices outlive the kills
    #[arg(long)]
    pub(crate) live: bool,
}

impl Options {
    /// The tables in whose deal a server is killed.
    pub(crate) const fn watched(&self) -> &'static [u32] {
        if self.live { &LIVE_TABLES } else { &TABLES }
    }

    /// The choices of a patron: every fourth one is reckless.
    pub(crate) fn planner(&self, cycle: u32, seat: u32) -> Planner {
        let manner = if seat % 4 == 3 { Manner::Reckless } else { Manner::Steady };
        Planner { dice: self.dice("patron", cycle, seat), manner }
    }

    /// The choices of one member in one cycle.
    pub(crate) fn dice(&self, what: &str, cycle: u32, member: u32) -> Dice {
        Dice::part(self.seed, what, u64::from(cycle) << 32 | u64::from(member))
    }
}

fn fresh_seed() -> u64 {
    // The standard library has no random numbers but the keys of a hasher. Short enough to be typed again.
    RandomState::new().hash_one(0) % 1_000_000_000
}
