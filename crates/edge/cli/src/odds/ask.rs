//! What odds are asked of: a shoe, and the cards of a coup under way. Judges what somebody wrote; counts nothing.

use std::str::FromStr;

use baccarat::card::CardError;
use baccarat::coup::Illegality;
use baccarat::deal::Step;
use baccarat::{Card, Deal};
use odds::{Composition, CompositionError, Plan, SpotLaw, TooFewCards};

use crate::replay::coup_in_words;

/// The most cards a coup takes.
const COUP_CARDS: u16 = 6;

/// Cards as an argument has them: `As Kd`, or `As,Kd`.
#[derive(Clone, Debug)]
pub(super) struct Cards(pub(super) Vec<Card>);

impl FromStr for Cards {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let texts = text.split([' ', ',', '\t', '\n']).filter(|text| !text.is_empty());
        texts.map(Card::from_str).collect::<Result<_, _>>().map(Self)
    }
}

/// A shoe that can be asked for odds.
pub(super) struct Ask {
    /// How many decks the shoe was made of, if that is known.
    pub(super) decks: Option<u8>,
    /// The cards that were seen before the coup under way.
    pub(super) seen: Vec<Card>,
    /// The coup under way; between coups no card is dealt.
    pub(super) deal: Deal,
    /// What is left.
    pub(super) shoe: Composition,
}

/// Why there are no odds.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refused {
    /// One of `bad_composition`, `illegal_coup`, `too_few_cards`.
    pub(super) code: &'static str,
    /// The same for people.
    pub(super) message: String,
}

impl Refused {
    /// What to say to somebody who gave arguments.
    pub(super) fn for_arguments(self) -> String {
        match self.code {
            ILLEGAL_COUP => format!("{} For the next coup, name these cards with --seen.", self.message),
            _ => self.message,
        }
    }
}

const BAD_COMPOSITION: &str = "bad_composition";
const ILLEGAL_COUP: &str = "illegal_coup";
const TOO_FEW_CARDS: &str = "too_few_cards";

impl From<CompositionError> for Refused {
    fn from(error: CompositionError) -> Self {
        Self { code: BAD_COMPOSITION, message: error.to_string() }
    }
}

impl From<CardError> for Refused {
    fn from(error: CardError) -> Self {
        Self { code: ILLEGAL_COUP, message: error.to_string() }
    }
}

impl Ask {
    /// So many decks, less the cards that were seen and those that are dealt.
    pub(super) fn of_shoe(decks: u8, seen: Vec<Card>, dealt: Vec<Card>) -> Result<Self, Refused> {
        let mut shoe = Composition::of_decks(decks)?;
        let named = || seen.iter().chain(&dealt).copied();
        shoe.remove_all(named()).map_err(|none| {
            let copies = named().filter(|card| *card == none.card).count();
            let reason = Illegality::TooManyCopies { card: none.card, copies, decks };
            Refused { code: BAD_COMPOSITION, message: reason.to_string() }
        })?;
        let deal = deal_of(dealt)?;
        Self { decks: Some(decks), seen, deal, shoe }.with_cards_enough()
    }

    /// What somebody counted to be left, no more than `most` of a card, those that are dealt included.
    pub(super) fn of_counts<C: AsRef<str>>(counts: &[i64], dealt: &[C], most: u8) -> Result<Self, Refused> {
        let shoe = Composition::from_counts(counts)?;
        let dealt: Vec<Card> = dealt.iter().map(|card| card.as_ref().parse()).collect::<Result<_, _>>()?;
        let deal = deal_of(dealt)?;
        let on_table = |card| deal.cards().iter().filter(|other| **other == card).count();
        let copies = |card| usize::from(shoe.copies(card)) + on_table(card);
        if let Some(card) = Card::deck().find(|card| copies(*card) > most.into()) {
            let reason = Illegality::TooManyCopies { card, copies: copies(card), decks: most };
            return Err(Refused { code: BAD_COMPOSITION, message: reason.to_string() });
        }
        Self { decks: None, seen: Vec::new(), deal, shoe }.with_cards_enough()
    }

    fn with_cards_enough(self) -> Result<Self, Refused> {
        let (cards, needed) = (self.shoe.cards(), self.to_come());
        if cards < needed {
            let message = TooFewCards { cards, needed }.to_string();
            return Err(Refused { code: TOO_FEW_CARDS, message });
        }
        Ok(self)
    }

    /// How many cards may still come in this coup.
    pub(super) fn to_come(&self) -> u16 {
        self.deal.cards().iter().fold(COUP_CARDS, |left, _| left - 1)
    }

    /// In how many orders they can.
    pub(super) fn draws(&self) -> u128 {
        (0..self.to_come()).map(|taken| u128::from(self.shoe.cards() - taken)).product()
    }

    /// What the spots of that plan are worth.
    pub(super) fn laws(&self, plan: &Plan) -> Vec<SpotLaw> {
        plan.laws_given(&self.deal, &self.shoe).expect("there are as many cards as may come")
    }
}

/// The coup under way that these cards are.
fn deal_of(cards: Vec<Card>) -> Result<Deal, Refused> {
    let mut deal = Deal::new();
    for card in cards {
        deal = match deal.draw(card) {
            Step::More(deal) => deal,
            Step::Done(coup) => {
                let message = format!("the coup is over with {coup}: {}", coup_in_words(coup));
                return Err(Refused { code: ILLEGAL_COUP, message });
            }
        };
    }
    Ok(deal)
}
