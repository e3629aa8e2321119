//! House rules as one JSON object with the names of the TOML document. Amounts are minor units of a currency with two
//! decimals.

use std::collections::BTreeMap;

use baccarat::rules::OddsShown;
use baccarat::{HouseRules, SpotRules};
use certificate::conduct::{BurnFacts, ShoeEndFacts};
use money::Amount;
use serde::Serialize;

use crate::settle::DECIMALS;

/// The whole document.
#[derive(Serialize)]
pub(super) struct RulesData<'a> {
    id: &'a str,
    title: &'a str,
    version: u32,
    document: Option<&'a str>,
    decks: u8,
    burn: BurnFacts,
    shoe_end: ShoeEndFacts,
    conduct: Conduct,
    ante: &'static str,
    bonus_money: Option<BonusMoney>,
    rounding: &'static str,
    odds_shown: &'static str,
    road_window: &'static str,
    spots: Vec<SpotData>,
    sources: BTreeMap<&'a str, &'a str>,
}

#[derive(Serialize)]
struct Conduct {
    player_and_banker: &'static str,
    leaving_while_betting: &'static str,
    leaving_later: &'static str,
    unreadable_card: &'static str,
    wrong_result: &'static str,
    interrupted_round: &'static str,
    stake_range: &'static str,
}

#[derive(Serialize)]
struct BonusMoney {
    stake_share: String,
    win_chance: String,
}

#[derive(Serialize)]
struct SpotData {
    spot: &'static str,
    title: &'static str,
    push: Vec<String>,
    pays: Vec<PaysData>,
    closed_from_round: Option<u16>,
    minimum: u64,
    maximum: Option<u64>,
}

#[derive(Serialize)]
struct PaysData {
    when: String,
    odds: String,
    shown: String,
}

impl<'a> From<&'a HouseRules> for RulesData<'a> {
    fn from(rules: &'a HouseRules) -> Self {
        Self {
            id: &rules.id,
            title: &rules.title,
            version: rules.version,
            document: rules.document.as_deref(),
            decks: rules.decks,
            burn: rules.burn.into(),
            shoe_end: rules.shoe_end.into(),
            conduct: conduct(rules),
            ante: if rules.entry_ante { "room" } else { "none" },
            bonus_money: rules.bonus_money.map(|rule| BonusMoney {
                stake_share: format!("{}/{}", rule.stake_share.0, rule.stake_share.1),
                win_chance: format!("{}/{}", rule.win_chance.0, rule.win_chance.1),
            }),
            rounding: rules.rounding.into(),
            odds_shown: rules.odds_shown.into(),
            road_window: rules.road_window.into(),
            spots: rules.spots.iter().map(|spot| spot_data(spot, rules.odds_shown)).collect(),
            sources: rules.sources.iter().map(|(table, source)| (table.as_str(), source.as_str())).collect(),
        }
    }
}

fn conduct(rules: &HouseRules) -> Conduct {
    Conduct {
        player_and_banker: if rules.opposing_sides { "allowed" } else { "refused" },
        leaving_while_betting: rules.leaving.into(),
        leaving_later: "settled_and_paid",
        unreadable_card: "round_voided",
        wrong_result: "resettled",
        interrupted_round: rules.interrupted_round.into(),
        stake_range: "intersection",
    }
}

fn spot_data(rules: &SpotRules, odds_shown: OddsShown) -> SpotData {
    let limit = rules.limit(DECIMALS);
    let pays = rules.paytable.pays.iter().map(|line| PaysData {
        when: line.when.to_string(),
        odds: line.odds.to_string(),
        shown: odds_shown.text(line.odds),
    });
    SpotData {
        spot: rules.spot.id(),
        title: rules.spot.title(),
        push: rules.paytable.push.iter().map(ToString::to_string).collect(),
        pays: pays.collect(),
        closed_from_round: rules.closed_from_round,
        minimum: limit.minimum.minor(),
        maximum: limit.maximum.map(Amount::minor),
    }
}
