//! Reads one TOML table field by field and collects everything that is wrong with its line and field.
//!
//! Knows TOML and nothing of baccarat.

use core::cell::RefCell;
use core::ops::{Range, RangeInclusive};
use core::str::FromStr;

use strum::VariantNames;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::errors::RulesError;

/// Collects the errors of a document, in the order of reading.
pub(super) struct Errors<'i> {
    input: &'i str,
    errors: RefCell<Vec<RulesError>>,
}

impl<'i> Errors<'i> {
    pub(super) const fn new(input: &'i str) -> Self {
        Self { input, errors: RefCell::new(Vec::new()) }
    }

    pub(super) fn add(&self, at: &Range<usize>, field: &str, message: impl Into<String>) {
        let before = self.input.get(..at.start).unwrap_or(self.input);
        let line = before.bytes().filter(|b| *b == b'\n').count().saturating_add(1);
        self.errors.borrow_mut().push(RulesError { line, field: field.to_owned(), message: message.into() });
    }

    pub(super) fn into_sorted(self) -> Vec<RulesError> {
        let mut errors = self.errors.into_inner();
        errors.sort_by_key(|error| error.line);
        // A parser repeats itself for every bracket of a deep nest.
        errors.dedup();
        errors
    }
}

/// A table being read. [`Section::finish`] reports the fields that were not read.
pub(super) struct Section<'a, 'i> {
    errors: &'a Errors<'i>,
    path: String,
    span: Range<usize>,
    table: &'a DeTable<'i>,
    keys_read: RefCell<Vec<&'static str>>,
}

impl<'a, 'i> Section<'a, 'i> {
    pub(super) fn new(
        errors: &'a Errors<'i>,
        path: String,
        table: &'a DeTable<'i>,
        span: Range<usize>,
    ) -> Self {
        Self { errors, path, span, table, keys_read: RefCell::new(Vec::new()) }
    }

    pub(super) fn entries(&self) -> Vec<(&'a Spanned<std::borrow::Cow<'i, str>>, &'a Spanned<DeValue<'i>>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
    }

    pub(super) fn report(&self, message: impl Into<String>) {
        self.errors.add(&self.span, &self.path, message);
    }

    /// Something is wrong at a place inside the value of `key`.
    pub(super) fn report_within(&self, key: &str, at: &Range<usize>, message: impl Into<String>) {
        self.errors.add(at, &self.field(key), message);
    }

    pub(super) fn report_at(&self, key: &str, message: impl Into<String>) {
        let span = self.table.get(key).map_or(self.span.clone(), Spanned::span);
        self.errors.add(&span, &self.field(key), message);
    }

    fn field(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn read(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.keys_read.borrow_mut().push(key);
        self.table.get(key)
    }

    /// A field that may be missing.
    pub(super) fn optional<T>(
        &self,
        key: &'static str,
        wants: &str,
        read: impl FnOnce(&'a DeValue<'i>) -> Option<T>,
    ) -> Option<T> {
        let value = self.read(key)?;
        let read = read(value.get_ref());
        if read.is_none() {
            self.errors.add(&value.span(), &self.field(key), format!("expected {wants}"));
        }
        read
    }

    /// A field that must be there.
    pub(super) fn required<T>(
        &self,
        key: &'static str,
        wants: &str,
        read: impl FnOnce(&'a DeValue<'i>) -> Option<T>,
    ) -> Option<T> {
        if self.table.get(key).is_none() {
            self.keys_read.borrow_mut().push(key);
            self.errors.add(&self.span, &self.field(key), format!("is missing: expected {wants}"));
            return None;
        }
        self.optional(key, wants, read)
    }

    pub(super) fn integer<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        let wants = format!("a whole number from {} to {}", range.start(), range.end());
        self.required(key, &wants, |value| integer(value).filter(|n| range.contains(n))?.try_into().ok())
    }

    pub(super) fn optional_integer<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        self.table.get(key)?;
        self.integer(key, range)
    }

    /// One of a few words.
    pub(super) fn choice<T: Copy>(&self, key: &'static str, choices: &[(&str, T)]) -> Option<T> {
        self.required(key, &either(choices.iter().map(|(word, _)| *word)), |value| {
            let text = value.as_str()?;
            choices.iter().find(|(word, _)| *word == text).map(|(_, choice)| *choice)
        })
    }

    /// One of the words that a type has.
    pub(super) fn word<T: FromStr + VariantNames>(&self, key: &'static str) -> Option<T> {
        let wants = either(T::VARIANTS.iter().copied());
        self.required(key, &wants, |value| value.as_str()?.parse().ok())
    }

    /// One of the words that a type has; `default` when the field is missing.
    pub(super) fn word_or<T: FromStr + VariantNames>(&self, key: &'static str, default: T) -> Option<T> {
        self.read(key).map_or(Some(default), |_| self.word(key))
    }

    pub(super) fn section(&self, key: &'static str) -> Option<Section<'a, 'i>> {
        self.required(key, &format!("a table [{}]", self.field(key)), DeValue::as_table)?;
        self.child(key, self.table.get(key)?)
    }

    pub(super) fn optional_section(&self, key: &'static str) -> Option<Section<'a, 'i>> {
        self.child(key, self.read(key)?)
    }

    /// A table inside this one whose key is data, such as a spot's id.
    pub(super) fn child(&self, key: &str, value: &'a Spanned<DeValue<'i>>) -> Option<Section<'a, 'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.errors.add(&value.span(), &self.field(key), "expected a table");
        }
        Some(Section::new(self.errors, self.field(key), table?, value.span()))
    }

    /// Reports every field that was not read.
    pub(super) fn finish(&self) {
        let mut known = self.keys_read.borrow().clone();
        known.dedup();
        for (key, _) in self.table {
            if !known.contains(&key.get_ref().as_ref()) {
                let message = format!("unknown field; here may stand {}", known.join(", "));
                self.errors.add(&key.span(), &self.field(key.get_ref()), message);
            }
        }
    }
}

/// Which facts a document states, and where some of them are from.
#[derive(Default)]
pub(super) struct Provenance {
    /// Every fact, such as `decks.count`, in the order of reading.
    pub(super) facts: Vec<String>,
    /// A whole table or one fact, and the `source` written for it.
    pub(super) sources: Vec<(String, String)>,
}

/// Reads a section, notes its facts and their `source`, and reports unknown fields.
pub(super) fn with_source<'a, 'i, T>(
    section: Option<Section<'a, 'i>>,
    provenance: &mut Provenance,
    read: impl FnOnce(&Section<'a, 'i>) -> Option<T>,
) -> Option<T> {
    let section = section?;
    let value = read(&section);
    for (key, _) in section.entries() {
        if key.get_ref() != SOURCE {
            provenance.facts.push(section.field(key.get_ref()));
        }
    }
    read_source(&section, provenance);
    section.finish();
    value
}

const SOURCE: &str = "source";

/// Reads `source`: a text for the whole table, or a table of texts for single facts.
fn read_source(section: &Section<'_, '_>, provenance: &mut Provenance) {
    let wants = "where the facts are from: a text for all of them, or a table of texts by fact";
    let is_either = |value: &DeValue<'_>| value.is_str() || value.is_table();
    let Some(value) = section.optional(SOURCE, wants, |value| is_either(value).then_some(value)) else {
        return;
    };
    if let Some(text) = value.as_str() {
        provenance.sources.push((section.path.clone(), text.to_owned()));
    }
    for (fact, text) in value.as_table().into_iter().flat_map(DeTable::iter) {
        let name = fact.get_ref().as_ref();
        let is_known = section.keys_read.borrow().contains(&name) || section.table.contains_key(name);
        if name == SOURCE || !is_known {
            section.report_within(SOURCE, &fact.span(), format!("{name} is no fact of this table"));
        } else if let Some(text) = text.get_ref().as_str() {
            provenance.sources.push((section.field(name), text.to_owned()));
        } else {
            section.report_within(SOURCE, &text.span(), format!("expected the source of {name} as text"));
        }
    }
}

/// `"one" or "other"`
fn either<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ")
}

/// The integer a value is, in any of TOML's notations.
pub(super) fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
