//! `punto rules check`: what is wrong with documents, in the form editors jump by. Knows no rule itself.

use std::path::{Path, PathBuf};

use baccarat::HouseRules;

use crate::lines::{Input, Problem, print};

/// Checks every file, also after a bad one; whether all were sound. A file that cannot be read is said in the
/// end.
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

/// Whether the document is sound, and what is said of it.
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
                // A parser may speak in several lines; each finding has one.
                let message = error.message.lines().collect::<Vec<_>>().join("; ");
                format!("{file}:{}: {}{gap}{message}\n", error.line, error.field)
            });
            (false, lines.collect())
        }
    }
}
