//! Law: what somebody was told is what happened. An acknowledged slip is there exactly once and as it was sent, a
//! refused one is not, and nothing is there that nobody sent; balances, settlements and public events that were
//! seen are those of the store.

use std::collections::{BTreeMap, BTreeSet};

use super::happening::Happening;
use super::record::{Event, Record, RoundId, TransferKind};
use super::story::{Clear, Ending, Slip, Story};
use crate::notes::{Notes, PatronNotes, Standing};

pub(super) fn check(record: &Record, story: &Story, notes: &Notes) -> Vec<String> {
    let mut own = gather(record, story);
    let mut found = notes.contradictions.clone();
    for (patron, told) in &notes.patrons {
        let own = own.remove(patron).unwrap_or_default();
        let mut flaws = slips(told, &own);
        flaws.extend(clears(told, &own));
        flaws.extend(endings(told, story, *patron));
        flaws.extend(money(told, &own));
        found.extend(flaws.into_iter().map(|flaw| format!("patron {patron}: {flaw}")));
    }
    // A guest whose coming was cut short was never told who they are, and cannot have played.
    let strangers = own.into_iter().filter(|(_, own)| !own.slips.is_empty());
    found.extend(strangers.map(|(patron, _)| format!("patron {patron} has slips and never came")));
    found.extend(frames(record, notes));
    found.extend(corrections(record, notes));
    found.extend(adjusted(record, notes));
    let never = notes.voided.iter().filter(|(round, by)| !is_void(story, round, **by));
    found.extend(never.map(|(round, by)| format!("{round} was told to be void, and is not by {by}")));
    found
}

/// What concerns one patron.
#[derive(Default)]
struct Own<'a> {
    slips: BTreeMap<u128, Vec<(RoundId, i64, &'a Slip)>>,
    clears: Vec<(RoundId, &'a Clear)>,
    balances: BTreeSet<i64>,
    bonuses: BTreeSet<i64>,
    debts: BTreeSet<i64>,
    gifts: usize,
}

fn gather<'a>(record: &Record, story: &'a Story) -> BTreeMap<u32, Own<'a>> {
    let mut patrons = BTreeMap::<u32, Own<'a>>::new();
    for (id, round) in &story.rounds {
        for slip in &round.slips {
            let slips = &mut patrons.entry(slip.patron).or_default().slips;
            slips.entry(hex(&slip.id)).or_default().push((*id, round.closes_at, slip));
        }
        for clear in &round.clears {
            patrons.entry(clear.patron).or_default().clears.push((*id, clear));
        }
    }
    let mut running = BTreeMap::<u32, (i64, i64)>::new();
    let mut bonus = BTreeMap::<u32, i64>::new();
    for transfer in &record.transfers {
        for (account, sign) in [(&transfer.from, -1), (&transfer.to, 1)] {
            if account.is_bonus() {
                let bonus = bonus.entry(account.owner).or_default();
                *bonus += sign * transfer.amount;
                patrons.entry(account.owner).or_default().bonuses.insert(*bonus);
            }
            let Some(patron) = account.patron().or(account.debtor()) else { continue };
            let (cash, debt) = running.entry(patron).or_default();
            let own = patrons.entry(patron).or_default();
            if account.debtor().is_some() {
                *debt -= sign * transfer.amount;
                own.debts.insert(*debt);
                continue;
            }
            *cash += sign * transfer.amount;
            own.balances.insert(*cash);
            own.gifts += usize::from(transfer.kind == TransferKind::Move && transfer.from.is_source());
        }
    }
    patrons
}

fn hex(text: &str) -> u128 {
    u128::from_str_radix(text, 16).unwrap_or_default()
}

fn slips(told: &PatronNotes, own: &Own<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (id, note) in &told.slips {
        let kept = own.slips.get(id).map(Vec::as_slice).unwrap_or_default();
        let sent = &note.of;
        match (note.standing, kept) {
            (Standing::Present, []) => {
                found.push(format!("slip {id:032x} was accepted in {} and is lost", sent.round));
            }
            (Standing::Absent, [_, ..]) => {
                found.push(format!("slip {id:032x} was refused, and yet it counts"));
            }
            (_, [(round, closes_at, slip)]) => {
                let mut wagers = slip.wagers.clone();
                for wager in &mut wagers {
                    wager.bonus = 0;
                }
                wagers.sort();
                if (*round, &wagers) != (sent.round, &sent.wagers) {
                    found.push(format!("slip {id:032x} was {sent:?}, {round} has {wagers:?}"));
                }
                if sent.received_at >= *closes_at {
                    let late = sent.received_at - closes_at;
                    found.push(format!("slip {id:032x} counts in {round}, and came {late} ms late"));
                }
            }
            (_, [_, _, ..]) => found.push(format!("slip {id:032x} counts {} times", kept.len())),
            (_, []) => {}
        }
    }
    let unknown = own.slips.keys().filter(|id| !told.slips.contains_key(id));
    found.extend(unknown.map(|id| format!("slip {id:032x} was never sent")));
    found
}

fn clears(told: &PatronNotes, own: &Own<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (id, note) in &told.clears {
        let done = own.clears.iter().filter(|(_, clear)| clear.request_id.as_deref().map(hex) == Some(*id));
        match (note.standing, done.collect::<Vec<_>>().as_slice()) {
            (Standing::Present, []) => {
                found.push(format!("{id:032x} took wagers back, and no event says so"));
            }
            (Standing::Absent, [_, ..]) => {
                found.push(format!("{id:032x} was refused, and yet took wagers back"));
            }
            (_, [(round, clear)]) => {
                if *round != note.of.round || note.of.returned.is_some_and(|told| told != clear.returned) {
                    found.push(format!("{id:032x} was {note:?}, {round} returned {}", clear.returned));
                }
            }
            (_, [_, _, ..]) => found.push(format!("{id:032x} took wagers back more than once")),
            (_, []) => {}
        }
    }
    for (table, returned) in &told.left_with {
        let fits = |(round, clear): &(RoundId, &Clear)| {
            round.table == *table && clear.request_id.is_none() && clear.returned == *returned
        };
        if !own.clears.iter().any(fits) {
            found.push(format!("{returned} went back on leaving table {table}, and no event says so"));
        }
    }
    found
}

fn endings(told: &PatronNotes, story: &Story, patron: u32) -> Vec<String> {
    let mut found = Vec::new();
    for ((round, revision), ending) in &told.endings {
        let end = story.rounds.get(round).and_then(|round| round.end_as(*revision));
        let written = end.and_then(|end| end.for_patron(patron));
        if written.as_ref() != Some(ending) {
            found.push(format!(
                "{round}, revision {revision} was told as {ending:?}, the store has {written:?}"
            ));
        }
    }
    found
}

/// A balance that was told was the balance at some moment; play money that was told was given.
fn money(told: &PatronNotes, own: &Own<'_>) -> Vec<String> {
    let never = told.balances.iter().filter(|balance| !own.balances.contains(balance));
    let mut found: Vec<String> =
        never.map(|balance| format!("was told a balance of {balance}, and never had it")).collect();
    let never = told.debts.iter().filter(|debt| **debt != 0 && !own.debts.contains(debt));
    found.extend(never.map(|debt| format!("was told a debt of {debt}, and never had it")));
    let never = told.bonuses.iter().filter(|bonus| **bonus != 0 && !own.bonuses.contains(bonus));
    found.extend(never.map(|bonus| format!("was told bonus money of {bonus}, and never had it")));
    if own.gifts < told.gifts {
        found.push(format!("was given play money {} times, the ledger has {}", told.gifts, own.gifts));
    }
    found
}

/// Nothing was shown that is not durable.
fn frames(record: &Record, notes: &Notes) -> Vec<String> {
    let mut found = Vec::new();
    for ((table, seq), word) in &notes.frames {
        let events = record.events.get(table).map(Vec::as_slice).unwrap_or_default();
        let event = events.iter().find(|event| event.seq == *seq);
        let stored = event.map(|event| event.what.word());
        if stored != Some(*word) {
            found.push(format!("table {table} event {seq} was shown as {word}, the store has {stored:?}"));
        }
    }
    found
}

fn is_void(story: &Story, round: &RoundId, by: u32) -> bool {
    let round = story.rounds.get(round).filter(|round| round.voided_by == Some(by));
    let end = round.and_then(|round| round.end_as(1));
    end.is_some_and(|end| matches!(&end.outcome, Ending::Voided { reason, .. } if reason == "supervisor"))
}

/// What supervisors were told is so: a proposal is there as theirs, an approval corrected the round.
fn corrections(record: &Record, notes: &Notes) -> Vec<String> {
    let mut found = Vec::new();
    let event = |table: u32, like: &dyn Fn(&Event) -> bool| {
        record.events.get(&table).is_some_and(|events| events.iter().any(like))
    };
    for ((table, number), supervisor) in &notes.proposed {
        let like = |event: &Event| {
            event.seq == *number
                && matches!(&event.what, Happening::CorrectionProposed(proposal) if proposal.by == *supervisor)
        };
        if !event(*table, &like) {
            found.push(format!("table {table}: correction {number} was proposed, and is not there"));
        }
    }
    for (table, number, supervisor) in &notes.approved {
        let like = |event: &Event| match &event.what {
            Happening::RoundCorrected { correction_no, approved_by, .. } => {
                (correction_no, approved_by) == (number, supervisor)
            }
            _ => false,
        };
        if !event(*table, &like) {
            found.push(format!(
                "table {table}: correction {number} was approved by {supervisor}, and is not there"
            ));
        }
    }
    for (table, number) in &notes.withdrawn {
        let like = |event: &Event| match &event.what {
            Happening::CorrectionWithdrawn { correction_no, .. } => correction_no == number,
            _ => false,
        };
        if !event(*table, &like) {
            found.push(format!("table {table}: correction {number} was withdrawn, and no event says so"));
        }
    }
    found
}

/// What supervisors gave and took by hand is in the ledger: all that was acknowledged, each once, and nothing that
/// nobody sent.
fn adjusted(record: &Record, notes: &Notes) -> Vec<String> {
    let mut moved = BTreeMap::<(u32, bool, i64), usize>::new();
    for transfer in record.transfers.iter().filter(|each| each.is_outside_tables()) {
        let place = match (transfer.from.purse(), transfer.to.purse()) {
            (None, Some(patron)) if transfer.from.is_adjustments() => {
                (patron, transfer.to.is_bonus(), transfer.amount)
            }
            (Some(patron), None) => (patron, transfer.from.is_bonus(), -transfer.amount),
            _ => continue,
        };
        *moved.entry(place).or_default() += 1;
    }
    let mut found = Vec::new();
    let mut sent = BTreeMap::<(u32, bool, i64), (usize, usize)>::new();
    for note in notes.adjusted.values() {
        let (all, done) = sent.entry((note.patron, note.bonus, note.change)).or_default();
        (*all, *done) = (*all + 1, *done + usize::from(note.done));
    }
    for place in moved.keys().chain(sent.keys()).collect::<BTreeSet<_>>() {
        let times = moved.get(place).copied().unwrap_or_default();
        let (all, done) = sent.get(place).copied().unwrap_or_default();
        if times < done || times > all {
            found.push(format!(
                "{place:?} was adjusted {times} times, sent {all} and acknowledged {done} times"
            ));
        }
    }
    found
}
