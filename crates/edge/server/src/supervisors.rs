//! Who may supervise: a text with a number, the hash of a secret and a name on each line. Reads and writes that text,
//! and knows supervisors by their secrets. Knows no file.

use std::fmt;
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::str::FromStr;

use house::Token;
use house::patrons::hash_of;
use table::{SupervisorId, hex};

/// How many characters a supervisor's name may have.
pub const NAME: RangeInclusive<usize> = 1..=40;

/// What stands above the lines of a file that is begun.
const HEAD: &str = "\
# Who may supervise: a number, the SHA-256 of their secret, their name. `punto supervisor add NAME --file FILE` writes
# a line and shows the secret once. Numbers stay on record: to keep somebody out, put - in place of the hash.
";

/// The supervisors of a house. Two lines are two persons: no number, name or secret stands twice.
#[derive(Clone, Default)]
pub struct Supervisors(Vec<Line>);

/// One of them.
#[derive(Clone)]
struct Line {
    id: SupervisorId,
    name: String,
    /// The SHA-256 of their secret; none when they may supervise no longer.
    secret: Option<[u8; 32]>,
}

/// Somebody who proved to be a supervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supervisor {
    /// Their number.
    pub id: SupervisorId,
    /// Their name.
    pub name: String,
}

/// What is wrong with a text of supervisors, or with one to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupervisorsError(String);

impl fmt::Display for SupervisorsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SupervisorsError {}

impl fmt::Debug for Supervisors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|line| (line.id.0, &line.name))).finish()
    }
}

impl Supervisors {
    /// How many may supervise now.
    pub fn count(&self) -> usize {
        self.0.iter().filter(|line| line.secret.is_some()).count()
    }

    /// What a supervisor of that number is or was called.
    pub fn name(&self, id: SupervisorId) -> Option<&str> {
        self.0.iter().find(|line| line.id == id).map(|line| line.name.as_str())
    }

    /// Whose secret this is. How long that takes tells nothing of the secrets there are.
    pub fn authenticate(&self, secret: &str) -> Option<Supervisor> {
        let hash = hash_of(secret);
        let mut found = None;
        for line in &self.0 {
            // Every line is looked at, and every byte of it.
            let stored = line.secret.unwrap_or_default();
            let differs = stored.iter().zip(hash).fold(0, |seen, (one, two)| black_box(seen | (one ^ two)));
            if black_box(differs == 0) && line.secret.is_some() {
                found = Some(Supervisor { id: line.id, name: line.name.clone() });
            }
        }
        found
    }

    /// The text with one more supervisor, whose secret is made of these 256 random bits; who that is, and the secret.
    ///
    /// # Errors
    /// What is wrong with the text as it is, or with the name.
    pub fn add(
        text: &str,
        name: &str,
        bits: [u8; 32],
    ) -> Result<(String, Supervisor, String), SupervisorsError> {
        let known: Self = text.parse()?;
        let name = name.trim();
        known.check_name(name)?;
        let last = known.0.iter().map(|line| line.id.0).max().unwrap_or_default();
        let id = last.checked_add(1).ok_or_else(|| SupervisorsError("there is no number left".to_owned()))?;
        let secret = Token::new(bits).secret().to_owned();
        let text = if text.trim().is_empty() { HEAD } else { text };
        let gap = if text.ends_with('\n') { "" } else { "\n" };
        let text = format!("{text}{gap}{id}  {}  {name}\n", hex::write(&hash_of(&secret)));
        Ok((text, Supervisor { id: SupervisorId(id), name: name.to_owned() }, secret))
    }

    fn check_name(&self, name: &str) -> Result<(), SupervisorsError> {
        if !NAME.contains(&name.chars().count()) || name.chars().any(char::is_control) {
            let said = format!("a name has {} to {} characters, not {name:?}", NAME.start(), NAME.end());
            return Err(SupervisorsError(said));
        }
        if self.0.iter().any(|line| line.name.to_lowercase() == name.to_lowercase()) {
            return Err(SupervisorsError(format!("{name} is there already")));
        }
        Ok(())
    }

    fn read(&self, line: &str) -> Result<Line, SupervisorsError> {
        let wrong = |what: String| SupervisorsError(what);
        let (id, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (secret, name) = rest.trim_start().split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = id.parse().ok().filter(|id| *id > 0);
        let id = number.ok_or_else(|| wrong(format!("a line begins with a number from 1, not {id:?}")))?;
        let no_hash = || wrong("after the number stands a SHA-256 as 64 of 0-9 and a-f, or -".to_owned());
        let secret = if secret == "-" { None } else { Some(hex::read(secret).ok_or_else(no_hash)?) };
        self.check_name(name.trim())?;
        if self.0.iter().any(|known| known.id.0 == id) {
            return Err(wrong(format!("number {id} is there already")));
        }
        if secret.is_some() && self.0.iter().any(|known| known.secret == secret) {
            return Err(wrong("that secret is another supervisor's already".to_owned()));
        }
        Ok(Line { id: SupervisorId(id), name: name.trim().to_owned(), secret })
    }
}

impl FromStr for Supervisors {
    type Err = SupervisorsError;

    fn from_str(text: &str) -> Result<Self, SupervisorsError> {
        let mut read = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let named = |error: SupervisorsError| SupervisorsError(format!("line {number}: {error}"));
                let line = read.read(line).map_err(named)?;
                read.0.push(line);
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_added_is_known_by_the_secret_alone() {
        let (text, ann, secret) = Supervisors::add("", " Ann Lee ", [0xa5; 32]).unwrap();
        assert_eq!((ann.id, ann.name.as_str(), secret), (SupervisorId(1), "Ann Lee", "a5".repeat(32)));
        let (text, ben, other) = Supervisors::add(text.trim_end(), "Ben", [7; 32]).unwrap();
        assert!(text.starts_with("# Who may supervise") && text.ends_with("  Ben\n"), "{text}");
        assert!(!text.contains(&other), "only the hash is written");
        let known: Supervisors = text.parse().unwrap();
        assert_eq!((known.count(), ben.id), (2, SupervisorId(2)));
        assert_eq!(known.authenticate(&other), Some(ben));
        assert_eq!(known.authenticate(&"a5".repeat(32)), Some(ann));
        for no in ["", "a5", &"a5".repeat(31), &"A5".repeat(32), &hex::write(&hash_of(&other))] {
            assert_eq!(known.authenticate(no), None, "{no}");
        }
        assert_eq!(format!("{known:?}"), r#"[(1, "Ann Lee"), (2, "Ben")]"#);
    }

    #[test]
    fn who_is_kept_out_keeps_the_number() {
        let known: Supervisors = "# Ours.\n\n3  -  Ann\n".parse().unwrap();
        assert_eq!((known.count(), known.name(SupervisorId(3))), (0, Some("Ann")));
        assert_eq!(known.authenticate(""), None);
        let (_, next, _) = Supervisors::add("3 - Ann", "Ben", [1; 32]).unwrap();
        assert_eq!(next.id, SupervisorId(4));
    }

    #[test]
    fn two_lines_are_two_persons() {
        let (hash, other) = ("ab".repeat(32), "cd".repeat(32));
        for (text, expected) in [
            ("Ann".to_owned(), "line 1: a line begins with a number from 1, not \"Ann\""),
            (format!("0 {hash} Ann"), "line 1: a line begins with a number from 1, not \"0\""),
            ("1 Ann".to_owned(), "line 1: after the number stands a SHA-256 as 64 of 0-9 and a-f, or -"),
            (format!("1 {} Ann", hash.to_uppercase()), "line 1: after the number stands a SHA-256"),
            (format!("1 {hash}"), "line 1: a name has 1 to 40 characters, not \"\""),
            (format!("1 {hash} {}", "x".repeat(41)), "line 1: a name has 1 to 40 characters"),
            (format!("#\n1 {hash} Ann\n1 {other} Ben"), "line 3: number 1 is there already"),
            (format!("1 {hash} Ann\n2 {other} ANN"), "line 2: ANN is there already"),
            (format!("1 {hash} Ann\n2 {hash} Ben"), "line 2: that secret is another supervisor's already"),
        ] {
            let said = text.parse::<Supervisors>().unwrap_err().to_string();
            assert!(said.starts_with(expected), "{text}: {said}");
        }
        assert_eq!(
            Supervisors::add("1 - Ann", "ann", [1; 32]).unwrap_err().to_string(),
            "ann is there already"
        );
    }
}
