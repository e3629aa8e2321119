//! `punto rules`: lists, shows and checks house rules. Knows no table that uses them.

mod check;
mod data;
mod show;

use std::path::PathBuf;

use baccarat::{HouseRules, Spot};
use clap::Subcommand;

use crate::lines::{Problem, print};
use crate::rules_arg;
use answers::reply::json_line;
use data::rules_data;
pub(crate) use show::{any_in_words, odds_in_words};

const HELP: &str = "\
Examples:
  punto rules list
  punto rules show gold-card
  punto rules show live-commission --toml > mine.toml
  punto rules check mine.toml";

/// The arguments of `rules`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List the built-in house rules.
    List {
        /// Print a JSON array of the objects that `show --json` prints.
        #[arg(long)]
        json: bool,
    },
    /// Show house rules in words.
    Show {
        /// The name of built-in house rules, or a file.
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Print the TOML document, as a start for your own.
        #[arg(long, conflicts_with = "json")]
        toml: bool,
        /// Print one JSON object; amounts are minor units of a currency with two decimals.
        #[arg(long)]
        json: bool,
    },
    /// Check house-rules documents and list every error with its file, line and field.
    Check {
        /// The documents to check.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

/// Runs the subcommand; true if all documents were valid.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    match &args.task {
        Task::List { json: false } => print(&table())?,
        Task::List { json: true } => {
            print(&json_line(&builtin().map(rules_data).collect::<Vec<_>>()))?;
        }
        Task::Show { rules, toml: true, .. } => {
            rules_arg::load(rules)?;
            print(&rules_arg::document(rules)?)?;
        }
        Task::Show { rules, json: true, .. } => print(&json_line(&rules_data(&rules_arg::load(rules)?)))?,
        Task::Show { rules, .. } => print(&show::in_words(&rules_arg::load(rules)?))?,
        Task::Check { files } => return check::run(files),
    }
    Ok(true)
}

fn builtin() -> impl Iterator<Item = &'static HouseRules> {
    HouseRules::BUILTIN.into_iter().filter_map(HouseRules::builtin)
}

fn table() -> String {
    let mut table = row("name", "title", "document", "decks", "Banker", "spots");
    for rules in builtin() {
        let banker = rules.spot(Spot::Banker).map_or_else(String::new, |spot| {
            spot.paytable.odds().map(|odds| odds.to_string()).collect::<Vec<_>>().join(", ")
        });
        table += &row(
            &rules.id,
            &rules.title,
            rules.document.as_deref().unwrap_or_default(),
            &rules.decks.to_string(),
            &banker,
            &rules.spots.len().to_string(),
        );
    }
    table
}

fn row(name: &str, title: &str, document: &str, decks: &str, banker: &str, spots: &str) -> String {
    format!("{name:<18}  {title:<28}  {document:<8}  {decks:>5}  {banker:>6}  {spots:>5}\n")
}
