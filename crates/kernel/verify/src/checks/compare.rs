//! What several files show together: every shoe finished once, one bulletin a number, every secret once.

use std::collections::{BTreeMap, BTreeSet};

use fair::{Bulletin, Bytes, Digest, Notice};

use super::case::count;
use super::commitment::repeated;
use crate::file::ProofFile;
use crate::report::{Check, Choices, Outcome, Place, Report};

/// How a shoe ended, as far as files of it say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// It is in play.
    Open,
    /// It was given up before its order was fixed, so that the house could try another one.
    Unsealed,
    /// It is finished.
    Sealed,
}

impl End {
    fn of(file: &ProofFile) -> Self {
        let is = |kind: fn(&Notice) -> bool| file.bulletins.iter().any(|said| kind(&said.notice));
        match (is(|it| matches!(it, Notice::Finished(_))), is(|it| matches!(it, Notice::Sealed(_)))) {
            (false, _) => Self::Open,
            (true, false) => Self::Unsealed,
            (true, true) => Self::Sealed,
        }
    }
}

/// What all files say of one table.
#[derive(Default)]
struct Table {
    /// Each shoe with a file, and how the latest of its files ends it.
    shoes: BTreeMap<u32, End>,
    /// The digests that the files state for each number.
    digests: BTreeMap<u64, BTreeSet<Digest>>,
}

pub(crate) fn compare(files: &[Option<ProofFile>], reports: &mut [Report]) {
    let mut tables = BTreeMap::<u32, Table>::new();
    for file in files.iter().flatten() {
        let table = tables.entry(file.table).or_default();
        let end = table.shoes.entry(file.shoe_no).or_insert(End::Open);
        *end = End::of(file).max(*end);
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
                report.choices = Some(Choices::Unlimited);
            }
        }
    }
}

/// Whether the shoe is finished, if a later one was opened, and no shoe is missing before it. Counts those that were
/// given up before they were sealed: each is one more try of the house.
fn shoes(shoe_no: u32, ends: &BTreeMap<u32, End>) -> Outcome {
    let (Some((first, _)), Some((last, end))) = (ends.first_key_value(), ends.last_key_value()) else {
        return Outcome::NotChecked("no file could be read".to_owned());
    };
    let before = shoe_no.saturating_sub(1);
    if shoe_no > *first && !ends.contains_key(&before) {
        return Outcome::Failed(Some(Place::Shoe(before)), "its file is missing".to_owned());
    }
    let open = ends.get(&shoe_no).is_none_or(|end| *end == End::Open);
    if open && *last > shoe_no {
        let reason = format!("it was never finished, and shoe {} follows", shoe_no.saturating_add(1));
        return Outcome::Failed(Some(Place::Shoe(shoe_no)), reason);
    }
    let but = if *end == End::Open { " but the last, which is in play" } else { "" };
    let tries = match ends.values().filter(|end| **end == End::Unsealed).count() {
        0 => String::new(),
        tries => format!("; {} of the house, given up before the seal", count_tries(tries)),
    };
    Outcome::Ok(format!("{first} to {last}, each finished once{but}{tries}"))
}

fn count_tries(tries: usize) -> String {
    if tries == 1 { "1 more try".to_owned() } else { format!("{tries} more tries") }
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
