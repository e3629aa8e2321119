//! The verifier of provably fair shoes: reads proof files, and runs every check that a file alone allows.
//!
//! [`check`] runs all checks over one file, [`check_all`] over the files of a table together. A [`Report`] has one
//! [`Finding`] for each [`Check`], in a fixed order: `ok`, `FAILED` or `not checked`, with place and reason. No check
//! stops another one.
//!
//! | module | holds |
//! |---|---|
//! | [`file`](mod@file) | the proof file of a shoe, read strictly |
//! | [`scanned_file`] | that of a shoe whose cards a device reads |
//! | [`wager_file`] | a patron's own wagers of one round, with their path |
//! | [`report`] | checks, verdicts, places, and among how many shoes the house could choose |
//! | [`written`] | reports as lines of text, and as JSON |
//! | `outline` | the bulletins of a shoe by kind |
//! | `checks` | one file for each group of checks |
//!
//! It reads no file, no clock and no network, so that it runs in a browser. The value of a beacon is checked by a
//! function of the caller, because that takes elliptic curves: `beacon::verify` is one. Everything is described in
//! `docs/PROOFS.md`.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod checks;
pub mod file;
mod known;
mod outline;
mod printable;
pub mod report;
pub mod scanned_file;
#[cfg(feature = "testing")]
pub mod testing;
pub mod wager_file;
pub mod written;

pub use file::{FormError, ProofFile};
pub use known::{Known, Pairing};
pub use report::{Check, Choices, Finding, Place, Report, Verdict};
use report::{LIMIT, SCANNED_LIMIT};
pub use scanned_file::ScannedFile;
pub use wager_file::WagerFile;

/// Runs all checks over the text of one proof file.
pub fn check(text: &str, known: &Known<'_>) -> Report {
    if ScannedFile::claims(text) {
        return match ScannedFile::read(text) {
            Ok(file) => checks::run_scanned(&file, text, known),
            Err(error) => Report::unreadable(&error, SCANNED_LIMIT, Check::of_scanned()),
        };
    }
    match ProofFile::read(text) {
        Ok(file) => checks::run(&file, text, known),
        Err(error) => Report::unreadable(&error, LIMIT, Check::of_sealed()),
    }
}

/// Runs all checks over each of these texts, and those that compare files: each shoe once, one bulletin a number, each
/// secret once. The reports are in the order of the texts.
pub fn check_all(texts: &[&str], known: &Known<'_>) -> Vec<Report> {
    let mut reports: Vec<Report> = texts.iter().map(|text| check(text, known)).collect();
    if texts.len() > 1 {
        let files: Vec<Option<ProofFile>> = texts.iter().map(|text| ProofFile::read(text).ok()).collect();
        checks::compare(&files, &mut reports);
        let scanned: Vec<Option<ScannedFile>> =
            texts.iter().map(|text| ScannedFile::read(text).ok()).collect();
        checks::compare_scanned(&scanned, &mut reports);
    }
    reports
}
