//! A turnover report as text of 80 columns. Reads nothing.

use std::fmt::Write as _;

use house::day::Day;
use house::ports::{DayTurnover, TableResult};
use house::sheet::{in_order, parts, total};
use house::turnover::Turnover;
use money::Currency;

use crate::columns::{Column, heads, row};
use crate::figures::minor;

/// The columns of the turnover of a spot.
const SUMS: [Column; 5] =
    [("Wagers", 27), ("Staked", 40), ("Effective", 53), ("Paid", 66), ("House result", 79)];

/// The columns of a reconciled account.
const RESULTS: [Column; 2] = [("House results", 56), ("Account", 80)];

pub(super) fn to_text(lines: &[DayTurnover], results: &[TableResult]) -> String {
    let mut text = days_to_text(lines);
    write_accounts(&mut text, results);
    text
}

/// The turnover of a patron as text, with its total; `None` is an unknown patron.
pub(super) fn patron_to_text(patron: u32, lines: Option<&[DayTurnover]>) -> String {
    let Some(lines) = lines else {
        return format!("There is no patron {patron}. Check the number.\n");
    };
    let mut text = format!("Patron {patron}\n\n{}", days_to_text(lines));
    if let Some(DayTurnover { currency, .. }) = lines.first() {
        // Writing into a string does not fail.
        let _ = writeln!(text, "{}", heads("Total", &SUMS));
        write_row(&mut text, &format!("Patron {patron}, {currency}"), *currency, &total(lines));
    }
    text
}

fn days_to_text(lines: &[DayTurnover]) -> String {
    let lines = in_order(lines);
    let mut text = String::new();
    for day in lines.chunk_by(|one, next| one.day == next.day) {
        write_day(&mut text, day);
    }
    if lines.is_empty() {
        text += "No settled wagers.\n\n";
    }
    text
}

fn write_day(text: &mut String, lines: &[DayTurnover]) {
    let Some(first) = lines.first() else { return };
    // Writing into a string does not fail.
    let _ = writeln!(text, "{} (UTC)\n", Day::of(first.day));
    let _ = writeln!(text, "{}", heads("Spot", &SUMS));
    for part in parts(lines) {
        let Some(DayTurnover { table, currency, .. }) = part.first() else { continue };
        let _ = writeln!(text, "Table {}, in {currency}", table.0);
        for line in part.iter().filter(|line| line.sums != Turnover::default()) {
            let title = line.spot.title();
            let mark = if line.corrected { '*' } else { ' ' };
            write_row(text, &format!("{mark} {title}"), *currency, &line.sums);
        }
        write_row(text, "  All spots", *currency, &total(part));
    }
    let mut currencies: Vec<Currency> = lines.iter().map(|line| line.currency).collect();
    currencies.sort_unstable();
    currencies.dedup();
    for currency in currencies {
        let own = lines.iter().filter(|line| line.currency == currency);
        write_row(text, &format!("All tables, {currency}"), currency, &total(own));
    }
    let corrected = lines.iter().any(|line| line.corrected);
    text.push_str(if corrected { "* changes by corrections made on that day\n\n" } else { "\n" });
}

fn write_row(text: &mut String, name: &str, currency: Currency, sums: &Turnover) {
    let [staked, effective, paid, result] =
        [sums.staked, sums.effective, sums.paid, sums.house_result()].map(|sum| minor(currency, sum));
    let figures = [sums.wagers.to_string(), staked, effective, paid, result];
    let _ = writeln!(text, "{}", row(name, &SUMS, &figures));
}

fn write_accounts(text: &mut String, results: &[TableResult]) {
    let _ = writeln!(text, "{}", heads("All days", &RESULTS));
    for one in results {
        let currency = one.currency;
        let name = format!("Table {}, in {currency}", one.table.0);
        let figures = [one.turned_over, one.account].map(|minor_units| minor(currency, minor_units));
        let _ = writeln!(text, "{}", row(&name, &RESULTS, &figures));
    }
    let verdict = if results.iter().all(TableResult::agrees) {
        "The accounts agree."
    } else {
        "The accounts do not agree. Run punto rebuild --check and punto audit."
    };
    let _ = writeln!(text, "{verdict}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::Spot;
    use table::{TableId, Timestamp};

    fn report_text(table: u32, wagers: i64, sum: i64) -> String {
        let (currency, paid) = (Currency::PLAY, sum.saturating_neg());
        let sums = Turnover { wagers, staked: sum, effective: sum, paid };
        let (table, spot) = (TableId(table), Spot::PlayerNatural);
        let line = DayTurnover { day: Timestamp(0), table, spot, currency, corrected: true, sums };
        to_text(&[line], &[TableResult { table, currency, turned_over: sum, account: -sum }])
    }

    #[test]
    fn the_report_of_a_patron_has_each_day_and_a_total() {
        let line = |day, table, spot, corrected, [wagers, staked, effective, paid]: [i64; 4]| DayTurnover {
            day: Timestamp(day),
            table: TableId(table),
            spot,
            currency: Currency::PLAY,
            corrected,
            sums: Turnover { wagers, staked, effective, paid },
        };
        let lines = [
            line(86_400_000, 2, Spot::Tie, true, [0, 0, 0, -9_000]),
            line(0, 1, Spot::Player, false, [12, 120_000, 100_000, 118_000]),
            line(0, 1, Spot::Tie, false, [2, 2_000, 2_000, 9_000]),
        ];
        let expected = "\
Patron 7

1970-01-01 (UTC)

Spot                 Wagers       Staked    Effective         Paid House result
Table 1, in PLAY
  Player                 12     1,200.00     1,000.00     1,180.00        20.00
  Tie                     2        20.00        20.00        90.00       -70.00
  All spots              14     1,220.00     1,020.00     1,270.00       -50.00
All tables, PLAY         14     1,220.00     1,020.00     1,270.00       -50.00

1970-01-02 (UTC)

Spot                 Wagers       Staked    Effective         Paid House result
Table 2, in PLAY
* Tie                     0         0.00         0.00       -90.00        90.00
  All spots               0         0.00         0.00       -90.00        90.00
All tables, PLAY          0         0.00         0.00       -90.00        90.00
* changes by corrections made on that day

Total                Wagers       Staked    Effective         Paid House result
Patron 7, PLAY           14     1,220.00     1,020.00     1,180.00        40.00
";
        assert_eq!(patron_to_text(7, Some(&lines)), expected);
        assert_eq!(patron_to_text(7, Some(&[])), "Patron 7\n\nNo settled wagers.\n\n");
    }

    #[test]
    fn a_report_fits_80_columns_whatever_it_holds() {
        let usual = report_text(1, 12, 123_456);
        let expected = "* Player Natural         12     1,234.56     1,234.56    -1,234.56     2,469.12";
        assert_eq!(usual.lines().nth(4), Some(expected), "{usual}");
        for (table, wagers, sum) in
            [(1, 12_345_678, 123_456_789_012), (u32::MAX, i64::MAX / 2, i64::MAX / 2), (1, -1, i64::MIN / 2)]
        {
            let text = report_text(table, wagers, sum);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }
}
