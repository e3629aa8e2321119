//! What is packaged, and how; and how the steps of packaging say what they do.

use std::path::Path;

use super::version::Version;

/// Who answers for the package.
pub(super) const MAINTAINER: &str = "The Punto contributors <contributors@punto.example>";

/// What is packaged, and how.
pub(super) struct Recipe<'a> {
    /// The unstripped program.
    pub(super) program: &'a Path,
    pub(super) version: Version,
    /// The folder for the results.
    pub(super) out: &'a Path,
    /// Whether to compress little, because the results are only for a test.
    pub(super) is_quick: bool,
}

/// Says on standard error what happens now.
pub(super) fn step(name: &str, about: &str) {
    eprintln!("=== {name}: {about} ===");
}
