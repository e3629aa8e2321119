//! The keys of the test house, and the values of the test beacon.

use fair::shoe::BeaconValue;
use fair::{Bytes, HouseKey, TaggedHash};

/// The key of the test house; each change of the key takes the next number.
pub fn house_key(number: u8) -> HouseKey {
    HouseKey::new([number; 32])
}

/// A value for each round of a beacon that only [`test_pairing`] believes.
pub fn test_value(round: u64) -> BeaconValue {
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
