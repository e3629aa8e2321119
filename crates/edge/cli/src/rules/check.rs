//! `punto rules check`: lists the errors of documents as `FILE:LINE: FIELD: MESSAGE`. Knows no rule itself.

use std::path::{Path, PathBuf};

use baccarat::HouseRules;

use crate::lines::{Input, Problem, print};

/// Checks every file, also after a bad one; true if all were valid. Unreadable files are reported last.
pub(super) fn run(files: &[PathBuf]) -> Result<bool, Problem> {
    let (mut all_sound, mut unread) = (true, None);
    for file in files {
        match Input::at(file).read_bytes() {
            Ok(bytes) => {
                let (sound, report) = judge(file, &bytes);
                all_sound &= sound;
                print(&report)?;
            }
            Err(problem) => {
                if let Some(earlier) = unread.replace(problem) {
                    earlier.report();
                }
            }
        }
    }
    unread.map_or(Ok(all_sound), Err)
}

/// Whether the document is valid, and the report on it.
fn judge(file: &Path, bytes: &[u8]) -> (bool, String) {
    let file = file.display();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count();
            return (false, format!("{file}:{}: not UTF-8 text\n", before + 1));
        }
    };
    match text.parse::<HouseRules>() {
        Ok(rules) => (true, format!("{file}: ok ({}, {} spots)\n", rules.id, rules.spots.len())),
        Err(errors) => {
            let lines = errors.0.iter().map(|error| {
                let gap = if error.field.is_empty() { "" } else { ": " };
                // A parser's message may have several lines; the report has one per error.
                let message = error.message.lines().collect::<Vec<_>>().join("; ");
                format!("{file}:{}: {}{gap}{message}\n", error.line, error.field)
            });
            (false, lines.collect())
        }
    }
}
