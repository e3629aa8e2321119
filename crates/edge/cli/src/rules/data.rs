//! House rules as one JSON object with the names of the TOML document. Amounts are minor units of a currency with two
//! decimals.

use std::collections::BTreeMap;

use baccarat::rules::OddsShown;
use baccarat::{HouseRules, SpotRules};
use certificate::conduct::{BurnFacts, ConductFacts, ShoeEndFacts};
use money::Amount;
use serde::Serialize;

use answers::reply::object;
use answers::settle::DECIMALS;

/// The whole document.
pub(super) fn rules_data(rules: &HouseRules) -> impl Serialize {
    let conduct = ConductFacts::of(rules);
    let sources = rules.facts.iter().map(|fact| (fact.as_str(), rules.source(fact)));
    let fraction = |(numerator, denominator): (u32, u32)| format!("{numerator}/{denominator}");
    object! {
        id: &rules.id,
        title: &rules.title,
        version: rules.version,
        document: &rules.document,
        decks: rules.decks,
        drawing: object! {
            natural: "ends_the_coup",
            third_cards: "standard_tableau",
            player_stands: "banker_draws_to_5",
        },
        burn: BurnFacts::from(rules.burn),
        shoe_end: ShoeEndFacts::from(rules.shoe_end),
        conduct: object! {
            player_and_banker: conduct.player_and_banker,
            leaving_while_betting: conduct.leaving_while_betting,
            leaving_later: conduct.leaving_later,
            unreadable_card: conduct.unreadable_card,
            wrong_result: conduct.wrong_result,
            interrupted_round: <&str>::from(rules.interrupted_round),
            stake_range: conduct.stake_range,
        },
        ante: conduct.ante,
        bonus_money: rules.bonus_money.map(|rule| object! {
            stake_share: fraction(rule.stake_share),
            win_chance: fraction(rule.win_chance),
        }),
        rounding: conduct.rounding,
        odds_shown: conduct.odds_shown,
        road_window: <&str>::from(rules.road_window),
        spots: rules.spots.iter().map(|spot_rules| spot(spot_rules, rules.odds_shown)).collect::<Vec<_>>(),
        sources: sources.collect::<BTreeMap<_, _>>(),
    }
}

fn spot(rules: &SpotRules, odds_shown: OddsShown) -> impl Serialize {
    let limit = rules.limit(DECIMALS);
    let pays = rules.paytable.pays.iter().map(|line| {
        object! {
            when: line.when.to_string(),
            odds: line.odds.to_string(),
            shown: odds_shown.text(line.odds),
        }
    });
    object! {
        spot: rules.spot.id(),
        title: rules.spot.title(),
        push: rules.paytable.push.iter().map(ToString::to_string).collect::<Vec<_>>(),
        pays: pays.collect::<Vec<_>>(),
        closed_from_round: rules.closed_from_round,
        minimum: limit.minimum.minor(),
        maximum: limit.maximum.map(Amount::minor),
    }
}
