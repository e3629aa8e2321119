//! Which hours are deleted: those that are older than they are kept, and that nobody holds. Nothing younger is.

use crate::disk::Room;
use crate::hold::Hold;
use crate::segment::Hour;
use crate::span::Span;
use crate::time::DAY_MS;

/// The fewest days for which recordings are kept, as gaming rules ask for.
pub const LEAST_DAYS: u32 = 7;
/// How long after its time an hour is deleted where there is room, in milliseconds. So a clock that was set forward by
/// mistake, and is put right within a day, deletes nothing.
const PATIENCE_MS: i64 = DAY_MS;

/// The hours that are deleted now. Where room is short, no hour waits longer than it is kept.
pub fn expired(hours: &[Hour], holds: &[Hold], keep_days: u32, room: Room, now: i64) -> Vec<Hour> {
    let patience = if room == Room::Plenty { PATIENCE_MS } else { 0 };
    let kept = i64::from(keep_days.max(LEAST_DAYS)).saturating_mul(DAY_MS).saturating_add(patience);
    let is_held = |hour: Hour| holds.iter().any(|hold| keeps(hold.span, hour));
    let is_old = |hour: Hour| hour.end().saturating_add(kept) <= now;
    hours.iter().copied().filter(|hour| is_old(*hour) && !is_held(*hour)).collect()
}

/// Whether a hold of this span keeps an hour. The last segment of an hour may end in the next one.
pub const fn keeps(held: Span, hour: Hour) -> bool {
    held.meets(Span { from: hour.start(), to: hour.end() }) || held.from == hour.end()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::HOUR_MS;

    fn hold(from: i64, to: i64) -> Hold {
        Hold { no: 1, span: Span { from, to }, by: String::new(), why: String::new(), at: 0 }
    }

    #[test]
    fn an_hour_is_deleted_when_its_time_is_over_and_nobody_holds_it() {
        let hour = Hour::of(0);
        let over = HOUR_MS + 30 * DAY_MS;
        let deleted = |holds: &[Hold], room, now| expired(&[hour], holds, 30, room, now) == [hour];
        assert!(!deleted(&[], Room::Low, over - 1));
        assert!(deleted(&[], Room::Low, over));
        assert!(!deleted(&[], Room::Plenty, over + DAY_MS - 1), "where there is room, a day later");
        assert!(deleted(&[], Room::Plenty, over + DAY_MS));
        assert!(!deleted(&[hold(HOUR_MS - 1, HOUR_MS + 5)], Room::Full, i64::MAX));
        assert!(
            !deleted(&[hold(HOUR_MS, HOUR_MS + 5)], Room::Full, i64::MAX),
            "its last segment is in the hold"
        );
        assert!(deleted(&[hold(HOUR_MS + 1, HOUR_MS + 5)], Room::Full, over));
    }

    proptest! {
        #[test]
        fn nothing_younger_than_a_week_is_deleted(hours in proptest::collection::vec(0_i64..2_000, 0..50), days: u32, now in 0_i64..7_200_000_000) {
            let hours: Vec<Hour> = hours.into_iter().map(|hour| Hour::of(hour * HOUR_MS)).collect();
            for room in [Room::Plenty, Room::Low, Room::Full] {
                for hour in expired(&hours, &[], days % 40, room, now) {
                    prop_assert!(now - hour.end() >= 7 * DAY_MS);
                }
            }
        }
    }
}
