//! Reads lines of JSON and writes answers and errors. Knows no command.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::line::Unreadable;

/// A JSON object, written as `object! { name: value, ... }`; a name alone takes the variable of that name.
///
/// It is a structure for one use, so its members keep their order, which `serde_json::json!` would sort. A member may
/// have attributes of `Serialize`.
#[macro_export]
macro_rules! object {
    ($($(#[$attribute:meta])* $name:ident $(: $value:expr)?),+ $(,)?) => {{
        #[expect(non_camel_case_types, reason = "the type of a member has the name of the member")]
        mod structure {
            #[derive(serde::Serialize)]
            pub(super) struct Object<$($name),+> {
                $($(#[$attribute])* pub(super) $name: $name),+
            }
        }
        structure::Object { $($name $(: $value)?),+ }
    }};
}
pub use crate::object;

/// A line that cannot be read.
pub struct BadLine<'a> {
    /// The id of the line, if it has one.
    pub id: Option<&'a RawValue>,
    /// The reason.
    pub message: String,
}

/// Reads a line as a JSON object.
pub fn read<'a, T: Deserialize<'a>>(line: Result<&'a str, Unreadable>) -> Result<T, BadLine<'a>> {
    let line = line.map_err(|unreadable| BadLine { id: None, message: unreadable.to_string() })?;
    // Serde would accept a list as the fields in order.
    if !line.starts_with('{') {
        return Err(BadLine { id: None, message: "column 1: expected an object {...}".to_owned() });
    }
    serde_json::from_str(line).map_err(|error| BadLine { id: id_of(line), message: message_of(&error) })
}

/// The id of a line that is JSON of the wrong shape.
fn id_of(line: &str) -> Option<&RawValue> {
    #[derive(Deserialize)]
    struct Id<'a> {
        #[serde(borrow)]
        id: Option<&'a RawValue>,
    }
    serde_json::from_str::<Id<'_>>(line).ok()?.id
}

/// The message of a JSON error, with the column only, because every line is line 1.
fn message_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let Some(reason) = text.strip_suffix(&place) else { return text };
    match reason.strip_suffix("expected a sequence") {
        Some(start) => format!("column {}: {start}expected a list [...]", error.column()),
        None => format!("column {}: {reason}", error.column()),
    }
}

/// A part of a line that must be an object; Serde alone would accept a list of its fields.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object {...}")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

/// Reads a list item by item. `item` makes what reads the item at an index, so that its errors can name the index.
pub fn list<'de, D: Deserializer<'de>, S: DeserializeSeed<'de>>(
    deserializer: D,
    expected: &'static str,
    item: fn(usize) -> S,
) -> Result<Vec<S::Value>, D::Error> {
    struct Items<S>(&'static str, fn(usize) -> S);
    impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for Items<S> {
        type Value = Vec<S::Value>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            // Enough for all kinds of cards, and for the rounds of a usual shoe.
            let mut items = Vec::with_capacity(64);
            while let Some(item) = list.next_element_seed(self.1(items.len()))? {
                items.push(item);
            }
            Ok(items)
        }
    }
    deserializer.deserialize_seq(Items(expected, item))
}

/// Appends an answer.
pub fn write_json(reply: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(reply, value).expect("plain structures are written to memory without fail");
}

/// Appends the answer to a line that cannot be read.
pub fn write_bad_line(reply: &mut Vec<u8>, bad: &BadLine<'_>) {
    write_error(reply, bad.id, "malformed_line", &bad.message);
}

/// Appends an error.
pub fn write_error(reply: &mut Vec<u8>, id: Option<&RawValue>, code: &'static str, message: &str) {
    write_json(reply, &object! { id, error: object! { code, message } });
}

/// A value as one line of JSON.
pub fn json_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain structures are written to memory without fail") + "\n"
}
