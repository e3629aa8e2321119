//! `punto odds`: prints the exact odds of every spot of house rules for a given shoe. Counts nothing itself.

mod arguments;
mod text;

use std::path::{Path, PathBuf};

use answers::odds::{Answerer, answer};
use answers::reply::json_line;
use odds::{Composition, Plan};

use crate::lines::{Input, Problem, print};
use crate::rules_arg;
use arguments::{Cards, query};

const HELP: &str = "\
Cards are rank then suit: A 2 3 4 5 6 7 8 9 T J Q K, then s h d c; 10h is Th.
Do not name cards that were burned face down: any card may be among them.

A JSON answer is {\"id\",\"cards\",\"draws\",\"spots\":{\"player\":{\"win\":[{\"odds\",
\"count\"}],\"push\",\"lose\",\"house_edge\"},...}}. cards is the number of cards left,
draws the number of orders of the cards still to come (six between coups), and
each count the number of those orders. Counts are decimal strings. house_edge is
a fraction of the stake, rounded to ten decimals, such as \"0.0123508133\"; a
push counts as staked. --json adds the rules, the decks and, for each spot,
house_edge_exact (a fraction), return_to_patron (one minus the edge), and the
variance and standard_deviation of the profit on a stake of one.

With --lines, a line is {\"id\":ANY,\"composition\":[...]}: the number left of each
card, 52 counts, suit-major s h d c, each A to K. It may have \"dealt\":
[\"9h\",...], the cards of the coup in progress, which have left the shoe. A bad
line is answered in its place with {\"id\",\"error\":{\"code\",\"message\"}}, and the
exit status is 1. The codes:
  malformed_line   not JSON, or not of this shape
  bad_composition  not 52 counts, or one below 0 or above 32 (or --decks)
  illegal_coup     \"dealt\" has an invalid card, or a finished coup
  too_few_cards    fewer cards are left than the coup may need

Examples:
  punto odds --rules live-commission
  punto odds --rules gold-card --decks 6 --seen \"As Kd 4h 4s\"
  punto odds --rules live-pairs --dealt \"9h Kd 4s\"
  punto odds --rules mine.toml --lines shoes.jsonl > odds.jsonl";

/// The arguments of `odds`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The name of built-in house rules, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    rules: String,
    /// The number of decks, 1 to 32, instead of that of the house rules.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=Composition::MAX_DECKS.into()))]
    decks: Option<u8>,
    /// Cards that have left the shoe, such as "As Kd 10h".
    #[arg(long, value_name = "CARDS", num_args = 1.., conflicts_with = "lines")]
    seen: Vec<Cards>,
    /// Cards of the coup in progress, in deal order: gives the odds of this coup.
    #[arg(long, value_name = "CARDS", num_args = 1.., conflicts_with = "lines")]
    dealt: Vec<Cards>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// Read one shoe per line as JSON, and answer each with one line.
    #[arg(long)]
    lines: bool,
    /// The file to read lines from; standard input if omitted or `-`.
    #[arg(value_name = "FILE", requires = "lines")]
    file: Option<PathBuf>,
}

/// Prints the odds; true if all lines could be answered.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let rules = rules_arg::load(&args.rules)?;
    if args.lines {
        let input = Input::at(args.file.as_deref().unwrap_or_else(|| Path::new("-")));
        let mut answerer = Answerer::new(rules, args.decks);
        return input.answer_in_batches(|line, replies| {
            let Some(line) = line else {
                answerer.flush(replies);
                return true;
            };
            answerer.receive(line, replies)
        });
    }
    let query = query(args.decks.unwrap_or(rules.decks), &args.seen, &args.dealt)?;
    let laws = query.laws(&Plan::of_rules(&rules));
    if args.json {
        print(&json_line(&answer(None, &rules, &query, &laws, true)))?;
    } else {
        print(&text::to_text(&rules, &query, &laws))?;
    }
    Ok(true)
}
