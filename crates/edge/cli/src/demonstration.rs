//! The file of the demonstration staff, which only a store that was made with them has beside it: their password and
//! the secrets of their second factors. While it is there, the store is served on this machine only. Opens no store.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use house::OsEntropy;
use house::people::Role;
use house::people::codes::code_of;
use house::ports::Entropy as _;
use serde::{Deserialize, Serialize};

use crate::config::Settings;
use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile};

/// The file in the data folder.
const FILE: &str = "demonstration-staff.json";

/// Who they are. Two supervisors, because a correction takes two persons, and so does the approval of a device.
pub(crate) const MEMBERS: [(&str, Role); 5] = [
    (SUPERVISORS[0], Role::Supervisor),
    (SUPERVISORS[1], Role::Supervisor),
    (MANAGER, Role::Manager),
    (DEALER, Role::Dealer),
    ("Auditor One", Role::Auditor),
];
/// The supervisors.
pub(crate) const SUPERVISORS: [&str; 2] = ["Supervisor One", "Supervisor Two"];
/// The manager.
pub(crate) const MANAGER: &str = "Manager One";
/// The dealer.
pub(crate) const DEALER: &str = "Dealer One";

/// How the demonstration staff of a store log in.
#[derive(Serialize, Deserialize)]
pub(crate) struct Demonstration {
    /// The password of each of them.
    pub(crate) password: String,
    /// The secret of the second factor of each by name, as an authenticator app takes it; those who have none yet are
    /// missing.
    pub(crate) secrets: BTreeMap<String, String>,
    /// The recovery codes of each by name, with which a program logs in as them once.
    #[serde(default)]
    pub(crate) recovery_codes: BTreeMap<String, Vec<String>>,
    /// The token with which a program deals as the dealer.
    #[serde(default)]
    pub(crate) dealer_token: Option<String>,
}

impl Demonstration {
    /// A new one, with a password that nobody can guess.
    pub(crate) fn new() -> Result<Self, Problem> {
        let bits = OsEntropy.seed().map_err(Problem::failure)?;
        let password = code_of(&bits[..10]);
        Ok(Self { password, secrets: BTreeMap::new(), recovery_codes: BTreeMap::new(), dealer_token: None })
    }

    /// That of the store in a folder; none when the store was not made with them.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, Problem> {
        let file = path(folder);
        let named = |error: &dyn std::fmt::Display| {
            Problem::Failure(format!("the demonstration staff in {}: {error}", file.display()))
        };
        match fs::read_to_string(&file) {
            Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| named(&error)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(named(&error)),
        }
    }

    /// Writes the file, for its owner alone.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Problem> {
        let text = serde_json::to_string_pretty(self).map_err(Problem::failure)?;
        NewFile::of_text(&path(folder), FileAccess::OwnerOnly, &(text + "\n"))?.finish_replacing()
    }

    /// Whether everybody has a second factor.
    pub(crate) fn is_complete(&self) -> bool {
        MEMBERS.iter().all(|(name, _)| self.secrets.contains_key(*name))
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Refuses to serve a store with demonstration staff to other machines: their password and secrets are in a file and on
/// a screen. A public address that is not of this machine says that a proxy lets others in.
pub(crate) fn refuse_elsewhere(folder: &Path, settings: &Settings) -> Result<(), Problem> {
    let file = path(folder);
    match file.try_exists() {
        Ok(true) => {}
        Ok(false) => return Ok(()),
        // What is wrong with the folder is said when the store is opened.
        Err(error) if error.kind() == ErrorKind::NotADirectory => return Ok(()),
        Err(error) => return Err(Problem::Failure(format!("cannot look for {}: {error}", file.display()))),
    }
    let place = if !settings.listen.ip().is_loopback() {
        settings.listen.to_string()
    } else if let Some(site) = settings.public_url.as_ref().filter(|site| !site.is_this_machine()) {
        site.origin().to_owned()
    } else {
        return Ok(());
    };
    Err(Problem::Failure(format!(
        "the store in {} has demonstration staff, so it is served on this machine only, such as on 127.0.0.1, and not \
         at {place}: use another store",
        folder.display()
    )))
}
