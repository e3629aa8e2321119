//! Which reads of staff are put on record, and under what name. The house writes the entry before the handler runs.

use std::sync::Arc;

use house::log::{Actor, Shared};
use table::PatronId;

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
    /// It reads something else, which is on record for auditors alone: once for each path and day.
    Other,
    /// It changes something, and what it changes says who did it.
    Act,
}

impl Read {
    /// Puts a read of a member of staff on record: of this path under the base of all routes, with its query.
    pub(super) async fn record(
        self,
        app: &Arc<App>,
        by: Actor,
        is_auditor: bool,
        (path, query): (&str, Option<&str>),
    ) -> Result<(), Problem> {
        let (patron, what, shared) = match self {
            Self::OfPatron => {
                let (patron, what) = of_patron(path);
                (patron, what, Shared::ForAMinute)
            }
            Self::OfPatrons => (None, with_query(path, query), Shared::ForAMinute),
            Self::Other if is_auditor => (None, path.to_owned(), Shared::ForTheDay),
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
    fn a_path_names_its_patron() {
        assert_eq!(of_patron("/patrons/7/wallet"), (Some(PatronId(7)), "wallet".to_owned()));
        assert_eq!(of_patron("/patrons/7"), (Some(PatronId(7)), "patron".to_owned()));
        for path in ["/patrons/ann/wallet", "/patrons/%37/wallet"] {
            assert_eq!(of_patron(path), (None, path.to_owned()));
        }
    }
}
