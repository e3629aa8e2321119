//! `punto report`: what was staked and paid, day by day, table by table, spot by spot, held against the accounts; or
//! what one patron staked and was paid.
//! Adds lines up; what a line counts is the house's business.

mod reconciled;
mod render;

use house::ports::DayTurnover;
use journal::Day;
use ledger::Account;
use table::{PatronId, TableId, Timestamp};

use crate::lines::{Problem, print};
use crate::serve::Where;
use reconciled::{Reconciled, reconciled};

const HELP: &str = "\
For each day (UTC), table and spot: wagers, stakes, effective turnover (the
stakes that won or lost: a push counts nothing, and neither does a void), what
was paid with the stakes that came back, and what the house has of it. A round
counts on the day it is settled. A correction counts on the day it is made, as
differences, in lines of its own: a day that is over never changes.

The house results of all days together must be what the tables' accounts have;
the status is 1 if they are not. See punto rebuild.

With --patron only that patron's wagers count, by the same rules, and all that
is shown is added up; accounts are not looked at. The status is 1 when there is
no such patron.

It reads as of one moment and changes nothing; a server may run meanwhile. JSON
amounts are integers in minor units; docs/OPERATIONS.md says what is in it.

Examples:
  punto report
  punto report --patron 7
  punto report --day 2026-03-01 --table 1 --json";

/// What `report` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Where,
    /// One day only, as 2026-03-01.
    #[arg(long, value_name = "DAY")]
    day: Option<Day>,
    /// One table only, by its number.
    #[arg(long, value_name = "N")]
    table: Option<u32>,
    /// The wagers of one patron only, by their number.
    #[arg(long, value_name = "N")]
    patron: Option<u32>,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

/// Tells the report; true when the accounts agree with it, or when there is such a patron.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    if let Some(patron) = args.patron {
        return of_patron(args, patron);
    }
    let always = Timestamp(i64::MIN)..Timestamp(i64::MAX);
    let read = args.place.turnover(always, args.table.map(TableId));
    let (lines, accounts) = read.map_err(Problem::failure)?;
    let wanted = |account: &Account| args.table.is_none_or(|table| account.owner == table);
    let reconciled = reconciled(&lines, accounts.into_iter().filter(|(account, _)| wanted(account)));
    let shown = args.shown(lines);
    let text =
        if args.json { render::in_json(&shown, &reconciled) } else { render::in_words(&shown, &reconciled) };
    print(&text)?;
    Ok(reconciled.iter().all(Reconciled::agrees))
}

/// Tells what one patron staked and was paid; true when there is such a patron.
fn of_patron(args: &Args, patron: u32) -> Result<bool, Problem> {
    let read = args.place.turnover_of(PatronId(patron));
    let lines = read.map_err(Problem::failure)?;
    let known = lines.is_some();
    let shown = lines.map(|lines| args.shown(lines));
    let shown = shown.as_deref();
    print(&if args.json {
        render::patron_in_json(patron, shown)
    } else {
        render::patron_in_words(patron, shown)
    })?;
    Ok(known)
}

impl Args {
    /// The lines of the day and the table that are asked for.
    fn shown(&self, lines: Vec<DayTurnover>) -> Vec<DayTurnover> {
        let day = |line: &DayTurnover| self.day.is_none_or(|day| Day::of(line.day) == day);
        let table = |line: &DayTurnover| self.table.is_none_or(|table| line.table == TableId(table));
        lines.into_iter().filter(|line| day(line) && table(line)).collect()
    }
}
