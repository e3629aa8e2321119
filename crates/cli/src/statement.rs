//! `punto statement`: what each movement of a patron's money was for. Reads and tells; adds nothing up.

use std::fmt::Write as _;

use clap::builder::RangedU64ValueParser;
use house::ports::StatementLine;
use house::statement::{CauseKind, Sums};
use serde_json::{Value, json};
use table::PatronId;

use crate::figures::{minor, moment};
use crate::lines::{Problem, print};
use crate::serve::Where;

const HELP: &str = "\
One line for each round that ended, each correction of one, and each movement
outside any round, oldest first, with what the wallet gained or lost by it and
what it has after it. What is held as stakes is still the patron's: a slip is no
line, the round's end is. Times are UTC. What is lent is what a correction takes
back and the patron has spent; later winnings repay it.

The status is 1 when nothing at all is on record of that number.

It reads as of one moment and changes nothing; a server may run meanwhile. JSON
amounts are integers in minor units, those of a correction differences.

Examples:
  punto statement --patron 7
  punto statement --patron 7 --last 20 --json";

/// How many lines are read at a time.
const PAGE: u16 = 4_096;

/// What `statement` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Where,
    /// The number of the patron.
    #[arg(long, value_name = "N")]
    patron: u32,
    /// Only so many of the latest lines.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true, value_parser = from_1())]
    last: usize,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

fn from_1() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// Tells the statement; true when there is a line in it, as there is for every patron from their first money on.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let mut lines = Vec::new();
    while lines.len() < args.last {
        let before = lines.last().map(|line: &StatementLine| line.cursor);
        let page = args.place.statement(PatronId(args.patron), before, PAGE);
        let page = page.map_err(|failure| Problem::Failure(failure.to_string()))?;
        if page.is_empty() {
            break;
        }
        lines.extend(page);
    }
    lines.truncate(args.last);
    lines.reverse();
    print(&if args.json { in_json(args.patron, &lines) } else { in_words(args.patron, &lines) })?;
    Ok(!lines.is_empty())
}

fn in_json(patron: u32, lines: &[StatementLine]) -> String {
    let line = |line: &StatementLine| {
        let (cause, Sums { staked, paid, lent, repaid, change }) = (line.cause, line.sums);
        let (table, round) = cause.round.unzip();
        let round: Option<Value> =
            round.map(|round| json!({"shoe_no": round.shoe_no, "round_no": round.round_no}));
        json!({"no": line.cursor, "at": cause.at.0, "kind": cause.kind.id(), "table": table.map(|table| table.0),
               "round": round, "revision": cause.revision, "staked": staked, "paid": paid, "lent": lent,
               "repaid": repaid, "change": change, "balance": line.balance, "owed": line.owed})
    };
    let currency = lines.first().map(|line| line.currency.code());
    let lines: Vec<Value> = lines.iter().map(line).collect();
    format!("{}\n", json!({"patron": patron, "currency": currency, "lines": lines}))
}

fn in_words(patron: u32, lines: &[StatementLine]) -> String {
    let Some(first) = lines.first() else {
        return format!("There is nothing on record of a patron {patron}: is the number right?\n");
    };
    let currency = first.currency;
    let mut text = format!("Patron {patron}, in {currency}\n\n");
    let head =
        format!("{:<16} {:<24} {:>12} {:>12} {:>12}", "When (UTC)", "What", "Staked", "In or out", "Balance");
    text += &(head + "\n");
    for line in lines {
        let sums = &line.sums;
        let staked = if sums.staked == 0 { String::new() } else { minor(currency, sums.staked) };
        let (change, balance) = (minor(currency, sums.change), minor(currency, line.balance));
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "{:<16} {:<24} {staked:>12} {change:>12} {balance:>12}",
            moment(line.cause.at),
            what(line)
        );
        for (word, amount) in [("lent", sums.lent), ("repaid", sums.repaid)] {
            if amount != 0 {
                let (amount, owed) = (minor(currency, amount), minor(currency, line.owed));
                let _ = writeln!(text, "{:<16} of which {word} {amount}; owed after it {owed}", "");
            }
        }
    }
    text
}

fn what(line: &StatementLine) -> String {
    let cause = line.cause;
    let Some((table, round)) = cause.round else {
        return if line.sums.change < 0 { "taken" } else { "given" }.to_owned();
    };
    let (table, revision) = (table.0, cause.revision);
    match cause.kind {
        CauseKind::Voided => format!("table {table}, {round} void"),
        CauseKind::Corrected => {
            format!("table {table}, {round} rev. {}-{revision}", revision.saturating_sub(1))
        }
        CauseKind::Settled | CauseKind::Posted => format!("table {table}, {round}"),
    }
}
