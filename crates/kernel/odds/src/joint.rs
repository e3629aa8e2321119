//! The law of a coup by endings and pairs together, from any shoe or in the middle of a coup.
//!
//! It walks hands, which is much slower than [`crate::law`]. It answers what neither totals nor pairs can answer alone,
//! and tests hold the two against each other.

use baccarat::deal::{banker_draws, player_draws};
use baccarat::{BySide, Deal, Points, Side};

use crate::composition::{Composition, TooFewCards};
use crate::ending::Ending;
use crate::law::COUP_CARDS;
use crate::pairing::Pairing;
use crate::twos::{Two, at_least, points_from};

/// The number of ordered draws of the cards still to come, for each ending with each pairing.
///
/// With `k` cards on the table these are draws of `6 - k` cards; a coup that ends before the sixth is counted with all
/// that could have come after it.
///
/// Of one ending there are at most as many draws as in [`crate::law`], so counts fit in 64 bits; their sums may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointLaw {
    draws: u128,
    counts: Vec<u64>,
}

impl JointLaw {
    /// The law of the next coup from this shoe.
    ///
    /// # Errors
    /// [`TooFewCards`] when fewer than six are left.
    pub fn of(shoe: &Composition) -> Result<Self, TooFewCards> {
        Self::given(&Deal::new(), shoe)
    }

    /// The law of the coup under way. `shoe` is what is left: the cards on the table are no more in it.
    ///
    /// # Errors
    /// [`TooFewCards`] when fewer are left than make up six with those on the table.
    pub fn given(deal: &Deal, shoe: &Composition) -> Result<Self, TooFewCards> {
        let to_come = COUP_CARDS - deal.cards().iter().map(|_| 1).sum::<u16>();
        shoe.must_hold(to_come)?;
        let mut law = Self { draws: shoe.orders(to_come), counts: vec![0; Pairing::PLACES * Ending::PLACES] };
        let [players, bankers] = Side::ALL.map(|side| Two::all(deal, side));
        for player in &players {
            for banker in &bankers {
                law.add(deal, shoe, BySide { player, banker });
            }
        }
        Ok(law)
    }

    /// Adds all coups whose first two cards count so.
    fn add(&mut self, deal: &Deal, shoe: &Composition, twos: BySide<&Two>) {
        let ways = at_least(shoe, twos).exactly();
        if ways.iter().all(|ways| *ways == 0) {
            return;
        }
        let mut left = Left { cards: u64::from(shoe.cards()), points: shoe.by_points().map(u64::from) };
        for points in twos.player.unknown().iter().chain(twos.banker.unknown()) {
            left.cards -= 1;
            left.points[*points] -= 1;
        }
        let known_third = deal.cards().get(4).map(|card| card.points());
        left.finish(twos.map(Two::total), known_third, |ending, count| {
            for (pairing, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                self.counts[pairing * Ending::PLACES + ending.place()] += ways * count;
            }
        });
    }

    /// How many draws there are.
    pub const fn draws(&self) -> u128 {
        self.draws
    }

    /// How many of them pair and end so.
    pub fn count(&self, pairing: Pairing, ending: Ending) -> u64 {
        self.counts[Self::place(pairing, ending)]
    }

    /// How many draws pair and end in any of the ways that `counts` takes.
    pub fn sum(&self, counts: impl Fn(Pairing, Ending) -> bool) -> u128 {
        let places = Pairing::all().flat_map(|pairing| Ending::all().map(move |ending| (pairing, ending)));
        places
            .filter(|(pairing, ending)| counts(*pairing, *ending))
            .map(|(pairing, ending)| u128::from(self.count(pairing, ending)))
            .sum()
    }

    /// Where [`JointLaw::flat`] has it.
    pub(crate) fn place(pairing: Pairing, ending: Ending) -> usize {
        pairing.place() * Ending::PLACES + ending.place()
    }

    /// All counts.
    pub(crate) fn flat(&self) -> &[u64] {
        &self.counts
    }
}

/// What is left after the first four cards, by points.
struct Left {
    cards: u64,
    points: [u64; 10],
}

impl Left {
    /// Deals the third cards in every way. Returns each ending with the number of draws of the remaining cards up to
    /// the sixth.
    fn finish(
        &mut self,
        twos: BySide<Points>,
        known_third: Option<Points>,
        mut end: impl FnMut(Ending, u64),
    ) {
        let natural = twos.player.get() >= 8 || twos.banker.get() >= 8;
        let totals = twos.map(Points::get);
        if natural || !player_draws(twos.player) {
            let drew = BySide { player: false, banker: !natural && banker_draws(twos.banker, None) };
            self.banker(totals, drew, self.cards - 1, &mut end);
            return;
        }
        let drew = |third| BySide { player: true, banker: banker_draws(twos.banker, Some(third)) };
        let total = |third| BySide { player: twos.player.plus(third).get(), ..totals };
        if let Some(third) = known_third {
            self.banker(total(third), drew(third), 1, &mut end);
            return;
        }
        for points in 0..10 {
            let cards = self.points[points];
            if cards > 0 {
                let third = points_from(points);
                self.points[points] -= 1;
                self.cards -= 1;
                self.banker(total(third), drew(third), cards, &mut end);
                self.points[points] += 1;
                self.cards += 1;
            }
        }
    }

    /// Banker draws or stands; each draw counts `times`.
    fn banker(&self, totals: BySide<u8>, drew: BySide<bool>, times: u64, end: &mut impl FnMut(Ending, u64)) {
        if !drew.banker {
            end(Ending { totals, drew }, times * self.cards);
            return;
        }
        for (points, cards) in self.points.iter().enumerate().filter(|(_, cards)| **cards > 0) {
            let banker = points_from(usize::from(totals.banker) + points).get();
            end(Ending { totals: BySide { banker, ..totals }, drew }, times * cards);
        }
    }
}
