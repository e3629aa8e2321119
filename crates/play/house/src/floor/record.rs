//! How a table of the floor is set up, as the house's own log keeps it. Data only; nothing here decides.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use baccarat::{HouseRules, Spot, SpotRules};
use money::{Amount, Currency};
use serde::{Deserialize, Serialize};
use table::live::ScannerSettings;
use table::squeeze::SqueezeTerms;
use table::{
    Dealer, Drawing, EntryTerms, Invitation, PatronId, RulesRef, Seating, Settings, SpotLimits, TableId,
    Timings,
};

/// A table of the floor: everything about it that people decide and its own events do not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRecord {
    /// Which table.
    pub id: TableId,
    /// The name people read.
    pub name: String,
    /// The house rules of its next shoe; their document is on record.
    pub rules: RulesRef,
    /// The currency of every stake.
    #[serde(with = "currency")]
    pub currency: Currency,
    /// What the table allows one patron on each spot, beside the house rules. A spot that is not in it is not limited.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<Spot, SpotRange>,
    /// The largest difference there may be between all stakes on Banker and all stakes on Player of a round, in minor
    /// units; none for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "table::entry::minor_or_none")]
    pub exposure: Option<Amount>,
    /// How long things take.
    #[serde(default)]
    pub timings: Timings,
    /// Who may take a seat.
    #[serde(default)]
    pub entry: EntryTerms,
    /// When a seat is lost.
    #[serde(default)]
    pub seating: Seating,
    /// What decides the cards of its next shoe.
    #[serde(default, skip_serializing_if = "Drawing::is_sealed")]
    pub draw: Drawing,
    /// How it is run with a dealer and a card-reading shoe; none for a table whose cards the clock draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scanner: Option<ScannerSettings>,
    /// How patrons turn its cards; none when all cards fall face up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squeeze: Option<SqueezeTerms>,
    /// Its place in the lobby; of two with the same place, the smaller number comes first.
    #[serde(default)]
    pub place: u32,
    /// Whether it plays.
    #[serde(default)]
    pub status: TableStatus,
}

/// The least and the largest total stake of one patron on one spot, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpotRange {
    /// The least.
    #[serde(with = "minor")]
    pub minimum: Amount,
    /// The largest.
    #[serde(with = "minor")]
    pub maximum: Amount,
}

/// Whether a table plays.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::AsRefStr, strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TableStatus {
    /// It plays round after round.
    #[default]
    Open,
    /// A supervisor halted it: it finishes the round under way and begins no other until it is resumed.
    Halted,
    /// A manager closed it: it finishes the round under way and is no longer in the lobby.
    Closed,
}

impl TableRecord {
    /// The largest number of a table.
    pub const ID_MAX: u32 = 1_048_575;

    /// The record of a table that is set up like this, under house rules of that name.
    pub fn of(settings: &Settings, rules: RulesRef) -> Self {
        let range = |rules: &SpotRules| {
            let limit = settings.limits.on(rules.spot);
            Some((rules.spot, SpotRange { minimum: limit.minimum, maximum: limit.maximum? }))
        };
        Self {
            id: settings.id,
            name: settings.name.clone(),
            rules,
            currency: settings.currency,
            limits: settings.rules.spots.iter().filter_map(range).collect(),
            exposure: settings.exposure,
            timings: settings.timings,
            entry: settings.entry.clone(),
            seating: settings.seating,
            draw: settings.draw,
            scanner: settings.dealer.scanner().cloned(),
            squeeze: settings.squeeze,
            place: settings.id.0,
            status: TableStatus::Open,
        }
    }

    /// The settings of the table under these house rules, which are those of its name.
    pub fn settings(&self, rules: Arc<HouseRules>) -> Settings {
        let limits = self.limits.iter().fold(SpotLimits::none(), |limits, (spot, range)| {
            limits.with(&[*spot], range.minimum, range.maximum)
        });
        Settings {
            id: self.id,
            name: self.name.clone(),
            rules,
            currency: self.currency,
            limits,
            timings: self.timings,
            exposure: self.exposure,
            entry: self.entry.clone(),
            seating: self.seating,
            draw: self.draw,
            dealer: self.dealer(),
            squeeze: self.squeeze,
        }
    }
}

impl TableRecord {
    /// Where its cards come from.
    pub fn dealer(&self) -> Dealer {
        self.scanner.clone().map_or(Dealer::Shuffle, Dealer::Scanner)
    }

    /// Completes the record of a new table under these house rules: place 0 becomes its number, and each spot without
    /// limits gets the built-in ones.
    pub fn complete(&mut self, rules: &HouseRules) {
        if self.place == 0 {
            self.place = self.id.0;
        }
        self.limit_all(rules);
    }

    /// Invites patrons, and takes the invitations of others back. From the first invitation on, the table asks for one;
    /// without the last one, nobody may sit down.
    pub fn invite(&mut self, invite: &BTreeSet<PatronId>, uninvite: &BTreeSet<PatronId>) {
        if !invite.is_empty() {
            self.entry.invitation.get_or_insert_default();
        }
        if let Some(Invitation { patrons, .. }) = &mut self.entry.invitation {
            patrons.extend(invite);
            patrons.retain(|patron| !uninvite.contains(patron));
        }
    }

    /// Invites everybody who knows the code with this hash. From the first invitation on, the table asks for one.
    pub fn add_code(&mut self, hash: String) {
        self.entry.invitation.get_or_insert_default().code_hashes.insert(hash);
    }

    /// Takes the invitations of all codes back.
    pub fn withdraw_codes(&mut self) {
        if let Some(Invitation { code_hashes, .. }) = &mut self.entry.invitation {
            code_hashes.clear();
        }
    }

    /// Gives each spot of these house rules that has no range the built-in one.
    fn limit_all(&mut self, rules: &HouseRules) {
        for spot in &rules.spots {
            let range = SpotRange::built_in(spot, self.currency);
            self.limits.entry(spot.spot).or_insert(range);
        }
    }

    /// Fits the limits to other house rules: those that were there `before` go where the rules do not offer the spot,
    /// and each spot without one gets the built-in one.
    pub fn fit_limits(&mut self, before: &Self, rules: &HouseRules) {
        self.limits
            .retain(|spot, range| rules.spot(*spot).is_some() || before.limits.get(spot) != Some(range));
        self.limit_all(rules);
    }
}

impl SpotRange {
    /// The built-in range: one major unit to what the house rules allow at most, or to what suits play money where they
    /// do not say.
    pub fn built_in(rules: &SpotRules, currency: Currency) -> Self {
        let major = |units: u64| {
            let scale = 10_u64.saturating_pow(currency.decimals().into());
            Amount::new(units.saturating_mul(scale)).unwrap_or(Amount::MAX)
        };
        let allowed = rules.limit(currency.decimals());
        let minimum = allowed.minimum.max(major(1));
        let most = match rules.spot {
            Spot::Player | Spot::Banker => 5_000,
            Spot::Big | Spot::Small => 2_000,
            Spot::Tie | Spot::PlayerPair | Spot::BankerPair | Spot::EitherPair => 500,
            _ => 300,
        };
        Self { minimum, maximum: allowed.maximum.unwrap_or_else(|| major(most)).max(minimum) }
    }
}

mod currency {
    //! A currency as its code and how many decimals it has.
    use money::Currency;
    use serde::{Deserialize, Deserializer, Serialize as _, Serializer, de::Error as _};

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Written {
        code: String,
        decimals: u8,
    }

    pub(super) fn serialize<S: Serializer>(currency: &Currency, serializer: S) -> Result<S::Ok, S::Error> {
        Written { code: currency.code().to_owned(), decimals: currency.decimals() }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Currency, D::Error> {
        let Written { code, decimals } = Written::deserialize(deserializer)?;
        Currency::new(&code, decimals).map_err(D::Error::custom)
    }
}

mod minor {
    //! An amount as an integer of minor units.
    use money::Amount;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn serialize<S: Serializer>(amount: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(amount.minor())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        Amount::new(u64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::default_tables;
    use crate::rulebook::name_of;

    #[test]
    fn a_record_is_written_as_it_is_read_and_says_all_settings() {
        let live = default_tables().into_iter().map(|settings| {
            let scanner = ScannerSettings { conf_min: 900, ..ScannerSettings::default() };
            let squeeze = Some(SqueezeTerms::from_stake(Amount::new(1_000).unwrap()));
            Settings { dealer: Dealer::Scanner(scanner), squeeze, ..settings }
        });
        for settings in default_tables().into_iter().chain(live) {
            let record = TableRecord::of(&settings, name_of(&settings.rules));
            let text = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<TableRecord>(&text).unwrap(), record, "{text}");
            assert_eq!(record.settings(Arc::clone(&settings.rules)), settings);
        }
    }

    #[test]
    fn a_short_record_has_the_defaults() {
        let digest = "a5".repeat(32);
        let text = format!(
            r#"{{"id":7,"name":"Garden","rules":{{"id":"ours","digest":"{digest}"}},"currency":{{"code":"PLAY","decimals":2}}}}"#
        );
        let record: TableRecord = serde_json::from_str(&text).unwrap();
        assert_eq!((record.status, record.place, record.exposure), (TableStatus::Open, 0, None));
        assert_eq!((record.limits.len(), record.timings), (0, Timings::default()));
        assert_eq!((record.dealer(), record.squeeze), (Dealer::Shuffle, None));
    }
}
