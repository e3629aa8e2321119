//! Law: after each accepted slip, what its patron has on each of its spots is within the limits of the table and of
//! their own range; and on a side on which the patron has more than before, all patrons together exceed the other side
//! by the table's exposure at most. What is in force is what the house's own log says.

use super::in_force::InForce;
use super::standing::Standing;
use crate::event::{TableEvent, Wager};
use crate::floor::Terms;
use crate::record::Record;

const SIDES: [(&str, &str); 2] = [("player", "banker"), ("banker", "player")];

pub(super) fn check(record: &Record, in_force: &InForce<'_>) -> Vec<String> {
    let mut flaws = Vec::new();
    for events in record.by_table() {
        let mut now = Standing::default();
        for event in events {
            let TableEvent::SlipAccepted { patron, slip_id, wagers, .. } = &event.what else {
                now.follow(&event.what);
                continue;
            };
            let before = SIDES.map(|(side, _)| now.on(*patron, side));
            now.follow(&event.what);
            let slip = Judged { patron: *patron, wagers, before, now: &now };
            let known = in_force.at(event.id.table, event.at);
            let of_table = all_find(known.iter().map(|own| slip.over(own.terms)));
            let ranges = in_force.ranges(*patron, event.at);
            let of_range =
                all_find(ranges.into_iter().map(|own| own.and_then(|own| slip.outside(own, "own range"))));
            let found = of_table.into_iter().chain(of_range);
            flaws.extend(found.map(|what| format!("{}: slip {slip_id} of patron {patron} {what}", event.id)));
        }
    }
    flaws
}

/// The latest of these flaws, if each of what may be in force has one.
fn all_find(flaws: impl Iterator<Item = Option<String>>) -> Option<String> {
    let flaws: Option<Vec<String>> = flaws.collect();
    flaws?.pop()
}

/// An accepted slip, with what was there before it and after it.
struct Judged<'a> {
    patron: u32,
    wagers: &'a [Wager],
    /// What the patron had on each side.
    before: [i64; 2],
    now: &'a Standing,
}

impl Judged<'_> {
    /// What it breaks of the limits and the exposure of a table.
    fn over(&self, terms: &Terms) -> Option<String> {
        self.outside(terms, "table").or_else(|| {
            let exposure = terms.exposure?;
            SIDES.into_iter().zip(self.before).find_map(|((side, other), before)| {
                let grew = self.now.on(self.patron, side) > before;
                let difference = self.now.of_all(side) - self.now.of_all(other);
                (grew && difference > exposure)
                    .then(|| format!("takes {side} {difference} over {other}, more than {exposure}"))
            })
        })
    }

    /// What it breaks of limits on spots, which are those of `whose`.
    fn outside(&self, terms: &Terms, whose: &str) -> Option<String> {
        self.wagers.iter().find_map(|wager| {
            let (bounds, stake) = (terms.spots.get(&wager.spot)?, self.now.on(self.patron, &wager.spot));
            let is_over = bounds.maximum.is_some_and(|maximum| stake > maximum);
            (is_over || stake < bounds.minimum)
                .then(|| format!("leaves {stake} on {}, outside of {bounds:?} of the {whose}", wager.spot))
        })
    }
}
