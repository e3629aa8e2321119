//! The record: which certificates were agreed on, by the id of their rules. Text in, text out; knows no file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::certificate::Certificate;
use crate::digest::Digest;

const BUILTIN: &str = include_str!("../record/builtin.txt");

static PARSED: LazyLock<Record> =
    LazyLock::new(|| BUILTIN.parse().expect("the built-in record is tested to be sound"));

/// The head of a new record.
const HEAD: &str = "\
# House rules whose certificates were agreed on: the digest of the certificate, then the id of the rules.
# A line is written by `punto certificate --rules FILE --record`; `punto serve` runs no other rules.
";

/// Digests of certificates, by the id of their rules.
///
/// Its text has a line for each: the digest, then the id. Empty lines and lines that begin with `#` are comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    entries: BTreeMap<String, Digest>,
}

/// A line of a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// A certificate that is not on record, or has another digest there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NotOnRecord {
    /// The id of the rules.
    pub id: String,
    /// The digest of their certificate.
    pub computed: Digest,
    /// The digest on record for that id, if any.
    pub recorded: Option<Digest>,
}

impl NotOnRecord {
    fn message(&self) -> String {
        let Self { id, computed, recorded } = self;
        match recorded {
            None => format!("the house rules {id} are not on record:\n  this file    {computed}"),
            Some(recorded) => format!(
                "the house rules {id} are not those on record:\n  on record    {recorded}\n  this file    {computed}"
            ),
        }
    }
}

impl Record {
    /// The record of the built-in house rules.
    pub fn builtin() -> &'static Self {
        &PARSED
    }

    /// The digest on record for rules of that id.
    pub fn digest(&self, id: &str) -> Option<Digest> {
        self.entries.get(id).copied()
    }

    /// Checks that this certificate is on record with this digest.
    ///
    /// # Errors
    /// [`NotOnRecord`], with both digests.
    pub fn check(&self, certificate: &Certificate) -> Result<(), NotOnRecord> {
        let (id, computed) = (&certificate.rules.id, certificate.digest());
        match self.digest(id) {
            Some(recorded) if recorded == computed => Ok(()),
            recorded => Err(NotOnRecord { id: id.clone(), computed, recorded }),
        }
    }
}

impl core::str::FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut record = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: String| RecordError { line: number, what };
            let Some((digest, id)) = entry(line) else { continue };
            let digest = digest.parse().map_err(|error| wrong(format!("{error}, not {digest:?}")))?;
            let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            if id.is_empty() || !id.bytes().all(fits) {
                return Err(wrong(format!("after the digest stands the id of the rules, not {id:?}")));
            }
            if record.entries.insert(id.to_owned(), digest).is_some() {
                return Err(wrong(format!("{id} is on record twice")));
            }
        }
        Ok(record)
    }
}

/// The digest and the id on a line as they are written; none for a comment.
fn entry(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (digest, id) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((digest, id.trim_start()))
}

/// The text of a record with this certificate: it replaces the line of its id, or goes to the end. All other lines
/// stay.
///
/// # Errors
/// The [`RecordError`] of the text as it is.
pub fn put_on_record(text: &str, certificate: &Certificate) -> Result<String, RecordError> {
    text.parse::<Record>()?;
    let id = &certificate.rules.id;
    let ours = format!("{}  {id}", certificate.digest());
    let mut lines: Vec<&str> = if text.is_empty() { HEAD.lines().collect() } else { text.lines().collect() };
    match lines.iter_mut().find(|line| entry(line).is_some_and(|(_, known)| known == id)) {
        Some(line) => *line = &ours,
        None => lines.push(&ours),
    }
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::HouseRules;

    fn certificate(title: &str) -> Certificate {
        let text = HouseRules::builtin_text("live-pairs").expect("built in").replace("live-pairs", "ours");
        Certificate::of(&text.replace("Live baccarat with pairs", title)).expect("sound")
    }

    #[test]
    fn a_certificate_is_put_on_record_once_and_in_its_place() {
        let (first, second) = (certificate("First"), certificate("Second"));
        let text = put_on_record("", &first).unwrap();
        assert!(
            text.starts_with("# House rules") && text.ends_with(&format!("{}  ours\n", first.digest())),
            "{text}"
        );
        let others = format!("# Ours.\n\n{}  theirs\n{}\tours\n# End.\n", first.digest(), second.digest());
        let record: Record = others.parse().unwrap();
        assert_eq!(record.digest("theirs"), Some(first.digest()));
        assert_eq!(record.check(&second), Ok(()));
        let after = put_on_record(&others, &first).unwrap();
        assert_eq!(after, format!("# Ours.\n\n{0}  theirs\n{0}  ours\n# End.\n", first.digest()));
        assert_eq!(put_on_record(&after, &first), Ok(after));
    }

    #[test]
    fn a_missing_record_differs_from_another_digest() {
        let (first, second) = (certificate("First"), certificate("Second"));
        let missing = Record::default().check(&first).unwrap_err();
        assert_eq!((missing.recorded, missing.computed), (None, first.digest()));
        assert!(missing.to_string().contains("ours are not on record"), "{missing}");
        let record: Record = put_on_record("", &first).unwrap().parse().unwrap();
        let other = record.check(&second).unwrap_err().to_string();
        assert!(
            other.contains(&first.digest().to_string()) && other.contains(&second.digest().to_string()),
            "{other}"
        );
    }

    #[test]
    fn bad_lines_are_named() {
        let digest = Digest::of(b"");
        for (text, expected) in [
            ("ours\n".to_owned(), "line 1: a digest is written as 64 of 0-9 and a-f, not \"ours\""),
            (format!("#\n{digest}\n"), "line 2: after the digest stands the id of the rules, not \"\""),
            (format!("{digest} a b"), "line 1: after the digest stands the id of the rules, not \"a b\""),
            (format!("{digest} a\n{digest} a"), "line 2: a is on record twice"),
        ] {
            assert_eq!(text.parse::<Record>().unwrap_err().to_string(), expected);
        }
    }
}
