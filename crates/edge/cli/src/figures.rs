//! Formats numbers, money and times for people.

use certificate::figures::grouped;
use journal::Day;
use money::{Amount, Currency};
use table::Timestamp;

/// Formats an amount in major units, which may be negative: `-1,234.00`.
pub(crate) fn minor(currency: Currency, minor: i64) -> String {
    let size = Amount::new(minor.unsigned_abs()).unwrap_or(Amount::MAX);
    let sign = if minor < 0 { "-" } else { "" };
    format!("{sign}{}", currency.format(size))
}

/// Formats a number with grouped digits and `places` decimals; a dash for none.
pub(crate) fn decimal(number: Option<f64>, places: usize) -> String {
    // A number that rounds to zero has no sign.
    let written = number.map(|number| grouped(format!("{number:.places$}")));
    let is_zero = |text: &str| text.chars().all(|letter| matches!(letter, '-' | '0' | '.'));
    match written {
        Some(text) if is_zero(&text) => text.trim_start_matches('-').to_owned(),
        Some(text) => text,
        None => "-".to_owned(),
    }
}

/// Formats a share as a percentage with `places` decimals: `44.625%`.
pub(crate) fn percent(share: Option<f64>, places: usize) -> String {
    match share {
        Some(share) => decimal(Some(share * 100.0), places) + "%",
        None => "-".to_owned(),
    }
}

/// Formats minor units of play money as major ones: `-1,234.50`.
pub(crate) fn play_money(minor_units: i64) -> String {
    minor(Currency::PLAY, minor_units)
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
    fn numbers_read_well() {
        assert_eq!(decimal(Some(-12_345.678), 2), "-12,345.68");
        assert_eq!(decimal(Some(-0.000_4), 3), "0.000");
        assert_eq!((decimal(None, 3), percent(None, 1)), ("-".to_owned(), "-".to_owned()));
        assert_eq!(percent(Some(0.446_251), 3), "44.625%");
    }

    #[test]
    fn money_and_time_are_written_for_people() {
        assert_eq!([0, -5, 123_450, -123_456].map(play_money), ["0.00", "-0.05", "1,234.50", "-1,234.56"]);
        assert_eq!(moment(Timestamp(1_772_374_500_000)), "2026-03-01 14:15");
        assert_eq!(moment(Timestamp(-1)), "1969-12-31 23:59");
    }
}
