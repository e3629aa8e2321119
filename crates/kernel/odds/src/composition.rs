//! The cards of a shoe: how many copies of each of the 52 it holds. Knows no order of them.

use baccarat::{Card, HouseRules, Rank, Shoe};

/// How many copies of each card a shoe holds, with its cards counted by points and by rank.
///
/// Cards that were burned unseen are still in it. Their faces are unknown, so the odds are the same as if they had
/// stayed in the shoe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Composition {
    kinds: [u8; Card::KINDS],
    points: [u16; 10],
    ranks: [u16; 13],
    cards: u16,
}

/// The counts are not a composition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompositionError {
    /// Not one count for each card.
    #[error("a composition has 52 counts, suit-major s h d c, each A to K; here are {got}")]
    WrongLength {
        /// How many counts there are.
        got: usize,
    },
    /// Less than none.
    #[error("there cannot be {count} of {card}")]
    Negative {
        /// The card.
        card: Card,
        /// The count.
        count: i64,
    },
    /// More copies than any shoe has.
    #[error("there cannot be {count} of {card}: a shoe has at most {} decks", Composition::MAX_DECKS)]
    TooManyCopies {
        /// The card.
        card: Card,
        /// The count.
        count: i64,
    },
    /// Not a number of decks.
    #[error("a shoe is made of 1 to {} decks, not {decks}", Composition::MAX_DECKS)]
    Decks {
        /// The number of decks in the request.
        decks: u8,
    },
}

/// A card cannot leave this shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {card} is left in the shoe")]
pub struct NoneLeft {
    /// The card.
    pub card: Card,
}

/// A card cannot come back to this shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the shoe already holds {} of {card}", Composition::MAX_DECKS)]
pub struct Full {
    /// The card.
    pub card: Card,
}

/// There are not enough cards left to be sure of finishing the coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cards} cards are left, but the coup may need {needed}")]
pub struct TooFewCards {
    /// How many are left.
    pub cards: u16,
    /// How many the coup may need.
    pub needed: u16,
}

impl Composition {
    /// The largest shoe that this crate counts: 32 decks, 1664 cards. The integers are proved to be large enough for
    /// it.
    pub const MAX_DECKS: u8 = 32;

    /// A shoe without cards, to which some are added.
    pub const EMPTY: Self = Self { kinds: [0; Card::KINDS], points: [0; 10], ranks: [0; 13], cards: 0 };

    /// A full shoe of that many decks.
    ///
    /// # Errors
    /// [`CompositionError::Decks`] for none, or for more than [`Composition::MAX_DECKS`].
    pub fn of_decks(decks: u8) -> Result<Self, CompositionError> {
        if !(1..=Self::MAX_DECKS).contains(&decks) {
            return Err(CompositionError::Decks { decks });
        }
        Ok(Self::of_kinds([decks; Card::KINDS]))
    }

    /// The full shoe these house rules play with.
    ///
    /// # Errors
    /// As [`Composition::of_decks`].
    pub fn of_rules(rules: &HouseRules) -> Result<Self, CompositionError> {
        Self::of_decks(rules.decks)
    }

    /// Reads counts in composition order: suit-major `s h d c`, each A to K.
    ///
    /// Fewer than six cards are allowed: while a coup is dealt, fewer may be left.
    ///
    /// # Errors
    /// The first [`CompositionError`] in the order of that enum.
    pub fn from_counts(counts: &[i64]) -> Result<Self, CompositionError> {
        if counts.len() != Card::KINDS {
            return Err(CompositionError::WrongLength { got: counts.len() });
        }
        let written = || Card::deck().zip(counts.iter().copied());
        if let Some((card, count)) = written().find(|(_, count)| *count < 0) {
            return Err(CompositionError::Negative { card, count });
        }
        let mut kinds = [0; Card::KINDS];
        for (card, count) in written() {
            let few = u8::try_from(count).ok().filter(|few| *few <= Self::MAX_DECKS);
            kinds[card.index()] = few.ok_or(CompositionError::TooManyCopies { card, count })?;
        }
        Ok(Self::of_kinds(kinds))
    }

    /// What a shoe in play may still hold, as far as can be known: all cards except those that were seen.
    ///
    /// # Errors
    /// As [`Composition::of_decks`].
    pub fn of_shoe(shoe: &Shoe) -> Result<Self, CompositionError> {
        let mut kinds = Self::of_decks(shoe.decks())?.kinds;
        for (left, seen) in kinds.iter_mut().zip(shoe.seen()) {
            *left = left.saturating_sub(*seen);
        }
        Ok(Self::of_kinds(kinds))
    }

    fn of_kinds(kinds: [u8; Card::KINDS]) -> Self {
        let mut composition = Self { kinds, ..Self::EMPTY };
        for card in Card::deck() {
            composition.count(card, u16::from(kinds[card.index()]));
        }
        composition
    }

    fn count(&mut self, card: Card, copies: u16) {
        self.cards += copies;
        self.points[usize::from(card.points().get())] += copies;
        self.ranks[rank_place(card)] += copies;
    }

    /// A card comes out.
    ///
    /// # Errors [`NoneLeft`]; the shoe is unchanged then.
    pub fn remove(&mut self, card: Card) -> Result<(), NoneLeft> {
        let kind = &mut self.kinds[card.index()];
        *kind = kind.checked_sub(1).ok_or(NoneLeft { card })?;
        self.cards -= 1;
        self.points[usize::from(card.points().get())] -= 1;
        self.ranks[rank_place(card)] -= 1;
        Ok(())
    }

    /// A card goes back in.
    ///
    /// # Errors [`Full`] when it would be the 33rd of its kind; the shoe is unchanged then.
    pub fn add(&mut self, card: Card) -> Result<(), Full> {
        let kind = &mut self.kinds[card.index()];
        if *kind >= Self::MAX_DECKS {
            return Err(Full { card });
        }
        *kind += 1;
        self.count(card, 1);
        Ok(())
    }

    /// Several cards come out.
    ///
    /// # Errors [`NoneLeft`] for the first that is missing; the shoe is unchanged then.
    pub fn remove_all(&mut self, cards: impl IntoIterator<Item = Card>) -> Result<(), NoneLeft> {
        let mut after = self.clone();
        for card in cards {
            after.remove(card)?;
        }
        *self = after;
        Ok(())
    }

    /// How many cards there are.
    pub const fn cards(&self) -> u16 {
        self.cards
    }

    /// How many copies of a card there are.
    pub fn copies(&self, card: Card) -> u8 {
        self.kinds[card.index()]
    }

    /// How many copies of each card there are, in composition order.
    pub const fn counts(&self) -> &[u8; Card::KINDS] {
        &self.kinds
    }

    /// How many cards count 0, 1, up to 9.
    pub const fn by_points(&self) -> &[u16; 10] {
        &self.points
    }

    /// How many cards there are of each rank, from ace to king.
    pub const fn by_rank(&self) -> &[u16; 13] {
        &self.ranks
    }

    /// Whether `needed` cards can still be drawn.
    pub(crate) const fn must_hold(&self, needed: u16) -> Result<(), TooFewCards> {
        if self.cards < needed { Err(TooFewCards { cards: self.cards, needed }) } else { Ok(()) }
    }

    /// In how many orders `draws` cards can come out.
    pub(crate) fn orders(&self, draws: u16) -> u128 {
        falling(u64::from(self.cards), u64::from(draws))
    }
}

/// `n (n - 1) ...`, `factors` factors; zero when they reach zero.
pub(crate) fn falling(n: u64, factors: u64) -> u128 {
    (0..factors).map(|taken| u128::from(n.saturating_sub(taken))).product()
}

/// The place of a card's rank, 0 to 12.
pub(crate) fn rank_place(card: Card) -> usize {
    card.index() % Rank::ALL.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn a_full_shoe_is_counted_three_ways() {
        let shoe = Composition::of_decks(8).unwrap();
        assert_eq!(shoe.cards(), 416);
        assert_eq!(shoe.by_points(), &[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]);
        assert_eq!(shoe.by_rank(), &[32; 13]);
        assert_eq!(shoe.orders(6), 4_998_398_275_503_360);
    }

    #[test]
    fn what_comes_out_goes_back_in() {
        let full = Composition::of_decks(1).unwrap();
        let mut shoe = full.clone();
        shoe.remove_all([card("Kd"), card("4s")]).unwrap();
        assert_eq!((shoe.cards(), shoe.copies(card("Kd"))), (50, 0));
        assert_eq!((shoe.by_points()[0], shoe.by_rank()[12]), (15, 3));
        let before = shoe.clone();
        assert_eq!(shoe.remove(card("Kd")), Err(NoneLeft { card: card("Kd") }));
        assert_eq!(shoe.remove_all([card("5s"), card("4s")]), Err(NoneLeft { card: card("4s") }));
        assert_eq!(shoe, before, "what is refused changes nothing");
        assert_eq!([card("4s"), card("Kd")].map(|card| shoe.add(card)), [Ok(()); 2]);
        assert_eq!(shoe, full);
    }

    #[test]
    fn a_shoe_in_play_holds_all_that_was_not_seen() {
        let rules = HouseRules::builtin("gold-card").unwrap();
        let mut shoe = rules.new_shoe();
        shoe.burn(8).unwrap();
        shoe.see(card("9h")).unwrap();
        let left = Composition::of_shoe(&shoe).unwrap();
        assert_eq!((left.cards(), left.copies(card("9h"))), (415, 7), "burned cards may be any");
    }
}
