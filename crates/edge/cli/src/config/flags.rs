//! The settings as flags of a command. Reads no value.

use std::path::PathBuf;

use clap::builder::ValueHint;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::given::{Given, Value};
use super::key::{Key, Set};
use super::keys::KEYS;
use super::layers::{Layers, environment};

/// The flag that names the file.
const CONFIG: &str = "config";

/// The flags of all settings, and of the file.
#[derive(Clone)]
pub(crate) struct Flags {
    file: Option<PathBuf>,
    given: Vec<(&'static Key, Vec<String>)>,
}

impl Flags {
    /// These flags over the environment of this process, over the file.
    pub(crate) fn layers(&self) -> Layers {
        let given = self.given.iter().map(|(key, texts)| {
            let place = format!("--{}", key.flag.unwrap_or(key.name));
            Given { key, place, value: Value::Texts(texts.clone()) }
        });
        Layers { file: self.file.clone(), environment: environment(), flags: given.collect() }
    }

    /// Adds the flags of the settings that `chosen` takes.
    pub(crate) fn add_to(command: Command, chosen: impl Fn(&str) -> bool) -> Command {
        let file = Arg::new(CONFIG)
            .long(CONFIG)
            .value_name("FILE")
            .value_hint(ValueHint::FilePath)
            .value_parser(clap::value_parser!(PathBuf))
            .help("The file of the configuration, as punto init writes it");
        let flags = KEYS.iter().filter(|key| key.flag.is_some_and(&chosen));
        flags.fold(command.arg(file), |command, key| command.arg(argument(key)))
    }

    /// The flags that were given.
    pub(crate) fn of(matches: &ArgMatches) -> Self {
        let given = KEYS.iter().filter_map(|key| {
            let flag = key.flag?;
            // A command may have the flags of some settings alone.
            let texts = matches.try_get_many::<String>(flag).ok()??;
            let is_given = matches.value_source(flag) == Some(ValueSource::CommandLine);
            is_given.then(|| (key, texts.cloned().collect()))
        });
        Self { file: matches.get_one(CONFIG).cloned(), given: given.collect() }
    }
}

impl clap::FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self::of(matches))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::of(matches);
        Ok(())
    }
}

impl clap::Args for Flags {
    fn augment_args(command: Command) -> Command {
        Self::add_to(command, |_| true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(key: &'static Key) -> Arg {
    let flag = key.flag.unwrap_or(key.name);
    let hint = match (key.set, key.value) {
        (Set::Path(_), "DIR") => ValueHint::DirPath,
        (Set::Path(_), _) => ValueHint::FilePath,
        _ => ValueHint::Other,
    };
    // As the derived arguments: one sentence has no full stop.
    let help = key.help.strip_suffix('.').unwrap_or(key.help);
    let argument = Arg::new(flag).long(flag).value_name(key.value).value_hint(hint);
    let argument = argument.default_value(key.default());
    match key.set {
        Set::List(_) => argument.action(ArgAction::Append).help(format!("{help}; may be repeated")),
        // The flag alone switches it on.
        Set::Switch(_) => {
            argument.num_args(0..=1).require_equals(true).default_missing_value("true").help(help)
        }
        _ => argument.help(help),
    }
}
