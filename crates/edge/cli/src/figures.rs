//! Formats money and times for people.

use journal::Day;
use money::{Amount, Currency};
use table::Timestamp;

/// Formats an amount in major units, which may be negative: `-1,234.00`.
pub(crate) fn minor(currency: Currency, minor: i64) -> String {
    let size = Amount::new(minor.unsigned_abs()).unwrap_or(Amount::MAX);
    let sign = if minor < 0 { "-" } else { "" };
    format!("{sign}{}", currency.format(size))
}

/// Formats a time to the minute, in UTC: `2026-03-01 14:05`.
pub(crate) fn moment(at: Timestamp) -> String {
    let minutes = at.0.div_euclid(60_000).rem_euclid(24 * 60);
    format!("{} {:02}:{:02}", Day::of(at), minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_and_time_are_written_for_people() {
        assert_eq!(minor(Currency::PLAY, -123_456), "-1,234.56");
        assert_eq!(minor(Currency::PLAY, 5), "0.05");
        assert_eq!(moment(Timestamp(1_772_374_500_000)), "2026-03-01 14:15");
        assert_eq!(moment(Timestamp(-1)), "1969-12-31 23:59");
    }
}
