//! What several files show together: every shoe finished once, one bulletin a number, every secret once.

use std::collections::BTreeMap;

use fair::{Bulletin, Digest, Notice};

use super::commitment::repeated;
use crate::file::ProofFile;
use crate::report::{Check, Outcome, Place, Report};

pub(crate) fn compare(files: &[Option<ProofFile>], reports: &mut [Report]) {
    let read: Vec<&ProofFile> = files.iter().flatten().collect();
    for (idx, (file, report)) in files.iter().zip(reports.iter_mut()).enumerate() {
        let Some(file) = file else { continue };
        report.set(Check::Shoes, shoes(file, &read));
        report.set(Check::Fork, fork(file, &read));
        let earlier = files.iter().take(idx).flatten();
        let mut same = earlier.filter(|other| file.secret.is_some() && other.secret == file.secret);
        let other = same.find(|other| (other.table, other.shoe_no) != (file.table, file.shoe_no));
        if let Some(other) = other {
            report.set(Check::Secret, repeated(other.shoe_no));
        }
    }
}

/// Whether the file's shoe is finished, if a later one was opened, and no shoe is missing before it.
fn shoes(file: &ProofFile, read: &[&ProofFile]) -> Outcome {
    let mut finished = BTreeMap::<u32, bool>::new();
    for other in read.iter().filter(|other| other.table == file.table) {
        let over = matches!(other.bulletins.last().map(|last| &last.notice), Some(Notice::Finished(_)));
        let known = finished.entry(other.shoe_no).or_default();
        *known |= over;
    }
    let own = finished.get(&file.shoe_no).copied().unwrap_or_default();
    let (Some((first, _)), Some((last, _))) = (finished.first_key_value(), finished.last_key_value()) else {
        return Outcome::NotChecked("no file could be read".to_owned());
    };
    if file.shoe_no > *first && !finished.contains_key(&file.shoe_no.saturating_sub(1)) {
        let before = file.shoe_no.saturating_sub(1);
        return Outcome::Failed(Some(Place::Shoe(before)), "its file is missing".to_owned());
    }
    if !own && *last > file.shoe_no {
        let reason = format!("it was never finished, and shoe {} follows", file.shoe_no.saturating_add(1));
        return Outcome::Failed(Some(Place::Shoe(file.shoe_no)), reason);
    }
    let open = if own { "" } else { ", the last in play" };
    Outcome::Ok(format!("{first} to {last}, each finished once{open}"))
}

/// Whether another file has another bulletin of the same number, or the chain does not lead from one to the other.
fn fork(file: &ProofFile, read: &[&ProofFile]) -> Outcome {
    let mut digests = BTreeMap::<u64, Digest>::new();
    for other in read.iter().filter(|other| other.table == file.table) {
        for (no, digest) in stated(other) {
            digests.entry(no).or_insert(digest);
        }
    }
    for other in read.iter().filter(|other| other.table == file.table) {
        for (no, digest) in stated(other).chain(stated(file)) {
            let known = digests.get(&no);
            if known.is_some_and(|known| *known != digest) && concerns(file, no) {
                let reason = "two signed bulletins of this number differ".to_owned();
                return Outcome::Failed(Some(Place::No(no)), reason);
            }
        }
    }
    Outcome::Ok(format!("{} agree", super::case::count(read.len(), "file")))
}

/// The digests that a file states by number: of its bulletins, and of those before them by `previous`.
fn stated(file: &ProofFile) -> impl Iterator<Item = (u64, Digest)> {
    let signed = file.rekeyed.iter().chain(&file.after).map(|signed| &signed.bulletin);
    let all = [&file.committed.bulletin].into_iter().chain(&file.bulletins).chain(signed);
    all.flat_map(|bulletin: &Bulletin| {
        [(bulletin.no, bulletin.digest()), (bulletin.no.saturating_sub(1), bulletin.previous)]
    })
}

/// Whether a file states a bulletin of this number.
fn concerns(file: &ProofFile, no: u64) -> bool {
    stated(file).any(|(stated, _)| stated == no)
}
