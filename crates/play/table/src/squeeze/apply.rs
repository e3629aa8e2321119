//! What falls face down at a table, and what is shown. Here an event only has to follow from what happened before it.

use baccarat::{Card, Shoe, ShoeError, Step};

use crate::ids::Timestamp;
use crate::live::reading::Slot;
use crate::misfit::ensure;
use crate::phase::{Phase, RoundEnd};
use crate::squeeze::state::Squeeze;
use crate::squeeze::terms::RevealedBy;
use crate::state::Table;

impl Table {
    /// Whether the next card of the round falls face down.
    pub(crate) fn falls_face_down(&self) -> bool {
        self.squeeze.as_ref().is_some_and(|squeeze| squeeze.falls_face_down(&self.deal()))
    }

    /// Whether cards lie face down that were not shown.
    pub(crate) fn hides_cards(&self) -> bool {
        self.squeeze.as_ref().is_some_and(|squeeze| squeeze.hidden().next().is_some())
    }

    /// Whether no card is wanted before cards are shown that lie face down.
    pub fn waits_for_reveal(&self) -> bool {
        self.hides_cards() && self.squeeze.as_ref().is_some_and(Squeeze::is_turned)
    }

    /// The shoe with a card that comes out of it face up, or face down. Its copies are counted with those that lie face
    /// down; a card that falls face down is out, and not seen.
    pub(crate) fn shoe_after(&self, card: Card, face_down: bool) -> Result<Shoe, ShoeError> {
        if let Some(squeeze) = &self.squeeze {
            squeeze.seen_in(&self.shoe)?.see(card)?;
        }
        let mut shoe = self.shoe.clone();
        if face_down { shoe.burn(1) } else { shoe.see(card) }?;
        Ok(shoe)
    }

    /// Lets a card fall in a round whose cards are turned.
    pub(crate) fn fall(&mut self, card: Card, face_down: bool, at: Timestamp) {
        let deal = self.deal();
        if let Some(squeeze) = &mut self.squeeze {
            squeeze.fall(&deal, card, face_down, at);
            self.live.turn.clear();
            self.phase = self.squeezed_phase();
        }
    }

    pub(crate) fn show(&mut self, slots: &[Slot], by: RevealedBy) -> Result<(), &'static str> {
        let mut squeeze = self.squeeze.clone().ok_or("no card of the round lies face down")?;
        let voided = matches!(self.phase, Phase::Settled { .. });
        ensure(
            !slots.is_empty() && voided == (by == RevealedBy::Void),
            "no card is shown, or without a reason",
        )?;
        ensure(squeeze.is_turned() || voided || by == RevealedBy::Finding, "the four cards do not lie")?;
        let mut shoe = self.shoe.clone();
        for slot in slots {
            let card = squeeze.turn(*slot).ok_or("no card lies face down there")?;
            ensure(shoe.turn_over(card).is_ok(), "the shoe does not hold this card")?;
        }
        (self.shoe, self.squeeze) = (shoe, Some(squeeze));
        self.live.turn = slots.to_vec();
        match (&mut self.phase, &self.squeeze) {
            (Phase::Settled { end: RoundEnd::Void { cards, .. } }, Some(squeeze)) => *cards = squeeze.cards(),
            _ => self.phase = self.squeezed_phase(),
        }
        self.forget_squeeze();
        Ok(())
    }

    /// Forgets who turned the cards of a round that is over, once all of them are shown.
    pub(crate) fn forget_squeeze(&mut self) {
        let shown = !self.hides_cards();
        self.squeeze.take_if(|_| shown && !self.phase.round_under_way());
    }

    fn squeezed_phase(&self) -> Phase {
        match self.squeeze.as_ref().map(Squeeze::step) {
            _ if self.hides_cards() => Phase::Squeezing { shown: self.shown_cards() },
            Some(Step::More(deal)) => Phase::Dealing { deal },
            Some(Step::Done(coup)) => Phase::Complete { coup },
            None => self.phase.clone(),
        }
    }

    /// The cards of the round under way in deal order, those that lie face down included. For the house alone.
    pub fn true_cards(&self) -> Vec<Card> {
        self.squeeze.as_ref().map_or_else(|| self.phase.cards(), Squeeze::cards)
    }

    /// The card that lies face down there. For the house alone.
    pub fn hidden_card(&self, slot: Slot) -> Option<(usize, Card)> {
        let squeeze = self.squeeze.as_ref()?;
        let place = squeeze.shown().iter().position(|shown| shown.slot == slot)?;
        squeeze.hidden_at(slot).map(|card| (place, card))
    }
}
