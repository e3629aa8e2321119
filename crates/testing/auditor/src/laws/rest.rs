//! Law for the end, when every round had time to finish: nothing is held, every slip and every round but a table's
//! latest is over, every slip was answered, and each patron knows the wallet that the ledger has.

use std::collections::BTreeMap;

use crate::attempts::RequestStatus;
use crate::ids::RoundId;
use crate::observations::PatronObservations;
use crate::record::{Account, Purse, Record};
use crate::round_history::RoundHistory;

pub(super) fn check(record: &Record, history: &RoundHistory, patrons: &[&PatronObservations]) -> Vec<String> {
    let open = record.open_holds.iter();
    let mut flaws: Vec<String> =
        open.map(|(hold, remaining)| format!("hold {hold} is still open with {remaining}")).collect();
    let open = history.slips().filter(|(_, slip)| slip.ended_by.is_none());
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
            flaws.extend(latest_wallet(record, patron, observed));
        }
    }
    flaws
}

/// The latest amounts that a patron was sent, where the ledger has others.
fn latest_wallet(record: &Record, patron: u32, observed: &PatronObservations) -> Vec<String> {
    let balance = |is: &dyn Fn(&Account) -> bool| -> i64 {
        record.accounts.values().filter(|account| is(account)).map(|account| account.balance).sum()
    };
    let has = |purse| balance(&|account| account.purse() == Some((patron, purse)));
    let latest = observed.latest;
    let compared = [
        ("", latest.cash, has(Purse::Cash)),
        ("bonus money of ", latest.bonus, has(Purse::Bonus)),
        ("a debt of ", latest.owed, -balance(&|account| account.debtor() == Some(patron))),
    ];
    let known = compared.into_iter().filter_map(|(what, amount, has)| Some((what, amount?, has)));
    known
        .filter(|(_, amount, has)| amount != has)
        .map(|(what, amount, has)| {
            format!("patron {patron} was sent {what}{amount} at last, the ledger has {has}")
        })
        .collect()
}
