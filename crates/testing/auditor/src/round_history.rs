//! The events of all tables as rounds: the slips they took, what went back, how they ended and were corrected. A plain
//! fold that judges nothing: a history in which a law finds a flaw is folded as far as possible.

use std::collections::{BTreeMap, BTreeSet};

use crate::coup::{Coup, player_draws};
use crate::event::{Change, Proposal, Replaced, Returned, Ruling, Settlement, SpotResult, TableEvent, Wager};
use crate::ids::{EventId, RoundId};
use crate::live_event::LiveEvent;
use crate::observations::SlipKind;
use crate::record::{Event, Purse};

/// All rounds that began, and what supervisors did about them.
#[derive(Debug, Default)]
pub struct RoundHistory {
    /// The rounds by table, shoe and number.
    pub rounds: BTreeMap<RoundId, Round>,
    /// By the event that made them, which names the correction.
    pub(crate) proposals: BTreeMap<EventId, Proposal>,
    /// By the event that withdrew the proposal or corrected the round.
    pub(crate) decisions: BTreeMap<EventId, Decision>,
    /// The events that moved money.
    moved_money: BTreeSet<EventId>,
}

/// What a supervisor decided about a proposal.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) correction: EventId,
    pub(crate) round: RoundId,
    pub(crate) by: u32,
    /// The proposal, if this is its approval.
    pub(crate) agreed: Option<Proposal>,
}

/// One round.
#[derive(Debug, Default)]
pub struct Round {
    /// When betting closes at the earliest.
    pub(crate) closes_at: i64,
    /// The cards as they were dealt.
    pub cards: Vec<String>,
    /// The slips that were accepted.
    pub slips: Vec<Slip>,
    /// The wagers that were taken back.
    pub clears: Vec<Clear>,
    /// How it ended, and then every correction, in order: the revisions of the round from 1.
    pub ends: Vec<End>,
    /// The supervisor who voided it while it was under way.
    pub(crate) voided_by: Option<u32>,
}

/// An accepted slip.
#[derive(Debug)]
pub struct Slip {
    pub(crate) event: EventId,
    /// The patron.
    pub patron: u32,
    /// The id that the patron made for it, as 32 hex digits.
    pub id: String,
    pub(crate) wagers: Vec<Wager>,
    /// What it replaced, if it did.
    pub(crate) replaced: Option<Replaced>,
    /// The event that cleared, replaced, settled or voided it.
    pub(crate) ended_by: Option<EventId>,
}

impl Slip {
    /// What it did about the wagers before it.
    pub(crate) const fn kind(&self) -> SlipKind {
        match self.replaced {
            None => SlipKind::Adds,
            Some(Replaced { undo: false, .. }) => SlipKind::Replaces,
            Some(Replaced { undo: true, .. }) => SlipKind::Undoes,
        }
    }

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
pub struct Clear {
    pub(crate) event: EventId,
    pub(crate) patron: u32,
    pub(crate) request_id: Option<String>,
    pub(crate) returned: i64,
}

/// How a round ended, as one revision has it.
#[derive(Clone, Debug)]
pub struct End {
    pub(crate) event: EventId,
    /// The cards as they stand.
    pub cards: Vec<String>,
    /// What it paid or gave back.
    pub outcome: Outcome,
}

/// What a round paid or gave back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every patron's wagers are settled.
    Settled(Vec<Settlement>),
    /// Every stake went back.
    Voided {
        /// Why.
        reason: String,
        /// What went back to each patron.
        returned: Vec<Returned>,
    },
}

/// What a patron has on a spot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stake {
    pub(crate) all: i64,
    pub(crate) bonus: i64,
}

impl Stake {
    const fn of(wager: &Wager) -> Self {
        Self { all: wager.stake, bonus: wager.bonus }
    }

    pub(crate) const fn from(self, purse: Purse) -> i64 {
        match purse {
            Purse::Cash => self.all - self.bonus,
            Purse::Bonus => self.bonus,
        }
    }
}

/// What a patron has on all spots together.
pub(crate) fn staked(spots: &BTreeMap<&str, Stake>) -> i64 {
    spots.values().map(|stake| stake.all).sum()
}

/// What patrons have on each spot.
pub(crate) type Stakes<'a> = BTreeMap<u32, BTreeMap<&'a str, Stake>>;

impl RoundHistory {
    pub(crate) fn of(events: &[Event]) -> Self {
        let mut history = Self::default();
        let mut round = RoundId::default();
        for event in events {
            if event.id.table != round.table {
                round = RoundId { table: event.id.table, ..RoundId::default() };
            }
            match &event.what {
                TableEvent::ShoeOpened { shoe_no, .. } => (round.shoe_no, round.round_no) = (*shoe_no, 0),
                what => round.round_no = what.begins_round().unwrap_or(round.round_no),
            }
            if event.what.moves_money() {
                history.moved_money.insert(event.id);
            }
            if !history.follow_correction(event) && round.round_no > 0 {
                history.rounds.entry(round).or_default().follow(event);
            }
        }
        history
    }

    /// Takes in an event about an earlier round; answers whether it is one.
    fn follow_correction(&mut self, event: &Event) -> bool {
        let table = event.id.table;
        let mut decide = |no: u64, round: RoundId, by: u32, agreed: Option<Proposal>| {
            let correction = EventId { table, seq: no };
            self.decisions.insert(event.id, Decision { correction, round, by, agreed });
        };
        match &event.what {
            TableEvent::CorrectionProposed(proposal) => {
                self.proposals.insert(event.id, proposal.clone());
            }
            TableEvent::CorrectionWithdrawn { correction_no, round, by } => {
                decide(*correction_no, round.at(table), *by, None);
            }
            TableEvent::RoundCorrected { correction_no, approved_by, agreed } => {
                let id = agreed.round.at(table);
                decide(*correction_no, id, *approved_by, Some(agreed.clone()));
                let round = self.rounds.entry(id).or_default();
                let cards = agreed.ruling.cards().unwrap_or(round.cards_now()).clone();
                round.ends.push(End { event: event.id, cards, outcome: Outcome::ruled(agreed) });
            }
            _ => return false,
        }
        true
    }

    /// Whether it is the event of a correction.
    pub(crate) fn corrects(&self, event: EventId) -> bool {
        self.decisions.get(&event).is_some_and(|decision| decision.agreed.is_some())
    }

    /// The event that moved the money of a unit: the first that moves money, from the unit's first event on.
    pub(crate) fn mover(&self, origin: EventId) -> Option<EventId> {
        self.moved_money.range(origin..).next().copied().filter(|mover| mover.table == origin.table)
    }

    /// Every accepted slip, with its round.
    pub(crate) fn slips(&self) -> impl Iterator<Item = (RoundId, &Slip)> {
        self.rounds.iter().flat_map(|(id, round)| round.slips.iter().map(|slip| (*id, slip)))
    }
}

/// Puts a card of a deal under way right. The coup ends where its cards make one.
fn amend(cards: &mut Vec<String>, slot: &str, to: &str) {
    let third_of_player = matches!(cards.as_slice(), [p1, _, p2, _, ..] if player_draws(p1, p2));
    let third = if slot == "B3" && third_of_player { 5 } else { 4 };
    let place = ["P1", "B1", "P2", "B2"].iter().position(|known| *known == slot).unwrap_or(third);
    cards.iter_mut().skip(place).take(1).for_each(|card| to.clone_into(card));
    let whole = (4..cards.len()).find(|count| Coup::of(&cards[..*count]).is_ok());
    cards.truncate(whole.unwrap_or(cards.len()));
}

impl Round {
    fn follow(&mut self, event: &Event) {
        match &event.what {
            TableEvent::BettingOpened { closes_at, .. } => self.closes_at = *closes_at,
            TableEvent::SlipAccepted { patron, slip_id, wagers, replaced } => {
                if replaced.is_some() {
                    self.end_slips(event.id, Some(*patron));
                }
                let (patron, id, wagers, replaced) = (*patron, slip_id.clone(), wagers.clone(), *replaced);
                self.slips.push(Slip { event: event.id, patron, id, wagers, replaced, ended_by: None });
            }
            TableEvent::WagersCleared { patron, request_id, returned } => {
                self.end_slips(event.id, Some(*patron));
                let (patron, request_id, returned) = (*patron, request_id.clone(), *returned);
                self.clears.push(Clear { event: event.id, patron, request_id, returned });
            }
            TableEvent::CardDrawn { card, .. } => self.cards.push(card.clone()),
            TableEvent::Live(LiveEvent::CardAmended { slot, to, .. }) => amend(&mut self.cards, slot, to),
            TableEvent::RoundSettled { patrons, .. } => {
                self.end(event.id, Outcome::Settled(patrons.clone()));
            }
            TableEvent::RoundVoided { reason, returned, by } => {
                self.voided_by = *by;
                let (reason, returned) = (reason.clone(), returned.clone());
                self.end(event.id, Outcome::Voided { reason, returned });
            }
            _ => {}
        }
    }

    fn end(&mut self, event: EventId, outcome: Outcome) {
        self.end_slips(event, None);
        if self.ends.is_empty() {
            self.ends.push(End { event, cards: self.cards.clone(), outcome });
        }
    }

    fn end_slips(&mut self, event: EventId, patron: Option<u32>) {
        let open = self.slips.iter_mut().filter(|slip| slip.ended_by.is_none());
        open.filter(|slip| patron.is_none_or(|patron| slip.patron == patron))
            .for_each(|slip| slip.ended_by = Some(event));
    }

    /// What each patron has on each spot, or had when the round ended: all stakes that were not taken back.
    pub(crate) fn final_stakes(&self) -> Stakes<'_> {
        let mut patrons = Stakes::new();
        let taken_back = |slip: &Slip| slip.ended_by.is_some_and(|event| self.gave_back(event));
        for slip in self.slips.iter().filter(|slip| !slip.wagers.is_empty() && !taken_back(slip)) {
            let spots = patrons.entry(slip.patron).or_default();
            for wager in &slip.wagers {
                let stake = spots.entry(&wager.spot).or_default();
                stake.all += wager.stake;
                stake.bonus += wager.bonus;
            }
        }
        patrons
    }

    /// Whether it is an event that gave back wagers of this round: a clear, or a slip that replaced them.
    pub(crate) fn gave_back(&self, event: EventId) -> bool {
        let replaced = |slip: &Slip| slip.event == event && slip.replaced.is_some();
        self.clears.iter().any(|clear| clear.event == event) || self.slips.iter().any(replaced)
    }

    /// How it ended, at its latest revision; none while it is under way.
    pub fn end_now(&self) -> Option<&End> {
        self.ends.last()
    }

    /// How it ended, as that revision has it.
    pub(crate) fn end_as(&self, revision: u16) -> Option<&End> {
        self.ends.get(usize::from(revision).checked_sub(1)?)
    }

    /// The cards as they stand now.
    pub fn cards_now(&self) -> &Vec<String> {
        self.end_now().map_or(&self.cards, |end| &end.cards)
    }
}

impl Outcome {
    /// What a round pays or gives back with a correction.
    pub(crate) fn ruled(proposal: &Proposal) -> Self {
        let patrons = proposal.patrons.iter();
        match &proposal.ruling {
            Ruling::Void { reason } => {
                let back = |own: &Change| Returned { patron: own.patron, amount: own.staked };
                Self::Voided { reason: reason.clone(), returned: patrons.map(back).collect() }
            }
            Ruling::Cards { .. } => {
                let settled = |own: &Change| Settlement { patron: own.patron, wagers: own.after.clone() };
                Self::Settled(patrons.map(settled).collect())
            }
        }
    }

    /// Whether the round does not count.
    pub const fn is_void(&self) -> bool {
        matches!(self, Self::Voided { .. })
    }

    /// What the round paid or gave back to each patron.
    pub(crate) fn paid(&self) -> BTreeMap<u32, i64> {
        match self {
            Self::Settled(patrons) => {
                let paid = |own: &Settlement| own.wagers.iter().map(|result| result.payout).sum();
                patrons.iter().map(|own| (own.patron, paid(own))).collect()
            }
            Self::Voided { returned, .. } => returned.iter().map(|own| (own.patron, own.amount)).collect(),
        }
    }

    /// The results of a patron, by spot; none if the round is void or the patron had no wagers.
    pub(crate) fn results(&self, patron: u32) -> Option<Vec<SpotResult>> {
        let Self::Settled(patrons) = self else { return None };
        let mut results = patrons.iter().find(|own| own.patron == patron)?.wagers.clone();
        results.sort();
        Some(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_put_right_lies_where_its_name_says() {
        for (before, slot, to, after) in [
            ("2c 7c Qs 3s Ah Jh", "B3", "Kd", "2c 7c Qs 3s Ah Kd"),
            ("2c 7c Qs 3s Ah Jh", "P3", "Kd", "2c 7c Qs 3s Kd Jh"),
            ("6h 2d Ks 3c 4s", "B3", "9s", "6h 2d Ks 3c 9s"),
            ("2c 7c Qs 3s Ah Jh", "P1", "9c", "9c 7c Qs 3s"),
            ("2c 7c", "B1", "9c", "2c 9c"),
        ] {
            let mut cards: Vec<String> = before.split(' ').map(str::to_owned).collect();
            amend(&mut cards, slot, to);
            assert_eq!(cards.join(" "), after, "{slot} of {before}");
        }
    }
}
