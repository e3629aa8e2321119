//! One round at its latest revision, read from its events: its wagers slip by slip, its cards, its settlement, and
//! its proposals. A fold of history, for rounds that a [`Table`](crate::Table) no longer remembers; it decides nothing.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use baccarat::{Card, CoupRecord};

use crate::correction::{Proposal, Ruling};
use crate::event::{Event, RecordedEvent, SettledSpot, VoidReason};
use crate::ids::{PatronId, RequestId, RoundRef, StaffId};
use crate::known::{Known, Passed};
use crate::live::amend::Amended;
use crate::live::event::LiveEvent;
use crate::round_wagers::{PlacedSlip, RoundWagers};
use crate::squeeze::SeenCards;
use crate::wager::SlipKind;

/// A round with its corrections and proposals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    round: RoundRef,
    wagers: RoundWagers,
    known: Known,
    drawn: Vec<Card>,
    passed: Passed,
    cards: SeenCards,
    surplus: Vec<Card>,
    last_seq: u64,
    revision: u16,
    voided: Option<VoidReason>,
    voided_at_first: bool,
    voided_by: Option<StaffId>,
    settled: BTreeMap<PatronId, Vec<SettledSpot>>,
    proposals: BTreeMap<u64, (Proposal, ProposalStatus)>,
}

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalStatus {
    /// It waits for somebody to approve it.
    Open,
    /// It was approved, and the round corrected.
    Approved {
        /// By whom.
        by: StaffId,
    },
    /// It was withdrawn.
    Withdrawn,
    /// Its round was corrected by another one since; it can only be withdrawn.
    Outdated,
}

impl ProposalStatus {
    /// What an event makes of a proposal, and of which one by its number.
    pub const fn decided_by(event: &Event) -> Option<(u64, Self)> {
        match event {
            Event::CorrectionWithdrawn { correction_no, .. } => Some((*correction_no, Self::Withdrawn)),
            Event::RoundCorrected { correction_no, approved_by, .. } => {
                Some((*correction_no, Self::Approved { by: *approved_by }))
            }
            _ => None,
        }
    }

    /// What became of the proposals among these entries of a table, oldest first, by their numbers.
    pub fn among<'a>(entries: impl IntoIterator<Item = &'a RecordedEvent>) -> BTreeMap<u64, Self> {
        let mut proposals: BTreeMap<u64, (RoundRef, Self)> = BTreeMap::new();
        for entry in entries {
            match &entry.event {
                Event::CorrectionProposed(proposal) => {
                    proposals.insert(entry.seq, (proposal.round, Self::Open));
                }
                Event::RoundCorrected { agreed, .. } => {
                    let of_round = proposals.values_mut().filter(|(round, _)| *round == agreed.round);
                    of_round.for_each(|(_, status)| status.outdate());
                }
                _ => {}
            }
            if let Some((correction_no, decided)) = Self::decided_by(&entry.event)
                && let Some((_, status)) = proposals.get_mut(&correction_no)
            {
                *status = decided;
            }
        }
        proposals.into_iter().map(|(correction_no, (_, status))| (correction_no, status)).collect()
    }

    /// Another proposal about the same round was approved.
    fn outdate(&mut self) {
        if *self == Self::Open {
            *self = Self::Outdated;
        }
    }
}

impl RoundRecord {
    /// The round that these events tell of: those of the round in order, then the corrections of it. None when
    /// they do not begin one.
    pub fn of(round: RoundRef, events: &[RecordedEvent]) -> Option<Self> {
        let mut record = Self {
            round,
            wagers: RoundWagers::default(),
            known: Known::Nothing,
            drawn: Vec::new(),
            passed: Passed::default(),
            cards: SeenCards::default(),
            surplus: Vec::new(),
            last_seq: 0,
            revision: 0,
            voided: None,
            voided_at_first: false,
            voided_by: None,
            settled: BTreeMap::new(),
            proposals: BTreeMap::new(),
        };
        for recorded in events {
            record.follow(recorded);
        }
        let begins = events.iter().any(|recorded| recorded.event.begins_round().is_some());
        begins.then_some(record)
    }

    fn follow(&mut self, recorded: &RecordedEvent) {
        self.last_seq = self.last_seq.max(recorded.seq);
        if let Event::RoundCorrected { agreed, .. } = &recorded.event
            && agreed.round == self.round
        {
            self.proposals.values_mut().for_each(|(_, status)| status.outdate());
        }
        if let Some((correction_no, status)) = ProposalStatus::decided_by(&recorded.event)
            && let Some((_, known)) = self.proposals.get_mut(&correction_no)
        {
            *known = status;
        }
        match &recorded.event {
            Event::SlipAccepted { patron, slip_id, wagers, replaced } => {
                let (slip_id, kind, wagers) = (*slip_id, SlipKind::of(*replaced), wagers.clone());
                self.wagers.accept(recorded.seq, *patron, PlacedSlip { slip_id, kind, wagers });
            }
            Event::WagersCleared { patron, request_id, .. } => self.wagers.take_back(*patron, *request_id),
            Event::CardDrawn { card, face_down, .. } => {
                self.drawn.push(*card);
                self.cards.fall(*card, *face_down);
            }
            Event::CardsRevealed { slots, .. } => self.cards.show(slots),
            Event::Live(LiveEvent::CardAmended { slot, to, .. }) => {
                let amended = Amended::of(self.cards.all(), *slot, *to);
                self.drawn = amended.map(|amended| amended.cards()).unwrap_or_default();
                self.cards.replace(self.drawn.clone());
            }
            Event::Live(event) => {
                if let Some(card) = self.passed.follow(recorded.seq, event) {
                    self.surplus.push(card);
                }
            }
            Event::RoundSettled { revision, patrons } => {
                self.revision = *revision;
                self.settled = patrons.iter().map(|own| (own.patron, own.wagers.clone())).collect();
            }
            Event::RoundVoided { reason, by, .. } => {
                (self.revision, self.voided, self.voided_at_first) = (1, Some(*reason), true);
                self.voided_by = *by;
            }
            Event::CorrectionProposed(proposal) if proposal.round == self.round => {
                self.proposals.insert(recorded.seq, (proposal.clone(), ProposalStatus::Open));
            }
            Event::RoundCorrected { agreed, .. } if agreed.round == self.round => self.correct(agreed),
            _ => {}
        }
    }

    fn correct(&mut self, agreed: &Proposal) {
        self.revision = agreed.revision;
        self.voided = agreed.voided();
        self.cards.replace(agreed.cards_after().to_vec());
        // What was burned since the proposal is not in it.
        let since = self.surplus.split_off(agreed.surplus_before.len().min(self.surplus.len()));
        self.surplus = [agreed.surplus_after(), &since].concat();
        let settled = agreed.patrons.iter().filter(|own| !own.after.is_empty());
        self.settled = settled.map(|own| (own.patron, own.after.clone())).collect();
    }

    /// The same round, where this is known of the cards of its shoe.
    #[must_use]
    pub fn with_known(self, known: Known) -> Self {
        Self { known, ..self }
    }

    /// What is known of the cards of its shoe beside these events.
    pub const fn known(&self) -> Known {
        self.known
    }

    /// Whether a ruling names other cards than the order of a shuffled shoe gave the round.
    pub fn is_off_order(&self, ruling: &Ruling) -> bool {
        self.known == Known::Order && matches!(ruling, Ruling::Cards { cards, .. } if *cards != self.drawn)
    }

    /// Its cards as they were dealt, before any correction.
    pub fn drawn(&self) -> &[Card] {
        &self.drawn
    }

    /// Its cards as a device read them, where others are true since; none otherwise. A void leaves them as they are.
    pub fn read_otherwise(&self) -> &[Card] {
        let is_other = self.known == Known::Readings && self.drawn != self.cards.all();
        if is_other { &self.drawn } else { &[] }
    }

    /// The cards that it was dealt, if they make a coup and do not stand: a correction can bring them back.
    pub fn may_go_back_to(&self) -> Option<&[Card]> {
        let stands = self.voided.is_none() && self.cards.all() == self.drawn;
        let is_coup = || CoupRecord { cards: self.drawn.clone() }.into_coup(u8::MAX).is_ok();
        (!stands && is_coup()).then_some(&*self.drawn)
    }

    /// How many cards came out of the shoe with the round, at least and at most: a card that passed unseen may be one
    /// that the round lacks.
    pub fn out(&self) -> RangeInclusive<usize> {
        self.passed.beside(self.drawn.len())
    }

    /// The cards that came out beside those of the round and are known, after corrections.
    pub fn surplus(&self) -> &[Card] {
        &self.surplus
    }

    /// The number of the latest event that it was read from.
    pub const fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// The round.
    pub const fn round(&self) -> RoundRef {
        self.round
    }

    /// Its wagers, slip by slip.
    pub const fn wagers(&self) -> &RoundWagers {
        &self.wagers
    }

    /// Its cards as they stand now, corrected or not, in deal order; while the round is under way, up to the first one
    /// that lies face down.
    pub fn cards(&self) -> &[Card] {
        self.cards.seen()
    }

    /// How many times it was settled or voided; 0 while it is under way.
    pub const fn revision(&self) -> u16 {
        self.revision
    }

    /// Why it does not count, if it does not.
    pub const fn voided(&self) -> Option<VoidReason> {
        self.voided
    }

    /// Whether it ended without a settlement; a correction may have settled it since.
    pub const fn was_voided_at_first(&self) -> bool {
        self.voided_at_first
    }

    /// The supervisor who voided it while it was under way, if one did.
    pub const fn voided_by(&self) -> Option<StaffId> {
        self.voided_by
    }

    /// What a patron's wagers came to, one line a spot; empty when the round is void.
    pub fn settled(&self, patron: PatronId) -> &[SettledSpot] {
        self.settled.get(&patron).map_or(&[], Vec::as_slice)
    }

    /// A proposal about this round, by the number of its event, and its status.
    pub fn proposal(&self, correction_no: u64) -> Option<(&Proposal, ProposalStatus)> {
        self.proposals.get(&correction_no).map(|(proposal, status)| (proposal, *status))
    }

    /// The proposal about this round with this request id: its number, and its status.
    pub fn proposed_as(&self, request_id: RequestId) -> Option<(u64, &Proposal, ProposalStatus)> {
        self.proposals().find(|(_, proposal, _)| proposal.request_id == Some(request_id))
    }

    /// Every proposal about this round, by number.
    pub fn proposals(&self) -> impl Iterator<Item = (u64, &Proposal, ProposalStatus)> {
        self.proposals.iter().map(|(no, (proposal, status))| (*no, proposal, *status))
    }
}
