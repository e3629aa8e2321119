//! The laws of a patron's protection, for random requests at random times: tighter at once, looser after a day and a
//! second yes, and no pause or exclusion ever ends sooner.

use std::collections::BTreeMap;

use proptest::prelude::*;
use punto_house::protection::state::{CONFIRM_MS, WAIT_MS};
use punto_house::protection::{LimitKind, Protection, ProtectionRefusal};
use table::{PatronId, Timestamp};

/// Something that somebody asks for.
#[derive(Clone, Debug)]
enum Ask {
    Limits(BTreeMap<LimitKind, Option<u64>>),
    Confirm,
    Pause(u32),
    Exclude(Option<u32>, bool),
}

/// Few limits and few values, so that requests meet.
fn ask() -> impl Strategy<Value = Ask> {
    let kind =
        prop::sample::select(vec![LimitKind::StakeDay, LimitKind::LossWeek, LimitKind::RealityCheckMinutes]);
    let wanted = prop::collection::btree_map(kind, prop::option::weighted(0.8, 1..5_u64), 1..3);
    prop_oneof![
        4 => wanted.prop_map(Ask::Limits),
        3 => Just(Ask::Confirm),
        1 => (0..1_010_u32).prop_map(Ask::Pause),
        1 => (prop::option::weighted(0.9, 0..40_u32), any::<bool>()).prop_map(|(days, house)| Ask::Exclude(days, house)),
    ]
}

/// Hours until the next request: often just under or over a day, sometimes over a week.
fn hours() -> impl Strategy<Value = i64> {
    prop_oneof![0..3_i64, 22..26_i64, Just(24_i64), 190..195_i64]
}

fn carry_out(before: &Protection, ask: &Ask, now: Timestamp) -> Result<Protection, ProtectionRefusal> {
    match ask {
        Ask::Limits(wanted) => before.with_limits(wanted, now),
        Ask::Confirm => before.confirmed(now),
        Ask::Pause(hours) => before.with_pause(*hours, now),
        Ask::Exclude(days, by_house) => before.with_exclusion(*days, *by_house, now),
    }
}

/// The value of a limit as a number: the larger, the looser.
fn looseness(value: Option<u64>) -> u64 {
    value.unwrap_or(u64::MAX)
}

/// What was asked for a limit, and when.
type History = Vec<(Timestamp, Option<u64>)>;

/// Whether a looser value may count now: it was asked for at least a day and at most eight days ago, and nothing else
/// was asked for since.
fn may_loosen(history: &History, value: Option<u64>, now: Timestamp) -> bool {
    let since = history.iter().rev().take_while(|(_, asked)| *asked == value);
    since.into_iter().any(|(at, _)| (WAIT_MS..WAIT_MS + CONFIRM_MS).contains(&(now.0 - at.0)))
}

proptest! {
    #[test]
    fn limits_are_loosened_only_after_a_day_and_a_second_yes(asks in prop::collection::vec((hours(), ask()), 1..40)) {
        let mut now = Timestamp(1_772_409_600_000);
        let mut protection = Protection::none(PatronId(1));
        let mut asked: BTreeMap<LimitKind, History> = BTreeMap::new();
        for (hours, ask) in asks {
            now = Timestamp(now.0 + hours * 3_600_000);
            let Ok(after) = carry_out(&protection, &ask, now) else { continue };
            if let Ask::Limits(wanted) = &ask {
                for (kind, value) in wanted {
                    asked.entry(*kind).or_default().push((now, *value));
                    let in_force = looseness(after.limit(*kind));
                    prop_assert!(in_force <= looseness(*value), "tighter counts at once: {kind} {value:?}");
                }
            }
            for kind in [LimitKind::StakeDay, LimitKind::LossWeek, LimitKind::RealityCheckMinutes] {
                let (was, is) = (protection.limit(kind), after.limit(kind));
                if looseness(is) > looseness(was) {
                    prop_assert!(matches!(ask, Ask::Confirm), "{kind} from {was:?} to {is:?} by {ask:?}");
                    prop_assert!(may_loosen(&asked[&kind], is, now), "{kind} from {was:?} to {is:?}: {asked:?}");
                }
                if let Some(pending) = after.pending.get(&kind) {
                    prop_assert!(looseness(pending.value) > looseness(is), "what waits is looser");
                }
            }
            protection = after;
        }
    }

    #[test]
    fn a_pause_and_an_exclusion_never_end_sooner(asks in prop::collection::vec((hours(), ask()), 1..40)) {
        let end = |until: Option<Timestamp>| until.map_or(i64::MAX, |until| until.0);
        let mut now = Timestamp(1_772_409_600_000);
        let mut protection = Protection::none(PatronId(1));
        for (hours, ask) in asks {
            now = Timestamp(now.0 + hours * 3_600_000);
            let after = carry_out(&protection, &ask, now).unwrap_or_else(|_| protection.clone());
            if let Some(until) = protection.paused(now) {
                prop_assert!(after.paused(now).is_some_and(|later| later >= until), "{ask:?}");
            }
            if let Some(before) = protection.excluded(now) {
                let later = after.excluded(now).expect("still excluded");
                prop_assert!(end(later.until) >= end(before.until), "{ask:?}");
            }
            protection = after;
        }
    }

    #[test]
    fn what_was_set_is_read_as_it_was_written(asks in prop::collection::vec((hours(), ask()), 1..10)) {
        let mut now = Timestamp(0);
        let mut protection = Protection::none(PatronId(1));
        for (hours, ask) in asks {
            now = Timestamp(now.0 + hours * 3_600_000);
            protection = carry_out(&protection, &ask, now).unwrap_or(protection);
            let text = serde_json::to_string(&protection).expect("JSON");
            prop_assert_eq!(serde_json::from_str::<Protection>(&text).expect("read"), protection.clone());
        }
    }
}

fn wanted(kind: LimitKind, value: Option<u64>) -> BTreeMap<LimitKind, Option<u64>> {
    BTreeMap::from([(kind, value)])
}

/// The requests of one patron for one limit, hour by hour: what is asked, and then what counts and what waits.
#[test]
fn one_limit_through_its_life() {
    let kind = LimitKind::StakeDay;
    let mut protection = Protection::none(PatronId(1));
    for (hour, ask, in_force, waiting) in [
        (0, Some(Some(500)), Some(500), None),
        (1, Some(Some(900)), Some(500), Some(Some(900))),
        (24, None, Some(500), Some(Some(900))),
        (25, None, Some(900), None),
        (26, Some(None), Some(900), Some(None)),
        (30, Some(Some(950)), Some(900), Some(Some(950))),
        (53, None, Some(900), Some(Some(950))),
        (54, None, Some(950), None),
        (55, Some(None), Some(950), Some(None)),
        (56, Some(Some(950)), Some(950), None),
        (90, None, Some(950), None),
        (91, Some(None), Some(950), Some(None)),
        (92, Some(Some(800)), Some(800), None),
        (120, None, Some(800), None),
        (121, Some(None), Some(800), Some(None)),
        // A repeat of a request does not begin its day again.
        (140, Some(None), Some(800), Some(None)),
        (145, None, None, None),
        (146, Some(Some(700)), Some(700), None),
        (147, Some(None), Some(700), Some(None)),
        // After a day and a week the request has lapsed, and asking again begins another day.
        (147 + 24 + 7 * 24, None, Some(700), Some(None)),
        (340, Some(None), Some(700), Some(None)),
        (363, None, Some(700), Some(None)),
        (364, None, None, None),
    ] {
        let now = Timestamp(hour * 3_600_000);
        let after = match ask {
            Some(value) => protection.with_limits(&wanted(kind, value), now),
            None => protection.confirmed(now),
        };
        protection = after.unwrap_or(protection);
        let pending = protection.pending.get(&kind).map(|pending| pending.value);
        assert_eq!((protection.limit(kind), pending), (in_force, waiting), "hour {hour}");
    }
}

#[test]
fn requests_that_make_no_sense_change_nothing() {
    let now = Timestamp(0);
    let none = Protection::none(PatronId(1));
    for (kind, value, least, most) in [
        (LimitKind::TimeDayMinutes, 1_441, 0, 1_440),
        (LimitKind::TimeWeekMinutes, 10_081, 0, 10_080),
        (LimitKind::RealityCheckMinutes, 0, 1, 1_440),
        (LimitKind::LossDay, 1_000_000_000_000_001, 0, 1_000_000_000_000_000),
    ] {
        let refusal = ProtectionRefusal::BadLimit { limit: kind, least, most };
        let all = BTreeMap::from([(LimitKind::StakeDay, Some(1)), (kind, Some(value))]);
        assert_eq!(none.with_limits(&all, now), Err(refusal));
    }
    for hours in [0, 42 * 24 + 1] {
        assert_eq!(none.with_pause(hours, now), Err(ProtectionRefusal::BadDuration { most: 1_008 }));
    }
    assert_eq!(
        none.with_exclusion(Some(0), false, now),
        Err(ProtectionRefusal::BadDuration { most: 36_500 })
    );
    assert_eq!(none.confirmed(now), Err(ProtectionRefusal::NothingToConfirm { from: None }));
}

#[test]
fn an_exclusion_for_good_has_no_end() {
    let now = Timestamp(0);
    let excluded = Protection::none(PatronId(1)).with_exclusion(None, true, now).expect("excluded");
    assert!(excluded.excluded(Timestamp(i64::MAX)).is_some_and(|own| own.by_house && own.until.is_none()));
    let shorter = excluded.with_exclusion(Some(36_500), true, now);
    assert_eq!(shorter, Err(ProtectionRefusal::NotShortened { until: None }));
    assert!(excluded.with_exclusion(None, true, now).is_ok(), "a repeat is no change");
}
