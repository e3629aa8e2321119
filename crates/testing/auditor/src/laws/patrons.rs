//! Law: the messages to a patron agree with the record. It has an acknowledged request exactly once and as it was sent,
//! no refused request, and nothing without a request; balances and results that a patron was sent are those of the
//! record.

use std::collections::{BTreeMap, BTreeSet};

use super::requests;
use super::wallets::Unit;
use crate::event::Wager;
use crate::ids::RoundId;
use crate::observations::{ClearRequest, PatronEnding, PatronObservations, SlipKind, SlipRequest};
use crate::record::{Record, Wallet};
use crate::round_history::{Clear, End, Outcome, RoundHistory, Slip};

/// What the record has of one patron.
#[derive(Default)]
struct Own<'a> {
    slips: BTreeMap<&'a str, Vec<(RoundId, &'a Slip)>>,
    clears: BTreeMap<&'a str, Vec<(RoundId, &'a Clear)>>,
    /// What went back without a request, by table.
    left_with: BTreeSet<(u32, i64)>,
    /// The wallet at the end of each unit.
    wallets: BTreeSet<Wallet>,
    /// The amounts of cash that may have been the first that the patron was sent: the first gift, and the gift with
    /// each adjustment that followed before anything else, since the message may have been late.
    beginnings: Vec<i64>,
    /// Whether there are no more of these.
    began: bool,
    /// How often play money was given.
    gifts: usize,
}

pub(super) fn check(
    record: &Record,
    units: &[Unit],
    history: &RoundHistory,
    patrons: &[&PatronObservations],
) -> Vec<String> {
    let mut own = gather(record, units, history);
    let mut flaws = Vec::new();
    for observed in patrons {
        let own = observed.patron.and_then(|patron| own.remove(&patron)).unwrap_or_default();
        let mut of_patron = observed.contradictions.clone();
        of_patron.extend(slips(observed, &own));
        of_patron.extend(late(observed, &own, history));
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

fn gather<'a>(record: &Record, units: &[Unit], history: &'a RoundHistory) -> BTreeMap<u32, Own<'a>> {
    let mut patrons = BTreeMap::<u32, Own<'a>>::new();
    for (id, round) in &history.rounds {
        // What Auto placed nobody sent; the law of seats is about it.
        for slip in round.slips.iter().filter(|slip| !id.is_auto(&slip.id)) {
            let slips = &mut patrons.entry(slip.patron).or_default().slips;
            slips.entry(&slip.id).or_default().push((*id, slip));
        }
        for clear in &round.clears {
            let own = patrons.entry(clear.patron).or_default();
            match &clear.request_id {
                Some(request_id) => own.clears.entry(request_id).or_default().push((*id, clear)),
                None => _ = own.left_with.insert((id.table, clear.returned)),
            }
        }
    }
    for unit in units {
        let entry = unit.entry.and_then(|entry| record.house.get(&entry));
        for (patron, turn) in &unit.turns {
            let own = patrons.entry(*patron).or_default();
            own.wallets.insert(turn.after);
            let adjusted = entry.is_some_and(|entry| entry.adjusts().is_some());
            let given = entry.is_some() && !adjusted;
            own.gifts += usize::from(given);
            own.began |= if own.beginnings.is_empty() { !given } else { !adjusted };
            own.beginnings.extend((!own.began).then_some(turn.after.cash));
        }
    }
    patrons
}

fn slips(observed: &PatronObservations, own: &Own<'_>) -> Vec<String> {
    requests::check(
        "slip",
        &observed.slips,
        &own.slips,
        |sent| &sent.attempts,
        |sent, (round, slip)| {
            let wagers = slip.wagers.iter().map(|wager| Wager { bonus: 0, ..wager.clone() });
            let wagers = SlipRequest::new(*round, wagers.collect()).wagers;
            // Which wagers an undo puts back, the law of replacing says.
            let same = wagers == sent.wagers || sent.kind == SlipKind::Undoes;
            *round == sent.round && slip.kind() == sent.kind && same
        },
    )
}

/// Slips that count and came after betting was closed.
fn late(observed: &PatronObservations, own: &Own<'_>, history: &RoundHistory) -> Vec<String> {
    let mut flaws = Vec::new();
    for (id, request) in &observed.slips {
        for (round, _) in own.slips.get(id.as_str()).into_iter().flatten() {
            let closes_at = history.rounds.get(round).map_or(i64::MAX, |round| round.closes_at);
            if let Some(late) = request.received_at.map(|at| at - closes_at).filter(|late| *late >= 0) {
                flaws.push(format!("slip {id} counts in {round}, and came {late} ms late"));
            }
        }
    }
    flaws
}

fn clears(observed: &PatronObservations, own: &Own<'_>) -> Vec<String> {
    let is_as_sent = |sent: &ClearRequest, (round, clear): &(RoundId, &Clear)| {
        *round == sent.round && sent.returned.is_none_or(|returned| returned == clear.returned)
    };
    let mut flaws =
        requests::check("clear", &observed.clears, &own.clears, |sent| &sent.attempts, is_as_sent);
    let unknown = observed.left_with.difference(&own.left_with);
    flaws.extend(unknown.map(|(table, returned)| {
        format!("{returned} went back when leaving table {table}, and no event says so")
    }));
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
