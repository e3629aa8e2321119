//! The events of all tables as rounds: which slips they took, what went back, how they ended. A plain fold; it
//! judges nothing, and a history that another law finds fault with folds as well as it can.

use std::collections::BTreeMap;

use super::happening::{Difference, Happening, Line, Proposal, Returned, Ruling, Settlement, Wager};
use super::record::{Event, Record, RoundId};

/// All rounds that began.
#[derive(Debug, Default)]
pub(crate) struct Story {
    pub(crate) rounds: BTreeMap<RoundId, Round>,
}

/// One round.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) closes_at: i64,
    pub(crate) cards: Vec<String>,
    pub(crate) slips: Vec<Slip>,
    pub(crate) clears: Vec<Clear>,
    /// The supervisor who voided it while it was under way.
    pub(crate) voided_by: Option<u32>,
    /// One for each revision, in order; none while it is under way.
    pub(crate) ends: Vec<End>,
}

/// An accepted slip.
#[derive(Debug)]
pub(crate) struct Slip {
    pub(crate) patron: u32,
    pub(crate) id: String,
    pub(crate) wagers: Vec<Wager>,
    /// Whether the patron took it back.
    pub(crate) taken_back: bool,
}

impl Slip {
    pub(crate) fn staked(&self) -> i64 {
        self.wagers.iter().map(|wager| wager.stake).sum()
    }

    /// How much of it is bonus money.
    pub(crate) fn bonus(&self) -> i64 {
        self.wagers.iter().map(|wager| wager.bonus).sum()
    }
}

/// Wagers that a patron took back.
#[derive(Debug)]
pub(crate) struct Clear {
    pub(crate) patron: u32,
    pub(crate) request_id: Option<String>,
    pub(crate) returned: i64,
    /// What the slips came to that it took back.
    pub(crate) staked: i64,
    /// How much of that was bonus money.
    pub(crate) bonus: i64,
}

/// How a round ended, as one revision has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// 1 for the first end, one more for each correction.
    pub(crate) revision: u16,
    pub(crate) cards: Vec<String>,
    pub(crate) outcome: Ending,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Settled(Vec<Settlement>),
    Voided { reason: String, returned: Vec<Returned> },
}

impl End {
    /// The end that a correction makes.
    pub(super) fn of(agreed: &Proposal) -> Self {
        let (cards, outcome) = match &agreed.ruling {
            Ruling::Void { reason } => {
                let back = |each: &Difference| Returned { patron: each.patron, amount: each.staked };
                let returned = agreed.patrons.iter().map(back).collect();
                (agreed.cards_before.clone(), Ending::Voided { reason: reason.clone(), returned })
            }
            Ruling::Cards { cards } => {
                let now = |each: &Difference| Settlement { patron: each.patron, wagers: each.after.clone() };
                (cards.clone(), Ending::Settled(agreed.patrons.iter().map(now).collect()))
            }
        };
        Self { revision: agreed.revision, cards, outcome }
    }

    /// The lines of a patron, by spot, or what came back; none for one without wagers.
    pub(crate) fn for_patron(&self, patron: u32) -> Option<Result<Vec<Line>, i64>> {
        match &self.outcome {
            Ending::Settled(patrons) => patrons.iter().find(|each| each.patron == patron).map(|each| {
                let mut lines = each.wagers.clone();
                lines.sort();
                Ok(lines)
            }),
            Ending::Voided { returned, .. } => {
                returned.iter().find(|each| each.patron == patron).map(|each| Err(each.amount))
            }
        }
    }
}

impl Story {
    pub(crate) fn of(record: &Record) -> Self {
        let mut story = Self::default();
        for (table, events) in &record.events {
            let mut at = RoundId { table: *table, ..RoundId::default() };
            for event in events {
                match &event.what {
                    Happening::ShoeOpened { shoe_no, .. } => (at.shoe_no, at.round_no) = (*shoe_no, 0),
                    Happening::BettingOpened { round_no, .. } => at.round_no = *round_no,
                    _ => {}
                }
                if let Happening::RoundCorrected { agreed, .. } = &event.what {
                    story.rounds.entry(agreed.round(*table)).or_default().ends.push(End::of(agreed));
                } else if at.round_no > 0 {
                    story.rounds.entry(at).or_default().follow(event);
                }
            }
        }
        story
    }
}

impl Round {
    fn follow(&mut self, event: &Event) {
        match &event.what {
            Happening::BettingOpened { closes_at, .. } => self.closes_at = *closes_at,
            Happening::SlipAccepted { patron, slip_id, wagers } => self.slips.push(Slip {
                patron: *patron,
                id: slip_id.clone(),
                wagers: wagers.clone(),
                taken_back: false,
            }),
            Happening::WagersCleared { patron, request_id, returned } => {
                let (mut staked, mut bonus) = (0, 0);
                for slip in self.slips.iter_mut().filter(|slip| slip.patron == *patron && !slip.taken_back) {
                    slip.taken_back = true;
                    staked += slip.staked();
                    bonus += slip.bonus();
                }
                let (patron, request_id, returned) = (*patron, request_id.clone(), *returned);
                self.clears.push(Clear { patron, request_id, returned, staked, bonus });
            }
            Happening::CardDrawn { card } => self.cards.push(card.clone()),
            Happening::RoundSettled { revision, patrons } => {
                self.end(*revision, Ending::Settled(patrons.clone()));
            }
            Happening::RoundVoided { reason, returned, by } => {
                self.voided_by = *by;
                self.end(1, Ending::Voided { reason: reason.clone(), returned: returned.clone() });
            }
            Happening::ShoeOpened { .. }
            | Happening::CardsBurned { .. }
            | Happening::BettingClosed
            | Happening::CorrectionProposed(_)
            | Happening::CorrectionWithdrawn { .. }
            | Happening::RoundCorrected { .. } => {}
        }
    }

    fn end(&mut self, revision: u16, outcome: Ending) {
        self.ends.push(End { revision, cards: self.cards.clone(), outcome });
    }

    /// How it ended, as it stands now.
    pub(crate) fn end_now(&self) -> Option<&End> {
        self.ends.last()
    }

    /// How it ended, as that revision has it.
    pub(crate) fn end_as(&self, revision: u16) -> Option<&End> {
        self.ends.iter().find(|end| end.revision == revision)
    }

    /// How much of what a patron has standing on a spot is bonus money.
    pub(crate) fn bonus_on(&self, patron: u32, spot: &str) -> i64 {
        let slips = self.slips.iter().filter(|slip| slip.patron == patron && !slip.taken_back);
        slips.flat_map(|slip| &slip.wagers).filter(|wager| wager.spot == spot).map(|wager| wager.bonus).sum()
    }

    /// What each patron has standing on each spot.
    pub(crate) fn standing(&self) -> BTreeMap<u32, BTreeMap<&str, i64>> {
        let mut patrons = BTreeMap::<u32, BTreeMap<&str, i64>>::new();
        for slip in self.slips.iter().filter(|slip| !slip.taken_back) {
            let spots = patrons.entry(slip.patron).or_default();
            for wager in &slip.wagers {
                *spots.entry(&wager.spot).or_default() += wager.stake;
            }
        }
        patrons
    }
}
