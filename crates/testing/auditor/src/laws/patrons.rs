//! Law: the messages to a patron agree with the record. It has an acknowledged request exactly once and as it was sent,
//! no refused request, and nothing without a request; balances and results that a patron was sent are those of the
//! record.

use std::collections::{BTreeMap, BTreeSet};

use super::wallets::{beginnings, held};
use crate::attempts::RequestStatus;
use crate::event::Wager;
use crate::ids::RoundId;
use crate::observations::{PatronEnding, PatronObservations};
use crate::record::{Record, Wallet};
use crate::round_history::{Clear, End, Outcome, RoundHistory, Slip};

/// What the record has of one patron.
#[derive(Default)]
struct Own<'a> {
    slips: BTreeMap<&'a str, Vec<(RoundId, &'a Slip)>>,
    clears: Vec<(RoundId, &'a Clear)>,
    /// The wallet at the end of each unit.
    wallets: BTreeSet<Wallet>,
    /// The amounts of cash that may have been the first that the patron was sent.
    beginnings: Vec<i64>,
    /// How often play money was given.
    gifts: usize,
}

pub(super) fn check(record: &Record, history: &RoundHistory, patrons: &[&PatronObservations]) -> Vec<String> {
    let mut own = gather(record, history);
    let mut flaws = Vec::new();
    for observed in patrons {
        let own = observed.patron.and_then(|patron| own.remove(&patron)).unwrap_or_default();
        let mut of_patron = observed.contradictions.clone();
        of_patron.extend(slips(observed, &own, history));
        of_patron.extend(clears(observed, &own));
        of_patron.extend(endings(observed, history));
        of_patron.extend(money(observed, &own));
        flaws.extend(of_patron.into_iter().map(|flaw| format!("{}: {flaw}", observed.who())));
    }
    // A guest whose creation was cut short never learned their number, and cannot have played.
    let strangers = own.into_iter().filter(|(_, own)| !own.slips.is_empty());
    flaws.extend(strangers.map(|(patron, _)| format!("patron {patron} has slips and never came")));
    flaws
}

fn gather<'a>(record: &Record, history: &'a RoundHistory) -> BTreeMap<u32, Own<'a>> {
    let mut patrons = BTreeMap::<u32, Own<'a>>::new();
    for (id, round) in &history.rounds {
        for slip in &round.slips {
            let slips = &mut patrons.entry(slip.patron).or_default().slips;
            slips.entry(&slip.id).or_default().push((*id, slip));
        }
        for clear in &round.clears {
            patrons.entry(clear.patron).or_default().clears.push((*id, clear));
        }
    }
    for (patron, wallets) in held(record) {
        patrons.entry(patron).or_default().wallets = wallets;
    }
    for (patron, beginnings) in beginnings(record) {
        patrons.entry(patron).or_default().beginnings = beginnings;
    }
    for (from, to) in record.transfers.iter().filter_map(|transfer| record.sides(transfer)) {
        if let Some(patron) = to.patron().filter(|_| from.is_issue()) {
            patrons.entry(patron).or_default().gifts += 1;
        }
    }
    patrons
}

/// What the patron sent against what is there: acknowledged is there once and as it was sent, refused is not there, and
/// what is there was sent in time.
fn slips(observed: &PatronObservations, own: &Own<'_>, history: &RoundHistory) -> Vec<String> {
    let mut flaws = Vec::new();
    for (id, request) in &observed.slips {
        let kept = own.slips.get(id.as_str()).map(Vec::as_slice).unwrap_or_default();
        match (request.attempts.status(), kept) {
            (RequestStatus::Done, []) => {
                flaws.push(format!("slip {id} was accepted in {} and is lost", request.round));
            }
            (RequestStatus::NotDone, [(round, _), ..]) => {
                flaws.push(format!("slip {id} was refused, and yet {round} has it"));
            }
            (_, [(round, slip)]) => {
                let kept = slip.wagers.iter().map(|wager| Wager { bonus: 0, ..wager.clone() });
                let mut wagers: Vec<Wager> = kept.collect();
                wagers.sort();
                if (*round, &wagers) != (request.round, &request.wagers) {
                    flaws.push(format!("slip {id} was {request:?}, {round} has {wagers:?}"));
                }
                let closes_at = history.rounds.get(round).map_or(i64::MAX, |round| round.closes_at);
                if let Some(late) = request.received_at.map(|at| at - closes_at).filter(|late| *late >= 0) {
                    flaws.push(format!("slip {id} counts in {round}, and came {late} ms late"));
                }
            }
            (_, [_, _, ..]) => flaws.push(format!("slip {id} counts {} times", kept.len())),
            (_, []) => {}
        }
    }
    let unknown = own.slips.keys().filter(|id| !observed.slips.contains_key(**id));
    flaws.extend(unknown.map(|id| format!("slip {id} was never sent")));
    flaws
}

fn clears(observed: &PatronObservations, own: &Own<'_>) -> Vec<String> {
    let mut flaws = Vec::new();
    for (id, request) in &observed.clears {
        let done = own.clears.iter().filter(|(_, clear)| clear.request_id.as_deref() == Some(id));
        match (request.attempts.status(), done.collect::<Vec<_>>().as_slice()) {
            (RequestStatus::Done, []) => {
                flaws.push(format!("{id} cleared wagers, and no event says so"));
            }
            (RequestStatus::NotDone, [(round, _), ..]) => {
                flaws.push(format!("clearing by {id} was refused, and yet {round} has it"));
            }
            (_, [(round, clear)]) => {
                let other = request.returned.is_some_and(|returned| returned != clear.returned);
                if *round != request.round || other {
                    flaws.push(format!("{id} was {request:?}, {round} returned {}", clear.returned));
                }
            }
            (_, done @ [_, _, ..]) => flaws.push(format!("{id} cleared {} times", done.len())),
            (_, []) => {}
        }
    }
    for (table, returned) in &observed.left_with {
        let matches = |(round, clear): &(RoundId, &Clear)| {
            round.table == *table && clear.request_id.is_none() && clear.returned == *returned
        };
        if !own.clears.iter().any(matches) {
            flaws.push(format!("{returned} went back when leaving table {table}, and no event says so"));
        }
    }
    flaws
}

fn endings(observed: &PatronObservations, history: &RoundHistory) -> Vec<String> {
    let Some(patron) = observed.patron else { return Vec::new() };
    let end = |round: &RoundId, revision: u16| history.rounds.get(round)?.end_as(revision);
    let mut flaws = Vec::new();
    for ((round, revision), ending) in &observed.endings {
        let written = end(round, *revision).and_then(|end| ending_for(end, patron));
        if written.as_ref() != Some(ending) {
            flaws.push(format!(
                "{round} was shown to end as {ending:?} in revision {revision}, the store has {written:?}"
            ));
        }
    }
    for ((round, revision), difference) in &observed.differences {
        let paid = |revision| Some(ending_for(end(round, revision)?, patron)?.paid());
        let written = paid(*revision).zip(paid(revision.saturating_sub(1))).map(|(now, before)| now - before);
        if written != Some(*difference) {
            flaws.push(format!(
                "{round} was shown to differ by {difference} in revision {revision}, the store has {written:?}"
            ));
        }
    }
    flaws
}

/// How a round ended for a patron, if the patron had wagers.
fn ending_for(end: &End, patron: u32) -> Option<PatronEnding> {
    match &end.outcome {
        Outcome::Settled(_) => end.outcome.results(patron).map(PatronEnding::settled),
        Outcome::Voided { .. } => end.outcome.paid().get(&patron).copied().map(PatronEnding::Voided),
    }
}

/// Every amount that was sent is one at the end of a unit, and every gift that was sent is on record.
fn money(observed: &PatronObservations, own: &Own<'_>) -> Vec<String> {
    let mut flaws = Vec::new();
    let mut compare = |what: &str, amounts: &BTreeSet<i64>, had: BTreeSet<i64>| {
        let never = amounts.difference(&had);
        flaws.extend(never.map(|amount| format!("was sent {what} of {amount}, never had it")));
    };
    let had = |part: fn(&Wallet) -> i64| own.wallets.iter().map(part);
    compare("a balance", &observed.cash, had(|wallet| wallet.cash).collect());
    // Of these there was none before anything moved.
    compare("bonus money", &observed.bonus, had(|wallet| wallet.bonus).chain([0]).collect());
    compare("a debt", &observed.owed, had(|wallet| wallet.owed).chain([0]).collect());
    if let Some(granted) = observed.granted.filter(|granted| !own.beginnings.contains(granted)) {
        flaws.push(format!("was given {granted} at first, the ledger has {:?}", own.beginnings));
    }
    if own.gifts < observed.gifts {
        flaws.push(format!("was given play money {} times, the ledger has {}", observed.gifts, own.gifts));
    }
    flaws
}
