//! `punto settle`: answers each round, one per line, with the settlement of its wagers or the reason for a refusal.

use answers::settle::Settler;

use crate::lines::{Input, Problem};
use crate::rules_arg;

const HELP: &str = "\
A line is {\"id\":ANY,\"round_no\":1,\"cards\":[...],\"wagers\":[{\"spot\",\"stake\"}]}.
Rounds count from 1, cards are in deal order, stakes are whole minor units of a
currency with two decimals. A slip that the rules refuse is answered with the
reason. A line that cannot be read is answered with an error in its place, and
the exit status is 1.

Examples:
  echo '{\"round_no\":1,\"cards\":[\"9h\",\"Kd\",\"Ks\",\"3c\"],' \\
    '\"wagers\":[{\"spot\":\"player\",\"stake\":100}]}' | punto settle --rules gold-card
  punto settle --rules mine.toml slips.jsonl > settled.jsonl";

/// The arguments of `settle`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The name of built-in house rules, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    rules: String,
    #[command(flatten)]
    input: Input,
}

/// Settles every line; true if all could be read.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let settler = Settler::new(rules_arg::load(&args.rules)?);
    args.input.answer_lines(|line, reply| settler.answer(line, reply))
}
