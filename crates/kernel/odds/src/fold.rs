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
    /// The resolution of each of the paytables, and the places where they have these.
    classes: Vec<(Vec<Slot>, Vec<usize>)>,
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
        Self { spots, classes: classes.into_iter().collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// Adds up the classes, and each to the laws.
    pub(crate) fn add<N: Copy + Into<u128>>(&self, counts: &[N], laws: &mut [SpotLaw]) {
        for (slots, places) in &self.classes {
            let sum: u128 = places.iter().map(|place| counts[*place].into()).sum();
            for (spot, slot) in self.spots.iter().zip(slots) {
                let law = &mut laws[*spot];
                match slot {
                    Slot::Win(idx) => law.wins[*idx].count += sum,
                    Slot::Push => law.push += sum,
                    Slot::Lose => law.lose += sum,
                }
            }
        }
    }
}
