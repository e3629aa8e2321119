//! Pagination: the page of a newest-first list that a query selects, and the cursor of the next page.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::Deserialize;

use super::query;
use crate::problem::Problem;

/// The default page size.
pub(super) const DEFAULT_LIMIT: u16 = 20;
/// The largest page size. It is below the house's own limit, because a page reads one entry more than it shows.
pub(super) const MAX_LIMIT: u16 = 50;

/// A page of a list, from the query of a request.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Page {
    /// The cursor: the page has entries older than this one; none for the newest.
    pub(super) before: Option<u64>,
    /// How many entries the page has at most.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = MAX_LIMIT))]
    limit: u16,
}

const fn default_limit() -> u16 {
    DEFAULT_LIMIT
}

impl<S: Sync> FromRequestParts<S> for Page {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let page: Self = query::read(&parts.uri)?;
        check_place(page.before)?;
        if (1..=MAX_LIMIT).contains(&page.limit) {
            return Ok(page);
        }
        let message = format!("limit is {}; send a limit from 1 to {MAX_LIMIT}", page.limit);
        Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message))
    }
}

/// Refuses a cursor beyond what a store counts, which no page gave.
pub(super) fn check_place(before: Option<u64>) -> Result<(), Problem> {
    if before.is_none_or(|before| i64::try_from(before).is_ok()) {
        return Ok(());
    }
    let message = "before is no place in this list; send next_before of the page before";
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message))
}

impl Page {
    /// How many entries to read: one more than the page shows, which tells whether there is a next page.
    pub(super) const fn read_limit(&self) -> u16 {
        self.limit.saturating_add(1)
    }

    /// The entries of the page, and the cursor of the next page, if there is one.
    pub(super) fn split<T>(&self, mut entries: Vec<T>, cursor: impl Fn(&T) -> u64) -> (Vec<T>, Option<u64>) {
        let limit = usize::from(self.limit);
        let has_more = entries.len() > limit;
        entries.truncate(limit);
        let next_before = entries.last().filter(|_| has_more).map(cursor);
        (entries, next_before)
    }
}
