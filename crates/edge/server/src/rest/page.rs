//! Lists that are answered part by part, newest first: which part is asked for, and where the next begins. Knows no
//! list.

use axum::extract::{FromRequestParts, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;

use crate::problem::Problem;

/// How many entries an answer has unless asked otherwise, and at most: fewer than the house gives at once, as one more
/// tells whether there are older ones.
const ENTRIES: (u16, u16) = (20, 50);

/// A part of a list, as its query asks for it.
pub(super) struct Page {
    /// The entry that it ends before; none for the newest.
    pub(super) before: Option<u64>,
    limit: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    before: Option<u64>,
    limit: Option<u16>,
}

impl<S: Sync> FromRequestParts<S> for Page {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Query(Asked { before, limit }) = Query::try_from_uri(&parts.uri).map_err(|rejection| {
            Problem::new(StatusCode::BAD_REQUEST, "malformed_request", rejection.body_text())
        })?;
        let (usual, most) = ENTRIES;
        let limit = limit.unwrap_or(usual);
        if (1..=most).contains(&limit) {
            return Ok(Self { before, limit });
        }
        let message = format!("limit is {limit}; it may be from 1 to {most}");
        Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message))
    }
}

impl Page {
    /// How many entries are to be read: one more than there is room for.
    pub(super) const fn reads(&self) -> u16 {
        self.limit.saturating_add(1)
    }

    /// The entries there is room for, and before which the next part ends, if there is one.
    pub(super) fn cut<T>(&self, mut read: Vec<T>, cursor: impl Fn(&T) -> u64) -> (Vec<T>, Option<u64>) {
        let room = usize::from(self.limit);
        let more = read.len() > room;
        read.truncate(room);
        let next_before = read.last().filter(|_| more).map(cursor);
        (read, next_before)
    }
}
