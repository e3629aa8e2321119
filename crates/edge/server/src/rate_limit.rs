//! Token-bucket rate limits: a rate, the bucket of one caller, and a limiter with a bucket for each key.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A rate: at most `burst` at once, and one more after each `every`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How long until one more is allowed.
    pub every: Duration,
}

impl Rate {
    /// So many a minute, all of them at once if need be. Zero counts as one.
    pub fn per_minute(times: u32) -> Self {
        Self { burst: times.max(1), every: Duration::from_mins(1) / times.max(1) }
    }

    /// So many times as often. Zero counts as one.
    pub(crate) fn times(self, times: u32) -> Self {
        let times = times.max(1);
        Self { burst: self.burst.saturating_mul(times), every: self.every / times }
    }

    /// So many a second, twice as many at once. Zero counts as one.
    pub fn per_second(times: u32) -> Self {
        let times = times.max(1);
        Self { burst: times.saturating_mul(2), every: Duration::from_secs(1) / times }
    }
}

/// The token bucket of one caller.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bucket {
    /// When the bucket is full again; none before its first use.
    full_at: Option<Instant>,
}

impl Bucket {
    /// Takes one token.
    ///
    /// # Errors
    /// How long to wait for the next token, when the bucket is empty.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        let full_at = self.full_at.map_or(now, |at| at.max(now)) + rate.every;
        let refill = full_at.saturating_duration_since(now);
        let capacity = rate.every.saturating_mul(rate.burst);
        if refill > capacity {
            return Err(refill.saturating_sub(capacity));
        }
        self.full_at = Some(full_at);
        Ok(())
    }

    /// Whether every token is there.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        self.full_at.is_none_or(|at| at <= now)
    }
}

/// A map whose entries are dropped once they are of no more use. It looks at all of them only when it has twice as many
/// as were left the last time, so that an addition costs no more on average, however many are of use.
#[derive(Debug)]
pub(crate) struct SweptMap<K, V> {
    all: HashMap<K, V>,
    sweep_at: usize,
}

impl<K, V> Default for SweptMap<K, V> {
    fn default() -> Self {
        Self { all: HashMap::new(), sweep_at: MANY }
    }
}

/// How many entries there are before the first look at all of them.
pub(crate) const MANY: usize = 4_096;

impl<K: Eq + Hash, V: Default> SweptMap<K, V> {
    /// The entry of a key, added if it is missing. Those that are of no use may be dropped before.
    pub(crate) fn entry(&mut self, key: K, is_of_use: impl FnMut(&V) -> bool) -> &mut V {
        self.sweep_if_due(is_of_use);
        self.all.entry(key).or_default()
    }

    fn sweep_if_due(&mut self, mut is_of_use: impl FnMut(&V) -> bool) {
        if self.all.len() >= self.sweep_at {
            self.all.retain(|_, value| is_of_use(value));
            self.sweep_at = self.all.len().saturating_mul(2).max(MANY);
        }
    }
}

/// A bucket for each key. Full buckets are dropped once there are many.
#[derive(Debug)]
pub(crate) struct RateLimiter<K>(Mutex<SweptMap<K, Bucket>>);

impl<K> Default for RateLimiter<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Takes one token from the bucket of a key.
    ///
    /// # Errors
    /// How long to wait for the next token, when the bucket is empty.
    pub(crate) fn take(&self, key: K, rate: Rate, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.entry(key, |bucket| !bucket.is_full(now)).take(rate, now)
    }
}

/// The network that an address counts as: one IPv4 address, or the /64 that one IPv6 household has.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
impl<K: Eq + Hash, V> SweptMap<K, V> {
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn contains(&self, key: &K) -> bool {
        self.all.contains_key(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { burst: 3, every: Duration::from_secs(10) };

    #[test]
    fn a_bucket_gives_the_burst_and_then_one_token_at_a_time() {
        let (mut bucket, start) = (Bucket::default(), Instant::now());
        for _ in 0..3 {
            assert_eq!(bucket.take(RATE, start), Ok(()));
        }
        assert_eq!(bucket.take(RATE, start), Err(Duration::from_secs(10)));
        let later = start + Duration::from_secs(9);
        assert_eq!(bucket.take(RATE, later), Err(Duration::from_secs(1)), "a refusal takes no token");
        assert_eq!(bucket.take(RATE, start + Duration::from_secs(10)), Ok(()));
        assert_eq!(bucket.take(RATE, start + Duration::from_secs(1_000)), Ok(()));
    }

    #[test]
    fn each_household_has_its_own_bucket() {
        let (limiter, now) = (RateLimiter::default(), Instant::now());
        let one = Rate { burst: 1, ..RATE };
        for (address, allowed) in [
            ("192.0.2.1", true),
            ("192.0.2.2", true),
            ("::ffff:192.0.2.1", false),
            ("2001:db8:0:1::1", true),
            ("2001:db8:0:1::2", false),
            ("2001:db8:0:2::1", true),
        ] {
            assert_eq!(
                limiter.take(network(address.parse().unwrap()), one, now).is_ok(),
                allowed,
                "{address}"
            );
        }
    }

    #[test]
    fn full_buckets_are_dropped() {
        let (limiter, now) = (RateLimiter::default(), Instant::now());
        for n in 0..MANY {
            let address = IpAddr::from(Ipv6Addr::from(u128::try_from(n).unwrap() << 64));
            limiter.take(network(address), RATE, now).unwrap();
        }
        let later = now + Duration::from_secs(11);
        limiter.take("192.0.2.1".parse().unwrap(), RATE, later).unwrap();
        assert_eq!(limiter.0.lock().unwrap().len(), 1);
    }

    #[test]
    fn an_addition_looks_at_few_entries_on_average_even_when_all_are_of_use() {
        let (mut map, mut looks) = (SweptMap::<usize, ()>::default(), 0);
        let additions = 50 * MANY;
        for n in 0..additions {
            map.entry(n, |()| {
                looks += 1;
                true
            });
        }
        assert_eq!(map.len(), additions, "what is of use stays");
        assert!(looks <= 2 * additions, "{looks} looks for {additions} additions");
        map.sweep_at = 0;
        map.entry(additions, |()| false);
        assert_eq!((map.len(), map.sweep_at), (1, MANY), "what is of no use goes");
    }
}
