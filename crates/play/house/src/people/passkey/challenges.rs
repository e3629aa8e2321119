//! Challenges that wait for the answer of an authenticator. Each counts once. Knows no people.

use std::collections::VecDeque;
use std::net::IpAddr;

use table::Timestamp;

/// How long a challenge waits, in milliseconds: five minutes, as WebAuthn recommends.
pub const WAIT_MS: i64 = 5 * 60_000;
/// How many challenges wait at once.
const MOST: usize = 4_096;
/// How many of them were asked for from one network.
const MOST_OF_NETWORK: usize = 64;

/// A challenge that waits, for something of the type `T`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Waiting<T> {
    /// What finds it: the session that it is bound to, or a random id.
    pub(super) key: String,
    /// The challenge.
    pub(super) bits: [u8; 32],
    /// What it is for.
    pub(super) purpose: T,
    /// The network that asked for it.
    pub(super) network: IpAddr,
}

/// The challenges that wait, in the order in which they end.
#[derive(Debug)]
pub(super) struct Challenges<T>(VecDeque<(Timestamp, Waiting<T>)>);

impl<T> Default for Challenges<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Challenges<T> {
    /// Adds a challenge, in place of one with the same key. When too many wait, the oldest makes room: of this network
    /// if it has too many, so that one network does not push out those of others.
    pub(super) fn add(&mut self, waiting: Waiting<T>, now: Timestamp) {
        self.0.retain(|(ends_at, other)| *ends_at > now && other.key != waiting.key);
        let of_network = |(_, other): &(Timestamp, Waiting<T>)| other.network == waiting.network;
        if self.0.iter().filter(|other| of_network(other)).count() >= MOST_OF_NETWORK {
            self.0.iter().position(of_network).and_then(|oldest| self.0.remove(oldest));
        }
        if self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back((Timestamp(now.0.saturating_add(WAIT_MS)), waiting));
    }

    /// Takes the challenge with this key; none when it was taken, has ended, or never was.
    pub(super) fn take(&mut self, key: &str, now: Timestamp) -> Option<Waiting<T>> {
        let place = self.0.iter().position(|(_, waiting)| waiting.key == key)?;
        let (ends_at, waiting) = self.0.remove(place)?;
        (ends_at > now).then_some(waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(key: &str, network: u32) -> Waiting<()> {
        Waiting {
            key: key.to_owned(),
            bits: [0; 32],
            purpose: (),
            network: IpAddr::from(network.to_be_bytes()),
        }
    }

    #[test]
    fn a_challenge_counts_once_and_for_five_minutes() {
        let mut challenges = Challenges::default();
        for (key, taken_at, counts) in [("a", 0, true), ("b", WAIT_MS - 1, true), ("c", WAIT_MS, false)] {
            challenges.add(waiting(key, 1), Timestamp(0));
            assert_eq!(challenges.take(key, Timestamp(taken_at)).is_some(), counts, "{key}");
            assert_eq!(challenges.take(key, Timestamp(0)), None, "{key}");
        }
        challenges.add(Waiting { bits: [1; 32], ..waiting("d", 1) }, Timestamp(0));
        challenges.add(Waiting { bits: [2; 32], ..waiting("d", 1) }, Timestamp(1));
        assert_eq!(challenges.take("d", Timestamp(2)).map(|taken| taken.bits), Some([2; 32]));
        assert_eq!(challenges.take("d", Timestamp(2)), None);
    }

    #[test]
    fn one_network_pushes_out_its_own_challenges_only() {
        let mut challenges = Challenges::default();
        challenges.add(waiting("other", 2), Timestamp(0));
        for n in 0..=MOST_OF_NETWORK {
            challenges.add(waiting(&n.to_string(), 1), Timestamp(0));
        }
        assert_eq!(challenges.take("0", Timestamp(0)), None);
        for key in ["1", "64", "other"] {
            assert!(challenges.take(key, Timestamp(0)).is_some(), "{key}");
        }
    }

    #[test]
    fn challenges_do_not_pile_up() {
        let mut challenges = Challenges::default();
        for n in 0..=u32::try_from(MOST).unwrap() {
            challenges.add(waiting(&n.to_string(), n), Timestamp(0));
        }
        assert_eq!((challenges.0.len(), challenges.take("0", Timestamp(0))), (MOST, None));
        challenges.add(waiting("later", 1), Timestamp(WAIT_MS));
        assert_eq!(challenges.0.len(), 1);
    }
}
