//! What several files show together: every shoe finished before the next, one bulletin a number.

use std::collections::BTreeMap;

use fair::{Bulletin, Digest, Notice};

use super::super::words::count;
use crate::report::{Check, Outcome, Place, Report};
use crate::scanned_file::ScannedFile;

/// The digests that files state for each number of a table.
type Digests = BTreeMap<(u32, u64), Vec<Digest>>;

pub(crate) fn compare(files: &[Option<ScannedFile>], reports: &mut [Report]) {
    let all: Vec<&ScannedFile> = files.iter().flatten().collect();
    let mut digests = Digests::new();
    for file in &all {
        for (no, digest) in stated(file) {
            digests.entry((file.table, no)).or_default().push(digest);
        }
    }
    for (file, report) in files.iter().zip(reports) {
        if let Some(file) = file {
            report.set(Check::Shoes, shoes(file, &all));
            report.set(Check::Fork, fork(file, &digests, all.len()));
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

/// Whether the files state two bulletins for a number that this file states, too.
fn fork(file: &ScannedFile, digests: &Digests, read: usize) -> Outcome {
    let differ = |no: &u64| {
        digests
            .get(&(file.table, *no))
            .is_some_and(|all| all.iter().zip(all.iter().skip(1)).any(|(one, other)| one != other))
    };
    match stated(file).map(|(no, _)| no).filter(differ).min() {
        Some(no) => {
            let reason = "two signed bulletins of this number differ".to_owned();
            Outcome::Failed(Some(Place::No(no)), reason)
        }
        None => Outcome::Ok(format!("{} agree", count(read, "file"))),
    }
}

/// The digests that a file states by number: of its bulletins, and of those before them by `previous`.
fn stated(file: &ScannedFile) -> impl Iterator<Item = (u64, Digest)> {
    let signed = file.rekeyed.iter().chain(&file.after).map(|signed| &signed.bulletin);
    signed.chain(&file.bulletins).flat_map(|bulletin: &Bulletin| {
        [(bulletin.no, bulletin.digest()), (bulletin.no.saturating_sub(1), bulletin.previous)]
    })
}
