//! A second program in the plainest words: its own cards, the printed drawing chart, its own idea of every wager in the
//! catalogue. It deals out whole shoes in every way there is; nothing of this project helps it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod wagers;

use std::collections::{BTreeSet, HashMap};

use baccarat::deal::Step;
use baccarat::rules::catalogue;
use baccarat::{Card, Deal, Resolution};
use proptest::prelude::*;
use punto_odds::{Composition, Plan, SpotLaw};
use wagers::{End, PAYTABLES, comes_to};

/// A kind of card by its place in a composition: suit times 13, and rank from ace to king.
type Kind = usize;

/// Whether Banker draws (`D`) or stands (`S`). A row for each of Banker's totals from 0 to 7; a column for each
/// points of Player's third card from 0 to 9, and one for a Player who stands.
const CHART: [&[u8; 11]; 8] = [
    b"DDDDDDDDDDD",
    b"DDDDDDDDDDD",
    b"DDDDDDDDDDD",
    b"DDDDDDDDSDD",
    b"SSDDDDDDSSD",
    b"SSSSDDDDSSD",
    b"SSSSSSDDSSS",
    b"SSSSSSSSSSS",
];

const PLAYER_STANDS: usize = 10;

fn points(kind: Kind) -> usize {
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0][kind % 13]
}

fn total(cards: &[Kind]) -> usize {
    cards.iter().map(|kind| points(*kind)).sum::<usize>() % 10
}

/// Whether the coup goes on after these cards, in the order they were dealt.
fn goes_on(table: &[Kind]) -> bool {
    if table.len() < 4 {
        return true;
    }
    let (player, banker) = (total(&[table[0], table[2]]), total(&[table[1], table[3]]));
    if player >= 8 || banker >= 8 {
        return false;
    }
    match (table.len(), player <= 5) {
        (4, true) => true,
        (4, false) => CHART[banker][PLAYER_STANDS] == b'D',
        (5, true) => CHART[banker][points(table[4])] == b'D',
        _ => false,
    }
}

/// In how many orders the cards still to come can come, up to the sixth, by how the coup ends.
fn deal_out(shoe: &mut [u64; 52], table: &mut Vec<Kind>, ways: u128, ends: &mut HashMap<End, u128>) {
    let left: u64 = shoe.iter().sum();
    if !goes_on(table) {
        let undrawn = 6 - u64::try_from(table.len()).unwrap();
        let orders: u128 = (0..undrawn).map(|drawn| u128::from(left - drawn)).product();
        *ends.entry(End::of(table)).or_default() += ways * orders;
        return;
    }
    for kind in 0..52 {
        if shoe[kind] > 0 {
            let ways = ways * u128::from(shoe[kind]);
            shoe[kind] -= 1;
            table.push(kind);
            deal_out(shoe, table, ways, ends);
            table.pop();
            shoe[kind] += 1;
        }
    }
}

fn composition(shoe: &[u64; 52]) -> Composition {
    Composition::from_counts(&shoe.map(|count| i64::try_from(count).unwrap())).unwrap()
}

/// The laws of the whole catalogue, in its order.
fn laws(table: &[Kind], shoe: &[u64; 52]) -> Vec<SpotLaw> {
    let deal = table.iter().fold(Deal::new(), |deal, kind| {
        let Step::More(more) = deal.draw(Card::from_index(*kind).unwrap()) else { panic!("it goes on") };
        more
    });
    let plan = Plan::of(catalogue::entries().iter().map(|entry| &entry.paytable));
    plan.laws_given(&deal, &composition(shoe)).unwrap()
}

/// Compares the laws of the wagers on the spots that `compared` takes with the counted draws.
fn compare(laws: &[SpotLaw], ends: &HashMap<End, u128>, compared: impl Fn(&str) -> bool) {
    let all: u128 = ends.values().sum();
    for (entry, law) in catalogue::entries().iter().zip(laws) {
        let (spot, name) = (entry.spot.id(), entry.name.as_str());
        if !compared(spot) {
            continue;
        }
        let mut counts: HashMap<Resolution, u128> = HashMap::new();
        for (end, ways) in ends {
            *counts.entry(comes_to(spot, name, end)).or_default() += ways;
        }
        for (resolution, ways) in counts {
            assert_eq!(law.count(resolution), ways, "{spot} {name}: {resolution:?}");
        }
        assert_eq!(law.draws(), all, "{spot} {name}");
    }
}

#[test]
fn the_catalogue_has_these_paytables() {
    let entries: BTreeSet<_> =
        catalogue::entries().iter().map(|entry| (entry.spot.id(), entry.name.as_str())).collect();
    let known = PAYTABLES.iter().flat_map(|(spot, names)| names.iter().map(|name| (*spot, *name)));
    assert_eq!(entries, known.collect());
}

/// What of the catalogue is about pairs and nothing else.
fn about_pairs(spot: &str) -> bool {
    spot.contains("pair")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Six to nine cards of few kinds, after any number of cards that do not end the coup.
    #[test]
    fn small_shoes_at_any_moment(
        kinds in prop::collection::vec(0_usize..52, 2..6),
        cards in prop::collection::vec(any::<prop::sample::Index>(), 6..=9),
        on_table in 0_usize..6,
    ) {
        let cards: Vec<Kind> = cards.iter().map(|card| *card.get(&kinds)).collect();
        let (table, left) = cards.split_at(on_table);
        prop_assume!((0..=on_table).all(|dealt| goes_on(&table[..dealt])));
        let mut shoe = [0; 52];
        for kind in left {
            shoe[*kind] += 1;
        }
        let mut ends = HashMap::new();
        deal_out(&mut shoe, &mut table.to_vec(), 1, &mut ends);
        compare(&laws(table, &shoe), &ends, |_| true);
    }
}

/// Whole decks. To totals, all cards that count the same are one kind.
#[test]
fn full_shoes_by_points() {
    for decks in [1_u64, 2, 6] {
        let mut shoe = [0; 52];
        shoe[..9].fill(4 * decks);
        shoe[9] = 16 * decks;
        let mut ends = HashMap::new();
        deal_out(&mut shoe, &mut Vec::new(), 1, &mut ends);
        compare(&laws(&[], &[decks; 52]), &ends, |spot| !about_pairs(spot));
    }
}

/// Whole decks again. To pairs, the third cards are nothing; and one first card is as good as another.
#[test]
fn full_shoes_by_the_first_four_cards() {
    for decks in [1_u64, 2, 6] {
        let mut ends = HashMap::new();
        for rest in 0..52 * 52 * 52 {
            let (mut shoe, mut ways) = ([decks; 52], 52);
            let table = [0, rest % 52, rest / 52 % 52, rest / (52 * 52)];
            for kind in table {
                ways *= u128::from(shoe[kind]);
                shoe[kind] = shoe[kind].saturating_sub(1);
            }
            *ends.entry(End::of(&table)).or_default() += ways * orders_of_two(52 * decks - 4);
        }
        compare(&laws(&[], &[decks; 52]), &ends, about_pairs);
    }
}

fn orders_of_two(cards: u64) -> u128 {
    u128::from(cards * (cards - 1))
}
