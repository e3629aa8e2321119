//! What a setting of the catalogue is: its names, its help, and how its value is read.

use std::path::PathBuf;

use super::settings::Settings;

/// A setting.
pub(super) struct Key {
    /// The name in the file, with its section: `limits.sockets`.
    pub(super) name: &'static str,
    /// The name of its flag; none where only the file and the environment have it.
    pub(super) flag: Option<&'static str>,
    /// What stands for a value in the help.
    pub(super) value: &'static str,
    /// What it is, in one or two sentences.
    pub(super) help: &'static str,
    /// Its value in the sample, in TOML.
    pub(super) sample: Sample,
    /// How it is read.
    pub(super) set: Set,
}

/// The value of a setting in the sample.
#[derive(Clone, Copy)]
pub(super) enum Sample {
    /// What holds where nobody gives it.
    Default(&'static str),
    /// An example; by default there is none.
    Example(&'static str),
}

/// How a value is read.
#[derive(Clone, Copy)]
pub(super) enum Set {
    /// A text.
    Text(fn(&mut Settings, &str) -> Result<(), String>),
    /// The path of a file or folder; one in the file is relative to the folder of the file.
    Path(fn(&mut Settings, PathBuf)),
    /// A whole number from the first to the second.
    Number(u32, u32, fn(&mut Settings, u32)),
    /// True or false.
    Switch(fn(&mut Settings, bool)),
    /// Several texts.
    List(fn(&mut Settings, &[String]) -> Result<(), String>),
}

impl Key {
    /// The name of its variable in the environment.
    pub(super) fn variable(&self) -> String {
        format!("PUNTO_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// What holds where nobody gives it, as a person writes it; none for nothing.
    pub(super) fn default(&self) -> Option<&'static str> {
        match self.sample {
            Sample::Default(value) => Some(value.trim_matches('"')),
            Sample::Example(_) => None,
        }
    }
}
