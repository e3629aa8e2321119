//! The contract of this server as strangers read it: the OpenAPI document, the JSON Schema of the socket's messages
//! and the catalogue of codes. All of it is made from the routes, the wire types and the catalogue.

pub mod codes;
mod openapi;
mod page;
mod schemas;

use std::sync::LazyLock;

use schemars::SchemaGenerator;
use serde_json::{Value, json};
use wire::client::ClientMessage;
use wire::server::ServerMessage;

pub use openapi::openapi;
pub use page::codes_page;
use schemas::{Direction, Schemas};

/// The JSON Schema of the messages of the socket, in both directions.
pub fn messages() -> Value {
    let mut schemas = Schemas::under("/$defs");
    let client = schemas.of(Direction::Request, SchemaGenerator::subschema_for::<ClientMessage>);
    let server = schemas.of(Direction::Answer, SchemaGenerator::subschema_for::<ServerMessage>);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of the socket /api/v1/socket, subprotocol punto.v1",
        "description": "A client sends ClientMessage, the server sends ServerMessage: one JSON object in each text \
                        frame. Clients ignore fields and message types that they do not know.",
        "oneOf": [client, server],
        "$defs": schemas.into_definitions(),
    })
}

/// A document as it is served and committed.
pub fn text(document: &Value) -> String {
    format!("{document:#}\n")
}

/// The OpenAPI document as text, made once.
pub(crate) fn openapi_text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| text(&openapi()));
    &TEXT
}

/// The schema of the messages as text, made once.
pub(crate) fn messages_text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| text(&messages()));
    &TEXT
}
