//! Requests against the record: it has each acknowledged one once and as it was sent, no refused one, and none that was
//! never sent. Knows no kind of request.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::attempts::{Attempts, RequestStatus};

/// What is wrong with requests of this kind, by id: those that were sent, and what the record has of each.
pub(super) fn check<R: Debug, K: Debug>(
    kind: &str,
    sent: &BTreeMap<String, R>,
    kept: &BTreeMap<&str, Vec<K>>,
    attempts: impl Fn(&R) -> &Attempts,
    is_as_sent: impl Fn(&R, &K) -> bool,
) -> Vec<String> {
    let mut flaws = Vec::new();
    for (id, request) in sent {
        let kept = kept.get(id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let flaw = match (attempts(request).status(), kept) {
            (RequestStatus::Done, []) => format!("was acknowledged and is lost: {request:?}"),
            (RequestStatus::NotDone, [kept, ..]) => format!("was refused, and yet there is {kept:?}"),
            (_, [_, _, ..]) => format!("is there {} times", kept.len()),
            (_, [kept]) if !is_as_sent(request, kept) => format!("was {request:?}, there is {kept:?}"),
            _ => continue,
        };
        flaws.push(format!("{kind} {id} {flaw}"));
    }
    let unknown = kept.keys().filter(|id| !sent.contains_key(**id));
    flaws.extend(unknown.map(|id| format!("{kind} {id} was never sent")));
    flaws
}
