//! The file of the demonstration staff, which only a store that was made with them has beside it: their password, the
//! secrets of their second factors and the tokens of those whom a program plays. While it is there, the store is served
//! on this machine only. Opens no store.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use house::OsEntropy;
use house::floor::FloorPlan;
use house::people::Role;
use house::people::codes::code_of;
use house::ports::Entropy as _;
use money::Currency;
use serde::{Deserialize, Serialize};

use crate::config::Settings;
use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile};

/// The file in the data folder.
const FILE: &str = "demonstration-staff.json";
/// The key of the simulated device, in the data folder.
pub(crate) const DEVICE_KEY: &str = "demonstration-device.key";
/// What that device keeps.
pub(crate) const DEVICE_STATE: &str = "demonstration-device.state";

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
/// What everybody sees of the dealer.
pub(crate) const DEALER_SEEN: &str = "Dana";

/// The dealer whom a program plays: also what everybody sees, in the lobby and at the table.
pub(crate) const SIMULATION: &str = "Simulation";
/// The dealer and the supervisors whom a program plays. Nobody logs in as them, and their names say what they are: they
/// are read in the log.
pub(crate) const SIMULATED: [(&str, Role); 3] = [
    (SIMULATION, Role::Dealer),
    ("Simulated Supervisor One", Role::Supervisor),
    ("Simulated Supervisor Two", Role::Supervisor),
];

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
    /// Whether the live table is open, and its device may speak there.
    #[serde(default)]
    pub(crate) has_device: bool,
    /// The tokens of those whom a program plays, by name.
    #[serde(default)]
    pub(crate) simulated: BTreeMap<String, String>,
    /// When those tokens end.
    #[serde(default)]
    pub(crate) simulated_until: i64,
    /// What the cards of the simulated shoes are drawn with. A shoe goes on after a restart, so it is kept.
    #[serde(default = "first_seed")]
    pub(crate) shoe_seed: u64,
}

/// The seed of a file that was written when every demonstration had the same.
const fn first_seed() -> u64 {
    1
}

impl Demonstration {
    /// A new one, with a password that nobody can guess.
    pub(crate) fn new() -> Result<Self, Problem> {
        let bits = OsEntropy.seed().map_err(Problem::failure)?;
        let password = code_of(&bits[..10]);
        let shoe_seed = bits[10..18].iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte));
        let (secrets, recovery_codes, simulated) = Default::default();
        let (has_device, simulated_until) = (false, 0);
        Ok(Self { password, secrets, recovery_codes, has_device, simulated, simulated_until, shoe_seed })
    }

    /// Forgets the people of a store that was removed, and its device, whose key no other store knows.
    pub(crate) fn begin_again(&mut self, folder: &Path) -> Result<(), Problem> {
        *self = Self { password: std::mem::take(&mut self.password), ..Self::new()? };
        for name in [DEVICE_KEY, DEVICE_STATE] {
            match fs::remove_file(folder.join(name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
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
    let Some(place) = elsewhere(settings) else { return Ok(()) };
    Err(Problem::Failure(format!(
        "the store in {} has demonstration staff, so it is served on this machine only, such as on 127.0.0.1, and not \
         at {place}: use another store",
        folder.display()
    )))
}

/// Refuses a demonstration that is none: in a database, on other machines, or where money is wagered that is worth
/// something.
pub(crate) fn refuse_in_earnest(settings: &Settings, plan: &FloorPlan) -> Result<(), Problem> {
    if !settings.demonstration {
        return Ok(());
    }
    let in_earnest = plan.tables.iter().flatten().find(|table| table.record.currency != Currency::PLAY);
    let why = if settings.database.is_some() {
        "is for a data folder on this machine, not for a database".to_owned()
    } else if let Some(place) = elsewhere(settings) {
        format!("is for this machine alone, such as on 127.0.0.1, and not at {place}")
    } else if let Some(proxy) = settings.trusted_proxies.first() {
        format!("is for this machine alone, and not behind a proxy, such as {proxy}")
    } else if let Some(table) = in_earnest {
        let (name, code) = (&table.record.name, table.record.currency.code());
        format!("is for play money alone, and {name} takes wagers in {code}")
    } else {
        return Ok(());
    };
    Err(Problem::Failure(format!("a demonstration {why}: set demonstration = false")))
}

/// Where other machines reach the server, if they do.
fn elsewhere(settings: &Settings) -> Option<String> {
    if !settings.listen.ip().is_loopback() {
        return Some(settings.listen.to_string());
    }
    let site = settings.public_url.as_ref().filter(|site| !site.is_this_machine());
    site.map(|site| site.origin().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demonstration_has_shoes_of_its_own_and_keeps_them() {
        let folder = tempfile::tempdir().unwrap();
        let first = Demonstration::new().unwrap();
        assert_ne!(first.shoe_seed, Demonstration::new().unwrap().shoe_seed);
        first.write(folder.path()).unwrap();
        let kept = |folder| Demonstration::read(folder).unwrap().unwrap().shoe_seed;
        assert_eq!(kept(folder.path()), first.shoe_seed);
        let older = r#"{"password": "none", "secrets": {}}"#;
        fs::write(path(folder.path()), older).unwrap();
        assert_eq!(kept(folder.path()), 1, "the shoe on the table goes on");
    }
}
