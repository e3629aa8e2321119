//! Lock-out: failed attempts slow down the next ones. Knows no people.
//!
//! Three counts are kept, each with a wait of its own. The one of a name from one origin is strict. The one of an
//! origin with all names, and the one of a name from all origins, are loose: strangers share them with the owner of
//! the name. An origin from which an attempt succeeded recently does not wait for the count of the name.
//!
//! The name of a log-in is that of an account, and its origin a network. The name of a table's password is the table,
//! and its origin a patron.
//!
//! An attempt counts as failed when it begins, and is forgiven when it succeeds, so that attempts side by side count.
//! One that was not judged is given back. Every count falls with time.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use table::Timestamp;

const MINUTE_MS: i64 = 60_000;
/// Attempts with one name from one origin.
const PAIR: Limit = Limit { free: 5, longest_ms: 15 * MINUTE_MS, one_less_ms: 30 * MINUTE_MS };
/// Attempts from one origin.
const ORIGIN: Limit = Limit { free: 20, longest_ms: MINUTE_MS, one_less_ms: MINUTE_MS };
/// Attempts with one name.
const NAME: Limit = Limit { free: 50, longest_ms: MINUTE_MS / 2, one_less_ms: MINUTE_MS };
/// How many failures more than the free ones a count remembers; the wait is the longest by then.
const MORE: i64 = 12;
/// How long an origin is known for a success, in milliseconds.
const KNOWN_MS: i64 = 30 * 24 * 60 * MINUTE_MS;
/// How many counts of each kind are kept.
const MOST: usize = 20_000;

/// How a count slows attempts down.
#[derive(Clone, Copy, Debug)]
struct Limit {
    /// How many failures count before the next attempt waits: one second, and twice as long with each failure more.
    free: i64,
    /// The longest wait, in milliseconds.
    longest_ms: i64,
    /// After how long the count has fallen by one, in milliseconds.
    one_less_ms: i64,
}

/// The recent failed attempts.
#[derive(Debug)]
pub(super) struct Failures<O> {
    pairs: Counts<(String, O)>,
    origins: Counts<O>,
    names: Counts<String>,
}

impl<O> Default for Failures<O> {
    fn default() -> Self {
        Self { pairs: Counts::default(), origins: Counts::default(), names: Counts::default() }
    }
}

impl<O: Copy + Eq + Hash> Failures<O> {
    /// Begins an attempt with a name from an origin.
    ///
    /// # Errors
    /// How long to wait. The attempt does not count then.
    pub(super) fn begin(
        &mut self,
        name: &str,
        origin: O,
        now: Timestamp,
    ) -> Result<CountedAttempt<O>, Duration> {
        let (name, pair) = (name.to_owned(), (name.to_owned(), origin));
        let of_name = if self.pairs.is_known(&pair, now) { 0 } else { self.names.wait(&name, NAME, now) };
        let wait =
            self.pairs.wait(&pair, PAIR, now).max(self.origins.wait(&origin, ORIGIN, now)).max(of_name);
        if wait > 0 {
            return Err(Duration::from_millis(wait.unsigned_abs()));
        }
        let pair_added = self.pairs.failed(pair.clone(), PAIR, now);
        let origin_added = self.origins.failed(origin, ORIGIN, now);
        let name_added = self.names.failed(name, NAME, now);
        Ok(CountedAttempt { pair: (pair, pair_added), origin: origin_added, name: name_added })
    }

    /// Nobody judged the attempt: the counts are as if it had not begun. What later attempts added stays.
    pub(super) fn give_back(&mut self, attempt: &CountedAttempt<O>) {
        let CountedAttempt { pair: (pair, pair_added), origin, name } = attempt;
        self.pairs.take_off(pair, *pair_added);
        self.origins.take_off(&pair.1, *origin);
        self.names.take_off(&pair.0, *name);
    }

    /// The attempt succeeded: the name starts over from this origin, which is known for it from now on. The counts that
    /// others share get this one back.
    pub(super) fn forgive(&mut self, attempt: &CountedAttempt<O>, now: Timestamp) {
        let (name, origin) = &attempt.pair.0;
        let known = Count { empty_at: now, open_at: now, success: Some(now) };
        self.pairs.0.insert((name.clone(), *origin), known);
        self.origins.one_less(origin, ORIGIN);
        self.names.one_less(name, NAME);
    }
}

/// An attempt that counts as failed, with what it added to each count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CountedAttempt<O> {
    pair: ((String, O), Added),
    origin: Added,
    name: Added,
}

/// What an attempt added to a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Added {
    /// By how much later the count is empty, in milliseconds.
    ms: i64,
    /// When the next attempt may begin since then.
    open_at: Timestamp,
}

/// The failures of one name, one origin, or one name from one origin.
#[derive(Clone, Copy, Debug)]
struct Count {
    /// When the count has fallen to nothing.
    empty_at: Timestamp,
    /// When the next attempt may begin.
    open_at: Timestamp,
    /// When an attempt succeeded last.
    success: Option<Timestamp>,
}

impl Count {
    fn is_known(&self, now: Timestamp) -> bool {
        self.success.is_some_and(|at| now.0.saturating_sub(at.0) < KNOWN_MS)
    }
}

#[derive(Debug)]
struct Counts<K>(HashMap<K, Count>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash + Clone> Counts<K> {
    /// How many milliseconds the next attempt has to wait.
    fn wait(&self, key: &K, limit: Limit, now: Timestamp) -> i64 {
        self.0.get(key).map_or(0, |count| count.open_at.0.saturating_sub(now.0).clamp(0, limit.longest_ms))
    }

    fn is_known(&self, key: &K, now: Timestamp) -> bool {
        self.0.get(key).is_some_and(|count| count.is_known(now))
    }

    fn failed(&mut self, key: K, limit: Limit, now: Timestamp) -> Added {
        if self.0.len() >= MOST && !self.0.contains_key(&key) {
            self.forget_some(now);
        }
        let count = self.0.entry(key).or_insert(Count { empty_at: now, open_at: now, success: None });
        // A count that is far ahead was made before the clock was set back, or remembers enough.
        let most_ms = limit.one_less_ms.saturating_mul(limit.free.saturating_add(MORE));
        let earlier_ms = count.empty_at.0.saturating_sub(now.0).clamp(0, most_ms);
        let later_ms = earlier_ms.saturating_add(limit.one_less_ms).min(most_ms);
        count.empty_at = Timestamp(now.0.saturating_add(later_ms));
        let failed = later_ms.saturating_sub(1).div_euclid(limit.one_less_ms).saturating_add(1);
        // One second, then twice as long with each failure.
        let wait_ms = match u32::try_from(failed.saturating_sub(limit.free)) {
            Err(_) | Ok(0) => 0,
            Ok(doublings) => 500_i64.saturating_mul(2_i64.saturating_pow(doublings)).min(limit.longest_ms),
        };
        count.open_at = Timestamp(now.0.saturating_add(wait_ms));
        Added { ms: later_ms.saturating_sub(earlier_ms), open_at: count.open_at }
    }

    /// Takes off what an attempt added. The next one may begin at once, unless a later attempt made it wait.
    fn take_off(&mut self, key: &K, added: Added) {
        if let Some(count) = self.0.get_mut(key) {
            count.empty_at = Timestamp(count.empty_at.0.saturating_sub(added.ms));
            if count.open_at == added.open_at {
                // It was open when the attempt began.
                count.open_at = Timestamp(i64::MIN);
            }
        }
    }

    fn one_less(&mut self, key: &K, limit: Limit) {
        if let Some(count) = self.0.get_mut(key) {
            count.empty_at = Timestamp(count.empty_at.0.saturating_sub(limit.one_less_ms));
            count.open_at = Timestamp(count.open_at.0.saturating_sub(limit.longest_ms));
        }
    }

    /// Forgets the half of the counts that matters least: first those that are empty soonest, known ones last. Many
    /// made-up names or networks do not push out a count that slows somebody down.
    fn forget_some(&mut self, now: Timestamp) {
        let mut ranked: Vec<(bool, Timestamp, K)> = self
            .0
            .iter()
            .map(|(key, count)| {
                (
                    count.is_known(now),
                    count.empty_at.max(count.success.unwrap_or(count.empty_at)),
                    key.clone(),
                )
            })
            .collect();
        ranked.sort_unstable_by_key(|(is_known, at, _)| (*is_known, *at));
        for (_, _, key) in ranked.iter().take(MOST / 2) {
            self.0.remove(key);
        }
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "an overflow fails the test")]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn network(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * 1_000)
    }

    /// Fails with a name from a network as often as it may, so many times. Gives the waits in seconds, and the time.
    fn guess(
        failures: &mut Failures<IpAddr>,
        name: &str,
        network: IpAddr,
        times: usize,
        mut now: Timestamp,
    ) -> (Vec<u64>, Timestamp) {
        let mut waits = Vec::new();
        for _ in 0..times {
            let mut waited = 0;
            while let Err(wait) = failures.begin(name, network, now) {
                waited += wait.as_secs();
                now = Timestamp(now.0 + i64::try_from(wait.as_millis()).unwrap());
            }
            waits.push(waited);
        }
        (waits, now)
    }

    #[test]
    fn attempts_with_one_name_from_one_network_wait_longer_and_longer() {
        let mut failures = Failures::default();
        let (waits, now) = guess(&mut failures, "ann", network(1), 18, at(0));
        assert_eq!(waits, [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
        assert!(failures.begin("ben", network(1), now).is_ok(), "another name goes on");
        assert!(failures.begin("ann", network(2), now).is_ok(), "and the same one elsewhere");
        let now = Timestamp(now.0 + PAIR.longest_ms);
        let right = failures.begin("ann", network(1), now).unwrap();
        failures.forgive(&right, now);
        assert_eq!(
            guess(&mut failures, "ann", network(1), 7, now).0,
            [0, 0, 0, 0, 0, 0, 1],
            "it starts over"
        );
    }

    #[test]
    fn attempts_from_one_network_wait_a_minute_at_most() {
        let mut failures = Failures::default();
        let mut names = (0..).map(|n| format!("name {n}"));
        let mut waits = Vec::new();
        let mut now = at(0);
        for name in names.by_ref().take(40) {
            let (waited, later) = guess(&mut failures, &name, network(1), 1, now);
            (waits, now) = ([waits, waited].concat(), later);
        }
        assert_eq!(waits[..27], [vec![0; 21], vec![1, 2, 4, 8, 16, 32]].concat());
        assert!(waits[27..].iter().all(|wait| (32..=60).contains(wait)), "{waits:?}");
        assert!(failures.begin("fresh", network(2), now).is_ok());
        for (quiet, is_slow) in [(1, true), (12, false)] {
            let later = Timestamp(now.0 + quiet * MINUTE_MS);
            failures.begin("fresh", network(1), later).unwrap();
            let next = failures.begin("other", network(1), later);
            assert_eq!(next.is_err(), is_slow, "after {quiet} minutes of quiet");
        }
    }

    #[test]
    fn a_success_gives_its_attempt_back_to_the_network() {
        let (mut failures, now) = (Failures::default(), at(0));
        let begin = |n| failures.begin(&format!("name {n}"), network(1), now).unwrap();
        let begun: Vec<_> = (0..21).map(begin).collect();
        assert_eq!(failures.begin("fresh", network(1), now), Err(Duration::from_secs(1)));
        failures.forgive(&begun[3], now);
        assert!(failures.begin("fresh", network(1), now).is_ok());
    }

    #[test]
    fn attempts_that_nobody_judged_do_not_count() {
        let mut failures = Failures::default();
        let (waits, now) = guess(&mut failures, "ann", network(1), 8, at(0));
        assert_eq!(waits[6..], [1, 2]);
        let now = Timestamp(now.0 + 4_000);
        for _ in 0..100 {
            let unjudged = failures.begin("ann", network(1), now).unwrap();
            failures.give_back(&unjudged);
        }
        assert_eq!(
            guess(&mut failures, "ann", network(1), 3, now).0,
            [0, 8, 16],
            "those before count as ever"
        );
    }

    #[test]
    fn an_attempt_that_is_given_back_late_does_not_shorten_the_wait_for_a_later_one() {
        let mut failures = Failures::default();
        let (_, now) = guess(&mut failures, "ann", network(1), 7, at(0));
        let now = Timestamp(now.0 + 2_000);
        let unjudged = failures.begin("ann", network(1), now).unwrap();
        let now = Timestamp(now.0 + 4_000);
        failures.begin("ann", network(1), now).unwrap();
        failures.give_back(&unjudged);
        assert_eq!(failures.begin("ann", network(1), now), Err(Duration::from_secs(8)));
        let now = Timestamp(now.0 + 8_000);
        assert_eq!(guess(&mut failures, "ann", network(1), 2, now).0, [0, 8], "it counts no longer");
    }

    #[test]
    fn a_stranger_does_not_lock_the_owner_of_a_name_out() {
        let mut failures = Failures::default();
        let right = failures.begin("ann", network(1), at(0)).unwrap();
        failures.forgive(&right, at(0));
        let (_, mut now) = guess(&mut failures, "ann", network(2), 30, at(0));
        for attempt in ["ann", "ben"] {
            assert!(failures.begin(attempt, network(3), now).is_ok(), "one stranger slows only themselves");
        }
        let mut slowed = 0;
        for n in 4..=254 {
            let (waits, later) = guess(&mut failures, "ann", network(n), 2, now);
            (slowed, now) = (slowed + waits.iter().sum::<u64>(), later);
        }
        assert!(slowed > 250 * 30, "many networks are slowed down together: {slowed}");
        assert!(failures.begin("ann", network(1), now).is_ok(), "the owner is known here");
        let wait = failures.begin("ann", network(255), now).unwrap_err();
        assert!(wait <= Duration::from_secs(30), "and waits a little elsewhere: {wait:?}");
        let later = Timestamp(now.0 + 13 * MINUTE_MS);
        failures.begin("ann", network(254), later).unwrap();
        assert!(failures.begin("ann", network(255), later).is_ok(), "the count of the name falls with time");
    }

    #[test]
    fn counts_do_not_pile_up_and_made_up_names_push_none_out_that_slow_somebody_down() {
        let (mut failures, now) = (Failures::default(), at(0));
        let (_, late) = guess(&mut failures, "ann", network(1), 8, now);
        for n in 0..=u32::try_from(3 * MOST).unwrap() {
            let address = IpAddr::from((n | 0x0a00_0000).to_be_bytes());
            failures.begin(&format!("name {n}"), address, late).unwrap();
        }
        assert!(failures.names.0.len() <= MOST && failures.origins.0.len() <= MOST);
        assert!(failures.pairs.0.len() <= MOST);
        assert!(failures.begin("ann", network(1), late).is_err());
    }

    #[test]
    fn a_clock_that_is_set_back_makes_nobody_wait_longer() {
        let mut failures = Failures::default();
        guess(&mut failures, "ann", network(1), 30, at(1_000_000));
        let wait = failures.begin("ann", network(1), at(0)).unwrap_err();
        assert_eq!(wait, Duration::from_mins(15));
    }
}
