//! The crate `beacon` as a WebAssembly module for the page: whether a value is that of a round. It is apart from the
//! other checks, because elliptic curves with pairings are most of its size.
//!
//! All arguments and results are integers. The page gives the 48 bytes of a value one by one:
//!
//! ```
//! use punto_beacon_wasm::{value_byte, verify};
//!
//! for byte in [0; 48] {
//!     value_byte(byte);
//! }
//! assert_eq!(verify(1_000), 0, "zeros are no value");
//! ```
#![allow(
    unsafe_code,
    reason = "the page finds a function by its unmangled name, and naming one so is unsafe in Rust"
)]

use std::cell::Cell;

thread_local! {
    static VALUE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Adds a byte to the value that [`verify`] will check.
#[unsafe(no_mangle)]
pub extern "C" fn value_byte(byte: u32) {
    let mut value = VALUE.take();
    value.extend(u8::try_from(byte));
    VALUE.set(value);
}

/// Returns 1 if the bytes given are the value of this round of quicknet, and 0 if they are not.
#[unsafe(no_mangle)]
pub extern "C" fn verify(round: u64) -> u32 {
    let value: Result<[u8; 48], _> = VALUE.take().try_into();
    u32::from(value.is_ok_and(|value| beacon::verify(round, &value).is_ok()))
}
