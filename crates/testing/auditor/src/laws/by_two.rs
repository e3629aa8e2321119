//! Law: money by hand beyond what one supervisor may adjust alone moves once, when a second person approves what the
//! first proposed, and one of both is a manager. What one adjusts alone is counted on the day on which it is done. The
//! record has each acknowledged step once and as it was sent, no refused one, and none without a request.

use std::collections::BTreeMap;

use super::limits::ON_ITS_WAY_MS;
use super::requests::{self, DecidedBy, decisions};
use crate::observations::SupervisorObservations;
use crate::protection::DAY_MS;
use crate::record::{Entry, ProposedAdjustment, Purse, Record};

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
    flaws.extend(requested(&proposals, observed));
    let decided = |approved: bool| -> Vec<(u32, u32)> {
        let steps = proposals.values().flatten().filter(|it| (it.state.is == "approved") == approved);
        steps.filter_map(|it| Some((it.number, it.state.by?))).collect()
    };
    let (approvals, ends) = (&observed.by_two_approvals, &observed.by_two_withdrawals);
    flaws.extend(decisions("approve adjustment", approvals, &decided(true), DecidedBy::Sender));
    flaws.extend(decisions("withdraw adjustment", ends, &decided(false), DecidedBy::Sender));
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

/// What supervisors adjusted alone beyond their limits, and what is not counted on its day.
fn alone(record: &Record) -> Vec<String> {
    let (mut days, mut flaws) = (BTreeMap::<(u32, i64, Purse), i64>::new(), Vec::new());
    for (no, entry) in &record.house {
        let Entry::MoneyAdjusted { purse, change, by, counted, .. } = entry else { continue };
        let Some((_, each, whole_day)) = ALONE.iter().find(|(of, ..)| of == purse) else { continue };
        let day = counted.as_ref().filter(|counted| counted.id == *by).and_then(|counted| counted.day);
        let Some(day) = day else {
            flaws.push(format!("entry {no} adjusts {change}, and is not counted for supervisor {by}"));
            continue;
        };
        let at = record.house_times.get(no).copied().unwrap_or_default();
        // The entry is written some time after the decision.
        if ![at, at - ON_ITS_WAY_MS].iter().any(|at| at.div_euclid(DAY_MS) * DAY_MS == day) {
            flaws.push(format!("entry {no} of {at} is counted on the day of {day}"));
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::record::AdjustmentStep;

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
    fn what_one_adjusts_alone_is_counted_on_its_day_and_within_its_limits() {
        let noon = 20_000 * DAY_MS + DAY_MS / 2;
        let entry = |change: i64, day: Option<i64>, by: u32| {
            let counted = day.map(|day| json!({"kind": "adjuster", "staff": by, "day": day, "adjusted": []}));
            json!({"type": "money_adjusted", "patron": 7, "purse": "cash", "change": change, "by": 1, "why": "",
                "request_id": "", "counted": counted})
        };
        let today = Some(20_000 * DAY_MS);
        for (entries, at, found) in [
            (vec![entry(-100_000, today, 1); 5], noon, None),
            (vec![entry(-100_000, today, 1); 6], noon, Some("600000 on that day")),
            (vec![entry(100_001, today, 1)], noon, Some("adjusts 100001")),
            (vec![entry(5, None, 1)], noon, Some("is not counted")),
            (vec![entry(5, today, 2)], noon, Some("is not counted for supervisor 1")),
            (vec![entry(5, Some(20_001 * DAY_MS), 1)], noon, Some("is counted on the day of")),
            (vec![entry(5, Some(noon), 1)], noon, Some("is counted on the day of")),
            // It was decided just before midnight.
            (vec![entry(5, today, 1)], 20_001 * DAY_MS + 9, None),
            (vec![entry(5, today, 1)], 20_001 * DAY_MS + ON_ITS_WAY_MS, Some("is counted on the day of")),
        ] {
            let read = entries.iter().map(|entry| serde_json::from_value(entry.clone()).unwrap());
            let house: BTreeMap<i64, Entry> = (1..).zip(read).collect();
            let house_times = house.keys().map(|no| (*no, at)).collect();
            let flaws = alone(&Record { house, house_times, ..Record::default() });
            match found {
                None => assert_eq!(flaws, [""; 0], "{entries:?}"),
                Some(found) => assert!(flaws.len() == 1 && flaws[0].contains(found), "{found}: {flaws:?}"),
            }
        }
    }
}
