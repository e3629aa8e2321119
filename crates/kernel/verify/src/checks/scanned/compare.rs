//! What several files show together: every shoe finished before the next, one bulletin a number.

use fair::{Digest, Notice};

use super::super::compare::{Digests, stated_by};
use crate::report::{Check, Outcome, Place, Report};
use crate::scanned_file::ScannedFile;

pub(crate) fn compare(files: &[Option<ScannedFile>], reports: &mut [Report]) {
    let all: Vec<&ScannedFile> = files.iter().flatten().collect();
    let mut digests = Digests::default();
    for file in &all {
        digests.take(file.table, stated(file));
    }
    for (file, report) in files.iter().zip(reports) {
        if let Some(file) = file {
            report.set(Check::Shoes, shoes(file, &all));
            report.set(Check::Fork, digests.fork(file.table, stated(file), all.len()));
        }
    }
}

fn is_finished(file: &ScannedFile) -> bool {
    file.bulletins.iter().any(|said| matches!(said.notice, Notice::FinishedScanned(_)))
}

/// Whether no shoe is missing before this one, and it is finished if a later one was opened.
fn shoes(file: &ScannedFile, all: &[&ScannedFile]) -> Outcome {
    let here = || all.iter().filter(|other| other.table == file.table);
    let first = here().map(|other| other.shoe_no).min().unwrap_or(file.shoe_no);
    let last = here().map(|other| other.shoe_no).max().unwrap_or(file.shoe_no);
    let before = file.shoe_no.saturating_sub(1);
    if file.shoe_no > first && !here().any(|other| other.shoe_no == before) {
        return Outcome::Failed(Some(Place::Shoe(before)), "its file is missing".to_owned());
    }
    if file.shoe_no < last && !here().any(|other| other.shoe_no == file.shoe_no && is_finished(other)) {
        let reason = format!("it was never finished, and shoe {} follows", file.shoe_no.saturating_add(1));
        return Outcome::Failed(Some(Place::Shoe(file.shoe_no)), reason);
    }
    Outcome::Ok(format!("{first} to {last}, each finished before the next"))
}

/// What a file states.
fn stated(file: &ScannedFile) -> impl Iterator<Item = (u64, Digest)> {
    let signed = file.rekeyed.iter().chain(&file.after).map(|signed| &signed.bulletin);
    stated_by(signed.chain(&file.bulletins))
}
