//! The query of a request as a struct, and the parts of it that several routes have.

use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::page::{DEFAULT_LIMIT, MAX_LIMIT};
use super::query;
use crate::problem::Problem;

/// The query of the request, whose names were checked before.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned + JsonSchema + 'static, S: Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        query::read(&parts.uri).map(Self)
    }
}

/// How many entries a page has.
pub(super) fn limit(asked: Option<u16>) -> Result<u16, Problem> {
    let limit = asked.unwrap_or(DEFAULT_LIMIT);
    if (1..=MAX_LIMIT).contains(&limit) {
        return Ok(limit);
    }
    Err(unacceptable(format!("limit is {limit}; send a limit from 1 to {MAX_LIMIT}")))
}

/// A part of the query that names something, if it is there.
pub(super) fn named<T: FromStr>(
    name: &str,
    asked: Option<&str>,
    accepted: &str,
) -> Result<Option<T>, Problem> {
    let wrong = |text: &str| unacceptable(format!("{name} is {text:.40}; send {accepted}"));
    asked.map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

/// The place that a cursor names: `read` takes the numbers that [`cursor_text`] wrote.
pub(super) fn cursor<const N: usize, T>(
    asked: Option<&str>,
    read: impl Fn([u64; N]) -> Option<T>,
) -> Result<Option<T>, Problem> {
    let wrong =
        || unacceptable("before is no place in this search; send next_before of the page before".to_owned());
    let parse = |text: &str| {
        let numbers: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
        numbers.and_then(|numbers| read(numbers.try_into().ok()?)).ok_or_else(wrong)
    };
    asked.map(parse).transpose()
}

/// A cursor of these numbers.
pub(super) fn cursor_text<const N: usize>(numbers: [u64; N]) -> String {
    numbers.map(|number| number.to_string()).join(".")
}

/// A request that is understood and asks for what cannot be.
pub(super) fn unacceptable(message: String) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message)
}
