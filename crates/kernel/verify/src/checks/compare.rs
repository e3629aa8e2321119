//! What several files show together: every shoe finished once, one bulletin a number, every secret once.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use fair::{Bulletin, Bytes, Digest, Notice};

use super::commitment::repeated;
use super::words::count;
use crate::file::ProofFile;
use crate::report::{Check, Choices, Outcome, Place, Report};

/// How a shoe ended, as far as files of it say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// It is in play.
    Open,
    /// It was given up before its order was fixed.
    Unsealed,
    /// It was given up after that.
    GivenUp,
    /// It was played to its end.
    Played,
}

impl End {
    fn of(file: &ProofFile) -> Self {
        let sealed = file.bulletins.iter().any(|said| matches!(said.notice, Notice::Sealed(_)));
        let finished = file.bulletins.iter().find_map(|said| match &said.notice {
            Notice::Finished(it) => Some(it.abandoned),
            _ => None,
        });
        match finished {
            None => Self::Open,
            Some(None) => Self::Played,
            Some(Some(_)) if sealed => Self::GivenUp,
            Some(Some(_)) => Self::Unsealed,
        }
    }
}

/// The digest of the bulletin that commits the shoe after this one.
fn next_of(file: &ProofFile) -> Option<Digest> {
    let mut next = file.bulletins.iter().filter(|said| matches!(said.notice, Notice::Committed(_)));
    next.next().map(Bulletin::digest)
}

/// What a file says of its shoe.
struct Seen {
    table: u32,
    shoe_no: u32,
    /// How this file ends it.
    end: End,
    /// The digest of the bulletin that commits it.
    committed: Digest,
    /// The digest of the bulletin that commits the shoe after it.
    next: Option<Digest>,
    secret: Option<Bytes<32>>,
}

/// The first digest that files state for each number of a table, and whether they state another one.
#[derive(Default)]
pub(super) struct Digests(BTreeMap<(u32, u64), (Digest, bool)>);

impl Digests {
    /// Takes in what a file of a table states.
    pub(super) fn take(&mut self, table: u32, stated: impl Iterator<Item = (u64, Digest)>) {
        for (no, digest) in stated {
            match self.0.entry((table, no)) {
                Entry::Vacant(free) => _ = free.insert((digest, false)),
                Entry::Occupied(mut known) => known.get_mut().1 |= known.get().0 != digest,
            }
        }
    }

    /// Whether the files, so many, state two bulletins for a number that a file of this table states.
    pub(super) fn fork(
        &self,
        table: u32,
        stated: impl Iterator<Item = (u64, Digest)>,
        files: usize,
    ) -> Outcome {
        let differ = |no: &u64| self.0.get(&(table, *no)).is_some_and(|(_, differ)| *differ);
        match stated.map(|(no, _)| no).filter(differ).min() {
            Some(no) => {
                let reason = "two signed bulletins of this number differ".to_owned();
                Outcome::Failed(Some(Place::No(no)), reason)
            }
            None => Outcome::Ok(format!("{} agree", count(files, "file"))),
        }
    }
}

/// The digests that bulletins state by number: their own, and those of the ones before them by `previous`.
pub(super) fn stated_by<'a>(
    bulletins: impl Iterator<Item = &'a Bulletin>,
) -> impl Iterator<Item = (u64, Digest)> {
    bulletins.flat_map(|bulletin| {
        [(bulletin.no, bulletin.digest()), (bulletin.no.saturating_sub(1), bulletin.previous)]
    })
}

pub(crate) fn compare(files: &[Option<ProofFile>], reports: &mut [Report]) {
    let (mut all, mut digests) = (Vec::new(), Digests::default());
    for file in files.iter().flatten() {
        all.push(Seen {
            table: file.table,
            shoe_no: file.shoe_no,
            end: End::of(file),
            committed: file.committed.bulletin.digest(),
            next: next_of(file),
            secret: file.secret,
        });
        digests.take(file.table, stated(file));
    }
    for (file, report) in files.iter().zip(reports.iter_mut()) {
        let Some(file) = file else { continue };
        report.set(Check::Shoes, shoes(file, &all));
        report.set(Check::Fork, digests.fork(file.table, stated(file), all.len()));
        // The first file with this secret owns it.
        let owner = all.iter().find(|shoe| file.secret.is_some() && shoe.secret == file.secret);
        if let Some(owner) = owner.filter(|it| (it.table, it.shoe_no) != (file.table, file.shoe_no)) {
            report.set(Check::Secret, repeated(owner.shoe_no));
            report.choices = Some(Choices::Unlimited);
        }
    }
}

/// Whether the shoe is finished, if a later one was opened, and no shoe is missing before it. Counts those that were
/// given up: each is one more try of the house.
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
    let named = here().filter(|shoe| shoe.shoe_no == before).find_map(|shoe| shoe.next);
    let own = here().find(|shoe| shoe.shoe_no == shoe_no).map(|shoe| shoe.committed);
    if named.is_some() && named != own {
        let reason = format!("shoe {before} names another commitment of it than its file has");
        return Outcome::Failed(Some(Place::Shoe(shoe_no)), reason);
    }
    // The latest of several files of a shoe counts.
    let end_of = |no| here().filter(|shoe| shoe.shoe_no == no).map(|shoe| shoe.end).max();
    if end_of(shoe_no) == Some(End::Open) && last > shoe_no {
        let reason = format!("it was never finished, and shoe {} follows", shoe_no.saturating_add(1));
        return Outcome::Failed(Some(Place::Shoe(shoe_no)), reason);
    }
    let but = if end_of(last) == Some(End::Open) { " but the last, which is in play" } else { "" };
    let ended = |is: End| (first..=last).filter(|no| end_of(*no) == Some(is)).count();
    let (unsealed, sealed) = (ended(End::Unsealed), ended(End::GivenUp));
    let given_up = match unsealed.saturating_add(sealed) {
        0 => String::new(),
        all => format!("; {all} given up, {unsealed} before the seal"),
    };
    Outcome::Ok(format!("{first} to {last}, each finished once{but}{given_up}"))
}

/// What a file states, with the bulletin that commits its shoe.
fn stated(file: &ProofFile) -> impl Iterator<Item = (u64, Digest)> {
    let signed = file.rekeyed.iter().chain(&file.after).map(|signed| &signed.bulletin);
    stated_by([&file.committed.bulletin].into_iter().chain(&file.bulletins).chain(signed))
}
