//! Law for the end: the store shows each entity as its latest entry, also by name, in lists and in its history, and the
//! house's own log as it is. Asks the store itself.

use std::collections::BTreeMap;

use auditor::{EntityState, Entry, Record};
use house::log::{EntityKind, EntityRef};
use house::ports::{RecordedEntry, Store};

use crate::backing::Backing;
use crate::blocking::wait;

/// How many entries a page has at most: few, so that there are several pages.
const PAGE: u16 = 3;

/// Every difference between what the store shows and what its log says.
pub(crate) fn check(backing: &Backing, record: &Record) -> Vec<String> {
    let Some(store) = &backing.store else { return vec!["the store is not open".to_owned()] };
    let mut entities = BTreeMap::<u32, Vec<(u64, &EntityState)>>::new();
    for (seq, entry) in &record.house {
        if let Entry::Changed { entity, .. } = entry
            && entity.kind == EntityKind::Staff.as_ref()
        {
            let seq = u64::try_from(*seq).unwrap_or_default();
            entities.entry(entity.id).or_default().push((seq, entity));
        }
    }
    let mut flaws = Vec::new();
    for (number, entries) in &entities {
        let seqs: Vec<u64> = entries.iter().rev().map(|(seq, _)| *seq).collect();
        let latest = seqs.first().copied();
        let entity = EntityRef { kind: EntityKind::Staff, number: *number };
        let known = wait(store.entity(entity)).map(|known| known.map(|entry| entry.seq));
        if known != Ok(latest) {
            flaws.push(format!("staff {number} is entry {latest:?}, and is shown as {known:?}"));
        }
        let named = wait(store.entity(entity)).ok().flatten();
        let name = named.and_then(|entry| entry.event.entity()?.unique_name()).unwrap_or_default();
        let holder = wait(store.entity_named(EntityKind::Staff, name.clone()));
        let holder = holder.map(|holder| holder.map(|entry| entry.seq));
        if holder != Ok(latest) {
            flaws.push(format!("{name} is staff {number}, entry {latest:?}, and finds {holder:?}"));
        }
        let history = pages(|before| wait(store.entity_history(entity, before, PAGE)).ok());
        if history.as_ref() != Some(&seqs) {
            flaws.push(format!("staff {number} has the entries {seqs:?}, and {history:?} are shown"));
        }
    }
    let numbers: Vec<u32> = entities.into_keys().collect();
    let listed = listed(&**store);
    if listed != numbers {
        flaws.push(format!("there are staff {numbers:?}, and {listed:?} are listed"));
    }
    let logged: Vec<u64> = record.house.keys().rev().filter_map(|seq| u64::try_from(*seq).ok()).collect();
    if pages(|before| wait(store.house_log(before, PAGE)).ok()) != Some(logged) {
        flaws.push("the house's own log is shown otherwise than it is".to_owned());
    }
    flaws
}

/// The numbers of all pages, newest first.
fn pages(page: impl Fn(Option<u64>) -> Option<Vec<RecordedEntry>>) -> Option<Vec<u64>> {
    let mut all = Vec::new();
    loop {
        let next = page(all.last().copied())?;
        if next.is_empty() {
            return Some(all);
        }
        all.extend(next.into_iter().map(|entry| entry.seq));
    }
}

/// The numbers of staff, page by page.
fn listed(store: &dyn Store) -> Vec<u32> {
    let mut all = Vec::new();
    loop {
        let after = all.last().copied().unwrap_or_default();
        let page = wait(store.entities(EntityKind::Staff, after, PAGE)).unwrap_or_default();
        if page.is_empty() {
            return all;
        }
        all.extend(page.iter().filter_map(|entry| Some(entry.event.entity()?.entity_ref().number)));
    }
}
