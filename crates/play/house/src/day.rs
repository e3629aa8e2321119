//! Days of the UTC calendar, which reports, limits of patrons and checkpoints count by.

use core::fmt;
use core::str::FromStr;

use table::Timestamp;

use crate::turnover::DAY_MS;

/// A day, by the calendar of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// The day of a moment.
    pub const fn of(at: Timestamp) -> Self {
        Self(at.0.div_euclid(DAY_MS))
    }

    /// The first millisecond of the day.
    pub const fn start(self) -> Timestamp {
        Timestamp(self.0.saturating_mul(DAY_MS))
    }

    /// The last millisecond of the day.
    pub const fn end(self) -> Timestamp {
        Timestamp(self.0.saturating_add(1).saturating_mul(DAY_MS).saturating_sub(1))
    }

    /// That many days later.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// The Monday of its week.
    #[must_use]
    pub const fn monday(self) -> Self {
        // Day 0 was a Thursday.
        self.plus(self.0.saturating_add(3).rem_euclid(7).saturating_neg())
    }

    /// The first day of its month.
    #[must_use]
    pub const fn first_of_month(self) -> Self {
        let (_, _, day) = civil(self.0);
        self.plus(1_i64.saturating_sub(day))
    }
}

impl fmt::Display for Day {
    /// `2026-03-01`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The text is not a day of the Gregorian calendar, written `2026-03-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a day is written as 2026-03-01")]
pub struct DayError;

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        let mut parts = text.split('-').map(|part| part.parse::<i64>().map_err(|_| DayError));
        let mut next = || parts.next().unwrap_or(Err(DayError));
        let (year, month, day) = (next()?, next()?, next()?);
        if !(1..=9_999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(DayError);
        }
        let day = number_of(year, month, day);
        // A day that its month does not have comes out as another day.
        if day.to_string() == text { Ok(day) } else { Err(DayError) }
    }
}

/// The day of that date, in the Gregorian calendar. Years are counted from March, as in [`civil`].
#[expect(clippy::arithmetic_side_effects, reason = "the caller bounds year, month and day")]
const fn number_of(year: i64, month: i64, day: i64) -> Day {
    let from_march = (month + 9).rem_euclid(12);
    let year = if month < 3 { year - 1 } else { year };
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    Day(365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468)
}

/// Year, month and day of a number of days since 1970-01-01, in the Gregorian calendar: years are counted from
/// March, so that a leap day is the last of its year.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "all but the saturating steps are within one era of 400 years"
)]
const fn civil(days: i64) -> (i64, i64, i64) {
    let days = days.saturating_add(719_468);
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let leaps = of_era / 1_460 - of_era / 36_524 + of_era / 146_096;
    let year = (of_era.saturating_sub(leaps)) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era.saturating_mul(400).saturating_add(year);
    (if month <= 2 { year.saturating_add(1) } else { year }, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (ms, day) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_772_409_599_000, "2026-03-01"),
            (4_107_542_400_000, "2100-03-01"),
            (4_107_542_399_999, "2100-02-28"),
        ] {
            assert_eq!(Day::of(Timestamp(ms)).to_string(), day);
            assert_eq!(Day::of(Day::of(Timestamp(ms)).end()), Day::of(Timestamp(ms)));
            assert_eq!(day.parse(), Ok(Day::of(Timestamp(ms))));
        }
        for text in ["2026-02-29", "2026-13-01", "2026-1-01", "2026-9223372036854775807-01", "0000-01-01", ""]
        {
            assert_eq!(text.parse::<Day>(), Err(DayError), "{text}");
        }
    }
}
