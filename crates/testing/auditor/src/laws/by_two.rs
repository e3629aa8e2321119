//! Law: money by hand beyond what one supervisor may adjust alone moves once, when a second person approves what the
//! first proposed, and one of both is a manager; the first did not make the second a member of staff. The record has
//! each acknowledged step once and as it was sent, no refused one, and none without a request.

use std::collections::{BTreeMap, BTreeSet};

use super::requests;
use crate::attempts::Attempts;
use crate::observations::SupervisorObservations;
use crate::record::{AdjustmentStep, Entry, ProposedAdjustment, Purse, Record};

/// What one supervisor may adjust alone: at once and on a day, by purse.
const ALONE: [(Purse, i64, i64); 2] = [(Purse::Cash, 100_000, 500_000), (Purse::Bonus, 50_000, 250_000)];

pub(super) fn check(record: &Record, observed: &SupervisorObservations) -> Vec<String> {
    let mut proposals = BTreeMap::<u32, Vec<&ProposedAdjustment>>::new();
    for entry in record.house.values() {
        if let Some(adjustment) = entry.entity().and_then(|entity| entity.adjustment.as_ref()) {
            proposals.entry(adjustment.number).or_default().push(adjustment);
        }
    }
    let mut flaws: Vec<String> = proposals.values().filter_map(|steps| broken(steps)).collect();
    flaws.extend(alone(record));
    flaws.extend(appointed(record));
    flaws.extend(requested(&proposals, observed));
    let last = proposals.values().filter_map(|steps| steps.last());
    let decided = |approved: bool| {
        let is_it = move |state: &AdjustmentStep| (state.is == "approved") == approved;
        last.clone().filter_map(move |it| Some((it.number, it.state.by.filter(|_| is_it(&it.state))?)))
    };
    flaws.extend(decisions("approve", &decided(true).collect::<Vec<_>>(), &observed.by_two_approvals));
    flaws.extend(decisions("withdraw", &decided(false).collect::<Vec<_>>(), &observed.by_two_withdrawals));
    flaws
}

/// What is wrong with the steps of one adjustment.
fn broken(steps: &[&ProposedAdjustment]) -> Option<String> {
    let (first, rest) = steps.split_first()?;
    let flaw = |what: &str| Some(format!("adjustment {} {what}: {steps:?}", first.number));
    if first.state.is != "proposed" || rest.len() > 1 {
        return flaw("is not proposed once and decided once");
    }
    let last = rest.first()?;
    if last.content() != first.content() {
        return flaw("is another than the one proposed");
    }
    let same_person = last.state.by == Some(first.by);
    match last.state.is.as_str() {
        "approved" if same_person => flaw("was approved by who proposed it"),
        "approved" if first.role != "manager" && last.state.role.as_deref() != Some("manager") => {
            flaw("was approved without a manager")
        }
        "withdrawn" if !same_person => flaw("was withdrawn by another"),
        "refused" if same_person => flaw("was refused by who proposed it"),
        "approved" | "withdrawn" | "refused" => None,
        _ => flaw("has no such state"),
    }
}

/// What was approved by somebody whom the proposer had added, reset or given roles before.
fn appointed(record: &Record) -> Vec<String> {
    let (mut flaws, mut made_by) = (Vec::new(), BTreeSet::<(u32, String)>::new());
    for (no, entry) in &record.house {
        let Entry::Changed { by, entity, .. } = entry else { continue };
        if entity.kind == "staff" {
            made_by.insert((entity.id, by.clone()));
        }
        let Some(ProposedAdjustment { number, by: first, state, .. }) = &entity.adjustment else { continue };
        let second = state.by.filter(|_| state.is == "approved");
        if let Some(second) = second.filter(|second| made_by.contains(&(*second, format!("staff:{first}")))) {
            flaws
                .push(format!("entry {no} approves adjustment {number} by {second}, whom {first} appointed"));
        }
    }
    flaws
}

/// What supervisors adjusted alone beyond their limits.
fn alone(record: &Record) -> Vec<String> {
    let (mut days, mut flaws) = (BTreeMap::<(u32, i64, Purse), i64>::new(), Vec::new());
    for (no, entry) in &record.house {
        let Entry::MoneyAdjusted { purse, change, by, counted, .. } = entry else { continue };
        let Some((_, each, whole_day)) = ALONE.iter().find(|(of, ..)| of == purse) else { continue };
        let Some(day) = counted.as_ref().and_then(|counted| counted.day) else { continue };
        let sum = days.entry((*by, day, *purse)).or_default();
        *sum += change.abs();
        if change.abs() > *each || *sum > *whole_day {
            flaws.push(format!("entry {no} adjusts {change}, {sum} on that day, by supervisor {by} alone"));
        }
    }
    flaws
}

fn requested(
    proposals: &BTreeMap<u32, Vec<&ProposedAdjustment>>,
    observed: &SupervisorObservations,
) -> Vec<String> {
    let mut kept = BTreeMap::<&str, Vec<&ProposedAdjustment>>::new();
    for first in proposals.values().filter_map(|steps| steps.first()) {
        kept.entry(&first.request_id).or_default().push(first);
    }
    requests::check(
        "proposed adjustment",
        &observed.by_two,
        &kept,
        |sent| &sent.attempts,
        |sent, kept| {
            let number = sent.number.is_none_or(|number| number == kept.number);
            number
                && (sent.by, sent.patron, sent.purse, sent.change, sent.why.as_str())
                    == (kept.by, kept.patron, kept.purse, kept.change, kept.why.as_str())
        },
    )
}

/// Each yes is on record, no refusal that was the last word is, and nobody decided without asking to.
fn decisions(what: &str, kept: &[(u32, u32)], sent: &BTreeMap<(u32, u32), Attempts>) -> Vec<String> {
    let mut flaws = Vec::new();
    for ((number, by), attempts) in sent {
        let is_kept = kept.contains(&(*number, *by));
        if attempts.acknowledged > 0 && !is_kept {
            flaws.push(format!("supervisor {by} did {what} adjustment {number}, and it is lost"));
        }
        if attempts.must_not_count() && is_kept {
            flaws.push(format!(
                "supervisor {by} was refused to {what} adjustment {number}, and yet it is there"
            ));
        }
    }
    let unknown = kept.iter().filter(|key| !sent.contains_key(key));
    flaws.extend(
        unknown.map(|(number, by)| format!("supervisor {by} never asked to {what} adjustment {number}")),
    );
    flaws
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn step(text: &str) -> ProposedAdjustment {
        // number, change, proposer, role, state, decider, role
        let [number, change, by, role, state @ ..] = &text.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        let state = match state {
            [is] => AdjustmentStep { is: (*is).to_owned(), by: None, role: None },
            [is, by, role] => {
                let by = by.parse().ok();
                AdjustmentStep { is: (*is).to_owned(), by, role: Some((*role).to_owned()) }
            }
            _ => panic!("{text}"),
        };
        ProposedAdjustment {
            number: number.parse().unwrap(),
            patron: 7,
            purse: Purse::Cash,
            change: change.parse().unwrap(),
            why: String::new(),
            request_id: String::new(),
            by: by.parse().unwrap(),
            role: (*role).to_owned(),
            state,
        }
    }

    #[test]
    fn two_persons_take_two_steps_and_one_is_a_manager() {
        for (steps, expected) in [
            ("1 5 1 supervisor proposed", None),
            ("1 5 1 supervisor proposed, 1 5 1 supervisor approved 3 manager", None),
            ("1 5 3 manager proposed, 1 5 3 manager approved 1 supervisor", None),
            ("1 5 1 supervisor proposed, 1 5 1 supervisor withdrawn 1 supervisor", None),
            ("1 5 1 supervisor proposed, 1 5 1 supervisor refused 2 supervisor", None),
            ("1 5 1 supervisor approved 3 manager", Some("is not proposed once")),
            (
                "1 5 1 supervisor proposed, 1 5 1 supervisor approved 3 manager, 1 5 1 supervisor approved 3 manager",
                Some("is not proposed once and decided once"),
            ),
            ("1 5 1 supervisor proposed, 1 6 1 supervisor approved 3 manager", Some("is another")),
            ("1 5 3 manager proposed, 1 5 3 manager approved 3 manager", Some("by who proposed it")),
            ("1 5 1 supervisor proposed, 1 5 1 supervisor approved 2 supervisor", Some("without a manager")),
            ("1 5 1 supervisor proposed, 1 5 1 supervisor withdrawn 2 supervisor", Some("by another")),
            ("1 5 1 supervisor proposed, 1 5 1 supervisor refused 1 supervisor", Some("by who proposed it")),
            ("1 5 1 supervisor proposed, 1 5 1 supervisor lost 1 supervisor", Some("no such state")),
        ] {
            let steps: Vec<_> = steps.split(", ").map(step).collect();
            let flaw = broken(&steps.iter().collect::<Vec<_>>());
            let fits = match (&flaw, expected) {
                (None, None) => true,
                (Some(flaw), Some(expected)) => flaw.contains(expected),
                _ => false,
            };
            assert!(fits, "{steps:?}: {flaw:?}");
        }
    }

    #[test]
    fn nobody_approves_what_their_maker_proposed() {
        let staff = |id: u32, by: &str| json!({"type": "changed", "by": by, "entity": {"kind": "staff", "id": id, "name": "Ann"}});
        let step = |is: &str, by: u32| {
            json!({"type": "changed", "by": "staff:1", "entity": {"kind": "adjustment", "number": 1, "patron": 7,
                "purse": "cash", "change": 5, "why": "", "request_id": "", "by": 1, "role": "manager",
                "state": {"is": is, "by": by, "role": "supervisor"}}})
        };
        for (entries, broken) in [
            (vec![staff(2, "operator"), step("approved", 2)], false),
            (vec![staff(2, "staff:3"), step("approved", 2)], false),
            (vec![staff(2, "staff:1"), step("approved", 3)], false),
            (vec![staff(2, "staff:1"), step("refused", 2)], false),
            (vec![step("approved", 2), staff(2, "staff:1")], false),
            (vec![staff(2, "staff:1"), step("approved", 2)], true),
            (vec![staff(2, "operator"), staff(2, "staff:1"), step("approved", 2)], true),
        ] {
            let read = entries.iter().map(|entry| serde_json::from_value(entry.clone()).unwrap());
            let record = Record { house: (1..).zip(read).collect(), ..Record::default() };
            assert_eq!(!appointed(&record).is_empty(), broken, "{entries:?}");
        }
    }
}
