//! Figures: equal to the golden counts, to published edges, and to sums worked out by hand.

use punto_certificate::coup::Event;
use punto_certificate::spot::SpotFacts;
use serde_json::Value;

use crate::support::{builtin, certificate, changed};

fn corpus() -> Value {
    serde_json::from_str(include_str!("../../../../../corpora/exact_counts.json")).unwrap()
}

/// The golden counts of a full shoe.
fn full_shoe(decks: u8) -> Value {
    let corpus = corpus();
    let label = format!("{decks} decks");
    let shoes = corpus["shoes"].as_array().unwrap();
    shoes.iter().find(|shoe| shoe["label"] == label.as_str()).unwrap()["counts"].clone()
}

fn counts(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.chance.count.as_str()).collect()
}

fn golden<'a>(counts: &'a Value, keys: &[&str]) -> Vec<&'a str> {
    keys.iter().map(|key| counts[key].as_str().unwrap()).collect()
}

#[test]
fn a_coup_is_counted_as_the_golden_data_have_it() {
    for decks in [1, 2, 4, 6, 8] {
        let text = changed("three-bet", "count = 8", &format!("count = {decks}"));
        let certificate = certificate(&text);
        let facts = certificate.coup;
        let shoe = full_shoe(decks);
        assert_eq!(counts(&facts.outcomes), golden(&shoe, &["player", "banker", "tie"]));
        assert_eq!(counts(&facts.cards), golden(&shoe, &["cards4_small", "cards5", "cards6"]));
        let pairs = ["player_pair", "banker_pair", "either_pair", "both_pair"];
        assert_eq!(counts(&facts.pairs), golden(&shoe, &pairs));
        assert_eq!(
            counts(&facts.naturals)[..3],
            golden(&shoe, &["player_natural", "banker_natural", "any_natural"])
        );
        let cells = facts.totals.counts.iter().flatten().map(|count| count.parse::<u128>().unwrap());
        assert_eq!(cells.sum::<u128>().to_string(), certificate.shoe.draws);
        for total in 0..10 {
            assert_eq!(facts.totals.counts[total][total], shoe[format!("tie_{total}")].as_str().unwrap());
        }
    }
}

fn spot<'a>(rules: &str, id: &str) -> &'a SpotFacts {
    let certificate = builtin().iter().find(|certificate| certificate.rules.id == rules).unwrap();
    certificate.spots.iter().find(|facts| facts.spot == id).unwrap()
}

#[test]
fn edges_are_the_published_ones() {
    for (rules, id, edge) in [
        ("live-commission", "player", "1.23508"),
        ("live-commission", "banker", "1.05791"),
        ("live-no-commission", "banker", "1.45810"),
        ("live-commission", "tie", "14.35963"),
        ("live-pairs", "player_pair", "10.36145"),
        ("live-pairs", "banker_pair", "10.36145"),
        ("sixty-round", "big", "6.83027"),
        ("sixty-round", "small", "5.28288"),
        ("gold-card", "lucky_6", "16.68357"),
    ] {
        assert_eq!(spot(rules, id).house_edge.percent, edge, "{rules} {id}");
    }
}

#[test]
fn lucky_6_is_counted_line_by_line() {
    let lines = &spot("gold-card", "lucky_6").lines;
    let counts: Vec<_> = lines.iter().map(|line| line.chance.count.as_str()).collect();
    assert_eq!(counts[..2], ["186173936904192", "83058367551488"]);
    assert_eq!(lines[1].shown.as_deref(), Some("x21"));
}

#[test]
fn every_spot_adds_up() {
    for certificate in builtin() {
        let draws: u128 = certificate.shoe.draws.parse().unwrap();
        for spot in &certificate.spots {
            let lines = spot.lines.iter().map(|line| line.chance.count.parse::<u128>().unwrap());
            assert_eq!(lines.sum::<u128>(), draws, "{} {}", certificate.rules.id, spot.spot);
            let fates =
                [&spot.hit, &spot.push, &spot.loss].map(|chance| chance.count.parse::<u128>().unwrap());
            assert_eq!(fates.iter().sum::<u128>(), draws, "{} {}", certificate.rules.id, spot.spot);
        }
    }
}

#[test]
fn a_pair_by_hand() {
    let pair = spot("live-pairs", "player_pair");
    // 7 * 4 of the 415 other cards, and one more suit: 31/415. 11 to one: edge 1 - 12 * 31/415 = 43/415.
    assert_eq!((pair.hit.share.exact.as_str(), pair.house_edge.exact.as_str()), ("31/415", "43/415"));
    assert_eq!(pair.return_to_patron.exact, "372/415");
    // 144 * 31/415 * 384/415.
    assert_eq!(pair.variance.exact, "1714176/172225");
    assert_eq!(pair.standard_deviation, "3.154856");
    assert_eq!(pair.house_edge_without_pushes, pair.house_edge);
}

#[test]
fn the_bonus_rule_of_document_004() {
    let bonus = builtin()[5].bonus_money.as_ref().unwrap();
    let [set] = &bonus.breaching_sets[..] else { panic!("{bonus:?}") };
    assert_eq!(set.spots, ["player", "banker"]);
    assert_eq!(set.chance.share.percent, "90.48440");
    assert!(builtin()[..5].iter().all(|certificate| certificate.bonus_money.is_none()));
}
