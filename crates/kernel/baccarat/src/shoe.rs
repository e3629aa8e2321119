//! The shoe as everyone at the table may know it: its cards, those that were seen, and how many were not.
//!
//! The source of the cards keeps their order. So a shuffled shoe and a shoe read by a scanner are the same to the rest
//! of the system.

use crate::card::{Card, Points};

/// Cards that may be removed after a new shoe, before the first coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burn {
    /// None.
    None,
    /// This many, face down.
    Cards(u8),
    /// The first card is turned over and as many as it counts follow face down; a card that counts zero
    /// burns `zero_card` of them.
    FirstCard {
        /// How many for a ten or a picture.
        zero_card: u8,
    },
}

impl Burn {
    /// How many cards go face down, given the first card if this burn turns one over.
    pub const fn face_down(self, first: Points) -> u8 {
        match self {
            Self::None => 0,
            Self::Cards(count) => count,
            Self::FirstCard { zero_card } if first.get() == 0 => zero_card,
            Self::FirstCard { .. } => first.get(),
        }
    }

    /// Whether the first card is turned over.
    pub const fn shows_first_card(self) -> bool {
        matches!(self, Self::FirstCard { .. })
    }

    /// The most cards this burn can take from a shoe.
    pub const fn at_most(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Cards(count) => count,
            Self::FirstCard { zero_card } if zero_card > 9 => zero_card.saturating_add(1),
            Self::FirstCard { .. } => 10,
        }
    }
}

/// When a shoe has had its last round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShoeEnd {
    /// A cut card lies in front of the last `from_end` cards. The round in which it comes out is finished,
    /// then `more_rounds` are played.
    CutCard {
        /// How many cards lie behind it.
        from_end: u16,
        /// How many rounds follow the one in which it appears.
        more_rounds: u16,
    },
    /// After this many rounds.
    Rounds(u16),
}

/// The most cards a coup takes.
pub const COUP_CARDS: u16 = 6;

/// Why a card cannot come out of this shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShoeError {
    /// All copies have been seen.
    #[error("all {decks} copies of {card} have already come out of this shoe")]
    NoCopyLeft {
        /// The card.
        card: Card,
        /// How many copies the shoe had.
        decks: u8,
    },
    /// Nothing is left.
    #[error("the shoe is empty")]
    Empty,
}

/// A shoe in play: which cards came out, and where the cut card lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shoe {
    decks: u8,
    end: ShoeEnd,
    seen: [u8; Card::KINDS],
    out: u16,
    rounds: u16,
    cut_card_round: Option<u16>,
    /// Whether somebody sees the cut card, so that it is not computed when it comes out.
    signalled: bool,
    /// Whether a card was amended. The amendment may be wrong, so later cards are not checked any more.
    amended: bool,
}

impl Shoe {
    /// A full shoe.
    pub const fn new(decks: u8, end: ShoeEnd) -> Self {
        Self {
            decks,
            end,
            seen: [0; Card::KINDS],
            out: 0,
            rounds: 0,
            cut_card_round: None,
            signalled: false,
            amended: false,
        }
    }

    /// This shoe with a cut card that a hand put in: it comes out when [somebody sees it](Self::see_cut_card).
    #[must_use]
    pub const fn with_signalled_cut_card(mut self) -> Self {
        self.signalled = true;
        self
    }

    /// How many decks it was made of.
    pub const fn decks(&self) -> u8 {
        self.decks
    }

    /// How many cards it held when full.
    pub fn size(&self) -> u16 {
        u16::from(self.decks).saturating_mul(52)
    }

    /// How many cards are left.
    pub fn remaining(&self) -> u16 {
        self.size().saturating_sub(self.out)
    }

    /// How many cards came out, burned ones included.
    pub const fn out(&self) -> u16 {
        self.out
    }

    /// How many copies of each card were seen, in composition order.
    pub const fn seen(&self) -> &[u8; Card::KINDS] {
        &self.seen
    }

    /// How many rounds were begun.
    pub const fn rounds(&self) -> u16 {
        self.rounds
    }

    /// The round in which the cut card came out, counted from 1 in this shoe.
    pub const fn cut_card_round(&self) -> Option<u16> {
        self.cut_card_round
    }

    /// Takes note that the cut card came out, in this round of the shoe. Only of a shoe that does not compute it.
    pub const fn see_cut_card(&mut self, round: u16) {
        if self.signalled && self.cut_card_round.is_none() {
            self.cut_card_round = Some(round);
        }
    }

    /// Begins a round and returns its number in this shoe, from 1.
    pub const fn begin_round(&mut self) -> u16 {
        self.rounds = self.rounds.saturating_add(1);
        self.rounds
    }

    /// Takes a card out face up. Returns whether the cut card came out just before it. Once cards were
    /// [amended](Self::amend), no card counts as one too many.
    ///
    /// # Errors
    /// [`ShoeError`]; nothing has changed then.
    pub fn see(&mut self, card: Card) -> Result<bool, ShoeError> {
        if self.remaining() == 0 {
            return Err(ShoeError::Empty);
        }
        self.turn_over(card)?;
        Ok(self.pass(1))
    }

    /// Replaces cards that were seen by what they really were. The number of cards that are out stays: that was never
    /// in doubt.
    pub fn amend(&mut self, before: &[Card], after: &[Card]) {
        self.amended |= before != after;
        for card in before {
            let seen = &mut self.seen[card.index()];
            *seen = seen.saturating_sub(1);
        }
        for card in after {
            let seen = &mut self.seen[card.index()];
            *seen = seen.saturating_add(1).min(self.decks);
        }
    }

    /// Whether cards were [amended](Self::amend).
    pub const fn is_amended(&self) -> bool {
        self.amended
    }

    /// Takes `count` cards out face down. Returns whether the cut card came out with them.
    ///
    /// # Errors
    /// [`ShoeError::Empty`] when fewer are left; nothing has changed then.
    pub fn burn(&mut self, count: u8) -> Result<bool, ShoeError> {
        if self.remaining() < u16::from(count) {
            return Err(ShoeError::Empty);
        }
        Ok(self.pass(u16::from(count)))
    }

    /// Shows a card that came out face down: it is seen from now on, and no further one is out.
    ///
    /// # Errors
    /// [`ShoeError::NoCopyLeft`]; nothing has changed then.
    pub fn turn_over(&mut self, card: Card) -> Result<(), ShoeError> {
        let seen = &mut self.seen[card.index()];
        if *seen >= self.decks && !self.amended {
            return Err(ShoeError::NoCopyLeft { card, decks: self.decks });
        }
        *seen = seen.saturating_add(1).min(self.decks);
        Ok(())
    }

    /// Whether no further round may begin in this shoe.
    pub fn is_over(&self) -> bool {
        let by_rule = match self.end {
            ShoeEnd::Rounds(rounds) => self.rounds >= rounds,
            ShoeEnd::CutCard { more_rounds, .. } => {
                self.cut_card_round.is_some_and(|round| self.rounds >= round.saturating_add(more_rounds))
            }
        };
        by_rule || self.remaining() < COUP_CARDS
    }

    /// Whether the round now begun is the last of this shoe.
    pub fn is_last_round(&self) -> bool {
        self.rounds > 0 && self.is_over()
    }

    fn pass(&mut self, count: u16) -> bool {
        self.out = self.out.saturating_add(count);
        let ShoeEnd::CutCard { from_end, .. } = self.end else { return false };
        let comes_out = !self.signalled && self.cut_card_round.is_none() && self.remaining() < from_end;
        if comes_out {
            self.cut_card_round = Some(self.rounds);
        }
        comes_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACE: Card = Card::new(crate::Rank::Ace, crate::Suit::Spades);

    fn burn_to(shoe: &mut Shoe, remaining: u16) {
        while shoe.remaining() > remaining {
            shoe.burn(1).unwrap();
        }
    }

    #[test]
    fn a_card_comes_out_once_a_deck() {
        let mut shoe = Shoe::new(2, ShoeEnd::Rounds(60));
        assert_eq!((shoe.see(ACE), shoe.see(ACE)), (Ok(false), Ok(false)));
        let before = shoe.clone();
        assert_eq!(shoe.see(ACE), Err(ShoeError::NoCopyLeft { card: ACE, decks: 2 }));
        assert_eq!(shoe, before, "a refused card changes nothing");
    }

    #[test]
    fn a_card_that_came_out_face_down_is_seen_when_it_is_turned_over() {
        let mut shoe = Shoe::new(1, ShoeEnd::Rounds(60));
        assert_eq!(shoe.burn(1), Ok(false));
        assert_eq!((shoe.out(), shoe.seen()[ACE.index()]), (1, 0));
        assert_eq!(shoe.turn_over(ACE), Ok(()));
        assert_eq!((shoe.out(), shoe.seen()[ACE.index()]), (1, 1));
        assert_eq!(shoe.turn_over(ACE), Err(ShoeError::NoCopyLeft { card: ACE, decks: 1 }));
    }

    #[test]
    fn amended_cards_are_seen_in_the_place_of_others() {
        let (mut shoe, king) = (Shoe::new(1, ShoeEnd::Rounds(60)), "Kd".parse().unwrap());
        shoe.see(ACE).unwrap();
        shoe.amend(&[ACE], &[king]);
        assert_eq!((shoe.out(), shoe.see(ACE)), (1, Ok(false)), "the ace has not come out");
        assert_eq!(shoe.see(king), Ok(false), "the king is here, so the amendment was wrong");
        assert_eq!((shoe.out(), shoe.seen()[king.index()]), (3, 1));
    }

    #[test]
    fn the_cut_card_ends_the_shoe_after_its_round_and_those_that_follow() {
        for (from_end, more_rounds) in [(14, 1), (156, 0)] {
            let mut shoe = Shoe::new(8, ShoeEnd::CutCard { from_end, more_rounds });
            shoe.begin_round();
            burn_to(&mut shoe, from_end);
            assert_eq!((shoe.cut_card_round(), shoe.is_over()), (None, false), "the cut card is next");
            assert_eq!(shoe.see(ACE), Ok(true));
            assert_eq!(shoe.is_over(), more_rounds == 0);
            (0..more_rounds).for_each(|_| assert!(!shoe.is_last_round() && shoe.begin_round() > 1));
            assert!(shoe.is_last_round());
        }
    }

    #[test]
    fn a_cut_card_that_is_seen_ends_the_shoe_and_is_never_computed() {
        let end = ShoeEnd::CutCard { from_end: 14, more_rounds: 1 };
        let mut shoe = Shoe::new(8, end).with_signalled_cut_card();
        shoe.begin_round();
        burn_to(&mut shoe, 8);
        assert_eq!((shoe.cut_card_round(), shoe.is_over()), (None, false), "nobody saw it");
        shoe.see_cut_card(2);
        shoe.see_cut_card(1);
        assert_eq!((shoe.cut_card_round(), shoe.is_over()), (Some(2), false), "the first time counts");
        (0..2).for_each(|_| _ = shoe.begin_round());
        assert!(shoe.is_last_round());
        let mut computed = Shoe::new(8, end);
        computed.see_cut_card(1);
        assert_eq!(computed.cut_card_round(), None);
        burn_to(&mut shoe, 5);
        assert!(shoe.is_over());
    }

    #[test]
    fn sixty_rounds_are_sixty() {
        let mut shoe = Shoe::new(8, ShoeEnd::Rounds(60));
        for _ in 0..59 {
            shoe.begin_round();
        }
        assert!(!shoe.is_over());
        assert_eq!(shoe.begin_round(), 60);
        assert!(shoe.is_over() && shoe.is_last_round());
    }

    #[test]
    fn a_shoe_never_begins_a_coup_it_might_not_finish() {
        let mut shoe = Shoe::new(1, ShoeEnd::Rounds(60));
        burn_to(&mut shoe, 6);
        assert!(!shoe.is_over());
        burn_to(&mut shoe, 5);
        assert!(shoe.is_over());
        assert_eq!(shoe.burn(6), Err(ShoeError::Empty));
    }

    #[test]
    fn burns_count_as_the_documents_say() {
        let first = Burn::FirstCard { zero_card: 10 };
        assert_eq!(first.face_down(Points::new(7)), 7);
        assert_eq!(first.face_down(Points::new(10)), 10, "ten for a zero card");
        assert_eq!(Burn::Cards(8).face_down(Points::new(3)), 8, "document 002: 8 cards");
        assert_eq!((first.at_most(), Burn::Cards(8).at_most(), Burn::None.at_most()), (11, 8, 0));
    }
}
