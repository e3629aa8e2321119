//! The first two cards of each side, known or not: the number of ways to draw them, by points and by pairs. Knows no
//! third cards.

use arrayvec::ArrayVec;
use baccarat::{BySide, Card, Deal, Points, Side};

use crate::composition::{Composition, rank_place};
use crate::pairing::AtLeast;

/// The first two cards of a side: those on the table, and what the others count.
pub(crate) struct Two {
    points: [usize; 2],
    known: usize,
    /// The number of orders of the unknown cards.
    orders: u64,
    /// The ways to be at least no pair, a pair of rank, a perfect pair.
    ways: [Vec<Way>; 3],
}

/// What the unknown cards of a side must be.
#[derive(Clone)]
struct Way {
    /// The rank of the pair, if there must be one.
    rank: Option<usize>,
    cards: ArrayVec<Class, 2>,
}

impl Two {
    /// All points that the first two cards of a side can have.
    pub(crate) fn all(deal: &Deal, side: Side) -> Vec<Self> {
        let known: ArrayVec<Card, 2> = deal.hand(side).into_iter().take(2).collect();
        let points = |idx: usize| points_of(known[idx]);
        let counts: Vec<[usize; 2]> = match known.len() {
            0 => (0..10).flat_map(|first| (first..10).map(move |second| [first, second])).collect(),
            1 => (0..10).map(|second| [points(0), second]).collect(),
            _ => vec![[points(0), points(1)]],
        };
        counts.into_iter().map(|points| Self::of(&known, points)).collect()
    }

    fn of(known: &[Card], points: [usize; 2]) -> Self {
        let unknown = || 0..2 - known.len();
        let any = Way {
            rank: None,
            cards: points[known.len()..].iter().map(|points| Class::Points(*points)).collect(),
        };
        let pairs = |class_of: fn(Card) -> Class, cards: usize| {
            let cards = Card::deck().take(cards).filter(|card| points == [points_of(*card); 2]);
            let fitting = cards.filter(|card| known.iter().all(|known| class_of(*card).has(*known)));
            let way = |card| Way {
                rank: Some(rank_place(card)),
                cards: unknown().map(|_| class_of(card)).collect(),
            };
            fitting.map(way).collect()
        };
        let plain = pairs(|card| Class::Rank(rank_place(card), points_of(card)), 13);
        let perfect = pairs(Class::Kind, Card::KINDS);
        let orders = if known.is_empty() && points[0] != points[1] { 2 } else { 1 };
        Self { points, known: known.len(), orders, ways: [vec![any], plain, perfect] }
    }

    /// What the unknown cards count.
    pub(crate) fn unknown(&self) -> &[usize] {
        &self.points[self.known..]
    }

    /// The total of two.
    pub(crate) fn total(&self) -> Points {
        self.points.iter().fold(Points::default(), |sum, points| sum.plus(points_from(*points)))
    }
}

/// What a card counts, as a place.
fn points_of(card: Card) -> usize {
    usize::from(card.points().get())
}

/// What counts so.
pub(crate) fn points_from(points: usize) -> Points {
    Points::new(u8::try_from(points).unwrap_or_default())
}

/// Cards that are the same for a purpose. Two classes lie one within the other, or apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// The copies of one card.
    Kind(Card),
    /// The cards of one rank, by its place; and what they count.
    Rank(usize, usize),
    /// The cards that count so.
    Points(usize),
}

impl Class {
    fn has(self, card: Card) -> bool {
        Self::Kind(card).lies_in(self)
    }

    fn lies_in(self, other: Self) -> bool {
        match (self, other) {
            (Self::Kind(card), Self::Rank(rank, _)) => rank_place(card) == rank,
            (Self::Kind(card), Self::Points(points)) => points_of(card) == points,
            (Self::Rank(_, counts), Self::Points(points)) => counts == points,
            _ => self == other,
        }
    }

    /// Small classes come before those they may lie in.
    fn size_order(self) -> u8 {
        match self {
            Self::Kind(_) => 0,
            Self::Rank(..) => 1,
            Self::Points(_) => 2,
        }
    }

    fn cards(self, shoe: &Composition) -> u64 {
        match self {
            Self::Kind(card) => u64::from(shoe.copies(card)),
            Self::Rank(rank, _) => u64::from(shoe.by_rank()[rank]),
            Self::Points(points) => u64::from(shoe.by_points()[points]),
        }
    }
}

/// The number of ways to draw the unknown ones of the first four cards, by the pairs that they make at least.
pub(crate) fn at_least(shoe: &Composition, twos: BySide<&Two>) -> AtLeast {
    let mut at_least = AtLeast::default();
    let orders = twos.player.orders * twos.banker.orders;
    for (player, player_ways) in twos.player.ways.iter().enumerate() {
        for (banker, banker_ways) in twos.banker.ways.iter().enumerate() {
            for [one, other] in
                player_ways.iter().flat_map(|one| banker_ways.iter().map(move |other| [one, other]))
            {
                let ways = orders * draws(shoe, one, other);
                at_least.any[player][banker] += ways;
                if one.rank.is_some() && one.rank == other.rank {
                    at_least.alike[player][banker] += ways;
                }
            }
        }
    }
    at_least
}

/// The number of ways to draw cards of these classes. The order makes no difference, so small classes draw first: then
/// every card that was drawn before lies in the class at hand for certain, or certainly not.
fn draws(shoe: &Composition, one: &Way, other: &Way) -> u64 {
    let mut classes: ArrayVec<Class, 4> = one.cards.iter().chain(&other.cards).copied().collect();
    classes.sort_by_key(|class| class.size_order());
    let mut ways = 1;
    for (idx, class) in classes.iter().enumerate() {
        let gone = classes[..idx].iter().filter(|before| before.lies_in(*class)).map(|_| 1).sum();
        ways *= class.cards(shoe).saturating_sub(gone);
    }
    ways
}
