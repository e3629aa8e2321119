//! Law: 52 counts are a shoe exactly when each is 0 to 32, and six cards of it can be drawn exactly when it has them.
//! Then every draw ends in one way, whichever path counts and however many shoes at once; and so after each card dealt.
#![no_main]

use std::sync::LazyLock;

use baccarat::deal::Step;
use baccarat::rules::catalogue;
use baccarat::{Card, Deal};
use libfuzzer_sys::fuzz_target;
use odds::{Composition, JointLaw, Law, PairLaw, Path, Plan};

static CATALOGUE: LazyLock<Plan> =
    LazyLock::new(|| Plan::of(catalogue::entries().iter().map(|entry| &entry.paytable)));

// A byte for each count, then one for each card that comes out.
fuzz_target!(|data: &[u8]| {
    let (counts, dealt) = data.split_at(data.len().min(Card::KINDS));
    let counts: Vec<i64> = counts.iter().map(|byte| byte.cast_signed().into()).collect();
    let possible = counts.len() == Card::KINDS && counts.iter().all(|count| (0..=32).contains(count));
    let shoe = match Composition::from_counts(&counts) {
        Ok(shoe) => shoe,
        Err(error) => {
            assert!(!possible && !error.to_string().is_empty());
            return;
        }
    };
    assert!(possible);
    assert_eq!(i64::from(shoe.cards()), counts.iter().sum());
    check(&shoe);
    deal(shoe, dealt);
});

fn check(shoe: &Composition) {
    let law = match Law::by(Path::PORTABLE, shoe) {
        Ok(law) => law,
        Err(refused) => {
            assert!(shoe.cards() < 6 && refused.cards == shoe.cards());
            assert_eq!(PairLaw::of(shoe), Err(refused));
            assert_eq!(CATALOGUE.laws(shoe), Err(refused));
            return;
        }
    };
    assert!(shoe.cards() >= 6);
    assert_eq!(law.sum(|_| true), law.draws());
    let pairs = PairLaw::of(shoe).expect("six cards");
    assert_eq!((pairs.sum(|_| true), pairs.draws()), (law.draws(), law.draws()));
    // A second shoe beside it, so that lanes differ.
    let mut other = shoe.clone();
    let card = Card::deck().find(|card| other.add(*card).is_ok());
    let shoes = if card.is_some() { vec![other, shoe.clone()] } else { vec![shoe.clone()] };
    for path in Path::all() {
        assert_eq!(Law::by(path, shoe).as_ref(), Ok(&law), "{path:?}");
        let together = Law::of_each_by(path, &shoes).expect("six cards");
        assert_eq!(together.last(), Some(&law), "{path:?}");
    }
    let laws = CATALOGUE.laws(shoe).expect("six cards");
    assert!(laws.iter().all(|spot| spot.draws() == law.draws()));
}

/// Coups one after the other. Full laws are slow before the second card, so they wait until then.
fn deal(mut shoe: Composition, dealt: &[u8]) {
    let mut deal = Deal::new();
    for byte in dealt.iter().take(12) {
        let card = Card::from_index(usize::from(*byte) % Card::KINDS).expect("there are 52");
        let copies = shoe.copies(card);
        assert_eq!(shoe.remove(card).is_ok(), copies > 0);
        if copies > 0 {
            deal = match deal.draw(card) {
                Step::More(deal) => deal,
                Step::Done(_) => Deal::new(),
            };
        }
        let table = deal.cards();
        if table.len() < 2 {
            continue;
        }
        let to_come = 6 - table.len();
        match CATALOGUE.laws_given(&deal, &shoe) {
            Ok(laws) => {
                let draws: u128 = (0..to_come).map(|gone| u128::from(shoe.cards()) - gone as u128).product();
                assert!(laws.iter().all(|spot| spot.draws() == draws), "{table:?}");
            }
            Err(refused) => assert!(usize::from(shoe.cards()) < to_come, "{refused}"),
        }
    }
    if shoe.cards() < 40 {
        whole(&shoe);
    }
}

/// The slow law of both agrees with the quick ones of each.
fn whole(shoe: &Composition) {
    let (Ok(joint), Ok(law), Ok(pairs)) = (JointLaw::of(shoe), Law::of(shoe), PairLaw::of(shoe)) else {
        assert!(shoe.cards() < 6);
        return;
    };
    for ending in odds::Ending::all() {
        assert_eq!(joint.sum(|_, other| other == ending), u128::from(law.count(ending)), "{ending:?}");
    }
    for pairing in odds::Pairing::all() {
        assert_eq!(joint.sum(|other, _| other == pairing), pairs.count(pairing), "{pairing:?}");
    }
}
