//! Formats numbers for people: grouped by thousands, with a given number of decimals.

use std::fmt::Display;

use money::{Amount, Currency};

/// Groups the digits by thousands: `1,234,567`.
pub(super) fn grouped(number: impl Display) -> String {
    let text = format!("{number}");
    let (sign, rest) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let (digits, decimals) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
    let mut grouped = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{decimals}")
}

/// Formats a number with grouped digits and `places` decimals; a dash for none.
pub(super) fn decimal(number: Option<f64>, places: usize) -> String {
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
pub(super) fn percent(share: Option<f64>, places: usize) -> String {
    match share {
        Some(share) => decimal(Some(share * 100.0), places) + "%",
        None => "-".to_owned(),
    }
}

/// Formats minor units as major ones: `-1,234.50`.
pub(super) fn money(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    let size = Amount::new(minor.unsigned_abs()).unwrap_or(Amount::MAX);
    format!("{sign}{}", Currency::PLAY.format(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([0, 999, -1_000, 1_234_567].map(grouped), ["0", "999", "-1,000", "1,234,567"]);
        assert_eq!(decimal(Some(-12_345.678), 2), "-12,345.68");
        assert_eq!(decimal(Some(-0.000_4), 3), "0.000");
        assert_eq!((decimal(None, 3), percent(None, 1)), ("-".to_owned(), "-".to_owned()));
        assert_eq!(percent(Some(0.446_251), 3), "44.625%");
        assert_eq!([0, -5, 123_450, -100_000].map(money), ["0.00", "-0.05", "1,234.50", "-1,000.00"]);
    }
}
