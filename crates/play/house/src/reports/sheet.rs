//! Turnover as JSON and as CSV: what `punto report` prints and what the server answers. Reads nothing.
//!
//! Sums are decimal strings of minor units: a sum over many patrons may exceed the integers that JSON readers keep.

use serde_json::{Value, json};
use table::TableId;

use super::csv;
use super::turnover::Turnover;
use crate::day::Day;
use crate::ports::{DayTurnover, TableResult};

/// The columns of the CSV.
const COLUMNS: &str =
    "day,table,currency,decimals,spot,corrected,wagers,staked,effective_turnover,paid,house_result";

/// The lines of one day, table and currency.
pub fn parts(lines: &[DayTurnover]) -> impl Iterator<Item = &[DayTurnover]> {
    lines.chunk_by(|one, next| place(one) == place(next))
}

/// The day, table and currency of a line.
fn place(line: &DayTurnover) -> (i64, TableId, money::Currency) {
    (line.day.0, line.table, line.currency)
}

/// The sums of all lines.
pub fn total<'a>(lines: impl IntoIterator<Item = &'a DayTurnover>) -> Turnover {
    lines.into_iter().fold(Turnover::default(), |sum, line| sum.plus(line.sums))
}

/// The lines by day, table, currency and spot, with settlements before corrections.
pub fn in_order(lines: &[DayTurnover]) -> Vec<DayTurnover> {
    let mut lines = lines.to_vec();
    lines.sort_by_key(|line| (place(line), line.spot, line.corrected));
    lines
}

/// The turnover of some days as one JSON object, with what each table won over all days.
pub fn to_json(lines: &[DayTurnover], results: &[TableResult]) -> String {
    let accounts: Vec<Value> = results
        .iter()
        .map(|one| {
            json!({"table": one.table.0, "currency": one.currency.code(), "turned_over": one.turned_over.to_string(),
                   "account": one.account.to_string(), "agrees": one.agrees()})
        })
        .collect();
    let agrees = results.iter().all(TableResult::agrees);
    format!("{}\n", json!({"agrees": agrees, "tables": tables_to_json(lines), "accounts": accounts}))
}

/// The turnover of a patron as one JSON object, with its total; none is an unknown patron.
pub fn patron_to_json(patron: u32, lines: Option<&[DayTurnover]>) -> String {
    let tables = tables_to_json(lines.unwrap_or_default());
    let total = lines.map(|lines| sums_to_json(&total(lines)));
    let currency = lines.and_then(<[DayTurnover]>::first).map(|line| line.currency.code());
    format!("{}\n", json!({"patron": patron, "currency": currency, "tables": tables, "total": total}))
}

/// The turnover of each day, table and currency as JSON.
fn tables_to_json(lines: &[DayTurnover]) -> Vec<Value> {
    let spot = |line: &DayTurnover| {
        let mut value = sums_to_json(&line.sums);
        value["spot"] = line.spot.id().into();
        value["corrected"] = line.corrected.into();
        value
    };
    let part = |part: &[DayTurnover]| {
        let first = part.first()?;
        let spots: Vec<Value> = part.iter().map(spot).collect();
        Some(json!({"day": Day::of(first.day).to_string(), "table": first.table.0,
                    "currency": first.currency.code(), "decimals": first.currency.decimals(), "spots": spots,
                    "total": sums_to_json(&total(part))}))
    };
    parts(&in_order(lines)).filter_map(part).collect()
}

fn sums_to_json(sums: &Turnover) -> Value {
    let Turnover { wagers, staked, effective, paid } = *sums;
    json!({"wagers": wagers.to_string(), "staked": staked.to_string(),
           "effective_turnover": effective.to_string(), "paid": paid.to_string(),
           "house_result": sums.house_result().to_string()})
}

/// The turnover of some days as CSV, a line for each day, table, currency and spot, corrections apart.
pub fn to_csv(lines: &[DayTurnover]) -> String {
    let line = |line: &DayTurnover| {
        let Turnover { wagers, staked, effective, paid } = line.sums;
        let (day, spot, currency) = (Day::of(line.day), line.spot.id(), line.currency);
        let [code, spot] = [currency.code(), spot].map(csv::text);
        format!(
            "{day},{},{code},{},{spot},{},{wagers},{staked},{effective},{paid},{}\r\n",
            line.table.0,
            currency.decimals(),
            line.corrected,
            line.sums.house_result()
        )
    };
    in_order(lines).iter().map(line).fold(format!("{COLUMNS}\r\n"), |csv, line| csv + &line)
}

#[cfg(test)]
mod tests {
    use baccarat::Spot;
    use money::Currency;
    use table::Timestamp;

    use super::*;

    #[test]
    fn both_forms_have_the_same_lines_in_order() {
        let line = |table, spot, corrected, [wagers, staked, effective, paid]: [i64; 4]| DayTurnover {
            day: Timestamp(0),
            table: TableId(table),
            spot,
            currency: Currency::PLAY,
            corrected,
            sums: Turnover { wagers, staked, effective, paid },
        };
        let lines = [
            line(2, Spot::Tie, false, [1, 10, 10, 90]),
            line(1, Spot::Player, true, [0, -5, -5, -10]),
            line(1, Spot::Player, false, [2, i64::MAX, 7, 14]),
        ];
        let csv = to_csv(&lines);
        let expected = format!(
            "{COLUMNS}\r\n1970-01-01,1,PLAY,2,player,false,2,9223372036854775807,7,14,9223372036854775793\r\n\
             1970-01-01,1,PLAY,2,player,true,0,-5,-5,-10,5\r\n1970-01-01,2,PLAY,2,tie,false,1,10,10,90,-80\r\n"
        );
        assert_eq!(csv, expected);
        let result =
            |account| TableResult { table: TableId(1), currency: Currency::PLAY, turned_over: 5, account };
        let json: Value = serde_json::from_str(&to_json(&lines, &[result(5), result(6)])).unwrap();
        assert_eq!(
            (json["agrees"].as_bool(), json["accounts"][0]["account"].as_str()),
            (Some(false), Some("5"))
        );
        let spots = json["tables"][0]["spots"].as_array().unwrap();
        let staked: Vec<_> = spots.iter().map(|spot| spot["staked"].as_str().unwrap()).collect();
        assert_eq!(staked, ["9223372036854775807", "-5"]);
    }
}
