//! Law: every public event that onlookers saw is on record, under the same number and name. Knows no patrons.

use serde_json::Value;

use crate::observations::OnlookerObservations;
use crate::record::Record;

pub(super) fn check(record: &Record, observed: &OnlookerObservations) -> Vec<String> {
    let mut flaws = observed.contradictions.clone();
    for (id, name) in &observed.events {
        let body = record.event(*id).and_then(|event| serde_json::from_str::<Value>(&event.body).ok());
        let stored = body.as_ref().and_then(|body| body["type"].as_str());
        if stored != Some(*name) {
            flaws.push(format!("{id} was shown as {name}, the store has {stored:?}"));
        }
    }
    flaws
}
