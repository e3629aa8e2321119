//! Law: what a patron was told is what happened. Compares the notes that patrons took during the load with the
//! file; a promise that was heard must be kept, and nothing stands there that nobody asked for.

use std::collections::{BTreeMap, BTreeSet};

use super::happening::Wager;
use super::record::{Account, Record, RoundId};
use super::story::{Clear, End, Slip, Story};
use super::wallets::{beginnings, stood};
use crate::note::{Asked, Corrected};
use crate::notebook::Notebook;

/// What concerns one patron, from the file.
#[derive(Default)]
struct Own<'a> {
    slips: BTreeMap<&'a str, Vec<(RoundId, &'a Slip)>>,
    clears: Vec<(RoundId, &'a Clear)>,
    /// The cash at the end of each unit.
    balances: BTreeSet<i64>,
    /// What the patron may have been told to begin with.
    beginnings: Vec<i64>,
    /// How often play money was given.
    gifts: usize,
}

pub(super) fn check(record: &Record, story: &Story, notebooks: &[Notebook]) -> Vec<String> {
    let mut own = gather(record, story);
    let mut found = Vec::new();
    for notebook in notebooks {
        let own = notebook.patron.and_then(|patron| own.remove(&patron)).unwrap_or_default();
        let mut flaws = notebook.contradictions.clone();
        flaws.extend(slips(notebook, &own));
        flaws.extend(clears(notebook, &own));
        flaws.extend(endings(notebook, story));
        flaws.extend(balances(notebook, &own));
        found.extend(flaws.into_iter().map(|flaw| format!("{}: {flaw}", notebook.who())));
    }
    // A guest whose birth was cut short by a kill was never told who they are, and cannot have played.
    let strangers = own.into_iter().filter(|(_, own)| !own.slips.is_empty());
    found.extend(
        strangers.map(|(patron, _)| format!("patron {patron} has slips and was never at the tables")),
    );
    found
}

fn gather<'a>(record: &Record, story: &'a Story) -> BTreeMap<u32, Own<'a>> {
    let mut patrons = BTreeMap::<u32, Own<'a>>::new();
    for (id, round) in &story.rounds {
        for slip in &round.slips {
            let slips = &mut patrons.entry(slip.patron).or_default().slips;
            slips.entry(&slip.id).or_default().push((*id, slip));
        }
        for clear in &round.clears {
            patrons.entry(clear.patron).or_default().clears.push((*id, clear));
        }
    }
    for (patron, wallets) in stood(record) {
        patrons.entry(patron).or_default().balances = wallets.iter().map(|wallet| wallet.cash).collect();
    }
    for (patron, beginnings) in beginnings(record) {
        patrons.entry(patron).or_default().beginnings = beginnings;
    }
    let account = |no: i64| record.accounts.get(&no);
    for gift in
        record.transfers.iter().filter(|each| account(each.from).is_some_and(|from| from.kind == "issue"))
    {
        if let Some(patron) = account(gift.to).and_then(Account::patron) {
            patrons.entry(patron).or_default().gifts += 1;
        }
    }
    patrons
}

/// Accepted is there once and as it was sent; refused is not there; what is there was sent.
fn slips(notebook: &Notebook, own: &Own<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (slip_id, note) in &notebook.slips {
        let kept = own.slips.get(slip_id.as_str()).map(Vec::as_slice).unwrap_or_default();
        match (note.asked.accepted, kept) {
            (true, []) => found.push(format!("slip {slip_id} was accepted in {} and is lost", note.round)),
            (_, [(round, slip)]) => {
                let asked = slip.wagers.iter();
                let mut wagers: Vec<Wager> =
                    asked.map(|it| Wager { spot: it.spot.clone(), stake: it.stake }).collect();
                wagers.sort();
                if note.asked.must_not_count() {
                    found.push(format!("slip {slip_id} was refused, and yet {round} has it"));
                } else if (*round, &wagers) != (note.round, &note.wagers) {
                    found.push(format!("slip {slip_id} was {note:?}, {round} has {wagers:?}"));
                }
            }
            (_, [_, _, ..]) => found.push(format!("slip {slip_id} counts {} times", kept.len())),
            (false, []) => {}
        }
    }
    let unknown = own.slips.keys().filter(|slip_id| !notebook.slips.contains_key(**slip_id));
    found.extend(unknown.map(|slip_id| format!("slip {slip_id} was never sent")));
    found
}

fn clears(notebook: &Notebook, own: &Own<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (request_id, note) in &notebook.clears {
        let done = own.clears.iter().filter(|(_, clear)| clear.request_id.as_deref() == Some(request_id));
        let done: Vec<_> = done.collect();
        match done.as_slice() {
            [] if note.asked.accepted => {
                found.push(format!("{request_id} cleared wagers, and no event says so"));
            }
            [] => {}
            [(round, clear)] => {
                if note.asked.must_not_count() {
                    found.push(format!("clearing by {request_id} was refused, and yet {round} has it"));
                }
                if *round != note.round || note.returned.is_some_and(|told| told != clear.returned) {
                    found.push(format!("{request_id} was {note:?}, {round} returned {}", clear.returned));
                }
            }
            [_, _, ..] => found.push(format!("{request_id} cleared {} times", done.len())),
        }
    }
    for (table, returned) in &notebook.left_with {
        let matches = |(round, clear): &(RoundId, &Clear)| {
            round.table == *table && clear.request_id.is_none() && clear.returned == *returned
        };
        if !own.clears.iter().any(matches) {
            found.push(format!("{returned} went back when leaving table {table}, and no event says so"));
        }
    }
    found
}

fn endings(notebook: &Notebook, story: &Story) -> Vec<String> {
    let Some(patron) = notebook.patron else { return Vec::new() };
    let ends =
        |round: &RoundId| story.rounds.get(round).map(|round| round.ends.as_slice()).unwrap_or_default();
    let end = |round: &RoundId| ends(round).first();
    let mut found = Vec::new();
    for (round, told) in &notebook.settled {
        let lines = end(round).and_then(|(_, end)| end.lines(patron));
        if lines.as_ref() != Some(told) {
            found.push(format!("{round} was told as settled {told:?}, the file has {lines:?}"));
        }
    }
    for (round, told) in &notebook.voided {
        let returned = match end(round) {
            Some((_, end @ End::Voided(_))) => end.paid().get(&patron).copied(),
            _ => None,
        };
        if returned != Some(*told) {
            found.push(format!("{round} was told as voided with {told} back, the file has {returned:?}"));
        }
    }
    for ((round, revision), told) in &notebook.corrected {
        let ends = ends(round);
        let now = usize::from(*revision).checked_sub(1).and_then(|before| ends.get(before));
        let before = usize::from(*revision).checked_sub(2).and_then(|before| ends.get(before));
        let paid = |end: Option<&(_, End)>| end.and_then(|(_, end)| end.paid().get(&patron).copied());
        let stands = Corrected {
            lines: now.and_then(|(_, end)| end.lines(patron)),
            paid: paid(now).unwrap_or_default(),
            difference: paid(now).zip(paid(before)).map_or(0, |(now, before)| now - before),
        };
        if stands != *told {
            found.push(format!(
                "{round} was told as corrected {revision} to {told:?}, the file has {stands:?}"
            ));
        }
    }
    found
}

/// A balance that was told stood at the end of some unit; play money that was told was given.
fn balances(notebook: &Notebook, own: &Own<'_>) -> Vec<String> {
    let never = notebook.balances.iter().filter(|told| !own.balances.contains(told));
    let mut found: Vec<String> =
        never.map(|told| format!("was told a balance of {told}, never had it")).collect();
    if let Some(granted) = notebook.granted.filter(|granted| !own.beginnings.contains(granted)) {
        found.push(format!("was given {granted} at first, the ledger has {:?}", own.beginnings));
    }
    let given = own.gifts.saturating_sub(1);
    if given < notebook.top_ups {
        found.push(format!("was topped up {} times, the ledger has {given}", notebook.top_ups));
    }
    found
}

impl Asked {
    /// Whether every time it was sent the answer was no.
    const fn must_not_count(&self) -> bool {
        !self.accepted && self.sent == self.refused
    }
}
