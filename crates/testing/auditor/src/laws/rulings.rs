//! Law: a correction by cards accounts for the cards that were there. Of a shoe that a device read, it names every card
//! that came out with the round, and none that did not; of another shoe there is no card beside the coup.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{Proposal, TableEvent};
use crate::ids::RoundId;
use crate::live_event::LiveEvent;
use crate::record::{Event, Record};
use crate::round_history::RoundHistory;

/// The cards that came out with a round and were not dealt to it.
#[derive(Debug, Default)]
struct Beside {
    /// Those that are known, after corrections.
    stand: Vec<String>,
    /// How many are known from the events of the round alone.
    seen: usize,
    /// How many nobody knows.
    unseen: usize,
}

/// The shoes so far, of all tables.
#[derive(Debug, Default)]
struct Follower {
    round: RoundId,
    read: BTreeSet<(u32, u32)>,
    beside: BTreeMap<RoundId, Beside>,
    /// The findings of cards that passed without a reading, by table.
    missed: BTreeSet<(u32, u64)>,
}

pub(super) fn check(record: &Record, history: &RoundHistory) -> Vec<String> {
    let (mut follower, mut flaws) = (Follower::default(), Vec::new());
    for event in &record.events {
        follower.place(event);
        match &event.what {
            TableEvent::CorrectionProposed(proposal) => {
                let found = follower.judge(event, proposal, history);
                let about = |flaw| format!("{}, of {}: {flaw}", event.id, proposal.round.at(event.id.table));
                flaws.extend(found.into_iter().map(about));
            }
            TableEvent::RoundCorrected { agreed, .. } => {
                let beside = follower.beside.entry(agreed.round.at(event.id.table)).or_default();
                if let Some(surplus) = agreed.ruling.surplus() {
                    // What was burned since the proposal is not in it.
                    let known = agreed.surplus_before.len().min(beside.stand.len());
                    beside.stand.splice(..known, surplus.iter().cloned());
                }
            }
            TableEvent::Live(live) => follower.follow((event.id.table, event.id.seq), live),
            _ => {}
        }
    }
    flaws
}

impl Follower {
    fn place(&mut self, event: &Event) {
        let table = event.id.table;
        if table != self.round.table {
            self.round = RoundId { table, ..RoundId::default() };
        }
        match &event.what {
            TableEvent::ShoeOpened { shoe_no, live, .. } => {
                (self.round.shoe_no, self.round.round_no) = (*shoe_no, 0);
                if live.is_some() {
                    self.read.insert((table, *shoe_no));
                }
            }
            what => self.round.round_no = what.begins_round().unwrap_or(self.round.round_no),
        }
    }

    fn follow(&mut self, (table, seq): (u32, u64), event: &LiveEvent) {
        let beside = self.beside.entry(self.round).or_default();
        match event {
            LiveEvent::CardBurned { why, .. } if why == "early" => {}
            LiveEvent::CardBurned { card: Some(card), .. } => {
                beside.stand.push(card.clone());
                beside.seen += 1;
            }
            LiveEvent::CardBurned { card: None, .. } => beside.unseen += 1,
            LiveEvent::FindingRaised { code, .. } if code == "missed_card" => {
                self.missed.insert((table, seq));
            }
            LiveEvent::FindingResolved { finding_no, how, .. }
                if how == "void" && self.missed.contains(&(table, *finding_no)) =>
            {
                beside.unseen += 1;
            }
            _ => {}
        }
    }

    fn judge(&self, event: &Event, proposal: &Proposal, history: &RoundHistory) -> Vec<String> {
        let round = proposal.round.at(event.id.table);
        let none = Beside::default();
        let is_read = self.read.contains(&(round.table, round.shoe_no));
        let beside = self.beside.get(&round).filter(|_| is_read).unwrap_or(&none);
        let mut flaws = Vec::new();
        if proposal.surplus_before != beside.stand {
            let (shown, stand) = (&proposal.surplus_before, &beside.stand);
            flaws.push(format!("it says that {shown:?} came out beside the round, it was {stand:?}"));
        }
        if let Some(evidence) = &proposal.evidence {
            let is_hex = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
            let is_digest = evidence.digest.len() == 64 && evidence.digest.bytes().all(is_hex);
            if !is_digest || evidence.from < 0 || !(1..=86_400_000).contains(&(evidence.to - evidence.from)) {
                flaws.push(format!("{evidence:?} is no part of a recording"));
            }
        }
        let (Some(cards), Some(surplus)) = (proposal.ruling.cards(), proposal.ruling.surplus()) else {
            return flaws;
        };
        let dealt = history.rounds.get(&round).map_or(0, |round| round.cards.len());
        let (named, seen) = (cards.len() + surplus.len(), dealt + beside.seen);
        if is_read && !(seen..=seen + beside.unseen).contains(&named) {
            flaws.push(format!("it names {named} cards, {seen} came out, and {} unseen", beside.unseen));
        }
        if !is_read && !surplus.is_empty() {
            flaws.push(format!("no device read {surplus:?}"));
        }
        flaws
    }
}
