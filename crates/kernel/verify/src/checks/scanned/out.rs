//! Follows which cards came out of a shoe, by its bulletins and their corrections. Knows no record of a device.

use std::ops::Range;

use baccarat::Card;
use fair::Notice;
use fair::bulletin::Corrected;
use fair::bulletin::scanned::{Finding, RemovedCard, RemovedWhy, Resolution};

/// How often each card came out, at least and at most.
pub(super) struct Times {
    pub(super) least: [usize; Card::KINDS],
    pub(super) most: [usize; Card::KINDS],
}

/// The cards that came out of a shoe so far.
#[derive(Default)]
pub(super) struct Out {
    /// How many came out, seen or not.
    pub(super) cards: usize,
    /// Those of no round, which no correction names.
    loose: Vec<Card>,
    /// The round that was begun last.
    current: u16,
    rounds: Vec<(u16, Round)>,
}

/// The cards that came out with a round.
#[derive(Default)]
struct Round {
    /// As they stand.
    dealt: Vec<Card>,
    /// Those beside them that are known.
    beside: Vec<Card>,
    /// Which of those may be among the ones that a correction names.
    doubtful: Range<usize>,
    /// How many were seen at first.
    seen: usize,
    /// How many were burned unseen, and how many passed without a reading.
    unseen: usize,
    missed: usize,
    /// How many more than were seen a correction names, at least and at most.
    named: (usize, usize),
}

impl Default for Times {
    fn default() -> Self {
        Self { least: [0; Card::KINDS], most: [0; Card::KINDS] }
    }
}

impl Times {
    /// A card came out; one that is not sure may have been another one.
    pub(super) fn see(&mut self, card: Card, is_sure: bool) {
        let count = |counts: &mut [usize; Card::KINDS]| {
            if let Some(known) = counts.get_mut(card.index()) {
                *known = known.saturating_add(1);
            }
        };
        count(&mut self.most);
        if is_sure {
            count(&mut self.least);
        }
    }
}

impl Out {
    /// Follows a bulletin of the shoe.
    pub(super) fn follow(&mut self, notice: &Notice) {
        match notice {
            Notice::Burned(it) => {
                self.cards = self.cards.saturating_add(it.records.len());
                self.loose.extend(it.first);
            }
            Notice::Closed(it) => self.current = it.round_no,
            Notice::Free(it) => self.current = it.round_no,
            Notice::Ended(it) => {
                self.current = it.round_no;
                self.cards = self.cards.saturating_add(it.cards.len());
                let round = self.round();
                round.dealt.clone_from(&it.cards);
                round.seen = round.seen.saturating_add(it.cards.len());
            }
            Notice::Removed(it) => self.removed(it),
            Notice::Resolved(it) if (it.code, it.how) == (Finding::MissedCard, Resolution::Void) => {
                let round = self.round();
                round.missed = round.missed.saturating_add(1);
            }
            Notice::Corrected(it) => self.round_of(it.round_no).correct(it),
            _ => {}
        }
    }

    fn round(&mut self) -> &mut Round {
        self.round_of(self.current)
    }

    fn round_of(&mut self, round_no: u16) -> &mut Round {
        let place = self.rounds.iter().rposition(|(no, _)| *no == round_no).unwrap_or_else(|| {
            self.rounds.push((round_no, Round::default()));
            self.rounds.len().saturating_sub(1)
        });
        &mut self.rounds[place].1
    }

    fn removed(&mut self, removed: &RemovedCard) {
        self.cards = self.cards.saturating_add(1);
        // A card that came while wagers were taken was never one of the round.
        if removed.why == RemovedWhy::Early {
            self.loose.extend(removed.card);
            return;
        }
        let round = self.round();
        match removed.card {
            Some(card) => {
                round.beside.push(card);
                round.seen = round.seen.saturating_add(1);
            }
            None => round.unseen = round.unseen.saturating_add(1),
        }
    }

    /// How often each of the known cards came out.
    pub(super) fn times(&self) -> Times {
        let mut times = Times::default();
        self.loose.iter().for_each(|card| times.see(*card, true));
        for (_, round) in &self.rounds {
            round.dealt.iter().for_each(|card| times.see(*card, true));
            for (place, card) in round.beside.iter().enumerate() {
                times.see(*card, !round.doubtful.contains(&place));
            }
        }
        times
    }

    /// How many cards passed without a reading that corrections name, at least and at most.
    pub(super) fn unrecorded(&self) -> (usize, usize) {
        self.rounds.iter().fold((0, 0), |(least, most), (_, round)| {
            let beyond = |named: usize| named.saturating_sub(round.unseen);
            (least.saturating_add(beyond(round.named.0)), most.saturating_add(beyond(round.named.1)))
        })
    }
}

impl Round {
    /// Other cards came out with the round. Those that were burned after the correction was proposed are not in it; the
    /// bulletins do not say when that was, but how many cards came out.
    fn correct(&mut self, ruled: &Corrected) {
        let names = ruled.cards.len().saturating_add(ruled.surplus.len());
        let all = self.seen.saturating_add(self.unseen).saturating_add(self.missed);
        let most = all.saturating_sub(names).min(self.beside.len());
        let least = self.seen.saturating_sub(names).min(most);
        let since = self.beside.split_off(self.beside.len().saturating_sub(most));
        self.dealt.clone_from(&ruled.cards);
        self.beside.clone_from(&ruled.surplus);
        let first = self.beside.len();
        self.doubtful = first..first.saturating_add(most.saturating_sub(least));
        self.beside.extend(since);
        let named = |since: usize| names.saturating_add(since).saturating_sub(self.seen);
        self.named = (named(least), named(most));
    }
}
