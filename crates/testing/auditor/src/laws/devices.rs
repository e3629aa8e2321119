//! Law: a device of a live table is on record with its own word first, may speak once a second supervisor said so, and
//! never again after it was revoked. Its key, its number and whose code it came with never change.

use std::collections::BTreeMap;

use crate::record::{DeviceState, Entry, Record};

/// An entry about a device: its number, its author, and the state.
type Step<'a> = (i64, &'a str, &'a DeviceState);

pub(super) fn check(record: &Record) -> Vec<String> {
    let steps = steps(record);
    let mut flaws: Vec<String> = steps.values().filter_map(|steps| broken(steps)).collect();
    let mut keys = BTreeMap::new();
    for (number, steps) in &steps {
        for (_, _, state) in steps {
            let holder = keys.insert(state.key.as_str(), number);
            flaws.extend(
                holder
                    .filter(|other| *other != number)
                    .map(|other| format!("device {number} and device {other} have the key {}", state.key)),
            );
        }
    }
    flaws
}

/// The entry with which two supervisors agreed on a device, its number, and both of them.
pub(super) fn agreed(record: &Record) -> Vec<(i64, u32, [u32; 2])> {
    let mut agreed = Vec::new();
    for (number, steps) in steps(record) {
        for pair in steps.windows(2) {
            let [(.., before), (entry, by, after)] = pair else { continue };
            let second = staff(by).filter(|_| after.standing.is == "enrolled");
            let (Some(first), Some(second)) = (with(before), second) else { continue };
            agreed.push((*entry, number, [first, second]));
        }
    }
    agreed
}

fn steps(record: &Record) -> BTreeMap<u32, Vec<Step<'_>>> {
    let mut steps = BTreeMap::<u32, Vec<Step<'_>>>::new();
    for (no, entry) in &record.house {
        if let Entry::Changed { by, entity, .. } = entry
            && let Some(device) = &entity.device
        {
            steps.entry(entity.id).or_default().push((*no, by.as_str(), device));
        }
    }
    steps
}

/// The number of a member of staff who is the author of an entry.
fn staff(by: &str) -> Option<u32> {
    by.strip_prefix("staff:")?.parse().ok()
}

/// The supervisor with whom somebody agrees who approves a device in this state.
fn with(state: &DeviceState) -> Option<u32> {
    match state.standing.is.as_str() {
        "waiting" => Some(state.by),
        "suspended" => staff(state.standing.by.as_deref()?),
        _ => None,
    }
}

/// What is wrong with the steps of one device.
fn broken(steps: &[Step<'_>]) -> Option<String> {
    let (entry, by, first) = steps.first()?;
    let flaw = |entry: i64, what: &str| Some(format!("entry {entry} {what}: {steps:?}"));
    if first.standing.is != "waiting"
        || first.confirmed_by.is_some()
        || *by != format!("device:{}", first.number)
    {
        return flaw(*entry, "is no device that came by itself");
    }
    for pair in steps.windows(2) {
        let [(.., before), (entry, by, after)] = pair else { continue };
        if before.fixed() != after.fixed() {
            return flaw(*entry, "changes what stays");
        }
        if let Some(what) = misstep(before, after, by) {
            return flaw(*entry, what);
        }
    }
    None
}

/// What is wrong with one step.
fn misstep(before: &DeviceState, after: &DeviceState, by: &str) -> Option<&'static str> {
    let (was, is) = (before.standing.is.as_str(), after.standing.is.as_str());
    let (same_table, same_second) = (before.table == after.table, before.confirmed_by == after.confirmed_by);
    let signs = after.standing.by.as_deref() == Some(by);
    let person = staff(by);
    match (was, is) {
        ("revoked", _) => Some("follows its end"),
        ("waiting" | "suspended", "enrolled") => {
            let second = if was == "waiting" { person } else { before.confirmed_by };
            match (with(before), person) {
                (Some(first), Some(person)) if first != person => {
                    (!same_table || after.confirmed_by != second).then_some("approves more than the device")
                }
                _ => Some("is approved by one person, or by nobody who may"),
            }
        }
        ("enrolled", "enrolled") => {
            (person.is_none() || same_table || !same_second).then_some("is no move by a supervisor")
        }
        ("enrolled", "suspended") => {
            let may = person.is_some() || by == "house";
            (!may || !signs || !same_table || !same_second).then_some("is no suspension by who may")
        }
        (_, "revoked") => (person.is_none() || !signs || !same_table || !same_second)
            .then_some("is no revocation by who may"),
        _ => Some("is no step of a device"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A record of entries, each as author, table, second supervisor, standing and who ended it.
    fn record(text: &str) -> Record {
        let entry = |entry: &str| {
            let [by, table, second, is, ended] = entry.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{entry}")
            };
            let or_none = |text: &str| (text != "-").then(|| text.to_owned());
            let standing = json!({"is": is, "by": or_none(ended)});
            let entity = json!({"kind": "device", "number": 4, "key": "ab", "table": table.parse::<u32>().unwrap(),
                "by": 1, "confirmed_by": second.parse::<u32>().ok(), "standing": standing});
            serde_json::from_value(json!({"type": "changed", "by": by, "entity": entity})).unwrap()
        };
        let house = (1..).zip(text.split(", ").map(entry)).collect();
        Record { house, ..Record::default() }
    }

    #[test]
    fn two_supervisors_put_a_device_on_record_and_one_takes_it_off() {
        const WAITS: &str = "device:4 9 - waiting -";
        const MAY: &str = "staff:2 9 2 enrolled -";
        for (steps, expected) in [
            ("", None),
            (", staff:2 9 2 enrolled -", None),
            (", staff:1 9 1 enrolled -", Some("by one person")),
            (", staff:2 9 3 enrolled -", Some("approves more")),
            (", staff:2 1 2 enrolled -", Some("approves more")),
            (", house 9 2 enrolled -", Some("by nobody who may")),
            (", staff:1 9 - revoked staff:1", None),
            (", staff:1 9 - suspended staff:1", Some("is no step")),
            (", MAY, staff:1 1 2 enrolled -", None),
            (", MAY, device:4 1 2 enrolled -", Some("is no move")),
            (", MAY, staff:1 9 2 enrolled -", Some("is no move")),
            (", MAY, house 9 2 suspended house", None),
            (", MAY, house 9 2 suspended house, staff:1 9 2 enrolled -", Some("by nobody who may")),
            (", MAY, staff:1 9 2 suspended staff:2", Some("is no suspension")),
            (", MAY, staff:1 9 2 suspended staff:1, staff:1 9 2 enrolled -", Some("by one person")),
            (", MAY, staff:1 9 2 suspended staff:1, staff:3 9 2 enrolled -", None),
            (", MAY, staff:1 9 2 suspended staff:1, staff:3 9 3 enrolled -", Some("approves more")),
            (", MAY, house 9 2 revoked house", Some("is no revocation")),
            (", MAY, staff:1 9 2 revoked staff:1, staff:2 9 2 enrolled -", Some("follows its end")),
        ] {
            let text = format!("{WAITS}{}", steps.replace("MAY", MAY));
            let flaws = check(&record(&text));
            match expected {
                None => assert_eq!(flaws, [""; 0], "{text}"),
                Some(expected) => {
                    assert!(flaws.len() == 1 && flaws[0].contains(expected), "{expected}: {flaws:?}");
                }
            }
        }
        let forged = check(&record("staff:1 9 - waiting -"));
        assert!(forged.len() == 1 && forged[0].contains("by itself"), "{forged:?}");
    }

    #[test]
    fn who_agreed_is_known_from_the_states() {
        let suspended = "staff:1 9 2 suspended staff:1, staff:3 9 2 enrolled -";
        let text =
            format!("device:4 9 - waiting -, staff:2 9 2 enrolled -, {suspended}, staff:3 1 2 enrolled -");
        assert_eq!(agreed(&record(&text)), [(2, 4, [1, 2]), (4, 4, [1, 3])]);
    }
}
