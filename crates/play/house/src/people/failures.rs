//! Lock-out: failed attempts slow down the next ones, by name and by network. Knows no people.
//!
//! An attempt counts as failed when it begins, and is forgiven when it succeeds, so that attempts side by side count.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::time::Duration;

use table::Timestamp;

/// How many attempts with one name fail before the next ones wait.
const FREE_BY_NAME: u32 = 5;
/// How many attempts from one network fail before the next ones wait.
const FREE_BY_NETWORK: u32 = 20;
/// The longest wait, in milliseconds.
const LONGEST_MS: i64 = 15 * 60_000;
/// After how long without an attempt failures are forgotten, in milliseconds.
const FORGOTTEN_MS: i64 = 24 * 3_600_000;
/// How many names and how many networks are remembered.
const MOST: usize = 20_000;

/// The failed attempts of late.
#[derive(Debug, Default)]
pub(super) struct Failures {
    by_name: Counts<String>,
    by_network: Counts<IpAddr>,
}

impl Failures {
    /// Begins an attempt with a name from a network.
    ///
    /// # Errors
    /// How long to wait. The attempt does not count then.
    pub(super) fn begin(&mut self, name: &str, network: IpAddr, now: Timestamp) -> Result<(), Duration> {
        let wait = self.by_name.wait(&name.to_owned(), now).max(self.by_network.wait(&network, now));
        if wait > 0 {
            return Err(Duration::from_millis(u64::try_from(wait).unwrap_or_default()));
        }
        self.by_name.failed(name.to_owned(), FREE_BY_NAME, now);
        self.by_network.failed(network, FREE_BY_NETWORK, now);
        Ok(())
    }

    /// The attempt succeeded: the name starts over, and the network gets this one back.
    pub(super) fn forgive(&mut self, name: &str, network: IpAddr) {
        self.by_name.0.remove(name);
        if let Some(count) = self.by_network.0.get_mut(&network) {
            count.failed = count.failed.saturating_sub(1);
            count.open_at = count.last;
        }
    }
}

/// The failures of one name or network.
#[derive(Clone, Copy, Debug)]
struct Count {
    failed: u32,
    last: Timestamp,
    /// When the next attempt may begin.
    open_at: Timestamp,
}

#[derive(Debug)]
struct Counts<K>(HashMap<K, Count>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash> Counts<K> {
    /// How many milliseconds the next attempt has to wait.
    fn wait(&self, key: &K, now: Timestamp) -> i64 {
        self.0.get(key).map_or(0, |count| count.open_at.0.saturating_sub(now.0).clamp(0, LONGEST_MS))
    }

    fn failed(&mut self, key: K, free: u32, now: Timestamp) {
        let forgotten = |count: &Count| now.0.saturating_sub(count.last.0) >= FORGOTTEN_MS;
        if self.0.len() >= MOST {
            // Who may try at once loses nothing but the count.
            self.0.retain(|_, count| count.open_at > now && !forgotten(count));
        }
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let count = self.0.entry(key).or_insert(Count { failed: 0, last: now, open_at: now });
        if forgotten(count) {
            count.failed = 0;
        }
        count.failed = count.failed.saturating_add(1);
        count.last = now;
        // One second, then twice as long with each failure.
        let doublings = count.failed.saturating_sub(free);
        let wait = if doublings == 0 { 0 } else { 500_i64.checked_shl(doublings).unwrap_or(LONGEST_MS) };
        let wait = if doublings > 30 { LONGEST_MS } else { wait.min(LONGEST_MS) };
        count.open_at = Timestamp(now.0.saturating_add(wait));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn attempts_with_one_name_wait_longer_and_longer() {
        let (mut failures, mut now) = (Failures::default(), Timestamp(0));
        for _ in 0..5 {
            failures.begin("ann", network(1), now).unwrap();
        }
        let mut waits = Vec::new();
        for _ in 0..12 {
            failures.begin("ann", network(2), now).unwrap();
            let wait = failures.begin("ann", network(3), now).unwrap_err();
            assert!(
                failures.begin("ben", network(3), now).is_ok() || waits.len() > 3,
                "another name goes on"
            );
            waits.push(wait.as_secs());
            now = Timestamp(now.0 + i64::try_from(wait.as_millis()).unwrap());
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
        failures.forgive("ann", network(2));
        failures.begin("ann", network(4), now).unwrap();
        failures.begin("ann", network(4), now).unwrap();
    }

    #[test]
    fn attempts_from_one_network_wait_whatever_the_name() {
        let mut failures = Failures::default();
        for n in 0..21 {
            failures.begin(&format!("name {n}"), network(1), Timestamp(0)).unwrap();
        }
        assert_eq!(failures.begin("fresh", network(1), Timestamp(0)), Err(Duration::from_secs(1)));
        assert_eq!(failures.begin("fresh", network(2), Timestamp(0)), Ok(()));
        failures.forgive("name 3", network(1));
        assert_eq!(failures.begin("fresh", network(1), Timestamp(0)), Ok(()));
    }

    #[test]
    fn failures_are_forgotten_after_a_day_and_do_not_pile_up() {
        let mut failures = Failures::default();
        for _ in 0..5 {
            failures.begin("ann", network(1), Timestamp(0)).unwrap();
        }
        for _ in 0..5 {
            failures.begin("ann", network(2), Timestamp(FORGOTTEN_MS)).unwrap();
        }
        for n in 0..=MOST {
            let address = IpAddr::from(u32::try_from(n).unwrap().to_be_bytes());
            failures.begin(&format!("name {n}"), address, Timestamp(FORGOTTEN_MS)).unwrap();
        }
        assert!(failures.by_name.0.len() < MOST && failures.by_network.0.len() < MOST);
    }
}
