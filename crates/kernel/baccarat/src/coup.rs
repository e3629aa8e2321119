//! A coup: the cards of one finished deal, and the facts they answer. Stores cards only, never a result.
//!
//! There are two types: a [`CoupRecord`] is what was written down, legal or not; a [`Coup`] is legal by construction. A
//! failed conversion returns the record with every reason.

use core::fmt;
use core::str::FromStr;

use arrayvec::ArrayVec;

use crate::bead::Bead;
use crate::card::{Card, CardError, Points};
use crate::deal::{Deal, Step};
use crate::side::{BySide, Outcome, Side};
use crate::words::joined;

/// The cards of one side. The type has no room for a fourth card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The first card dealt to this side.
    pub first: Card,
    /// The second.
    pub second: Card,
    /// The third, if the tableau sent one.
    pub third: Option<Card>,
}

impl Hand {
    /// Its cards in the order they came.
    pub fn cards(&self) -> impl Iterator<Item = Card> + use<> {
        [self.first, self.second].into_iter().chain(self.third)
    }

    /// How many cards it holds, two or three.
    #[expect(clippy::len_without_is_empty, reason = "a hand is never empty")]
    pub const fn len(&self) -> u8 {
        if self.third.is_some() { 3 } else { 2 }
    }

    /// The sum of its points modulo ten.
    pub fn total(&self) -> Points {
        self.cards().fold(Points::default(), |sum, card| sum.plus(card.points()))
    }

    /// 8 or 9 on two cards.
    pub fn is_natural(&self) -> bool {
        self.third.is_none() && self.total().get() >= 8
    }

    /// Whether the first two cards share their rank. Suits do not matter (document 000).
    pub fn is_pair(&self) -> bool {
        self.first.rank() == self.second.rank()
    }

    /// Whether the first two cards share rank and suit.
    pub fn is_perfect_pair(&self) -> bool {
        self.first == self.second
    }
}

/// A finished, legal coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coup {
    hands: BySide<Hand>,
}

impl Coup {
    /// Only a [`Deal`] may say that hands are complete.
    pub(crate) const fn dealt(hands: BySide<Hand>) -> Self {
        Self { hands }
    }

    /// A side's hand.
    pub const fn hand(&self, side: Side) -> &Hand {
        self.hands.get(side)
    }

    /// All its cards in deal order.
    pub fn cards(&self) -> ArrayVec<Card, 6> {
        let BySide { player, banker } = self.hands;
        let mut cards = ArrayVec::from_iter([player.first, banker.first, player.second, banker.second]);
        cards.extend(player.third.into_iter().chain(banker.third));
        cards
    }

    /// How many cards were dealt, four to six.
    pub const fn card_count(&self) -> u8 {
        self.hands.player.len().wrapping_add(self.hands.banker.len())
    }

    /// Both totals.
    pub fn totals(&self) -> BySide<Points> {
        self.hands.as_ref().map(Hand::total)
    }

    /// Who won.
    pub fn outcome(&self) -> Outcome {
        let BySide { player, banker } = self.totals();
        match player.cmp(&banker) {
            core::cmp::Ordering::Greater => Outcome::Player,
            core::cmp::Ordering::Less => Outcome::Banker,
            core::cmp::Ordering::Equal => Outcome::Tie,
        }
    }

    /// The round as the road maps write it.
    pub fn bead(&self) -> Bead {
        let outcome = self.outcome();
        Bead {
            outcome,
            pair: self.hands.as_ref().map(Hand::is_pair),
            natural: self.hands.player.is_natural() || self.hands.banker.is_natural(),
            lucky_6: outcome == Outcome::Banker && self.hands.banker.total().get() == 6,
        }
    }
}

impl fmt::Display for Coup {
    /// The cards in deal order, separated by blanks: `9h Kd 4s 7c 5h`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, card) in self.cards().into_iter().enumerate() {
            let gap = if idx == 0 { "" } else { " " };
            write!(f, "{gap}{card}")?;
        }
        Ok(())
    }
}

/// Cards that were written down as one coup, in deal order, legal or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoupRecord {
    /// The cards, P1 B1 P2 B2 then third cards.
    pub cards: Vec<Card>,
}

/// One reason why a record is not a coup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegality {
    /// A text is not a card.
    #[error(transparent)]
    NotACard(#[from] CardError),
    /// The tableau sends another card.
    #[error("{got} cards are not a whole coup: the next card goes to {next}")]
    TooFew {
        /// How many were written.
        got: usize,
        /// Whose turn it is.
        next: Side,
    },
    /// The coup had ended before the last card.
    #[error("the coup ends with card {legal}, but {got} were written")]
    TooMany {
        /// How many belong to the coup.
        legal: usize,
        /// How many were written.
        got: usize,
    },
    /// A card occurs more often than the shoe holds it.
    #[error("{card} stands {copies} times, but {decks} deck(s) hold only {decks}")]
    TooManyCopies {
        /// The card.
        card: Card,
        /// How often it occurs.
        copies: usize,
        /// How many decks there are, which is how many copies of each card.
        decks: u8,
    },
}

/// A record that is not a coup, with every reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.reasons, "; "))]
pub struct IllegalCoup {
    /// What was written, as far as it could be read as cards.
    pub record: CoupRecord,
    /// Why it is not a coup: at least one reason.
    pub reasons: Vec<Illegality>,
}

impl CoupRecord {
    /// The coup of these cards, dealt from a shoe of `decks` decks.
    ///
    /// # Errors
    /// [`IllegalCoup`] with this record and every reason.
    pub fn into_coup(self, decks: u8) -> Result<Coup, IllegalCoup> {
        self.into_coup_beside(&[], decks)
    }

    /// The coup of these cards, dealt from a shoe of `decks` decks from which `others` came out as well.
    ///
    /// # Errors
    /// [`IllegalCoup`] with this record and every reason.
    pub fn into_coup_beside(self, others: &[Card], decks: u8) -> Result<Coup, IllegalCoup> {
        let mut reasons = copies_beyond(&self.cards, others, decks);
        match replay(&self.cards) {
            Ok(coup) if reasons.is_empty() => return Ok(coup),
            Ok(_) => {}
            Err(reason) => reasons.insert(0, reason),
        }
        Err(IllegalCoup { record: self, reasons })
    }

    /// The coup written as texts, one a card.
    ///
    /// # Errors [`IllegalCoup`]. When texts are not cards, it names the first six of them and judges nothing else.
    pub fn read(texts: impl IntoIterator<Item = impl AsRef<str>>, decks: u8) -> Result<Coup, IllegalCoup> {
        let (mut record, mut reasons) = (Self { cards: Vec::with_capacity(6) }, Vec::new());
        for text in texts {
            match text.as_ref().parse() {
                Ok(card) => record.cards.push(card),
                Err(error) if reasons.len() < 6 => reasons.push(Illegality::NotACard(error)),
                Err(_) => {}
            }
        }
        if reasons.is_empty() { record.into_coup(decks) } else { Err(IllegalCoup { record, reasons }) }
    }
}

fn replay(cards: &[Card]) -> Result<Coup, Illegality> {
    let mut deal = Deal::new();
    for (dealt, card) in (1..).zip(cards) {
        deal = match deal.draw(*card) {
            Step::More(more) => more,
            Step::Done(coup) if dealt == cards.len() => return Ok(coup),
            Step::Done(_) => return Err(Illegality::TooMany { legal: dealt, got: cards.len() }),
        };
    }
    Err(Illegality::TooFew { got: cards.len(), next: deal.next_side() })
}

/// Each of the cards of which there are more than the shoe holds, together with the others.
fn copies_beyond(cards: &[Card], others: &[Card], decks: u8) -> Vec<Illegality> {
    if cards.len().saturating_add(others.len()) <= usize::from(decks) {
        return Vec::new();
    }
    let mut counts = [0_usize; Card::KINDS];
    for card in cards.iter().chain(others) {
        let count = &mut counts[card.index()];
        *count = count.saturating_add(1);
    }
    Card::deck()
        .zip(counts)
        .filter(|(card, copies)| *copies > usize::from(decks) && cards.contains(card))
        .map(|(card, copies)| Illegality::TooManyCopies { card, copies, decks })
        .collect()
}

impl FromStr for Coup {
    type Err = IllegalCoup;

    /// Reads `9h Kd 4s 7c 5h`. The shoe is taken to have eight decks or more, which hold any six cards.
    fn from_str(text: &str) -> Result<Self, IllegalCoup> {
        CoupRecord::read(text.split_ascii_whitespace(), 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coup(text: &str) -> Coup {
        text.parse().unwrap()
    }

    #[test]
    fn a_coup_answers_its_facts() {
        let natural = coup("9h 9d Ks 9c");
        assert_eq!(natural.outcome(), Outcome::Player);
        assert_eq!(natural.bead().to_string(), "Pbn");
        assert_eq!(natural.card_count(), 4);

        let six = coup("2h Kd Kh 3c 9h 3d");
        assert_eq!(six.totals().map(Points::get), BySide { player: 1, banker: 6 });
        assert_eq!(six.bead().to_string(), "B6");

        let tie = coup("6h 6d Ks Kc");
        assert_eq!(tie.bead().to_string(), "T");
        assert!(!tie.hand(Side::Player).is_natural());
    }

    #[test]
    fn vendor_errata_are_not_rules() {
        // 000 and 003: "either holds 6 or 7: draw". The higher total wins.
        assert_eq!(coup("7h 6d Ks Kc").outcome(), Outcome::Player);
        assert_eq!(coup("6h 7d Ks Kc").outcome(), Outcome::Banker);
        // 003: "K, Q, J, 10 equals 10 points". They count zero.
        assert_eq!(coup("Th 9d Ks Qc").totals().player.get(), 0);
        // 001: "0 to 6 must draw". Player stands on 6.
        assert_eq!(coup("6h 7d Ks Kc").card_count(), 4);
    }

    #[test]
    fn every_reason_is_given_and_the_record_comes_back() {
        let read = |text: &str, decks| CoupRecord::read(text.split(' '), decks).unwrap_err();

        let too_many = read("9h Kd Ks 3c 5h", 8);
        assert_eq!(too_many.reasons, [Illegality::TooMany { legal: 4, got: 5 }]);
        assert_eq!(too_many.record.cards.len(), 5);

        let both = read("2h 2h 2h", 2);
        assert_eq!(both.reasons.len(), 2, "{both}");
        assert_eq!(both.reasons[0], Illegality::TooFew { got: 3, next: Side::Banker });

        let texts = read("9h Xx Ks 33", 8);
        assert_eq!(texts.reasons.len(), 2, "{texts}");
        assert!(texts.to_string().contains("\"Xx\""), "{texts}");
        assert_eq!(read("a b c d e f g h", 8).reasons.len(), 6, "no more than a coup has cards");

        assert_eq!(
            CoupRecord::default().into_coup(8).unwrap_err().reasons,
            [Illegality::TooFew { got: 0, next: Side::Player }]
        );
    }

    #[test]
    fn copies_are_counted_for_each_card_however_many_there_are() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        let mut record = CoupRecord { cards: vec![card("9h"); 200_000] };
        record.cards.extend([card("As"); 9]);
        assert_eq!(
            record.into_coup(8).unwrap_err().reasons,
            [
                Illegality::TooMany { legal: 4, got: 200_009 },
                Illegality::TooManyCopies { card: card("As"), copies: 9, decks: 8 },
                Illegality::TooManyCopies { card: card("9h"), copies: 200_000, decks: 8 },
            ]
        );
    }

    #[test]
    fn pairs_look_at_rank_only() {
        let hand =
            |a: &str, b: &str| Hand { first: a.parse().unwrap(), second: b.parse().unwrap(), third: None };
        assert!(hand("8h", "8d").is_pair(), "document 003: Heart 8, Diamond 8");
        assert!(hand("Ks", "Kc").is_pair(), "document 003: Spades K, Plum K");
        assert!(!hand("Kh", "Qh").is_pair(), "the same points are not a pair");
        assert!(hand("8h", "8h").is_perfect_pair() && !hand("8h", "8d").is_perfect_pair());
    }
}
