//! The supervisors of a house: a text with a number, a secret's hash and a name on each line.
//!
//! Reads and writes that text, and authenticates supervisors by their secrets. Knows no file.

use std::fmt;
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::str::FromStr;

use house::Token;
use house::patrons::hash_of;
use table::{StaffId, hex};

/// The permitted number of characters in a supervisor's name.
pub const NAME: RangeInclusive<usize> = 1..=40;

/// The comment at the top of a new file.
const HEAD: &str = "\
# Supervisors, one a line: a number, the SHA-256 of the secret, a name. `punto supervisor add NAME --file FILE` adds
# a line and shows the secret once. Numbers stay on record: to disable a supervisor, replace the hash with -.
";

/// The supervisors of a house. No number, name or secret occurs twice.
#[derive(Clone, Default)]
pub struct Supervisors(Vec<Record>);

/// One line of the text.
#[derive(Clone)]
struct Record {
    id: StaffId,
    name: String,
    /// The SHA-256 of the secret; none when the supervisor is disabled.
    secret_hash: Option<[u8; 32]>,
}

/// An authenticated supervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supervisor {
    /// Their number.
    pub id: StaffId,
    /// Their name.
    pub name: String,
}

/// Why a text of supervisors is invalid, or why one cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SupervisorsError(String);

impl fmt::Debug for Supervisors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|record| (record.id.0, &record.name))).finish()
    }
}

impl Supervisors {
    /// How many supervisors are enabled.
    pub fn count(&self) -> usize {
        self.0.iter().filter(|record| record.secret_hash.is_some()).count()
    }

    /// The name of a supervisor, enabled or disabled.
    pub fn name(&self, id: StaffId) -> Option<&str> {
        self.0.iter().find(|record| record.id == id).map(|record| record.name.as_str())
    }

    /// The supervisor who has this secret. Takes the same time for every secret of the same length.
    pub fn authenticate(&self, secret: &str) -> Option<Supervisor> {
        let hash = hash_of(secret);
        let mut supervisor = None;
        for record in &self.0 {
            // Compares every byte of every record, so that the time reveals nothing of the stored hashes.
            let stored = record.secret_hash.unwrap_or_default();
            let difference =
                stored.iter().zip(hash).fold(0, |bits, (one, two)| black_box(bits | (one ^ two)));
            if black_box(difference == 0) && record.secret_hash.is_some() {
                supervisor = Some(Supervisor { id: record.id, name: record.name.clone() });
            }
        }
        supervisor
    }

    /// Adds a supervisor, whose secret is made of 256 random bits. Gives the new text, the supervisor and the secret.
    ///
    /// # Errors
    /// Why the text or the name is invalid.
    pub fn add(
        text: &str,
        name: &str,
        bits: [u8; 32],
    ) -> Result<(String, Supervisor, String), SupervisorsError> {
        let known: Self = text.parse()?;
        let name = name.trim();
        known.check_name(name)?;
        let last = known.0.iter().map(|record| record.id.0).max().unwrap_or_default();
        let id = last
            .checked_add(1)
            .ok_or_else(|| SupervisorsError("all supervisor numbers are in use".to_owned()))?;
        let secret = Token::new(bits).secret().to_owned();
        let text = if text.trim().is_empty() { HEAD } else { text };
        let gap = if text.ends_with('\n') { "" } else { "\n" };
        let text = format!("{text}{gap}{id}  {}  {name}\n", hex::write(&hash_of(&secret)));
        Ok((text, Supervisor { id: StaffId(id), name: name.to_owned() }, secret))
    }

    fn check_name(&self, name: &str) -> Result<(), SupervisorsError> {
        if !NAME.contains(&name.chars().count()) || name.chars().any(char::is_control) {
            let message = format!("a name has {} to {} characters, not {name:?}", NAME.start(), NAME.end());
            return Err(SupervisorsError(message));
        }
        if self.0.iter().any(|record| record.name.to_lowercase() == name.to_lowercase()) {
            return Err(SupervisorsError(format!("the name {name} is already in use")));
        }
        Ok(())
    }

    /// Parses a line that follows these supervisors.
    fn parse_next(&self, line: &str) -> Result<Record, SupervisorsError> {
        let error = |message: String| SupervisorsError(message);
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

impl FromStr for Supervisors {
    type Err = SupervisorsError;

    fn from_str(text: &str) -> Result<Self, SupervisorsError> {
        let mut supervisors = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let numbered = |error: SupervisorsError| SupervisorsError(format!("line {number}: {error}"));
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
    fn a_new_supervisor_is_authenticated_by_the_secret_alone() {
        let (text, ann, secret) = Supervisors::add("", " Ann Lee ", [0xa5; 32]).unwrap();
        assert_eq!((ann.id, ann.name.as_str(), secret), (StaffId(1), "Ann Lee", "a5".repeat(32)));
        let (text, ben, other) = Supervisors::add(text.trim_end(), "Ben", [7; 32]).unwrap();
        assert!(text.starts_with("# Supervisors, one a line") && text.ends_with("  Ben\n"), "{text}");
        assert!(!text.contains(&other), "only the hash is written");
        let known: Supervisors = text.parse().unwrap();
        assert_eq!((known.count(), ben.id), (2, StaffId(2)));
        assert_eq!(known.authenticate(&other), Some(ben));
        assert_eq!(known.authenticate(&"a5".repeat(32)), Some(ann));
        for wrong in ["", "a5", &"a5".repeat(31), &"A5".repeat(32), &hex::write(&hash_of(&other))] {
            assert_eq!(known.authenticate(wrong), None, "{wrong}");
        }
        assert_eq!(format!("{known:?}"), r#"[(1, "Ann Lee"), (2, "Ben")]"#);
    }

    #[test]
    fn a_disabled_supervisor_keeps_the_number() {
        let known: Supervisors = "# Ours.\n\n3  -  Ann\n".parse().unwrap();
        assert_eq!((known.count(), known.name(StaffId(3))), (0, Some("Ann")));
        assert_eq!(known.authenticate(""), None);
        let (_, next, _) = Supervisors::add("3 - Ann", "Ben", [1; 32]).unwrap();
        assert_eq!(next.id, StaffId(4));
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
            let error = text.parse::<Supervisors>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
        assert_eq!(
            Supervisors::add("1 - Ann", "ann", [1; 32]).unwrap_err().to_string(),
            "the name ann is already in use"
        );
    }
}
