//! Law: a seat is taken only by a patron who meets what the table asks for: a free seat, an invitation, the ante. No
//! patron of a campaign knows a password, so none sits down at a table that has one.

use std::collections::{BTreeMap, BTreeSet};

use super::in_force::{InForce, ON_ITS_WAY_MS};
use super::wallets::Unit;
use crate::event::TableEvent;
use crate::floor::{EntryTerms, FloorSubject};
use crate::record::{Event, Record};

pub(super) fn check(record: &Record, units: &[Unit], in_force: &InForce<'_>) -> Vec<String> {
    let (mut flaws, richest) = (Vec::new(), richest(units));
    for events in record.by_table() {
        let mut seated = BTreeSet::new();
        for event in events {
            match &event.what {
                TableEvent::ShoeOpened { seats: Some(seats), .. } => {
                    seated = seats.iter().map(|own| own.patron).collect();
                }
                TableEvent::SeatLeft { patron, .. } => _ = seated.remove(patron),
                TableEvent::SeatTaken { patron } => {
                    let most = richest.get(patron).copied().unwrap_or_default();
                    let wrong = full(event, seated.len(), in_force)
                        .or_else(|| unwelcome(event, *patron, most, in_force));
                    flaws.extend(wrong.map(|what| format!("{}: patron {patron} {what}", event.id)));
                    seated.insert(*patron);
                }
                _ => {}
            }
        }
    }
    flaws
}

/// Why no seat was free. The table itself counts its seats, so this is judged by what is in force just then.
fn full(event: &Event, taken: usize, in_force: &InForce<'_>) -> Option<String> {
    let known = in_force.at(event.id.table, event.at);
    let is_full = |entry: &EntryTerms| entry.capacity.is_some_and(|capacity| taken >= capacity);
    let always = !known.is_empty() && known.iter().all(|own| is_full(&own.terms.entry));
    always.then(|| format!("sits down where {taken} have a seat: {known:?}"))
}

/// Why a patron may not sit down. It was asked before the request was on its way to the table.
fn unwelcome(event: &Event, patron: u32, most: i64, in_force: &InForce<'_>) -> Option<String> {
    let from = event.at.saturating_sub(ON_ITS_WAY_MS);
    let known = in_force.within(FloorSubject::Table(event.id.table), from, event.at);
    let is_shut = |EntryTerms { ante, password_hash, invitation, .. }: &EntryTerms| {
        let is_invited = invitation.as_ref().is_none_or(|invited| invited.patrons.contains(&patron));
        password_hash.is_some() || !is_invited || ante.is_some_and(|ante| most < ante)
    };
    let always = !known.is_empty() && known.iter().all(|own| is_shut(&own.terms.entry));
    always.then(|| format!("sits down, and never had more than {most}: {known:?}"))
}

/// The most cash and bonus money together that each patron ever had.
fn richest(units: &[Unit]) -> BTreeMap<u32, i64> {
    let mut richest = BTreeMap::<u32, i64>::new();
    for (patron, turn) in units.iter().flat_map(|unit| &unit.turns) {
        let most = richest.entry(*patron).or_default();
        *most = (*most).max(turn.after.cash + turn.after.bonus);
    }
    richest
}
