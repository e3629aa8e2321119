//! The golden counts: every count of `corpora/exact_counts.json`, for every shoe and key, and its house edges.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use baccarat::{BySide, Outcome, Paytable, Side};
use punto_odds::{Composition, Ending, JointLaw, Law, Pair, PairLaw, Pairing, Path, resolve};
use serde_json::Value;

const TEXT: &str = include_str!("../../../../corpora/exact_counts.json");

fn corpus() -> Value {
    serde_json::from_str(TEXT).expect("sound test data")
}

fn composition(shoe: &Value) -> Composition {
    let counts: Vec<i64> = shoe["composition"]
        .as_array()
        .expect("sound test data")
        .iter()
        .map(|count| count.as_i64().expect("sound test data"))
        .collect();
    Composition::from_counts(&counts).expect("sound test data")
}

/// What a key asks of a coup.
enum Sum {
    Ending(Box<dyn Fn(Ending) -> bool>),
    Pairing(Box<dyn Fn(Pairing) -> bool>),
}

fn endings(counts: impl Fn(Ending) -> bool + 'static) -> Sum {
    Sum::Ending(Box::new(counts))
}

fn pairings(counts: impl Fn(Pairing) -> bool + 'static) -> Sum {
    Sum::Pairing(Box::new(counts))
}

fn both(ending: Ending, player: u8, banker: u8) -> bool {
    ending.totals == BySide { player, banker }
}

fn wins_with(ending: Ending, side: Side, total: u8) -> bool {
    ending.outcome() == Outcome::from(side) && *ending.totals.get(side) == total
}

fn natural(ending: Ending) -> bool {
    Side::ALL.into_iter().any(|side| ending.is_natural(side))
}

/// Both totals are `total` on that many cards each.
fn alike(ending: Ending, total: u8, drew: bool) -> bool {
    both(ending, total, total) && ending.drew == BySide { player: drew, banker: drew }
}

/// How many sides come to this total on three cards.
fn on_three(ending: Ending, total: u8) -> usize {
    Side::ALL.into_iter().filter(|side| *ending.drew.get(*side) && *ending.totals.get(*side) == total).count()
}

fn has_pair(pairing: Pairing, side: Side) -> bool {
    *pairing.pairs.get(side) != Pair::None
}

/// `player_...` or `banker_...`: the side and the rest of the key.
fn of_side(key: &str) -> Option<(Side, &str)> {
    Side::ALL.into_iter().find_map(|side| Some((side, key.strip_prefix(side.id())?.strip_prefix('_')?)))
}

fn sum_of(key: &str) -> Option<Sum> {
    let plain = match key {
        "player" | "banker" | "tie" => {
            let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.id() == key)?;
            endings(move |ending| ending.outcome() == outcome)
        }
        "either_pair" => pairings(|p| has_pair(p, Side::Player) || has_pair(p, Side::Banker)),
        "both_pair" => pairings(|p| has_pair(p, Side::Player) && has_pair(p, Side::Banker)),
        "cards4_small" => endings(|ending| ending.cards() == 4),
        "cards5" => endings(|ending| ending.cards() == 5),
        "cards6" => endings(|ending| ending.cards() == 6),
        "big" => endings(|ending| ending.cards() > 4),
        "any_natural" => endings(natural),
        "natural_tie" => endings(|ending| natural(ending) && ending.outcome() == Outcome::Tie),
        "banker_win_6_2card" => endings(|e| wins_with(e, Side::Banker, 6) && !e.drew.banker),
        "banker_win_6_3card" => endings(|e| wins_with(e, Side::Banker, 6) && e.drew.banker),
        "dragon7_banker_3card7" => endings(|e| wins_with(e, Side::Banker, 7) && e.drew.banker),
        "panda8_player_3card8" => endings(|e| wins_with(e, Side::Player, 8) && e.drew.player),
        "tie_6_tiger_tie" => endings(|ending| both(ending, 6, 6)),
        "player_win_7_2card" => endings(|e| wins_with(e, Side::Player, 7) && !e.drew.player),
        "player_win_7_3card" => endings(|e| wins_with(e, Side::Player, 7) && e.drew.player),
        "blazing7_77_2v2" => endings(|ending| alike(ending, 7, false)),
        "blazing7_77_3v3" => endings(|ending| alike(ending, 7, true)),
        // Banker stands on 3 only when Player's third card is an 8.
        "three_giving_8" => endings(|e| e.totals.banker == 3 && e.drew.player && !e.drew.banker),
        "heavenly9_one" => endings(|ending| on_three(ending, 9) == 1),
        "heavenly9_both" => endings(|ending| on_three(ending, 9) == 2),
        _ => return by_number(key).or_else(|| by_side(key)),
    };
    Some(plain)
}

fn by_side(key: &str) -> Option<Sum> {
    let (side, rest) = of_side(key)?;
    Some(match rest {
        "pair" => pairings(move |pairing| has_pair(pairing, side)),
        "natural" => endings(move |ending| ending.is_natural(side)),
        "natural_win" => {
            endings(move |ending| ending.is_natural(side) && ending.outcome() == Outcome::from(side))
        }
        "draws" => endings(move |ending| *ending.drew.get(side)),
        "win_6" => endings(move |ending| wins_with(ending, side, 6)),
        "win_3card" => {
            endings(move |ending| *ending.drew.get(side) && ending.outcome() == Outcome::from(side))
        }
        _ => return None,
    })
}

/// Keys with a number in them.
fn by_number(key: &str) -> Option<Sum> {
    if let Some(total) = key.strip_prefix("tie_").and_then(|total| total.parse().ok()) {
        return Some(endings(move |ending| both(ending, total, total)));
    }
    let (side, rest) = of_side(key)?;
    if let Some(total) = rest.strip_prefix("wins_with_").and_then(|total| total.parse().ok()) {
        return Some(endings(move |ending| wins_with(ending, side, total)));
    }
    let margin: u8 = rest.strip_prefix("by_")?.strip_suffix("_nonnatural")?.parse().ok()?;
    Some(endings(move |ending| {
        let BySide { player, banker } = ending.totals;
        let won_by_natural = ending.is_natural(side);
        ending.outcome() == Outcome::from(side) && player.abs_diff(banker) == margin && !won_by_natural
    }))
}

#[test]
fn every_count_of_every_shoe() {
    let corpus = corpus();
    let shoes = corpus["shoes"].as_array().expect("sound test data");
    let mut checked = 0;
    for shoe in shoes {
        let (label, composition) = (&shoe["label"], composition(shoe));
        let law = Law::of(&composition).expect("sound test data");
        assert_eq!(law, Law::by(Path::PORTABLE, &composition).expect("sound test data"), "{label}");
        let pairs = PairLaw::of(&composition).expect("sound test data");
        assert_eq!(law.draws().to_string(), shoe["draws"].as_str().expect("sound test data"), "{label}");
        assert_eq!(
            u64::from(composition.cards()),
            shoe["cards"].as_u64().expect("sound test data"),
            "{label}"
        );
        for (key, count) in shoe["counts"].as_object().expect("sound test data") {
            let sum = match sum_of(key).unwrap_or_else(|| panic!("nobody knows what {key} is")) {
                Sum::Ending(counts) => law.sum(counts),
                Sum::Pairing(counts) => pairs.sum(counts),
            };
            assert_eq!(sum.to_string(), count.as_str().expect("sound test data"), "{label}: {key}");
            checked += 1;
        }
    }
    assert_eq!(shoes.len(), 65);
    assert!(checked > 2000, "{checked}");
}

#[test]
fn perfect_pairs_of_full_shoes() {
    let corpus = corpus();
    let mut checked = 0;
    for shoe in corpus["shoes"]
        .as_array()
        .expect("sound test data")
        .iter()
        .filter(|shoe| shoe["perfect_pair"].is_object())
    {
        let law = PairLaw::of(&composition(shoe)).expect("sound test data");
        let number = |key: &str| {
            shoe["perfect_pair"][key]
                .as_str()
                .expect("sound test data")
                .parse::<u128>()
                .expect("sound test data")
        };
        let perfect = |pairing: Pairing, side| *pairing.pairs.get(side) == Pair::Perfect;
        let count = |number: usize| {
            law.sum(|pairing| Side::ALL.into_iter().filter(|side| perfect(pairing, *side)).count() == number)
        };
        // The corpus counts the first four cards, this crate all six.
        let rest = law.draws() / number("den_ordered4");
        assert_eq!(count(2), number("both_perfect") * rest);
        assert_eq!(count(1), number("exactly_one_perfect") * rest);
        assert_eq!(law.sum(|pairing| perfect(pairing, Side::Player)), number("player_perfect") * rest);
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn the_law_of_both_agrees_with_the_laws_of_each() {
    for shoe in corpus()["shoes"].as_array().expect("sound test data").iter().step_by(9) {
        let composition = composition(shoe);
        let (joint, law) = (
            JointLaw::of(&composition).expect("sound test data"),
            Law::of(&composition).expect("sound test data"),
        );
        let pairs = PairLaw::of(&composition).expect("sound test data");
        for ending in Ending::all() {
            let sum = joint.sum(|_, other| other == ending);
            assert_eq!(sum, u128::from(law.count(ending)), "{}", shoe["label"]);
        }
        for pairing in Pairing::all() {
            assert_eq!(joint.sum(|other, _| other == pairing), pairs.count(pairing), "{}", shoe["label"]);
        }
    }
}

/// The lines of a paytable the corpus names: pushes, then what pays.
fn paytable(name: &str) -> Option<Paytable> {
    let (push, pays): (&[&str], &[(&str, &str)]) = match name {
        "player_1to1" => (&["tie"], &[("player_wins", "1")]),
        "banker_0.95" => (&["tie"], &[("banker_wins", "0.95")]),
        "banker_nocomm_half_on_6" => {
            (&["tie"], &[("banker_wins banker_total_6", "0.5"), ("banker_wins", "1")])
        }
        "banker_ez_3card7_push" => {
            (&["tie", "banker_wins banker_total_7 banker_three_cards"], &[("banker_wins", "1")])
        }
        "banker_4pct_commission" => (&["tie"], &[("banker_wins", "0.96")]),
        "tie_8to1" => (&[], &[("tie", "8")]),
        "tie_9to1" => (&[], &[("tie", "9")]),
        "player_pair_11" => (&[], &[("player_pair", "11")]),
        "banker_pair_11" => (&[], &[("banker_pair", "11")]),
        "big_0.5" => (&[], &[("five_cards", "0.5"), ("six_cards", "0.5")]),
        "big_0.54" => (&[], &[("five_cards", "0.54"), ("six_cards", "0.54")]),
        "small_1.5" | "cards4_1.5" => (&[], &[("four_cards", "1.5")]),
        "cards5_2" => (&[], &[("five_cards", "2")]),
        "cards6_2" => (&[], &[("six_cards", "2")]),
        "either_pair_5" => (&[], &[("player_pair", "5"), ("banker_pair", "5")]),
        "lucky6_12_20" => (&[], &[(SIX_TWO, "12"), (SIX_THREE, "20")]),
        "lucky6_12_23" => (&[], &[(SIX_TWO, "12"), (SIX_THREE, "23")]),
        "super6_12" => (&[], &[("banker_wins banker_total_6", "12")]),
        "super6_15" => (&[], &[("banker_wins banker_total_6", "15")]),
        "small_tiger_22" => (&[], &[(SIX_TWO, "22")]),
        "big_tiger_50" => (&[], &[(SIX_THREE, "50")]),
        "tiger_tie_35" => (&[], &[("tie banker_total_6", "35")]),
        "dragon7_40" => (&[], &[("banker_wins banker_total_7 banker_three_cards", "40")]),
        "panda8_25" => (&[], &[("player_wins player_total_8 player_three_cards", "25")]),
        "natural_player_4" => (&[], &[("player_natural", "4")]),
        "natural_banker_4" => (&[], &[("banker_natural", "4")]),
        "lucky7_6_15" => (
            &[],
            &[
                ("player_wins player_total_7 player_two_cards", "6"),
                ("player_wins player_total_7 player_three_cards", "15"),
            ],
        ),
        "three_card_win_player_4" => (&[], &[("player_wins player_three_cards", "4")]),
        "three_card_win_banker_5" => (&[], &[("banker_wins banker_three_cards", "5")]),
        "blazing7s_50_200" => (
            &[],
            &[
                ("player_total_7 banker_total_7 four_cards", "50"),
                ("player_total_7 banker_total_7 six_cards", "200"),
            ],
        ),
        "heavenly9_10_75" => (
            &[],
            &[
                ("player_total_9 player_three_cards banker_total_9 banker_three_cards", "75"),
                ("player_total_9 player_three_cards", "10"),
                ("banker_total_9 banker_three_cards", "10"),
            ],
        ),
        "three_giving_8_200" => (&[], &[("player_three_cards banker_total_3 banker_two_cards", "200")]),
        "perfect_pair_25_200" => (
            &[],
            &[
                ("player_perfect_pair banker_perfect_pair", "200"),
                ("player_perfect_pair", "25"),
                ("banker_perfect_pair", "25"),
            ],
        ),
        "perfect_pair_own_hand_25" => (&[], &[("player_perfect_pair", "25")]),
        _ => return bonus(name).or_else(|| egalite(name)),
    };
    Some(read(push, pays))
}

const SIX_TWO: &str = "banker_wins banker_total_6 banker_two_cards";
const SIX_THREE: &str = "banker_wins banker_total_6 banker_three_cards";

fn read(push: &[&str], pays: &[(&str, &str)]) -> Paytable {
    let line = |(when, odds): &(&str, &str)| baccarat::Pays {
        when: when.parse().expect("sound test data"),
        odds: odds.parse().expect("sound test data"),
    };
    Paytable {
        push: push.iter().map(|when| when.parse().expect("sound test data")).collect(),
        pays: pays.iter().map(line).collect(),
    }
}

fn bonus(name: &str) -> Option<Paytable> {
    let side = name.strip_prefix("dragon_bonus_")?;
    let mut pays = vec![(format!("{side}_natural {side}_wins"), "1")];
    for (margin, odds) in [(9, "30"), (8, "10"), (7, "6"), (6, "4"), (5, "2"), (4, "1")] {
        pays.push((format!("{side}_wins margin_{margin}"), odds));
    }
    let pays: Vec<(&str, &str)> = pays.iter().map(|(when, odds)| (when.as_str(), *odds)).collect();
    Some(read(&[&format!("{side}_natural tie")], &pays))
}

/// A tie at one total.
fn egalite(name: &str) -> Option<Paytable> {
    let (total, odds) = name.strip_prefix("egalite_")?.split_once('_')?;
    Some(read(&[], &[(&format!("tie player_total_{total}"), odds)]))
}

#[test]
fn house_edges_of_eight_decks() {
    let shoe = Composition::of_decks(8).expect("sound test data");
    let corpus = corpus();
    let edges = corpus["house_edges_8_decks"].as_object().expect("sound test data");
    for (name, expected) in edges {
        let paytable = paytable(name).unwrap_or_else(|| panic!("nobody knows what {name} pays"));
        let law = resolve(&paytable, &shoe).expect("sound test data");
        let net = format!(
            "{}/{}",
            expected["net_num"].as_str().expect("sound test data"),
            expected["net_den"].as_str().expect("sound test data")
        );
        assert_eq!(law.expectation().to_string(), net, "{name}");
        assert_eq!(
            law.house_edge().decimal(10),
            expected["edge"].as_str().expect("sound test data"),
            "{name}"
        );
    }
    assert!(edges.len() > 40);
}
