//! Rates in whole nanoseconds: a bucket for one caller, and a bucket for each address. What a rate is for is
//! the caller's business.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use table::SupervisorId;

use crate::config::Rate;

/// How much of a rate one caller has used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bucket {
    /// When nothing of it is used any more; none for never used.
    free_at: Option<Instant>,
}

impl Bucket {
    /// Uses the rate once.
    ///
    /// # Errors
    /// How long to wait, when there is nothing left of it.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        let free_at = self.free_at.map_or(now, |at| at.max(now)) + rate.every;
        let used = free_at.saturating_duration_since(now);
        let whole = rate.every.saturating_mul(rate.burst);
        if used > whole {
            return Err(used.saturating_sub(whole));
        }
        self.free_at = Some(free_at);
        Ok(())
    }

    fn is_unused(&self, now: Instant) -> bool {
        self.free_at.is_none_or(|at| at <= now)
    }
}

/// How much of a rate each address has used. Forgets those that have not used any.
#[derive(Debug, Default)]
pub(crate) struct ByAddress(Mutex<HashMap<IpAddr, Bucket>>);

impl ByAddress {
    /// From how many addresses on the unused ones are forgotten.
    const MANY: usize = 4_096;

    /// Uses the rate of an address once.
    ///
    /// # Errors
    /// How long to wait, when there is nothing left of it.
    pub(crate) fn take(&self, address: IpAddr, rate: Rate, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= Self::MANY {
            buckets.retain(|_, bucket| !bucket.is_unused(now));
        }
        buckets.entry(network(address)).or_default().take(rate, now)
    }
}

/// How much of a rate each supervisor has used.
#[derive(Debug, Default)]
pub(crate) struct BySupervisor(Mutex<HashMap<SupervisorId, Bucket>>);

impl BySupervisor {
    /// Uses the rate of a supervisor once.
    ///
    /// # Errors
    /// How long to wait, when there is nothing left of it.
    pub(crate) fn take(&self, who: SupervisorId, rate: Rate, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.entry(who).or_default().take(rate, now)
    }
}

/// What counts as one caller: an IPv4 address, or the network of 64 bits that one IPv6 household has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { burst: 3, every: Duration::from_secs(10) };

    #[test]
    fn a_bucket_gives_the_burst_and_then_one_at_a_time() {
        let (mut bucket, start) = (Bucket::default(), Instant::now());
        for _ in 0..3 {
            assert_eq!(bucket.take(RATE, start), Ok(()));
        }
        assert_eq!(bucket.take(RATE, start), Err(Duration::from_secs(10)));
        let later = start + Duration::from_secs(9);
        assert_eq!(bucket.take(RATE, later), Err(Duration::from_secs(1)), "a refusal uses nothing");
        assert_eq!(bucket.take(RATE, start + Duration::from_secs(10)), Ok(()));
        assert_eq!(bucket.take(RATE, start + Duration::from_secs(1_000)), Ok(()));
    }

    #[test]
    fn each_household_has_its_own() {
        let (buckets, now) = (ByAddress::default(), Instant::now());
        let one = Rate { burst: 1, ..RATE };
        for (address, free) in [
            ("192.0.2.1", true),
            ("192.0.2.2", true),
            ("::ffff:192.0.2.1", false),
            ("2001:db8:0:1::1", true),
            ("2001:db8:0:1::2", false),
            ("2001:db8:0:2::1", true),
        ] {
            assert_eq!(buckets.take(address.parse().unwrap(), one, now).is_ok(), free, "{address}");
        }
    }

    #[test]
    fn addresses_that_used_nothing_lately_are_forgotten() {
        let (buckets, now) = (ByAddress::default(), Instant::now());
        for n in 0..ByAddress::MANY {
            let address = Ipv6Addr::from(u128::try_from(n).unwrap() << 64);
            buckets.take(address.into(), RATE, now).unwrap();
        }
        let later = now + Duration::from_secs(11);
        buckets.take([192, 0, 2, 1].into(), RATE, later).unwrap();
        assert_eq!(buckets.0.lock().unwrap().len(), 1);
    }
}
