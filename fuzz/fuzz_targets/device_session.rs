//! Law: over any line, between any power cuts, and against any other side, a record of a device is stored once and in
//! order, and acknowledged when it is durable.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scanner::testing::{against_device, against_server, run};

fuzz_target!(|input: (u8, &[u8])| {
    let (side, script) = input;
    match side % 3 {
        0 => drop(run(script)),
        1 => against_server(script),
        _ => against_device(script),
    }
});
