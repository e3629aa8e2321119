//! The OpenAPI 3.1 document, made from the routes, their wire types and the catalogue of codes.

use std::collections::{BTreeMap, BTreeSet};

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};
use wire::error::ErrorEnvelope;

use super::codes;
use super::schemas::{Direction, Schemas};
use crate::rest::operation::JSON;
use crate::rest::query::remove_null;
use crate::rest::{self, Route};

/// The codes that every route may answer with.
const ALWAYS: [&str; 8] = [
    "malformed_request",
    "target_too_long",
    "too_many_headers",
    "too_many_requests",
    "too_many_connections",
    "unavailable",
    "timed_out",
    "internal",
];
/// The codes of a route whose requests have JSON.
const OF_BODY: [&str; 4] = ["unknown_field", "not_json", "too_large", "unacceptable"];
/// The codes of a route whose requests may have a query.
const OF_QUERY: [&str; 1] = ["unacceptable"];

const ABOUT: &str = "\
The REST API of Punto, a baccarat (punto banco) system. docs/PROTOCOL.md describes the socket and how to settle a \
wager; docs/CODES.md lists the codes of errors, which are also under `x-codes` here. Amounts are integers of minor \
units, times are milliseconds since 1970 (Unix). Integers are written without a decimal point and without an exponent: \
`5`, not `5.0` or `5e0`. A parameter that the query of an operation does not have is refused. Clients ignore fields that \
they do not know.";

/// The OpenAPI document.
pub fn openapi() -> Value {
    let mut schemas = Schemas::under("/components/schemas");
    schemas.of(Direction::Answer, SchemaGenerator::subschema_for::<ErrorEnvelope>);
    let mut errors = Errors::default();
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for route in rest::routes() {
        let operation = operation(&route, &mut schemas, &mut errors);
        let path = paths.entry(route.whole_path()).or_default();
        path.insert(route.method().to_lowercase(), operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Punto",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas.into_definitions(),
            "securitySchemes": security_schemes(),
            "headers": headers(),
            "responses": errors.by_name,
        },
        "x-codes": catalogue(),
    })
}

fn security_schemes() -> Value {
    json!({
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a guest, a session or a program.",
        },
        "cookie": {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-punto",
            "description": "The session of a page. A request that changes something also sends `X-Punto-Csrf`.",
        },
        "csrf": {
            "type": "apiKey",
            "in": "header",
            "name": "X-Punto-Csrf",
            "description": "The value that the log-in gave the page.",
        },
    })
}

fn headers() -> Value {
    json!({
        "RequestId": {
            "description": "The id of the request, which the log has too.",
            "required": true,
            "schema": {"type": "string"},
        },
        "RetryAfter": {
            "description": "How many seconds to wait.",
            "schema": {"type": "integer", "minimum": 0},
        },
    })
}

/// The catalogue of codes as data.
fn catalogue() -> Value {
    let entry = |code: &codes::Code| json!({"code": code.name, "statuses": code.statuses, "means": code.means, "then": code.then});
    codes::ALL.iter().map(entry).collect()
}

fn operation(route: &Route, schemas: &mut Schemas, errors: &mut Errors) -> Value {
    let own = route.operation();
    let path = route.whole_path();
    let names = names_in(&path);
    let mut parameters: Vec<Value> = names.iter().map(|name| path_parameter(name)).collect();
    if let Some(query) = own.query {
        parameters.extend(query_parameters(&schemas.of(Direction::Request, query)));
    }
    let for_all = route.roles.contains(&house::people::Role::Spectator);
    let cookie =
        if route.method() == "GET" { json!({"cookie": []}) } else { json!({"cookie": [], "csrf": []}) };
    let security = if for_all { json!([]) } else { json!([{"token": []}, cookie]) };
    let roles: Vec<&str> = route.roles.iter().map(AsRef::as_ref).collect();
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": own.says,
        "description": format!("Roles: {}.", roles.join(", ")),
        "tags": [tag(&path)],
        "security": security,
        "x-roles": roles,
        "responses": responses(route, &names, schemas, errors),
    });
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if let Some((media, body)) = own.body {
        let schema = schemas.of(Direction::Request, body);
        operation["requestBody"] = json!({"required": true, "content": {media: {"schema": schema}}});
    }
    operation
}

/// A name that programs give the operation: `post_tables_by_table_void`.
fn operation_id(route: &Route) -> String {
    let path = route.whole_path();
    let parts = path.split('/').skip(3).map(|part| match part.strip_prefix('{') {
        Some(name) => format!("by_{}", name.trim_end_matches('}')),
        None => part.replace(['-', '.'], "_"),
    });
    let parts: Vec<String> = parts.collect();
    format!("{}_{}", route.method().to_lowercase(), parts.join("_"))
}

/// The first part of a path, by which operations are grouped.
fn tag(path: &str) -> &str {
    path.split('/').nth(3).unwrap_or_default()
}

/// The names of the parameters in a path.
fn names_in(path: &str) -> Vec<&str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect()
}

/// The schema of a part of a path, and the code of what it names does not exist.
fn named(name: &str) -> (Value, Option<&'static str>) {
    let number = |most: u64| json!({"type": "integer", "format": "int64", "minimum": 0, "maximum": most});
    let text = || json!({"type": "string", "minLength": 1, "maxLength": 200});
    let u32_max = u64::from(u32::MAX);
    match name {
        "table" => (number(u32_max), Some("unknown_table")),
        "patron" => (number(u32_max), Some("unknown_patron")),
        "staff" => (number(u32_max), Some("unknown_staff")),
        "console" => (number(u32_max), Some("unknown_console")),
        "device" => (number(u32_max), Some("unknown_device")),
        "shoe" => (number(u32_max), Some("unknown_shoe")),
        "round" => (number(u64::from(u16::MAX)), Some("unknown_round")),
        "no" => (number(u32_max), None),
        "session" => (text(), Some("unknown_session")),
        "passkey" => (text(), Some("unknown_passkey")),
        "id" => (text(), Some("unknown_house_rules")),
        "hold" => (number(u32_max), Some("unknown_hold")),
        "hour" | "file" => (text(), Some("unknown_recording")),
        "finding" => (number(i64::MAX.unsigned_abs()), Some("unknown_card_picture")),
        "picture" => (text(), Some("unknown_card_picture")),
        "digest" => (text(), Some("other_digest")),
        "ticket" => (text(), Some("bad_ticket")),
        _ => (text(), None),
    }
}

fn path_parameter(name: &str) -> Value {
    let (schema, _) = named(name);
    json!({"name": name, "in": "path", "required": true, "schema": schema})
}

/// The parameters of a query from the schema of its struct.
fn query_parameters(query: &Value) -> Vec<Value> {
    let required = |name: &str| {
        query["required"].as_array().is_some_and(|names| names.iter().any(|required| required == name))
    };
    let parameter = |(name, schema): (&String, &Value)| {
        let mut schema = schema.clone();
        remove_null(&mut schema);
        let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
        json!({"name": name, "in": "query", "required": required(name), "schema": schema,
               "description": description.unwrap_or_default()})
    };
    query["properties"].as_object().into_iter().flatten().map(parameter).collect()
}

/// The responses to errors that several operations have in common.
#[derive(Default)]
struct Errors {
    by_name: BTreeMap<String, Value>,
    names: BTreeMap<(u16, BTreeSet<&'static str>), String>,
}

impl Errors {
    /// A reference to the response with these codes.
    fn reference(&mut self, status: u16, codes: &BTreeSet<&'static str>) -> Value {
        let key = (status, codes.clone());
        let others = self.names.keys().filter(|(other, _)| *other == status).count();
        let name =
            self.names.entry(key).or_insert_with(|| format!("Error{status}_{}", others.saturating_add(1)));
        self.by_name.entry(name.clone()).or_insert_with(|| refusal(Value::Null, status, codes));
        json!({"$ref": format!("#/components/responses/{name}")})
    }
}

fn responses(route: &Route, names: &[&str], schemas: &mut Schemas, errors: &mut Errors) -> Value {
    let own = route.operation();
    let mut responses: BTreeMap<String, Value> = BTreeMap::new();
    for answer in &own.answers {
        let response = responses.entry(answer.status.to_string()).or_insert_with(
            || json!({"description": "It is done.", "headers": {"X-Request-Id": header("RequestId")}}),
        );
        if let Some((media, body)) = answer.body {
            response["content"][media] = json!({"schema": schemas.of(Direction::Answer, body)});
        }
    }
    for (status, codes) in codes_by_status(route, names) {
        let response = match responses.remove(&status.to_string()) {
            Some(own) => refusal(own, status, &codes),
            None => errors.reference(status, &codes),
        };
        responses.insert(status.to_string(), response);
    }
    json!(responses)
}

/// The response with these errors, beside the body that the status may have without an error.
fn refusal(own: Value, status: u16, codes: &BTreeSet<&'static str>) -> Value {
    let mut response = if own.is_null() { json!({}) } else { own };
    let means = codes.iter().filter_map(|code| codes::find(code));
    let means: Vec<String> = means.map(|code| format!("`{}`: {}", code.name, code.means)).collect();
    let envelope = json!({
        "allOf": [
            {"$ref": "#/components/schemas/ErrorEnvelope"},
            {"properties": {"error": {"properties": {"code": {"enum": codes}}}}},
        ],
    });
    let own = response["content"][JSON]["schema"].take();
    let schema = if own.is_null() { envelope } else { json!({"anyOf": [own, envelope]}) };
    response["description"] = json!(format!("{}.", means.join("; ")));
    response["content"][JSON] = json!({"schema": schema});
    response["headers"]["X-Request-Id"] = header("RequestId");
    if [429, 503].contains(&status) {
        response["headers"]["Retry-After"] = header("RetryAfter");
    }
    response
}

fn header(name: &str) -> Value {
    json!({"$ref": format!("#/components/headers/{name}")})
}

/// The codes of a route's errors, by status. A code with several statuses stands under each.
fn codes_by_status(route: &Route, names: &[&str]) -> BTreeMap<u16, BTreeSet<&'static str>> {
    let own = route.operation();
    let mut all: Vec<&'static str> = own.codes.clone();
    all.extend(ALWAYS);
    all.extend(route.codes_of_access());
    all.extend(names.iter().filter_map(|name| named(name).1));
    if own.body.is_some_and(|(media, _)| media == JSON) {
        all.extend(OF_BODY);
    }
    if own.query.is_some() {
        all.extend(OF_QUERY);
    }
    let mut by_status: BTreeMap<u16, BTreeSet<&'static str>> = BTreeMap::new();
    for code in all.into_iter().filter_map(codes::find) {
        for status in code.statuses {
            by_status.entry(*status).or_default().insert(code.name);
        }
    }
    by_status
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_says_what_it_does_and_answers() {
        let mut ids = BTreeSet::new();
        for route in rest::routes() {
            let (action, operation) = (route.action(), route.operation());
            assert!(!operation.says.is_empty(), "{action} says what it does");
            assert!(!operation.answers.is_empty(), "{action} says what it answers");
            assert!(ids.insert(operation_id(&route)), "{action} has a name of its own");
            for code in &operation.codes {
                let known = codes::find(code);
                assert!(known.is_some_and(|code| !code.statuses.is_empty()), "{action}: {code}");
            }
            for name in names_in(&route.whole_path()) {
                assert!(name == "no" || named(name).1.is_some(), "{action}: {name}");
            }
        }
    }
}
