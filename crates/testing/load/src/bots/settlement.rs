//! What a coup pays, from its cards and from the odds that the server publishes as data. Knows no house rules by name.
//!
//! It follows "Odds and settlement" of docs/PROTOCOL.md and is written from that page alone, in integers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// How many cards a hand or a coup has, as facts name it.
const COUNTS: [(usize, &str); 5] = [(2, "two"), (3, "three"), (4, "four"), (5, "five"), (6, "six")];

/// The cards of both hands, each a rank and a suit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// The cards of Player.
    pub player: Vec<String>,
    /// The cards of Banker.
    pub banker: Vec<String>,
}

/// The odds of all spots, as the house rules of a table publish them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Odds {
    /// How a profit becomes a whole number of minor units: `down`, `up` or `half_up`.
    rounding: String,
    spots: Vec<SpotOdds>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct SpotOdds {
    spot: String,
    push: Vec<BTreeSet<String>>,
    pays: Vec<PayLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct PayLine {
    when: BTreeSet<String>,
    odds: (u64, u64),
}

/// How a wager on a spot ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Push,
    Win(u64, u64),
    Lose,
}

/// How wagers on every spot end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    spots: BTreeMap<String, Verdict>,
    rounding: Rounding,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounding {
    Down,
    Up,
    HalfUp,
}

impl Hands {
    /// The hands of cards in deal order: in turn, then the third cards, that of Player first.
    pub fn dealt(cards: &[String]) -> Option<Self> {
        let [p1, b1, p2, b2, rest @ ..] = cards else { return None };
        let (mut player, mut banker) = (vec![p1.clone(), p2.clone()], vec![b1.clone(), b2.clone()]);
        match rest {
            [] => {}
            [third] if total(&player) <= 5 => player.push(third.clone()),
            [third] => banker.push(third.clone()),
            [of_player, of_banker] => {
                player.push(of_player.clone());
                banker.push(of_banker.clone());
            }
            _ => return None,
        }
        Some(Self { player, banker })
    }

    /// How many cards there are.
    pub fn count(&self) -> usize {
        self.player.len().saturating_add(self.banker.len())
    }

    /// The totals of Player and Banker.
    pub fn totals(&self) -> (u64, u64) {
        (total(&self.player), total(&self.banker))
    }

    /// Every fact of the coup, by the names that paytables use.
    fn facts(&self) -> BTreeSet<String> {
        let (player, banker) = self.totals();
        let outcome = match player.cmp(&banker) {
            std::cmp::Ordering::Greater => "player_wins",
            std::cmp::Ordering::Less => "banker_wins",
            std::cmp::Ordering::Equal => "tie",
        };
        let mut facts = BTreeSet::from([
            outcome.to_owned(),
            format!("margin_{}", player.abs_diff(banker)),
            format!("{}_cards", counted(self.count())),
        ]);
        facts.extend(of_hand("player", &self.player));
        facts.extend(of_hand("banker", &self.banker));
        let are_pairs = facts.contains("player_pair") && facts.contains("banker_pair");
        if are_pairs && first_rank(&self.player) == first_rank(&self.banker) {
            facts.insert("pairs_alike".to_owned());
        }
        facts
    }
}

/// The facts of one hand.
fn of_hand(side: &str, hand: &[String]) -> Vec<String> {
    let total = total(hand);
    let mut facts = vec![format!("{side}_total_{total}"), format!("{side}_{}_cards", counted(hand.len()))];
    if hand.len() == 2 && total >= 8 {
        facts.push(format!("{side}_natural"));
    }
    if let [first, second, ..] = hand {
        if rank(first) == rank(second) {
            facts.push(format!("{side}_pair"));
        }
        if first == second {
            facts.push(format!("{side}_perfect_pair"));
        }
    }
    facts
}

impl Odds {
    /// How wagers end after a coup.
    ///
    /// # Errors
    /// When the rounding is none that the protocol names, or odds divide by zero.
    pub fn judge(&self, hands: &Hands) -> Result<Verdicts, String> {
        let rounding = match self.rounding.as_str() {
            "down" => Rounding::Down,
            "up" => Rounding::Up,
            "half_up" => Rounding::HalfUp,
            other => return Err(format!("the rounding {other:?} is not in the protocol")),
        };
        let facts = hands.facts();
        let spots = self.spots.iter().map(|spot| (spot.spot.clone(), spot.judge(&facts))).collect();
        Ok(Verdicts { spots, rounding })
    }
}

impl SpotOdds {
    fn judge(&self, facts: &BTreeSet<String>) -> Verdict {
        if self.push.iter().any(|set| set.is_subset(facts)) {
            return Verdict::Push;
        }
        let line = self.pays.iter().find(|line| line.when.is_subset(facts));
        line.map_or(Verdict::Lose, |line| Verdict::Win(line.odds.0, line.odds.1))
    }
}

impl Verdicts {
    /// The resolution of a wager and its payout, stake included; none when the house rules have no such spot.
    pub fn settle(&self, spot: &str, stake: u64) -> Option<(&'static str, u64)> {
        match *self.spots.get(spot)? {
            Verdict::Push => Some(("push", stake)),
            Verdict::Lose => Some(("lose", 0)),
            Verdict::Win(n, d) => Some(("win", stake.checked_add(self.rounding.profit(stake, n, d)?)?)),
        }
    }

    /// The spots that won.
    pub fn winners(&self) -> BTreeSet<&str> {
        let won = self.spots.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Win(..)));
        won.map(|(spot, _)| spot.as_str()).collect()
    }
}

impl Rounding {
    fn profit(self, stake: u64, n: u64, d: u64) -> Option<u64> {
        let (product, d) = (u128::from(stake).checked_mul(u128::from(n))?, u128::from(d));
        let profit = match self {
            Self::Down => product.checked_div(d)?,
            Self::Up => product.checked_add(d.checked_sub(1)?)?.checked_div(d)?,
            Self::HalfUp => product.checked_mul(2)?.checked_add(d)?.checked_div(d.checked_mul(2)?)?,
        };
        u64::try_from(profit).ok()
    }
}

/// The sum of a hand, modulo ten.
fn total(hand: &[String]) -> u64 {
    hand.iter().map(|card| value(card)).fold(0, |sum, value| (sum + value) % 10)
}

fn value(card: &str) -> u64 {
    match card.chars().next() {
        Some('A') => 1,
        Some(rank) => rank.to_digit(10).map_or(0, u64::from),
        None => 0,
    }
}

fn rank(card: &str) -> Option<char> {
    card.chars().next()
}

fn first_rank(hand: &[String]) -> Option<char> {
    hand.first().and_then(|card| rank(card))
}

fn counted(count: usize) -> &'static str {
    COUNTS.iter().find(|(number, _)| *number == count).map_or("other", |(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cards(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn odds(rounding: &str) -> Odds {
        let line = |when: &[&str], odds: (u64, u64)| json!({ "when": when, "odds": odds, "shown": "" });
        serde_json::from_value(json!({ "id": "x", "rounding": rounding, "spots": [
            { "spot": "banker", "push": [["tie"]], "pays": [line(&["banker_wins"], (19, 20))] },
            { "spot": "tie", "push": [], "pays": [line(&["tie"], (8, 1))] },
            { "spot": "pairs", "push": [], "pays": [
                line(&["pairs_alike"], (200, 1)), line(&["player_pair", "banker_pair"], (75, 1)), line(&["banker_pair"], (5, 1)),
            ] },
        ] }))
        .unwrap()
    }

    #[test]
    fn the_example_of_the_protocol_comes_out() {
        let hands = Hands::dealt(&cards("Kc 6h As 6d Qc 4d")).unwrap();
        let expected = [
            "banker_wins",
            "player_total_1",
            "banker_total_6",
            "margin_5",
            "player_three_cards",
            "banker_three_cards",
            "six_cards",
            "banker_pair",
        ];
        assert_eq!(hands.facts(), expected.map(str::to_owned).into());
        for (rounding, payout) in [("down", 19_501), ("up", 19_502), ("half_up", 19_502)] {
            let verdicts = odds(rounding).judge(&hands).unwrap();
            assert_eq!(verdicts.settle("banker", 10_000), Some(("win", 19_500)));
            assert_eq!(verdicts.settle("banker", 10_001), Some(("win", payout)), "{rounding}");
            assert_eq!(verdicts.settle("tie", 500), Some(("lose", 0)));
            assert_eq!(verdicts.settle("no such spot", 500), None);
            assert_eq!(verdicts.winners(), ["banker", "pairs"].into());
        }
        assert!(odds("to the moon").judge(&hands).is_err());
    }

    #[test]
    fn cards_in_deal_order_make_two_hands() {
        for (dealt, player, banker) in [
            ("9c Kd Kh 2s", "9c Kh", "Kd 2s"),
            ("2c 7d 3h Ks 5c", "2c 3h 5c", "7d Ks"),
            ("2c 3d 4h Ks 5c", "2c 4h", "3d Ks 5c"),
            ("2c 3d 3h Ks 5c 6c", "2c 3h 5c", "3d Ks 6c"),
        ] {
            // The third card goes to Player with 5 points or less.
            let hands = Hands::dealt(&cards(dealt)).unwrap();
            assert_eq!((hands.player, hands.banker), (cards(player), cards(banker)), "{dealt}");
        }
        for wrong in ["9c Kd Kh", "9c Kd Kh 2s 2s 2s 2s"] {
            assert_eq!(Hands::dealt(&cards(wrong)), None);
        }
    }

    #[test]
    fn the_first_line_that_holds_pays_and_a_push_goes_before() {
        let judged = |dealt: &str, spot: &str| {
            let verdicts = odds("down").judge(&Hands::dealt(&cards(dealt)).unwrap()).unwrap();
            verdicts.settle(spot, 100).unwrap()
        };
        assert_eq!(judged("4c 4d 4h 4s", "pairs"), ("win", 20_100), "alike");
        assert_eq!(judged("4c 3d 4h 3s 5c", "pairs"), ("win", 7_600), "both");
        assert_eq!(judged("2c 4d 4h 4s", "pairs"), ("win", 600), "one");
        assert_eq!(judged("4c 4d 4h 4s", "banker"), ("push", 100), "a tie");
    }

    #[test]
    fn profits_beyond_every_amount_are_none() {
        assert_eq!(Rounding::Up.profit(u64::MAX, u64::MAX, 1), None);
        assert_eq!(Rounding::Down.profit(1, 1, 0), None);
        assert_eq!(Rounding::HalfUp.profit(1, 1, 2), Some(1));
        assert_eq!(Rounding::Down.profit(1, 1, 2), Some(0));
    }
}
