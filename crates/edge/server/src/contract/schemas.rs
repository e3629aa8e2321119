//! JSON Schemas of wire types under one set of definitions, with the formats and bounds that strangers expect.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use wire::integers::bounds_of;

/// The direction in which a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To the server.
    Request,
    /// From the server.
    Answer,
}

/// Schemas that share their definitions.
pub(super) struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Schemas {
    /// Schemas whose definitions are under this JSON Pointer.
    pub(super) fn under(pointer: &'static str) -> Self {
        let settings = || {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = pointer.into();
            settings.meta_schema = None;
            settings
        };
        Self {
            requests: settings().for_deserialize().into_generator(),
            answers: settings().for_serialize().into_generator(),
        }
    }

    /// The schema that `make` makes.
    pub(super) fn of(
        &mut self,
        direction: Direction,
        make: impl FnOnce(&mut SchemaGenerator) -> Schema,
    ) -> Value {
        let generator = match direction {
            Direction::Request => &mut self.requests,
            Direction::Answer => &mut self.answers,
        };
        let mut schema = make(generator).to_value();
        polish(&mut schema);
        schema
    }

    /// The names of types whose schemas in requests and answers differ in more than what may be left out.
    #[cfg(test)]
    fn ambiguous(&self) -> Vec<&str> {
        let optional = |schema: &Value| {
            let mut schema = schema.clone();
            schema.as_object_mut().map(|schema| schema.remove("required"));
            schema
        };
        let answers = self.answers.definitions();
        let differs = |(name, schema): &(&String, &Value)| {
            answers.get(*name).is_some_and(|own| optional(own) != optional(schema))
        };
        self.requests.definitions().iter().filter(differs).map(|(name, _)| name.as_str()).collect()
    }

    /// The definitions by name. That of a type which requests and answers share allows what requests may leave out.
    pub(super) fn into_definitions(mut self) -> Map<String, Value> {
        let mut all = self.answers.take_definitions(true);
        all.extend(self.requests.take_definitions(true));
        all.values_mut().for_each(polish);
        all
    }
}

/// Gives every integer its bounds and a format that OpenAPI registers, and removes links of Rust's documentation.
fn polish(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(polish),
        Value::Object(object) => {
            let bounds = object.get("format").and_then(Value::as_str).and_then(bounds_of);
            if let Some((format, least, most)) = bounds {
                object.insert("format".to_owned(), json!(format));
                object.entry("minimum").or_insert(least);
                object.entry("maximum").or_insert(most);
            }
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = plain(text);
            }
            object.values_mut().for_each(polish);
        }
        _ => {}
    }
}

/// A documentation comment without its line breaks and links.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ").replace("[`", "`").replace("`]", "`")
}

#[cfg(test)]
mod tests {
    use crate::rest;

    use super::*;

    #[test]
    fn a_type_that_requests_and_answers_share_has_one_schema() {
        let mut schemas = Schemas::under("/components/schemas");
        for route in rest::routes() {
            let operation = route.operation();
            if let Some((_, body)) = operation.body {
                schemas.of(Direction::Request, body);
            }
            for (_, body) in operation.answers.iter().filter_map(|answer| answer.body) {
                schemas.of(Direction::Answer, body);
            }
        }
        assert_eq!(schemas.ambiguous(), Vec::<&str>::new());
    }

    #[test]
    fn integers_have_bounds_and_registered_formats() {
        let mut schema = json!({"type": "integer", "format": "uint64", "minimum": 0});
        polish(&mut schema);
        assert_eq!(schema, json!({"type": "integer", "format": "int64", "minimum": 0, "maximum": i64::MAX}));
    }
}
