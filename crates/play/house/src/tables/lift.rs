//! How far patrons lift cards that lie face down, how often they say it, and when everybody is told. Knows no card.

use std::collections::{BTreeMap, VecDeque};

use table::live::Slot;
use table::squeeze::EdgeClass;
use table::{PatronId, RoundRef, Timestamp};

/// How many times in a second a patron may say how far a card is lifted.
const LIFTS_A_SECOND: usize = 10;
/// Everybody is told how far a card is lifted no sooner than this after the last time, in milliseconds.
const TOLD_EVERY_MS: u32 = 200;
const SECOND_MS: u32 = 1_000;

/// The edge by which a card is lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LiftedEdge {
    /// The long one.
    Long,
    /// The short one.
    Short,
}

impl LiftedEdge {
    /// Its name in data: `long` or `short`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// How far a patron lifts a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift {
    /// In which round.
    pub round: RoundRef,
    /// Where it lies.
    pub slot: Slot,
    /// By which edge.
    pub edge: LiftedEdge,
    /// How far, in thousandths.
    pub permille: u16,
}

/// What became of a lifted card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifted {
    /// It lies face down. Its edge is for the patron alone; none while it does not show.
    Down(Option<EdgeClass>),
    /// Everybody sees it.
    Shown,
}

/// How far a card is lifted, as everybody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiftProgress {
    /// The card, and how far.
    pub lift: Lift,
    /// When the time to turn it is over.
    pub ends_at: Timestamp,
}

/// When each patron said how far a card is lifted, and when everybody last heard of each card.
#[derive(Debug, Default)]
pub(crate) struct Lifts {
    round: Option<RoundRef>,
    said: BTreeMap<PatronId, VecDeque<Timestamp>>,
    told: BTreeMap<&'static str, Timestamp>,
}

impl Lifts {
    /// Forgets what was in another round.
    pub(crate) fn of(&mut self, round: RoundRef) -> &mut Self {
        if self.round != Some(round) {
            *self = Self { round: Some(round), ..Self::default() };
        }
        self
    }

    /// Whether a patron says something too soon again.
    pub(crate) fn is_too_fast(&mut self, patron: PatronId, now: Timestamp) -> bool {
        let said = self.said.entry(patron).or_default();
        said.retain(|at| at.plus_ms(SECOND_MS) > now);
        let too_fast = said.len() >= LIFTS_A_SECOND;
        if !too_fast {
            said.push_back(now);
        }
        too_fast
    }

    /// Whether everybody is told now how far this card is lifted.
    pub(crate) fn is_told(&mut self, slot: Slot, now: Timestamp) -> bool {
        let told = self.told.get(slot.id()).is_none_or(|at| at.plus_ms(TOLD_EVERY_MS) <= now);
        if told {
            self.told.insert(slot.id(), now);
        }
        told
    }
}
