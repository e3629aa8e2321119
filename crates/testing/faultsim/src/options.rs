//! The options of a campaign: its seeds and its store. Simulates none.

use punto_faultsim::StoreKind;

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
}
