//! Checkpoints: where every log stood on a day, signed. Knows no files and no clock; a key is 32 bytes.
//!
//! A checkpoint is a few lines of text, so that a person can read, print and keep what a machine can verify:
//!
//! ```text
//! punto checkpoint 1
//! day 2026-03-01
//! at 1772409599000
//! previous 5c1f...
//! log 0 12 97ab...
//! log 1 4711 03de...
//! ```
//!
//! `previous` is the digest of the checkpoint before, all zeros for the first: none can be left out. The signature
//! is Ed25519 (RFC 8032) over the text.

use core::fmt;
use core::fmt::Write as _;
use core::str::FromStr;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use house::turnover::DAY_MS;
use sha2::{Digest as _, Sha256};
use table::{TableId, Timestamp};

use crate::digest::{Digest, HexError, from_hex, to_hex};

/// What the text of a checkpoint begins with.
const TITLE: &str = "punto checkpoint 1";

/// A day, by the calendar of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// The day of a moment.
    pub const fn of(at: Timestamp) -> Self {
        Self(at.0.div_euclid(DAY_MS))
    }

    /// The last millisecond of the day.
    pub const fn end(self) -> Timestamp {
        Timestamp(self.0.saturating_add(1).saturating_mul(DAY_MS).saturating_sub(1))
    }
}

impl fmt::Display for Day {
    /// `2026-03-01`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The text is not a day of the Gregorian calendar, written `2026-03-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a day is written as 2026-03-01")]
pub struct DayError;

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        let mut parts = text.split('-').map(|part| part.parse::<i64>().map_err(|_| DayError));
        let mut next = || parts.next().unwrap_or(Err(DayError));
        let (year, month, day) = (next()?, next()?, next()?);
        if !(1..=9_999).contains(&year) {
            return Err(DayError);
        }
        // Years are counted from March, as in `civil`.
        let from_march = (month + 9).rem_euclid(12);
        let year = if month < 3 { year - 1 } else { year };
        let of_year = (153 * from_march + 2) / 5 + day - 1;
        let day = Self(365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468);
        // Whatever is no month or no day of its month comes out as another day.
        if day.to_string() == text { Ok(day) } else { Err(DayError) }
    }
}

/// Year, month and day of a number of days since 1970-01-01, in the Gregorian calendar: years are counted from
/// March, so that a leap day is the last of its year.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days.saturating_add(719_468);
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let leaps = of_era / 1_460 - of_era / 36_524 + of_era / 146_096;
    let year = (of_era.saturating_sub(leaps)) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era.saturating_mul(400).saturating_add(year);
    (if month <= 2 { year.saturating_add(1) } else { year }, month, day)
}

/// Where a log stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Whose log; 0 for the house's own.
    pub log: TableId,
    /// The number of its last entry, 0 for none.
    pub seq: u64,
    /// The digest of that entry, or what the first will follow.
    pub digest: Digest,
}

/// Where every log stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The day it closes.
    pub day: Day,
    /// When it was made.
    pub at: Timestamp,
    /// The digest of the checkpoint before; all zeros for the first.
    pub previous: Digest,
    /// One for each log that has entries, by ascending log.
    pub heads: Vec<Head>,
}

impl Checkpoint {
    /// What the first checkpoint follows.
    pub const FIRST: Digest = Digest([0; 32]);

    /// What the next checkpoint follows.
    pub fn digest(&self) -> Digest {
        Digest(Sha256::digest(self.to_string()).into())
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { day, at, previous, heads } = self;
        write!(f, "{TITLE}\nday {day}\nat {}\nprevious {previous}\n", at.0)?;
        heads.iter().try_for_each(|head| writeln!(f, "log {} {} {}", head.log.0, head.seq, head.digest))
    }
}

/// Why a text is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A line does not say what it should.
    #[error("line {line_no}: {wanted} was expected")]
    Line {
        /// Which, from 1.
        line_no: usize,
        /// What should stand there.
        wanted: &'static str,
    },
    /// The day is not the day of its moment.
    #[error("the day is not the one of its time")]
    Day,
    /// Logs are not in ascending order, each once.
    #[error("line {line_no}: logs stand in ascending order, each once")]
    Order {
        /// Which line, from 1.
        line_no: usize,
    },
    /// The public key is none.
    #[error("this is no public key")]
    Key,
    /// The signature is not of this text by this key.
    #[error("the signature is not of this text by this key")]
    Signature,
    /// What should be hex is not.
    #[error(transparent)]
    Hex(#[from] HexError),
}

impl FromStr for Checkpoint {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        let lines: Vec<&str> = text.split('\n').collect();
        let line = |idx: usize, wanted: &'static str, start: &str| {
            let found = lines.get(idx).and_then(|line| line.strip_prefix(start));
            found.ok_or(CheckpointError::Line { line_no: idx.saturating_add(1), wanted })
        };
        let wanted = "`punto checkpoint 1`";
        line(0, wanted, TITLE)?
            .is_empty()
            .then_some(())
            .ok_or(CheckpointError::Line { line_no: 1, wanted })?;
        let day = line(1, "`day` and a date", "day ")?;
        let wanted = "`at` and milliseconds";
        let at = line(2, wanted, "at ")?;
        let at = at.parse().map(Timestamp).map_err(|_| CheckpointError::Line { line_no: 3, wanted })?;
        let previous = line(3, "`previous` and a digest", "previous ")?.parse()?;
        let (heads, end) = lines
            .get(4..)
            .and_then(|rest| rest.split_last().map(|(end, heads)| (heads, *end)))
            .unwrap_or_default();
        if !end.is_empty() {
            return Err(CheckpointError::Line { line_no: lines.len(), wanted: "the end of a line" });
        }
        if Day::of(at).to_string() != day {
            return Err(CheckpointError::Day);
        }
        Ok(Self { day: Day::of(at), at, previous, heads: read_heads(heads)? })
    }
}

fn read_heads(lines: &[&str]) -> Result<Vec<Head>, CheckpointError> {
    let mut heads = Vec::<Head>::with_capacity(lines.len());
    for (line_no, line) in (5..).zip(lines) {
        let head = read_head(line)
            .ok_or(CheckpointError::Line { line_no, wanted: "`log`, its number, seq and digest" })?;
        if heads.last().is_some_and(|last| last.log >= head.log) {
            return Err(CheckpointError::Order { line_no });
        }
        heads.push(head);
    }
    Ok(heads)
}

fn read_head(line: &str) -> Option<Head> {
    let mut words = line.strip_prefix("log ")?.split(' ');
    let log = TableId(words.next()?.parse().ok()?);
    let (seq, digest) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(Head { log, seq, digest })
}

/// A checkpoint with its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The text that was signed.
    pub text: String,
    /// The signature.
    pub signature: [u8; 64],
    /// The public key that verifies it.
    pub key: [u8; 32],
}

impl fmt::Display for Signed {
    /// The text, then a line for the key and a line for the signature: a file to be kept elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}key {}\nsignature {}", self.text, to_hex(&self.key), to_hex(&self.signature))
    }
}

impl FromStr for Signed {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        let wanted = "lines for key and signature at the end";
        let wrong = CheckpointError::Line { line_no: text.lines().count(), wanted };
        let (rest, signature) = text.trim_end().rsplit_once("\nsignature ").ok_or_else(|| wrong.clone())?;
        let (text, key) = rest.rsplit_once("\nkey ").ok_or(wrong)?;
        let mut text = text.to_owned();
        // What parted the text from the key ends the text's last line.
        let _ = text.write_char('\n');
        Ok(Self { text, signature: from_hex(signature)?, key: from_hex(key)? })
    }
}

/// Signs checkpoints.
pub struct Signer(SigningKey);

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer {{ key: {}, secret: <secret> }}", to_hex(&self.key()))
    }
}

impl Signer {
    /// From 32 secret bytes that nobody can guess.
    pub fn new(secret: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&secret))
    }

    /// From the same as 64 hex digits.
    ///
    /// # Errors
    /// [`HexError`].
    pub fn from_hex(text: &str) -> Result<Self, HexError> {
        from_hex(text.trim()).map(Self::new)
    }

    /// The public key that verifies what this signs.
    pub fn key(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    /// The checkpoint with its signature.
    pub fn sign(&self, checkpoint: &Checkpoint) -> Signed {
        let text = checkpoint.to_string();
        let signature = self.0.sign(text.as_bytes()).to_bytes();
        Signed { text, signature, key: self.key() }
    }
}

/// Verifies checkpoints by a public key that is trusted.
#[derive(Clone, Debug)]
pub struct Verifier(VerifyingKey);

impl Verifier {
    /// By this public key.
    ///
    /// # Errors
    /// [`CheckpointError::Key`] when these bytes are none.
    pub fn new(key: [u8; 32]) -> Result<Self, CheckpointError> {
        VerifyingKey::from_bytes(&key).map(Self).map_err(|_| CheckpointError::Key)
    }

    /// The key as 64 hex digits.
    ///
    /// # Errors
    /// [`CheckpointError::Hex`] or [`CheckpointError::Key`].
    pub fn from_hex(text: &str) -> Result<Self, CheckpointError> {
        Self::new(from_hex(text.trim())?)
    }

    /// The public key.
    pub fn key(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// The checkpoint that was signed.
    ///
    /// # Errors
    /// [`CheckpointError`]: the signature is another key's or of another text, or the text is no checkpoint.
    pub fn verify(&self, signed: &Signed) -> Result<Checkpoint, CheckpointError> {
        let signature = Signature::from_bytes(&signed.signature);
        let good =
            signed.key == self.key() && self.0.verify_strict(signed.text.as_bytes(), &signature).is_ok();
        if !good {
            return Err(CheckpointError::Signature);
        }
        signed.text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let head = |log, seq, byte| Head { log: TableId(log), seq, digest: Digest([byte; 32]) };
        let at = Timestamp(1_772_409_599_000);
        Checkpoint {
            day: Day::of(at),
            at,
            previous: Checkpoint::FIRST,
            heads: vec![head(0, 3, 7), head(2, 99, 8)],
        }
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (ms, day) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_772_409_599_000, "2026-03-01"),
            (4_107_542_400_000, "2100-03-01"),
            (4_107_542_399_999, "2100-02-28"),
        ] {
            assert_eq!(Day::of(Timestamp(ms)).to_string(), day);
            assert_eq!(Day::of(Day::of(Timestamp(ms)).end()), Day::of(Timestamp(ms)));
            assert_eq!(day.parse(), Ok(Day::of(Timestamp(ms))));
        }
    }

    #[test]
    fn a_checkpoint_reads_back_and_its_text_is_the_only_one() {
        let text = checkpoint().to_string();
        assert_eq!(text.parse(), Ok(checkpoint()));
        for (from, to, line_no) in
            [("punto", "Punto", 1), ("day ", "Day ", 2), ("at 1", "at x1", 3), ("log 2 ", "log  2 ", 6)]
        {
            let error = text.replacen(from, to, 1).parse::<Checkpoint>().unwrap_err();
            assert!(matches!(error, CheckpointError::Line { line_no: at, .. } if at == line_no), "{error}");
        }
        assert_eq!(text.replace("03-01", "03-02").parse::<Checkpoint>(), Err(CheckpointError::Day));
        assert_eq!(
            text.replace("log 2", "log 0").parse::<Checkpoint>(),
            Err(CheckpointError::Order { line_no: 6 })
        );
        assert!(text.trim_end().parse::<Checkpoint>().is_err());
        assert!("".parse::<Checkpoint>().is_err());
    }

    #[test]
    fn a_signature_holds_for_one_text_and_one_key() {
        let signer = Signer::new([1; 32]);
        let signed = signer.sign(&checkpoint());
        let verifier = Verifier::new(signer.key()).unwrap();
        assert_eq!(verifier.verify(&signed), Ok(checkpoint()));
        assert_eq!(signed.to_string().parse(), Ok(signed.clone()));

        let mut other = signed.clone();
        other.text = other.text.replace("log 2 99", "log 2 98");
        assert_eq!(verifier.verify(&other), Err(CheckpointError::Signature));
        let mut other = signed.clone();
        other.signature[0] ^= 1;
        assert_eq!(verifier.verify(&other), Err(CheckpointError::Signature));
        let stranger = Signer::new([2; 32]).sign(&checkpoint());
        assert_eq!(verifier.verify(&stranger), Err(CheckpointError::Signature));
        let claimed = Signed { key: signer.key(), ..stranger };
        assert_eq!(verifier.verify(&claimed), Err(CheckpointError::Signature));
    }

    #[test]
    fn a_signer_keeps_its_secret() {
        let shown = format!("{:?}", Signer::new([1; 32]));
        assert!(!shown.contains(&to_hex(&[1; 32])), "{shown}");
        assert!(Signer::from_hex("12").is_err());
        assert_eq!(Signer::from_hex(&to_hex(&[1; 32])).unwrap().key(), Signer::new([1; 32]).key());
    }
}
