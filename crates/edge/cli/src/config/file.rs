//! The file of the configuration: what it gives, and at which line. Judges names and kinds, and no values.

use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::given::{Given, Layer, Value};
use super::key::{Key, Set};
use super::keys::KEYS;

/// Reads a file. What is wrong with it goes to `wrong`, each with its line; the rest is given.
pub(super) fn read(path: &Path, text: &str, wrong: &mut Vec<String>) -> Layer {
    let reader = Reader { path, text, folder: path.parent().unwrap_or(Path::new("")) };
    let (document, errors) = DeTable::parse_recoverable(text);
    wrong.extend(errors.iter().map(|error| {
        let start = error.span().map_or(0, |span| span.start);
        format!("{}: {}", reader.place(start), error.message())
    }));
    let mut layer = Layer::default();
    reader.read_table("", document.get_ref(), &mut layer, wrong);
    layer
}

/// The number of the line at this byte of a text, from 1.
pub(crate) fn line_at(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or(text).matches('\n').count().saturating_add(1)
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    folder: &'a Path,
}

impl Reader<'_> {
    fn place(&self, byte: usize) -> String {
        format!("{}: line {}", self.path.display(), line_at(self.text, byte))
    }

    /// Reads the keys of a table whose name is `section`; the document itself has none.
    fn read_table(&self, section: &str, table: &DeTable<'_>, layer: &mut Layer, wrong: &mut Vec<String>) {
        for (name, value) in table {
            let place = self.place(name.span().start);
            let short = name.get_ref();
            let full = if section.is_empty() { short.to_string() } else { format!("{section}.{short}") };
            if let Some(key) = KEYS.iter().find(|key| key.name == full) {
                match self.given(key, value) {
                    Ok(given) => layer.push(Given { key, place: format!("{place}: {full}"), value: given }),
                    Err(why) => wrong.push(format!("{place}: {full}: {why}")),
                }
            } else if let Some(table) = value.get_ref().as_table().filter(|_| is_section(&full)) {
                self.read_table(&full, table, layer, wrong);
            } else {
                wrong.push(format!("{place}: {full} is not known{}", suggestion(&full)));
            }
        }
    }

    /// The value of a key, if it is of its kind.
    fn given(&self, key: &Key, value: &Spanned<DeValue<'_>>) -> Result<Value, String> {
        let value = value.get_ref();
        let wants = |what: &str| format!("needs {what}, such as {}", sample_of(key));
        match key.set {
            Set::Text(_) => value.as_str().map(Value::text).ok_or_else(|| wants("a text in quotes")),
            Set::Path(_) => {
                let path = value.as_str().ok_or_else(|| wants("a path in quotes"))?;
                Ok(Value::Path(beside(self.folder, path)))
            }
            Set::Number(..) => {
                let number = value.as_integer().ok_or_else(|| wants("a whole number without quotes"))?;
                Ok(Value::Texts(vec![number.to_string()]))
            }
            Set::Switch(_) => {
                let is_on = value.as_bool().ok_or_else(|| wants("true or false without quotes"))?;
                Ok(Value::Texts(vec![is_on.to_string()]))
            }
            Set::List(_) => {
                let list = || wants("a list of texts");
                let items = value.as_array().ok_or_else(list)?;
                let text = |item: &Spanned<DeValue<'_>>| Some(item.get_ref().as_str()?.to_owned());
                items.iter().map(text).collect::<Option<_>>().map(Value::Texts).ok_or_else(list)
            }
        }
    }
}

/// The path as seen from a folder; none for an empty one.
fn beside(folder: &Path, path: &str) -> Option<PathBuf> {
    (!path.is_empty()).then(|| folder.join(path))
}

fn sample_of(key: &Key) -> &'static str {
    let (super::key::Sample::Default(value) | super::key::Sample::Example(value)) = key.sample;
    value
}

fn is_section(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// The end of a message about an unknown name: the one that was probably meant.
fn suggestion(unknown: &str) -> String {
    let short = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let last = unknown.rsplit('.').next().unwrap_or(unknown);
    // The right word in the wrong section, before the closest spelling.
    if let Some(key) = KEYS.iter().find(|key| short(key.name) == last) {
        return match key.name.rsplit_once('.') {
            Some((section, _)) => format!("; {last} belongs in the section [{section}]"),
            None => format!("; {last} belongs before the first section"),
        };
    }
    let sections = KEYS.iter().filter_map(|key| key.name.rsplit_once('.')).map(|(section, _)| section);
    let names = KEYS.iter().map(|key| key.name).chain(sections);
    closest(unknown, names).map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

/// The name that is spelt almost as this one.
pub(super) fn closest<'a>(unknown: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |name: &&str| strsim::damerau_levenshtein(unknown, name);
    names.min_by_key(distance).filter(|name| distance(name) <= unknown.len().div_ceil(3))
}
