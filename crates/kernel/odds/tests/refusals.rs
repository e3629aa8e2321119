//! What is refused, and what people read of it.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use baccarat::deal::Step;
use baccarat::rules::catalogue;
use baccarat::{Card, Deal};
use punto_odds::{Composition, CompositionError, Full, JointLaw, Law, NoneLeft, PairLaw, Plan, TooFewCards};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// The error, and what people read of it.
fn refused(counts: &[i64]) -> (CompositionError, String) {
    let error = Composition::from_counts(counts).unwrap_err();
    (error.clone(), error.to_string())
}

#[test]
fn a_composition_has_52_counts() {
    for got in [0, 51, 53, 416] {
        let (error, text) = refused(&vec![8; got]);
        assert_eq!(error, CompositionError::WrongLength { got });
        let expected = "a composition has 52 counts, suit-major s h d c, each A to K; here are";
        assert_eq!(text, format!("{expected} {got}"));
    }
}

#[test]
fn impossible_counts_are_named_with_their_card() {
    for (count, text) in [
        (-1, "there cannot be -1 of Ah"),
        (i64::MIN, "there cannot be -9223372036854775808 of Ah"),
        (33, "there cannot be 33 of Ah: a shoe has at most 32 decks"),
        (256, "there cannot be 256 of Ah: a shoe has at most 32 decks"),
        (i64::MAX, "there cannot be 9223372036854775807 of Ah: a shoe has at most 32 decks"),
    ] {
        let mut counts = [8; 52];
        assert_eq!(Composition::from_counts(&counts), Composition::of_decks(8));
        counts[13] = count;
        let card = card("Ah");
        let negative = CompositionError::Negative { card, count };
        let too_many = CompositionError::TooManyCopies { card, count };
        assert_eq!(refused(&counts), (if count < 0 { negative } else { too_many }, text.to_owned()));
    }
    let mut both = [33; 52];
    both[51] = -1;
    assert_eq!(refused(&both).1, "there cannot be -1 of Kc", "the order of the errors");
}

#[test]
fn there_are_1_to_32_decks() {
    for decks in [0, 33, 255] {
        let error = Composition::of_decks(decks).unwrap_err();
        assert_eq!(error, CompositionError::Decks { decks });
        assert_eq!(error.to_string(), format!("a shoe is made of 1 to 32 decks, not {decks}"));
    }
}

#[test]
fn the_cards_that_were_seen_must_have_been_there() {
    let mut shoe = Composition::of_decks(2).unwrap();
    let seen = ["As", "Kd", "As", "As"].map(card);
    let error = shoe.remove_all(seen).unwrap_err();
    assert_eq!(
        (error, error.to_string().as_str()),
        (NoneLeft { card: card("As") }, "no As is left in the shoe")
    );
    assert_eq!(shoe, Composition::of_decks(2).unwrap(), "what is refused changes nothing");
    let error = Composition::of_decks(32).unwrap().add(card("As")).unwrap_err();
    assert_eq!(error, Full { card: card("As") });
    assert_eq!(error.to_string(), "the shoe already holds 32 of As");
}

/// The cards of a shoe, in any order.
fn shoe(cards: &str) -> Composition {
    let mut shoe = Composition::EMPTY;
    cards.split(' ').for_each(|text| shoe.add(card(text)).unwrap());
    shoe
}

#[test]
fn six_cards_are_needed_for_every_law() {
    let five = shoe("As Kd 4h 9c 9c");
    let refused = TooFewCards { cards: 5, needed: 6 };
    assert_eq!(refused.to_string(), "5 cards are left, but the coup may need 6");
    assert_eq!(Law::of(&five), Err(refused));
    assert_eq!(PairLaw::of(&five), Err(refused));
    assert_eq!(JointLaw::of(&five), Err(refused));
    assert_eq!(Law::of(&Composition::EMPTY), Err(TooFewCards { cards: 0, needed: 6 }));
    for entry in catalogue::entries() {
        let plan = Plan::of([&entry.paytable]);
        assert_eq!(plan.laws(&five), Err(refused));
        assert_eq!(plan.laws_of_each(&[shoe("As Kd 4h 9c 9c 9c"), five.clone()]), Err(refused));
    }
}

#[test]
fn a_coup_under_way_needs_what_it_may_still_draw() {
    let plan = Plan::of(catalogue::entries().iter().map(|entry| &entry.paytable));
    let mut deal = Deal::new();
    for (text, needed) in [("2h", 5), ("Ks", 4), ("2s", 3), ("3s", 2), ("3d", 1)] {
        let Step::More(more) = deal.draw(card(text)) else { unreachable!("the coup goes on") };
        deal = more;
        let mut left = Composition::EMPTY;
        for cards in 0..needed {
            let refused = TooFewCards { cards, needed };
            assert_eq!(JointLaw::given(&deal, &left), Err(refused));
            assert_eq!(plan.laws_given(&deal, &left), Err(refused));
            left.add(card("8h")).unwrap();
        }
        assert!(plan.laws_given(&deal, &left).is_ok());
    }
}
