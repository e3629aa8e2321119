//! The export file: lines of JSON, a header first, and last a line with the number and the SHA-256 of all others.
//! docs/OPERATIONS.md describes it.

use std::io::{self, BufRead, Read as _, Write};

use sha2::{Digest as _, Sha256};

use super::line::{Line, Why};
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
mod tests {
    use super::*;
    use house::people::{Credential, CredentialKind, Person};
    use house::ports::ShoeSeed;
    use journal::{Signed, StoredPatron};
    use ledger::{Account, Action, Transfer, TransferId};
    use money::{Amount, Currency};
    use table::{PatronId, StaffId, TableId, Timestamp};

    use crate::export::row::ExportEntry;

    fn transfer(id: u128, action: Action, from: Account, to: Account) -> ExportRow {
        let amount = Amount::new(5).unwrap();
        ExportRow::Transfer(Transfer { id: TransferId(id), action, from, to, amount }, (TableId(1), 2))
    }

    /// Rows of all kinds.
    fn rows() -> Vec<ExportRow> {
        let (cash, held) = (Account::patron_cash(7, Currency::PLAY), Account::stakes_held(1, Currency::PLAY));
        let owed = Account::receivable(7, Currency::PLAY);
        let (amount, hold) = (Amount::new(5).unwrap(), TransferId(u128::MAX));
        let patron = StoredPatron {
            id: PatronId(u32::MAX),
            nickname: "Zoë \"\u{2028}\n\0\\".to_owned(),
            token_hash: [0xab; 32],
            currency: Currency::PLAY,
        };
        let entry = ExportEntry {
            log: TableId(0),
            seq: u64::MAX,
            at: Timestamp(-1),
            body: "{\"a\" : \"\\u00e9 é\"}\t ".to_owned(),
            digest: Digest([1; 32]),
        };
        let mut rows = vec![
            ExportRow::Patron(patron, Timestamp(i64::MAX)),
            ExportRow::Seed(TableId(1), ShoeSeed { shoe_no: 3, seed: [9; 32] }),
            ExportRow::Entry(entry),
            transfer(1, Action::Move { from: cash, to: held, amount }, cash, held),
            transfer(u128::MAX, Action::Hold { from: cash, held, amount }, cash, held),
            transfer(2, Action::Capture { hold, to: cash, amount }, held, cash),
            transfer(3, Action::Release { hold, amount }, held, cash),
            transfer(4, Action::Reverse { transfer: hold }, held, cash),
            transfer(5, Action::Cover { owed, purse: cash, amount: Amount::new(8).unwrap() }, owed, cash),
            transfer(6, Action::Repay { cash, owed, amount: Amount::new(9).unwrap() }, cash, owed),
            ExportRow::Checkpoint(Signed { text: "a\nb".to_owned(), signature: [2; 64], key: [3; 32] }),
            credential(Person::Staff(StaffId(u32::MAX)), Some(Timestamp(i64::MAX))),
            credential(Person::Patron(PatronId(1)), None),
        ];
        rows.insert(0, counted(ExportCounts { credentials: Some(0), ..ExportCounts::default() }, &rows));
        rows
    }

    fn credential(owner: Person, expires_at: Option<Timestamp>) -> ExportRow {
        let (key, body) = (format!("{owner:?}"), "{}".to_owned());
        ExportRow::Credential(Credential { kind: CredentialKind::Totp, key, owner, body, expires_at })
    }

    /// The counts of these rows.
    fn counted(mut counts: ExportCounts, rows: &[ExportRow]) -> ExportRow {
        for row in rows {
            counts.count(row);
        }
        ExportRow::Counts(counts)
    }

    fn written(rows: &[ExportRow]) -> String {
        let mut writer = ExportWriter::new(Vec::new());
        for row in rows {
            writer.write(row).unwrap();
        }
        String::from_utf8(writer.finish().unwrap().0).unwrap()
    }

    fn read(text: &str) -> Result<Vec<ExportRow>, String> {
        let (mut reader, mut rows) = (ExportReader::new(text.as_bytes()), Vec::new());
        while let Some(row) = reader.next_row().map_err(|error| error.to_string())? {
            rows.push(row);
        }
        Ok(rows)
    }

    #[test]
    fn every_row_is_one_line_and_reads_back() {
        let text = written(&rows());
        assert_eq!(text.lines().count(), rows().len() + 1);
        assert_eq!(read(&text), Ok(rows()));
    }

    #[test]
    fn an_export_of_version_1_has_no_credentials() {
        let patron = &rows()[1..2];
        let rows = [&[counted(ExportCounts::default(), patron)], patron].concat();
        let text = written(&rows);
        let header = r#"{"punto_export":{"version":1,"patrons":1,"seeds":0,"entries":0,"transfers":0,"checkpoints":0}}"#;
        assert_eq!(text.lines().next(), Some(header));
        assert_eq!(read(&text), Ok(rows.clone()));
        let with = [rows, vec![credential(Person::Patron(PatronId(1)), None)]].concat();
        let error = read(&written(&with)).unwrap_err();
        assert!(error.contains("credentials: None") && error.contains("credentials: Some(1)"), "{error}");
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let endless = io::BufReader::new(io::repeat(b'x'));
        let error = ExportReader::new(endless).next_row().unwrap_err().to_string();
        assert!(error.starts_with("line 1: the line is longer"), "{error}");
    }

    #[test]
    fn an_incomplete_or_changed_file_is_refused() {
        let text = written(&rows());
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let without = |place: usize| [&lines[..place], &lines[place + 1..]].concat().concat();
        let swapped = [&lines[..2], &[lines[3], lines[2]], &lines[4..]].concat().concat();
        let counts = ExportRow::Counts(ExportCounts { patrons: 2, ..ExportCounts::default() });
        let other = [counts, rows()[1].clone()];
        for (text, expected) in [
            ("", "line 1: the file is cut off"),
            (&text[..text.len() / 2], "line "),
            (&lines[..5].concat(), "line 6: the file is cut off"),
            (&without(4), "line 14: 13 lines with the SHA-256"),
            (&without(0), "line 1: `punto_export` was expected"),
            (&swapped, "and the last line names others"),
            (&text.replacen("PLAY", "PLAI", 1), "and the last line names others"),
            (&text.replacen("\"version\":2", "\"version\":4", 1), "line 1: this is version 4"),
            (&text.replacen("\"version\":2", "\"version\":3", 1), "line 1: version 3 of the format, and"),
            (&text.replacen("\"version\":2", "\"version\":1", 1), "line 1: version 1 of the format, and"),
            (&text.replacen(",\"credentials\":2", "", 1), "line 1: version 2 of the format, and"),
            (&text.replacen("\"shoe\"", "\"shoo\"", 1), "line 3: unknown field"),
            (&format!("{text}{{}}"), "more lines follow"),
            (&written(&other), "the header says"),
            (&format!("{}{text}", lines[0]), "line 2: a second header"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{expected}: {error}");
        }
    }
}
