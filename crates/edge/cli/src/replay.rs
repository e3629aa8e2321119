//! `punto replay`: a shoe file told coup by coup under its house rules. Knows no wagers and no money.

mod data;
mod story;
mod words;

use std::borrow::Cow;

use baccarat::{HouseRules, ShoeFile};

use crate::lines::{Input, Problem, print};
use crate::rules_arg;
use story::Story;
use words::InWords;
pub(crate) use words::coup_in_words;

const HELP: &str = "\
A shoe file has `key: value` lines (shoe: 1, rules and decks are needed; burned
is known), a blank line, then one coup a line, its cards in deal order:
9h Kd 4s 7c 5h

Examples:
  punto replay corpora/example.shoe
  punto replay --json corpora/example.shoe | tail -1
  punto replay --rules sixty-round corpora/example.shoe";

/// What `replay` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Other house rules than the file names: a built-in name, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// One JSON object for each coup, then one for the whole shoe.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    input: Input,
}

/// Tells the shoe. It is all good, or a [`Problem`] says what is not.
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
    let story = Story::of(&file, &rules);
    print(&if args.json { data::in_json(&story) } else { InWords(&story).to_string() })?;
    Ok(true)
}

/// A file names house rules that everybody has; a path in it would mean something else on every machine.
fn builtin(rules: &str, name: &str) -> Result<&'static HouseRules, Problem> {
    HouseRules::builtin(rules).ok_or_else(|| {
        let known = HouseRules::BUILTIN.join(", ");
        Problem::Input(format!(
            "{name} names the house rules {rules:?}, which are not built in ({known}); \
             give them with --rules NAME|FILE"
        ))
    })
}
