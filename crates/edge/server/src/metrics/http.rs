//! Counts requests by route and status, with the time that each took. A route is counted by its pattern, never by the
//! path that was sent.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use house::counts::{Count, Histogram};

/// The statuses that the server answers with; all others are counted together.
const STATUSES: [u16; 22] = [
    101, 200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 422, 426, 429, 431, 500,
    503,
];

/// The bounds of the histograms of time, in microseconds.
const TIME_US: &[u64] = &[1_000, 5_000, 20_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000];

/// The counts of one method of one route.
#[derive(Debug)]
pub(crate) struct RouteCounts {
    statuses: [Count; STATUSES.len()],
    other: Count,
    time_us: Histogram,
}

impl Default for RouteCounts {
    fn default() -> Self {
        Self { statuses: Default::default(), other: Count::default(), time_us: Histogram::new(TIME_US) }
    }
}

impl RouteCounts {
    fn add(&self, status: StatusCode, took: Duration) {
        let place = STATUSES.iter().position(|known| *known == status.as_u16());
        place.and_then(|place| self.statuses.get(place)).unwrap_or(&self.other).one();
        self.time_us.observe(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// Every status that was sent, and how often.
    pub(super) fn statuses(&self) -> impl Iterator<Item = (String, u64)> {
        let known = STATUSES.iter().map(u16::to_string).zip(&self.statuses);
        let all = known.chain([("other".to_owned(), &self.other)]);
        all.map(|(status, count)| (status, count.get())).filter(|(_, count)| *count > 0)
    }

    /// How long the answers took, in microseconds.
    pub(super) const fn time_us(&self) -> &Histogram {
        &self.time_us
    }
}

/// The counts of all routes, which are known before the first request.
#[derive(Debug, Default)]
pub(crate) struct HttpCounts {
    /// By pattern and method.
    routes: OnceLock<BTreeMap<String, Vec<(Method, RouteCounts)>>>,
    /// Files of the client, and paths that have no route.
    rest: RouteCounts,
}

impl HttpCounts {
    /// Learns the routes: methods and patterns. Only the first call counts.
    pub(crate) fn learn(&self, routes: impl Iterator<Item = (Method, String)>) {
        self.routes.get_or_init(|| {
            let mut known: BTreeMap<String, Vec<(Method, RouteCounts)>> = BTreeMap::new();
            for (method, pattern) in routes {
                known.entry(pattern).or_default().push((method, RouteCounts::default()));
            }
            known
        });
    }

    /// Counts an answer to a request of this pattern; of none for a path without a route.
    pub(crate) fn add(&self, method: &Method, pattern: Option<&str>, status: StatusCode, took: Duration) {
        let methods = pattern.and_then(|pattern| self.routes.get()?.get(pattern));
        let known = methods.and_then(|methods| methods.iter().find(|(known, _)| known == method));
        known.map_or(&self.rest, |(_, counts)| counts).add(status, took);
    }

    /// The counts by method and pattern, with those of paths without a route last.
    pub(super) fn all(&self) -> Vec<(&str, &str, &RouteCounts)> {
        let known = self.routes.get().into_iter().flatten();
        let known = known.flat_map(|(pattern, methods)| {
            methods.iter().map(|(method, counts)| (method.as_str(), pattern.as_str(), counts))
        });
        known.chain([("any", "none", &self.rest)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_the_pattern_of_their_route() {
        let counts = HttpCounts::default();
        counts.learn([(Method::GET, "/a/{id}".to_owned()), (Method::POST, "/a/{id}".to_owned())].into_iter());
        for (method, pattern, status) in [
            (Method::GET, Some("/a/{id}"), 200),
            (Method::GET, Some("/a/{id}"), 200),
            (Method::POST, Some("/a/{id}"), 404),
            (Method::DELETE, Some("/a/{id}"), 405),
            (Method::GET, None, 299),
        ] {
            counts.add(&method, pattern, StatusCode::from_u16(status).unwrap(), Duration::from_millis(3));
        }
        let all = counts.all();
        let lines: Vec<_> = all
            .iter()
            .flat_map(|(method, pattern, counts)| {
                counts.statuses().map(move |(status, count)| format!("{method} {pattern} {status} {count}"))
            })
            .collect();
        assert_eq!(lines, ["GET /a/{id} 200 2", "POST /a/{id} 404 1", "any none 405 1", "any none other 1"]);
        assert_eq!(all[0].2.time_us().sum(), 6_000);
    }
}
