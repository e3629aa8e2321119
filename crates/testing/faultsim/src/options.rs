//! The options of a campaign: its seeds and its store. Simulates none.

use punto_faultsim::{Sort, StoreKind};

/// The seeds to simulate.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Options {
    /// The number of seeds
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seeds: u64,
    /// The first seed; each further one is the next number
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) from: u64,
    /// The store of the house
    #[arg(long, value_enum, default_value = "memory")]
    pub(crate) store: StoreKind,
    /// Shifts at live tables instead of houses that shuffle
    #[arg(long)]
    pub(crate) live: bool,
    /// How many rounds such a shift has, at least
    #[arg(long, default_value_t = 40, requires = "live", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rounds: u64,
}

impl Options {
    /// What sort of house each seed makes.
    pub(crate) const fn sort(self) -> Sort {
        if self.live { Sort::Live { rounds: self.rounds } } else { Sort::Shuffled }
    }

    /// These options on the command line, but for the seeds.
    pub(crate) fn words(self) -> String {
        let live = if self.live { format!(" --live --rounds {}", self.rounds) } else { String::new() };
        format!("--store {}{live}", self.store.word())
    }
}
