//! A published value, byte by byte, as the page gives it.

use punto_beacon_wasm::{value_byte, verify};

/// The value that quicknet published for round 1000.
const VALUE: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

fn give(change: u32) {
    for pair in VALUE.as_bytes().chunks(2) {
        let text = std::str::from_utf8(pair).expect("hex digits");
        let byte = u32::from_str_radix(text, 16).expect("hex digits");
        value_byte(byte ^ change);
    }
}

#[test]
fn a_published_value_holds_for_its_round_alone() {
    give(0);
    assert_eq!(verify(1_000), 1);
    assert_eq!(verify(1_000), 0, "the bytes count once");
    give(0);
    assert_eq!(verify(1_001), 0);
    give(1);
    assert_eq!(verify(1_000), 0);
    give(0);
    value_byte(0);
    assert_eq!(verify(1_000), 0, "49 bytes are no value");
}
