//! What an event does to a table. Pure and total: all judging was done in [`decide`](crate::decide::decide).
//!
//! An event that could not have happened to this table changes as little as its words allow.

use baccarat::{Deal, Step};

use crate::book::{Book, BookedSlip};
use crate::correction::Proposal;
use crate::event::{Event, PatronSettlement, RecordedEvent, Returned, VoidReason};
use crate::ids::{PatronId, RoundRef};
use crate::phase::{Phase, RoundEnd};
use crate::settle::sums;
use crate::state::Table;
use crate::view::{Burned, OwnResult};

impl Table {
    /// Makes the event part of this table.
    pub fn apply(&mut self, recorded: &RecordedEvent) {
        self.seq = recorded.seq;
        if recorded.event.is_public() {
            self.public_seq = recorded.seq;
        }
        if recorded.event.is_step() {
            self.since = recorded.at;
        }
        match &recorded.event {
            Event::ShoeOpened { shoe_no, .. } => self.open_shoe(*shoe_no),
            Event::CardsBurned { first, face_down } => {
                // A burn is checked against the shoe when it is decided.
                let _ = first.map(|card| self.shoe.see(card));
                let _ = self.shoe.burn(*face_down);
                self.burned = Some(Burned { first: *first, face_down: *face_down });
                self.phase = Phase::Shuffling { burned: true };
            }
            Event::BettingOpened { closes_at, .. } => {
                self.shoe.begin_round();
                self.book = Book::default();
                self.phase = Phase::Betting { closes_at: *closes_at };
            }
            Event::SlipAccepted { patron, slip_id, wagers } => {
                self.book.accept(*patron, BookedSlip { slip_id: *slip_id, wagers: wagers.clone() });
            }
            Event::WagersCleared { patron, request_id, .. } => self.book.take_back(*patron, *request_id),
            Event::BettingClosed => self.phase = Phase::Closed,
            Event::CardDrawn { card } => {
                // A card is checked against the shoe when it is decided.
                let _ = self.shoe.see(*card);
                self.phase = match self.deal().draw(*card) {
                    Step::More(deal) => Phase::Dealing { deal },
                    Step::Done(coup) => Phase::Settled { end: RoundEnd::Coup(coup) },
                };
            }
            Event::RoundSettled { patrons, .. } => self.settle_round(patrons),
            Event::RoundVoided { reason, returned, .. } => self.void_round(*reason, returned),
            Event::CorrectionProposed(_) | Event::CorrectionWithdrawn { .. } => {}
            Event::RoundCorrected { agreed, .. } => self.correct_round(agreed),
        }
    }

    /// The deal under way; a new one before the first card.
    pub(crate) fn deal(&self) -> Deal {
        match &self.phase {
            Phase::Dealing { deal } => deal.clone(),
            _ => Deal::new(),
        }
    }

    fn open_shoe(&mut self, shoe_no: u32) {
        let rules = &self.settings.rules;
        self.phase = Phase::Shuffling { burned: rules.burn == baccarat::Burn::None };
        self.shoe_no = shoe_no;
        self.shoe = rules.new_shoe();
        self.burned = None;
        self.beads.clear();
        self.results.clear();
        self.book = Book::default();
    }

    fn settle_round(&mut self, patrons: &[PatronSettlement]) {
        if let Phase::Settled { end } = &self.phase {
            self.beads.extend(end.bead().map(|bead| (self.shoe.rounds(), bead)));
        }
        for settlement in patrons {
            let (staked, paid) = sums(&settlement.wagers);
            self.remember(settlement.patron, |result| {
                result.wagers.clone_from(&settlement.wagers);
                (result.staked, result.paid) = (staked, paid);
            });
        }
        self.book = Book::default();
    }

    fn void_round(&mut self, reason: VoidReason, returned: &[Returned]) {
        for Returned { patron, amount } in returned {
            self.remember(*patron, |result| {
                (result.staked, result.paid) = (*amount, *amount);
                result.voided = Some(reason);
            });
        }
        self.book = Book::default();
        self.phase = Phase::Settled { end: RoundEnd::Void { reason, cards: self.phase.cards() } };
    }

    /// Makes a correction part of what this table remembers: rounds of its present shoe.
    fn correct_round(&mut self, agreed: &Proposal) {
        let RoundRef { shoe_no, round_no } = agreed.round;
        if shoe_no != self.shoe_no {
            return;
        }
        self.shoe.amend(&agreed.cards_before, agreed.cards_after());
        let Some(end) = agreed.end() else { return };
        self.beads.remove(&round_no);
        self.beads.extend(end.bead().map(|bead| (round_no, bead)));
        if self.round() == Some(agreed.round) && matches!(self.phase, Phase::Settled { .. }) {
            self.phase = Phase::Settled { end };
        }
        for own in &agreed.patrons {
            if let Some(result) = self.results.get_mut(&own.patron).filter(|own| own.round == agreed.round) {
                result.wagers.clone_from(&own.after);
                (result.staked, result.paid) = (own.staked, own.paid_after());
                (result.voided, result.revision) = (agreed.voided(), agreed.revision);
            }
        }
    }

    fn remember(&mut self, patron: PatronId, fill: impl FnOnce(&mut OwnResult)) {
        let Some(round) = self.round() else { return };
        let placed = self.book.of(patron).map(crate::book::PatronBook::placed).unwrap_or_default();
        let mut result = OwnResult { placed, ..OwnResult::of(round) };
        fill(&mut result);
        self.results.insert(patron, result);
    }
}
