//! Every wager of the catalogue, once more and by hand.

use baccarat::Resolution;
use money::Odds;

use crate::{Kind, total};

/// All that a wager can ask of a coup. Player is first everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct End {
    totals: [usize; 2],
    cards: [usize; 2],
    /// 0: no pair; 1: of one rank; 2: of one rank and suit.
    pairs: [u8; 2],
    alike: bool,
}

impl End {
    pub(crate) fn of(table: &[Kind]) -> Self {
        let (mut player, mut banker) = (vec![table[0], table[2]], vec![table[1], table[3]]);
        let player_drew = total(&player) <= 5;
        for (idx, third) in table[4..].iter().enumerate() {
            if idx == 0 && player_drew { player.push(*third) } else { banker.push(*third) }
        }
        let pair = |hand: &[Kind]| u8::from(hand[0] % 13 == hand[1] % 13) + u8::from(hand[0] == hand[1]);
        let pairs = [pair(&player), pair(&banker)];
        Self {
            totals: [total(&player), total(&banker)],
            cards: [player.len(), banker.len()],
            pairs,
            alike: pairs[0] > 0 && pairs[1] > 0 && player[0] % 13 == banker[0] % 13,
        }
    }

    fn natural(&self, side: usize) -> bool {
        self.cards[side] == 2 && self.totals[side] >= 8
    }

    fn wins(&self, side: usize) -> bool {
        self.totals[side] > self.totals[1 - side]
    }

    /// Whether that side wins with that total, on so many cards if that matters.
    fn wins_with(&self, side: usize, total: usize, cards: Option<usize>) -> bool {
        self.wins(side) && self.totals[side] == total && cards.is_none_or(|cards| self.cards[side] == cards)
    }
}

const PLAYER: usize = 0;
const BANKER: usize = 1;
const LOST: Resolution = Resolution::Lose;

fn to_one(odds: u64) -> Resolution {
    Resolution::Win(Odds::new(odds, 1).unwrap())
}

/// These odds if it is won.
fn if_won(won: bool, odds: &str) -> Resolution {
    if won { Resolution::Win(odds.parse().unwrap()) } else { LOST }
}

/// The catalogue. A paytable of one line is named after its odds, which are thus written down here.
pub(crate) const PAYTABLES: [(&str, &[&str]); 23] = [
    ("player", &["1"]),
    ("banker", &["0.95", "half-on-6", "push-on-three-card-7"]),
    ("tie", &["8", "9"]),
    ("player_pair", &["11", "12"]),
    ("banker_pair", &["11", "12"]),
    ("big", &["0.5", "0.54"]),
    ("small", &["1.5"]),
    ("lucky_6", &["12-20", "12-23"]),
    ("either_pair", &["5"]),
    ("perfect_pair", &["25-200", "25-25", "25-250"]),
    ("player_bonus", &["30-10-6-4-2-1"]),
    ("banker_bonus", &["30-10-6-4-2-1"]),
    ("dragon_7", &["40"]),
    ("panda_8", &["25"]),
    ("super_6", &["12", "15"]),
    ("small_tiger", &["22"]),
    ("big_tiger", &["50"]),
    ("tiger_tie", &["35"]),
    ("tiger_pair", &["4-20-100"]),
    ("lucky_7", &["6-15"]),
    ("super_lucky_7", &["30-40-100"]),
    ("player_natural", &["4"]),
    ("banker_natural", &["4"]),
];

/// What a wager comes to. A paytable of one line is named after its odds.
pub(crate) fn comes_to(spot: &str, paytable: &str, end: &End) -> Resolution {
    let tie = end.totals[0] == end.totals[1];
    let cards = end.cards[0] + end.cards[1];
    let any_pair = end.pairs[0] > 0 || end.pairs[1] > 0;
    let six_on_two = end.wins_with(BANKER, 6, Some(2));
    let six_on_three = end.wins_with(BANKER, 6, Some(3));
    match (spot, paytable) {
        ("player" | "banker", _) if tie => Resolution::Push,
        ("player", odds) => if_won(end.wins(PLAYER), odds),
        ("banker", "half-on-6") if end.totals[BANKER] == 6 => if_won(end.wins(BANKER), "0.5"),
        ("banker", "push-on-three-card-7") if end.wins_with(BANKER, 7, Some(3)) => Resolution::Push,
        ("banker", "half-on-6" | "push-on-three-card-7") => if_won(end.wins(BANKER), "1"),
        ("banker", odds) => if_won(end.wins(BANKER), odds),
        ("tie", odds) => if_won(tie, odds),
        ("player_pair", odds) => if_won(end.pairs[PLAYER] > 0, odds),
        ("banker_pair", odds) => if_won(end.pairs[BANKER] > 0, odds),
        ("big", odds) => if_won(cards > 4, odds),
        ("small", odds) => if_won(cards == 4, odds),
        ("either_pair", odds) => if_won(any_pair, odds),
        ("perfect_pair", _) => match (end.pairs[0] == 2, end.pairs[1] == 2, paytable) {
            (false, false, _) => LOST,
            (true, true, "25-200") => to_one(200),
            (true, true, "25-250") => to_one(250),
            (_, _, "25-200" | "25-250" | "25-25") => to_one(25),
            _ => panic!("nobody knows the perfect pair {paytable}"),
        },
        ("tiger_pair", "4-20-100") => match (end.pairs[0] > 0, end.pairs[1] > 0) {
            (true, true) => to_one(if end.alike { 100 } else { 20 }),
            _ => if_won(any_pair, "4"),
        },
        ("player_natural", odds) => if_won(end.natural(PLAYER), odds),
        ("banker_natural", odds) => if_won(end.natural(BANKER), odds),
        ("player_bonus", "30-10-6-4-2-1") => bonus(end, PLAYER),
        ("banker_bonus", "30-10-6-4-2-1") => bonus(end, BANKER),
        ("lucky_6", "12-20" | "12-23") if six_on_two => to_one(12),
        ("lucky_6", "12-20") => if_won(six_on_three, "20"),
        ("lucky_6", "12-23") => if_won(six_on_three, "23"),
        ("super_6", odds) => if_won(six_on_two || six_on_three, odds),
        ("small_tiger", odds) => if_won(six_on_two, odds),
        ("big_tiger", odds) => if_won(six_on_three, odds),
        ("tiger_tie", odds) => if_won(end.totals == [6, 6], odds),
        ("dragon_7", odds) => if_won(end.wins_with(BANKER, 7, Some(3)), odds),
        ("panda_8", odds) => if_won(end.wins_with(PLAYER, 8, Some(3)), odds),
        ("lucky_7", "6-15") if end.cards[PLAYER] == 2 => if_won(end.wins_with(PLAYER, 7, None), "6"),
        ("lucky_7", "6-15") => if_won(end.wins_with(PLAYER, 7, None), "15"),
        ("super_lucky_7", "30-40-100") if end.totals == [7, 6] => to_one([30, 40, 100][cards - 4]),
        ("super_lucky_7", "30-40-100") => LOST,
        _ => panic!("nobody knows {spot} {paytable}"),
    }
}

fn bonus(end: &End, side: usize) -> Resolution {
    let margin = end.totals[side].saturating_sub(end.totals[1 - side]);
    match (end.natural(side), margin) {
        (true, 0) if end.totals[0] == end.totals[1] => Resolution::Push,
        (_, 0) | (false, 1..=3) => LOST,
        (true, _) => to_one(1),
        (false, margin) => to_one([1, 2, 4, 6, 10, 30][margin - 4]),
    }
}
