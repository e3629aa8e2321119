//! What several files show together: every shoe finished once, one bulletin a number, every secret once.

use std::collections::{BTreeMap, BTreeSet};

use fair::{Bulletin, Bytes, Digest, Notice};

use super::case::count;
use super::commitment::repeated;
use crate::file::ProofFile;
use crate::report::{Check, Outcome, Place, Report};

/// What all files say of one table.
#[derive(Default)]
struct Table {
    /// Each shoe with a file, and whether one of its files finishes it.
    shoes: BTreeMap<u32, bool>,
    /// The digests that the files state for each number.
    digests: BTreeMap<u64, BTreeSet<Digest>>,
}

pub(crate) fn compare(files: &[Option<ProofFile>], reports: &mut [Report]) {
    let mut tables = BTreeMap::<u32, Table>::new();
    for file in files.iter().flatten() {
        let table = tables.entry(file.table).or_default();
        let over = matches!(file.bulletins.last().map(|last| &last.notice), Some(Notice::Finished(_)));
        *table.shoes.entry(file.shoe_no).or_default() |= over;
        for (no, digest) in stated(file) {
            table.digests.entry(no).or_default().insert(digest);
        }
    }
    let read = files.iter().flatten().count();
    let mut owners = BTreeMap::<Bytes<32>, (u32, u32)>::new();
    for (file, report) in files.iter().zip(reports.iter_mut()) {
        let Some(file) = file else { continue };
        if let Some(table) = tables.get(&file.table) {
            report.set(Check::Shoes, shoes(file.shoe_no, &table.shoes));
            report.set(Check::Fork, fork(file, &table.digests, read));
        }
        if let Some(secret) = file.secret {
            let shoe = (file.table, file.shoe_no);
            let owner = *owners.entry(secret).or_insert(shoe);
            if owner != shoe {
                report.set(Check::Secret, repeated(owner.1));
            }
        }
    }
}

/// Whether the shoe is finished, if a later one was opened, and no shoe is missing before it.
fn shoes(shoe_no: u32, finished: &BTreeMap<u32, bool>) -> Outcome {
    let (Some((first, _)), Some((last, _))) = (finished.first_key_value(), finished.last_key_value()) else {
        return Outcome::NotChecked("no file could be read".to_owned());
    };
    let before = shoe_no.saturating_sub(1);
    if shoe_no > *first && !finished.contains_key(&before) {
        return Outcome::Failed(Some(Place::Shoe(before)), "its file is missing".to_owned());
    }
    let over = finished.get(&shoe_no).copied().unwrap_or_default();
    if !over && *last > shoe_no {
        let reason = format!("it was never finished, and shoe {} follows", shoe_no.saturating_add(1));
        return Outcome::Failed(Some(Place::Shoe(shoe_no)), reason);
    }
    let open = if over { "" } else { ", the last in play" };
    Outcome::Ok(format!("{first} to {last}, each finished once{open}"))
}

/// Whether the files state two bulletins for a number that this file states, too.
fn fork(file: &ProofFile, digests: &BTreeMap<u64, BTreeSet<Digest>>, read: usize) -> Outcome {
    let differ = |no: &u64| digests.get(no).is_some_and(|digests| digests.len() > 1);
    match stated(file).map(|(no, _)| no).filter(differ).min() {
        Some(no) => {
            let reason = "two signed bulletins of this number differ".to_owned();
            Outcome::Failed(Some(Place::No(no)), reason)
        }
        None => Outcome::Ok(format!("{} agree", count(read, "file"))),
    }
}

/// The digests that a file states by number: of its bulletins, and of those before them by `previous`.
fn stated(file: &ProofFile) -> impl Iterator<Item = (u64, Digest)> {
    let signed = file.rekeyed.iter().chain(&file.after).map(|signed| &signed.bulletin);
    let all = [&file.committed.bulletin].into_iter().chain(&file.bulletins).chain(signed);
    all.flat_map(|bulletin: &Bulletin| {
        [(bulletin.no, bulletin.digest()), (bulletin.no.saturating_sub(1), bulletin.previous)]
    })
}
