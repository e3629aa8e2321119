//! `punto odds`: what every spot of some house rules is worth, counted exactly for the shoe at hand. Counts nothing
//! itself; knows no table and no chance.

mod ask;
mod data;
mod lines;
mod show;

use std::path::{Path, PathBuf};

use odds::{Composition, Plan};

use crate::lines::{Input, Problem, print};
use crate::rules_arg;
use ask::{Ask, Cards};
use data::OddsData;
pub(crate) use lines::Answerer;

const HELP: &str = "\
Cards are rank then suit: A 2 3 4 5 6 7 8 9 T J Q K, then s h d c; 10h is Th.
Cards that were burned unseen are not named: they may be any.

An answer in JSON is {\"id\",\"cards\",\"draws\",\"spots\":{\"player\":{\"win\":[{\"odds\",
\"count\"}],\"push\",\"lose\",\"house_edge\"},...}}: how many cards are left, and in how
many orders those still to come, six between coups, lead to what. Counts are
decimal strings. house_edge is a part of the stake and no percentage, the
nearest with ten decimals: \"0.0123508133\"; a stake that is pushed counts as
staked. --json adds the rules, the decks, and for each spot house_edge_exact, a
fraction, return_to_patron, which is one minus the edge, and variance and
standard_deviation of the profit on a stake of one.

With --lines, a line is {\"id\":ANY,\"composition\":[...]}: how many of each card
are left, 52 counts, suit-major s h d c, each A to K. It may have \"dealt\":
[\"9h\",...], the cards of the coup under way, which are no more in the shoe. A
bad line is answered in its place with {\"id\",\"error\":{\"code\",\"message\"}}, and
the status is 1 in the end. The codes:
  malformed_line   no JSON, or not of this shape
  bad_composition  not 52 counts, or one below 0 or above 32 (or --decks)
  illegal_coup     dealt holds what is no card, or a coup that is over
  too_few_cards    fewer are left than may be needed to finish the coup

Examples:
  punto odds --rules live-commission
  punto odds --rules gold-card --decks 6 --seen \"As Kd 4h 4s\"
  punto odds --rules live-pairs --dealt \"9h Kd 4s\"
  punto odds --rules mine.toml --lines shoes.jsonl > odds.jsonl";

/// What `odds` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The name of built-in house rules, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    rules: String,
    /// Decks in the shoe, 1 to 32, instead of the house rules' own.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=Composition::MAX_DECKS.into()))]
    decks: Option<u8>,
    /// Cards that have come out of the shoe, such as "As Kd 10h".
    #[arg(long, value_name = "CARDS", num_args = 1.., conflicts_with = "lines")]
    seen: Vec<Cards>,
    /// Cards of the coup under way, in deal order: its odds, not the next one's.
    #[arg(long, value_name = "CARDS", num_args = 1.., conflicts_with = "lines")]
    dealt: Vec<Cards>,
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// Read shoes, one JSON object a line, and answer each with one.
    #[arg(long)]
    lines: bool,
    /// The file to read lines from; standard input when left out or `-`.
    #[arg(value_name = "FILE", requires = "lines")]
    file: Option<PathBuf>,
}

/// Tells the odds; whether all lines could be answered.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let rules = rules_arg::load(&args.rules)?;
    if args.lines {
        let input = Input::at(args.file.as_deref().unwrap_or_else(|| Path::new("-")));
        let mut answerer = Answerer::new(rules, args.decks);
        return input.answer_in_batches(|line, replies| {
            let Some(line) = line else {
                answerer.answer_kept(replies);
                return true;
            };
            answerer.take(line, replies)
        });
    }
    let ask = Ask::of_shoe(args.decks.unwrap_or(rules.decks), cards(&args.seen), cards(&args.dealt));
    let ask = ask.map_err(|refused| Problem::Usage(refused.for_arguments()))?;
    let laws = ask.laws(&Plan::of_rules(&rules));
    if args.json {
        let data = OddsData::in_full(&rules, &ask, &laws);
        let text = serde_json::to_string(&data).expect("plain structures are written to memory without fail");
        print(&(text + "\n"))?;
    } else {
        print(&show::in_words(&rules, &ask, &laws))?;
    }
    Ok(true)
}

fn cards(lists: &[Cards]) -> Vec<baccarat::Card> {
    lists.iter().flat_map(|Cards(cards)| cards.iter().copied()).collect()
}
