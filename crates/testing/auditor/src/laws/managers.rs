//! Law: the answers to managers agree with the record. It has each acknowledged change of staff once, as it was sent
//! and right after the state that it was decided on, no refused one, and none without a request. A password is replaced
//! once by one request, together with the change that it belongs to.

use std::collections::BTreeMap;

use super::entities::changes;
use super::requests;
use crate::attempts::RequestStatus;
use crate::manager::{ManagerObservations, Password, password_key};
use crate::record::{EntityState, Entry, Record};

/// A change on record.
#[derive(Debug)]
struct Kept<'a> {
    seq: i64,
    /// The entry of the member before it; 0 for none.
    before: i64,
    by: &'a str,
    member: &'a EntityState,
}

pub(super) fn check(record: &Record, observed: &ManagerObservations) -> Vec<String> {
    let kept = kept(record, observed);
    let mut flaws = requests::check(
        "change",
        &observed.changes,
        &kept,
        |sent| &sent.attempts,
        |sent, Kept { seq, before, by, member }| {
            let is_entry = sent.entry.is_none_or(|entry| i64::try_from(entry) == Ok(*seq));
            let is_after = i64::try_from(sent.expected) == Ok(*before);
            let EntityState { id, name, roles, .. } = member;
            let same =
                (*by, *id, name.as_ref(), roles) == (&sent.by, sent.number, Some(&sent.name), &sent.roles);
            is_entry && is_after && same
        },
    );
    let mut passwords = BTreeMap::<u32, Vec<Replaced<'_>>>::new();
    for (id, change) in &observed.changes {
        let before = match &change.password {
            Password::Stays => continue,
            Password::First => None,
            Password::Replaces(before) => Some(before.as_str()),
        };
        let status =
            if kept.contains_key(id.as_str()) { RequestStatus::Done } else { RequestStatus::NotDone };
        passwords.entry(change.number).or_default().push(Replaced { before, after: id, status });
    }
    for (id, request) in &observed.replacements {
        let (before, status) = (Some(request.before.as_str()), request.attempts.status());
        passwords.entry(request.number).or_default().push(Replaced { before, after: id, status });
    }
    for (number, replaced) in passwords {
        let key = ("password".to_owned(), password_key(number));
        flaws.extend(chain(number, &replaced, record.credentials.get(&key)));
    }
    flaws
}

/// The changes of staff on record that managers made, by their reasons. What the operator does at the command line
/// before a campaign, without such a reason, is no request; nor is it one when members enrol, which leaves their state.
fn kept<'a>(record: &'a Record, observed: &ManagerObservations) -> BTreeMap<&'a str, Vec<Kept<'a>>> {
    let mut kept = BTreeMap::<&str, Vec<Kept<'a>>>::new();
    let mut latest = BTreeMap::new();
    for (seq, entity) in changes(record).filter(|(_, entity)| entity.kind == "staff") {
        let before = latest.insert(entity.id, (seq, entity));
        let Some(Entry::Changed { by, why, .. }) = record.house.get(&seq) else { continue };
        let stays = before.is_some_and(|(_, before)| before == entity);
        let enrols = stays && why == "enrolled" && *by == format!("staff:{}", entity.id);
        let beforehand = by == "operator" && !observed.changes.contains_key(why);
        if !beforehand && !enrols {
            let before = before.map_or(0, |(seq, _)| seq);
            kept.entry(why.as_str()).or_default().push(Kept { seq, before, by, member: entity });
        }
    }
    kept
}

/// A password that was to be replaced, and what became of it.
struct Replaced<'a> {
    /// None for the first one.
    before: Option<&'a str>,
    after: &'a str,
    status: RequestStatus,
}

/// What is wrong with the passwords of a member of staff, of whom this one is stored now.
fn chain(number: u32, replaced: &[Replaced<'_>], now: Option<&String>) -> Vec<String> {
    let mut flaws = Vec::new();
    let may_be = |other: &&Replaced<'_>| other.status != RequestStatus::NotDone;
    if let Some(now) = now
        && !replaced.iter().filter(may_be).any(|other| other.after == now)
    {
        flaws.push(format!("staff {number} has the password {now}, which was refused or never sent"));
    }
    for done in replaced.iter().filter(|other| other.status == RequestStatus::Done) {
        let after = done.after;
        let is_replaced = replaced.iter().filter(may_be).any(|other| other.before == Some(after));
        if now.is_none_or(|now| now != after) && !is_replaced {
            flaws.push(format!("staff {number} was given the password {after}, and has {now:?}"));
        }
        let same = |other: &&Replaced<'_>| {
            other.status == RequestStatus::Done && other.before == done.before && other.after < after
        };
        if let Some(other) = replaced.iter().find(same) {
            let before = done.before.unwrap_or("none");
            flaws.push(format!("staff {number}: {before} was replaced by {} and by {after}", other.after));
        }
    }
    flaws
}
