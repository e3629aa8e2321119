//! Law: a slip that replaces gives back all that its patron had in the round, and an undo puts back what stood before
//! the last slip. Computed from the slips and clears of each round alone.

use std::collections::BTreeMap;

use crate::round_history::{Clear, Round, RoundHistory, Slip};

/// What a patron has on each spot.
type Stakes<'a> = BTreeMap<&'a str, i64>;

/// What a patron has, and had before each slip that can be undone.
#[derive(Default)]
struct Patron<'a> {
    now: Stakes<'a>,
    before: Vec<Stakes<'a>>,
}

pub(super) fn check(history: &RoundHistory) -> Vec<String> {
    let named = |(id, round)| check_round(round).into_iter().map(move |flaw| format!("{id}: {flaw}"));
    history.rounds.iter().flat_map(named).collect()
}

fn check_round(round: &Round) -> Vec<String> {
    let mut patrons = BTreeMap::<u32, Patron<'_>>::new();
    let mut flaws = Vec::new();
    let mut clears = round.clears.iter().peekable();
    for slip in &round.slips {
        while let Some(Clear { patron, .. }) = clears.next_if(|clear| clear.event < slip.event) {
            patrons.remove(patron);
        }
        let own = patrons.entry(slip.patron).or_default();
        flaws.extend(
            own.follow(slip).map(|flaw| format!("slip {} of patron {} {flaw}", slip.id, slip.patron)),
        );
    }
    flaws
}

impl<'a> Patron<'a> {
    /// Takes in a slip; answers with what is wrong with it.
    fn follow(&mut self, slip: &'a Slip) -> Option<String> {
        let had = self.now.clone();
        let staked: i64 = had.values().sum();
        if slip.replaced.is_some() {
            self.now.clear();
        }
        for wager in &slip.wagers {
            *self.now.entry(&wager.spot).or_default() += wager.stake;
        }
        let undone = slip.replaced.is_some_and(|replaced| replaced.undo);
        let before = if undone { self.before.pop() } else { None };
        if !undone {
            self.before.push(had);
        }
        match slip.replaced {
            Some(replaced) if replaced.returned != staked => {
                Some(format!("replaced {staked} and gave back {}", replaced.returned))
            }
            Some(_) if undone && before.as_ref() != Some(&self.now) => {
                Some(format!("restored {:?}, before the last slip stood {before:?}", self.now))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::ids::EventId;
    use crate::record::Event;

    fn slip(spot: &str, stake: i64) -> Value {
        let wagers = if stake == 0 { json!([]) } else { json!([{"spot": spot, "stake": stake}]) };
        json!({"type": "slip_accepted", "patron": 1, "slip_id": "a", "wagers": wagers})
    }

    fn replacing(spot: &str, stake: i64, returned: i64, undo: bool) -> Value {
        let mut slip = slip(spot, stake);
        slip["replaced"] = json!({"returned": returned, "undo": undo});
        slip
    }

    fn flaws(slips: &[Value]) -> Vec<String> {
        let opened = json!({"type": "betting_opened", "round_no": 1, "closes_at": 9});
        let events = (1..).zip([&opened].into_iter().chain(slips)).map(|(seq, body)| {
            let id = EventId { table: 1, seq };
            Event::read(id, 0, None, body.to_string()).unwrap()
        });
        check(&RoundHistory::of(&events.collect::<Vec<_>>()))
    }

    #[test]
    fn what_a_slip_replaces_and_an_undo_restores_is_counted_again() {
        let cleared = json!({"type": "wagers_cleared", "patron": 1, "request_id": "b", "returned": 7});
        let sound = [
            slip("tie", 5),
            slip("tie", 7),
            replacing("big", 9, 12, false),
            replacing("tie", 12, 9, true),
            replacing("tie", 5, 12, true),
            replacing("", 0, 5, false),
            replacing("tie", 5, 0, true),
            slip("tie", 2),
            cleared,
            replacing("big", 9, 0, false),
            replacing("", 0, 9, true),
        ];
        assert_eq!(flaws(&sound), [""; 0]);
        for (slips, flaw) in [
            ([slip("tie", 5), replacing("big", 9, 4, false)], "replaced 5 and gave back 4"),
            ([slip("tie", 5), replacing("tie", 5, 5, true)], "before the last slip stood Some({})"),
            ([replacing("tie", 5, 0, true), slip("tie", 5)], "before the last slip stood None"),
        ] {
            let found = flaws(&slips);
            assert!(found[0].contains(flaw), "{found:?}");
        }
    }
}
