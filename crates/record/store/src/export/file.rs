//! The export file: lines of JSON, a header first, and last a line with the number and the SHA-256 of all others.
//! docs/OPERATIONS.md describes it.

use std::io::{self, BufRead, Read as _, Write};

use sha2::{Digest as _, Sha256};

use super::header::Why;
use super::line::Line;
use super::row::{ExportCounts, ExportRow};
use journal::{Digest, to_hex};

/// The limit of a line's length: four times the settlement of a round with a hundred thousand patrons.
const LONGEST: u64 = 1 << 27;

/// Why an export file cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is invalid.
    #[error("line {line_no}: {why}")]
    Line {
        /// The line, counted from 1.
        line_no: u64,
        /// The reason.
        why: String,
    },
}

/// Writes the rows of an export.
pub struct ExportWriter<W> {
    output: W,
    hash: Sha256,
    lines: u64,
}

impl<W: Write> ExportWriter<W> {
    /// Writes to `output`, which should be buffered.
    pub fn new(output: W) -> Self {
        Self { output, hash: Sha256::new(), lines: 0 }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// [`ExportError::Io`].
    pub fn write(&mut self, row: &ExportRow) -> Result<(), ExportError> {
        self.line(&Line::from(row))
    }

    /// Writes the last line; returns the flushed output, and the digest of the lines before.
    ///
    /// # Errors
    /// [`ExportError::Io`].
    pub fn finish(mut self) -> Result<(W, Digest), ExportError> {
        let digest = Digest(self.hash.clone().finalize().into());
        self.line(&Line::End { lines: self.lines, sha256: digest.to_string() })?;
        self.output.flush()?;
        Ok((self.output, digest))
    }

    fn line(&mut self, line: &Line) -> Result<(), ExportError> {
        let mut text = serde_json::to_vec(line).map_err(io::Error::from)?;
        text.push(b'\n');
        self.hash.update(&text);
        self.lines = self.lines.saturating_add(1);
        Ok(self.output.write_all(&text)?)
    }
}

/// Reads rows one by one, and verifies the whole file at its end.
pub struct ExportReader<R> {
    input: R,
    hash: Sha256,
    lines: u64,
    line: Vec<u8>,
    promised: Option<ExportCounts>,
    seen: ExportCounts,
    ended: bool,
}

impl<R: BufRead> ExportReader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        let (promised, seen) = (None, ExportCounts::default());
        Self { input, hash: Sha256::new(), lines: 0, line: Vec::new(), promised, seen, ended: false }
    }

    /// The next row, the counts first; none at the end of a complete file.
    ///
    /// # Errors
    /// [`ExportError`]. Then the rows before are not to be used either.
    pub fn next_row(&mut self) -> Result<Option<ExportRow>, ExportError> {
        if self.ended {
            return Ok(None);
        }
        self.line.clear();
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut self.line)?;
        let line_no = self.lines.saturating_add(1);
        let wrong = |why: Why| ExportError::Line { line_no, why };
        if u64::try_from(read) == Ok(LONGEST) {
            return Err(wrong("the line is longer than any that is exported".to_owned()));
        }
        if read == 0 || self.line.last() != Some(&b'\n') {
            return Err(wrong("the file is cut off".to_owned()));
        }
        let line: Line = serde_json::from_slice(&self.line).map_err(|error| wrong(error.to_string()))?;
        if let Line::End { lines, sha256 } = &line {
            self.verify(*lines, sha256).map_err(wrong)?;
            self.ended = true;
            return Ok(None);
        }
        self.hash.update(&self.line);
        self.lines = line_no;
        let row = line.row().map_err(wrong)?;
        match (&row, self.promised) {
            (Some(row @ ExportRow::Counts(counts)), None) => {
                self.seen.count(row);
                self.promised = Some(*counts);
            }
            (Some(ExportRow::Counts(_)), Some(_)) => return Err(wrong("a second header".to_owned())),
            (_, None) => return Err(wrong("`punto_export` was expected".to_owned())),
            (Some(row), Some(_)) => self.seen.count(row),
            (None, _) => {}
        }
        Ok(row)
    }

    /// How many rows of each kind were read.
    pub const fn seen(&self) -> ExportCounts {
        self.seen
    }

    fn verify(&mut self, lines: u64, sha256: &str) -> Result<(), Why> {
        let digest = to_hex(&self.hash.clone().finalize());
        if (lines, sha256) != (self.lines, digest.as_str()) {
            return Err(format!(
                "{} lines with the SHA-256 {digest} come before, and the last line names others",
                self.lines
            ));
        }
        if self.promised != Some(self.seen) {
            return Err(format!("the header says {:?}, and there are {:?}", self.promised, self.seen));
        }
        if self.input.fill_buf().map_err(|error| error.to_string())?.is_empty() {
            return Ok(());
        }
        Err("more lines follow the last line".to_owned())
    }
}

#[cfg(test)]
mod tests;
