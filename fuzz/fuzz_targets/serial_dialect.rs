//! Law: whatever a shoe on a serial line sends, and however it comes in pieces, the records are the same, each thing
//! that passed is counted once, and every record can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scanner::What;

fuzz_target!(|input: (u16, &[u8])| {
    let (at, bytes) = input;
    let (first, rest) = bytes.split_at(usize::from(at).min(bytes.len()));
    let records = punto_cli::dialect_records(&[bytes]);
    assert_eq!(records, punto_cli::dialect_records(&[first, rest]));
    let passes: Vec<u64> = records.iter().filter_map(What::pass).collect();
    assert!(passes.iter().copied().eq((1..).take(passes.len())), "{passes:?}");
});
