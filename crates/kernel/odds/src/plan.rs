//! Paytables prepared for many shoes: every ending and pairing is judged once, not once a shoe.

use std::sync::LazyLock;

use baccarat::{Deal, Facts, HouseRules, Paytable};

use crate::composition::{Composition, TooFewCards};
use crate::ending::Ending;
use crate::fold::Fold;
use crate::joint::JointLaw;
use crate::kernel::Path;
use crate::law::Law;
use crate::pairing::{PairLaw, Pairing};
use crate::spot_law::SpotLaw;

/// Paytables with their resolutions laid out for counting.
///
/// A paytable that asks only for totals and cards is answered by [`Law`], one that asks only for pairs by [`PairLaw`],
/// one that asks for both by [`JointLaw`]. Only the laws that some paytable needs are computed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Laws without draws.
    blank: Vec<SpotLaw>,
    by_ending: Fold,
    by_pairing: Fold,
    by_both: Fold,
}

impl Plan {
    /// Prepares paytables. Their laws come in the same order.
    pub fn of<'a>(paytables: impl IntoIterator<Item = &'a Paytable>) -> Self {
        let paytables: Vec<&Paytable> = paytables.into_iter().collect();
        let asking = |asks: Asks| -> Vec<(usize, &Paytable)> {
            paytables.iter().copied().enumerate().filter(|(_, paytable)| Asks::of(paytable) == asks).collect()
        };
        Self {
            blank: paytables.iter().map(|paytable| SpotLaw::blank(paytable)).collect(),
            by_ending: Fold::of(&asking(Asks::Endings), &BY_ENDING),
            by_pairing: Fold::of(&asking(Asks::Pairings), &BY_PAIRING),
            by_both: Fold::of(&asking(Asks::Both), &BY_BOTH),
        }
    }

    /// The spots of these house rules, in layout order.
    pub fn of_rules(rules: &HouseRules) -> Self {
        Self::of(rules.spots.iter().map(|spot| &spot.paytable))
    }

    /// The laws of the paytables on the next coup from this shoe.
    ///
    /// # Errors
    /// [`TooFewCards`] when fewer than six are left.
    pub fn laws(&self, shoe: &Composition) -> Result<Vec<SpotLaw>, TooFewCards> {
        self.laws_by(Path::fastest(), shoe)
    }

    /// The same, counted on a given path.
    ///
    /// # Errors
    /// As [`Plan::laws`].
    pub fn laws_by(&self, path: Path, shoe: &Composition) -> Result<Vec<SpotLaw>, TooFewCards> {
        let law = if self.by_ending.is_empty() { None } else { Some(Law::by(path, shoe)?) };
        self.laws_with(law.as_ref(), shoe)
    }

    /// The same for several shoes, faster than one after the other.
    ///
    /// # Errors
    /// As [`Plan::laws`], of the first shoe that holds too few.
    pub fn laws_of_each(&self, shoes: &[Composition]) -> Result<Vec<Vec<SpotLaw>>, TooFewCards> {
        self.laws_of_each_by(Path::fastest(), shoes)
    }

    /// The same, counted on a given path.
    ///
    /// # Errors
    /// As [`Plan::laws_of_each`].
    pub fn laws_of_each_by(
        &self,
        path: Path,
        shoes: &[Composition],
    ) -> Result<Vec<Vec<SpotLaw>>, TooFewCards> {
        let laws = if self.by_ending.is_empty() { Vec::new() } else { Law::of_each_by(path, shoes)? };
        shoes.iter().enumerate().map(|(idx, shoe)| self.laws_with(laws.get(idx), shoe)).collect()
    }

    fn laws_with(&self, law: Option<&Law>, shoe: &Composition) -> Result<Vec<SpotLaw>, TooFewCards> {
        let mut laws = self.blank.clone();
        if let Some(law) = law {
            self.by_ending.add(law.flat(), &mut laws);
        }
        if !self.by_pairing.is_empty() {
            self.by_pairing.add(PairLaw::of(shoe)?.flat(), &mut laws);
        }
        if !self.by_both.is_empty() {
            self.by_both.add(JointLaw::of(shoe)?.flat(), &mut laws);
        }
        Ok(laws)
    }

    /// The laws of the paytables on the coup under way. `shoe` is what is left: the cards on the table are no longer in
    /// it.
    ///
    /// # Errors
    /// [`TooFewCards`] when fewer are left than make up six with those on the table.
    pub fn laws_given(&self, deal: &Deal, shoe: &Composition) -> Result<Vec<SpotLaw>, TooFewCards> {
        if deal.cards().is_empty() {
            return self.laws(shoe);
        }
        Ok(self.laws_of(JointLaw::given(deal, shoe)?.flat()))
    }

    /// The results of the paytables in coups that were counted: these laws are of coups instead of draws. `count`
    /// returns how many coups paired and ended in a given way.
    pub fn fold(&self, count: impl Fn(Pairing, Ending) -> u64) -> Vec<SpotLaw> {
        let mut counts = vec![0; Pairing::PLACES * Ending::PLACES];
        for pairing in Pairing::all() {
            for ending in Ending::all() {
                counts[JointLaw::place(pairing, ending)] = count(pairing, ending);
            }
        }
        self.laws_of(&counts)
    }

    /// The laws from counts by pairing and ending together.
    fn laws_of(&self, joint: &[u64]) -> Vec<SpotLaw> {
        let (mut endings, mut pairings) = (vec![0; Ending::PLACES], vec![0; Pairing::PLACES]);
        for (place, count) in joint.iter().copied().map(u128::from).enumerate() {
            endings[place % Ending::PLACES] += count;
            pairings[place / Ending::PLACES] += count;
        }
        let mut laws = self.blank.clone();
        self.by_ending.add(&endings, &mut laws);
        self.by_pairing.add(&pairings, &mut laws);
        self.by_both.add(joint, &mut laws);
        laws
    }
}

/// Whether a line of this paytable asks for a fact with such a name.
pub fn asks(paytable: &Paytable, such: impl Fn(&str) -> bool) -> bool {
    let lines = || paytable.push.iter().copied().chain(paytable.pays.iter().map(|line| line.when));
    let facts = Facts::names().iter().filter(|name| such(name)).filter_map(|name| Facts::named(name));
    facts.into_iter().any(|fact| lines().any(|line| line.hold(fact)))
}

/// Which laws a paytable asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Endings,
    Pairings,
    Both,
}

impl Asks {
    fn of(paytable: &Paytable) -> Self {
        let [of_endings, of_pairs] =
            [false, true].map(|pairs| asks(paytable, |name| name.contains("pair") == pairs));
        match (of_endings, of_pairs) {
            (_, false) => Self::Endings,
            (false, true) => Self::Pairings,
            (true, true) => Self::Both,
        }
    }
}

/// Places in the counts of a law, and the facts that hold there.
type Places = Vec<(usize, Facts)>;

static BY_ENDING: LazyLock<Places> =
    LazyLock::new(|| Ending::all().map(|ending| (ending.place(), ending.facts())).collect());

static BY_PAIRING: LazyLock<Places> =
    LazyLock::new(|| Pairing::all().map(|pairing| (pairing.place(), pairing.facts())).collect());

pub(crate) static BY_BOTH: LazyLock<Places> = LazyLock::new(|| {
    let both = |pairing: Pairing| {
        BY_ENDING
            .iter()
            .map(move |(place, facts)| (pairing.place() * Ending::PLACES + place, facts.and(pairing.facts())))
    };
    Pairing::all().flat_map(both).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending::named;
    use baccarat::Spot;
    use baccarat::rules::catalogue;

    fn eight_decks() -> Composition {
        Composition::of_decks(8).unwrap()
    }

    #[test]
    fn a_paytable_asks_only_for_the_law_it_needs() {
        let asks = |spot: Spot| Asks::of(&catalogue::of(spot).next().unwrap().paytable);
        assert!(asks(Spot::Banker) == Asks::Endings && asks(Spot::PlayerBonus) == Asks::Endings);
        assert!(asks(Spot::TigerPair) == Asks::Pairings && asks(Spot::PerfectPair) == Asks::Pairings);
        let mut mixed = catalogue::of(Spot::Banker).next().unwrap().paytable.clone();
        mixed.push.push(named("banker_pair"));
        assert!(Asks::of(&mixed) == Asks::Both);
    }

    #[test]
    fn odds_that_stand_twice_are_counted_once() {
        let big = Plan::of([&catalogue::paytable(Spot::Big, "0.5").unwrap().paytable]);
        let laws = big.laws(&eight_decks()).unwrap();
        assert_eq!((laws[0].wins.len(), laws[0].won()), (1, 3_104_662_664_044_800));
    }

    #[test]
    fn every_path_and_every_number_of_shoes_gives_the_same() {
        let plan = Plan::of(catalogue::entries().iter().map(|entry| &entry.paytable));
        let shoes: Vec<_> = (1..12).map(|decks| Composition::of_decks(decks).unwrap()).collect();
        let one_by_one: Vec<_> = shoes.iter().map(|shoe| plan.laws(shoe).unwrap()).collect();
        assert_eq!(plan.laws_of_each(&shoes).unwrap(), one_by_one);
        assert_eq!(plan.laws_of_each_by(Path::PORTABLE, &shoes).unwrap(), one_by_one);
        for (laws, shoe) in one_by_one.iter().zip(&shoes) {
            assert_eq!(&plan.laws_by(Path::PORTABLE, shoe).unwrap(), laws);
            assert_eq!(&plan.laws_given(&Deal::new(), shoe).unwrap(), laws);
            assert!(laws.iter().all(|law| law.draws() == shoe.orders(6)), "{} cards", shoe.cards());
        }
    }

    #[test]
    fn coups_are_counted_as_draws_are() {
        let mut mixed = catalogue::of(Spot::Banker).next().unwrap().paytable.clone();
        mixed.push.push(named("banker_pair"));
        let plan = Plan::of(catalogue::entries().iter().map(|entry| &entry.paytable).chain([&mixed]));
        let joint = JointLaw::of(&eight_decks()).unwrap();
        let folded = plan.fold(|pairing, ending| joint.count(pairing, ending));
        assert_eq!(folded, plan.laws(&eight_decks()).unwrap());
    }
}
