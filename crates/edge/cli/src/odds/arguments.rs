//! The shoe that the arguments of `punto odds` name.

use std::str::FromStr;

use answers::odds::{OddsQuery, Refusal};
use baccarat::Card;
use baccarat::card::CardError;

use crate::lines::Problem;

/// Cards in an argument: `As Kd`, or `As,Kd`.
#[derive(Clone, Debug)]
pub(super) struct Cards(Vec<Card>);

impl FromStr for Cards {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let texts = text.split([' ', ',', '\t', '\n']).filter(|text| !text.is_empty());
        texts.map(Card::from_str).collect::<Result<_, _>>().map(Self)
    }
}

/// A shoe of `decks` decks without the cards seen and dealt.
pub(super) fn query(decks: u8, seen: &[Cards], dealt: &[Cards]) -> Result<OddsQuery, Problem> {
    let query = OddsQuery::of_shoe(decks, cards(seen), cards(dealt));
    query.map_err(|refusal| Problem::Usage(message(refusal)))
}

fn cards(lists: &[Cards]) -> Vec<Card> {
    lists.iter().flat_map(|Cards(cards)| cards.iter().copied()).collect()
}

/// The message for a query made of arguments.
fn message(refusal: Refusal) -> String {
    match refusal.code {
        Refusal::ILLEGAL_COUP => {
            format!("{} For the next coup, name these cards with --seen.", refusal.message)
        }
        _ => refusal.message,
    }
}
