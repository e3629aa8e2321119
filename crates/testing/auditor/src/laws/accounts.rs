//! Law: an account is there once it was opened, once, under its nickname, and for the patron who opened it. What was
//! observed of sessions does not contradict itself.

use std::collections::BTreeMap;

use super::requests;
use crate::people::PeopleObservations;
use crate::record::{Entry, Record};

pub(super) fn check(record: &Record, observed: &PeopleObservations) -> Vec<String> {
    let mut kept = BTreeMap::<&str, Vec<(u32, &str)>>::new();
    for entry in record.house.values() {
        if let Entry::Changed { by, entity, .. } = entry
            && entity.kind == "account"
        {
            kept.entry(entity.name.as_deref().unwrap_or_default()).or_default().push((entity.id, by));
        }
    }
    let mut flaws = requests::check(
        "account",
        &observed.accounts,
        &kept,
        |sent| &sent.attempts,
        |sent, (patron, by)| sent.patron == *patron && *by == format!("patron:{patron}"),
    );
    flaws.extend(observed.contradictions.iter().cloned());
    flaws
}
