//! Why a JSON text does not fit the schema of what it should be: the field, what it is, and what is accepted.
//!
//! Serde decides whether a text fits, and says why in terms of Rust's types. Clients know the schema, so this module
//! says it in terms of the schema. It runs for refused texts only, and knows the keywords that our schemas have.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_json::{Error, Value};

use crate::error::{ErrorBody, UNKNOWN_FIELD};
use crate::integers::bounds_of;

/// The longest message, which may quote a long input.
const LONGEST: usize = 300;
/// How much of a text or a name of the client's is quoted.
const QUOTED: usize = 40;

/// One reason why a value does not fit a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The field, as a path such as `wagers[0].stake`; empty for the whole value.
    pub field: String,
    /// Whether the schema has no such field.
    pub is_unknown: bool,
    /// What is wrong with the field, and what is accepted.
    pub why: String,
}

/// Reads a JSON text.
///
/// # Errors
/// An error body that says which field does not fit, and what is accepted: with the code [`UNKNOWN_FIELD`] when the
/// schema has no such field, and with the code `malformed` otherwise.
pub fn read<T: DeserializeOwned + JsonSchema + 'static>(
    text: &[u8],
    malformed: &str,
) -> Result<T, Box<ErrorBody>> {
    serde_json::from_slice(text).map_err(|error| Box::new(refusal::<T>(text, &error, malformed)))
}

/// The refusal of a text that could not be read.
fn refusal<T: JsonSchema + 'static>(text: &[u8], error: &Error, malformed: &str) -> ErrorBody {
    let value = serde_json::from_slice::<Value>(text).ok();
    match value.and_then(|value| find::<T>(&value)) {
        Some(misfit) if misfit.is_unknown => {
            let message = shortened(&misfit.message());
            ErrorBody::new(UNKNOWN_FIELD, message).with_fields([(misfit.field, misfit.why)])
        }
        Some(misfit) => ErrorBody::new(malformed, shortened(&misfit.message())),
        None => ErrorBody::new(malformed, unreadable(text, error)),
    }
}

/// Why a value does not fit the schema of a type; none when the schema allows it.
pub fn find<T: JsonSchema + 'static>(value: &Value) -> Option<Misfit> {
    find_in(&schema_of::<T>(), value)
}

/// The schema of a type. It is made once: clients who send nonsense must cost little.
fn schema_of<T: JsonSchema + 'static>() -> Arc<Value> {
    static SCHEMAS: LazyLock<Mutex<HashMap<TypeId, Arc<Value>>>> = LazyLock::new(Mutex::default);
    let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
    let schema = schemas.entry(TypeId::of::<T>());
    Arc::clone(schema.or_insert_with(|| Arc::new(schemars::schema_for!(T).to_value())))
}

/// Why a value does not fit a schema with the definitions that it refers to; none when it allows the value.
pub fn find_in(schema: &Value, value: &Value) -> Option<Misfit> {
    Schemas { root: schema }.misfit(schema, value, "")
}

/// What is wrong with a text as a whole.
fn unreadable(text: &[u8], error: &Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        _ if text.trim_ascii().is_empty() => "the text is empty; send JSON".to_owned(),
        Category::Eof => format!("the JSON breaks off at {place}"),
        Category::Syntax | Category::Io => format!("the text is no JSON, or too large a number, at {place}"),
        // Of the same fields in a value, the last one counts, so a value does not show it.
        Category::Data => match error.to_string().split('`').nth(1) {
            Some(field) => shortened(&format!("`{field}` stands twice; send it once")),
            None => format!("the JSON does not fit its schema at {place}"),
        },
    }
}

impl Misfit {
    /// The whole message.
    pub fn message(&self) -> String {
        let Self { field, why, .. } = self;
        if field.is_empty() { format!("the JSON {why}") } else { format!("`{field}` {why}") }
    }

    fn wrong(field: &str, value: &Value, accepted: &str) -> Self {
        let why = format!("is {}; send {accepted}", shown(value));
        Self { field: field.to_owned(), is_unknown: false, why }
    }
}

/// A schema with the definitions that it refers to.
#[derive(Clone, Copy)]
struct Schemas<'a> {
    root: &'a Value,
}

impl<'a> Schemas<'a> {
    fn resolved(self, schema: &'a Value) -> &'a Value {
        let pointer = schema["$ref"].as_str().and_then(|name| name.strip_prefix('#'));
        pointer.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(schema)
    }

    fn misfit(self, schema: &'a Value, value: &Value, field: &str) -> Option<Misfit> {
        let schema = self.resolved(schema);
        if let Some(choices) = list(schema, "oneOf").or_else(|| list(schema, "anyOf")) {
            return self.misfit_of_choices(schema, choices, value, field);
        }
        if !kinds(schema).is_empty() && !kinds(schema).iter().any(|kind| is_of_kind(value, kind))
            || constants(schema).is_some_and(|constants| !constants.contains(&value))
            || whole_number(value).is_some_and(|number| !is_in_bounds(schema, number))
        {
            return Some(Misfit::wrong(field, value, &self.accepted(schema)));
        }
        match value {
            Value::Array(items) => items
                .iter()
                .enumerate()
                .find_map(|(at, item)| self.misfit(&schema["items"], item, &format!("{field}[{at}]"))),
            Value::Object(_) => self.misfit_of_object(schema, value, field),
            _ => None,
        }
    }

    /// One of several schemas fits: the variant that the tag names, or any.
    fn misfit_of_choices(
        self,
        schema: &'a Value,
        choices: &'a [Value],
        value: &Value,
        field: &str,
    ) -> Option<Misfit> {
        if let (Some(tag), Value::Object(fields)) = (self.tag(choices), value) {
            let constant = |choice: &'a Value| &self.resolved(choice)["properties"][tag]["const"];
            if let Some(variant) = choices.iter().find(|choice| Some(constant(choice)) == fields.get(tag)) {
                return self.misfit(variant, value, field);
            }
            let (place, known) = (within(field, tag), choices.iter().map(constant).collect::<Vec<_>>());
            let accepted = one_of(&known);
            return Some(match fields.get(tag) {
                Some(other) => Misfit::wrong(&place, other, &accepted),
                None => missing(place, &accepted),
            });
        }
        if choices.iter().any(|choice| self.misfit(choice, value, field).is_none()) {
            return None;
        }
        let is_null = |choice: &&Value| self.resolved(choice)["type"] == "null";
        match choices.iter().filter(|choice| !is_null(choice)).collect::<Vec<_>>()[..] {
            [only] => self.misfit(only, value, field),
            _ => Some(Misfit::wrong(field, value, &self.accepted(schema))),
        }
    }

    /// The field that tells variants apart.
    fn tag(self, choices: &'a [Value]) -> Option<&'a str> {
        let fields = self.resolved(choices.first()?)["properties"].as_object()?;
        fields.iter().find(|(_, schema)| schema.get("const").is_some()).map(|(name, _)| name.as_str())
    }

    fn misfit_of_object(self, schema: &'a Value, value: &Value, field: &str) -> Option<Misfit> {
        let fields = value.as_object()?;
        let known = schema["properties"].as_object();
        let others = &schema["additionalProperties"];
        for (name, value) in fields {
            let place = within(field, name);
            match known.and_then(|known| known.get(name)) {
                Some(schema) => {
                    if let Some(misfit) = self.misfit(schema, value, &place) {
                        return Some(misfit);
                    }
                }
                None if *others == Value::Bool(false) => {
                    let names: Vec<&String> = known.into_iter().flatten().map(|(name, _)| name).collect();
                    let why = format!("is not known to the server; it accepts {}", listed(&names));
                    return Some(Misfit { field: place, is_unknown: true, why });
                }
                None => {
                    if let Some(misfit) = self.misfit(others, value, &place) {
                        return Some(misfit);
                    }
                }
            }
        }
        let required = list(schema, "required").into_iter().flatten().filter_map(Value::as_str);
        let lacking = required.into_iter().find(|name| !fields.contains_key(*name))?;
        Some(missing(within(field, lacking), &self.accepted(&schema["properties"][lacking])))
    }

    /// What a schema accepts, in words.
    fn accepted(self, schema: &'a Value) -> String {
        let schema = self.resolved(schema);
        if let Some(constants) = constants(schema) {
            return one_of(&constants);
        }
        if let Some(choices) = list(schema, "oneOf").or_else(|| list(schema, "anyOf")) {
            if let Some(tag) = self.tag(choices) {
                return format!("an object with `{tag}`");
            }
            let all: Option<Vec<_>> =
                choices.iter().map(|choice| constants(self.resolved(choice))?.first().copied()).collect();
            let words =
                || choices.iter().map(|choice| self.accepted(choice)).collect::<Vec<_>>().join(" or ");
            return all.map_or_else(words, |constants| one_of(&constants));
        }
        let mut kinds = kinds(schema);
        // The bounds of a number would read as if they were those of null.
        kinds.sort_by_key(|kind| *kind != "null");
        let words: Vec<String> = kinds.into_iter().map(|kind| in_words(schema, kind)).collect();
        words.join(" or ")
    }
}

fn missing(field: String, accepted: &str) -> Misfit {
    Misfit { field, is_unknown: false, why: format!("is missing; send {accepted}") }
}

/// The path of a field of that field.
fn within(field: &str, name: &str) -> String {
    let name: String = name.chars().take(QUOTED).collect();
    if field.is_empty() { name } else { format!("{field}.{name}") }
}

fn list<'a>(schema: &'a Value, keyword: &str) -> Option<&'a [Value]> {
    schema.get(keyword)?.as_array().map(Vec::as_slice)
}

/// The types that a schema names.
fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The only values that a schema accepts, if it lists them.
fn constants(schema: &Value) -> Option<Vec<&Value>> {
    schema.get("const").map(|only| vec![only]).or_else(|| Some(list(schema, "enum")?.iter().collect()))
}

fn is_of_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "integer" => whole_number(value).is_some(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

/// A number that is written without a decimal point and without an exponent.
fn whole_number(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
}

fn is_in_bounds(schema: &Value, number: i128) -> bool {
    let (least, most) = bounds(schema);
    least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
}

/// The least and the largest integer that a schema accepts.
fn bounds(schema: &Value) -> (Option<i128>, Option<i128>) {
    let of_format = schema["format"].as_str().and_then(bounds_of);
    let (least, most) = of_format.map_or((None, None), |(_, least, most)| (Some(least), Some(most)));
    let bound =
        |keyword: &str, other: Option<Value>| schema.get(keyword).or(other.as_ref()).and_then(whole_number);
    (bound("minimum", least), bound("maximum", most))
}

/// A type in words.
fn in_words(schema: &Value, kind: &str) -> String {
    match kind {
        "integer" => {
            let range = match bounds(schema) {
                (Some(least), Some(most)) => format!(" from {least} to {most}"),
                _ => String::new(),
            };
            format!("a whole number{range}, without a decimal point or an exponent")
        }
        "number" => "a number".to_owned(),
        "string" => "a string".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => "a list".to_owned(),
        "object" => {
            let names: Vec<&str> =
                list(schema, "required").into_iter().flatten().filter_map(Value::as_str).collect();
            if names.is_empty() {
                "an object".to_owned()
            } else {
                format!("an object with {}", listed(&names))
            }
        }
        other => other.to_owned(),
    }
}

/// Names in code marks, with commas.
fn listed(names: &[impl AsRef<str>]) -> String {
    let marked: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    if marked.is_empty() { "no field".to_owned() } else { marked.join(", ") }
}

fn one_of(constants: &[&Value]) -> String {
    let texts: Vec<String> = constants.iter().map(|value| value.to_string().replace('"', "`")).collect();
    if let [only] = &texts[..] { only.clone() } else { format!("one of {}", texts.join(", ")) }
}

/// A value as a message quotes it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) if text.chars().count() > QUOTED => {
            let beginning: String = text.chars().take(QUOTED).collect();
            format!("{beginning:?}...")
        }
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        _ => value.to_string(),
    }
}

/// Limits the length of a message.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}
