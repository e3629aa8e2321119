//! `punto report`: prints the turnover by day, table and spot and reconciles it with the accounts, or prints the
//! turnover of one patron. Adds up lines; the house defines their figures.

mod reconciled;
mod render;

use house::ports::DayTurnover;
use journal::Day;
use ledger::Account;
use table::{PatronId, TableId, Timestamp};

use crate::lines::{Problem, print};
use crate::serve::StoreLocation;

use reconciled::{Reconciled, reconciled};

const HELP: &str = "\
For each day (UTC), table and spot, the report gives the wagers, the stakes, the
effective turnover (stakes that won or lost; pushes and voids do not count), the
payouts including returned stakes, and the house result. A round counts on the
day of its settlement. A correction counts on the day it is made, as
differences, on lines of its own, so that past days never change.

The house results of all days must equal the balances of the tables' accounts;
otherwise the exit status is 1. See punto rebuild.

With --patron, the report covers the wagers of one patron and adds a total; it
does not read the accounts. The exit status is 1 if there is no such patron.

The report reads one snapshot and changes nothing; the server may keep running.
JSON amounts are integers in minor units; see docs/OPERATIONS.md for the fields.

Examples:
  punto report
  punto report --patron 7
  punto report --day 2026-03-01 --table 1 --json";

/// The arguments of `report`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreLocation,
    /// Only this day (UTC), such as 2026-03-01.
    #[arg(long, value_name = "DAY")]
    day: Option<Day>,
    /// Only the table of this number.
    #[arg(long, value_name = "N")]
    table: Option<u32>,
    /// Only the wagers of the patron of this number.
    #[arg(long, value_name = "N")]
    patron: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Prints the report; true if the accounts agree with it, or if the patron exists.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    if let Some(patron) = args.patron {
        return of_patron(args, patron);
    }
    let always = Timestamp(i64::MIN)..Timestamp(i64::MAX);
    let read = args.store.turnover(always, args.table.map(TableId));
    let (lines, accounts) = read.map_err(Problem::failure)?;
    let selected = |account: &Account| args.table.is_none_or(|table| account.owner == table);
    let reconciled = reconciled(&lines, accounts.into_iter().filter(|(account, _)| selected(account)));
    let shown = args.shown(lines);
    let text =
        if args.json { render::to_json(&shown, &reconciled) } else { render::to_text(&shown, &reconciled) };
    print(&text)?;
    Ok(reconciled.iter().all(Reconciled::agrees))
}

/// Prints the turnover of one patron; true if the patron exists.
fn of_patron(args: &Args, patron: u32) -> Result<bool, Problem> {
    let lines = args.store.turnover_of(PatronId(patron)).map_err(Problem::failure)?;
    let known = lines.is_some();
    let shown = lines.map(|lines| args.shown(lines));
    let shown = shown.as_deref();
    print(&if args.json {
        render::patron_to_json(patron, shown)
    } else {
        render::patron_to_text(patron, shown)
    })?;
    Ok(known)
}

impl Args {
    /// The lines of the selected day and table.
    fn shown(&self, lines: Vec<DayTurnover>) -> Vec<DayTurnover> {
        let day = |line: &DayTurnover| self.day.is_none_or(|day| Day::of(line.day) == day);
        let table = |line: &DayTurnover| self.table.is_none_or(|table| line.table == TableId(table));
        lines.into_iter().filter(|line| day(line) && table(line)).collect()
    }
}
