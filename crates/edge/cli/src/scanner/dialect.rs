//! `punto scanner dialect`: prints the table of a serial dialect, and checks it.

use super::serial::dialect::Table;
use crate::lines::{Problem, print};

const HELP: &str = "\
A dialect says which bytes of a shoe on a serial line mean what. Print the table
of a built-in one, change it for your shoe, check it, and give the file to
punto scanner serial --dialect. The built-in tables are not tested on hardware.

Examples:
  punto scanner dialect angel-eye > mine.toml
  punto scanner dialect mine.toml";

/// The arguments of `scanner dialect`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// A built-in dialect, or the file of a table.
    #[arg(value_name = "NAME|FILE", default_value = "angel-eye")]
    dialect: String,
}

/// Prints the table, if it is one.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    Table::load(&args.dialect)?;
    print(&Table::text(&args.dialect)?)?;
    Ok(true)
}
