//! The cards of a round in which somebody turns them, and which of them lie face down. Private to the table.

use core::fmt;

use baccarat::{BySide, Card, Deal, Shoe, ShoeError, Side, Step};

use crate::ids::{PatronId, Timestamp};
use crate::live::reading::Slot;
use crate::squeeze::shown::ShownCard;
use crate::squeeze::terms::{HeldRound, SqueezeTerms};

/// How many cards lie before the first of them is turned.
const PAIRS: usize = 4;

/// A round in which somebody turns cards. Nothing prints a card of it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Squeeze {
    terms: SqueezeTerms,
    /// Who turns the cards of each side: who held it at first, and has not left.
    holders: BySide<Option<PatronId>>,
    cards: Vec<Lying>,
    /// When the last card fell face down.
    since: Timestamp,
    /// Where a card falls face up, because people looked at it.
    open: Vec<Slot>,
    /// Whether no card falls face down any more.
    plain: bool,
}

/// A card of the round.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lying {
    card: Card,
    slot: Slot,
    side: Side,
    hidden: bool,
}

impl Squeeze {
    pub(crate) const fn begin(held: &HeldRound) -> Self {
        Self {
            terms: held.terms,
            holders: held.holders(),
            cards: Vec::new(),
            since: Timestamp(0),
            open: Vec::new(),
            plain: false,
        }
    }

    /// Who turns the cards of each side.
    pub(crate) const fn holders(&self) -> BySide<Option<PatronId>> {
        self.holders
    }

    /// The cards of the round, in deal order, those face down included.
    pub(crate) fn cards(&self) -> Vec<Card> {
        self.cards.iter().map(|lying| lying.card).collect()
    }

    /// The deal, or the coup that the cards make.
    pub(crate) fn step(&self) -> Step {
        self.cards.iter().fold(Step::More(Deal::new()), |step, lying| match step {
            Step::More(deal) => deal.draw(lying.card),
            done @ Step::Done(_) => done,
        })
    }

    /// Whether the four cards lie, so that they are turned.
    pub(crate) fn is_turned(&self) -> bool {
        self.cards.len() >= PAIRS
    }

    /// Whether the next card of this deal falls face down.
    pub(crate) fn falls_face_down(&self, deal: &Deal) -> bool {
        let held = !self.is_turned() || self.holders.get(deal.next_side()).is_some();
        held && !self.plain && !self.open.contains(&Slot::next(deal))
    }

    /// Lets the next card of the round fall.
    pub(crate) fn fall(&mut self, deal: &Deal, card: Card, hidden: bool, at: Timestamp) {
        self.cards.push(Lying { card, slot: Slot::next(deal), side: deal.next_side(), hidden });
        if hidden {
            self.since = at;
        }
    }

    /// Where cards lie face down.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = (Slot, Side)> {
        self.cards.iter().filter(|lying| lying.hidden).map(|lying| (lying.slot, lying.side))
    }

    /// Where cards lie face down on sides that nobody holds.
    pub(crate) fn unheld(&self) -> Vec<Slot> {
        let unheld = self.hidden().filter(|(_, side)| self.holders.get(*side).is_none());
        unheld.map(|(slot, _)| slot).collect()
    }

    /// Where cards lie face down that this patron turns.
    pub(crate) fn hidden_of(&self, patron: PatronId) -> Vec<Slot> {
        let own = self.hidden().filter(|(_, side)| *self.holders.get(*side) == Some(patron));
        own.map(|(slot, _)| slot).collect()
    }

    /// The card that lies face down there.
    pub(crate) fn hidden_at(&self, slot: Slot) -> Option<Card> {
        self.cards.iter().find(|lying| lying.hidden && lying.slot == slot).map(|lying| lying.card)
    }

    /// Shows the card there; none when none lies face down there.
    pub(crate) fn turn(&mut self, slot: Slot) -> Option<Card> {
        let lying = self.cards.iter_mut().find(|lying| lying.hidden && lying.slot == slot)?;
        lying.hidden = false;
        Some(lying.card)
    }

    /// Puts other cards in the place of all, which are shown.
    pub(crate) fn amend(&mut self, cards: &[Card]) {
        self.cards.clear();
        let mut deal = Deal::new();
        for card in cards {
            self.fall(&deal, *card, false, self.since);
            match deal.draw(*card) {
                Step::More(more) => deal = more,
                Step::Done(_) => return,
            }
        }
    }

    /// Lets the card that falls there fall face up, because people looked at it.
    pub(crate) fn open(&mut self, slot: Slot) {
        self.open.push(slot);
    }

    /// Lets every card fall face up from now on.
    pub(crate) const fn end(&mut self) {
        self.plain = true;
    }

    /// Takes note that a patron is gone.
    pub(crate) fn leave(&mut self, patron: PatronId) {
        for side in Side::ALL {
            self.holders.get_mut(side).take_if(|holder| *holder == patron);
        }
    }

    /// When the clock shows the cards that lie face down; none while it shows none.
    pub(crate) fn until(&self) -> Option<Timestamp> {
        let turns = self.is_turned() && self.hidden().next().is_some();
        let ms = match (self.unheld().is_empty(), self.cards.len()) {
            (false, _) => 0,
            (true, PAIRS) => self.terms.ms,
            (true, _) => self.terms.third_ms,
        };
        turns.then(|| self.since.plus_ms(ms))
    }

    /// The shoe as it would be if everybody had seen the cards that lie face down.
    pub(crate) fn seen_in(&self, shoe: &Shoe) -> Result<Shoe, ShoeError> {
        let mut shoe = shoe.clone();
        self.cards.iter().filter(|lying| lying.hidden).try_for_each(|lying| shoe.turn_over(lying.card))?;
        Ok(shoe)
    }

    /// The cards as everybody sees them.
    pub(crate) fn shown(&self) -> Vec<ShownCard> {
        let shown = |lying: &Lying| ShownCard {
            slot: lying.slot,
            side: lying.side,
            card: (!lying.hidden).then_some(lying.card),
        };
        self.cards.iter().map(shown).collect()
    }
}

impl fmt::Debug for Squeeze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Squeeze")
            .field("holders", &self.holders)
            .field("shown", &self.shown())
            .finish_non_exhaustive()
    }
}
