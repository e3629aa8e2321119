//! `punto scanner`: keys of card-reading shoes, their enrolment, the bridge of one on a serial line, a simulated one,
//! and the frozen vectors of their protocol.

pub(crate) mod demonstrate;
mod dialect;
mod enrol;
mod key_file;
mod keygen;
mod link;
mod play;
mod serial;
mod socket;
mod state;
mod vectors;

use clap::Subcommand;

use crate::lines::Problem;

const HELP: &str = "\
A card-reading shoe signs what it reads with a key of its own. Make the key on
the device and never copy it. keygen prints the public key and the fingerprint,
which people compare before the device may speak for a table; it prints nothing
secret. enrol proves to a server that the device has its key, with a one-time
code of a supervisor; a second supervisor then approves the fingerprint that the
device shows. play is such a device without cards: it deals a shoe file. serial
connects a shoe on a serial line with the server.
docs/SCANNER.md describes the protocol of devices.

Examples:
  punto scanner keygen --out device.key
  punto scanner enrol --server http://127.0.0.1:7777 --key device.key \\
      --table 9 --code k7qx-93md-4f2a-h5wb
  punto scanner serial /dev/ttyUSB0 --server http://127.0.0.1:7777
  punto scanner vectors";

/// The arguments of `scanner`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Make the key of a device, and print its public key and its fingerprint.
    Keygen(keygen::Args),
    /// Prove to a running server that a device has its key, with the code of a supervisor.
    Enrol(enrol::Args),
    /// Play a card-reading shoe at a live table, with the coups of a shoe file.
    Play(play::Args),
    /// Connect a card-reading shoe on a serial line with a running server.
    Serial(serial::Args),
    /// Print the table of a serial dialect, and check it.
    Dialect(dialect::Args),
    /// Print the frozen vectors of the protocol, made from their seed, and check them.
    Vectors(vectors::Args),
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    match &args.task {
        Task::Keygen(args) => keygen::run(args),
        Task::Enrol(args) => enrol::run(args),
        Task::Play(args) => play::run(args),
        Task::Serial(args) => serial::run(args),
        Task::Dialect(args) => dialect::run(args),
        Task::Vectors(args) => vectors::run(args),
    }
}

/// What is recorded of a loaded shoe that speaks the built-in dialect, if these bytes come from it in these pieces.
pub(crate) fn dialect_records(pieces: &[&[u8]]) -> Vec<::scanner::What> {
    let table = serial::dialect::Table::load("angel-eye");
    table.map(|table| serial::dialect::records(&table, pieces)).unwrap_or_default()
}
