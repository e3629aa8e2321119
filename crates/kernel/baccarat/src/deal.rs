//! Dealing one coup card by card. The drawing rules live here and nowhere else.
//!
//! A [`Deal`] always knows which hand the next card belongs to, so no caller passes a destination. It ends only with
//! the card that completes its [`Coup`].

use arrayvec::ArrayVec;

use crate::card::{Card, Points};
use crate::coup::{Coup, Hand};
use crate::side::{BySide, Side};

/// The cards of a coup under way, in deal order: P1 B1 P2 B2, then the third cards as the tableau sends them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    cards: ArrayVec<Card, 6>,
}

/// What drawing a card led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The coup needs another card.
    More(Deal),
    /// That was the last card.
    Done(Coup),
}

/// Whether Player draws a third card on this total of two: on 0 to 5.
///
/// The caller has ruled out naturals: with an 8 or a 9 on either side neither side draws.
pub const fn player_draws(total: Points) -> bool {
    total.get() <= 5
}

/// Whether Banker draws a third card on this total of two, given Player's third card if there was one.
///
/// When Player stood, on 0 to 5. Otherwise the rows that all five vendor documents print: always on 0 to 2;
/// on 3 unless Player drew an 8; on 4 if Player drew 2 to 7; on 5 if 4 to 7; on 6 if 6 or 7; never on 7.
pub const fn banker_draws(total: Points, player_third: Option<Points>) -> bool {
    match (total.get(), player_third) {
        (0..=5, None) | (0..=2, Some(_)) => true,
        (3, Some(third)) => third.get() != 8,
        (4, Some(third)) => matches!(third.get(), 2..=7),
        (5, Some(third)) => matches!(third.get(), 4..=7),
        (6, Some(third)) => matches!(third.get(), 6..=7),
        _ => false,
    }
}

impl Deal {
    /// A coup with no card dealt yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The cards dealt so far, in deal order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The side the next card belongs to. There always is one: a finished deal is a [`Coup`].
    pub fn next_side(&self) -> Side {
        match self.cards.len() {
            0 | 2 => Side::Player,
            // Four cards and not done: Player draws first if Player draws at all.
            4 if player_draws(self.total_of_two(Side::Player)) => Side::Player,
            _ => Side::Banker,
        }
    }

    /// The cards a side holds so far, in the order it got them.
    pub fn hand(&self, side: Side) -> ArrayVec<Card, 3> {
        let mut deal = Self::new();
        let mut hand = ArrayVec::new();
        for card in &self.cards {
            if deal.next_side() == side {
                hand.push(*card);
            }
            deal.cards.push(*card);
        }
        hand
    }

    /// Deals the next card to the side that it belongs to.
    #[must_use]
    pub fn draw(mut self, card: Card) -> Step {
        self.cards.push(card);
        match self.finished() {
            Some(coup) => Step::Done(coup),
            None => Step::More(self),
        }
    }

    fn total_of_two(&self, side: Side) -> Points {
        let (first, second) = match side {
            Side::Player => (0, 2),
            Side::Banker => (1, 3),
        };
        self.points(first).plus(self.points(second))
    }

    fn points(&self, idx: usize) -> Points {
        self.cards.get(idx).map_or(Points::default(), |card| card.points())
    }

    /// The coup, if these cards complete one.
    fn finished(&self) -> Option<Coup> {
        let [p1, b1, p2, b2, thirds @ ..] = self.cards.as_slice() else { return None };
        let (player, banker) = (self.total_of_two(Side::Player), self.total_of_two(Side::Banker));
        let natural = player.get() >= 8 || banker.get() >= 8;
        let mut thirds = thirds.iter().copied();
        let mut third = |draws: bool| if draws { thirds.next().map(Some).ok_or(()) } else { Ok(None) };
        let player_third = third(!natural && player_draws(player)).ok()?;
        let player_points = player_third.map(Card::points);
        let banker_third = third(!natural && banker_draws(banker, player_points)).ok()?;
        Some(Coup::dealt(BySide {
            player: Hand { first: *p1, second: *p2, third: player_third },
            banker: Hand { first: *b1, second: *b2, third: banker_third },
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows: Banker's total of two, 0 to 9. Columns: Player's third card, 0 to 9, then "Player stood".
    /// Transcribed from the tables of documents 000, 001 and 003 and the list of 004, which agree.
    const BANKER_TABLE: [&str; 8] = [
        "DDDDDDDDDDD",
        "DDDDDDDDDDD",
        "DDDDDDDDDDD",
        "DDDDDDDDSDD",
        "SSDDDDDDSSD",
        "SSSSDDDDSSD",
        "SSSSSSDDSSS",
        "SSSSSSSSSSS",
    ];

    #[test]
    fn banker_follows_the_printed_table() {
        for (total, row) in (0..).zip(BANKER_TABLE) {
            for (column, letter) in (0..).zip(row.chars()) {
                let third = (column < 10).then(|| Points::new(column));
                assert_eq!(
                    banker_draws(Points::new(total), third),
                    letter == 'D',
                    "Banker {total}, Player's third {third:?}"
                );
            }
        }
    }

    #[test]
    fn player_draws_to_five_and_stands_on_six() {
        let draws: Vec<u8> = (0..8).filter(|n| player_draws(Points::new(*n))).collect();
        assert_eq!(draws, [0, 1, 2, 3, 4, 5]);
    }

    fn deal_all(text: &str) -> (Vec<Side>, Option<Coup>) {
        let (mut deal, mut sides, mut coup) = (Deal::new(), Vec::new(), None);
        for card in text.split(' ') {
            sides.push(deal.next_side());
            match deal.draw(card.parse().unwrap()) {
                Step::More(more) => deal = more,
                Step::Done(done) => {
                    coup = Some(done);
                    break;
                }
            }
        }
        (sides, coup)
    }

    #[test]
    fn the_deal_knows_where_each_card_goes() {
        use Side::{Banker as B, Player as P};
        // Natural; both draw; Player stands and Banker draws; Player draws and Banker stands.
        for (text, expected) in [
            ("9h Kd Ks 3c", vec![P, B, P, B]),
            ("2h Kd Ks 3c 5h 9c", vec![P, B, P, B, P, B]),
            ("6h Kd Ks 3c 9c", vec![P, B, P, B, B]),
            ("2h Kd Ks 7c 5h", vec![P, B, P, B, P]),
        ] {
            let (sides, coup) = deal_all(text);
            assert_eq!(sides, expected, "{text}");
            assert!(coup.is_some(), "{text}");
        }
        assert_eq!(deal_all("2h Kd Ks 3c 5h").1, None, "Banker still has to draw");
    }

    #[test]
    fn a_hand_shows_what_it_holds_so_far() {
        let mut deal = Deal::new();
        for card in ["2h", "Kd", "Ks"] {
            let Step::More(more) = deal.draw(card.parse().unwrap()) else {
                panic!("three cards end nothing")
            };
            deal = more;
        }
        assert_eq!(format!("{:?}", deal.hand(Side::Player)), "[2h, Ks]");
        assert_eq!(format!("{:?}", deal.hand(Side::Banker)), "[Kd]");
    }
}
