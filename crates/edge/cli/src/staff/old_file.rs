//! The file of supervisors of earlier versions: a number, a secret's hash and a name on each line.
//!
//! `punto staff import` reads it once. Knows no store.

use std::ops::RangeInclusive;
use std::str::FromStr;

use house::people::{ImportedStaff, Role, Roles, StaffMember};
use table::{StaffId, hex};

/// The permitted number of characters in a name.
const NAME: RangeInclusive<usize> = 1..=40;

/// The supervisors of a file. No number, name or secret occurs twice.
#[derive(Default)]
pub(super) struct OldFile(Vec<Record>);

/// One line of the text.
struct Record {
    id: StaffId,
    name: String,
    /// The SHA-256 of the secret; none when the supervisor is disabled.
    secret_hash: Option<[u8; 32]>,
}

/// Why a text of supervisors is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct OldFileError(String);

impl OldFile {
    /// The supervisors as members of staff.
    pub(super) fn staff(self) -> Vec<ImportedStaff> {
        let imported = |Record { id, name, secret_hash }| {
            let (roles, disabled) = (Roles::from([Role::Supervisor]), secret_hash.is_none());
            ImportedStaff {
                member: StaffMember { disabled, ..StaffMember::new(id, name, roles) },
                secret_hash,
            }
        };
        self.0.into_iter().map(imported).collect()
    }

    fn check_name(&self, name: &str) -> Result<(), OldFileError> {
        if !NAME.contains(&name.chars().count()) || name.chars().any(char::is_control) {
            let message = format!("a name has {} to {} characters, not {name:?}", NAME.start(), NAME.end());
            return Err(OldFileError(message));
        }
        if self.0.iter().any(|record| record.name.to_lowercase() == name.to_lowercase()) {
            return Err(OldFileError(format!("the name {name} is already in use")));
        }
        Ok(())
    }

    /// Parses a line that follows these supervisors.
    fn parse_next(&self, line: &str) -> Result<Record, OldFileError> {
        let error = |message: String| OldFileError(message);
        let (id, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (secret, name) = rest.trim_start().split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = id.parse().ok().filter(|id| *id > 0);
        let id = number.ok_or_else(|| error(format!("a line starts with a number from 1, not {id:?}")))?;
        let no_hash =
            || error("the number is followed by a SHA-256 in 64 digits of 0-9 and a-f, or by -".to_owned());
        let secret_hash = if secret == "-" { None } else { Some(hex::read(secret).ok_or_else(no_hash)?) };
        self.check_name(name.trim())?;
        if self.0.iter().any(|known| known.id.0 == id) {
            return Err(error(format!("the number {id} is already in use")));
        }
        if secret_hash.is_some() && self.0.iter().any(|known| known.secret_hash == secret_hash) {
            return Err(error("another supervisor has the same secret".to_owned()));
        }
        Ok(Record { id: StaffId(id), name: name.trim().to_owned(), secret_hash })
    }
}

impl FromStr for OldFile {
    type Err = OldFileError;

    fn from_str(text: &str) -> Result<Self, OldFileError> {
        let mut supervisors = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let numbered = |error: OldFileError| OldFileError(format!("line {number}: {error}"));
                let record = supervisors.parse_next(line).map_err(numbered)?;
                supervisors.0.push(record);
            }
        }
        Ok(supervisors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supervisors_keep_number_name_and_secret() {
        let text = format!("# Ours.\n\n3  -  Ann Lee\n7 {} Ben\n", "ab".repeat(32));
        let staff = text.parse::<OldFile>().unwrap().staff();
        let shown =
            |it: &ImportedStaff| (it.member.id.0, it.member.name.clone(), it.member.disabled, it.secret_hash);
        let shown: Vec<_> = staff.iter().map(shown).collect();
        let (ann, ben) = ("Ann Lee".to_owned(), "Ben".to_owned());
        assert_eq!(shown, [(3, ann, true, None), (7, ben, false, Some([0xab; 32]))]);
        assert!(staff.iter().all(|it| it.member.roles == Roles::from([Role::Supervisor])));
    }

    #[test]
    fn invalid_lines_are_refused() {
        let (hash, other) = ("ab".repeat(32), "cd".repeat(32));
        for (text, expected) in [
            ("Ann".to_owned(), "line 1: a line starts with a number from 1, not \"Ann\""),
            (format!("0 {hash} Ann"), "line 1: a line starts with a number from 1, not \"0\""),
            (
                "1 Ann".to_owned(),
                "line 1: the number is followed by a SHA-256 in 64 digits of 0-9 and a-f, or by -",
            ),
            (format!("1 {} Ann", hash.to_uppercase()), "line 1: the number is followed by a SHA-256"),
            (format!("1 {hash}"), "line 1: a name has 1 to 40 characters, not \"\""),
            (format!("1 {hash} {}", "x".repeat(41)), "line 1: a name has 1 to 40 characters"),
            (format!("#\n1 {hash} Ann\n1 {other} Ben"), "line 3: the number 1 is already in use"),
            (format!("1 {hash} Ann\n2 {other} ANN"), "line 2: the name ANN is already in use"),
            (format!("1 {hash} Ann\n2 {hash} Ben"), "line 2: another supervisor has the same secret"),
        ] {
            let error = text.parse::<OldFile>().map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
