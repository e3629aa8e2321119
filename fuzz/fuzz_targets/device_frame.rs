//! Law: what a device or a server says reads as a frame that writes and reads as itself, or is refused; and what
//! anybody publishes is judged line by line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scanner::envelope::{LONGEST, digest};
use scanner::{DeviceFrame, Envelope, ServerFrame, check_records};

fuzz_target!(|text: &str| {
    if let Ok(envelope) = Envelope::read(text) {
        assert!(text.len() <= LONGEST);
        assert!(!envelope.body().contains(['\n', '\r']));
        assert_eq!(envelope.digest(), digest(envelope.body()));
        // The crate writes the shortest form of an envelope, so a stored body always fits into a frame.
        assert!(envelope.write().len() <= text.len());
        assert_eq!(Envelope::read(&envelope.write()).as_ref(), Ok(&envelope));
    }
    if let Ok(frame) = DeviceFrame::read(text) {
        assert_eq!(DeviceFrame::read(&frame.write()), Ok(frame));
    }
    if let Ok(frame) = ServerFrame::read(text) {
        assert_eq!(ServerFrame::read(&frame.write()), Ok(frame));
    }
    let report = check_records(text);
    assert!(report.faults.iter().all(|(line, _)| (1..=report.lines.max(1)).contains(line)));
    // Nobody signs by chance.
    assert!(report.cards.is_empty() || !report.stretches.is_empty());
});
