//! The limits that a patron may set for themselves, and the periods they count in. Pure.

use core::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use strum::{AsRefStr, Display, EnumString, VariantArray};
use table::Timestamp;

use crate::day::Day;

/// A limit of a patron. The smaller its value, the tighter it is; a limit without a value is the loosest.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    AsRefStr,
    Display,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LimitKind {
    /// The stakes of one round at one table, in minor units.
    StakeRound,
    /// The stakes of a day, in minor units.
    StakeDay,
    /// The stakes of a week, in minor units.
    StakeWeek,
    /// The stakes of a month, in minor units.
    StakeMonth,
    /// The net loss of a day, in minor units: what was staked less what was paid.
    LossDay,
    /// The net loss of a week, in minor units.
    LossWeek,
    /// The net loss of a month, in minor units.
    LossMonth,
    /// The time with a seat in a day, in minutes.
    TimeDayMinutes,
    /// The time with a seat in a week, in minutes.
    TimeWeekMinutes,
    /// The time with a seat until the next reality check, in minutes.
    RealityCheckMinutes,
}

/// A period of the UTC calendar, as reports count by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Period {
    /// From midnight to midnight.
    Day,
    /// From Monday to Sunday.
    Week,
    /// From the first day of a month to its last.
    Month,
}

/// The largest value of a limit on money, in minor units.
pub const MONEY_MAX: u64 = 1_000_000_000_000_000;

impl LimitKind {
    /// The limits on stakes with their periods; the limit of a round has none.
    pub const STAKES: [(Self, Option<Period>); 4] = [
        (Self::StakeRound, None),
        (Self::StakeDay, Some(Period::Day)),
        (Self::StakeWeek, Some(Period::Week)),
        (Self::StakeMonth, Some(Period::Month)),
    ];

    /// The limits on net losses with their periods.
    pub const LOSSES: [(Self, Period); 3] =
        [(Self::LossDay, Period::Day), (Self::LossWeek, Period::Week), (Self::LossMonth, Period::Month)];

    /// The limits on time at tables with their periods.
    pub const TIMES: [(Self, Period); 2] =
        [(Self::TimeDayMinutes, Period::Day), (Self::TimeWeekMinutes, Period::Week)];

    /// The names of all limits.
    pub fn names() -> Vec<&'static str> {
        Self::VARIANTS.iter().map(AsRef::as_ref).collect()
    }

    /// The values that a patron may set.
    pub const fn accepted(self) -> RangeInclusive<u64> {
        match self {
            Self::TimeDayMinutes => 0..=24 * 60,
            Self::TimeWeekMinutes => 0..=7 * 24 * 60,
            Self::RealityCheckMinutes => 1..=24 * 60,
            _ => 0..=MONEY_MAX,
        }
    }

    /// Whether the sums of money of a period are needed to judge it.
    pub fn counts_money(self) -> bool {
        let of_period = Self::STAKES.iter().filter(|(_, period)| period.is_some()).map(|(kind, _)| *kind);
        of_period.chain(Self::LOSSES.map(|(kind, _)| kind)).any(|kind| kind == self)
    }

    /// Whether the time at tables is needed to judge it.
    pub fn counts_time(self) -> bool {
        self == Self::RealityCheckMinutes || Self::TIMES.iter().any(|(kind, _)| *kind == self)
    }
}

impl Period {
    /// The first moment of the period that holds this moment.
    pub const fn start(self, at: Timestamp) -> Timestamp {
        let day = Day::of(at);
        match self {
            Self::Day => day.start(),
            Self::Week => day.monday().start(),
            Self::Month => day.first_of_month().start(),
        }
    }

    /// The first moment after the period that holds this moment.
    pub const fn end(self, at: Timestamp) -> Timestamp {
        let day = Day::of(at);
        match self {
            Self::Day => day.plus(1).start(),
            Self::Week => day.monday().plus(7).start(),
            // The 32nd day counted from the first is in the next month.
            Self::Month => day.first_of_month().plus(31).first_of_month().start(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: &str) -> Timestamp {
        day.parse::<Day>().expect(day).start()
    }

    #[test]
    fn periods_are_those_of_the_utc_calendar() {
        let noon = |day: &str| Timestamp(at(day).0 + 12 * 3_600_000);
        for (period, day, start, end) in [
            (Period::Day, "2026-03-01", "2026-03-01", "2026-03-02"),
            (Period::Week, "2026-03-01", "2026-02-23", "2026-03-02"),
            (Period::Week, "2026-03-02", "2026-03-02", "2026-03-09"),
            (Period::Month, "2026-02-28", "2026-02-01", "2026-03-01"),
            (Period::Month, "2024-02-29", "2024-02-01", "2024-03-01"),
            (Period::Month, "2026-12-31", "2026-12-01", "2027-01-01"),
        ] {
            assert_eq!(
                (period.start(noon(day)), period.end(noon(day))),
                (at(start), at(end)),
                "{period} {day}"
            );
            assert_eq!(period.start(at(start)), at(start), "{period} {day}");
        }
    }

    #[test]
    fn names_are_stable_and_values_bounded() {
        let names = LimitKind::names();
        let expected = [
            "stake_round",
            "stake_day",
            "stake_week",
            "stake_month",
            "loss_day",
            "loss_week",
            "loss_month",
            "time_day_minutes",
            "time_week_minutes",
            "reality_check_minutes",
        ];
        assert_eq!(names, expected);
        for kind in LimitKind::VARIANTS {
            assert_eq!(serde_json::to_string(kind).unwrap(), format!("\"{kind}\""));
            assert!(*kind.accepted().end() <= MONEY_MAX);
        }
    }
}
