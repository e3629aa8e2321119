//! The events of all tables as rounds: which slips they took, what went back, how they ended and were corrected. A
//! plain fold; it judges nothing, and a history that `history` finds fault with folds as well as it can.

use std::collections::{BTreeMap, BTreeSet};

use super::happening::{Happening, Line, Placed, Returned, Settlement};
use super::record::{Event, Place, Purse, RoundId};
use super::ruling::{Proposal, Ruling};

/// All rounds that began, what supervisors did, and where money moved.
#[derive(Debug, Default)]
pub(crate) struct Story {
    pub(crate) rounds: BTreeMap<RoundId, Round>,
    /// By the event that made them: its number is that of the correction.
    pub(crate) proposals: BTreeMap<Place, Proposal>,
    pub(crate) withdrawals: Vec<Decision>,
    /// By the event that corrected the round.
    pub(crate) approvals: BTreeMap<Place, Decision>,
    money: BTreeSet<Place>,
}

/// What a supervisor decided about a proposal.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) place: Place,
    /// The proposal's event.
    pub(crate) about: Place,
    pub(crate) round: RoundId,
    pub(crate) by: u32,
    /// What was agreed, when it was approved.
    pub(crate) agreed: Option<Proposal>,
}

/// One round.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) cards: Vec<String>,
    pub(crate) slips: Vec<Slip>,
    pub(crate) clears: Vec<Clear>,
    /// How it ended, and then every correction, in order.
    pub(crate) ends: Vec<(Place, End)>,
    /// The supervisor who voided it while it was under way.
    pub(crate) voided_by: Option<u32>,
}

/// An accepted slip.
#[derive(Debug)]
pub(crate) struct Slip {
    pub(crate) place: Place,
    pub(crate) patron: u32,
    pub(crate) id: String,
    pub(crate) wagers: Vec<Placed>,
    /// The event that cleared, settled or voided it.
    pub(crate) over: Option<Place>,
}

impl Slip {
    pub(crate) fn staked(&self) -> i64 {
        self.wagers.iter().map(|wager| wager.stake).sum()
    }

    /// How much of the stakes came from a purse.
    pub(crate) fn staked_from(&self, purse: Purse) -> i64 {
        self.wagers.iter().map(|wager| Stake::of(wager).from(purse)).sum()
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

/// What a patron had on a spot, or on all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stake {
    pub(crate) all: i64,
    pub(crate) bonus: i64,
}

impl Stake {
    const fn of(wager: &Placed) -> Self {
        Self { all: wager.stake, bonus: wager.bonus }
    }

    pub(crate) const fn from(self, purse: Purse) -> i64 {
        match purse {
            Purse::Cash => self.all - self.bonus,
            Purse::Bonus => self.bonus,
        }
    }
}

/// What patrons had on each spot.
pub(crate) type Stakes<'a> = BTreeMap<u32, BTreeMap<&'a str, Stake>>;

impl Story {
    pub(crate) fn of(events: &[Event]) -> Self {
        let mut story = Self::default();
        for event in events {
            if event.what.moves_money() {
                story.money.insert(event.place);
            }
            if !story.follow(event) && event.round.round_no > 0 {
                story.rounds.entry(event.round).or_default().follow(event);
            }
        }
        story
    }

    /// Takes in what a supervisor said of a round; answers whether it was that.
    fn follow(&mut self, event: &Event) -> bool {
        let Place { table, .. } = event.place;
        let decision = |no: i64, round: RoundId, by: u32, agreed: Option<&Proposal>| Decision {
            place: event.place,
            about: Place { table, seq: no },
            round,
            by,
            agreed: agreed.cloned(),
        };
        match &event.what {
            Happening::CorrectionProposed(proposal) => {
                self.proposals.insert(event.place, proposal.clone());
            }
            Happening::CorrectionWithdrawn { correction_no, round, by } => {
                self.withdrawals.push(decision(*correction_no, round.at(table), *by, None));
            }
            Happening::RoundCorrected { correction_no, approved_by, agreed } => {
                let round = agreed.round.at(table);
                let approval = decision(*correction_no, round, *approved_by, Some(agreed));
                self.approvals.insert(event.place, approval);
                self.rounds.entry(round).or_default().ends.push((event.place, End::ruled(agreed)));
            }
            _ => return false,
        }
        true
    }

    /// The event that moved the money of a unit: the first such from the unit's first event on.
    pub(crate) fn mover(&self, origin: Place) -> Option<Place> {
        self.money.range(origin..).next().copied().filter(|mover| mover.table == origin.table)
    }

    /// Every accepted slip, with its round.
    pub(crate) fn slips(&self) -> impl Iterator<Item = (RoundId, &Slip)> {
        self.rounds.iter().flat_map(|(id, round)| round.slips.iter().map(|slip| (*id, slip)))
    }

    /// The ruling that was agreed with an event, if it was a correction.
    pub(crate) fn agreed(&self, place: Place) -> Option<&Proposal> {
        self.approvals.get(&place)?.agreed.as_ref()
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
            Happening::RoundVoided { returned, by } => {
                self.voided_by = *by;
                self.finish(place, End::Voided(returned.clone()));
            }
            _ => {}
        }
    }

    fn finish(&mut self, place: Place, end: End) {
        self.close(place, None);
        if self.ends.is_empty() {
            self.ends.push((place, end));
        }
    }

    fn close(&mut self, at: Place, patron: Option<u32>) {
        let open = self.slips.iter_mut().filter(|slip| slip.over.is_none());
        open.filter(|slip| patron.is_none_or(|patron| slip.patron == patron))
            .for_each(|slip| slip.over = Some(at));
    }

    /// What each patron had on each spot in the slips that ended with this event.
    pub(crate) fn ended_by(&self, place: Place) -> Stakes<'_> {
        let mut patrons = Stakes::new();
        for slip in self.slips.iter().filter(|slip| slip.over == Some(place)) {
            let spots = patrons.entry(slip.patron).or_default();
            for wager in &slip.wagers {
                let stake = spots.entry(&wager.spot).or_default();
                stake.all += wager.stake;
                stake.bonus += wager.bonus;
            }
        }
        patrons
    }

    /// What each patron had on each spot when the round ended.
    pub(crate) fn stood(&self) -> Stakes<'_> {
        self.ends.first().map(|(place, _)| self.ended_by(*place)).unwrap_or_default()
    }

    /// Whether it is the event that gave back wagers of this round.
    pub(crate) fn is_clear(&self, place: Place) -> bool {
        self.clears.iter().any(|clear| clear.place == place)
    }

    /// How it stands now.
    pub(crate) fn end(&self) -> Option<&End> {
        self.ends.last().map(|(_, end)| end)
    }
}

impl End {
    /// How a round ends with a correction.
    pub(crate) fn ruled(agreed: &Proposal) -> Self {
        let patrons = agreed.patrons.iter();
        match agreed.ruling {
            Ruling::Void {} => {
                Self::Voided(patrons.map(|own| Returned { patron: own.patron, amount: own.staked }).collect())
            }
            Ruling::Cards { .. } => {
                let settled = |own: &super::ruling::Change| Settlement {
                    patron: own.patron,
                    wagers: own.after.clone(),
                };
                Self::Settled(patrons.map(settled).collect())
            }
        }
    }

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
