//! Log lines about things that a stranger can cause as often as they like: one line for many.

use std::net::IpAddr;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use super::turn_away::TurnedAway;
use crate::forwarded::ProxyFault;

/// How long after a line the next one is written.
const EVERY: Duration = Duration::from_secs(10);

/// Counts one kind of thing and says when to log it.
#[derive(Debug, Default)]
pub(crate) struct Seldom(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    logged_at: Option<Instant>,
    count: u64,
}

impl Seldom {
    /// Counts one; gives how many there were since the last line when it is time for another.
    pub(crate) fn count(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count = state.count.saturating_add(1);
        if state.logged_at.is_some_and(|at| now.saturating_duration_since(at) < EVERY) {
            return None;
        }
        state.logged_at = Some(now);
        Some(std::mem::take(&mut state.count))
    }
}

/// What the doors log about strangers and proxies.
#[derive(Debug)]
pub(crate) struct DoorLog {
    turned_away: Seldom,
    slow_heads: Seldom,
    too_many_requests: Seldom,
    too_many_sockets: Seldom,
    not_trusted: Once,
    says_nothing: Once,
}

impl Default for DoorLog {
    fn default() -> Self {
        Self {
            turned_away: Seldom::default(),
            slow_heads: Seldom::default(),
            too_many_requests: Seldom::default(),
            too_many_sockets: Seldom::default(),
            not_trusted: Once::new(),
            says_nothing: Once::new(),
        }
    }
}

impl DoorLog {
    /// A proxy is not set up as it should be, which is logged once.
    pub(crate) fn proxy_fault(&self, peer: IpAddr, fault: ProxyFault) {
        let (once, message) = match fault {
            ProxyFault::NotTrusted => (
                &self.not_trusted,
                "a proxy forwards requests and is not trusted, so all its clients count as one address and share its \
                 limits: name it with --trusted-proxy",
            ),
            ProxyFault::SaysNothing => (
                &self.says_nothing,
                "the trusted proxy sends neither Forwarded nor X-Forwarded-For, so all its clients count as one \
                 address and share its limits: have it send one of them",
            ),
        };
        once.call_once(|| tracing::warn!(%peer, "{message}"));
    }

    /// A connection was turned away.
    pub(super) fn turned_away(&self, address: IpAddr, why: TurnedAway) {
        if let Some(count) = self.turned_away.count(Instant::now()) {
            tracing::warn!(target: "security", count, %address, ?why, "connections were turned away");
        }
    }

    /// A connection was closed, because the head of a request did not come in time.
    pub(super) fn slow_head(&self, address: IpAddr) {
        if let Some(count) = self.slow_heads.count(Instant::now()) {
            let message = "connections were closed that sent no complete request in time";
            tracing::warn!(target: "security", count, %address, "{message}");
        }
    }

    /// A request was refused, because its network sends too many.
    pub(super) fn too_many_requests(&self, address: IpAddr) {
        if let Some(count) = self.too_many_requests.count(Instant::now()) {
            tracing::warn!(target: "security", count, %address, "requests above the rate of an address were refused");
        }
    }

    /// A socket was refused, because its network has too many.
    pub(super) fn too_many_sockets(&self, address: IpAddr) {
        if let Some(count) = self.too_many_sockets.count(Instant::now()) {
            tracing::warn!(target: "security", count, %address, "sockets above the limit of an address were refused");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_logged_at_once_and_many_in_one_line() {
        let (seldom, now) = (Seldom::default(), Instant::now());
        let at = |seconds| seldom.count(now + Duration::from_secs(seconds));
        assert_eq!([0, 1, 9, 10, 11, 20].map(at), [Some(1), None, None, Some(3), None, Some(2)]);
    }
}
