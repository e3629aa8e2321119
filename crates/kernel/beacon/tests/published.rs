//! Published rounds of quicknet. Their values are in drand's public record and in the tests of other verifiers.

use data_encoding::HEXLOWER;
use punto_beacon::{BeaconError, CHAIN, verify};

const ROUND_123: &str =
    "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92";
const ROUND_1000: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

fn value(hex: &str) -> [u8; 48] {
    HEXLOWER.decode(hex.as_bytes()).expect("hex digits").try_into().expect("48 bytes")
}

#[test]
fn the_chain_is_the_published_one() {
    assert_eq!(HEXLOWER.encode(&CHAIN), "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971");
}

#[test]
fn published_values_are_those_of_their_rounds_alone() {
    for (round, own) in [(123, value(ROUND_123)), (1000, value(ROUND_1000))] {
        assert_eq!(verify(round, &own), Ok(()), "{round}");
        for other in [0, 1, round - 1, round + 1, 1123 - round, u64::MAX] {
            assert_eq!(verify(other, &own), Err(BeaconError { round: other }), "{round} as {other}");
        }
    }
}

#[test]
fn a_flipped_bit_is_refused() {
    // Each byte once, another bit each time.
    for place in 0..48 {
        let mut flipped = value(ROUND_1000);
        flipped[place] ^= 1 << (place % 8);
        assert_eq!(verify(1000, &flipped), Err(BeaconError { round: 1000 }), "byte {place}");
    }
    for no_value in [[0; 48], [255; 48]] {
        assert!(verify(1000, &no_value).is_err());
    }
    // The point at infinity, which is a signature under a key of zero.
    let mut infinity = [0; 48];
    infinity[0] = 0xc0;
    assert!(verify(1000, &infinity).is_err());
}
