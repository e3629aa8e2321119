//! Law: the statement of each patron has one line for each round that ended for them, each correction of one and each
//! entry of the house's own log that moved their money, in this order, and its balances add up. What each day, table
//! and spot turned over follows from the ends of rounds and their corrections.

use std::collections::{BTreeMap, BTreeSet};

use super::wallets::{Turn, Unit};
use crate::event::SpotResult;
use crate::ids::{EventId, RoundId};
use crate::protection::DAY_MS;
use crate::record::Record;
use crate::round_history::{End, Outcome, Round, RoundHistory, staked};
use crate::sums::{StatementLine, Turnover, TurnoverPlace, Turnovers};

/// A line that a statement should have, and the entry of the house's own log that it is about.
pub(super) struct Line {
    pub(super) entry: Option<i64>,
    pub(super) line: StatementLine,
}

/// The lines that the statement of each patron should have.
pub(super) type Lines = BTreeMap<u32, Vec<Line>>;

pub(super) fn check(
    record: &Record,
    history: &RoundHistory,
    lines: &Lines,
    currencies: &BTreeMap<u32, &str>,
) -> Vec<String> {
    let mut flaws = statements(record, lines);
    let (should, kept) = (turnover(record, history, currencies), counted(record.turnover.clone()));
    let places: BTreeSet<_> = should.keys().chain(kept.keys()).collect();
    let other = places.into_iter().filter(|place| should.get(place) != kept.get(place));
    flaws.extend(other.map(|place| {
        let [should, kept] = [&should, &kept].map(|sums| sums.get(place));
        format!("{place:?} should have turned over {should:?}, and {kept:?} is kept")
    }));
    flaws
}

fn statements(record: &Record, lines: &Lines) -> Vec<String> {
    let mut kept = BTreeMap::<u32, &[StatementLine]>::new();
    let mut flaws = Vec::new();
    for ((patron, currency), lines) in &record.statements {
        if kept.insert(*patron, lines).is_some() {
            flaws.push(format!("patron {patron} has a second statement, in {currency}"));
        }
    }
    let patrons: BTreeSet<u32> = lines.keys().chain(kept.keys()).copied().collect();
    for patron in patrons {
        let should = lines.get(&patron).map(Vec::as_slice).unwrap_or_default();
        let kept = kept.get(&patron).copied().unwrap_or_default();
        let first = (0..should.len().max(kept.len()))
            .find(|place| should.get(*place).map(|line| &line.line) != kept.get(*place));
        flaws.extend(first.map(|place| {
            let (should, kept) = (should.get(place).map(|line| &line.line), kept.get(place));
            format!("line {} of patron {patron} should be {should:?}, and is {kept:?}", place + 1)
        }));
    }
    flaws
}

/// The lines that the ledger and the ends of rounds come to.
pub(super) fn lines(record: &Record, units: &[Unit], history: &RoundHistory) -> Lines {
    let mut ends = BTreeMap::<EventId, (RoundId, &Round, usize)>::new();
    for (id, round) in &history.rounds {
        ends.extend(round.ends.iter().enumerate().map(|(place, end)| (end.event, (*id, round, place))));
    }
    let mut lines = Lines::new();
    for unit in units {
        let new = match (unit.entry, unit.origin) {
            (Some(entry), _) => posted(record, unit, entry),
            (None, Some(origin)) => {
                let ended = history.mover(origin).and_then(|event| ends.get(&event));
                let at = record.event(origin).map_or(0, |event| event.at);
                ended.map(|ended| of_end(unit, at, *ended)).unwrap_or_default()
            }
            (None, None) => Vec::new(),
        };
        for (patron, line) in new {
            let own = lines.entry(patron).or_default();
            let (balance, owed) = own.last().map_or((0, 0), |last| (last.line.balance, last.line.owed));
            let (balance, owed) = (balance + line.change, owed + line.lent - line.repaid);
            own.push(Line { entry: unit.entry, line: StatementLine { balance, owed, ..line } });
        }
    }
    lines
}

/// A line without the lines before it.
fn line(at: i64, kind: &str, turn: Option<&Turn>) -> StatementLine {
    let lent = turn.map_or(0, |turn| turn.lent.values().sum());
    let (round, kind, repaid) = (None, kind.to_owned(), turn.map_or(0, |turn| turn.repaid));
    let (staked, paid, change, balance, owed) = (0, 0, 0, 0, 0);
    StatementLine { at, kind, round, revision: 0, staked, paid, lent, repaid, change, balance, owed }
}

fn posted(record: &Record, unit: &Unit, entry: i64) -> Vec<(u32, StatementLine)> {
    let at = record.house_times.get(&entry).copied().unwrap_or_default();
    let moved = unit.turns.iter().map(|(patron, turn)| {
        let change = turn.after.cash + turn.after.bonus - turn.before.cash - turn.before.bonus;
        (*patron, StatementLine { change, ..line(at, "posted", Some(turn)) })
    });
    moved.filter(|(_, line)| (line.change, line.lent, line.repaid) != (0, 0, 0)).collect()
}

/// What an end of a round came to for each patron who had stakes in it. `place`: which end it is, from 0.
fn of_end(unit: &Unit, at: i64, (id, round, place): (RoundId, &Round, usize)) -> Vec<(u32, StatementLine)> {
    let paid = |end: Option<&End>| end.map(|end| end.outcome.paid()).unwrap_or_default();
    let (now, before) = (round.ends.get(place), place.checked_sub(1).and_then(|last| round.ends.get(last)));
    let kind = match (before, now.map(|end| &end.outcome)) {
        (Some(_), _) => "corrected",
        (None, Some(Outcome::Voided { .. })) => "voided",
        (None, _) => "settled",
    };
    let (after, had) = (paid(now), paid(before));
    let of = |patron: u32, staked: i64| {
        let sum = |paid: &BTreeMap<u32, i64>| paid.get(&patron).copied().unwrap_or_default();
        let (staked, paid) = (if before.is_some() { 0 } else { staked }, sum(&after) - sum(&had));
        let line = line(at, kind, unit.turns.get(&patron));
        let change = paid - staked + line.lent - line.repaid;
        let revision = u16::try_from(place + 1).unwrap_or(u16::MAX);
        StatementLine { round: Some(id), revision, staked, paid, change, ..line }
    };
    let all = round.final_stakes().into_iter().map(|(patron, spots)| (patron, of(patron, staked(&spots))));
    all.filter(|(_, it)| (it.staked, it.paid, it.lent, it.repaid) != (0, 0, 0, 0)).collect()
}

/// What the ends of rounds turned over, by day, table and spot; corrections apart, as differences on their own days.
fn turnover(record: &Record, history: &RoundHistory, currencies: &BTreeMap<u32, &str>) -> Turnovers {
    let mut sums = Turnovers::new();
    for (id, round) in &history.rounds {
        let Some(currency) = currencies.get(&id.table) else { continue };
        let mut before: Option<&End> = None;
        for end in &round.ends {
            let at = record.event(end.event).map_or(0, |event| event.at);
            let day = at.div_euclid(DAY_MS) * DAY_MS;
            for (sign, end) in [(1, Some(end)), (-1, before)] {
                for result in end.into_iter().flat_map(results) {
                    let (table, spot, currency) = (id.table, result.spot.clone(), (*currency).to_owned());
                    let place = TurnoverPlace { day, table, spot, currency, corrected: before.is_some() };
                    sums.entry(place).or_default().add(sign, result);
                }
            }
            before = Some(end);
        }
    }
    counted(sums)
}

/// The sums but for those that come to nothing: of corrections that undid each other.
fn counted(mut sums: Turnovers) -> Turnovers {
    sums.retain(|_, sum| *sum != Turnover::default());
    sums
}

fn results(end: &End) -> impl Iterator<Item = &SpotResult> {
    let patrons = match &end.outcome {
        Outcome::Settled(patrons) => patrons.as_slice(),
        Outcome::Voided { .. } => &[],
    };
    patrons.iter().flat_map(|own| &own.wagers)
}

impl Turnover {
    fn add(&mut self, sign: i64, result: &SpotResult) {
        self.wagers += sign;
        self.staked += sign * result.stake;
        self.effective += if result.resolution == "push" { 0 } else { sign * result.stake };
        self.paid += sign * result.payout;
    }
}
