//! The configuration of a server: built-in values, a file, the environment and flags, each over the one before. Opens
//! none of the files that a setting names.

mod file;
mod flags;
mod given;
mod key;
mod keys;
mod layers;
mod sample;
mod settings;

pub(crate) use file::line_at;
pub(crate) use flags::Flags;
pub(crate) use sample::sample;
pub(crate) use settings::{LogFormat, Settings};

use crate::lines::Problem;

/// The problem of a configuration that cannot be used. One of the flags counts as one of the arguments.
pub(crate) fn problem(wrong: Vec<String>) -> Problem {
    let of_flags = wrong.iter().any(|line| line.starts_with("--"));
    match Problem::together(wrong.into_iter().map(Problem::Input).collect()) {
        Problem::Input(text) if of_flags => Problem::Usage(text),
        other => other,
    }
}
