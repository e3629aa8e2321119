//! Checkpoints: the head of every log at the end of a day, as a text that is then signed.
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
//! `previous` is the digest of the checkpoint before, all zeros for the first, so nobody can leave a checkpoint out.
//! The signature is Ed25519 (RFC 8032) over the text.

use core::fmt;
use core::str::FromStr;

use sha2::{Digest as _, Sha256};
use table::{TableId, Timestamp};

use crate::digest::{Digest, HexError};
use house::day::Day;

/// The first line of a checkpoint.
const TITLE: &str = "punto checkpoint 1";

/// The head of a log: its last entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The table of the log; 0 for the house's own.
    pub log: TableId,
    /// The number of its last entry, 0 for none.
    pub seq: u64,
    /// The digest of that entry, or the one that the first entry will follow.
    pub digest: Digest,
}

/// The heads of all logs at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The day it closes.
    pub day: Day,
    /// The time of the checkpoint.
    pub at: Timestamp,
    /// The digest of the checkpoint before; all zeros for the first.
    pub previous: Digest,
    /// One for each log that has entries, by ascending log.
    pub heads: Vec<Head>,
}

impl Checkpoint {
    /// The digest that the first checkpoint follows.
    pub const FIRST: Digest = Digest([0; 32]);

    /// The digest that the next checkpoint follows.
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

/// Why a text is not a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A line has another form.
    #[error("line {line_no}: {expected} was expected")]
    Line {
        /// The line, counted from 1.
        line_no: usize,
        /// The form of the line.
        expected: &'static str,
    },
    /// The day is not the day of its moment.
    #[error("the day is not the one of its time")]
    Day,
    /// Logs are not in ascending order, each once.
    #[error("line {line_no}: logs must be in ascending order, each once")]
    Order {
        /// The line, counted from 1.
        line_no: usize,
    },
    /// The bytes are not a public key.
    #[error("this is not a public key")]
    Key,
    /// The signature is not of this text by this key.
    #[error("the signature is not of this text by this key")]
    Signature,
    /// A text is not hex of the right length.
    #[error(transparent)]
    Hex(#[from] HexError),
}

impl FromStr for Checkpoint {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        let lines: Vec<&str> = text.split('\n').collect();
        let line = |idx: usize, expected: &'static str, start: &str| {
            let rest = lines.get(idx).and_then(|line| line.strip_prefix(start));
            rest.ok_or(CheckpointError::Line { line_no: idx.saturating_add(1), expected })
        };
        if lines.first() != Some(&TITLE) {
            return Err(CheckpointError::Line { line_no: 1, expected: "`punto checkpoint 1`" });
        }
        let day = line(1, "`day` and a date", "day ")?;
        let expected = "`at` and milliseconds";
        let at = line(2, expected, "at ")?;
        let at = at.parse().map(Timestamp).map_err(|_| CheckpointError::Line { line_no: 3, expected })?;
        let previous = line(3, "`previous` and a digest", "previous ")?.parse()?;
        let (end, heads) = lines.get(4..).and_then(<[&str]>::split_last).unwrap_or((&"", &[]));
        if !end.is_empty() {
            return Err(CheckpointError::Line { line_no: lines.len(), expected: "the end of a line" });
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
            .ok_or(CheckpointError::Line { line_no, expected: "`log`, its number, seq and digest" })?;
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
}
