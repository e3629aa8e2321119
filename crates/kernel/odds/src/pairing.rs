//! Pairs: how the first two cards of both sides can relate, and how often. Knows no totals.

use baccarat::{BySide, Coup, Facts, Hand, Side};

use crate::composition::{Composition, TooFewCards, falling};
use crate::ending::named;
use crate::law::COUP_CARDS;

/// How the first two cards of a side relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pair {
    /// Of different rank.
    None,
    /// Of the same rank, not of the same suit.
    Plain,
    /// Of the same rank and suit.
    Perfect,
}

/// The pairs of both sides, and whether they are of one rank: what decides every wager that asks only for pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// Each side's.
    pub pairs: BySide<Pair>,
    /// Whether both sides hold pairs, and of the same rank.
    pub alike: bool,
}

impl Pair {
    const ALL: [Self; 3] = [Self::None, Self::Plain, Self::Perfect];

    /// Its place among all: 0 for none, 1 for a plain pair, 2 for a perfect one.
    pub const fn place(self) -> usize {
        match self {
            Self::None => 0,
            Self::Plain => 1,
            Self::Perfect => 2,
        }
    }

    fn of(hand: Hand) -> Self {
        match (hand.is_pair(), hand.is_perfect_pair()) {
            (false, _) => Self::None,
            (true, false) => Self::Plain,
            (true, true) => Self::Perfect,
        }
    }
}

impl Pairing {
    /// How many there are.
    pub(crate) const PLACES: usize = 13;

    /// That of this coup.
    pub fn of(coup: &Coup) -> Self {
        let hands = BySide::from_fn(|side| *coup.hand(side));
        let apart = Self { pairs: hands.map(Pair::of), alike: false };
        Self { alike: apart.both() && hands.player.first.rank() == hands.banker.first.rank(), ..apart }
    }

    /// All thirteen.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |alike| {
            Pair::ALL.into_iter().flat_map(move |player| {
                Pair::ALL.into_iter().map(move |banker| Self { pairs: BySide { player, banker }, alike })
            })
        };
        of(false).chain(of(true).filter(|pairing| pairing.both()))
    }

    /// Whether both sides hold pairs.
    fn both(self) -> bool {
        self.pairs.player != Pair::None && self.pairs.banker != Pair::None
    }

    /// Its place in counts that are laid flat, as [`Pairing::all`] goes.
    pub(crate) fn place(self) -> usize {
        let BySide { player, banker } = self.pairs.map(Pair::place);
        if self.alike { 9 + (player - 1) * 2 + (banker - 1) } else { player * 3 + banker }
    }

    /// All facts about pairs that hold.
    pub fn facts(self) -> Facts {
        let mut facts = if self.alike { named("pairs_alike") } else { Facts::NONE };
        for side in Side::ALL {
            let pair = *self.pairs.get(side);
            if pair != Pair::None {
                facts = facts.and(named(&format!("{}_pair", side.id())));
            }
            if pair == Pair::Perfect {
                facts = facts.and(named(&format!("{}_perfect_pair", side.id())));
            }
        }
        facts
    }
}

/// Counts of "at least this pair on both sides", from which counts of exactly this pair follow.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AtLeast {
    /// `[Player's][Banker's]`, each from no demand to a perfect pair.
    pub(crate) any: [[u64; 3]; 3],
    /// The same, of one rank; without meaning where a side need not hold a pair.
    pub(crate) alike: [[u64; 3]; 3],
}

impl AtLeast {
    /// Counts by [`Pairing::place`].
    pub(crate) fn exactly(&self) -> [u64; Pairing::PLACES] {
        let mut counts = [0; Pairing::PLACES];
        for pairing in Pairing::all() {
            let alike = if pairing.both() { exactly(&self.alike, pairing.pairs) } else { 0 };
            let any = exactly(&self.any, pairing.pairs);
            counts[pairing.place()] = if pairing.alike { alike } else { any - alike };
        }
        counts
    }
}

fn exactly(at_least: &[[u64; 3]; 3], pairs: BySide<Pair>) -> u64 {
    // What holds at least this, less what holds more; nothing is more than a perfect pair.
    let BySide { player, banker } = pairs.map(Pair::place);
    let count = |player: usize, banker: usize| {
        at_least.get(player).and_then(|row| row.get(banker)).copied().unwrap_or_default()
    };
    count(player, banker) + count(player + 1, banker + 1)
        - count(player + 1, banker)
        - count(player, banker + 1)
}

/// The number of ordered draws of six cards for each way in which the first four pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairLaw {
    draws: u128,
    counts: [u128; Pairing::PLACES],
}

impl PairLaw {
    /// The law of the next coup from this shoe.
    ///
    /// # Errors
    /// [`TooFewCards`] when fewer than six are left.
    pub fn of(shoe: &Composition) -> Result<Self, TooFewCards> {
        shoe.must_hold(COUP_CARDS)?;
        let rest = falling(u64::from(shoe.cards()) - 4, 2);
        let counts = at_least(shoe).exactly().map(|count| u128::from(count) * rest);
        Ok(Self { draws: shoe.orders(COUP_CARDS), counts })
    }

    /// How many draws there are: `n (n - 1) ... (n - 5)`.
    pub const fn draws(&self) -> u128 {
        self.draws
    }

    /// How many of them pair so.
    pub fn count(&self, pairing: Pairing) -> u128 {
        self.counts[pairing.place()]
    }

    /// How many draws pair in any of the ways that `counts` takes.
    pub fn sum(&self, counts: impl Fn(Pairing) -> bool) -> u128 {
        Pairing::all().filter(|pairing| counts(*pairing)).map(|pairing| self.count(pairing)).sum()
    }

    /// The counts by [`Pairing::place`].
    pub(crate) fn flat(&self) -> &[u128] {
        &self.counts
    }
}

/// `n (n - 1)`: the ordered draws of two of `n` cards.
fn two(n: u64) -> u64 {
    n * n.saturating_sub(1)
}

/// The ordered draws of four of `n` cards. At most 1664^4, which fits.
fn four(n: u64) -> u64 {
    if n < 4 { 0 } else { two(n) * two(n - 2) }
}

/// The first four cards, by pairs. All in closed form over 13 ranks of four kinds.
fn at_least(shoe: &Composition) -> AtLeast {
    let cards = u64::from(shoe.cards());
    let (mut plain, mut plain_squared, mut plain_alike) = (0, 0, 0);
    let (mut perfect, mut perfect_squared, mut perfect_same) = (0, 0, 0);
    let (mut mixed_apart, mut mixed_alike, mut perfect_alike) = (0, 0, 0);
    for (rank, of_rank) in shoe.by_rank().iter().map(|count| u64::from(*count)).enumerate() {
        let pairs = two(of_rank);
        let kinds = [0, 13, 26, 39].map(|suit| u64::from(shoe.counts()[suit + rank]));
        let own: u64 = kinds.iter().copied().map(two).sum();
        let squared: u64 = kinds.iter().map(|kind| two(*kind) * two(*kind)).sum();
        let same: u64 = kinds.iter().copied().map(four).sum();
        plain += pairs;
        plain_squared += pairs * pairs;
        plain_alike += four(of_rank);
        perfect += own;
        perfect_squared += squared;
        perfect_same += same;
        mixed_apart += own * pairs;
        mixed_alike += own * two(of_rank.saturating_sub(2));
        perfect_alike += own * own - squared + same;
    }
    let rest = two(cards.saturating_sub(2));
    let mixed = perfect * plain - mixed_apart + mixed_alike;
    AtLeast {
        any: [
            [four(cards), plain * rest, perfect * rest],
            [plain * rest, plain * plain - plain_squared + plain_alike, mixed],
            [perfect * rest, mixed, perfect * perfect - perfect_squared + perfect_same],
        ],
        alike: [[0; 3], [0, plain_alike, mixed_alike], [0, mixed_alike, perfect_alike]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirteen_pairings_each_in_its_place() {
        let places: Vec<usize> = Pairing::all().map(Pairing::place).collect();
        assert_eq!(places, (0..Pairing::PLACES).collect::<Vec<_>>());
    }

    #[test]
    fn a_pairing_knows_what_the_coup_knows() {
        for text in ["4h 4h 4s 4h", "4h 9d 4h 9d", "4h Kd 4s Qd", "9h 9d Ks 9d", "4h 4s 4h 4d"] {
            let coup: Coup = text.parse().unwrap();
            let facts = Facts::of(&coup).to_string();
            let pairs: Vec<&str> = facts.split(' ').filter(|name| name.contains("pair")).collect();
            assert_eq!(Pairing::of(&coup).facts().to_string(), pairs.join(" "), "{text}");
        }
    }
}
