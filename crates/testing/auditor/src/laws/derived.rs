//! Law: the rows that a store keeps for speed are those that follow from its events: the accepted slips, and the rounds
//! that patrons are shown. Knows no money but what went back.

use std::collections::BTreeSet;

use crate::record::Derived;
use crate::round_history::RoundHistory;

pub(super) fn check(derived: &Derived, history: &RoundHistory) -> Vec<String> {
    let slips = history.slips().map(|(round, slip)| (slip.patron, slip.id.clone(), round));
    let slips: BTreeSet<_> = slips.collect();
    let differ = slips.symmetric_difference(&derived.slips).map(|key| {
        let source = if slips.contains(key) { "only an event" } else { "no event" };
        let (patron, slip, round) = key;
        format!("slip {slip} of patron {patron} in {round}: {source} has it")
    });
    let mut flaws: Vec<String> = differ.collect();
    let ended = history.rounds.iter().filter_map(|(id, round)| Some((*id, &round.end_now()?.outcome)));
    let ended = ended.flat_map(|(id, end)| {
        end.paid().into_iter().map(move |(patron, paid)| (patron, id, end.is_void().then_some(paid)))
    });
    let ended: BTreeSet<_> = ended.collect();
    let differ = ended.symmetric_difference(&derived.ended);
    flaws.extend(
        differ.map(|(patron, round, _)| format!("{round} of patron {patron}: its end is kept otherwise")),
    );
    flaws
}
