//! Law for the end, when every round had time to finish: nothing is held, every slip and every round but a table's
//! latest is over, every slip was answered, and each patron knows the wallet that the ledger has.

use std::collections::BTreeMap;

use super::wallets::Unit;
use crate::attempts::RequestStatus;
use crate::ids::RoundId;
use crate::observations::{LatestWallet, PatronObservations};
use crate::record::Record;
use crate::round_history::RoundHistory;

pub(super) fn check(
    record: &Record,
    units: &[Unit],
    history: &RoundHistory,
    patrons: &[&PatronObservations],
) -> Vec<String> {
    let open = record.open_holds.iter();
    let mut flaws: Vec<String> =
        open.map(|(hold, remaining)| format!("hold {hold} is still open with {remaining}")).collect();
    // A slip that took all wagers back has left nothing that could end.
    let open = history.slips().filter(|(_, slip)| slip.ended_by.is_none() && !slip.wagers.is_empty());
    flaws.extend(
        open.map(|(id, slip)| format!("{id}: slip {} of patron {} never ended", slip.id, slip.patron)),
    );
    let latest: BTreeMap<u32, &RoundId> = history.rounds.keys().map(|id| (id.table, id)).collect();
    let open = history
        .rounds
        .iter()
        .filter(|(id, round)| round.ends.is_empty() && latest.get(&id.table) != Some(id));
    flaws.extend(open.map(|(id, _)| format!("{id} never ended")));
    for observed in patrons {
        let who = observed.who();
        let unknown = observed.slips.iter().filter(|(_, it)| it.attempts.status() == RequestStatus::Unknown);
        flaws.extend(unknown.map(|(id, _)| format!("{who}: slip {id} was never answered")));
        if let Some(patron) = observed.patron {
            flaws.extend(latest_wallet(units, patron, observed.latest));
        }
    }
    flaws
}

/// The latest amounts that a patron was sent, where the ledger has others.
fn latest_wallet(units: &[Unit], patron: u32, latest: LatestWallet) -> Vec<String> {
    let turn = units.iter().rev().find_map(|unit| unit.turns.get(&patron));
    let has = turn.map(|turn| turn.after).unwrap_or_default();
    let compared = [
        ("", latest.cash, has.cash),
        ("bonus money of ", latest.bonus, has.bonus),
        ("a debt of ", latest.owed, has.owed),
    ];
    let other = compared
        .into_iter()
        .filter_map(|(what, sent, has)| Some((what, sent?, has)).filter(|_| sent != Some(has)));
    other
        .map(|(what, sent, has)| {
            format!("patron {patron} was sent {what}{sent} at last, the ledger has {has}")
        })
        .collect()
}
