//! The protection of patrons, followed entry by entry: nothing ends or is loosened sooner than it may, and nobody but
//! the patron changes it, except for staff who exclude them. Knows no slips.

use std::collections::BTreeMap;

use house::log::{Actor, Entity};
use house::protection::state::WAIT_MS;
use house::protection::{Exclusion, Protection};
use table::{PatronId, Timestamp};

use crate::deviation::{Deviation, Place, refuse};

/// The latest protection of each patron, with the date of its entry.
#[derive(Debug, Default)]
pub(crate) struct Protections(BTreeMap<PatronId, (Timestamp, Protection)>);

impl Protections {
    /// Follows an entry about the protection of a patron; others are not its concern.
    pub(crate) fn changed(
        &mut self,
        place: Place,
        (by, why): (Actor, &str),
        entity: &Entity,
        at: Timestamp,
    ) -> Result<(), Deviation> {
        let Entity::Protection(after) = entity else { return Ok(()) };
        let known = self.0.get(&after.patron);
        let nothing = (Timestamp(i64::MIN), Protection::none(after.patron));
        let (since, before) = known.unwrap_or(&nothing);
        let expected = refused(before, after, (by, why), *since, at);
        if let Some(expected) = expected {
            return refuse(place, expected, format!("{after:?} after {before:?}, by {by}"));
        }
        self.0.insert(after.patron, (at, after.clone()));
        Ok(())
    }
}

/// What an entry of that date should be, if it is not. The one before it is dated `since`.
fn refused(
    before: &Protection,
    after: &Protection,
    (by, why): (Actor, &str),
    since: Timestamp,
    at: Timestamp,
) -> Option<&'static str> {
    let excluded = Protection { exclusion: after.exclusion, ..before.clone() };
    let by_house = after.exclusion.is_some_and(|own| own.by_house);
    let may_change = match by {
        Actor::Patron(patron) => patron == after.patron && (!by_house || after.exclusion == before.exclusion),
        Actor::Staff(_) => !why.is_empty() && by_house && *after == excluded,
        Actor::Device(_) | Actor::Operator | Actor::House => false,
    };
    if !may_change {
        return Some("a change by the patron, or an exclusion by staff with a reason");
    }
    if before.paused(at).is_some_and(|until| after.paused_until.is_none_or(|after| after < until)) {
        return Some("a pause that ends no sooner");
    }
    if before.excluded(at).is_some_and(|own| after.exclusion.is_none_or(|after| ends_sooner(after, own))) {
        return Some("an exclusion that ends no sooner");
    }
    let is_looser = |a: Option<u64>, b: u64| a.is_none_or(|a| a > b);
    let loosened = before.limits.iter().filter(|(kind, value)| is_looser(after.limit(**kind), **value));
    for (kind, _) in loosened {
        let waited = before.pending.get(kind);
        if !waited.is_some_and(|own| own.value == after.limit(*kind) && own.from <= at) {
            return Some("a limit that is loosened after a day and a second yes");
        }
    }
    let new = after.pending.iter().filter(|(kind, pending)| before.pending.get(*kind) != Some(*pending));
    for (kind, pending) in new {
        let asked = Timestamp(pending.from.0.saturating_sub(WAIT_MS));
        let waits = after.limit(*kind).is_some_and(|value| is_looser(pending.value, value));
        if !waits || asked < since || asked > at {
            return Some("a looser limit that waits for a day");
        }
    }
    None
}

fn ends_sooner(a: Exclusion, b: Exclusion) -> bool {
    a.until.is_some_and(|a| b.until.is_none_or(|b| a < b))
}

#[cfg(test)]
mod tests {
    use house::protection::{LimitKind, Pending};
    use journal::HouseEvent;
    use table::StaffId;

    use super::*;

    const NOON: i64 = 1_800_000_000_000;
    const PATRON: PatronId = PatronId(7);
    const OWN: Actor = Actor::Patron(PATRON);
    const STAFF: Actor = Actor::Staff(StaffId(1));

    fn limited(value: u64) -> Protection {
        Protection { limits: [(LimitKind::LossDay, value)].into(), ..Protection::none(PATRON) }
    }

    fn waiting(value: u64, from: i64) -> Protection {
        let pending = [(LimitKind::LossDay, Pending { value: Some(value), from: Timestamp(from) })].into();
        Protection { pending, ..limited(5) }
    }

    fn paused(until: i64) -> Protection {
        Protection { paused_until: Some(Timestamp(until)), ..Protection::none(PATRON) }
    }

    fn excluded(until: Option<i64>, by_house: bool) -> Protection {
        let exclusion = Some(Exclusion { until: until.map(Timestamp), by_house });
        Protection { exclusion, ..Protection::none(PATRON) }
    }

    #[test]
    fn protection_is_followed_from_entry_to_entry() {
        let day = WAIT_MS;
        for (name, steps, sound) in [
            ("tighter at once", vec![(0, OWN, limited(5)), (1, OWN, limited(4))], true),
            ("looser at once", vec![(0, OWN, limited(5)), (1, OWN, limited(6))], false),
            ("removed at once", vec![(0, OWN, limited(5)), (1, OWN, Protection::none(PATRON))], false),
            (
                "looser after a day",
                vec![(0, OWN, limited(5)), (1, OWN, waiting(9, NOON + 1 + day)), (1 + day, OWN, limited(9))],
                true,
            ),
            (
                "looser too soon",
                vec![(0, OWN, limited(5)), (1, OWN, waiting(9, NOON + 1 + day)), (day, OWN, limited(9))],
                false,
            ),
            ("waits for less", vec![(0, OWN, limited(5)), (1, OWN, waiting(9, NOON + day - 1))], false),
            ("waits for more", vec![(0, OWN, limited(5)), (1, OWN, waiting(9, NOON + day + 2))], false),
            (
                "loosened to something else",
                vec![(0, OWN, limited(5)), (1, OWN, waiting(9, NOON + 1 + day)), (1 + day, OWN, limited(8))],
                false,
            ),
            ("a longer pause", vec![(0, OWN, paused(NOON + 9)), (1, OWN, paused(NOON + 10))], true),
            ("a shorter pause", vec![(0, OWN, paused(NOON + 9)), (1, OWN, paused(NOON + 8))], false),
            ("a pause that is over", vec![(0, OWN, paused(NOON + 9)), (9, OWN, limited(5))], true),
            (
                "an exclusion that ends",
                vec![(0, OWN, excluded(None, false)), (1, OWN, excluded(Some(NOON), false))],
                false,
            ),
            (
                "an exclusion for good",
                vec![(0, OWN, excluded(Some(NOON + 9), false)), (1, STAFF, excluded(None, true))],
                true,
            ),
            ("staff set limits", vec![(0, STAFF, limited(5))], false),
            ("staff exclude in the patron's name", vec![(0, STAFF, excluded(None, false))], false),
            ("the patron in the house's name", vec![(0, OWN, excluded(None, true))], false),
            ("another patron", vec![(0, Actor::Patron(PatronId(8)), limited(5))], false),
            ("the house", vec![(0, Actor::House, limited(5))], false),
        ] {
            let mut protections = Protections::default();
            let followed = steps.into_iter().zip(1..).try_for_each(|((ms, by, state), seq)| {
                let (place, at) = (Place::Entry(HouseEvent::LOG, seq), Timestamp(NOON + ms));
                protections.changed(place, (by, "harm"), &Entity::Protection(state), at)
            });
            assert_eq!(followed.is_ok(), sound, "{name}: {followed:?}");
        }
    }

    #[test]
    fn staff_give_a_reason() {
        let entity = Entity::Protection(excluded(None, true));
        let place = Place::Entry(HouseEvent::LOG, 1);
        let without = Protections::default().changed(place, (STAFF, ""), &entity, Timestamp(NOON));
        assert!(without.is_err());
    }
}
