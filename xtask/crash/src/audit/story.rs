//! The events of all tables as rounds: which slips they took, what went back, how they ended. A plain fold; it
//! judges nothing, and a history that `history` finds fault with folds as well as it can.

use std::collections::{BTreeMap, BTreeSet};

use super::happening::{Happening, Line, Returned, Settlement, Wager};
use super::record::{Event, Place, RoundId};

/// All rounds that began, and where money moved.
#[derive(Debug, Default)]
pub(crate) struct Story {
    pub(crate) rounds: BTreeMap<RoundId, Round>,
    money: BTreeSet<Place>,
}

/// One round.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) cards: Vec<String>,
    pub(crate) slips: Vec<Slip>,
    pub(crate) clears: Vec<Clear>,
    pub(crate) end: Option<(Place, End)>,
}

/// An accepted slip.
#[derive(Debug)]
pub(crate) struct Slip {
    pub(crate) place: Place,
    pub(crate) patron: u32,
    pub(crate) id: String,
    pub(crate) wagers: Vec<Wager>,
    /// The event that cleared, settled or voided it.
    pub(crate) over: Option<Place>,
}

impl Slip {
    pub(crate) fn staked(&self) -> i64 {
        self.wagers.iter().map(|wager| wager.stake).sum()
    }
}

/// Wagers that a patron took back.
#[derive(Debug)]
pub(crate) struct Clear {
    pub(crate) place: Place,
    pub(crate) patron: u32,
    pub(crate) request_id: Option<String>,
    pub(crate) returned: i64,
}

/// How a round ended.
#[derive(Debug)]
pub(crate) enum End {
    Settled(Vec<Settlement>),
    Voided(Vec<Returned>),
}

impl Story {
    pub(crate) fn of(events: &[Event]) -> Self {
        let mut story = Self::default();
        for event in events {
            if event.what.moves_money() {
                story.money.insert(event.place);
            }
            if event.round.round_no > 0 {
                story.rounds.entry(event.round).or_default().follow(event);
            }
        }
        story
    }

    /// The event that moved the money of a unit: the first such from the unit's first event on.
    pub(crate) fn mover(&self, origin: Place) -> Option<Place> {
        self.money.range(origin..).next().copied().filter(|mover| mover.table == origin.table)
    }

    /// Every accepted slip, with its round.
    pub(crate) fn slips(&self) -> impl Iterator<Item = (RoundId, &Slip)> {
        self.rounds.iter().flat_map(|(id, round)| round.slips.iter().map(|slip| (*id, slip)))
    }
}

impl Round {
    fn follow(&mut self, event: &Event) {
        let place = event.place;
        match &event.what {
            Happening::SlipAccepted { patron, slip_id, wagers } => self.slips.push(Slip {
                place,
                patron: *patron,
                id: slip_id.clone(),
                wagers: wagers.clone(),
                over: None,
            }),
            Happening::WagersCleared { patron, request_id, returned } => {
                self.close(place, Some(*patron));
                let (patron, request_id, returned) = (*patron, request_id.clone(), *returned);
                self.clears.push(Clear { place, patron, request_id, returned });
            }
            Happening::CardDrawn { card } => self.cards.push(card.clone()),
            Happening::RoundSettled { patrons, .. } => self.finish(place, End::Settled(patrons.clone())),
            Happening::RoundVoided { returned } => self.finish(place, End::Voided(returned.clone())),
            _ => {}
        }
    }

    fn finish(&mut self, place: Place, end: End) {
        self.close(place, None);
        self.end.get_or_insert((place, end));
    }

    fn close(&mut self, at: Place, patron: Option<u32>) {
        let open = self.slips.iter_mut().filter(|slip| slip.over.is_none());
        open.filter(|slip| patron.is_none_or(|patron| slip.patron == patron))
            .for_each(|slip| slip.over = Some(at));
    }

    /// What each patron had on each spot in the slips that ended with this event.
    pub(crate) fn ended_by(&self, place: Place) -> BTreeMap<u32, BTreeMap<&str, i64>> {
        let mut patrons = BTreeMap::<u32, BTreeMap<&str, i64>>::new();
        for slip in self.slips.iter().filter(|slip| slip.over == Some(place)) {
            let spots = patrons.entry(slip.patron).or_default();
            for wager in &slip.wagers {
                *spots.entry(&wager.spot).or_default() += wager.stake;
            }
        }
        patrons
    }
}

impl End {
    /// What the round paid or gave back to each patron.
    pub(crate) fn paid(&self) -> BTreeMap<u32, i64> {
        match self {
            Self::Settled(patrons) => patrons.iter().map(|each| (each.patron, each.paid())).collect(),
            Self::Voided(returned) => returned.iter().map(|each| (each.patron, each.amount)).collect(),
        }
    }

    /// The lines of a patron, by spot; none if the round was voided or they had no wagers.
    pub(crate) fn lines(&self, patron: u32) -> Option<Vec<Line>> {
        let Self::Settled(patrons) = self else { return None };
        let mut lines = patrons.iter().find(|each| each.patron == patron)?.wagers.clone();
        lines.sort();
        Some(lines)
    }
}
