//! `punto statement`: prints a patron's account statement. Reads and formats; adds nothing up.

use clap::builder::RangedU64ValueParser;
use house::ports::StatementLine;
use house::statement::{CauseKind, Sums};
use serde_json::{Value, json};
use table::PatronId;

use crate::columns::{Column, heads, row};
use crate::figures::{minor, moment};
use crate::lines::{Problem, print};
use crate::serve::StoreLocation;
use crate::wrap::wrapped;

const HELP: &str = "\
The statement has one line for each finished round, each correction and each
movement outside rounds, oldest first, with the change of the wallet and the
balance after it. Stakes of a round in progress are held and still part of the
balance, so that a slip adds no line before its round ends. Times are UTC. An
amount advanced is a corrected payout that had already been spent; later
winnings repay it.

The exit status is 1 if there are no entries for that patron.

The statement reads one snapshot and changes nothing; the server may keep
running. JSON amounts are integers in minor units; those of a correction are
differences.

Examples:
  punto statement --patron 7
  punto statement --patron 7 --last 20 --json";

/// The columns of a movement.
const COLUMNS: [Column; 3] = [("Staked", 54), ("Amount", 67), ("Balance", 80)];

/// The number of lines read at a time.
const PAGE: u16 = 4_096;

/// The arguments of `statement`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreLocation,
    /// The number of the patron.
    #[arg(long, value_name = "N")]
    patron: u32,
    /// Only the latest N lines.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true, value_parser = from_1())]
    last: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn from_1() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// Prints the statement; true if it has a line, as every patron has one after their first credit.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let mut lines = Vec::new();
    while lines.len() < args.last {
        let before = lines.last().map(|line: &StatementLine| line.cursor);
        let page = args.store.statement(PatronId(args.patron), before, PAGE).map_err(Problem::failure)?;
        if page.is_empty() {
            break;
        }
        lines.extend(page);
    }
    lines.truncate(args.last);
    lines.reverse();
    print(&if args.json { to_json(args.patron, &lines) } else { to_text(args.patron, &lines) })?;
    Ok(!lines.is_empty())
}

fn to_json(patron: u32, lines: &[StatementLine]) -> String {
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

fn to_text(patron: u32, lines: &[StatementLine]) -> String {
    let Some(first) = lines.first() else {
        return format!("There are no entries for patron {patron}. Check the number.\n");
    };
    let currency = first.currency;
    let mut text = format!("Patron {patron}, in {currency}\n\n");
    text += &(heads(&format!("{:<16} Entry", "Time (UTC)"), &COLUMNS) + "\n");
    for line in lines {
        let sums = &line.sums;
        let staked = if sums.staked == 0 { String::new() } else { minor(currency, sums.staked) };
        let figures = [staked, minor(currency, sums.change), minor(currency, line.balance)];
        text += &(row(&format!("{:<16} {}", moment(line.cause.at), entry(line)), &COLUMNS, &figures) + "\n");
        for (word, amount) in [("advanced", sums.lent), ("repaid", sums.repaid)] {
            if amount != 0 {
                let (amount, owed) = (minor(currency, amount), minor(currency, line.owed));
                let detail = format!("of which {word} {amount}; now owed {owed}");
                text += &(wrapped(&detail, &" ".repeat(17)) + "\n");
            }
        }
    }
    text
}

fn entry(line: &StatementLine) -> String {
    let cause = line.cause;
    let Some((table, round)) = cause.round else {
        return if line.sums.change < 0 { "debit" } else { "credit" }.to_owned();
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

#[cfg(test)]
mod tests {
    use super::*;
    use house::statement::Cause;
    use money::Currency;
    use table::{RoundRef, TableId, Timestamp};

    fn line(table: u32, round: RoundRef, revision: u16, sum: i64) -> StatementLine {
        let round = Some((TableId(table), round));
        let cause = Cause { kind: CauseKind::Corrected, at: Timestamp(1_772_374_500_000), round, revision };
        let sums = Sums { staked: sum, paid: sum, lent: sum, repaid: sum, change: sum };
        StatementLine { cursor: 1, currency: Currency::PLAY, cause, sums, balance: sum, owed: sum }
    }

    #[test]
    fn a_statement_of_any_figures_fits_80_columns() {
        let usual = line(1, RoundRef { shoe_no: 1_000, round_no: 45 }, 2, 123_456);
        let text = to_text(7, std::slice::from_ref(&usual));
        let expected = "2026-03-01 14:15 table 1, 1000-45 rev. 1-2    1,234.56     1,234.56     1,234.56";
        assert_eq!(text.lines().nth(3), Some(expected));
        let round = RoundRef { shoe_no: u32::MAX, round_no: u16::MAX };
        for largest in [line(u32::MAX, round, u16::MAX, i64::MIN), line(1, round, 2, 123_456_789_012)] {
            let text = to_text(u32::MAX, &[usual, largest]);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }
}
