//! Checks, before the server listens, that all house rules are on record. Knows no table.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use baccarat::HouseRules;
use certificate::Record;

use crate::certificate::{of_text, read_record, record_beside};
use crate::lines::Problem;

/// Checks documents against the record, each document once.
pub(crate) struct CertificateCheck<'a> {
    /// The record for rules files; by default the one beside each file.
    record: Option<&'a Path>,
    passed: BTreeSet<(PathBuf, String)>,
}

impl<'a> CertificateCheck<'a> {
    pub(crate) const fn new(record: Option<&'a Path>) -> Self {
        Self { record, passed: BTreeSet::new() }
    }

    /// Checks built-in rules against the built-in record.
    pub(crate) fn built_in(&mut self, id: &str) -> Result<(), Problem> {
        let Some(text) = HouseRules::builtin_text(id) else { return Ok(()) };
        if !self.passed.insert((PathBuf::new(), text.to_owned())) {
            return Ok(());
        }
        Record::builtin().check(&of_text(id, text)?).map_err(|refused| {
            Problem::Failure(format!(
                "{refused}\nThis program was built with rules that differ from the certified ones."
            ))
        })
    }

    /// Checks the rules of a file, whose text is given.
    pub(crate) fn file(&mut self, file: &str, text: &str) -> Result<(), Problem> {
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

    /// The commands that put rules on record.
    fn remedy(&self, file: &str, record: &Path) -> String {
        let named = self.record.map_or_else(String::new, |record| format!(" {}", record.display()));
        format!(
            "The record is {}. To review the certificate, and to record it once it is agreed:\n  \
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
    fn all_built_in_rules_are_on_record() {
        let mut certified = CertificateCheck::new(None);
        for id in HouseRules::BUILTIN {
            assert!(certified.built_in(id).is_ok(), "{id}");
        }
    }
}
