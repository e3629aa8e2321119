//! Reads the TOML file of `serve --tables`. Its amounts are whole major units.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use baccarat::{HouseRules, Spot};
use clap::builder::RangedU64ValueParser;
use house::default_tables;
use money::{Amount, Currency};
use serde::Deserialize;
use table::{Settings, SpotLimits, TableId, Timings};

use super::certificate_check::CertificateCheck;
use crate::lines::Problem;
use crate::rules_arg;

/// The settings of tables, and the TOML of house rules that are not built in, by id.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) settings: Vec<Settings>,
    pub(super) documents: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    table: Vec<Entry>,
}

/// One table of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: u32,
    name: String,
    /// Built-in house rules, or a file, relative to the folder of this file.
    rules: String,
    /// The largest difference between all stakes on Banker and all on Player.
    exposure: Option<u64>,
    /// The smallest and the largest stake, by spot.
    #[serde(default)]
    limits: BTreeMap<String, [u64; 2]>,
    #[serde(default)]
    timings: GivenTimings,
}

/// The timings that are given, in the file or as arguments.
#[derive(clap::Args, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the unit is part of the key in the file")]
pub(super) struct GivenTimings {
    /// The length of the betting phase, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    betting_ms: Option<u32>,
    /// The time between two cards, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    card_ms: Option<u32>,
    /// The time a result is shown, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    result_ms: Option<u32>,
    /// The time to shuffle a new shoe, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = timing())]
    shuffle_ms: Option<u32>,
}

/// From zero to an hour; zero is for tests and simulations.
fn timing() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(0..=3_600_000)
}

impl GivenTimings {
    /// These timings, and the others as they are.
    pub(super) fn over(&self, others: Timings) -> Timings {
        Timings {
            betting_ms: self.betting_ms.unwrap_or(others.betting_ms),
            card_ms: self.card_ms.unwrap_or(others.card_ms),
            result_ms: self.result_ms.unwrap_or(others.result_ms),
            shuffle_ms: self.shuffle_ms.unwrap_or(others.shuffle_ms),
            ..others
        }
    }
}

/// The built-in tables; their rules must be on record too.
pub(super) fn built_in(certified: &mut CertificateCheck<'_>) -> Result<Tables, Problem> {
    let settings = default_tables();
    settings.iter().try_for_each(|table| certified.built_in(&table.rules.id))?;
    Ok(Tables { settings, documents: BTreeMap::new() })
}

/// Reads the tables of a file; their rules must be on record.
pub(super) fn load(path: &Path, certified: &mut CertificateCheck<'_>) -> Result<Tables, Problem> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Problem::Usage(format!("cannot read tables from {}: {error}", path.display())))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read(&text, folder, certified).map_err(|problem| match problem {
        Problem::Input(what) => Problem::Input(format!("{}: {what}", path.display())),
        other => other,
    })
}

fn read(text: &str, folder: &Path, certified: &mut CertificateCheck<'_>) -> Result<Tables, Problem> {
    let document: Document = toml::from_str(text).map_err(|error| Problem::Input(error.to_string()))?;
    let mut tables = Tables { settings: Vec::new(), documents: BTreeMap::new() };
    for entry in document.table {
        let id = entry.id;
        let rules = rules(&entry.rules, folder, &mut tables.documents, certified)?;
        let settings =
            settings(entry, rules).map_err(|what| Problem::Input(format!("table {id}: {what}")))?;
        tables.settings.push(settings);
    }
    if tables.settings.is_empty() {
        return Err(Problem::Input("there is no [[table]]".to_owned()));
    }
    Ok(tables)
}

fn rules(
    name: &str,
    folder: &Path,
    documents: &mut BTreeMap<String, String>,
    certified: &mut CertificateCheck<'_>,
) -> Result<HouseRules, Problem> {
    if let Some(rules) = HouseRules::builtin(name) {
        certified.built_in(name)?;
        return Ok(rules.clone());
    }
    let path = folder.join(name);
    let path = path.to_str().filter(|_| path.exists()).unwrap_or(name);
    // The file is read once, so that the text that is checked is the text that runs.
    let text = rules_arg::document(path)?.into_owned();
    let rules: HouseRules = text.parse().map_err(|errors| rules_arg::faulty(path, &errors))?;
    certified.file(path, &text)?;
    documents.insert(rules.id.clone(), text);
    Ok(rules)
}

fn settings(entry: Entry, rules: HouseRules) -> Result<Settings, String> {
    if entry.name.trim().is_empty() {
        return Err("it has no name".to_owned());
    }
    Ok(Settings {
        id: TableId(entry.id),
        name: entry.name,
        limits: limits(&entry.limits, &rules)?,
        rules: Arc::new(rules),
        currency: Currency::PLAY,
        timings: entry.timings.over(Timings::default()),
        exposure: entry.exposure.map(minor).transpose()?,
        entry: table::EntryTerms::default(),
        seating: table::Seating::default(),
    })
}

fn limits(given: &BTreeMap<String, [u64; 2]>, rules: &HouseRules) -> Result<SpotLimits, String> {
    let mut limits = SpotLimits::none();
    for (name, [least, most]) in given {
        let spot = Spot::from_id(name).filter(|spot| rules.spot(*spot).is_some()).ok_or_else(|| {
            let known: Vec<_> = rules.spots.iter().map(|rules| rules.spot.id()).collect();
            format!("{name:?} is not a spot of {}, which has {}", rules.id, known.join(", "))
        })?;
        if least > most || *most == 0 {
            return Err(format!("the limits of {name}, {least} to {most}, allow no stake"));
        }
        limits = limits.with(&[spot], minor(*least)?, minor(*most)?);
    }
    Ok(limits)
}

fn minor(major: u64) -> Result<Amount, String> {
    let scale = 10_u64.pow(u32::from(Currency::PLAY.decimals()));
    let minor = major.checked_mul(scale).and_then(|minor| Amount::new(minor).ok());
    minor.ok_or_else(|| format!("{major} is too large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> String {
        match read(text, Path::new(""), &mut CertificateCheck::new(None)).unwrap_err() {
            Problem::Input(what) | Problem::Usage(what) => what,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_table_has_the_settings_of_its_file_and_defaults() {
        let text = r#"
            [[table]]
            id = 7
            name = "Garden"
            rules = "sixty-round"
            exposure = 100
            limits = { player = [5, 50], tie = [1, 10] }
            timings = { betting_ms = 2000 }

            [[table]]
            id = 8
            name = "Hall"
            rules = "three-bet"
        "#;
        let tables = read(text, Path::new(""), &mut CertificateCheck::new(None)).unwrap().settings;
        let [garden, hall] = &tables[..] else { panic!("two tables") };
        assert_eq!(
            (garden.id, garden.name.as_str(), garden.rules.id.as_str()),
            (TableId(7), "Garden", "sixty-round")
        );
        assert_eq!(garden.exposure, Amount::new(10_000).ok());
        assert_eq!(garden.limit(Spot::Player).minimum, Amount::new(500).unwrap());
        assert_eq!(garden.limit(Spot::Tie).maximum, Amount::new(1_000).ok());
        assert_eq!(garden.timings, Timings { betting_ms: 2_000, ..Timings::default() });
        assert_eq!((hall.exposure, hall.timings), (None, Timings::default()));
    }

    #[test]
    fn errors_name_their_cause() {
        let table = |rest: &str| format!("[[table]]\nid = 1\nname = \"A\"\nrules = \"three-bet\"\n{rest}");
        for (text, expected) in [
            (String::new(), "missing field `table`"),
            ("table = []".to_owned(), "no [[table]]"),
            ("[[table]]\nid = 1\nname = \"A\"\n".to_owned(), "missing field `rules`"),
            (table("colour = \"red\""), "unknown field `colour`"),
            (table("timings = { betting_ms = -1 }"), "line 5"),
            (
                table("limits = { dragon = [1, 2] }"),
                "\"dragon\" is not a spot of three-bet, which has player, banker, tie",
            ),
            (table("limits = { tie = [3, 2] }"), "table 1: the limits of tie, 3 to 2, allow no stake"),
            (table("exposure = 9223372036854775807"), "too large"),
            (table("").replace("three-bet", "four-bet"), "\"four-bet\" is neither built-in house rules"),
            (table("").replace("\"A\"", "\" \""), "no name"),
        ] {
            let message = error_of(&text);
            assert!(message.contains(expected), "{text}\n{message}");
        }
    }

    #[test]
    fn house_rules_beside_the_file_are_loaded_and_kept_for_patrons() {
        let folder = tempfile::tempdir().unwrap();
        let own = HouseRules::builtin_text("three-bet").unwrap().replace("\"three-bet\"", "\"ours\"");
        std::fs::write(folder.path().join("ours.toml"), &own).unwrap();
        let record = certificate::put_on_record("", &certificate::Certificate::of(&own).unwrap()).unwrap();
        std::fs::write(folder.path().join("certificates.txt"), record).unwrap();
        let path = folder.path().join("tables.toml");
        std::fs::write(&path, "[[table]]\nid = 1\nname = \"A\"\nrules = \"ours.toml\"\n").unwrap();
        let load = |path: &Path| load(path, &mut CertificateCheck::new(None));
        let tables = load(&path).unwrap();
        assert_eq!(tables.settings[0].rules.id, "ours");
        assert_eq!(tables.documents.get("ours"), Some(&own));
        std::fs::write(&path, "[[table]]").unwrap();
        let Err(Problem::Input(message)) = load(&path) else { panic!("the file is invalid") };
        assert!(message.contains("tables.toml: "), "{message}");
    }
}
