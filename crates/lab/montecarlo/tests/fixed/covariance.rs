//! What the standard errors rest on, against every way to deal two coups one after the other from small shoes.

use std::collections::HashMap;

use baccarat::deal::Step;
use baccarat::rules::catalogue;
use baccarat::{Card, Deal, Facts, Paytable, Resolution};
use odds::{Composition, Plan, Ratio};
use proptest::prelude::*;

/// Twelve cards or a few more, of few kinds.
fn shoe() -> impl Strategy<Value = Composition> {
    let kinds = prop::collection::vec(0..Card::KINDS, 2..5);
    let places = prop::collection::vec(any::<prop::sample::Index>(), 12..=15);
    (kinds, places).prop_map(|(kinds, places)| {
        let mut shoe = Composition::EMPTY;
        for place in places {
            shoe.add(Card::from_index(*place.get(&kinds)).unwrap()).unwrap();
        }
        shoe
    })
}

fn paytable() -> impl Strategy<Value = &'static Paytable> {
    let entries = catalogue::entries();
    (0..entries.len()).prop_map(move |idx| &entries[idx].paytable)
}

fn real(ratio: &Ratio) -> f64 {
    ratio.decimal(24).parse().unwrap()
}

/// Two coups of a shoe: what a wager on the second comes to in the mean, and in the mean of its products with the
/// first.
struct Pairs<'a> {
    paytable: &'a Paytable,
    plan: Plan,
    means: HashMap<[u8; 52], f64>,
    second: f64,
    product: f64,
}

impl<'a> Pairs<'a> {
    fn of(paytable: &'a Paytable, shoe: &Composition) -> Self {
        let plan = Plan::of([paytable]);
        let mut pairs = Self { paytable, plan, means: HashMap::new(), second: 0.0, product: 0.0 };
        pairs.first(&Deal::new(), shoe, 1.0);
        pairs
    }

    /// Deals the first coup on in every way.
    fn first(&mut self, deal: &Deal, shoe: &Composition, chance: f64) {
        for card in Card::deck().filter(|card| shoe.copies(*card) > 0) {
            let chance = chance * f64::from(shoe.copies(card)) / f64::from(shoe.cards());
            let mut left = shoe.clone();
            left.remove(card).unwrap();
            match deal.clone().draw(card) {
                Step::More(deal) => self.first(&deal, &left, chance),
                Step::Done(coup) => {
                    let mean = self.mean(&left);
                    self.second += chance * mean;
                    self.product += chance * mean * profit(self.paytable.resolve(Facts::of(&coup)));
                }
            }
        }
    }

    /// What the second coup comes to in the mean when so much is left.
    fn mean(&mut self, left: &Composition) -> f64 {
        let plan = &self.plan;
        let mean = || real(&plan.laws(left).unwrap()[0].expectation());
        *self.means.entry(*left.counts()).or_insert_with(mean)
    }
}

fn profit(resolution: Resolution) -> f64 {
    let real = |number: u64| f64::from(u32::try_from(number).unwrap());
    match resolution {
        Resolution::Win(odds) => real(odds.numerator()) / real(odds.denominator()),
        Resolution::Push => 0.0,
        Resolution::Lose => -1.0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn two_coups_of_a_shoe(shoe in shoe(), paytable in paytable()) {
        let law = &Plan::of([paytable]).laws(&shoe).unwrap()[0];
        let (mean, variance) = (real(&law.expectation()), real(&law.variance()));
        let pairs = Pairs::of(paytable, &shoe);
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9 * (1.0 + variance);
        prop_assert!(close(pairs.second, mean), "the second coup follows the law of the first");

        let covariance = pairs.product - mean * mean;
        let cards = f64::from(shoe.cards());
        let least = -6.0 / (cards - 6.0) * variance;
        let most = 30.0 / ((cards - 6.0) * (cards - 7.0)) * variance;
        prop_assert!(covariance > least || close(covariance, least), "{} {}", covariance, least);
        prop_assert!(covariance < most || close(covariance, most), "{} {}", covariance, most);
    }
}
