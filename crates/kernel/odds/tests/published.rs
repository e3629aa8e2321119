//! Published figures: each record of `corpora/published_odds.json` is worked out exactly and held against what was
//! published, digit by digit. What differs must differ, and says why.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use std::collections::BTreeSet;

use baccarat::deal::Step;
use baccarat::rules::catalogue;
use baccarat::{Card, Deal, Pays, Paytable, Spot};
use money::Odds;
use punto_odds::{Composition, Plan, Ratio, SpotLaw, Win};
use serde_json::Value;

const TEXT: &str = include_str!("../../../../corpora/published_odds.json");

fn corpus() -> Value {
    serde_json::from_str(TEXT).unwrap()
}

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_else(|| panic!("no {field} in {record}"))
}

/// A paytable by its name in the catalogue, or spelled out: pushes, and pairs of facts and odds.
fn paytable(record: &Value) -> Paytable {
    if let Some(name) = record["paytable"].as_str() {
        let spot = Spot::from_id(text(record, "spot")).unwrap();
        return catalogue::paytable(spot, name).unwrap().paytable.clone();
    }
    let list = |field: &str| record["paytable"][field].as_array().cloned().unwrap_or_default();
    let read = |value: &Value| value.as_str().unwrap().to_owned();
    Paytable {
        push: list("push").iter().map(|when| read(when).parse().unwrap()).collect(),
        pays: list("pays")
            .iter()
            .map(|line| Pays { when: read(&line[0]).parse().unwrap(), odds: read(&line[1]).parse().unwrap() })
            .collect(),
    }
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// The law of the record's paytable from a full shoe, as far as it was dealt.
fn law(record: &Value) -> SpotLaw {
    let decks = u8::try_from(record["decks"].as_u64().unwrap()).unwrap();
    let (paytable, mut shoe) = (paytable(record), Composition::of_decks(decks).unwrap());
    let plan = Plan::of([&paytable]);
    let given = &record["given"];
    let only = |laws: Vec<SpotLaw>| laws.into_iter().next().unwrap();
    if let Some(removed) = given["removed"].as_str() {
        shoe.remove(card(removed)).unwrap();
    }
    if let Some(printed) = given["printed"].as_str() {
        // It lies on the table, but never was in the shoe.
        let Step::More(deal) = Deal::new().draw(card(printed)) else { unreachable!("one card ends nothing") };
        return only(plan.laws_given(&deal, &shoe).unwrap());
    }
    let tables = tables(given, &shoe);
    if tables.is_empty() {
        return only(plan.laws(&shoe).unwrap());
    }
    let mut sum = SpotLaw::blank(&paytable);
    for (ways, deal, left) in tables {
        sum.merge(&times(&only(plan.laws_given(&deal, &left).unwrap()), ways));
    }
    sum
}

fn times(law: &SpotLaw, ways: u128) -> SpotLaw {
    let wins = law.wins.iter().map(|win| Win { count: win.count * ways, ..*win }).collect();
    SpotLaw { wins, push: law.push * ways, lose: law.lose * ways }
}

/// Every table of that kind, by points: Player's total of two, then Banker's total of two, first card or any
/// cards. With the number of ways to it and the shoe after it; none if nothing is given.
fn tables(given: &Value, shoe: &Composition) -> Vec<(u128, Deal, Composition)> {
    let twos = |total: &Value| -> Vec<[usize; 2]> {
        let pairs = (0..10).flat_map(|a| (a..10).map(move |b| [a, b]));
        pairs.filter(|[a, b]| total.as_u64() == u64::try_from((a + b) % 10).ok()).collect()
    };
    let mut tables = Vec::new();
    for player in twos(&given["player"]) {
        let firsts = (0..10).filter(|card| {
            given["banker_card"].as_u64().is_none_or(|given| u64::try_from(*card).ok() == Some(given))
        });
        let bankers: Vec<Vec<usize>> = match &given["banker"] {
            Value::Null => firsts.map(|card| vec![card]).collect(),
            total => twos(total).iter().map(|two| two.to_vec()).collect(),
        };
        for banker in bankers {
            let orders = [&player[..], &banker].map(|hand| u128::from(hand.first() != hand.last()) + 1);
            let dealt = [player[0], banker[0], player[1]].into_iter().chain(banker.get(1).copied());
            tables.push(table(orders.iter().product(), dealt, shoe.clone()));
        }
    }
    tables
}

fn table(
    orders: u128,
    points: impl Iterator<Item = usize>,
    mut shoe: Composition,
) -> (u128, Deal, Composition) {
    const BY_POINTS: [&str; 10] = ["Ts", "As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"];
    let (mut ways, mut deal) = (orders, Deal::new());
    for points in points {
        ways *= u128::from(shoe.by_points()[points]);
        shoe.remove(card(BY_POINTS[points])).unwrap();
        let Step::More(more) = deal.draw(card(BY_POINTS[points])) else {
            panic!("nothing is left to chance")
        };
        deal = more;
    }
    (ways, deal, shoe)
}

/// The wins that the record names: all, or those at certain odds.
fn won(record: &Value, law: &SpotLaw) -> u128 {
    let at: Option<Odds> = record["at"].as_str().map(|odds| odds.parse().unwrap());
    law.wins.iter().filter(|win| at.is_none_or(|odds| win.odds == odds)).map(|win| win.count).sum()
}

/// The exact figure, written as the published one is.
fn exact(record: &Value) -> String {
    let law = law(record);
    let share = |part: u128| Ratio::share(part, law.draws());
    let count = |part: u128| match record["of"].as_str() {
        // Counted over fewer draws, each of which stands for equally many of ours.
        Some(of) => {
            let (counted, draws) = (part * of.parse::<u128>().unwrap(), law.draws());
            assert!(counted.is_multiple_of(draws), "{record}");
            (counted / draws).to_string()
        }
        None => part.to_string(),
    };
    let value = text(record, "value");
    let resolved = SpotLaw { push: 0, ..law.clone() };
    match text(record, "quantity") {
        "count" => count(won(record, &law)),
        "push" => count(law.push),
        "lose" => count(law.lose),
        "draws" => count(law.draws()),
        "probability" => written(&share(won(record, &law)), value),
        "push_probability" => written(&share(law.push), value),
        "lose_probability" => written(&share(law.lose), value),
        "return" => written(&law.expectation(), value),
        "return_change" => written(&law.expectation().plus(&full(record).expectation().opposite()), value),
        "return_to_patron" => written(&law.return_to_patron(), value),
        "house_edge" => written(&law.house_edge(), value),
        "house_edge_of_resolved" => written(&resolved.house_edge(), value),
        "variance" => written(&law.variance(), value),
        "standard_deviation" => law.variance().root_decimal(places(value)),
        other => panic!("nobody knows what {other} is"),
    }
}

fn places(value: &str) -> u16 {
    let digits = value.trim_end_matches('%');
    digits.split_once('.').map_or(0, |(_, decimals)| u16::try_from(decimals.len()).unwrap())
}

/// To as many decimals as the published value has, in percent if that is.
fn written(ratio: &Ratio, like: &str) -> String {
    match like.strip_suffix('%') {
        Some(percent) => format!("{}%", ratio.percent(places(percent))),
        None => ratio.decimal(places(like)),
    }
}

/// The law of the record's paytable from a full shoe.
fn full(record: &Value) -> SpotLaw {
    let mut full = record.clone();
    full["given"] = Value::Null;
    law(&full)
}

#[test]
fn figures_are_as_published_or_differ_as_explained() {
    let corpus = corpus();
    let figures = corpus["figures"].as_array().unwrap();
    let mut wrong = Vec::new();
    for record in figures {
        let (exact, value) = (exact(record), text(record, "value"));
        let expected = match text(record, "status") {
            "confirmed" => exact == value && record["why"].is_null(),
            "differs" => exact != value && !text(record, "why").is_empty(),
            other => panic!("nobody knows what {other} is"),
        };
        if !expected {
            wrong.push(format!("{exact}: {record}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(figures.len() > 400, "{}", figures.len());
}

#[test]
fn every_figure_has_a_source_and_every_source_a_figure() {
    let corpus = corpus();
    let named: BTreeSet<&str> =
        corpus["figures"].as_array().unwrap().iter().map(|record| text(record, "source")).collect();
    let sources = corpus["sources"].as_object().unwrap();
    assert_eq!(named, sources.keys().map(String::as_str).collect());
    for source in sources.values() {
        assert!(["author", "title", "site"].iter().all(|field| !text(source, field).is_empty()), "{source}");
    }
}
