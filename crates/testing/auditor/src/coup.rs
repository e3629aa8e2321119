//! What a coup is worth, computed a second time: totals, tableau and payouts of the six house rules. Written from the
//! vendor documents 000 to 004. Shares no line with the kernel, on purpose.

use crate::card::{points, rank};
use crate::rules::Rules;

/// A finished deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Coup {
    player_total: u8,
    banker_total: u8,
    banker_cards: usize,
    cards: usize,
    player_pair: bool,
    banker_pair: bool,
}

impl Coup {
    /// The coup of these cards in deal order; otherwise what the tableau wants.
    pub(crate) fn of(cards: &[String]) -> Result<Self, String> {
        let points: Vec<u8> = cards.iter().map(|card| points(card)).collect::<Result<_, _>>()?;
        let [p1, b1, p2, b2, drawn @ ..] = points.as_slice() else {
            return Err(format!("{} cards are no coup", cards.len()));
        };
        let (player, banker) = ((p1 + p2) % 10, (b1 + b2) % 10);
        let natural = player >= 8 || banker >= 8;
        let (player_third, rest) = match drawn {
            [third, rest @ ..] if !natural && player <= 5 => (Some(*third), rest),
            _ if !natural && player <= 5 => return Err("the Player hand draws a third card".to_owned()),
            _ => (None, drawn),
        };
        let draws = !natural && banker_draws(banker, player_third);
        let banker_third = match rest {
            [] if !draws => None,
            [third] if draws => Some(*third),
            _ => return Err(format!("the tableau does not want {} cards", cards.len())),
        };
        Ok(Self {
            player_total: (player + player_third.unwrap_or(0)) % 10,
            banker_total: (banker + banker_third.unwrap_or(0)) % 10,
            banker_cards: 2 + usize::from(banker_third.is_some()),
            cards: cards.len(),
            player_pair: rank(&cards[0]) == rank(&cards[2]),
            banker_pair: rank(&cards[1]) == rank(&cards[3]),
        })
    }

    /// The side that wins, or a tie.
    pub(crate) const fn outcome(&self) -> &'static str {
        match (self.player_total, self.banker_total) {
            (player, banker) if player > banker => "player",
            (player, banker) if player < banker => "banker",
            _ => "tie",
        }
    }

    /// What becomes of a stake on a spot, and what is paid for it, the stake included. None when the rules do
    /// not have the spot. What is no whole minor unit is rounded down.
    pub(crate) fn resolve(&self, rules: Rules, spot: &str, stake: i64) -> Option<(&'static str, i64)> {
        use Rules::{GoldCard, LiveCommission, LiveNoCommission, SixtyRound, ThreeBet};
        let tie = self.player_total == self.banker_total;
        let banker_wins = self.banker_total > self.player_total;
        let with_six = banker_wins && self.banker_total == 6;
        let sizes = matches!(rules, LiveCommission | LiveNoCommission | SixtyRound);
        // Profit as a ratio to the stake, and whether it is won.
        let (won, profit, per) = match spot {
            "player" | "banker" if tie => return Some(("push", stake)),
            "player" => (!banker_wins, 1, 1),
            "banker" if rules == LiveNoCommission => (banker_wins, 1, if with_six { 2 } else { 1 }),
            "banker" => (banker_wins, 95, 100),
            "tie" => (tie, 8, 1),
            "player_pair" if rules != ThreeBet => (self.player_pair, 11, 1),
            "banker_pair" if rules != ThreeBet => (self.banker_pair, 11, 1),
            "big" if sizes => (self.cards > 4, 1, 2),
            "small" if sizes => (self.cards == 4, 3, 2),
            "lucky_6" if rules == GoldCard => (with_six, if self.banker_cards == 2 { 12 } else { 20 }, 1),
            _ => return None,
        };
        Some(if won { ("win", stake + stake * profit / per) } else { ("lose", 0) })
    }
}

/// Whether cards in deal order are a whole coup.
pub(crate) fn is_coup(cards: &[String]) -> bool {
    Coup::of(cards).is_ok()
}

/// Whether Player draws a third card on these two, where nobody has a natural.
pub(crate) fn player_draws(one: &str, other: &str) -> bool {
    let total = points(one).unwrap_or_default() + points(other).unwrap_or_default();
    total % 10 <= 5
}

/// The table of document 000: whether Banker draws, by its total and by Player's third card.
const fn banker_draws(total: u8, player_third: Option<u8>) -> bool {
    match (total, player_third) {
        (0..=2, _) | (3..=5, None) => true,
        (3, Some(third)) => third != 8,
        (4, Some(third)) => !matches!(third, 0 | 1 | 8 | 9),
        (5, Some(third)) => !matches!(third, 0..=3 | 8 | 9),
        (6, Some(third)) => matches!(third, 6 | 7),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coup(cards: &str) -> Result<Coup, String> {
        Coup::of(&cards.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_tableau_wants_what_it_wants() {
        for (cards, legal) in [
            ("9h Kd Ks 3c", true),        // Player natural
            ("6h Kd Ks 7c", true),        // both stand
            ("6h 2d Ks 3c", false),       // Banker draws on 5 if Player stands
            ("6h 2d Ks 3c 4s", true),     //
            ("2h 3d 3s Kc 8s", true),     // Banker 3 stands against an 8
            ("2h 3d 3s Kc 8s 2s", false), //
            ("2h 3d 3s Kc 9s 2s", true),  //
            ("2h 6d 3s Kc 7s 2s", true),  // Banker 6 draws against a 7
            ("2h 6d 3s Kc 5s", true),     //
            ("2h 6d 3s Kc", false),       // Player draws on 5
            ("2h 6d 3s", false),          //
        ] {
            assert_eq!(coup(cards).is_ok(), legal, "{cards}");
        }
    }

    #[test]
    fn stakes_are_paid_as_the_documents_say() {
        use Rules::{GoldCard, LiveCommission, LiveNoCommission, LivePairs, SixtyRound, ThreeBet};
        for (cards, rules, spot, stake, expected) in [
            ("9h Kd Ks 3c", LiveCommission, "player", 101, Some(("win", 202))),
            ("9h Kd Ks 3c", LiveCommission, "banker", 101, Some(("lose", 0))),
            ("9h Kd Ks 3c", LiveNoCommission, "small", 101, Some(("win", 252))),
            ("9h Kd Ks 3c", SixtyRound, "big", 101, Some(("lose", 0))),
            ("9h Kd Ks 3c", GoldCard, "big", 101, None),
            ("9h Kd Ks 3c", LivePairs, "small", 101, None),
            ("Kh 9d Kd 9c", ThreeBet, "banker", 133, Some(("win", 259))),
            ("Kh 9d Kd 9c", LiveNoCommission, "banker", 133, Some(("win", 266))),
            ("Kh 3d 7d 3c", LiveNoCommission, "banker", 133, Some(("lose", 0))),
            ("Kh 3d 2d 3c 3s", LiveNoCommission, "banker", 133, Some(("win", 199))),
            ("Kh 9d Kd 9c", LivePairs, "player_pair", 133, Some(("win", 1_596))),
            ("Kh 9d Kd 9c", ThreeBet, "player_pair", 133, None),
            ("9h 9d Kd Kc", SixtyRound, "banker", 133, Some(("push", 133))),
            ("9h 9d Kd Kc", ThreeBet, "tie", 133, Some(("win", 1_197))),
            ("2h 6d 3s Kc 5s", GoldCard, "lucky_6", 100, Some(("win", 1_300))),
            ("2h 2d 3s Kc 9s 4s", GoldCard, "lucky_6", 100, Some(("win", 2_100))),
            ("2h 6d 3s Kc 5s", LiveCommission, "lucky_6", 100, None),
            ("2h 6d 3s Kc 5s", LiveCommission, "big", 101, Some(("win", 151))),
            ("Kh 9d Kd 9c", LiveCommission, "banker_pair", 133, Some(("win", 1_596))),
            ("Kh 9d Kd 3c 4h 3c", LiveCommission, "tie", 100, Some(("lose", 0))),
        ] {
            let coup = coup(cards);
            let paid = coup.as_ref().map(|coup| coup.resolve(rules, spot, stake));
            assert_eq!(paid, Ok(expected), "{cards} {rules:?} {spot}: {coup:?}");
        }
    }
}
