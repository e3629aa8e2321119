//! `punto serve --check`: reads everything that a configuration names, and says all that is wrong. Changes nothing.

use std::fs;
use std::path::Path;

use house::floor::FloorRefusal;
use house::{check_payouts, with_maxima};
use store::PostgresStore;
use table::Drawing;

use super::inputs::{client_files, given, plan};
use super::recordings;
use super::store_location::{FILE, StoreLocation};
use crate::audit_key;
use crate::config::{self, Settings};
use crate::demonstration;
use crate::lines::{Problem, print};

/// Checks, and prints that all is well.
///
/// # Errors
/// Everything that is wrong.
pub(super) fn run(settings: Result<Settings, Vec<String>>) -> Result<bool, Problem> {
    let wrong = settings.map_or_else(|wrong| wrong, |settings| wrong_with(&settings));
    if wrong.is_empty() {
        print("The configuration is complete.\n")?;
        return Ok(true);
    }
    Err(Problem::Input(config::problem(wrong).text()))
}

/// Everything that is wrong with what the settings name.
fn wrong_with(settings: &Settings) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut note = |problem: Problem| wrong.push(problem.text());
    tables(settings).unwrap_or_else(&mut note);
    if let Ok(plan) = plan(settings) {
        demonstration::refuse_in_earnest(settings, &plan).unwrap_or_else(&mut note);
    }
    recordings::read(settings.recordings.as_deref()).map_or_else(&mut note, drop);
    client_files(settings).map_or_else(&mut note, drop);
    if let Some(file) = &settings.security_log {
        folder_of(file).unwrap_or_else(&mut note);
    }
    match StoreLocation::of(settings) {
        Ok(place) => {
            match place.database() {
                Some(url) => PostgresStore::probe(url).map_err(Problem::failure),
                None => folder(&settings.data)
                    .and_then(|()| demonstration::refuse_elsewhere(&settings.data, settings)),
            }
            .unwrap_or_else(&mut note);
            let key = settings.audit_key.clone().or_else(|| place.audit_key());
            let shoe_key =
                settings.shoe_key.clone().or_else(|| key.as_deref().map(|key| place.shoe_key(key)));
            for path in key.iter().chain(&shoe_key) {
                audit_key::check(path).unwrap_or_else(&mut note);
            }
        }
        Err(problem) => note(problem),
    }
    wrong
}

/// The tables of the file, their rules and certificates, and what they may have to pay together.
fn tables(settings: &Settings) -> Result<(), Problem> {
    let Some(given) = given(settings.tables.as_deref(), settings.certificates.as_deref())? else {
        return Ok(());
    };
    let draws = given.iter().find(|table| table.record.draw == Drawing::AfterBets);
    if let Some(table) = draws.filter(|_| settings.beacon_relays.is_empty()) {
        return Err(Problem::Input(FloorRefusal::NoBeacon { table: table.record.id }.to_string()));
    }
    let settings = given.into_iter().map(|table| with_maxima(table.record.settings(table.rules)));
    let settings: Vec<_> = settings.collect::<Result<_, _>>().map_err(Problem::failure)?;
    check_payouts(&settings).map_err(Problem::failure)
}

/// The file of security events is made at the start, in a folder that is there.
fn folder_of(file: &Path) -> Result<(), Problem> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_none_or(Path::is_dir) && !file.is_dir() {
        return Ok(());
    }
    Err(Problem::Failure(format!(
        "cannot write security events to {}: there is no such folder",
        file.display()
    )))
}

/// A data folder that is missing is made at the start.
fn folder(path: &Path) -> Result<(), Problem> {
    let named = |file: &Path, why: &dyn std::fmt::Display| {
        Problem::Failure(format!("the data folder {}: {why}", file.display()))
    };
    match fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(named(path, &error)),
        Ok(found) if !found.is_dir() => return Err(named(path, &"it is a file")),
        Ok(_) => {}
    }
    let file = path.join(FILE);
    match fs::OpenOptions::new().read(true).write(true).open(&file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(named(&file, &error)),
        _ => Ok(()),
    }
}
