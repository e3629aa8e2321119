//! `punto scanner play`: a simulated shoe that deals the coups of a shoe file at a live table.

mod dealer;
mod fault;
mod line;
mod script;
mod state;

use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use baccarat::ShoeFile;
use clap::value_parser;
use fair::lab;
use scanner::{About, Device, Label};
use serde_json::json;
use tokio::runtime::Builder;

use super::key_file;
use crate::lines::{Input, Problem, print};
use crate::remote::Remote;
use crate::secret_input::staff_token;
use fault::Fault;
use line::{Pace, Simulator};
use script::Script;
use state::State;

const HELP: &str = "\
Plays a card-reading shoe: it speaks the protocol of devices to a running server
with the key of an enrolled device, waits for the lamp, and lets a card pass
every 900 to 1400 ms. --speed 10 is ten times as fast. It keeps its records in
the file of --state, so that it goes on where it was when it is started again.
The cards that the shoe file leaves out, those burned face down, are drawn with
--seed.

A table accepts such a device only if its code was made for a simulator, and
only where play money is wagered.

--deal N presses the keys of the dealer at table N as well, with the token of a
dealer in PUNTO_TOKEN or in the file of --token-file: it opens the shoe, begins
each round, and has a card scanned again that was not read. What needs a
supervisor waits for one.

--fault KIND@ROUND.SLOT makes a fault on purpose: unreadable[:TIMES] or
lowconf[:TIMES], at P1, B1, P2, B2, P3 or B3 of a round of the file.

Examples:
  punto scanner play corpora/example.shoe --server http://127.0.0.1:7777 \\
      --key device.key --state device.state
  punto scanner play corpora/example.shoe --server http://127.0.0.1:7777 \\
      --key device.key --state device.state --deal 9 --token-file dealer.token \\
      --speed 5 --fault unreadable@3.B2";

/// The arguments of `scanner play`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// The shoe file; - reads standard input.
    file: PathBuf,
    #[arg(long, value_name = "URL", help = "The running server, such as http://127.0.0.1:7777")]
    server: String,
    /// The file with the device's key, made by `punto scanner keygen`.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// The file in which the device keeps its records; made if it does not exist.
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// The label of the shoe.
    #[arg(long, value_name = "LABEL", default_value = "BOX-0001")]
    label: String,
    /// How many times as fast as people deal.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1_000))]
    speed: u32,
    /// Draws the pauses and the cards that are burned face down.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A fault at one card; may be repeated.
    #[arg(long, value_name = "KIND@ROUND.SLOT")]
    fault: Vec<Fault>,
    /// Press the keys of the dealer at this table as well.
    #[arg(long, value_name = "TABLE")]
    deal: Option<u32>,
    #[arg(
        long,
        value_name = "FILE",
        requires = "deal",
        help = "The file, of mode 0600, with the token of the dealer, instead of PUNTO_TOKEN"
    )]
    token_file: Option<PathBuf>,
    /// Print each event as a line of JSON.
    #[arg(long)]
    json: bool,
}

/// Deals the shoe to its end.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let mut server = Remote::new(&args.server)?;
    let input = Input::at(&args.file);
    let file: ShoeFile = input
        .read_text()?
        .parse()
        .map_err(|errors| Problem::Input(format!("{} is not a shoe file:\n{errors}", input.name())))?;
    let label: Label<1, 32> =
        args.label.parse().map_err(|error| Problem::Usage(format!("--label: {error}")))?;
    let key = key_file::read(&args.key)?;
    let state = State::read(&args.state, &key.public())?;
    let chance = lab::cards(&lab::secret(args.seed), file.decks);
    let script = Script::new(&file, label.to_string(), args.fault.clone(), &chance);
    let about = About { model: name("punto-sim")?, firmware: name(env!("CARGO_PKG_VERSION"))? };
    let device = Device::start(key, about, state.kept.clone())
        .map_err(|error| Problem::Input(format!("{}: {error}", args.state.display())))?;
    let coups = script.coups();
    let pace = Pace::new(args.speed, &chance);
    let simulator = Simulator::new(device, script, state, (&args.server, pace), args.json);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let dealt = match args.deal {
        None => runtime.block_on(simulator.run()),
        Some(table) => {
            let token = staff_token(args.token_file.as_deref(), "--deal needs the token of a dealer")?;
            server.set_token(Some(token));
            dealer::sit_down(&server, table)?;
            let (going_on, over) = mpsc::channel::<()>();
            thread::scope(|scope| {
                scope.spawn(move || dealer::deal(&server, table, &over));
                let dealt = runtime.block_on(simulator.run());
                drop(going_on);
                dealt
            })
        }
    };
    dealt?;
    let over = if args.json {
        format!("{}\n", json!({"event": "over", "coups": coups}))
    } else {
        format!("The shoe is over after {coups} coups.\n")
    };
    print(&over)?;
    Ok(true)
}

fn name(text: &str) -> Result<Label<1, 64>, Problem> {
    text.parse().map_err(Problem::failure)
}
