//! `punto scanner serial`: the bridge between a card-reading shoe on a serial line and a server.

mod bridge;
pub(super) mod dialect;
mod lines;
mod port;
mod signing;
mod tell;
mod wait;

use std::path::PathBuf;

use clap::value_parser;
use scanner::{About, Label};
use serde_json::json;
use tokio::runtime::Builder;

use super::key_file;
use super::link::Link;
use super::state::State;
use crate::lines::Problem;
use crate::remote::Remote;
use bridge::Bridge;
use dialect::{Position, Table};
use port::{Place, Port};
use signing::Signing;
use tell::Teller;

const HELP: &str = "\
PORT is a serial device such as /dev/ttyUSB0. The bridge runs until it is ended;
when the port or the server goes away, it tries again after 250 ms, then twice
as long each time, up to 5 seconds. It says on standard error what happens, with
--json as lines of JSON on standard output.

A device that signs by itself sends and gets the frames of docs/SCANNER.md as
lines that end with \\n. The bridge carries them and changes none. It throws away
lines of more than 4096 bytes, and what the port says while no server listens:
the device sends its records again after the next challenge.

With --dialect the shoe signs nothing, and the bridge is the device: it has the
key and the state file, and makes a record of each thing that the shoe says.
angel-eye is built in, as two public programs read it. IT IS NOT TESTED ON
HARDWARE: print its table with punto scanner dialect, compare it with the manual
of your shoe, and give your own file. Bytes without a meaning are counted and
shown, and become no card. Name the shoe that is loaded with --shoe, and type
\"shoe LABEL\" or \"shoe LABEL DECKS\" on standard input when the next one is loaded.

Examples:
  punto scanner serial /dev/ttyUSB0 --server http://127.0.0.1:7777
  punto scanner serial /dev/ttyUSB0 --server http://127.0.0.1:7777 \\
      --dialect angel-eye --key device.key --state device.state --shoe BOX-0117
  punto scanner serial /dev/ttyUSB0 --server http://127.0.0.1:7777 --json \\
      --dialect mine.toml --key device.key --state device.state";

/// The speed of a device that signs by itself.
const BAUD: u32 = 115_200;

/// The arguments of `scanner serial`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// The serial port.
    port: PathBuf,
    /// Bits a second [default: 115200, or that of the dialect].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(50..=4_000_000))]
    baud: Option<u32>,
    #[arg(long, value_name = "URL", help = "The running server, such as http://127.0.0.1:7777")]
    server: String,
    /// The dialect of a shoe that cannot sign: angel-eye (not tested on hardware), or the file of a table.
    #[arg(long, value_name = "NAME|FILE", requires = "key", requires = "state")]
    dialect: Option<String>,
    /// The file with the key that signs, made by `punto scanner keygen`.
    #[arg(long, value_name = "FILE", requires = "dialect")]
    key: Option<PathBuf>,
    /// The file in which the bridge keeps its records; made if it does not exist.
    #[arg(long, value_name = "FILE", requires = "dialect")]
    state: Option<PathBuf>,
    /// The label of the loaded shoe. If the state file already names it, the bridge does not load it again.
    #[arg(long, value_name = "LABEL", requires = "dialect")]
    shoe: Option<Label<1, 32>>,
    /// How many decks a shoe has.
    #[arg(long, value_name = "N", requires = "dialect", default_value_t = 8, value_parser = value_parser!(u8).range(1..))]
    decks: u8,
    /// Print each event as a line of JSON.
    #[arg(long)]
    json: bool,
}

/// Carries or signs until it cannot go on.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    // It says what is wrong with an address.
    Remote::new(&args.server)?;
    let tell = Teller { json: args.json };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let port = |baud| Port::new(Place { path: args.port.clone(), baud }, tell);
    if let (Some(dialect), Some(key), Some(state)) = (&args.dialect, &args.key, &args.state) {
        let table = Table::load(dialect)?;
        let key = key_file::read(key)?;
        let state = State::<Position>::read(state, &key.public())?;
        let firmware = env!("CARGO_PKG_VERSION").parse().map_err(Problem::failure)?;
        let about = About { model: table.model.clone(), firmware };
        let link = Link::new((key, about), state, &args.server)?;
        let baud = args.baud.unwrap_or(table.baud);
        let sentence = "the dialect is not tested on hardware: compare what is recorded with the cards";
        tell.say("untested", json!({"dialect": dialect}), sentence)?;
        let signing = Signing::new(link, port(baud), table, (args.decks, tell));
        runtime.block_on(signing.run(args.shoe.clone()))?;
        return Ok(true);
    }
    let bridge = Bridge::new(port(args.baud.unwrap_or(BAUD)), &args.server, tell);
    Err(runtime.block_on(bridge.run()))
}
