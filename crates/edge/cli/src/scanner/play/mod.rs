//! `punto scanner play`: a simulated shoe that deals the coups of a shoe file at a live table.
//!
//! | file | has |
//! |---|---|
//! | `script`, `position` | what passes the sensor next, by the lamp, and how far the shoe has come |
//! | `line`, `pace`, `lamp` | the device on its line, how fast cards pass, and its lamp in the file |
//! | `dealer`, `desk` | the dealer by script, and what it and the shoe tell each other |
//! | `supervisors`, `orders` | the supervisors by script of a demonstration, and what they and the dealer order |
//! | `fault`, `place`, `chance` | which fault is made where |
//! | `card_faults` | what goes wrong with a card or the shoe |
//! | `line_faults` | what goes wrong with the line, and the frames that no device in order sends |
//! | `trouble`, `mischief` | which frames go through during such a fault, and how it is made |
//! | `pictures`, `drawn` | the pictures of cards with which something is wrong |
//! | `expected`, `answers` | what is answered to each fault, and what came |

mod answers;
mod card_faults;
mod chance;
mod dealer;
mod desk;
mod drawn;
mod expected;
mod fault;
mod help;
#[cfg(test)]
mod killed;
mod lamp;
mod line;
mod line_faults;
mod mischief;
mod orders;
mod pace;
mod pictures;
mod place;
mod position;
mod script;
mod supervisors;
mod trouble;

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use baccarat::{HouseRules, ShoeFile};
use clap::value_parser;
use fair::lab;
use scanner::{About, Label};
use serde_json::json;
use tokio::runtime::Builder;

use super::key_file;
use crate::lines::{Input, Problem, print};
use crate::remote::Remote;
use crate::scanner::state::State;
use crate::secret_input::staff_token;
use answers::{Answers, Outcome};
use chance::Faults;
use dealer::{Dealer, Hands};
use desk::Desk;
use fault::Fault;
use help::HELP;
use line::{Said, Shoes, Simulator};
use pace::Pace;
use pictures::Pictures;
use position::Position;
use script::Script;
use supervisors::Supervisors;

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
    #[arg(long, value_name = "KIND@WHERE")]
    pub(super) fault: Vec<Fault>,
    /// The share of cards that are not read at first, such as 0.02.
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = permille)]
    pub(super) fault_rate: u32,
    /// Send a small picture of each card with which something is wrong.
    #[arg(long)]
    pub(super) pictures: bool,
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
    /// Prints nothing.
    #[arg(skip)]
    pub(super) silent: bool,
}

/// Those whom a program plays in a demonstration, by their tokens.
pub(super) struct Crew<'a> {
    /// The dealer.
    pub(super) dealer: &'a str,
    /// Two supervisors.
    pub(super) supervisors: [&'a str; 2],
}

/// Deals the shoe of the file to its end, or one shuffled shoe after the other. Says whether every fault was answered.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    play(args, None)
}

/// Deals, with this crew or else with a dealer whose token the arguments name.
pub(super) fn play(args: &Args, crew: Option<&Crew<'_>>) -> Result<bool, Problem> {
    check_faults(args)?;
    let key = key_file::read(&args.key)?;
    let state = State::<Position>::read(&args.state, &key.public())?;
    let chance = lab::cards(&lab::secret(args.seed), PAUSE_DECKS);
    let (shoes, coups) = match &args.file {
        Some(path) => of_file(args, path)?,
        None => (shuffled(args, state.position.shoe)?, 0),
    };
    let about = About { model: name("punto-sim")?, firmware: name(env!("CARGO_PKG_VERSION"))? };
    let pace = Pace::new(args.speed, &chance);
    let patience = args.patience.map(|seconds| Duration::from_secs(seconds.into()));
    let pictures = args.pictures.then(|| Pictures::new(&args.server, key.clone())).transpose()?;
    let said = Said { json: args.json, silent: args.silent };
    let simulator = Simulator::new((key, about), shoes, state, (&args.server, pace), (patience, said))
        .map_err(|error| Problem::Input(format!("{}: {error}", args.state.display())))?
        .with(pictures);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let hands = if args.deal.is_some() { Hands::On } else { Hands::Off };
    let answers = match args.deal.or(args.watch) {
        None => runtime.block_on(simulator.run()),
        Some(table) => {
            let mut dealer = dealer(args, table, hands, crew)?;
            // Who waits for a server that comes later sits down then, and so does who deals for ever.
            if args.patience.is_none() && crew.is_none() && hands == Hands::On {
                dealer.sit_down()?;
            }
            let desk = Arc::new(Desk::default());
            let simulator = simulator.at(Arc::clone(&desk));
            let (going_on, ends) = mpsc::channel::<()>();
            thread::scope(|scope| {
                scope.spawn(move || dealer.deal(&ends, &desk));
                let dealt = runtime.block_on(simulator.run());
                drop(going_on);
                dealt
            })
        }
    };
    report(args, coups, &answers?)
}

/// The dealer by script, and the supervisors of a crew.
fn dealer(args: &Args, table: u32, hands: Hands, crew: Option<&Crew<'_>>) -> Result<Dealer, Problem> {
    let of = |token: &str| -> Result<Remote, Problem> {
        let mut server = Remote::new(&args.server)?;
        server.set_token(Some(token.to_owned()));
        Ok(server)
    };
    let Some(crew) = crew else {
        let why = "--deal and --watch need the token of a dealer";
        return Ok(Dealer::new(of(&staff_token(args.token_file.as_deref(), why)?)?, table, hands));
    };
    let [one, two] = crew.supervisors;
    let supervisors = Supervisors::new([of(one)?, of(two)?]);
    Ok(Dealer::new(of(crew.dealer)?, table, hands).in_a_demonstration(supervisors, args.speed))
}

/// Refuses faults that nobody would make, and two faults of the line that would be made at once.
fn check_faults(args: &Args) -> Result<(), Problem> {
    let refuse = |fault: &Fault, why: &str| Err(Problem::Usage(format!("--fault {fault}: {why}")));
    for (index, fault) in args.fault.iter().enumerate() {
        let by_hand = fault.of_card().is_some_and(card_faults::CardFault::is_of_dealer);
        if by_hand && args.deal.is_none() {
            return refuse(fault, "the dealer by script makes it; it needs --deal");
        }
        let is_same = |other: &Fault| {
            other.place == fault.place && other.of_line().is_some() && fault.of_line().is_some()
        };
        if args.fault.iter().take(index).any(is_same) {
            return refuse(fault, "another fault of the line is made at this place");
        }
    }
    Ok(())
}

/// Prints that the shoe is over, and the answer to each fault. Returns whether every answer was the expected one.
fn report(args: &Args, coups: usize, answers: &Answers) -> Result<bool, Problem> {
    let outcomes = answers.of_named(&args.fault);
    let (drawn, answered) = answers.by_chance();
    if args.silent {
        tracing::debug!(coups, drawn, answered, "the simulated shoe is over");
    } else if args.json {
        print(&format!("{}\n", json!({"event": "over", "coups": coups})))?;
        outcomes.iter().try_for_each(|outcome| print(&format!("{}\n", outcome.to_json())))?;
        if drawn > 0 {
            let event = json!({"event": "faults_by_chance", "made": drawn, "answered": answered});
            print(&format!("{event}\n"))?;
        }
    } else {
        print(&format!("The shoe is over after {coups} coups.\n"))?;
        outcomes.iter().try_for_each(|outcome| print(&outcome.to_text()))?;
        if drawn > 0 {
            print(&format!("by chance: {drawn} cards were not read, and {answered} of that answered\n"))?;
        }
    }
    Ok(drawn == answered && outcomes.iter().all(Outcome::is_in_order))
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
fn shuffled(args: &Args, before: u64) -> Result<Shoes, Problem> {
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
    Ok(Shoes::Many { now: make(before), make })
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
    fn a_share_is_so_many_of_a_thousand() {
        for (text, expected) in [("0", 0), ("0.02", 20), ("0.5", 500), ("0.125", 125), ("0.020", 20)] {
            assert_eq!(permille(text), Ok(expected), "{text}");
        }
        for bad in ["", "1", "0.51", "-0.1", "0.0001", "2%", ".x", "0.-1"] {
            assert!(permille(bad).unwrap_err().starts_with("write a share"), "{bad}");
        }
    }
}
