//! What patrons, supervisors and onlookers were told: what was acknowledged, what was refused, and of what nobody
//! can say. Kept outside the house, where no crash reaches it. Judges nothing but what contradicts itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::audit::{Line, RoundId, Wager};

/// Everything that was told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) patrons: BTreeMap<u32, PatronNotes>,
    /// The public events that were seen: table and number, and the name they are stored under.
    pub(crate) frames: BTreeMap<(u32, u64), &'static str>,
    /// The rounds that a supervisor was told are void, and which supervisor.
    pub(crate) voided: BTreeMap<RoundId, u32>,
    /// The corrections that were proposed: table and number, and by whom.
    pub(crate) proposed: BTreeMap<(u32, u64), u32>,
    /// Those that were approved, and by whom.
    pub(crate) approved: BTreeSet<(u32, u64, u32)>,
    /// Those that were withdrawn.
    pub(crate) withdrawn: BTreeSet<(u32, u64)>,
    /// What supervisors gave or took by hand, by the id they made for it.
    pub(crate) adjusted: BTreeMap<u128, AdjustedNote>,
    /// What was told at one time and denied at another.
    pub(crate) contradictions: Vec<String>,
}

/// What one patron was told.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatronNotes {
    pub(crate) slips: BTreeMap<u128, Note<SlipNote>>,
    pub(crate) clears: BTreeMap<u128, Note<ClearNote>>,
    /// What went back on leaving: table and amount.
    pub(crate) left_with: Vec<(u32, i64)>,
    /// The ends of rounds that were told, by round and revision: the lines, or what came back.
    pub(crate) endings: BTreeMap<(RoundId, u16), Result<Vec<Line>, i64>>,
    /// Every balance that was ever told.
    pub(crate) balances: BTreeSet<i64>,
    /// All bonus money that was ever told.
    pub(crate) bonuses: BTreeSet<i64>,
    /// Every debt that was ever told.
    pub(crate) debts: BTreeSet<i64>,
    /// How many gifts of play money were acknowledged.
    pub(crate) gifts: usize,
}

/// Money that a supervisor gave to a purse, or took when below zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AdjustedNote {
    pub(crate) patron: u32,
    /// Whether it is bonus money; else it is cash.
    pub(crate) bonus: bool,
    pub(crate) change: i64,
    /// Whether it was ever acknowledged.
    pub(crate) done: bool,
}

/// A slip that was sent.
#[derive(Clone, Debug)]
pub(crate) struct SlipNote {
    pub(crate) round: RoundId,
    /// By spot.
    pub(crate) wagers: Vec<Wager>,
    /// The earliest moment the house received it.
    pub(crate) received_at: i64,
}

/// A request to take wagers back.
#[derive(Clone, Debug)]
pub(crate) struct ClearNote {
    pub(crate) round: RoundId,
    /// How much was told to have gone back.
    pub(crate) returned: Option<i64>,
}

/// Whether a request counts, as far as its sender knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Never sent, or refused for certain.
    Absent,
    /// Sent, and of one time nobody knows what became of it.
    Unknown,
    /// Acknowledged.
    Present,
}

/// A request with an id, however often it was sent.
#[derive(Clone, Debug)]
pub(crate) struct Note<T> {
    pub(crate) of: T,
    pub(crate) standing: Standing,
    in_flight: u32,
    sent: u32,
}

/// One time that a request was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sending {
    number: u32,
    alone: bool,
}

impl<T> Note<T> {
    pub(crate) const fn new(of: T) -> Self {
        Self { of, standing: Standing::Absent, in_flight: 0, sent: 0 }
    }

    pub(crate) const fn send(&mut self) -> Sending {
        let alone = self.in_flight == 0;
        self.sent += 1;
        self.in_flight += 1;
        Sending { number: self.sent, alone }
    }

    pub(crate) const fn acknowledge(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.standing = Standing::Present;
    }

    /// A refusal is the last word only if nothing else was on its way. Answers whether it contradicts what was
    /// said before.
    pub(crate) const fn refuse(&mut self, sending: Sending) -> bool {
        self.in_flight = self.in_flight.saturating_sub(1);
        match self.standing {
            Standing::Present => return true,
            _ if sending.alone && sending.number == self.sent => self.standing = Standing::Absent,
            _ => {}
        }
        false
    }

    /// Nobody knows what became of it: it failed, or its sender went away.
    pub(crate) const fn lose_sight(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
        if !matches!(self.standing, Standing::Present) {
            self.standing = Standing::Unknown;
        }
    }

    /// Nothing that is on its way will be answered any more.
    const fn house_is_gone(&mut self) {
        while self.in_flight > 0 {
            self.lose_sight();
        }
    }
}

impl PatronNotes {
    /// Takes down how a round ended; says so when it denies what was told before.
    pub(crate) fn hear_end(&mut self, place: (RoundId, u16), end: Result<Vec<Line>, i64>) -> Option<String> {
        let before = self.endings.get(&place).filter(|before| **before != end);
        let wrong = before.map(|before| format!("{place:?}: {before:?}, then {end:?}"));
        self.endings.insert(place, end);
        wrong
    }
}

impl Notes {
    pub(crate) fn of(&mut self, patron: u32) -> &mut PatronNotes {
        self.patrons.entry(patron).or_default()
    }

    /// The house crashed or closed: whatever was on its way is not answered any more.
    pub(crate) fn house_is_gone(&mut self) {
        for notes in self.patrons.values_mut() {
            notes.slips.values_mut().for_each(Note::house_is_gone);
            notes.clears.values_mut().for_each(Note::house_is_gone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_the_last_word_only_when_it_came_alone() {
        let mut note = Note::new(());
        let first = note.send();
        note.lose_sight();
        assert_eq!(note.standing, Standing::Unknown);
        let again = note.send();
        assert!(!note.refuse(again));
        assert_eq!(note.standing, Standing::Absent);
        let (one, _two) = (note.send(), note.send());
        note.lose_sight();
        assert!(!note.refuse(one));
        assert_eq!(note.standing, Standing::Unknown);
        note.send();
        note.acknowledge();
        assert!(note.refuse(first), "acknowledged, then refused");
    }
}
