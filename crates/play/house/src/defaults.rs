//! The two tables a house opens with: play money, one table a style of house rules.

use std::sync::Arc;

use baccarat::{HouseRules, Spot};
use money::{Amount, Currency};
use table::{EntryTerms, Seating, Settings, SpotLimits, TableId, Timings};

const MAJOR: u64 = 100;

/// Salon One under `live-commission` and the Gold Room under `gold-card`.
pub fn default_tables() -> Vec<Settings> {
    vec![settings(1, "Salon One", "live-commission"), settings(2, "Gold Room", "gold-card")]
}

fn settings(id: u32, name: &str, rules: &str) -> Settings {
    let rules = HouseRules::builtin(rules).expect("these house rules are built in").clone();
    Settings {
        id: TableId(id),
        name: name.to_owned(),
        rules: Arc::new(rules),
        currency: Currency::PLAY,
        limits: limits(),
        timings: Timings::default(),
        exposure: Some(major(25_000)),
        entry: EntryTerms::default(),
        seating: Seating::default(),
    }
}

fn limits() -> SpotLimits {
    let one = major(1);
    SpotLimits::none()
        .with(&[Spot::Player, Spot::Banker], one, major(5_000))
        .with(&[Spot::Big, Spot::Small], one, major(2_000))
        .with(&[Spot::Tie, Spot::PlayerPair, Spot::BankerPair], one, major(500))
        .with(&[Spot::Lucky6], one, major(300))
}

fn major(units: u64) -> Amount {
    Amount::new(units.saturating_mul(MAJOR)).expect("a few thousand units fit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_are_ready_to_open() {
        let tables = default_tables();
        let rules: Vec<_> = tables.iter().map(|t| (t.id.0, t.name.as_str(), t.rules.id.as_str())).collect();
        assert_eq!(rules, [(1, "Salon One", "live-commission"), (2, "Gold Room", "gold-card")]);
        for table in &tables {
            for spot in &table.rules.spots {
                let limit = table.limit(spot.spot);
                assert_eq!(limit.minimum, major(1), "{} {}", table.name, spot.spot);
                assert!(limit.maximum.is_some_and(|most| most >= major(300)), "{} {}", table.name, spot.spot);
            }
        }
    }
}
