//! What requests name: tables, rounds and request ids in paths and bodies, and supervisors in answers.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use table::{RequestId, RequestIdError, RoundRef, StaffId, TableId};

use crate::app::App;
use crate::problem::Problem;

/// The parameters of the path. A path whose escapes are no UTF-8 is refused.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(named)| Self(named)).map_err(|_| {
            let message = "the escapes of the path are no UTF-8; write each part of it in UTF-8";
            Problem::new(StatusCode::BAD_REQUEST, "malformed_request", message)
        })
    }
}

/// The id that the caller made for a request.
pub(super) fn request_id(text: &str) -> Result<RequestId, Problem> {
    let unacceptable = |error: RequestIdError| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", error.to_string())
    };
    text.parse().map_err(unacceptable)
}

/// The table that a path names.
pub(super) fn table(app: &App, text: &str) -> Result<TableId, Problem> {
    let channel = text.parse().ok().and_then(|id| app.hub.channel(id));
    channel.map(|channel| channel.id()).ok_or_else(|| Problem::unknown_table(text))
}

/// The member of staff that a path names.
pub(super) fn staff(text: &str) -> Result<StaffId, Problem> {
    text.parse().map(StaffId).map_err(|_| unknown("staff", text))
}

/// The round that a path names; rounds count from 1.
pub(super) fn round(shoe: &str, round: &str) -> Result<RoundRef, Problem> {
    let parse = || Some(RoundRef { shoe_no: shoe.parse().ok()?, round_no: round.parse().ok()? });
    let parsed = parse().filter(|round| round.round_no > 0);
    parsed.ok_or_else(|| unknown("round", &format!("{shoe:.20}-{round:.20}")))
}

/// The problem of a shoe, round, correction or patron that does not exist.
pub(super) fn unknown(kind: &str, text: &str) -> Problem {
    let (code, message) = (format!("unknown_{kind}"), format!("{kind} {text:.40} does not exist"));
    Problem::new(StatusCode::NOT_FOUND, &code, message)
}

/// The names of staff by number.
pub(super) async fn names(app: &App) -> Result<impl Fn(StaffId) -> Option<String> + use<>, Problem> {
    let names = app.house.people().staff_names().await?;
    Ok(move |id| names.get(&id).cloned())
}
