//! `punto replay`: explains a shoe file coup by coup under its house rules. Knows no wagers and no money.

mod data;
mod shoe_replay;
mod text;

use std::borrow::Cow;

use baccarat::{HouseRules, ShoeFile};

use crate::lines::{Input, Problem, print};
use crate::rules_arg;
use shoe_replay::ShoeReplay;
use text::ShoeText;

const HELP: &str = "\
A shoe file has `key: value` lines (shoe: 1, rules and decks are required,
burned is optional), a blank line, then one coup per line, its cards in deal
order: 9h Kd 4s 7c 5h

Examples:
  punto replay corpora/example.shoe
  punto replay --json corpora/example.shoe | tail -1
  punto replay --rules sixty-round corpora/example.shoe";

/// The arguments of `replay`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// House rules instead of those that the file names: a built-in name, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Print one JSON object per coup, then one for the whole shoe.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    input: Input,
}

/// Prints the replay of a shoe file.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let name = args.input.name();
    let file: ShoeFile = args
        .input
        .read_text()?
        .parse()
        .map_err(|errors| Problem::Input(format!("{name} is not a shoe file:\n{errors}")))?;
    let rules = match &args.rules {
        Some(named) => Cow::Owned(rules_arg::load(named)?),
        None => Cow::Borrowed(builtin(&file.rules, &name)?),
    };
    let replay = ShoeReplay::of(&file, &rules);
    print(&if args.json { data::to_json(&replay) } else { ShoeText(&replay).to_string() })?;
    Ok(true)
}

/// The built-in house rules that a shoe file names. It may name no path, which would differ between machines.
fn builtin(rules: &str, name: &str) -> Result<&'static HouseRules, Problem> {
    HouseRules::builtin(rules).ok_or_else(|| {
        let known = HouseRules::BUILTIN.join(", ");
        Problem::Input(format!(
            "{name} names the house rules {rules:?}, which are not built in ({known}); \
             pass them with --rules NAME|FILE"
        ))
    })
}
