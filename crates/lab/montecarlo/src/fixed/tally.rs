//! How many coups paired and ended in each way. Knows no paytables.

use std::ops::AddAssign;

use baccarat::{BySide, Coup};
use odds::{Ending, Pair, Pairing};

use super::block::{CELLS, Cells};
use super::detail::Detail;

/// Coups by how they paired and ended, from shoes of which equally many coups were dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    detail: Detail,
    coups_per_shoe: u16,
    shoe_cards: u16,
    counts: Vec<u64>,
}

impl Tally {
    pub(super) fn blank(detail: Detail, coups_per_shoe: u16, shoe_cards: u16) -> Self {
        let places = if detail == Detail::Totals { 400 } else { 7200 };
        Self { detail, coups_per_shoe, shoe_cards, counts: vec![0; places] }
    }

    /// Adds the coups that are counted in cells.
    pub(super) fn fill(&mut self, count: impl FnOnce(&mut Cells)) {
        let cells: Result<Box<Cells>, _> = vec![0; CELLS].try_into();
        let mut cells = cells.unwrap_or_else(|_| unreachable!("it is as long as it was made"));
        count(&mut cells);
        for (count, cell) in self.counts.iter_mut().zip(cells.iter()) {
            *count += u64::from(*cell);
        }
    }

    /// What it tells of a coup.
    pub const fn detail(&self) -> Detail {
        self.detail
    }

    /// How many coups were dealt of each shoe.
    pub const fn coups_per_shoe(&self) -> u16 {
        self.coups_per_shoe
    }

    /// How many cards each shoe had.
    pub const fn shoe_cards(&self) -> u16 {
        self.shoe_cards
    }

    /// How many coups there are.
    pub fn coups(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many whole shoes.
    pub fn shoes(&self) -> u64 {
        self.coups() / u64::from(self.coups_per_shoe)
    }

    /// How many coups paired and ended so, as far as the [`Detail`] tells pairs apart.
    pub fn count(&self, pairing: Pairing, ending: Ending) -> u64 {
        self.counts.get(place(pairing, ending)).copied().unwrap_or_default()
    }

    /// How many coups ended so.
    pub fn ending(&self, ending: Ending) -> u64 {
        Pairing::all().map(|pairing| self.count(pairing, ending)).sum()
    }

    /// How many coups paired so, as far as the [`Detail`] tells pairs apart.
    pub fn pairing(&self, pairing: Pairing) -> u64 {
        Ending::all().map(|ending| self.count(pairing, ending)).sum()
    }

    /// Counts a coup that was dealt elsewhere, to hold another dealer against the exact law.
    pub fn push(&mut self, coup: &Coup) {
        let pairing = self.detail.counts_as(Pairing::of(coup));
        if let Some(count) = self.counts.get_mut(place(pairing, Ending::of(coup))) {
            *count += 1;
        }
    }
}

/// The cell in which coups of this kind are counted.
fn place(pairing: Pairing, ending: Ending) -> usize {
    let BySide { player, banker } = pairing.pairs.map(Pair::place);
    Ending::PLACES * (9 * usize::from(pairing.alike) + 3 * player + banker) + ending.place()
}

impl AddAssign<&Self> for Tally {
    /// All coups of the other as well.
    ///
    /// # Panics
    /// When the other is of shoes of another size, of another number of coups or of another detail: there is no one run
    /// both could be of.
    fn add_assign(&mut self, other: &Self) {
        let kind = |tally: &Self| (tally.detail, tally.coups_per_shoe, tally.shoe_cards);
        assert_eq!(kind(self), kind(other), "tallies of two kinds of run");
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(detail: Detail, coups: &[&str]) -> Tally {
        let mut tally = Tally::blank(detail, 2, 416);
        for coup in coups {
            tally.push(&coup.parse().unwrap());
        }
        tally
    }

    #[test]
    fn every_way_has_a_place_of_its_own() {
        let places: std::collections::BTreeSet<usize> = Pairing::all()
            .flat_map(|pairing| Ending::all().map(move |ending| place(pairing, ending)))
            .collect();
        assert_eq!(places.len(), 13 * 210);
        assert!(places.last().unwrap() < &7200);
    }

    #[test]
    fn a_tally_has_the_detail_of_its_run() {
        let coups = ["9h 9d 9h 9d", "4h 9d 4s Kd", "2h Kd Ks 7c 5h"];
        let of = |tally: &Tally, pair: [Pair; 2], alike| {
            tally.pairing(Pairing { pairs: BySide { player: pair[0], banker: pair[1] }, alike })
        };
        let (none, plain, perfect) = (Pair::None, Pair::Plain, Pair::Perfect);
        let cards = tally(Detail::Cards, &coups);
        assert_eq!((of(&cards, [perfect, perfect], true), of(&cards, [plain, none], false)), (1, 1));
        let ranks = tally(Detail::Ranks, &coups);
        assert_eq!((of(&ranks, [perfect, perfect], true), of(&ranks, [plain, plain], true)), (0, 1));
        let totals = tally(Detail::Totals, &coups);
        assert_eq!(of(&totals, [none, none], false), 3);
        for tally in [cards, ranks, totals] {
            assert_eq!((tally.coups(), tally.shoes()), (3, 1));
            assert_eq!(tally.ending(Ending::of(&"2h Kd Ks 7c 5h".parse().unwrap())), 1);
        }
    }

    #[test]
    #[should_panic(expected = "tallies of two kinds of run")]
    fn tallies_of_two_runs_are_not_added() {
        let mut cards = tally(Detail::Cards, &[]);
        cards += &tally(Detail::Ranks, &[]);
    }
}
