//! Only rules that are on record are served: the check, before anything listens. Knows no table.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use baccarat::HouseRules;
use certificate::Record;

use crate::certificate::{of_text, read_record, record_beside};
use crate::lines::Problem;

/// Checks documents against the record. Each is checked once, however many tables run it.
pub(super) struct Certified<'a> {
    /// The record for rules files; beside each of them if none is named.
    record: Option<&'a Path>,
    passed: BTreeSet<(PathBuf, String)>,
}

impl<'a> Certified<'a> {
    pub(super) const fn by(record: Option<&'a Path>) -> Self {
        Self { record, passed: BTreeSet::new() }
    }

    /// Built-in rules, whose record is built in too.
    pub(super) fn built_in(&mut self, id: &str) -> Result<(), Problem> {
        let Some(text) = HouseRules::builtin_text(id) else { return Ok(()) };
        if !self.passed.insert((PathBuf::new(), text.to_owned())) {
            return Ok(());
        }
        Record::builtin().check(&of_text(id, text)?).map_err(|refused| {
            Problem::Failure(format!(
                "{refused}\nThis program was built from other rules than were certified."
            ))
        })
    }

    /// The rules in a file, with this text.
    pub(super) fn file(&mut self, file: &str, text: &str) -> Result<(), Problem> {
        let path = self.record.map_or_else(|| record_beside(Path::new(file)), Path::to_owned);
        let key = (path, text.to_owned());
        if self.passed.contains(&key) {
            return Ok(());
        }
        let refused = read_record(&key.0)?.check(&of_text(file, text)?);
        refused
            .map_err(|refused| Problem::Input(format!("{file}: {refused}\n{}", self.remedy(file, &key.0))))?;
        self.passed.insert(key);
        Ok(())
    }

    /// What to do about rules that are not on record.
    fn remedy(&self, file: &str, record: &Path) -> String {
        let named = self.record.map_or_else(String::new, |record| format!(" {}", record.display()));
        format!(
            "The record is {}. To look at the certificate, and to put it there once it is agreed on:\n  \
             punto certificate --rules {file} --output certificate.html\n  \
             punto certificate --rules {file} --record{named}",
            record.display()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_built_in_is_on_record() {
        let mut certified = Certified::by(None);
        for id in HouseRules::BUILTIN {
            assert!(certified.built_in(id).is_ok(), "{id}");
        }
    }
}
