//! A query for odds: a shoe and the cards of the coup in progress. Validates input; counts nothing.

use baccarat::card::CardError;
use baccarat::coup::Illegality;
use baccarat::deal::Step;
use baccarat::shoe::COUP_CARDS;
use baccarat::{Card, Deal};
use odds::{Composition, CompositionError, Plan, SpotLaw, TooFewCards};

use crate::words::coup_in_words;

/// A validated shoe and coup.
#[derive(Debug)]
pub struct OddsQuery {
    /// The number of decks of the shoe, if known.
    pub decks: Option<u8>,
    /// The cards seen before the coup in progress.
    pub seen: Vec<Card>,
    /// The coup in progress; empty between coups.
    pub deal: Deal,
    /// The cards left.
    pub shoe: Composition,
}

/// Why a query is refused.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// One of `bad_composition`, `illegal_coup`, `too_few_cards`.
    pub code: &'static str,
    /// The reason for people.
    pub message: String,
}

impl Refusal {
    /// The code of counts that are no shoe.
    pub const BAD_COMPOSITION: &str = "bad_composition";
    /// The code of a coup that nobody can deal, or that is over.
    pub const ILLEGAL_COUP: &str = "illegal_coup";
    /// The code of a shoe that has fewer cards than a coup may need.
    pub const TOO_FEW_CARDS: &str = "too_few_cards";
}

impl From<CompositionError> for Refusal {
    fn from(error: CompositionError) -> Self {
        Self { code: Refusal::BAD_COMPOSITION, message: error.to_string() }
    }
}

impl From<CardError> for Refusal {
    fn from(error: CardError) -> Self {
        Self { code: Refusal::ILLEGAL_COUP, message: error.to_string() }
    }
}

impl OddsQuery {
    /// A shoe of `decks` decks without the cards seen and dealt.
    pub fn of_shoe(decks: u8, seen: Vec<Card>, dealt: Vec<Card>) -> Result<Self, Refusal> {
        let mut shoe = Composition::of_decks(decks)?;
        let named = || seen.iter().chain(&dealt).copied();
        shoe.remove_all(named()).map_err(|none| {
            let copies = named().filter(|card| *card == none.card).count();
            let reason = Illegality::TooManyCopies { card: none.card, copies, decks };
            Refusal { code: Refusal::BAD_COMPOSITION, message: reason.to_string() }
        })?;
        let deal = deal_of(dealt)?;
        Self { decks: Some(decks), seen, deal, shoe }.with_cards_enough()
    }

    /// A shoe of counted cards, with at most `most` copies of a card, dealt ones included.
    pub fn of_counts<C: AsRef<str>>(counts: &[i64], dealt: &[C], most: u8) -> Result<Self, Refusal> {
        let shoe = Composition::from_counts(counts)?;
        let dealt: Vec<Card> = dealt.iter().map(|card| card.as_ref().parse()).collect::<Result<_, _>>()?;
        let deal = deal_of(dealt)?;
        let on_table = |card| deal.cards().iter().filter(|other| **other == card).count();
        let copies = |card| usize::from(shoe.copies(card)) + on_table(card);
        if let Some(card) = Card::deck().find(|card| copies(*card) > most.into()) {
            let reason = Illegality::TooManyCopies { card, copies: copies(card), decks: most };
            return Err(Refusal { code: Refusal::BAD_COMPOSITION, message: reason.to_string() });
        }
        Self { decks: None, seen: Vec::new(), deal, shoe }.with_cards_enough()
    }

    fn with_cards_enough(self) -> Result<Self, Refusal> {
        let (cards, needed) = (self.shoe.cards(), self.to_come());
        if cards < needed {
            let message = TooFewCards { cards, needed }.to_string();
            return Err(Refusal { code: Refusal::TOO_FEW_CARDS, message });
        }
        Ok(self)
    }

    /// The number of cards that may still come in this coup.
    pub fn to_come(&self) -> u16 {
        self.deal.cards().iter().fold(COUP_CARDS, |left, _| left - 1)
    }

    /// The number of orders of those cards.
    pub fn draws(&self) -> u128 {
        (0..self.to_come()).map(|taken| u128::from(self.shoe.cards() - taken)).product()
    }

    /// The laws of the spots in a plan.
    pub fn laws(&self, plan: &Plan) -> Vec<SpotLaw> {
        plan.laws_given(&self.deal, &self.shoe).expect("there are as many cards as may come")
    }
}

/// The coup in progress after these cards.
fn deal_of(cards: Vec<Card>) -> Result<Deal, Refusal> {
    let mut deal = Deal::new();
    for card in cards {
        deal = match deal.draw(card) {
            Step::More(deal) => deal,
            Step::Done(coup) => {
                let message = format!("the coup is over with {coup}: {}", coup_in_words(coup));
                return Err(Refusal { code: Refusal::ILLEGAL_COUP, message });
            }
        };
    }
    Ok(deal)
}
