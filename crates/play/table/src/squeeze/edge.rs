//! What the lifted edge of a card shows, before anybody sees the card.

use baccarat::{Card, Rank};

/// What the lifted edge of a card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EdgeClass {
    /// No mark: an ace, a two or a three.
    Blank,
    /// Two marks: a four or a five.
    Two,
    /// Three marks: a six, a seven or an eight.
    Three,
    /// Four marks: a nine or a ten.
    Four,
    /// The frame of a picture.
    Picture,
}

impl EdgeClass {
    /// How far a card is lifted when its edge shows, in thousandths.
    pub const SHOWS_AT: u16 = 350;

    /// What the edge of this card shows.
    pub fn of(card: Card) -> Self {
        match card.rank() {
            Rank::Ace | Rank::Two | Rank::Three => Self::Blank,
            Rank::Four | Rank::Five => Self::Two,
            Rank::Six | Rank::Seven | Rank::Eight => Self::Three,
            Rank::Nine | Rank::Ten => Self::Four,
            Rank::Jack | Rank::Queen | Rank::King => Self::Picture,
        }
    }

    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_shows_what_a_lifted_card_shows() {
        for (ranks, id) in
            [("A23", "blank"), ("45", "two"), ("678", "three"), ("9T", "four"), ("JQK", "picture")]
        {
            for rank in ranks.chars() {
                let card: Card = format!("{rank}s").parse().unwrap();
                assert_eq!(EdgeClass::of(card).id(), id, "{card}");
            }
        }
    }
}
