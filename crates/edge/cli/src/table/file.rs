//! Reads tables as people write them: in the file of `serve --tables` and `table apply`, and as the `KEY=VALUE` of
//! `table set`. Amounts are whole major units.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use baccarat::HouseRules;
use house::floor::GivenTable;
use house::floor::record::TableRecord;
use house::rulebook::name_of;
use money::Currency;
use serde::Deserialize;
use server::floor::password_of;
use toml::de::{DeTable, DeValue, ValueDeserializer};
use toml::{Table, Value};
use wire::tables::{
    CurrencyName, NewTable, RulesName, ScannerChange, SeatingChange, SettingsChange, SqueezeChange,
    StakeRange, TablePassword, TimingsChange,
};

use crate::certificate_check::CertificateCheck;
use crate::config::line_at;
use crate::lines::Problem;
use crate::rules_arg;
use crate::secret_input::{from_file, is_input};

/// A table as written; what is left out stays as it is, or gets what is built in.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Entry {
    id: Option<u32>,
    name: Option<String>,
    /// Built-in house rules, or a file, relative to the folder of this file.
    rules: Option<String>,
    currency: Option<CurrencyName>,
    /// The smallest and the largest stake, by spot.
    limits: BTreeMap<String, [u64; 2]>,
    /// The largest difference between all stakes on Banker and all on Player; 0 for no limit.
    exposure: Option<u64>,
    timings: TimingsChange,
    /// What a patron must have to take a seat.
    ante: Option<u64>,
    /// How many seats there are; 0 for no limit.
    capacity: Option<u32>,
    /// The file of the password that is asked for; empty for none.
    password_file: Option<PathBuf>,
    /// What is in that file.
    #[serde(skip)]
    password: Option<TablePassword>,
    /// Whether only invited patrons may take a seat.
    needs_invitation: Option<bool>,
    seating: SeatingChange,
    /// What decides the cards, from the next shoe on.
    draw: Option<String>,
    /// Who draws the cards.
    dealer: Option<String>,
    /// How the table is run with a card-reading shoe.
    scanner: ScannerChange,
    /// How patrons turn the cards; the stake 0 for not at all.
    squeeze: Option<SqueezeChange>,
    place: Option<u32>,
}

/// A table of a file: its number, its house rules, and what else the file says about it.
pub(crate) struct FileTable {
    pub(crate) id: u32,
    pub(crate) rules: Arc<HouseRules>,
    entry: Entry,
}

impl FileTable {
    /// What the file says, about a table whose record is this one, if it has one.
    pub(crate) fn change(&self, before: Option<&TableRecord>) -> Result<SettingsChange, Problem> {
        let currency = before.map(|record| record.currency);
        self.entry.change(Some(&self.rules), currency).map_err(|what| self.about(&what))
    }

    /// The table as a new one.
    pub(crate) fn given(&self) -> Result<GivenTable, Problem> {
        let settings = self.change(None)?;
        let new = NewTable { table_id: Some(self.id), settings, why: String::new() };
        let record = server::floor::new_record(&new).map_err(|refusal| self.about(&refusal.to_string()))?;
        let password = password_of(&new.settings);
        Ok(GivenTable { record, rules: Arc::clone(&self.rules), password })
    }

    fn about(&self, what: &str) -> Problem {
        Problem::Input(format!("table {}: {what}", self.id))
    }
}

impl Entry {
    /// What is written, under these house rules. Amounts are in the currency that is written, or else in `currency`, or
    /// else in play money.
    pub(super) fn change(
        &self,
        rules: Option<&HouseRules>,
        currency: Option<Currency>,
    ) -> Result<SettingsChange, String> {
        let present = currency.unwrap_or(Currency::PLAY).decimals();
        let decimals = self.currency.as_ref().map_or(present, |currency| currency.decimals);
        let limit = |(spot, [minimum, maximum]): (&String, &[u64; 2])| {
            let range =
                StakeRange { minimum: minor(*minimum, decimals)?, maximum: minor(*maximum, decimals)? };
            Ok((spot.clone(), range))
        };
        let name = rules.map(name_of);
        Ok(SettingsChange {
            name: self.name.clone(),
            rules: name.map(|name| RulesName { id: name.id, digest: Some(name.digest.to_string()) }),
            currency: self.currency.clone(),
            limits: self.limits.iter().map(limit).collect::<Result<_, String>>()?,
            exposure: self.exposure.map(|exposure| minor(exposure, decimals)).transpose()?,
            timings: self.timings,
            ante: self.ante.map(|ante| minor(ante, decimals)).transpose()?,
            capacity: self.capacity,
            password: self.password.clone(),
            needs_invitation: self.needs_invitation,
            seating: self.seating,
            draw: self.draw.clone(),
            dealer: self.dealer.clone(),
            scanner: self.scanner.clone(),
            squeeze: self.squeeze.map(|it| squeeze(it, decimals)).transpose()?,
            place: self.place,
        })
    }

    /// Reads the password from its file, relative to that folder.
    fn read_password(&mut self, folder: &Path) -> Result<(), Problem> {
        let Some(file) = &self.password_file else { return Ok(()) };
        let text = if file.as_os_str().is_empty() {
            String::new()
        } else {
            let text = from_file(&if is_input(file) { file.clone() } else { folder.join(file) }, "password")?;
            if text.is_empty() {
                let why = format!("{} has no password in its first line", file.display());
                return Err(Problem::Input(why));
            }
            text
        };
        self.password = Some(TablePassword(text));
        Ok(())
    }

    /// The rules as written: a name, or a file.
    pub(super) fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// The number as written.
    pub(super) const fn id(&self) -> Option<u32> {
        self.id
    }
}

/// How patrons turn the cards, with its stake in minor units.
fn squeeze(written: SqueezeChange, decimals: u8) -> Result<SqueezeChange, String> {
    Ok(SqueezeChange { from: written.from.map(|from| minor(from, decimals)).transpose()?, ..written })
}

/// Reads settings written as `KEY=VALUE`, such as `limits.tie=[1, 500]`. A value that is no TOML is a text.
pub(super) fn read_pairs(pairs: &[String]) -> Result<Entry, Problem> {
    let mut document = Table::new();
    for pair in pairs {
        let usage = || Problem::Usage(format!("{pair:?} is not KEY=VALUE, such as timings.betting_ms=12000"));
        let (key, text) = pair.split_once('=').ok_or_else(usage)?;
        let parsed = toml::from_str(&format!("value = {text}"));
        let value = parsed.ok().and_then(|mut line: Table| line.remove("value"));
        let value = value.unwrap_or_else(|| Value::String(text.to_owned()));
        insert(&mut document, key.trim(), value).ok_or_else(usage)?;
    }
    let mut entry: Entry =
        Value::Table(document).try_into().map_err(|error| Problem::Usage(error.to_string()))?;
    entry.read_password(Path::new(""))?;
    Ok(entry)
}

/// Sets a value under a key such as `limits.tie`; none where a part of the key has a value of its own.
fn insert(table: &mut Table, key: &str, value: Value) -> Option<()> {
    match key.split_once('.') {
        Some((first, rest)) => {
            let part = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
            insert(part.as_table_mut()?, rest, value)
        }
        None => table.insert(key.to_owned(), value).is_none().then_some(()),
    }
}

/// Reads the tables of a file; their rules must be on record.
pub(crate) fn load(path: &Path, certified: &mut CertificateCheck<'_>) -> Result<Vec<FileTable>, Problem> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Problem::Usage(format!("cannot read tables from {}: {error}", path.display())))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read(&text, folder, certified).map_err(|problems| {
        let named = problems.into_iter().map(|problem| problem.about(&path.display().to_string()));
        Problem::together(named.collect())
    })
}

/// The tables of a text, or everything that is wrong with it, each with its line.
fn read(
    text: &str,
    folder: &Path,
    certified: &mut CertificateCheck<'_>,
) -> Result<Vec<FileTable>, Vec<Problem>> {
    let at = |byte: usize, problem: Problem| problem.about(&format!("line {}", line_at(text, byte)));
    let of_toml = |error: &toml::de::Error| {
        at(error.span().map_or(0, |span| span.start), Problem::Input(error.message().to_owned()))
    };
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut problems: Vec<_> = errors.iter().map(of_toml).collect();
    let (mut entries, mut tables) = (None, Vec::new());
    for (name, value) in document.into_inner() {
        match (name.get_ref().as_ref(), value.into_inner()) {
            ("table", DeValue::Array(array)) => entries = Some(array),
            ("table", _) => {
                problems.push(at(name.span().start, Problem::Input("needs to be [[table]]".to_owned())));
            }
            (other, _) => {
                let what = format!("unknown field `{other}`, expected `table`");
                problems.push(at(name.span().start, Problem::Input(what)));
            }
        }
    }
    match &entries {
        None if problems.is_empty() => problems.push(Problem::Input("missing field `table`".to_owned())),
        Some(entries) if entries.is_empty() => {
            problems.push(Problem::Input("there is no [[table]]".to_owned()));
        }
        _ => {}
    }
    for entry in entries.into_iter().flatten() {
        let start = entry.span().start;
        match Entry::deserialize(ValueDeserializer::from(entry)) {
            Ok(entry) => match read_table(entry, folder, &tables, certified) {
                Ok(table) => tables.push(table),
                Err(problem) => problems.push(at(start, problem)),
            },
            Err(error) => problems.push(of_toml(&error)),
        }
    }
    if problems.is_empty() { Ok(tables) } else { Err(problems) }
}

/// One table, whose number none of those before has.
fn read_table(
    mut entry: Entry,
    folder: &Path,
    before: &[FileTable],
    certified: &mut CertificateCheck<'_>,
) -> Result<FileTable, Problem> {
    let needs =
        |field| Problem::Input(format!("a [[table]] needs {field}; only id, name and rules are required"));
    let id = entry.id.ok_or_else(|| needs("an id"))?;
    let name = entry.rules.as_deref().ok_or_else(|| needs("rules"))?;
    entry.name.as_ref().ok_or_else(|| needs("a name"))?;
    if before.iter().any(|table| table.id == id) {
        return Err(Problem::Input(format!("two [[table]] have the id {id}; each table has its own")));
    }
    let rules = Arc::new(rules(name, folder, certified)?);
    entry.read_password(folder)?;
    Ok(FileTable { id, rules, entry })
}

/// The house rules of that name, or of a file in that folder; they must be on record.
pub(super) fn rules(
    name: &str,
    folder: &Path,
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
    Ok(rules)
}

fn minor(major: u64, decimals: u8) -> Result<u64, String> {
    let scale = 10_u64.checked_pow(decimals.into());
    scale.and_then(|scale| major.checked_mul(scale)).ok_or_else(|| format!("{major} is too large"))
}

#[cfg(test)]
mod tests;
