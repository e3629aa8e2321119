//! Law: every public event that onlookers saw is on record, under the same number and name. Knows no patrons.

use crate::observations::OnlookerObservations;
use crate::record::Record;

pub(super) fn check(record: &Record, observed: &OnlookerObservations) -> Vec<String> {
    let mut flaws = observed.contradictions.clone();
    for (id, name) in &observed.events {
        let stored = record.event(*id).map(|event| event.what.name());
        if stored != Some(*name) {
            flaws.push(format!("{id} was shown as {name}, the store has {stored:?}"));
        }
    }
    flaws
}
