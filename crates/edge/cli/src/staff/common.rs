//! What every subcommand of `punto staff` takes.

use crate::serve::StoreLocation;

/// The arguments of every subcommand.
#[derive(clap::Args)]
pub(super) struct Common {
    #[command(flatten)]
    pub(super) store: StoreLocation,
    /// Print one JSON object.
    #[arg(long)]
    pub(super) json: bool,
}
