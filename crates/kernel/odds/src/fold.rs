//! Adds counts up by the resolutions of paytables, which were judged for each place in a law beforehand. Knows no
//! cards.

use std::collections::BTreeMap;

use baccarat::{Facts, Paytable, Resolution};

use crate::spot_law::SpotLaw;

/// Places in the counts of a law at which some paytables have the same resolutions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fold {
    /// Which paytables, by their number in the plan.
    spots: Vec<usize>,
    /// The places, class by class in one piece of memory.
    places: Vec<usize>,
    /// The resolution of each of the paytables in a class, and where its places end.
    classes: Vec<(Vec<Slot>, usize)>,
}

/// Where a law keeps a resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Win(usize),
    Push,
    Lose,
}

impl Slot {
    fn of(paytable: &Paytable, law: &SpotLaw, facts: Facts) -> Self {
        match paytable.resolve(facts) {
            Resolution::Win(odds) => {
                law.wins.iter().position(|win| win.odds == odds).map_or(Self::Lose, Self::Win)
            }
            Resolution::Push => Self::Push,
            Resolution::Lose => Self::Lose,
        }
    }
}

impl Fold {
    pub(crate) fn of(paytables: &[(usize, &Paytable)], places: &[(usize, Facts)]) -> Self {
        if paytables.is_empty() {
            return Self::default();
        }
        let laws: Vec<_> = paytables.iter().map(|(_, paytable)| SpotLaw::blank(paytable)).collect();
        let slots = |facts| -> Vec<Slot> {
            let each = paytables.iter().zip(&laws);
            each.map(|((_, paytable), law)| Slot::of(paytable, law, facts)).collect()
        };
        let mut classes: BTreeMap<Vec<Slot>, Vec<usize>> = BTreeMap::new();
        for (place, facts) in places {
            classes.entry(slots(*facts)).or_default().push(*place);
        }
        let spots = paytables.iter().map(|(spot, _)| *spot).collect();
        let mut fold = Self { spots, ..Self::default() };
        for (slots, places) in classes {
            fold.places.extend(places);
            fold.classes.push((slots, fold.places.len()));
        }
        fold
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// Adds up the classes, and each to the laws.
    pub(crate) fn add<N: Copy + Into<u128>>(&self, counts: &[N], laws: &mut [SpotLaw]) {
        let mut begin = 0;
        for (slots, end) in &self.classes {
            let sum: u128 = self.places[begin..*end].iter().map(|place| counts[*place].into()).sum();
            for (spot, slot) in self.spots.iter().zip(slots) {
                let law = &mut laws[*spot];
                match slot {
                    Slot::Win(idx) => law.wins[*idx].count += sum,
                    Slot::Push => law.push += sum,
                    Slot::Lose => law.lose += sum,
                }
            }
            begin = *end;
        }
    }
}
