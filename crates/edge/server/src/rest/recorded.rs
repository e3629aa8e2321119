//! Which reads of staff are put on record, and under what name. The house writes the entry before the handler runs.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::Query;
use axum::http::Uri;
use house::log::{Actor, EntityKind, Shared};
use ledger::AccountKind;
use table::PatronId;

use super::base::BASE;
use crate::app::App;
use crate::problem::Problem;

/// The parts of a query that only choose a page: all pages of a list are one read.
const PAGING: [&str; 3] = ["before", "after", "limit"];

/// What a route is to the record of reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// It reads data of the patron whom its path names.
    OfPatron,
    /// It reads data of several patrons.
    OfPatrons,
    /// It shows a recording, of a table.
    OfRecording,
    /// It reads something else, which is on record for auditors alone: once for each path, query and day.
    Other,
    /// It changes something, and what it changes says who did it.
    Act,
}

impl Read {
    /// Puts a read of a member of staff on record: its path under the base of all routes, with the query.
    pub(super) async fn record(
        self,
        app: &Arc<App>,
        by: Actor,
        is_auditor: bool,
        uri: &Uri,
    ) -> Result<(), Problem> {
        let (path, query) = (uri.path().strip_prefix(BASE).unwrap_or_default(), uri.query());
        let (patron, what, shared) = match self {
            Self::OfPatron => {
                let (patron, what) = of_patron(path);
                (patron, with_query(&what, query), Shared::ForAMinute)
            }
            Self::OfPatrons => (named_by_query(uri), with_query(path, query), Shared::ForAMinute),
            Self::OfRecording => (None, with_query(hour_of(path), query), Shared::ForAMinute),
            Self::Other if is_auditor => (None, with_query(path, query), Shared::ForTheDay),
            Self::Other | Self::Act => return Ok(()),
        };
        Ok(app.house.record_read(by, patron, &what, shared).await?)
    }
}

/// The patron of `/patrons/7/wallet`, and what of them it names. The whole path where it names the patron otherwise, as
/// in `/patrons/%37/wallet`: handlers decode it.
fn of_patron(path: &str) -> (Option<PatronId>, String) {
    let mut parts = path.trim_matches('/').split('/').skip(1);
    let Some(patron) = parts.next().and_then(|number| number.parse().ok()) else {
        return (None, path.to_owned());
    };
    let what = parts.collect::<Vec<_>>().join("/");
    (Some(PatronId(patron)), if what.is_empty() { "patron".to_owned() } else { what })
}

/// What is looked at of a recording: of its files the hour, because a minute of film is sixty of them.
fn hour_of(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some((hour, _)) if path.contains("/recording/files/") => hour,
        _ => path,
    }
}

/// The patron whom a query names, if it is one: `patron=7`, `number=7`, `entity=account:7`, `by=patron:7`,
/// `account=patron_cash:7`.
fn named_by_query(uri: &Uri) -> Option<PatronId> {
    let Ok(Query(parts)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else { return None };
    let named = |(name, value): &(String, String)| {
        let number = match (name.as_str(), value.split_once(':')) {
            ("patron" | "number", _) => value.as_str(),
            ("by", Some(("patron", number))) => number,
            ("account", Some((kind, number))) if kind.parse().is_ok_and(AccountKind::is_of_patron) => number,
            ("entity", Some((kind, number))) if kind.parse().is_ok_and(EntityKind::is_of_patron) => number,
            _ => return None,
        };
        number.parse().ok().map(PatronId)
    };
    let named: BTreeSet<PatronId> = parts.iter().filter_map(named).collect();
    named.first().copied().filter(|_| named.len() == 1)
}

/// A path with its query, without what only chooses a page.
fn with_query(path: &str, query: Option<&str>) -> String {
    let parts = query.unwrap_or_default().split('&').filter(|part| {
        let name = part.split('=').next().unwrap_or_default();
        !part.is_empty() && !PAGING.contains(&name)
    });
    let mut parts: Vec<&str> = parts.collect();
    parts.sort_unstable();
    if parts.is_empty() { path.to_owned() } else { format!("{path}?{}", parts.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pages_of_a_list_are_one_read() {
        let search = |query| with_query("/patrons", Some(query));
        assert_eq!(search("prefix=an&limit=2"), "/patrons?prefix=an");
        assert_eq!(search("limit=2&after=7&prefix=an"), search("prefix=an"));
        assert_eq!(search("after=7"), "/patrons");
        assert_eq!(with_query("/slips", None), "/slips");
        assert_eq!(search("b=1&a=2"), search("a=2&b=1"));
    }

    #[test]
    fn the_files_of_an_hour_are_one_look() {
        let files = "/tables/9/recording/files/2026-03-01T09";
        for (path, expected) in [
            (format!("{files}/1-00000003.m4s"), files),
            (format!("{files}/1.mp4"), files),
            ("/tables/9/recording".to_owned(), "/tables/9/recording"),
            ("/tables/9/shoes/1/rounds/2/video".to_owned(), "/tables/9/shoes/1/rounds/2/video"),
        ] {
            assert_eq!(hour_of(&path), expected);
        }
    }

    #[test]
    fn a_path_names_its_patron() {
        assert_eq!(of_patron("/patrons/7/wallet"), (Some(PatronId(7)), "wallet".to_owned()));
        assert_eq!(of_patron("/patrons/7"), (Some(PatronId(7)), "patron".to_owned()));
        for path in ["/patrons/ann/wallet", "/patrons/%37/wallet"] {
            assert_eq!(of_patron(path), (None, path.to_owned()));
        }
    }
    #[test]
    fn a_query_that_names_one_patron_is_about_them() {
        for (query, expected) in [
            ("patron=7&table=1", Some(7)),
            ("number=7", Some(7)),
            ("entity=account:7", Some(7)),
            ("entity=account%3A7", Some(7)),
            ("entity=protection:7&by=patron:7", Some(7)),
            ("by=patron:7", Some(7)),
            ("account=patron_bonus:7&kind=hold", Some(7)),
            ("account=house_table:7", None),
            ("account=patron_cash", None),
            ("entity=play_time:7&by=patron:8", None),
            ("entity=staff:7", None),
            ("by=staff:7", None),
            ("prefix=an", None),
            ("patron=x", None),
            ("", None),
        ] {
            let uri: Uri = format!("/api/v1/log?{query}").parse().unwrap();
            assert_eq!(named_by_query(&uri), expected.map(PatronId), "{query}");
        }
    }
}
