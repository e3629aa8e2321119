//! Law: each table's events are numbered without a gap, could have happened in that order, are never dated back,
//! and none of them is gone or changed since the last time they were read. Looks at no money.

use std::collections::{BTreeMap, BTreeSet};

use super::Tables;
use super::happening::Happening;
use super::record::{Event, Record, RoundId};
use super::story::Story;

pub(super) fn check(record: &Record, before: &Record, story: &Story, tables: &Tables) -> Vec<String> {
    let mut found = Vec::new();
    for (table, events) in &record.events {
        let Some(rules) = tables.get(table).map(|table| table.rules) else {
            found.push(format!("table {table} was never opened"));
            continue;
        };
        let mut walk = Walk { burnt_by_rule: rules.burns_nothing(), ..Walk::of(*table) };
        found.extend(events.iter().filter_map(|event| walk.step(event)));
        found.extend(events.iter().filter_map(|event| match &event.what {
            Happening::CardsBurned { first, face_down } if !rules.burns(first.as_deref(), *face_down) => {
                Some(format!(
                    "table {table} event {}: {:?} are not burned by {rules:?}",
                    event.seq, event.what
                ))
            }
            _ => None,
        }));
    }
    found.extend(added_to(record, before));
    found.extend(slips(story, tables));
    found
}

/// History is only added to.
fn added_to(record: &Record, before: &Record) -> Vec<String> {
    let mut found = Vec::new();
    for (table, known) in &before.events {
        let now = record.events.get(table).map(Vec::as_slice).unwrap_or_default();
        if !now.starts_with(known) {
            found.push(format!("table {table} had {} events, and some are gone or changed", known.len()));
        }
    }
    if !record.transfers.starts_with(&before.transfers) {
        found.push(format!("{} transfers were made, and some are gone or changed", before.transfers.len()));
    }
    let seeds = before.seeds.iter().filter(|(shoe, seed)| record.seeds.get(shoe) != Some(seed));
    found.extend(seeds.map(|((table, shoe), _)| format!("table {table}: the seed of shoe {shoe} is gone")));
    found
}

/// A slip counts once, and only for what its house rules allow.
fn slips(story: &Story, tables: &Tables) -> Vec<String> {
    let (mut ids, mut found) = (BTreeSet::new(), Vec::new());
    for (id, round) in &story.rounds {
        for slip in &round.slips {
            if !ids.insert((slip.patron, &slip.id)) {
                found.push(format!("{id}: slip {} of patron {} counts again", slip.id, slip.patron));
            }
        }
        let Some(rules) = tables.get(&id.table).map(|table| table.rules) else { continue };
        let left =
            round.clears.iter().filter(|clear| clear.request_id.is_none() && !rules.releases_on_leaving());
        found.extend(left.map(|clear| format!("{id}: patron {} left and took wagers along", clear.patron)));
        let mut spots = BTreeMap::<u32, BTreeSet<&str>>::new();
        for slip in round.slips.iter().filter(|slip| !slip.taken_back) {
            spots.entry(slip.patron).or_default().extend(slip.wagers.iter().map(|wager| wager.spot.as_str()));
        }
        for (patron, spots) in spots {
            let why = rules.forbids(spots.into_iter(), id.round_no);
            found.extend(why.map(|why| format!("{id}: {why} of patron {patron}, against {rules:?}")));
        }
    }
    found
}

/// What a table is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Before the first round of a shoe.
    #[default]
    Shuffling,
    Betting,
    Closed,
    Dealing,
    Settled,
}

/// How far a table has come.
#[derive(Default)]
struct Walk {
    seq: u64,
    at: i64,
    closes_at: i64,
    round: RoundId,
    phase: Phase,
    burnt_by_rule: bool,
    /// Whether the shoe is burned, so that rounds may begin.
    ready: bool,
}

impl Walk {
    fn of(table: u32) -> Self {
        Self { round: RoundId { table, ..RoundId::default() }, ..Self::default() }
    }

    /// Goes on by one event; says so when it could not have happened now.
    fn step(&mut self, event: &Event) -> Option<String> {
        let (last, was, at) = (self.seq, self.phase, self.at);
        (self.seq, self.at) = (event.seq, event.at);
        let table = self.round.table;
        if event.seq != last + 1 {
            return Some(format!("table {table} event {} follows event {last}", event.seq));
        }
        if event.at < at {
            return Some(format!("table {table} event {} is dated before the one before it", event.seq));
        }
        let round = self.round;
        let fits = self.turn(&event.what, event.at);
        (!fits).then(|| format!("{round}, event {} came while {was:?}: {:?}", event.seq, event.what))
    }

    /// What the event makes of the table, and whether it was its turn.
    fn turn(&mut self, what: &Happening, at: i64) -> bool {
        use Phase::{Betting, Closed, Dealing, Settled, Shuffling};
        let (was, ready) = (self.phase, self.ready);
        match what {
            Happening::ShoeOpened { shoe_no, .. } => {
                let next = *shoe_no == self.round.shoe_no + 1;
                (self.round.shoe_no, self.round.round_no) = (*shoe_no, 0);
                (self.phase, self.ready) = (Shuffling, self.burnt_by_rule);
                next && matches!(was, Shuffling | Settled)
            }
            Happening::CardsBurned { .. } => {
                self.ready = true;
                was == Shuffling && !ready && self.round.shoe_no > 0
            }
            Happening::BettingOpened { round_no, closes_at } => {
                let next = *round_no == self.round.round_no + 1;
                (self.round.round_no, self.closes_at, self.phase) = (*round_no, *closes_at, Betting);
                next && ready && matches!(was, Shuffling | Settled)
            }
            Happening::SlipAccepted { .. } | Happening::WagersCleared { .. } => was == Betting,
            Happening::BettingClosed => {
                self.phase = Closed;
                was == Betting && at >= self.closes_at
            }
            Happening::CardDrawn { .. } => {
                self.phase = Dealing;
                matches!(was, Closed | Dealing)
            }
            Happening::RoundSettled { revision, .. } => {
                self.phase = Settled;
                was == Dealing && *revision == 1
            }
            Happening::RoundVoided { .. } => {
                self.phase = Settled;
                matches!(was, Betting | Closed | Dealing)
            }
            // What was before may be corrected at any time.
            Happening::CorrectionProposed(_)
            | Happening::CorrectionWithdrawn { .. }
            | Happening::RoundCorrected { .. } => true,
        }
    }
}
