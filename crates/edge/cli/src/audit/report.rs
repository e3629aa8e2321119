//! The result of an audit as text of 80 columns and as JSON. Computes nothing.

use std::fmt::Write as _;

use audit::{Deviation, Remark, Walked};
use journal::{Digest, Head};
use serde_json::{Value, json};

use super::recordings::Films;
use crate::wrap::{WIDTH, wrapped};

/// The number of characters shown of an expected or actual value.
const SHOWN: usize = 600;

/// The result of an audit.
pub(super) enum Report {
    Clean(Walked),
    Deviation(DeviationReport),
}

/// A deviation, as it is reported.
pub(super) struct DeviationReport {
    place: String,
    /// The log and the number of the entry, if the deviation concerns one.
    entry: Option<(u32, u64)>,
    expected: String,
    found: String,
}

impl From<Deviation> for DeviationReport {
    fn from(deviation: Deviation) -> Self {
        let Deviation { place, expected, stored } = deviation;
        let entry = place.entry().map(|(log, seq)| (log.0, seq));
        Self { place: place.to_string(), entry, expected, found: stored }
    }
}

impl Report {
    /// A row that this program cannot have written. The message names it.
    pub(super) fn unreadable(message: String) -> Self {
        let expected = "a row as this program writes it".to_owned();
        Self::Deviation(DeviationReport {
            place: "what is stored".to_owned(),
            entry: None,
            expected,
            found: message,
        })
    }

    pub(super) const fn is_clean(&self) -> bool {
        matches!(self, Self::Clean(_))
    }

    /// `given` says whether the key of the checkpoints was given.
    pub(super) fn to_json(&self, given: bool, films: Option<&Films>) -> String {
        let mut value = match self {
            Self::Clean(walked) => {
                let Walked { heads, entries, rounds, transfers, checkpoints, signed_by, remarks } = walked;
                let key = signed_by.map(|key| Digest(key).to_string());
                let log = |head: &Head| json!({"log": head.log.0, "entries": head.seq, "digest": head.digest.to_string()});
                let logs: Vec<_> = heads.iter().map(log).collect();
                let mut value = json!({"clean": true, "logs": logs, "entries": entries, "rounds": rounds,
                       "transfers": transfers, "checkpoints": checkpoints, "key": key, "key_given": given});
                if !remarks.is_empty() {
                    value["remarks"] = remarks.iter().map(remark).collect();
                }
                value
            }
            Self::Deviation(DeviationReport { place, entry, expected, found }) => {
                let (log, seq) = entry.unzip();
                json!({"clean": false, "place": place, "log": log, "seq": seq,
                       "expected": expected, "found": found})
            }
        };
        if let Some(films) = films {
            value["clean"] = json!(self.is_clean() && films.is_clean());
            value["recordings"] = films.to_json();
        }
        format!("{value}\n")
    }

    /// `given` says whether the key of the checkpoints was given.
    pub(super) fn to_text(&self, given: bool) -> String {
        match self {
            Self::Clean(walked) => clean(walked, given),
            Self::Deviation(report) => {
                let (expected, found) = (block(&report.expected), block(&report.found));
                let place = wrapped(&format!("Deviation: {}", report.place), "");
                format!("{place}\n\nExpected:\n{expected}\nFound:\n{found}")
            }
        }
    }
}

fn remark(remark: &Remark) -> Value {
    let (log, seq) = remark.place.entry().map(|(log, seq)| (log.0, seq)).unzip();
    json!({"place": remark.place.to_string(), "log": log, "seq": seq, "remark": remark.text})
}

fn clean(walked: &Walked, given: bool) -> String {
    let mut text = "Log             Entries  Digest of the last entry (first half)\n".to_owned();
    for Head { log, seq, digest } in &walked.heads {
        let name = if log.0 == 0 { "house".to_owned() } else { format!("table {}", log.0) };
        let digest = digest.to_string();
        // Writing into a string does not fail.
        let _ = writeln!(text, "{name:<12} {seq:>10}  {}", digest.get(..32).unwrap_or(&digest));
    }
    let Walked { entries, rounds, transfers, checkpoints, signed_by, .. } = walked;
    let all = format!(
        "No deviation in {entries} entries, {rounds} rounds, {transfers} transfers, {checkpoints} checkpoints."
    );
    let _ = writeln!(text, "\n{}", wrapped(&all, ""));
    for Remark { place, text: remark } in &walked.remarks {
        let _ = writeln!(text, "\n{}", wrapped(&format!("Remark on {place}: {remark}."), ""));
    }
    if let (Some(key), false) = (signed_by, given) {
        let key = Digest(*key);
        let _ = write!(
            text,
            "\nThe checkpoints are signed by a key that was not given. If punto serve prints\n\
             the same key at start, pass it to the next audit:\n  --key {key}\n"
        );
    }
    text
}

/// Breaks a text into indented lines of 80 columns, and cuts a long one.
fn block(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        letters.push('…');
    }
    let lines = letters.chunks(WIDTH.saturating_sub(2));
    lines.flat_map(|line| "  ".chars().chain(line.iter().copied()).chain(['\n'])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit::Place;
    use table::TableId;

    #[test]
    fn a_house_of_any_size_fits_80_columns() {
        let most = u64::MAX;
        let head = Head { log: TableId(u32::MAX), seq: most, digest: Digest([255; 32]) };
        let walked = Walked {
            heads: vec![head],
            entries: most,
            rounds: most,
            transfers: most,
            checkpoints: most,
            signed_by: Some([255; 32]),
            remarks: vec![Remark {
                place: Place::Entry(TableId(u32::MAX), most),
                text: "cards that nobody dealt ".repeat(9),
            }],
        };
        let report = DeviationReport {
            place: "a place ".repeat(20),
            entry: None,
            expected: String::new(),
            found: String::new(),
        };
        for report in [Report::Clean(walked), Report::Deviation(report)] {
            let text = report.to_text(false);
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
    }

    #[test]
    fn long_texts_are_broken_and_cut() {
        let block = block(&"é".repeat(1_000));
        assert!(block.lines().all(|line| line.starts_with("  ") && line.chars().count() <= WIDTH));
        assert_eq!(block.chars().filter(|letter| *letter == 'é').count(), SHOWN);
        assert!(block.trim_end().ends_with('…'));
    }
}
