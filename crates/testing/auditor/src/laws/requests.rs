//! Requests and decisions against the record: it has each acknowledged one once and as it was sent, no refused one, and
//! none that was never sent. Knows no kind of request.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

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

/// Whose act it was when somebody decided what several may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecidedBy {
    /// A yes says that its own sender decided.
    Sender,
    /// A yes says that somebody decided, perhaps before.
    Anybody,
}

/// What is wrong with decisions of this kind, those that were sent and those on record: each is about one thing and by
/// one member of staff. Each yes is on record once, no refusal that was the last word is, and nobody decided without
/// asking to.
pub(super) fn decisions<K: Ord + Copy + Display>(
    kind: &str,
    sent: &BTreeMap<(K, u32), Attempts>,
    kept: &[(K, u32)],
    decided_by: DecidedBy,
) -> Vec<String> {
    let mut flaws = Vec::new();
    for ((about, by), attempts) in sent {
        let own = kept.iter().filter(|other| **other == (*about, *by)).count();
        let times = match decided_by {
            DecidedBy::Sender => own,
            DecidedBy::Anybody => kept.iter().filter(|(other, _)| other == about).count(),
        };
        if attempts.acknowledged > 0 && times != 1 {
            flaws.push(format!("supervisor {by} did {kind} {about}, it is there {times} times"));
        }
        if attempts.must_not_count() && own > 0 {
            flaws.push(format!("supervisor {by} was refused to {kind} {about}, and yet it is there"));
        }
    }
    let unknown = kept.iter().filter(|key| !sent.contains_key(key));
    flaws.extend(unknown.map(|(about, by)| format!("supervisor {by} never asked to {kind} {about}")));
    flaws
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(steps: &str) -> Attempts {
        let mut attempts = Attempts::default();
        for step in steps.split_whitespace() {
            attempts.send();
            match step {
                "yes" => attempts.acknowledge(),
                "no" => _ = attempts.refuse(),
                _ => attempts.lose(),
            }
        }
        attempts
    }

    #[test]
    fn decisions_are_on_record_as_they_were_answered() {
        use DecidedBy::{Anybody, Sender};
        // What was sent about number 7 and by whom, with the answers; by whom it is on record; what is found.
        for (sent, kept, decided_by, found) in [
            (&[(1, "yes")][..], &[1][..], Sender, &[][..]),
            (&[(1, "yes yes")], &[1], Sender, &[]),
            (&[(1, "yes")], &[], Sender, &["supervisor 1 did approve 7, it is there 0 times"]),
            (&[(1, "yes")], &[1, 1], Sender, &["supervisor 1 did approve 7, it is there 2 times"]),
            (&[(1, "yes"), (2, "no")], &[1], Sender, &[]),
            (&[(1, "lost")], &[1], Sender, &[]),
            (&[(1, "lost")], &[], Sender, &[]),
            (&[(1, "no")], &[1], Sender, &["supervisor 1 was refused to approve 7, and yet it is there"]),
            (&[], &[1], Sender, &["supervisor 1 never asked to approve 7"]),
            (&[(1, "yes"), (2, "yes")], &[1], Anybody, &[]),
            (&[(1, "yes"), (2, "yes")], &[1], Sender, &["supervisor 2 did approve 7, it is there 0 times"]),
            (&[(1, "yes"), (2, "no")], &[], Anybody, &["supervisor 1 did approve 7, it is there 0 times"]),
        ] {
            let requests = sent.iter().map(|(by, steps)| ((7, *by), attempts(steps))).collect();
            let on_record: Vec<_> = kept.iter().map(|by| (7, *by)).collect();
            assert_eq!(decisions("approve", &requests, &on_record, decided_by), found, "{sent:?} {kept:?}");
        }
    }
}
