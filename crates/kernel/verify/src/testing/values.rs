//! The keys of the test house, and the values of the test beacon.

use fair::shoe::BeaconValue;
use fair::{Bytes, HouseKey, TaggedHash};

/// The key of the test house; each change of the key takes the next number.
pub fn house_key(number: u8) -> HouseKey {
    HouseKey::new([number; 32])
}

/// The value that quicknet published for round 1000, which the first shoe of a test table names.
const OF_ROUND_1000: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

/// A value for each round of a beacon that only [`test_pairing`] believes; that of round 1000 is the real one.
pub fn test_value(round: u64) -> BeaconValue {
    if round == 1_000 {
        return OF_ROUND_1000.parse().expect("48 bytes in hex");
    }
    let halves = [0, 1].map(|half| TaggedHash::new("test/beacon").u64(round).u8(half).finish());
    let bytes = halves.iter().flat_map(|half| half.0);
    let mut value = [0; 48];
    value.iter_mut().zip(bytes).for_each(|(into, byte)| *into = byte);
    Bytes(value)
}

/// Whether this is the [`test_value`] of the round.
pub fn test_pairing(round: u64, value: &BeaconValue) -> bool {
    *value == test_value(round)
}
