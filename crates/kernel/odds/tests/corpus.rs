//! The golden counts: every count of `corpora/exact_counts.json`, for every shoe and key, and its house edges.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use baccarat::{Facts, Pays, Paytable, Side};
use punto_odds::{Composition, Law, Pair, PairLaw, Pairing, Path, Plan};
use serde_json::{Map, Value};

fn corpus() -> Value {
    serde_json::from_str(include_str!("../../../../corpora/exact_counts.json")).unwrap()
}

fn shoes(corpus: &Value) -> &[Value] {
    corpus["shoes"].as_array().unwrap()
}

fn object<'a>(value: &'a Value, field: &str) -> &'a Map<String, Value> {
    value[field].as_object().unwrap()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("no {field} in {value}"))
}

fn composition(shoe: &Value) -> Composition {
    let counts = shoe["composition"].as_array().unwrap().iter();
    Composition::from_counts(&counts.map(|count| count.as_i64().unwrap()).collect::<Vec<_>>()).unwrap()
}

/// Sets of facts, one of which must hold of a coup that this key counts. A key without a row is a set of facts itself.
fn sets(key: &str) -> Vec<Facts> {
    let sets: &[&str] = match key {
        "player" => &["player_wins"],
        "banker" => &["banker_wins"],
        "either_pair" => &["player_pair", "banker_pair"],
        "both_pair" => &["player_pair banker_pair"],
        "cards4_small" => &["four_cards"],
        "cards5" => &["five_cards"],
        "cards6" => &["six_cards"],
        "big" => &["five_cards", "six_cards"],
        "any_natural" => &["player_natural", "banker_natural"],
        "natural_tie" => &["tie player_natural", "tie banker_natural"],
        "player_natural_win" => &["player_natural player_wins"],
        "banker_natural_win" => &["banker_natural banker_wins"],
        "player_draws" => &["player_three_cards"],
        "banker_draws" => &["banker_three_cards"],
        "player_win_3card" => &["player_wins player_three_cards"],
        "banker_win_3card" => &["banker_wins banker_three_cards"],
        "banker_win_6" => &["banker_wins banker_total_6"],
        "banker_win_6_2card" => &["banker_wins banker_total_6 banker_two_cards"],
        "banker_win_6_3card" => &["banker_wins banker_total_6 banker_three_cards"],
        "dragon7_banker_3card7" => &["banker_wins banker_total_7 banker_three_cards"],
        "panda8_player_3card8" => &["player_wins player_total_8 player_three_cards"],
        "tie_6_tiger_tie" => &["tie banker_total_6"],
        "player_win_7_2card" => &["player_wins player_total_7 player_two_cards"],
        "player_win_7_3card" => &["player_wins player_total_7 player_three_cards"],
        "blazing7_77_2v2" => &["player_total_7 banker_total_7 four_cards"],
        "blazing7_77_3v3" => &["player_total_7 banker_total_7 six_cards"],
        // Banker stands on 3 only when Player's third card is an 8.
        "three_giving_8" => &["player_three_cards banker_total_3 banker_two_cards"],
        "heavenly9_one" => &["player_total_9 player_three_cards", "banker_total_9 banker_three_cards"],
        "heavenly9_both" => &["player_total_9 player_three_cards banker_total_9 banker_three_cards"],
        _ => &[&numbered(key).unwrap_or_else(|| key.to_owned())],
    };
    sets.iter().map(|set| set.parse().unwrap_or_else(|_| panic!("nobody knows what {key} is"))).collect()
}

/// Keys with a number in them.
fn numbered(key: &str) -> Option<String> {
    if let Some(total) = key.strip_prefix("tie_") {
        return Some(format!("tie player_total_{total}"));
    }
    let (side, rest) = key.split_once('_')?;
    if let Some(total) = rest.strip_prefix("wins_with_") {
        return Some(format!("{side}_wins {side}_total_{total}"));
    }
    let margin = rest.strip_prefix("by_")?.strip_suffix("_nonnatural")?;
    Some(format!("{side}_wins margin_{margin}"))
}

/// Wagers on keys: those that push, and the odds of those that pay. An earlier key goes first.
fn wagers(push: &[&str], pays: &[(&str, &str)]) -> Paytable {
    let line = |(key, odds): &(&str, &str)| {
        let odds = odds.parse().unwrap();
        sets(key).into_iter().map(move |when| Pays { when, odds })
    };
    Paytable {
        push: push.iter().flat_map(|key| sets(key)).collect(),
        pays: pays.iter().flat_map(line).collect(),
    }
}

/// A wager that is won in the coups that a key counts, and in no others.
fn counting(key: &str) -> Paytable {
    let push = match key {
        "heavenly9_one" => "heavenly9_both",
        _ if key.ends_with("_nonnatural") && key.starts_with("player") => "player_natural",
        _ if key.ends_with("_nonnatural") => "banker_natural",
        _ => return wagers(&[], &[(key, "1")]),
    };
    wagers(&[push], &[(key, "1")])
}

#[test]
fn every_count_of_every_shoe() {
    let corpus = corpus();
    let mut checked = 0;
    for shoe in shoes(&corpus) {
        let (label, composition) = (&shoe["label"], composition(shoe));
        assert_eq!(Law::of(&composition).unwrap().draws().to_string(), text(shoe, "draws"), "{label}");
        assert_eq!(u64::from(composition.cards()), shoe["cards"].as_u64().unwrap(), "{label}");
        let counts = object(shoe, "counts");
        let paytables: Vec<Paytable> = counts.keys().map(|key| counting(key)).collect();
        let plan = Plan::of(&paytables);
        let laws = plan.laws(&composition).unwrap();
        assert_eq!(plan.laws_by(Path::PORTABLE, &composition).unwrap(), laws, "{label}");
        for ((key, count), law) in counts.iter().zip(laws) {
            assert_eq!(law.won().to_string(), count.as_str().unwrap(), "{label}: {key}");
            checked += 1;
        }
    }
    assert_eq!(shoes(&corpus).len(), 65);
    assert!(checked > 2000, "{checked}");
}

#[test]
fn perfect_pairs_of_full_shoes() {
    let corpus = corpus();
    let full: Vec<&Value> = shoes(&corpus).iter().filter(|shoe| shoe["perfect_pair"].is_object()).collect();
    for shoe in &full {
        let law = PairLaw::of(&composition(shoe)).unwrap();
        let number = |key| text(&shoe["perfect_pair"], key).parse::<u128>().unwrap();
        let perfect = |pairing: Pairing, side| *pairing.pairs.get(side) == Pair::Perfect;
        let count = |number: usize| {
            law.sum(|pairing| Side::ALL.into_iter().filter(|side| perfect(pairing, *side)).count() == number)
        };
        // The corpus counts the first four cards, this crate all six.
        let rest = law.draws() / number("den_ordered4");
        assert_eq!(count(2), number("both_perfect") * rest);
        assert_eq!(count(1), number("exactly_one_perfect") * rest);
        assert_eq!(law.sum(|pairing| perfect(pairing, Side::Player)), number("player_perfect") * rest);
    }
    assert_eq!(full.len(), 5);
}

/// The wager whose edge the corpus has.
fn paytable(name: &str) -> Paytable {
    let pays: &[(&str, &str)] = match name {
        "player_1to1" => return wagers(&["tie"], &[("player", "1")]),
        "banker_0.95" => return wagers(&["tie"], &[("banker", "0.95")]),
        "banker_4pct_commission" => return wagers(&["tie"], &[("banker", "0.96")]),
        "banker_nocomm_half_on_6" => return wagers(&["tie"], &[("banker_win_6", "0.5"), ("banker", "1")]),
        "banker_ez_3card7_push" => return wagers(&["tie", "dragon7_banker_3card7"], &[("banker", "1")]),
        "dragon_bonus_player" => return bonus("player"),
        "dragon_bonus_banker" => return bonus("banker"),
        "tie_8to1" => &[("tie", "8")],
        "tie_9to1" => &[("tie", "9")],
        "player_pair_11" => &[("player_pair", "11")],
        "banker_pair_11" => &[("banker_pair", "11")],
        "big_0.5" => &[("big", "0.5")],
        "big_0.54" => &[("big", "0.54")],
        "small_1.5" | "cards4_1.5" => &[("cards4_small", "1.5")],
        "cards5_2" => &[("cards5", "2")],
        "cards6_2" => &[("cards6", "2")],
        "either_pair_5" => &[("either_pair", "5")],
        "lucky6_12_20" => &[("banker_win_6_2card", "12"), ("banker_win_6_3card", "20")],
        "lucky6_12_23" => &[("banker_win_6_2card", "12"), ("banker_win_6_3card", "23")],
        "super6_12" => &[("banker_win_6", "12")],
        "super6_15" => &[("banker_win_6", "15")],
        "small_tiger_22" => &[("banker_win_6_2card", "22")],
        "big_tiger_50" => &[("banker_win_6_3card", "50")],
        "tiger_tie_35" => &[("tie_6_tiger_tie", "35")],
        "dragon7_40" => &[("dragon7_banker_3card7", "40")],
        "panda8_25" => &[("panda8_player_3card8", "25")],
        "natural_player_4" => &[("player_natural", "4")],
        "natural_banker_4" => &[("banker_natural", "4")],
        "lucky7_6_15" => &[("player_win_7_2card", "6"), ("player_win_7_3card", "15")],
        "three_card_win_player_4" => &[("player_win_3card", "4")],
        "three_card_win_banker_5" => &[("banker_win_3card", "5")],
        "blazing7s_50_200" => &[("blazing7_77_2v2", "50"), ("blazing7_77_3v3", "200")],
        "heavenly9_10_75" => &[("heavenly9_both", "75"), ("heavenly9_one", "10")],
        "three_giving_8_200" => &[("three_giving_8", "200")],
        "perfect_pair_25_200" => &[
            ("player_perfect_pair banker_perfect_pair", "200"),
            ("player_perfect_pair", "25"),
            ("banker_perfect_pair", "25"),
        ],
        "perfect_pair_own_hand_25" => &[("player_perfect_pair", "25")],
        _ => {
            // A tie at one total, and its odds.
            let total_and_odds = name.strip_prefix("egalite_").and_then(|rest| rest.split_once('_'));
            let (total, odds) = total_and_odds.unwrap_or_else(|| panic!("nobody knows what {name} pays"));
            &[(&format!("tie_{total}"), odds)]
        }
    };
    wagers(&[], pays)
}

fn bonus(side: &str) -> Paytable {
    let natural = (format!("{side}_natural {side}_wins"), "1");
    let odds_by_margin = [(9, "30"), (8, "10"), (7, "6"), (6, "4"), (5, "2"), (4, "1")];
    let by_margin = odds_by_margin.map(|(margin, odds)| (format!("{side}_by_{margin}_nonnatural"), odds));
    let pays: Vec<_> = [&natural].into_iter().chain(&by_margin).map(|(key, odds)| (&**key, *odds)).collect();
    wagers(&[&format!("{side}_natural tie")], &pays)
}

#[test]
fn house_edges_of_eight_decks() {
    let shoe = Composition::of_decks(8).unwrap();
    let corpus = corpus();
    let edges = object(&corpus, "house_edges_8_decks");
    for (name, expected) in edges {
        let law = Plan::of([&paytable(name)]).laws(&shoe).unwrap().swap_remove(0);
        let net = format!("{}/{}", text(expected, "net_num"), text(expected, "net_den"));
        assert_eq!(law.expectation().to_string(), net, "{name}");
        assert_eq!(law.house_edge().decimal(10), text(expected, "edge"), "{name}");
    }
    assert!(edges.len() > 40);
}
