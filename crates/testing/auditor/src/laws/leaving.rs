//! Law: under house rules that release wagers on leaving, nobody loses a seat while betting is open and leaves wagers
//! behind. That other house rules release none, the law of the order says.

use std::collections::BTreeMap;

use super::standing::Standing;
use crate::event::TableEvent;
use crate::record::Record;
use crate::rules::Rules;

pub(super) fn check(record: &Record, rules: &BTreeMap<u32, Rules>) -> Vec<String> {
    let mut flaws = Vec::new();
    for events in record.by_table() {
        let releases = |table| rules.get(table).is_some_and(|rules| rules.releases_on_leaving());
        if !events.first().is_some_and(|first| releases(&first.id.table)) {
            continue;
        }
        let (mut standing, mut open_until) = (Standing::default(), None);
        for event in events {
            standing.follow(&event.what);
            match &event.what {
                TableEvent::BettingOpened { closes_at, .. } => open_until = Some(*closes_at),
                TableEvent::BettingClosed { .. } | TableEvent::RoundVoided { .. } => open_until = None,
                TableEvent::SeatLeft { patron, .. } => {
                    // Who leaves after the time is up takes nothing along, also before the close is on record.
                    let is_open = open_until.is_some_and(|until| event.at < until);
                    if is_open && standing.is_at_risk(*patron) {
                        flaws.push(format!("{}: patron {patron} left without the wagers", event.id));
                    }
                }
                _ => {}
            }
        }
    }
    flaws
}
