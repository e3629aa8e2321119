//! Law: a person who agrees to a correction, to money by hand or to a device is independent of the one who proposed
//! it: neither of both added or reset the other last, or gave the other roles last. Reads the entries about staff
//! alone.
//!
//! The house looks at these entries a little before its decision is on record, and tables have logs of their own. So a
//! pair is a flaw only if it was dependent all the time from [`ON_ITS_WAY_MS`] before the decision on.

use std::collections::BTreeMap;

use super::devices;
use super::limits::ON_ITS_WAY_MS;
use crate::record::{EntityState, Entry, Record};
use crate::round_history::RoundHistory;

/// An entry about a member of staff.
struct StaffEntry<'a> {
    seq: i64,
    at: i64,
    by: &'a str,
    member: &'a EntityState,
}

/// Who made a member of staff what they are.
#[derive(Default)]
struct Makers<'a> {
    /// The state after the latest entry.
    latest: Option<&'a EntityState>,
    /// Who gave the code to enrol with last.
    of_code: &'a str,
    of_roles: &'a str,
}

/// What two persons agreed on.
struct Agreed {
    what: String,
    pair: [u32; 2],
    at: i64,
    /// The entry of the house's own log that it is, if it is one: later entries were not there.
    entry: Option<i64>,
}

pub(super) fn check(record: &Record, history: &RoundHistory) -> Vec<String> {
    let staff: Vec<_> = staff_entries(record).collect();
    let agreed = adjustments(record).chain(corrections(record, history)).chain(of_devices(record));
    let flawed = agreed.filter(|agreed| agreed.was_dependent(&staff));
    flawed
        .map(|Agreed { what, pair: [one, other], at, .. }| {
            format!("{one} and {other} agreed on {what} at {at}, and one of them had made the other")
        })
        .collect()
}

fn staff_entries(record: &Record) -> impl Iterator<Item = StaffEntry<'_>> {
    record.house.iter().filter_map(|(seq, entry)| match entry {
        Entry::Changed { by, entity: member, .. } if member.kind == "staff" => {
            Some(StaffEntry { seq: *seq, at: date(record, *seq), by, member })
        }
        _ => None,
    })
}

fn date(record: &Record, seq: i64) -> i64 {
    record.house_times.get(&seq).copied().unwrap_or_default()
}

/// The adjustments that a second person approved.
fn adjustments(record: &Record) -> impl Iterator<Item = Agreed> {
    record.house.iter().filter_map(|(seq, entry)| {
        let proposed = entry.entity()?.adjustment.as_ref()?;
        let second = proposed.state.by.filter(|_| proposed.state.is == "approved")?;
        let (what, pair) = (format!("adjustment {}", proposed.number), [proposed.by, second]);
        Some(Agreed { what, pair, at: date(record, *seq), entry: Some(*seq) })
    })
}

/// The corrections that a second supervisor approved.
fn corrections(record: &Record, history: &RoundHistory) -> impl Iterator<Item = Agreed> {
    history.decisions.iter().filter_map(|(event, decision)| {
        let (agreed, at) = (decision.agreed.as_ref()?, record.event(*event)?.at);
        let (what, pair) = (format!("the correction by {}", decision.correction), [agreed.by, decision.by]);
        Some(Agreed { what, pair, at, entry: None })
    })
}

/// The devices that a second supervisor approved.
fn of_devices(record: &Record) -> impl Iterator<Item = Agreed> {
    devices::agreed(record).into_iter().map(|(seq, number, pair)| {
        let what = format!("device {number}");
        Agreed { what, pair, at: date(record, seq), entry: Some(seq) }
    })
}

impl Agreed {
    /// Whether the pair was dependent all the time in which the house may have looked.
    fn was_dependent(&self, staff: &[StaffEntry<'_>]) -> bool {
        let [one, other] = self.pair;
        if one == other {
            return false;
        }
        let known = |entry: &&StaffEntry<'_>| {
            let was_there = self.entry.map_or(entry.at <= self.at, |seq| entry.seq < seq);
            was_there && self.pair.contains(&entry.member.id)
        };
        let mut makers = BTreeMap::<u32, Makers<'_>>::new();
        for entry in staff.iter().filter(known) {
            if entry.at >= self.at - ON_ITS_WAY_MS && !is_dependent(&makers, self.pair) {
                return false;
            }
            makers.entry(entry.member.id).or_default().follow(entry);
        }
        is_dependent(&makers, self.pair)
    }
}

fn is_dependent(makers: &BTreeMap<u32, Makers<'_>>, [one, other]: [u32; 2]) -> bool {
    let made = |member: u32, by: u32| {
        let by = format!("staff:{by}");
        makers.get(&member).is_some_and(|makers| [makers.of_code, makers.of_roles].contains(&by.as_str()))
    };
    made(one, other) || made(other, one)
}

impl<'a> Makers<'a> {
    /// Goes on by one entry. An entry that changes nothing gives a new code, unless it is by the member, who enrols.
    fn follow(&mut self, entry: &StaffEntry<'a>) {
        let StaffEntry { by, member, .. } = entry;
        let is_own = *by == format!("staff:{}", member.id);
        let before = self.latest.replace(member);
        let gave_code = before.is_none_or(|before| before == *member && !is_own);
        let gave_roles = before.is_none_or(|before| before.roles != member.roles);
        // What the operator does makes the member independent of everybody else.
        let all = *by == "operator" && (gave_code || gave_roles);
        if gave_code || all {
            self.of_code = by;
        }
        if gave_roles || all {
            self.of_roles = by;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::ids::EventId;
    use crate::record::Event;

    /// When everybody agrees: long after most entries.
    const AGREED: i64 = 1_000_000;

    /// Entries about staff, each as date, member, author and roles, with the display name after a stroke.
    fn staff(text: &str) -> Vec<(i64, Value)> {
        let entry = |entry: &str| {
            let [at, id, by, roles] = entry.split(' ').collect::<Vec<_>>()[..] else { panic!("{entry}") };
            let by = by.parse().map_or(by.to_owned(), |by: u32| format!("staff:{by}"));
            let (roles, display_name) = match roles.split_once('/') {
                Some((roles, name)) => (roles, Some(name)),
                None => (roles, None),
            };
            let (id, roles): (u32, Vec<&str>) = (id.parse().unwrap(), roles.split('+').collect());
            let mut entity = json!({"kind": "staff", "id": id, "name": format!("N{id}"), "roles": roles});
            if let Some(name) = display_name {
                entity["display_name"] = json!(name);
            }
            (at.parse().unwrap(), json!({"type": "changed", "by": by, "entity": entity}))
        };
        text.split(", ").filter(|text| !text.is_empty()).map(entry).collect()
    }

    /// How many flaws a record with these entries has, in which 1 and 2 agreed on an adjustment and on a correction.
    fn flaws(entries: &str) -> usize {
        let mut dated = staff(entries);
        let later = dated.iter().position(|(at, _)| *at > AGREED).unwrap_or(dated.len());
        let approved = json!({"type": "changed", "by": "staff:2", "entity": {"kind": "adjustment", "number": 1,
            "patron": 7, "purse": "cash", "change": 5, "why": "", "request_id": "", "by": 1, "role": "manager",
            "state": {"is": "approved", "by": 2, "role": "supervisor"}}});
        dated.insert(later, (AGREED, approved));
        let agreed = json!({"round": {"shoe_no": 1, "round_no": 1}, "revision": 2, "by": 1, "why": "",
            "ruling": {"kind": "void", "reason": "supervisor"}, "cards_before": [], "patrons": []});
        let corrected =
            json!({"type": "round_corrected", "correction_no": 1, "approved_by": 2, "agreed": agreed});
        let id = EventId { table: 1, seq: 2 };
        let events = vec![Event::read(id, AGREED, None, corrected.to_string()).unwrap()];
        let history = RoundHistory::of(&events);
        let read = dated.iter().map(|(_, entry)| serde_json::from_value(entry.clone()).unwrap());
        let (house, house_times) =
            ((1..).zip(read).collect(), (1..).zip(&dated).map(|(no, (at, _))| (no, *at)).collect());
        check(&Record { events, house, house_times, ..Record::default() }, &history).len()
    }

    #[test]
    fn two_of_whom_one_made_the_other_do_not_agree() {
        for (entries, is_flawed) in [
            ("", false),
            ("0 2 operator manager", false),
            ("0 2 3 manager", false),
            ("0 1 3 manager, 0 2 3 manager", false),
            ("0 2 1 manager", true),
            ("0 1 2 manager", true),
            // A code, and roles, given by somebody else later on.
            ("0 2 1 manager, 1 2 3 manager", true),
            ("0 2 1 manager, 1 2 3 supervisor", true),
            ("0 2 1 manager, 1 2 3 manager, 2 2 3 supervisor", false),
            // Who gives a display name gives no code, and somebody who resets after that does.
            ("0 2 3 manager, 1 2 1 manager/Dan", false),
            ("0 2 3 manager, 1 2 1 manager/Dan, 2 2 1 manager/Dan", true),
            ("0 2 1 manager, 1 2 operator manager/Dan", true),
            // A member who enrols does not become independent, and one whom the operator resets does.
            ("0 2 1 manager, 1 2 2 manager", true),
            ("0 2 operator manager, 1 2 1 manager", true),
            ("0 2 operator manager, 1 2 1 supervisor", true),
            ("0 2 1 manager, 1 2 operator manager", false),
            ("0 2 1 manager, 1 2 operator supervisor", false),
        ] {
            assert_eq!(flaws(entries), if is_flawed { 2 } else { 0 }, "{entries}");
        }
    }

    #[test]
    fn what_came_just_before_the_decision_is_given_the_benefit() {
        for (entries, is_flawed) in [
            ("0 2 operator manager, 970000 2 1 manager", false),
            ("0 2 operator manager, 969999 2 1 manager", true),
            ("0 2 operator manager, 969999 2 1 manager, 999999 2 operator manager", false),
            ("0 2 1 manager, 999999 2 operator manager", false),
            ("0 2 1 manager, 1000001 2 operator manager", true),
        ] {
            assert_eq!(flaws(entries), if is_flawed { 2 } else { 0 }, "{entries}");
        }
    }
}
