//! A client settles a wager from JSON alone: the lines of the spot in the state of a table, and the cards. The
//! interpreter here knows nothing but JSON and docs/PROTOCOL.md, and agrees with the house on every coup of the
//! corpora.

use std::collections::BTreeSet;
use std::sync::Arc;

use baccarat::{Coup, Facts, HouseRules, Limit, Resolution, Side};
use money::{Amount, Currency, Rounding, Stake};
use punto_wire::table_view::TableView;
use serde_json::{Value, to_value};
use table::{Phase, RoundRef, SpotView, TableId, Timestamp, Timings};

/// The state of a table under these house rules, as JSON.
fn table(rules: &HouseRules) -> Value {
    let limit = Limit { minimum: Amount::new(1).expect("it is small"), maximum: None };
    let spots = rules.spots.iter().map(|own| SpotView {
        spot: own.spot,
        limit,
        closed_from_round: own.closed_from_round,
        open: true,
    });
    let view = table::TableView {
        seq: 1,
        table: TableId(1),
        name: "Salon".to_owned(),
        spots: spots.collect(),
        rules: Arc::new(rules.clone()),
        currency: Currency::PLAY,
        timings: Timings::default(),
        shoe_no: 1,
        shoe_size: 416,
        cards_left: 416,
        shoe: rules.new_shoe(),
        burned: None,
        cut_card_out: false,
        round: Some(RoundRef { shoe_no: 1, round_no: 1 }),
        last_round: false,
        phase: Phase::Closed,
        cards: Vec::new(),
        squeeze: None,
        awaited_draw: None,
        since: Timestamp(0),
        next_at: Timestamp(0),
        beads: Vec::new(),
        seats: 0,
        capacity: None,
        ante: Amount::ZERO,
        auto_rounds: 0,
        live: None,
    };
    to_value(TableView::new(&view)).expect("a view is JSON")
}

fn value(card: &str) -> u8 {
    match card.as_bytes()[0] {
        b'A' => 1,
        digit @ b'2'..=b'9' => digit - b'0',
        _ => 0,
    }
}

/// The facts of a coup from the cards of both hands.
fn facts_of(player: &[String], banker: &[String]) -> BTreeSet<String> {
    let total = |hand: &[String]| hand.iter().map(|card| value(card)).sum::<u8>() % 10;
    let (p, b) = (total(player), total(banker));
    let winner = match p.cmp(&b) {
        std::cmp::Ordering::Less => "banker_wins",
        std::cmp::Ordering::Equal => "tie",
        std::cmp::Ordering::Greater => "player_wins",
    };
    let count = ["", "", "two", "three", "four", "five", "six"];
    let mut facts = BTreeSet::from([
        winner.to_owned(),
        format!("player_total_{p}"),
        format!("banker_total_{b}"),
        format!("margin_{}", p.abs_diff(b)),
        format!("player_{}_cards", count[player.len()]),
        format!("banker_{}_cards", count[banker.len()]),
        format!("{}_cards", count[player.len() + banker.len()]),
    ]);
    let rank = |card: &String| card[..card.len() - 1].to_owned();
    for (name, hand, total) in [("player", player, p), ("banker", banker, b)] {
        for (fact, holds) in [
            ("natural", hand.len() == 2 && total >= 8),
            ("pair", rank(&hand[0]) == rank(&hand[1])),
            ("perfect_pair", hand[0] == hand[1]),
        ] {
            if holds {
                facts.insert(format!("{name}_{fact}"));
            }
        }
    }
    let both = facts.contains("player_pair") && facts.contains("banker_pair");
    if both && rank(&player[0]) == rank(&banker[0]) {
        facts.insert("pairs_alike".to_owned());
    }
    facts
}

/// The resolution and the payout of a stake on a spot, from JSON alone.
fn settle(rules: &Value, spot: &str, facts: &BTreeSet<String>, stake: u128) -> (&'static str, u128) {
    let spots = rules["spots"].as_array().expect("a list");
    let own = spots.iter().find(|own| own["spot"] == spot).expect("a spot of the table");
    let hold = |when: &Value| {
        when.as_array().expect("a list").iter().all(|fact| facts.contains(fact.as_str().expect("a name")))
    };
    if own["push"].as_array().expect("a list").iter().any(hold) {
        return ("push", stake);
    }
    let Some(line) = own["pays"].as_array().expect("a list").iter().find(|line| hold(&line["when"])) else {
        return ("lose", 0);
    };
    let [num, den] = [0, 1].map(|at| u128::from(line["odds"][at].as_u64().expect("a number")));
    let profit = match rules["rounding"].as_str() {
        Some("up") => (stake * num).div_ceil(den),
        Some("half_up") => (2 * stake * num + den) / (2 * den),
        _ => stake * num / den,
    };
    ("win", stake + profit)
}

/// The cards of a list in JSON.
fn cards(value: &Value) -> Vec<String> {
    value.as_array().expect("cards").iter().map(|card| card.as_str().expect("a card").to_owned()).collect()
}

#[test]
fn every_settlement_of_the_corpora_follows_from_json_alone() {
    let mut wagers = 0_u32;
    for line in include_str!("../../../../corpora/settlements.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let (id, expect) = (&case["id"], &case["expect"]);
        let Some(rules) = case["rules"].as_str().and_then(HouseRules::builtin) else { continue };
        if expect["player"].is_null() {
            continue;
        }
        let facts = facts_of(&cards(&expect["player"]["cards"]), &cards(&expect["banker"]["cards"]));
        if let Ok(coup) = cards(&case["line"]["cards"]).join(" ").parse::<Coup>() {
            let own: Vec<&str> = facts.iter().map(String::as_str).collect();
            let mut expected = Facts::of(&coup).to_string().split(' ').map(str::to_owned).collect::<Vec<_>>();
            expected.sort();
            assert_eq!(own, expected, "{id}");
        }
        let table = table(rules);
        for wager in expect["wagers"].as_array().expect("wagers") {
            let (spot, stake) =
                (wager["spot"].as_str().expect("a spot"), wager["stake"].as_u64().expect("a stake"));
            let (resolution, payout) = settle(&table["rules"], spot, &facts, stake.into());
            assert_eq!(resolution, wager["resolution"], "{id} {spot}");
            assert_eq!(Some(payout), wager["payout"].as_u64().map(u128::from), "{id} {spot}");
            wagers += 1;
        }
    }
    assert!(wagers > 1_000, "{wagers} wagers were settled");
}

/// Odd stakes under every rounding, on each coup of the corpora: as `baccarat` settles them.
#[test]
fn every_rounding_follows_from_json_alone() {
    let roundings = [Rounding::Down, Rounding::Up, Rounding::HalfUp];
    let tables = HouseRules::BUILTIN.iter().flat_map(|id| {
        let rules = HouseRules::builtin(id).expect("they are built in");
        roundings.map(|rounding| {
            let rules = HouseRules { rounding, ..rules.clone() };
            (table(&rules), rules)
        })
    });
    let tables: Vec<_> = tables.collect();
    for line in include_str!("../../../../corpora/settlements.jsonl").lines().step_by(7) {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let Ok(coup) = cards(&case["line"]["cards"]).join(" ").parse::<Coup>() else { continue };
        let hand = |side| coup.hand(side).cards().map(|card| card.text().to_owned()).collect::<Vec<_>>();
        let facts = facts_of(&hand(Side::Player), &hand(Side::Banker));
        for (table, rules) in &tables {
            for (spot, minor) in
                rules.spots.iter().flat_map(|spot| [1, 7, 30, 999].map(|minor| (spot, minor)))
            {
                let stake = Stake::new(minor).expect("a stake");
                let (resolution, payout) = match spot.paytable.resolve(Facts::of(&coup)) {
                    Resolution::Win(odds) => ("win", odds.payout(stake, rules.rounding).minor()),
                    Resolution::Push => ("push", minor),
                    Resolution::Lose => ("lose", 0),
                };
                let settled = settle(&table["rules"], spot.spot.id(), &facts, minor.into());
                assert_eq!(settled, (resolution, payout.into()), "{coup} {} {minor}", spot.spot.id());
            }
        }
    }
}
