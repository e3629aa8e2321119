//! The trade's paytables for every spot, as data. House rules may name one instead of writing it out.

use std::sync::LazyLock;

use toml::de::{DeTable, DeValue};

use super::read_paytable::read_paytable;
use super::toml_table::{Errors, Section};
use crate::paytable::Paytable;
use crate::spot::Spot;

/// A paytable of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The spot.
    pub spot: Spot,
    /// Its name among the paytables of that spot, such as `12-20`.
    pub name: String,
    /// What it pays.
    pub paytable: Paytable,
    /// Where it is from: vendor documents, or the practice of the trade.
    pub source: String,
}

const TEXT: &str = include_str!("../../rules/paytables.toml");

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| read().expect("the catalogue is tested to be sound"));

/// Every paytable, by spot and then by name.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The paytables of one spot.
pub fn of(spot: Spot) -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(move |entry| entry.spot == spot)
}

/// The paytable of that name for a spot.
pub fn paytable(spot: Spot, name: &str) -> Option<&'static Entry> {
    of(spot).find(|entry| entry.name == name)
}

fn read() -> Result<Vec<Entry>, String> {
    let errors = Errors::new(TEXT);
    let document = DeTable::parse(TEXT).map_err(|error| error.to_string())?;
    let root = Section::new(&errors, String::new(), document.get_ref(), 0..0);
    let mut entries = Vec::new();
    for (id, value) in root.entries() {
        let spot = Spot::from_id(id.get_ref()).ok_or_else(|| format!("{} is no spot", id.get_ref()))?;
        let tables = root.child(spot.id(), value).ok_or("a spot holds its paytables")?;
        for (name, value) in tables.entries() {
            let table = tables.child(name.get_ref(), value).ok_or("a paytable is a table")?;
            let paytable = read_paytable(&table);
            let source = table.required("source", "where it is from", DeValue::as_str).map(str::to_owned);
            table.finish();
            if let (Some(paytable), Some(source)) = (paytable, source) {
                entries.push(Entry { spot, name: name.get_ref().to_string(), paytable, source });
            }
        }
    }
    if let Some(error) = errors.into_sorted().first() {
        return Err(error.to_string());
    }
    entries.sort_by_key(|entry| entry.spot);
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paytable::{Facts, Resolution};

    #[test]
    fn every_spot_has_a_paytable() {
        assert_eq!(read().map(|entries| entries.len()), Ok(entries().len()));
        for spot in Spot::ALL {
            assert!(of(*spot).next().is_some(), "{spot}");
        }
    }

    #[test]
    fn the_built_in_rules_use_the_paytables_of_the_catalogue_from_the_same_source() {
        for rules in crate::HouseRules::BUILTIN.iter().filter_map(|id| crate::HouseRules::builtin(id)) {
            for spot in &rules.spots {
                let known = of(spot.spot).find(|entry| entry.paytable == spot.paytable);
                let source = known.map(|entry| entry.source.as_str()).unwrap_or_default();
                let own = rules.source(&format!("spots.{}.pays", spot.spot.id()));
                let document = rules.document.as_deref().expect("a vendor document");
                let has_document = source.split(", ").any(|name| name == document);
                assert_eq!(has_document, own == Some(document), "{} {}: {source}", rules.id, spot.spot);
            }
        }
    }

    /// A coup, and what the catalogue's paytables pay on it: `spot/name odds`, or `push`.
    #[test]
    fn paytables_pay_what_the_trade_says() {
        for (coup, spot, name, expected) in [
            ("2h Kd Kh 4c 2s 3d", Spot::Dragon7, "40", "40"),
            ("6h 7d Ks Kc", Spot::Dragon7, "40", "lose"),
            ("2h Kd Kh 4c 2s 3d", Spot::Banker, "push-on-three-card-7", "push"),
            ("6h 7d Ks Kc", Spot::Banker, "push-on-three-card-7", "1"),
            ("2h Kd Kh 7c 6h", Spot::Panda8, "25", "25"),
            ("8h Kd Kh 7c", Spot::Panda8, "25", "lose"),
            ("2h Kd Kh 3c 9h 3d", Spot::Super6, "15", "15"),
            ("2h Kd Kh 3c 9h 3d", Spot::BigTiger, "50", "50"),
            ("2h Kd Kh 3c 9h 3d", Spot::SmallTiger, "22", "lose"),
            ("6h 6d Ks Kc", Spot::TigerTie, "35", "35"),
            ("7h 7d Ks Kc", Spot::TigerTie, "35", "lose"),
            ("4h 4d 4s 4c", Spot::TigerPair, "4-20-100", "100"),
            ("4h Kd 4s Kc", Spot::TigerPair, "4-20-100", "20"),
            ("4h Kd 4s 9c", Spot::TigerPair, "4-20-100", "4"),
            ("4h Kd 4h Kd", Spot::PerfectPair, "25-200", "200"),
            ("4h Kd 4h Kc", Spot::PerfectPair, "25-200", "25"),
            ("4h Kd 4h 9c", Spot::EitherPair, "5", "5"),
            ("7h 6d Ks Kc", Spot::Lucky7, "6-15", "6"),
            ("7h 6d Ks Kc", Spot::SuperLucky7, "30-40-100", "30"),
            ("9h Kd Ks Kc", Spot::PlayerBonus, "30-10-6-4-2-1", "1"),
            ("9h 9d Ks Kc", Spot::PlayerBonus, "30-10-6-4-2-1", "push"),
            ("9h 9d Ks Kc", Spot::BankerNatural, "4", "4"),
            ("4h Kd Kh Kc 5h Kd", Spot::PlayerBonus, "30-10-6-4-2-1", "30"),
            ("7h 4d Ks Kc 9s", Spot::PlayerBonus, "30-10-6-4-2-1", "1"),
            ("7h 4d Ks Kc As", Spot::PlayerBonus, "30-10-6-4-2-1", "lose"),
        ] {
            let facts = Facts::of(&coup.parse().expect(coup));
            let entry = paytable(spot, name).expect(name);
            let got = match entry.paytable.resolve(facts) {
                Resolution::Win(odds) => odds.to_string(),
                other => other.id().to_owned(),
            };
            assert_eq!(got, expected, "{spot} {name} on {coup}");
        }
    }
}
