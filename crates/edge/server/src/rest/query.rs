//! The parameters of a query: which a route knows, and why one of them does not fit.

use axum::extract::Query;
use axum::http::{StatusCode, Uri};
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use wire::misfit;

use super::operation::SchemaOf;
use crate::problem::Problem;

/// The names of the parameters that a route knows.
pub(super) fn names(query: Option<SchemaOf>) -> Vec<String> {
    let schema = query.map(|make| make(&mut SchemaGenerator::default()).to_value()).unwrap_or_default();
    schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// Refuses a parameter that the route does not know, because a filter that is ignored finds too much, and one that
/// stands twice.
pub(super) fn check_names(uri: &Uri, known: &[String]) -> Result<(), Problem> {
    let mut seen: Vec<String> = Vec::new();
    for (name, _) in pairs(uri) {
        if !known.contains(&name) {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            let known = if known.is_empty() { "no parameter".to_owned() } else { known.join(", ") };
            return Err(malformed(format!("`{name:.40}` is no parameter of this route; it takes {known}")));
        }
        if seen.contains(&name) {
            return Err(malformed(format!("`{name}` stands twice in the query; send it once")));
        }
        seen.push(name);
    }
    Ok(())
}

/// Reads a query, whose names were checked before.
pub(super) fn read<T: DeserializeOwned + JsonSchema + 'static>(uri: &Uri) -> Result<T, Problem> {
    Query::<T>::try_from_uri(uri).map(|Query(asked)| asked).map_err(|_| misfit::<T>(uri))
}

/// The problem of a query that could not be read as a `T`.
fn misfit<T: JsonSchema>(uri: &Uri) -> Problem {
    let mut schema = schemars::schema_for!(T).to_value();
    schema["properties"].as_object_mut().into_iter().flatten().for_each(|(_, schema)| remove_null(schema));
    let typed = |(name, text): (String, String)| {
        let value = typed(&schema["properties"][&name], text);
        (name, value)
    };
    let query: Map<String, Value> = pairs(uri).into_iter().map(typed).collect();
    let misfit = misfit::find_in(&schema, &Value::Object(query));
    let unclear = || "the query does not fit the OpenAPI document".to_owned();
    malformed(misfit.map_or_else(unclear, |misfit| misfit.message()))
}

/// Takes null out of the schema of a parameter. A query has no null: what may be null may be left out.
pub(crate) fn remove_null(schema: &mut Value) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    }
}

/// The parameters of a query with their texts.
fn pairs(uri: &Uri) -> Vec<(String, String)> {
    Query::try_from_uri(uri).map(|Query(pairs)| pairs).unwrap_or_default()
}

/// The value of a parameter as its schema has it, or its text.
fn typed(schema: &Value, text: String) -> Value {
    let value = match schema["type"].as_str() {
        Some("integer") => text.parse::<i64>().ok().map(Value::from),
        Some("boolean") => text.parse::<bool>().ok().map(Value::from),
        _ => None,
    };
    value.unwrap_or(Value::String(text))
}

fn malformed(message: String) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed_request", message)
}
