//! What several files show together: every shoe finished once, one bulletin a number, every secret once.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

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

/// What a file says of its shoe.
struct Seen {
    table: u32,
    shoe_no: u32,
    /// How this file ends it.
    end: End,
    secret: Option<Bytes<32>>,
}

/// The first digest that the files state for a number of a table, and whether they state another one.
type Digests = BTreeMap<(u32, u64), (Digest, bool)>;

pub(crate) fn compare(files: &[Option<ProofFile>], reports: &mut [Report]) {
    let (mut all, mut digests) = (Vec::new(), Digests::new());
    for file in files.iter().flatten() {
        let end = End::of(file);
        all.push(Seen { table: file.table, shoe_no: file.shoe_no, end, secret: file.secret });
        for (no, digest) in stated(file) {
            match digests.entry((file.table, no)) {
                Entry::Vacant(free) => _ = free.insert((digest, false)),
                Entry::Occupied(mut known) => known.get_mut().1 |= known.get().0 != digest,
            }
        }
    }
    for (file, report) in files.iter().zip(reports.iter_mut()) {
        let Some(file) = file else { continue };
        report.set(Check::Shoes, shoes(file, &all));
        report.set(Check::Fork, fork(file, &digests, all.len()));
        // The first file with this secret owns it.
        let owner = all.iter().find(|shoe| file.secret.is_some() && shoe.secret == file.secret);
        if let Some(owner) = owner.filter(|it| (it.table, it.shoe_no) != (file.table, file.shoe_no)) {
            report.set(Check::Secret, repeated(owner.shoe_no));
            report.choices = Some(Choices::Unlimited);
        }
    }
}

/// Whether the shoe is finished, if a later one was opened, and no shoe is missing before it. Counts those that were
/// given up before they were sealed: each is one more try of the house.
fn shoes(file: &ProofFile, all: &[Seen]) -> Outcome {
    let here = || all.iter().filter(|shoe| shoe.table == file.table);
    let numbers = || here().map(|shoe| shoe.shoe_no);
    let (Some(first), Some(last)) = (numbers().min(), numbers().max()) else {
        return Outcome::NotChecked("no file could be read".to_owned());
    };
    let (shoe_no, before) = (file.shoe_no, file.shoe_no.saturating_sub(1));
    if shoe_no > first && !numbers().any(|no| no == before) {
        return Outcome::Failed(Some(Place::Shoe(before)), "its file is missing".to_owned());
    }
    // The latest of several files of a shoe counts.
    let end_of = |no| here().filter(|shoe| shoe.shoe_no == no).map(|shoe| shoe.end).max();
    if end_of(shoe_no) == Some(End::Open) && last > shoe_no {
        let reason = format!("it was never finished, and shoe {} follows", shoe_no.saturating_add(1));
        return Outcome::Failed(Some(Place::Shoe(shoe_no)), reason);
    }
    let but = if end_of(last) == Some(End::Open) { " but the last, which is in play" } else { "" };
    let mut unsealed: Vec<_> = numbers().filter(|no| end_of(*no) == Some(End::Unsealed)).collect();
    unsealed.sort_unstable();
    unsealed.dedup();
    let tries = match unsealed.len() {
        0 => String::new(),
        1 => "; 1 more try of the house, given up before the seal".to_owned(),
        tries => format!("; {tries} more tries of the house, given up before the seal"),
    };
    Outcome::Ok(format!("{first} to {last}, each finished once{but}{tries}"))
}

/// Whether the files state two bulletins for a number that this file states, too.
fn fork(file: &ProofFile, digests: &Digests, read: usize) -> Outcome {
    let differ = |no: &u64| digests.get(&(file.table, *no)).is_some_and(|(_, differ)| *differ);
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
