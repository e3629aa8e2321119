//! The six tables a new house opens with: play money, one table for each built-in house rules.

use std::sync::Arc;

use baccarat::HouseRules;
use money::{Amount, Currency};
use table::{Drawing, EntryTerms, Seating, Settings, SpotLimits, TableId, Timings};

use crate::floor::record::SpotRange;

const MAJOR: u64 = 100;

/// The built-in tables in the order of the lobby, one for each built-in house rules. The first two were built in before
/// tables were kept in the store.
pub fn default_tables() -> Vec<Settings> {
    let tables = [
        ("Salon One", "live-commission", 25_000, 0),
        ("Gold Room", "gold-card", 25_000, 0),
        ("Emperor Room", "live-no-commission", 25_000, 0),
        ("Pairs Lounge", "live-pairs", 25_000, 0),
        ("Sixty Club", "sixty-round", 500_000, 1_000),
        ("Garden Table", "three-bet", 25_000, 0),
    ];
    let table = |(id, (name, rules, exposure, ante))| settings(id, (name, rules), exposure, ante);
    (1..).zip(tables).map(table).collect()
}

/// A table of play money with the built-in limits, and this exposure and ante in major units.
fn settings(id: u32, (name, rules): (&str, &str), exposure: u64, ante: u64) -> Settings {
    let rules = HouseRules::builtin(rules).expect("these house rules are built in").clone();
    Settings {
        id: TableId(id),
        name: name.to_owned(),
        limits: limits(&rules),
        rules: Arc::new(rules),
        currency: Currency::PLAY,
        timings: Timings::default(),
        exposure: Some(major(exposure)),
        entry: EntryTerms { ante: Some(major(ante)).filter(|ante| !ante.is_zero()), ..EntryTerms::default() },
        seating: Seating::default(),
        draw: Drawing::Sealed,
        dealer: table::Dealer::Shuffle,
        squeeze: None,
    }
}

fn limits(rules: &HouseRules) -> SpotLimits {
    let add = |limits: SpotLimits, spot| {
        let SpotRange { minimum, maximum } = SpotRange::built_in(spot, Currency::PLAY);
        limits.with(&[spot.spot], minimum, maximum)
    };
    rules.spots.iter().fold(SpotLimits::none(), add)
}

fn major(units: u64) -> Amount {
    Amount::new(units.saturating_mul(MAJOR)).expect("a few thousand units fit")
}

#[cfg(test)]
mod tests {
    use baccarat::Spot;

    use super::*;

    #[test]
    fn there_is_a_table_for_each_built_in_house_rules() {
        let tables = default_tables();
        let ids: Vec<_> = tables.iter().map(|table| table.id.0).collect();
        assert_eq!(ids, [1, 2, 3, 4, 5, 6]);
        let mut rules: Vec<_> = tables.iter().map(|table| table.rules.id.as_str()).collect();
        let mut built_in = HouseRules::BUILTIN.to_vec();
        rules.sort_unstable();
        built_in.sort_unstable();
        assert_eq!(rules, built_in);
    }

    #[test]
    fn every_spot_has_limits_that_suit_play_money_or_those_of_its_vendor() {
        for table in default_tables() {
            for spot in &table.rules.spots {
                let limit = table.limit(spot.spot);
                let (name, most) = (&table.name, limit.maximum.expect("a maximum"));
                assert_eq!(limit.minimum, major(1), "{name} {}", spot.spot);
                assert!(most >= major(300) && most <= major(375_000), "{name} {}: {most}", spot.spot);
                assert_eq!(table.limits.on(spot.spot).maximum, Some(most), "{name} {}", spot.spot);
            }
        }
        let sixty = default_tables().remove(4);
        let most = |spot| sixty.limit(spot).maximum;
        for (spot, units) in [
            (Spot::Banker, 185_000),
            (Spot::Player, 185_000),
            (Spot::Tie, 75_000),
            (Spot::PlayerPair, 60_000),
            (Spot::BankerPair, 60_000),
            (Spot::Big, 375_000),
            (Spot::Small, 300_000),
        ] {
            assert_eq!(most(spot), Some(major(units)), "document 003: {spot}");
        }
    }
}
