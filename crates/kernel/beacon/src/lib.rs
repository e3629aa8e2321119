//! The beacon: public random numbers of drand's quicknet, which nobody knows before their time.
//!
//! A round has a number, a time, and one value: the signature of the network over the number. So a value proves itself,
//! and it does not matter who hands it over. This crate fetches nothing and reads no clock.
//!
//! ```
//! // Round 1 came at the genesis, and one more comes every three seconds.
//! assert_eq!(punto_beacon::time_of(1), Some(1_692_803_367_000));
//! assert_eq!(punto_beacon::first_round_at(1_692_806_362_000), Some(1_000));
//! ```
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

#[cfg(feature = "pairing")]
mod pairing;

#[cfg(feature = "pairing")]
pub use pairing::{BeaconError, verify};

/// The hash that names the chain.
pub const CHAIN: [u8; 32] = *b"\x52\xdb\x9b\xa7\x0e\x0c\xc0\xf6\xea\xf7\x80\x3d\xd0\x74\x47\xa1\
\xf5\x47\x77\x35\xfd\x3f\x66\x17\x92\xba\x94\x60\x0c\x84\xe9\x71";

/// The name of its scheme, as drand writes it: BLS signatures on G1 (RFC 9380), each over its round alone.
pub const SCHEME: &str = "bls-unchained-g1-rfc9380";

/// When round 1 came, in milliseconds since 1970.
pub const GENESIS: u64 = 1_692_803_367_000;

/// Milliseconds between two rounds.
pub const PERIOD: u64 = 3_000;

/// When the value of this round comes to exist, in milliseconds since 1970: `GENESIS + PERIOD * (round - 1)`. None for
/// round 0, and beyond the last time that 64 bits hold.
pub const fn time_of(round: u64) -> Option<u64> {
    let Some(after) = round.checked_sub(1) else { return None };
    match after.checked_mul(PERIOD) {
        Some(since) => GENESIS.checked_add(since),
        None => None,
    }
}

/// The first round whose time is at or after this one, in milliseconds since 1970. None when there is none.
pub const fn first_round_at(time: u64) -> Option<u64> {
    let round = time.saturating_sub(GENESIS).div_ceil(PERIOD).checked_add(1);
    match round {
        Some(round) if time_of(round).is_some() => Some(round),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_comes_every_three_seconds_from_the_genesis() {
        assert_eq!(
            [0, 1, 2, 1000].map(time_of),
            [None, Some(GENESIS), Some(GENESIS + 3_000), Some(1_692_806_364_000)]
        );
        assert_eq!(time_of(u64::MAX), None);
    }

    #[test]
    fn the_first_round_at_a_time_is_not_before_it_and_the_one_before_is() {
        assert_eq!([0, GENESIS - 1, GENESIS, GENESIS + 1].map(first_round_at), [1, 1, 1, 2].map(Some));
        for time in (GENESIS + 1..GENESIS + 12_000).step_by(500) {
            let round = first_round_at(time).unwrap();
            assert!(time_of(round).unwrap() >= time && time_of(round - 1).unwrap() < time, "{time}");
        }
        assert_eq!(first_round_at(u64::MAX), None);
    }
}
