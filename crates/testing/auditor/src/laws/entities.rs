//! Law: what the house keeps is as the house's own log says: numbers from 1, a name with one of a kind at a time, and
//! stored rows that are the latest entries. Knows nobody who changes it.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{EntityState, Entry, Record};

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut flaws = names(record);
    let Some(derived) = &record.derived else { return flaws };
    let (mut latest, mut entries) = (BTreeMap::new(), BTreeSet::new());
    for (seq, entity) in changes(record) {
        latest.insert(entity.place(), seq);
        entries.insert((entity.kind.clone(), entity.id, seq));
    }
    let stored: BTreeMap<_, _> =
        derived.entities.iter().map(|(place, (_, seq))| (place.clone(), *seq)).collect();
    if stored != latest {
        flaws.push(format!("the latest entries are {latest:?}, and {stored:?} are stored"));
    }
    flaws.extend(entries.symmetric_difference(&derived.entity_entries).map(|entry| {
        let source = if entries.contains(entry) { "only the log" } else { "no log" };
        format!("{entry:?} is an entry of an entity, and {source} has it")
    }));
    let mut holders = BTreeMap::new();
    for ((kind, number), (name, seq)) in &derived.entities {
        let is_named = record.house.get(seq).and_then(Entry::entity).is_some_and(named);
        if is_named != name.is_some() {
            flaws.push(format!("{kind} {number} has the name {name:?}, and entry {seq} says otherwise"));
        }
        let holder = name.as_ref().and_then(|name| holders.insert((kind, name), number));
        flaws.extend(holder.map(|other| format!("{kind} {number} and {other} have the name {name:?}")));
    }
    flaws
}

/// The changes of entities, by number of their entries.
pub(super) fn changes(record: &Record) -> impl Iterator<Item = (i64, &EntityState)> {
    record.house.iter().filter_map(|(seq, entry)| Some((*seq, entry.entity()?)))
}

/// Whether no other entity of the kind may have the name at the same time.
fn named(entity: &EntityState) -> bool {
    ["staff", "account", "adjustment", "device", "shoe_review"].contains(&entity.kind.as_str())
}

/// The name that no other may have, without its case. The house finds more names alike.
fn compared(entity: &EntityState) -> Option<String> {
    entity.name.as_ref().filter(|_| named(entity)).map(|name| name.to_lowercase())
}

/// Follows the log, and finds numbers that are none and names that two have.
fn names(record: &Record) -> Vec<String> {
    let (mut flaws, mut names) = (Vec::new(), BTreeMap::<(String, u32), Option<String>>::new());
    for (seq, entity) in changes(record) {
        if entity.id == 0 {
            flaws.push(format!("entry {seq} changes the number 0"));
        }
        let (place, name) = (entity.place(), compared(entity));
        let holds = |(other, held): (&(String, u32), &Option<String>)| {
            *other != place && other.0 == place.0 && name.is_some() && *held == name
        };
        if names.iter().any(holds) {
            flaws.push(format!("entry {seq} gives {name:?} to {place:?}, and another has it"));
        }
        names.insert(place, name);
    }
    flaws
}
