//! Every way the cards can come, dealt one by one by the rules crate, against the counts of this one: for small shoes,
//! from a full table and in the middle of a coup, and for paytables nobody would print.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::collections::HashMap;

use baccarat::deal::Step;
use baccarat::{Card, Coup, Deal, Facts, Pays, Paytable, Resolution};
use proptest::prelude::*;
use punto_odds::{Composition, Ending, JointLaw, Pairing, Plan, SpotLaw};

/// Ordered draws of the cards still to come, by what holds of the coup in the end.
#[derive(Default)]
struct Dealt {
    by_facts: HashMap<Facts, u128>,
    by_both: HashMap<(Pairing, Ending), u128>,
}

impl Dealt {
    /// Deals on in every way. `ways`: in how many ways the table came to be.
    fn on(&mut self, deal: &Deal, shoe: &Composition, ways: u128) {
        for card in Card::deck().filter(|card| shoe.copies(*card) > 0) {
            let ways = ways * u128::from(shoe.copies(card));
            let mut left = shoe.clone();
            left.remove(card).unwrap();
            match deal.clone().draw(card) {
                Step::More(deal) => self.on(&deal, &left, ways),
                Step::Done(coup) => self.end(coup, &left, ways),
            }
        }
    }

    fn end(&mut self, coup: Coup, left: &Composition, ways: u128) {
        let undrawn = 6 - u128::from(coup.card_count());
        let ways = ways * (0..undrawn).map(|drawn| u128::from(left.cards()) - drawn).product::<u128>();
        *self.by_facts.entry(Facts::of(&coup)).or_default() += ways;
        *self.by_both.entry((Pairing::of(&coup), Ending::of(&coup))).or_default() += ways;
    }

    fn comes_to(&self, paytable: &Paytable, law: &SpotLaw) {
        let mut counts: HashMap<Resolution, u128> = HashMap::new();
        for (facts, ways) in &self.by_facts {
            *counts.entry(paytable.resolve(*facts)).or_default() += ways;
        }
        for (resolution, count) in law.resolutions() {
            let dealt = counts.remove(&resolution).unwrap_or_default();
            assert_eq!(count, dealt, "{resolution:?} of {paytable:?}");
        }
        assert!(counts.is_empty(), "{counts:?} of {paytable:?}");
    }
}

/// Six to nine cards of few kinds, so that pairs of every sort are common.
fn cards() -> impl Strategy<Value = Vec<Card>> {
    let kinds = prop::collection::vec(0..Card::KINDS, 2..6);
    let places = prop::collection::vec(any::<prop::sample::Index>(), 6..=9);
    (kinds, places).prop_map(|(kinds, places)| {
        places.iter().map(|place| Card::from_index(*place.get(&kinds)).unwrap()).collect()
    })
}

fn facts() -> impl Strategy<Value = Facts> {
    prop::collection::vec(prop::sample::select(Facts::names()), 1..=2)
        .prop_map(|names| names.join(" ").parse().unwrap())
}

fn paytable() -> impl Strategy<Value = Paytable> {
    let line = (facts(), 1_u64..20, 1_u64..4)
        .prop_map(|(when, num, den)| Pays { when, odds: money::Odds::new(num, den).unwrap() });
    (prop::collection::vec(facts(), 0..2), prop::collection::vec(line, 1..4))
        .prop_map(|(push, pays)| Paytable { push, pays })
}

fn composition(cards: &[Card]) -> Composition {
    let mut shoe = Composition::EMPTY;
    for card in cards {
        shoe.add(*card).unwrap();
    }
    shoe
}

/// The table after some cards, unless they end the coup.
fn table(cards: &[Card]) -> Option<Deal> {
    cards.iter().try_fold(Deal::new(), |deal, card| match deal.draw(*card) {
        Step::More(deal) => Some(deal),
        Step::Done(_) => None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_paytable_at_any_moment(
        cards in cards(),
        on_table in 0_usize..6,
        paytables in prop::collection::vec(paytable(), 8),
    ) {
        let (table_cards, left) = cards.split_at(on_table);
        prop_assume!(table(table_cards).is_some());
        let (deal, shoe) = (table(table_cards).unwrap(), composition(left));
        let mut dealt = Dealt::default();
        dealt.on(&deal, &shoe, 1);

        let joint = JointLaw::given(&deal, &shoe).unwrap();
        for pairing in Pairing::all() {
            for ending in Ending::all() {
                let ways = dealt.by_both.remove(&(pairing, ending)).unwrap_or_default();
                prop_assert_eq!(u128::from(joint.count(pairing, ending)), ways, "{:?} {:?}", pairing, ending);
            }
        }
        prop_assert!(dealt.by_both.is_empty(), "an ending that should be impossible");

        let laws = Plan::of(&paytables).laws_given(&deal, &shoe).unwrap();
        for (paytable, law) in paytables.iter().zip(&laws) {
            dealt.comes_to(paytable, law);
        }
        if on_table == 0 {
            prop_assert_eq!(Plan::of(&paytables).laws(&shoe).unwrap(), laws);
        }
    }
}
