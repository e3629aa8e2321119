//! Law: the house's own log has each acknowledged change of a table or a range as it was sent, no refused one, and none
//! that nobody sent. A table that is not open begins no shoe and no round, and a closed one gives no seat; betting is
//! open for as long as the table says when it begins.

use std::collections::BTreeMap;

use super::in_force::{InForce, Version};
use crate::attempts::RequestStatus;
use crate::event::TableEvent;
use crate::expectations::Table;
use crate::floor::{FloorObservations, FloorRequest, FloorSubject};
use crate::live_event::LiveEvent;
use crate::record::{Event, Record};

pub(super) fn check(
    record: &Record,
    in_force: &InForce<'_>,
    observed: &FloorObservations,
    tables: &BTreeMap<u32, Table>,
) -> Vec<String> {
    let mut flaws = Vec::new();
    let mut made = BTreeMap::<&str, usize>::new();
    for (subject, versions) in in_force.all() {
        let mut before = None;
        for version in versions {
            *made.entry(version.why).or_default() += 1;
            flaws.extend(change(subject, before, version, observed, tables));
            before = Some(version);
        }
    }
    for (id, request) in &observed.requests {
        let count = made.get(id.as_str()).copied().unwrap_or_default();
        let flaw = match (request.attempts.status(), count) {
            (RequestStatus::Done, 0) if !changed_nothing(request, in_force) => "was acknowledged and is lost",
            (RequestStatus::NotDone, 1..) => "was refused, and yet it is there",
            (_, count) if count > request.attempts.sent => "is there more often than it was sent",
            _ => continue,
        };
        flaws.push(format!("change {id} {flaw}: {request:?}"));
    }
    let events = record.events.iter();
    flaws.extend(events.filter_map(|event| begun(event, in_force, !observed.lives.is_empty())));
    flaws
}

/// What is wrong with a change on record.
fn change(
    subject: FloorSubject,
    before: Option<&Version<'_>>,
    version: &Version<'_>,
    observed: &FloorObservations,
    tables: &BTreeMap<u32, Table>,
) -> Option<String> {
    let Version { seq, by, why, fields, .. } = version;
    if *by == "operator" {
        let FloorSubject::Table(table) = subject else { return Some(format!("entry {seq} is by {by}")) };
        let given = tables.get(&table).and_then(|table| table.setup.as_ref())?;
        let is_as_given = before.is_none() && given == *fields;
        return (!is_as_given)
            .then(|| format!("entry {seq} has {fields:?} for {subject:?}, given was {given:?}"));
    }
    // Without lives nobody follows what managers do.
    if observed.lives.is_empty() {
        return None;
    }
    let Some(request) = observed.requests.get(*why) else {
        return Some(format!("entry {seq} changes {subject:?} by {why:?}, which was never sent"));
    };
    let is_theirs = request.subject == subject && *by == format!("staff:{}", request.by);
    let is_as_sent = is_theirs && request.makes(before.map(|before| before.fields), fields);
    (!is_as_sent)
        .then(|| format!("entry {seq} by {by} makes {fields:?} of {subject:?}, sent was {request:?}"))
}

/// Whether the setup was as the manager asked for already, at a moment between the request and its answer.
fn changed_nothing(request: &FloorRequest, in_force: &InForce<'_>) -> bool {
    let (from, to) = (request.sent_at, request.done_at.unwrap_or(i64::MAX));
    let is_unset = request.subject.unset().is_some_and(|fields| request.is_so(&fields));
    is_unset || in_force.within(request.subject, from, to).iter().any(|own| request.is_so(own.fields))
}

/// What a table began that it must not begin now. `exactly`: whether the timings are those of the log.
fn begun(event: &Event, in_force: &InForce<'_>, exactly: bool) -> Option<String> {
    let known = in_force.at(event.id.table, event.at);
    if known.is_empty() {
        return None;
    }
    let status = |allowed: &[&str]| {
        let fits = known.iter().any(|own| allowed.contains(&own.terms.status.as_str()));
        (!fits).then(|| format!("{}: the table is not {}: {:?}", event.id, allowed.join(" or "), event.what))
    };
    match &event.what {
        // A hand goes on burning at a table that was halted meanwhile.
        TableEvent::CardsBurned { records, .. } if !records.is_empty() => None,
        TableEvent::ShoeOpened { .. }
        | TableEvent::CardsBurned { .. }
        | TableEvent::Live(LiveEvent::FreeRoundOpened { .. }) => status(&["open"]),
        TableEvent::SeatTaken { .. } => status(&["open", "halted"]),
        TableEvent::BettingOpened { closes_at, .. } => status(&["open"]).or_else(|| {
            let ms = closes_at - event.at;
            let fits = !exactly || known.iter().any(|own| own.terms.timings.betting_ms == ms);
            (!fits).then(|| format!("{}: betting is open for {ms} ms, the table says {known:?}", event.id))
        }),
        _ => None,
    }
}
