//! `GET /api/v1/openapi.json` and `GET /api/v1/messages.schema.json`: the contract of this server, for programs.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, header};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::route::Route;
use crate::app::App;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/openapi.json", EVERYBODY, openapi)
            .says("Shows the OpenAPI document of this API")
            .answers::<Document>(200),
        Route::get("/messages.schema.json", EVERYBODY, messages)
            .says("Shows the JSON Schema of the messages of the socket")
            .answers_as::<Document>(200, SCHEMA),
    ]
}

/// A document of JSON that another standard describes.
#[derive(Serialize, JsonSchema)]
struct Document(Map<String, Value>);

/// The media type of a JSON Schema.
const SCHEMA: &str = "application/schema+json";

type Text = ([(HeaderName, &'static str); 1], &'static str);

async fn openapi(State(app): State<Arc<App>>) -> Text {
    ([(header::CONTENT_TYPE, "application/json")], (app.documents.openapi)())
}

async fn messages(State(app): State<Arc<App>>) -> Text {
    ([(header::CONTENT_TYPE, SCHEMA)], (app.documents.messages)())
}
