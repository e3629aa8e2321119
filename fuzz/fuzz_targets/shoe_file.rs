//! Law: replay(export(shoe)) is the shoe, for every file that reads.
#![no_main]

use baccarat::ShoeFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<ShoeFile>() {
        Ok(file) => assert_eq!(file.to_string().parse(), Ok(file), "{text:?}"),
        Err(errors) => assert!(errors.0.iter().all(|error| error.line >= 1), "{errors}"),
    }
});
