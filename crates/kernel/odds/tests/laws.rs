//! Laws of the counts, over shoes of any composition up to 32 decks.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use baccarat::deal::Step;
use baccarat::{Card, Deal};
use proptest::prelude::*;
use punto_odds::{Composition, Ending, JointLaw, Law, PairLaw, Pairing, Path};

/// Shoes that are full, half empty, nearly empty or lopsided.
fn shoe() -> impl Strategy<Value = Composition> {
    let counts = |most: i64| prop::collection::vec(0..=most, Card::KINDS);
    let full = (1_i64..=32).prop_map(|decks| vec![decks; Card::KINDS]);
    let lopsided = (counts(32), counts(2)).prop_map(|(counts, keep)| {
        counts.iter().zip(keep).map(|(count, keep)| if keep == 0 { *count } else { 0 }).collect()
    });
    prop_oneof![full, counts(1), counts(8), counts(32), lopsided]
        .prop_map(|counts: Vec<i64>| Composition::from_counts(&counts).unwrap())
        .prop_filter("six cards are needed", |shoe| shoe.cards() >= 6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_draw_is_counted_once_on_every_path(shoes in prop::collection::vec(shoe(), 0..18)) {
        let laws: Vec<Law> = shoes.iter().map(|shoe| Law::of(shoe).unwrap()).collect();
        for (law, shoe) in laws.iter().zip(&shoes) {
            prop_assert_eq!(law.sum(|_| true), law.draws());
            prop_assert_eq!(PairLaw::of(shoe).unwrap().sum(|_| true), law.draws());
        }
        for path in Path::all() {
            let one_by_one: Vec<Law> = shoes.iter().map(|shoe| Law::by(path, shoe).unwrap()).collect();
            prop_assert_eq!(&one_by_one, &laws);
            prop_assert_eq!(&Law::of_each_by(path, &shoes).unwrap(), &laws);
        }
    }

    #[test]
    fn what_goes_and_comes_back_was_never_gone(shoe in shoe(), card in 0..Card::KINDS) {
        let card = Card::from_index(card).unwrap();
        let mut changed = shoe.clone();
        if changed.remove(card).is_ok() {
            changed.add(card).unwrap();
        }
        prop_assert_eq!(&changed, &shoe);
        prop_assert_eq!(Law::of(&changed).unwrap(), Law::of(&shoe).unwrap());
    }

    /// Cards that count alike are alike to every total.
    #[test]
    fn only_points_make_totals(shoe in shoe(), turn in 1_usize..52) {
        let mut turned = *shoe.counts();
        for points in 0..10 {
            let alike: Vec<usize> =
                Card::deck().filter(|card| card.points().get() == points).map(Card::index).collect();
            for (place, card) in alike.iter().enumerate() {
                turned[*card] = shoe.counts()[alike[(place + turn) % alike.len()]];
            }
        }
        let turned = Composition::from_counts(&turned.map(i64::from)).unwrap();
        prop_assert_eq!(Law::of(&turned).unwrap(), Law::of(&shoe).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn walking_hands_counts_the_same(shoe in shoe()) {
        check_margins(&shoe);
    }
}

#[test]
fn walking_hands_counts_the_same_in_shoes_at_the_bounds() {
    for decks in [1, 2, 8, Composition::MAX_DECKS] {
        check_margins(&Composition::of_decks(decks).unwrap());
    }
    let nothing_but_tens: Vec<i64> =
        (0..52).map(|place| if place % 13 < 9 { 0 } else { place % 3 }).collect();
    check_margins(&Composition::from_counts(&nothing_but_tens).unwrap());
}

/// Two methods that have nothing in common but the rules.
fn check_margins(shoe: &Composition) {
    let (joint, law) = (JointLaw::of(shoe).unwrap(), Law::of(shoe).unwrap());
    let pairs = PairLaw::of(shoe).unwrap();
    assert_eq!(joint.draws(), law.draws());
    for ending in Ending::all() {
        let sum = joint.sum(|_, other| other == ending);
        assert_eq!(sum, u128::from(law.count(ending)), "{shoe:?}, {ending:?}");
    }
    for pairing in Pairing::all() {
        let sum = joint.sum(|other, _| other == pairing);
        assert_eq!(sum, pairs.count(pairing), "{shoe:?}, {pairing:?}");
    }
}

/// Copies of each card, the law after it has come out, weighed by them: nothing is lost or won by waiting.
#[test]
fn the_next_card_leads_back_to_what_was() {
    let uneven: Vec<i64> = (0..52).map(|place| if place % 3 == 0 { place % 5 } else { 0 }).collect();
    let mut shoe = Composition::from_counts(&uneven).unwrap();
    let cards: [Card; 5] = ["2h", "Ks", "2s", "3s", "3d"].map(|text| text.parse().unwrap());
    for card in cards {
        shoe.add(card).unwrap();
    }
    let mut deal = Deal::new();
    for card in cards {
        check_next_card(&deal, &shoe);
        shoe.remove(card).unwrap();
        let Step::More(more) = deal.draw(card) else { unreachable!("the coup goes on to the sixth card") };
        deal = more;
    }
    check_next_card(&deal, &shoe);
}

fn check_next_card(deal: &Deal, shoe: &Composition) {
    let now = JointLaw::given(deal, shoe).unwrap();
    let places = || Pairing::all().flat_map(|pairing| Ending::all().map(move |ending| (pairing, ending)));
    let mut sums = vec![0_u128; places().count()];
    for card in Card::deck().filter(|card| shoe.copies(*card) > 0) {
        let copies = u128::from(shoe.copies(card));
        let mut left = shoe.clone();
        left.remove(card).unwrap();
        match deal.clone().draw(card) {
            Step::More(more) => {
                let next = JointLaw::given(&more, &left).unwrap();
                for (sum, (pairing, ending)) in sums.iter_mut().zip(places()) {
                    *sum += copies * u128::from(next.count(pairing, ending));
                }
            }
            Step::Done(coup) => {
                let end = (Pairing::of(&coup), Ending::of(&coup));
                let undrawn = 6 - u16::from(coup.card_count());
                let orders: u128 = (0..undrawn).map(|gone| u128::from(left.cards() - gone)).product();
                let place = places().position(|place| place == end).unwrap();
                sums[place] += copies * orders;
            }
        }
    }
    for (sum, (pairing, ending)) in sums.into_iter().zip(places()) {
        let dealt = deal.cards();
        assert_eq!(sum, u128::from(now.count(pairing, ending)), "{dealt:?}: {pairing:?} {ending:?}");
    }
    assert_eq!(now.sum(|_, _| true), now.draws());
}
