//! `punto report`: prints the turnover by day, table and spot and reconciles it with the accounts, or prints the
//! turnover of one patron, or what went wrong at live tables. Adds up lines; the house defines their figures.

mod findings;
mod render;

use std::ops::Range;

use house::day::Day;
use house::ports::{DayTurnover, TableResult};
use house::sheet;
use table::{PatronId, TableId, Timestamp};

use crate::lines::{Problem, print};
use crate::serve::StoreLocation;

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

With --findings, the report covers live tables: the findings for each 1,000 cards
that were dealt, how they were resolved and within which time, and the rounds
that were voided after a third card of a hand. --by tells dealers, tables or
devices apart, and marks with * what is three times the rate of the house or
more, over 500 rounds or more. A finding counts on the day it was raised. Notes
of supervisors are listed last.

The report reads one snapshot and changes nothing; the server may keep running.
Sums in JSON and CSV are minor units, in JSON as strings of digits, because they
may exceed the numbers that JSON readers keep; see docs/OPERATIONS.md.

Examples:
  punto report
  punto report --patron 7
  punto report --day 2026-03-01 --table 1 --json
  punto report --from 2026-03-01 --until 2026-03-31 --csv
  punto report --findings --by dealer";

/// The arguments of `report`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreLocation,
    /// Only this day (UTC), such as 2026-03-01.
    #[arg(long, value_name = "DAY", conflicts_with_all = ["from", "until"])]
    day: Option<Day>,
    /// From this day on (UTC).
    #[arg(long, value_name = "DAY")]
    from: Option<Day>,
    /// Up to this day (UTC), which is included.
    #[arg(long, value_name = "DAY")]
    until: Option<Day>,
    /// Only the table of this number.
    #[arg(long, value_name = "N")]
    table: Option<u32>,
    /// Only the wagers of the patron of this number.
    #[arg(long, value_name = "N")]
    patron: Option<u32>,
    /// Report what went wrong at live tables.
    #[arg(long, conflicts_with_all = ["patron", "csv"])]
    findings: bool,
    /// Group the findings.
    #[arg(long, value_enum, value_name = "GROUP", requires = "findings")]
    by: Option<findings::Grouping>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Print comma-separated values, without accounts.
    #[arg(long, conflicts_with_all = ["json", "patron"])]
    csv: bool,
}

/// Prints the report; true if the accounts agree with it, or if the patron exists.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    if let Some(patron) = args.patron {
        return of_patron(args, patron);
    }
    if args.findings {
        return of_findings(args);
    }
    let read = args.store.turnover(args.days(), args.table.map(TableId));
    let (lines, results) = read.map_err(Problem::failure)?;
    let text = if args.json {
        sheet::to_json(&lines, &results)
    } else if args.csv {
        sheet::to_csv(&lines)
    } else {
        render::to_text(&lines, &results)
    };
    print(&text)?;
    Ok(results.iter().all(TableResult::agrees))
}

/// Prints what went wrong at live tables.
fn of_findings(args: &Args) -> Result<bool, Problem> {
    let only = args.table.map(TableId);
    let (report, names) = findings::read(&args.store, args.by, args.days(), only, args.json)?;
    print(&if args.json { findings::to_json(&report, &names) } else { findings::to_text(&report, &names) })?;
    Ok(true)
}

/// Prints the turnover of one patron; true if the patron exists.
fn of_patron(args: &Args, patron: u32) -> Result<bool, Problem> {
    let lines = args.store.turnover_of(PatronId(patron)).map_err(Problem::failure)?;
    let known = lines.is_some();
    let shown = lines.map(|lines| args.shown(lines));
    let shown = shown.as_deref();
    print(&if args.json {
        sheet::patron_to_json(patron, shown)
    } else {
        render::patron_to_text(patron, shown)
    })?;
    Ok(known)
}

impl Args {
    /// The moments at which the selected days begin: from the first, before the second.
    fn days(&self) -> Range<Timestamp> {
        let (from, until) = (self.day.or(self.from), self.day.or(self.until));
        let end = |day: Day| Timestamp(day.end().0.saturating_add(1));
        from.map_or(Timestamp(i64::MIN), Day::start)..until.map_or(Timestamp(i64::MAX), end)
    }

    /// The lines of the selected days and table.
    fn shown(&self, lines: Vec<DayTurnover>) -> Vec<DayTurnover> {
        let days = self.days();
        let table = |line: &DayTurnover| self.table.is_none_or(|table| line.table == TableId(table));
        lines.into_iter().filter(|line| days.contains(&line.day) && table(line)).collect()
    }
}
