//! What the OpenAPI document says about a route: its summary, query, body, answers and codes.
//!
//! Codes that follow from the route itself, such as those of a missing token, are not listed here:
//! [`crate::contract`] adds them.

use schemars::{JsonSchema, Schema, SchemaGenerator};

/// The media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// Makes the schema of one type.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The contract of a route.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operation {
    /// What it does, in a few words.
    pub(crate) says: &'static str,
    /// The media type and the schema of the body of its requests; none without a body.
    pub(crate) body: Option<(&'static str, SchemaOf)>,
    /// The query of its requests.
    pub(crate) query: Option<SchemaOf>,
    /// Its answers other than errors.
    pub(crate) answers: Vec<Answer>,
    /// The codes of its errors, beside those that follow from the route itself.
    pub(crate) codes: Vec<&'static str>,
}

/// One answer of a route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// Its status.
    pub(crate) status: u16,
    /// The media type and the schema of its body; none without a body.
    pub(crate) body: Option<(&'static str, SchemaOf)>,
}

/// The schema of a type, by reference where it has a name.
pub(super) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// The schema of a type itself.
pub(super) fn own_schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    T::json_schema(generator)
}
