//! `punto scanner play`: a simulated shoe that deals the coups of a shoe file at a live table.

mod dealer;
mod fault;
mod faulty;
#[cfg(test)]
mod killed;
mod lamp;
mod line;
mod script;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use baccarat::{HouseRules, ShoeFile};
use clap::value_parser;
use fair::lab;
use scanner::{About, Label};
use serde_json::json;
use tokio::runtime::Builder;
use tokio::sync::watch;

use super::key_file;
use super::link::Link;
use super::state::State;
use crate::lines::{Input, Problem, print};
use crate::remote::Remote;
use crate::secret_input::staff_token;
use dealer::{Hands, Seen};
use fault::{Expected, Fault};
use faulty::Faults;
use line::{Pace, Shoes, Simulator};
use script::{Position, Script};

const HELP: &str = "\
Plays a card-reading shoe: it speaks the protocol of devices to a running server
with the key of an enrolled device, waits for the lamp, and lets a card pass
every 900 to 1400 ms. --speed 10 is ten times as fast. It keeps its records in
the file of --state, so that it goes on where it was when it is started again.
The cards that the shoe file leaves out, those burned face down, are drawn with
--seed. Without a shoe file it deals one shuffled shoe after the other, drawn with
--seed, with the decks and the burn of the built-in house rules of --rules; that
needs --deal or --watch, which says when the table is done with a shoe.

A table accepts such a device only if its code was made for a simulator, and
only where play money is wagered.

--deal N presses the keys of the dealer at table N as well, with the token of a
dealer in PUNTO_TOKEN or in the file of --token-file: it opens the shoe, begins
each round, and has a card scanned again that was not read. What needs a
supervisor waits for one. --watch N only looks at the table: somebody at the
dealer's page presses the keys.

--fault KIND@ROUND.WHERE makes a fault on purpose. At a card, which is P1, B1,
P2, B2, P3 or B3 of a round of the file:
  unreadable[:TIMES]  the card is not read, so many times
  lowconf[:TIMES]     the device is not sure of it
  two-at-once         the device sees two cards
  misread:CARD        it is read as another card, which only people see
  twice               it is read once more, before the last card of the round
  wrong-slot          the device says another place than the table asks for
extra@ROUND.after is a card after a round, and early@ROUND.betting one while
wagers are taken; the coups behind it are others than those of the file, which
needs a few cards more for the last round to end.
--fault-rate 0.02 leaves two of a hundred cards unread at first, drawn with
--seed. With --deal or --watch the exit status is 1 if the table raised fewer
findings of a kind than were asked for so.

Examples:
  punto scanner play corpora/example.shoe --server http://127.0.0.1:7777 \\
      --key device.key --state device.state
  punto scanner play --server http://127.0.0.1:7777 --key device.key \\
      --state device.state --deal 9 --token-file dealer.token
  punto scanner play corpora/example.shoe --server http://127.0.0.1:7777 \\
      --key device.key --state device.state --deal 9 --token-file dealer.token \\
      --speed 5 --fault unreadable@3.B2";

/// The decks of the shoe whose cards say how long the pauses are.
const PAUSE_DECKS: u8 = 8;

/// The arguments of `scanner play`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// The shoe file; - reads standard input. Left out: shuffled shoes.
    #[arg(required_unless_present_any = ["deal", "watch"])]
    pub(super) file: Option<PathBuf>,
    #[arg(long, value_name = "URL", help = "The running server, such as http://127.0.0.1:7777")]
    pub(super) server: String,
    /// The file with the device's key, made by `punto scanner keygen`.
    #[arg(long, value_name = "FILE")]
    pub(super) key: PathBuf,
    /// The file in which the device keeps its records; made if it does not exist.
    #[arg(long, value_name = "FILE")]
    pub(super) state: PathBuf,
    /// The built-in house rules that shuffled shoes are made for.
    #[arg(long, value_name = "ID", default_value = "live-commission")]
    pub(super) rules: String,
    /// The label of the shoe [default: BOX-0001, and further numbers for shuffled shoes].
    #[arg(long, value_name = "LABEL", requires = "file")]
    pub(super) label: Option<String>,
    /// How many times as fast as people deal.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1_000))]
    pub(super) speed: u32,
    /// Draws the pauses and the cards that are burned face down.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// A fault at one place; may be repeated.
    #[arg(long, value_name = "KIND@ROUND.WHERE")]
    pub(super) fault: Vec<Fault>,
    /// The share of cards that are not read at first, such as 0.02.
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = permille)]
    pub(super) fault_rate: u32,
    /// Press the keys of the dealer at this table as well.
    #[arg(long, value_name = "TABLE", group = "table")]
    pub(super) deal: Option<u32>,
    /// Look at this table, where a person presses the keys of the dealer.
    #[arg(long, value_name = "TABLE", group = "table")]
    pub(super) watch: Option<u32>,
    #[arg(
        long,
        value_name = "FILE",
        requires = "table",
        help = "The file, of mode 0600, with the token of the dealer, instead of PUNTO_TOKEN"
    )]
    pub(super) token_file: Option<PathBuf>,
    /// Give up when the server has not answered for so many seconds [default: never].
    #[arg(long, value_name = "SECONDS")]
    pub(super) patience: Option<u32>,
    /// Print each event as a line of JSON.
    #[arg(long)]
    pub(super) json: bool,
}

/// Deals the shoe of the file to its end, or one shuffled shoe after the other.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let mut server = Remote::new(&args.server)?;
    let key = key_file::read(&args.key)?;
    let state = State::<Position>::read(&args.state, &key.public())?;
    let about = About { model: name("punto-sim")?, firmware: name(env!("CARGO_PKG_VERSION"))? };
    let link = Link::new((key, about), state, &args.server)?;
    let chance = lab::cards(&lab::secret(args.seed), PAUSE_DECKS);
    let (over, is_over) = watch::channel(None);
    let (shoes, coups) = match &args.file {
        Some(path) => of_file(args, path)?,
        None => (shuffled(args, link.position().shoe, is_over)?, 0),
    };
    let pace = Pace::new(args.speed, &chance);
    let patience = args.patience.map(|seconds| Duration::from_secs(seconds.into()));
    let simulator = Simulator::new(link, shoes, pace, (patience, args.json));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let hands = if args.deal.is_some() { Hands::On } else { Hands::Off };
    let seen = Seen::default();
    let dealt = match args.deal.or(args.watch) {
        None => runtime.block_on(simulator.run()),
        Some(table) => {
            let why = "--deal and --watch need the token of a dealer";
            server.set_token(Some(staff_token(args.token_file.as_deref(), why)?));
            // Who waits for a server that comes later sits down then.
            if args.patience.is_none() && hands == Hands::On {
                dealer::sit_down(&server, table)?;
            }
            let (going_on, ends) = mpsc::channel::<()>();
            thread::scope(|scope| {
                let seen = &seen;
                scope.spawn(move || dealer::deal(&server, (table, hands), &ends, &over, seen));
                let dealt = runtime.block_on(simulator.run());
                drop(going_on);
                dealt
            })
        }
    };
    let made = dealt?;
    let over = if args.json {
        format!("{}\n", json!({"event": "over", "coups": coups}))
    } else {
        format!("The shoe is over after {coups} coups.\n")
    };
    print(&over)?;
    let is_watched = args.deal.or(args.watch).is_some();
    let codes = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    let missing = if is_watched { missing(&made, &codes.values()) } else { Vec::new() };
    for (code, made, raised) in &missing {
        print(&if args.json {
            format!("{}\n", json!({"event": "not_answered", "code": code, "made": made, "raised": raised}))
        } else {
            format!("{made} faults lead to a finding {code}, and the table raised {raised}.\n")
        })?;
    }
    Ok(missing.is_empty())
}

/// The codes of findings of which fewer were raised than faults were made that lead to them, with both counts.
fn missing<'a>(
    made: &BTreeMap<Expected, u64>,
    seen: &(impl Iterator<Item = &'a String> + Clone),
) -> Vec<(&'static str, u64, u64)> {
    let counted = made.iter().map(|(expected, made)| {
        let code = expected.code();
        let raised = seen.clone().filter(|it| *it == code).count();
        (code, *made, u64::try_from(raised).unwrap_or(u64::MAX))
    });
    counted.filter(|(_, made, raised)| raised < made).collect()
}

/// A share with up to three decimals, as so many of a thousand.
fn permille(text: &str) -> Result<u32, String> {
    let read = || {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = decimals.len() <= 3 && decimals.bytes().all(|byte| byte.is_ascii_digit());
        let thousandths = format!("{whole}{decimals:0<3}").parse().ok()?;
        Some(thousandths).filter(|it| digits && !whole.is_empty() && *it <= 500)
    };
    read().ok_or_else(|| "write a share from 0 to 0.5 with up to three decimals, such as 0.02".to_owned())
}

/// The shoe of a file, and how many coups it has.
fn of_file(args: &Args, path: &Path) -> Result<(Shoes, usize), Problem> {
    let input = Input::at(path);
    let file: ShoeFile = input
        .read_text()?
        .parse()
        .map_err(|errors| Problem::Input(format!("{} is not a shoe file:\n{errors}", input.name())))?;
    let label = args.label.clone().unwrap_or_else(|| numbered(0));
    let label: Label<1, 32> = label.parse().map_err(|error| Problem::Usage(format!("--label: {error}")))?;
    let chance = lab::cards(&lab::secret(args.seed), file.decks);
    let script = Script::new(&file, label.to_string(), faults(args), &chance);
    Ok((Shoes::One(script), file.coups.len()))
}

/// Shuffled shoes, of which so many were dealt before.
fn shuffled(args: &Args, before: u64, over: watch::Receiver<Option<String>>) -> Result<Shoes, Problem> {
    let (seed, faults) = (args.seed, faults(args));
    let unknown = || {
        let known = HouseRules::BUILTIN.join(", ");
        Problem::Usage(format!("--rules: {:?} is not built in; write one of {known}", args.rules))
    };
    let rules = HouseRules::builtin(&args.rules).ok_or_else(unknown)?;
    let make = Box::new(move |shoe: u64| {
        let cards = lab::cards(&lab::secret(seed.wrapping_add(shoe)), rules.decks);
        Script::whole(cards, rules, numbered(shoe), faults.clone())
    });
    Ok(Shoes::Many { now: make(before), make, over })
}

/// The faults that the command line asks for.
fn faults(args: &Args) -> Faults {
    Faults { named: args.fault.clone(), permille: args.fault_rate, seed: args.seed }
}

/// The label of a shoe, of which so many were before it.
fn numbered(before: u64) -> String {
    format!("BOX-{:04}", before.saturating_add(1))
}

fn name(text: &str) -> Result<Label<1, 64>, Problem> {
    text.parse().map_err(Problem::failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_that_the_table_did_not_answer_is_missing() {
        let made = BTreeMap::from([(Expected::Unreadable, 2), (Expected::ReadTwice, 1)]);
        let seen = |codes: &[&str]| -> Vec<String> { codes.iter().map(|code| (*code).to_owned()).collect() };
        let all = seen(&["unreadable", "read_twice", "unreadable", "spare_card"]);
        assert_eq!(missing(&made, &all.iter()), []);
        let some = seen(&["unreadable", "spare_card"]);
        assert_eq!(missing(&made, &some.iter()), [("unreadable", 2, 1), ("read_twice", 1, 0)]);
    }

    #[test]
    fn a_share_is_so_many_of_a_thousand() {
        for (text, expected) in [("0", 0), ("0.02", 20), ("0.5", 500), ("0.125", 125), ("0.020", 20)] {
            assert_eq!(permille(text), Ok(expected), "{text}");
        }
        for bad in ["", "1", "0.51", "-0.1", "0.0001", "2%", ".x", "0.-1"] {
            assert!(permille(bad).unwrap_err().starts_with("write a share"), "{bad}");
        }
    }
}
