//! How long a patron has had a seat: in the present day and week, and since the latest reality check. Pure.
//!
//! The house keeps it only for patrons who limit their time or asked for reality checks. It is on record every
//! [`RECORD_MS`] and when they get up, so a server that stops forgets no more than that.

use serde::{Deserialize, Serialize};
use table::{PatronId, Timestamp};

use super::limit::{LimitKind, Period};
use super::refusal::ProtectionRefusal;
use super::state::Protection;

/// How much time may pass until it is put on record.
pub const RECORD_MS: u64 = 10 * MINUTE_MS;

const MINUTE_MS: u64 = 60_000;

/// The time of a patron at tables. Two seats at once count once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayTime {
    /// Whose.
    pub patron: PatronId,
    /// Up to when it is counted.
    pub as_of: Timestamp,
    /// In the day of `as_of`, in milliseconds.
    pub day_ms: u64,
    /// In the week of `as_of`, in milliseconds.
    pub week_ms: u64,
    /// Since they sat down, while they have a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sitting: Option<Sitting>,
}

/// The time since a patron sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// When they took the first of the seats that they have.
    pub since: Timestamp,
    /// How long they have had a seat since then, in milliseconds.
    pub played_ms: u64,
    /// How much of that is since the latest reality check that they acknowledged, in milliseconds.
    pub unchecked_ms: u64,
}

impl PlayTime {
    /// Of a patron who has had no seat yet.
    pub const fn none(patron: PatronId, now: Timestamp) -> Self {
        Self { patron, as_of: now, day_ms: 0, week_ms: 0, sitting: None }
    }

    /// Counts up to a later moment. The time until then counts if the patron has a seat.
    pub fn move_to(&mut self, now: Timestamp) {
        self.pass_to(now, self.sitting.is_some());
    }

    /// Moves on to a later moment without counting the time until then: the house was closed.
    pub fn skip_to(&mut self, now: Timestamp) {
        self.pass_to(now, false);
    }

    /// The patron takes a seat, and has none yet.
    pub fn sit_down(&mut self, now: Timestamp) {
        self.move_to(now);
        if self.sitting.is_none() {
            self.sitting = Some(Sitting { since: now, played_ms: 0, unchecked_ms: 0 });
        }
    }

    /// The patron gives up the last of their seats.
    pub fn get_up(&mut self, now: Timestamp) {
        self.move_to(now);
        self.sitting = None;
    }

    /// The patron acknowledges a reality check.
    pub fn acknowledge(&mut self, now: Timestamp) {
        self.move_to(now);
        if let Some(sitting) = &mut self.sitting {
            sitting.unchecked_ms = 0;
        }
    }

    /// Whether a reality check waits for the patron's answer.
    pub fn is_check_due(&self, protection: &Protection) -> bool {
        self.until_check(protection) == Some(0)
    }

    /// How long the patron can keep their seat until a reality check is due, in milliseconds; none without one.
    pub fn until_check(&self, protection: &Protection) -> Option<u64> {
        let minutes = protection.limit(LimitKind::RealityCheckMinutes)?;
        Some(minutes.saturating_mul(MINUTE_MS).saturating_sub(self.sitting?.unchecked_ms))
    }

    /// Judges whether the patron may take a seat or wager under their limits on time.
    ///
    /// # Errors
    /// [`ProtectionRefusal::TimeLimit`], with the limit that ends last.
    pub fn judge(&self, protection: &Protection) -> Result<(), ProtectionRefusal> {
        let reached = LimitKind::TIMES.iter().rev().find_map(|(limit, period)| {
            let minutes = protection.limit(*limit)?;
            let played = if *period == Period::Day { self.day_ms } else { self.week_ms };
            let until = period.end(self.as_of);
            (played >= minutes.saturating_mul(MINUTE_MS)).then_some(ProtectionRefusal::TimeLimit {
                limit: *limit,
                minutes,
                until,
            })
        });
        reached.map_or(Ok(()), Err)
    }

    fn pass_to(&mut self, now: Timestamp, counts: bool) {
        if now <= self.as_of {
            return;
        }
        let of = |period: Period, before: u64| {
            let start = period.start(now);
            let before = if start > self.as_of { 0 } else { before };
            let from = start.max(self.as_of);
            before.saturating_add(if counts { from.ms_until(now) } else { 0 })
        };
        (self.day_ms, self.week_ms) = (of(Period::Day, self.day_ms), of(Period::Week, self.week_ms));
        if let Some(sitting) = self.sitting.as_mut().filter(|_| counts) {
            let passed = self.as_of.ms_until(now);
            sitting.played_ms = sitting.played_ms.saturating_add(passed);
            sitting.unchecked_ms = sitting.unchecked_ms.saturating_add(passed);
        }
        self.as_of = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::day::Day;

    /// A moment of the week of Monday, 2 March 2026: days and minutes after its beginning.
    fn moment(day: i64, minutes: i64) -> Timestamp {
        let monday: Day = "2026-03-02".parse().expect("a day");
        Timestamp(monday.plus(day).start().0.saturating_add(minutes.saturating_mul(60_000)))
    }

    fn protected(limits: &[(LimitKind, u64)]) -> Protection {
        let mut protection = Protection::none(PatronId(1));
        protection.limits.extend(limits.iter().copied());
        protection
    }

    #[test]
    fn time_counts_with_a_seat_and_by_day_and_week() {
        let mut time = PlayTime::none(PatronId(1), moment(5, 0));
        time.sit_down(moment(5, 23 * 60));
        time.sit_down(moment(5, 23 * 60 + 30));
        time.move_to(moment(6, 30));
        assert_eq!((time.day_ms, time.week_ms), (30 * MINUTE_MS, 90 * MINUTE_MS));
        time.get_up(moment(6, 40));
        time.move_to(moment(6, 50));
        assert_eq!((time.day_ms, time.week_ms, time.sitting), (40 * MINUTE_MS, 100 * MINUTE_MS, None));
        time.sit_down(moment(6, 24 * 60 - 10));
        time.move_to(moment(7, 5));
        assert_eq!((time.day_ms, time.week_ms), (5 * MINUTE_MS, 5 * MINUTE_MS), "another week");
        time.skip_to(moment(7, 25));
        time.move_to(moment(7, 20));
        let sitting = time.sitting.expect("a seat");
        assert_eq!((time.day_ms, sitting.played_ms), (5 * MINUTE_MS, 15 * MINUTE_MS), "the house was closed");
    }

    #[test]
    fn a_limit_is_reached_to_the_minute_and_the_longest_is_named() {
        let mut time = PlayTime::none(PatronId(1), moment(2, 0));
        time.sit_down(moment(2, 0));
        time.move_to(Timestamp(moment(2, 60).0 - 1));
        let day = protected(&[(LimitKind::TimeDayMinutes, 60)]);
        assert_eq!(time.judge(&day), Ok(()));
        time.move_to(moment(2, 60));
        let limit = |limit, minutes, until| Err(ProtectionRefusal::TimeLimit { limit, minutes, until });
        assert_eq!(time.judge(&day), limit(LimitKind::TimeDayMinutes, 60, moment(3, 0)));
        let both = protected(&[(LimitKind::TimeDayMinutes, 60), (LimitKind::TimeWeekMinutes, 55)]);
        assert_eq!(time.judge(&both), limit(LimitKind::TimeWeekMinutes, 55, moment(7, 0)));
        time.move_to(moment(3, 0));
        time.get_up(moment(3, 0));
        assert_eq!(time.judge(&day), Ok(()));
    }

    #[test]
    fn a_reality_check_is_due_after_its_time_with_a_seat_until_it_is_acknowledged() {
        let checked = protected(&[(LimitKind::RealityCheckMinutes, 30)]);
        let mut time = PlayTime::none(PatronId(1), moment(2, 0));
        assert_eq!((time.until_check(&checked), time.is_check_due(&checked)), (None, false));
        time.sit_down(moment(2, 10));
        time.move_to(moment(2, 39));
        assert_eq!(time.until_check(&checked), Some(MINUTE_MS));
        time.move_to(moment(2, 45));
        assert!(time.is_check_due(&checked));
        assert!(!time.is_check_due(&protected(&[])));
        time.acknowledge(moment(2, 46));
        assert_eq!(time.until_check(&checked), Some(30 * MINUTE_MS));
        let sitting = time.sitting.expect("a seat");
        assert_eq!((sitting.since, sitting.played_ms), (moment(2, 10), 36 * MINUTE_MS));
    }
}
