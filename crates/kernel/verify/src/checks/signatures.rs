//! The house's keys, its signatures, and the chain of its bulletins.

use fair::{Bulletin, Notice, PublicKey, Signature, verify};

use super::words::count;
use crate::file::Signed;
use crate::report::{Place, Step, failed, not_checked};

/// The bulletins of a file, with the signatures that it has of them.
pub(super) struct Chained<'a> {
    pub(super) table: u32,
    /// The bulletin that committed the shoe; none of a shoe that is not committed before it opens.
    pub(super) committed: Option<&'a Signed>,
    pub(super) rekeyed: &'a [Signed],
    /// The bulletins from `opened` on; at least one.
    pub(super) bulletins: &'a [Bulletin],
    /// The signature of the last of them.
    pub(super) signed: (PublicKey, Signature),
    pub(super) after: &'a [Signed],
}

impl Chained<'_> {
    /// The key under which the file begins.
    fn first_key(&self) -> PublicKey {
        let opened = self.bulletins.first().map_or(self.signed.0, |opened| opened.house);
        self.committed.map_or(opened, |committed| committed.key)
    }
}

pub(super) fn key(file: &Chained<'_>, known: Option<PublicKey>) -> Step<String> {
    let first = file.first_key();
    match known {
        None => not_checked(format!("no key was given; the file begins under {first}")),
        Some(known) if known == first => Ok("the key you gave".to_owned()),
        Some(_) => failed(None::<Place>, format!("the file begins under another key, {first}")),
    }
}

pub(super) fn signature(file: &Chained<'_>) -> Step<String> {
    if let Some(committed) = file.committed {
        holds(committed)?;
    }
    let mut keys = Keys { first: file.first_key(), changes: Vec::new() };
    let opened = file.bulletins.first().map_or(0, |opened| opened.no);
    let mut before = file.committed.map_or(opened, |committed| committed.bulletin.no);
    for signed in file.rekeyed {
        let no = signed.bulletin.no;
        let Notice::Rekeyed(next) = signed.bulletin.notice else {
            return failed(Place::No(no), "`rekeyed` was expected");
        };
        if no <= before {
            return failed(Place::No(no), format!("a change of the key after no {before} was expected"));
        }
        keys.must_be(&signed.bulletin)?;
        holds(signed)?;
        keys.changes.push((no, next));
        before = no;
    }
    for bulletin in file.bulletins {
        keys.must_be(bulletin)?;
        if matches!(bulletin.notice, Notice::Rekeyed(_))
            && !file.rekeyed.iter().any(|signed| signed.bulletin == *bulletin)
        {
            return failed(Place::No(bulletin.no), "the old key's signature of this change is missing");
        }
    }
    if let Some(last) = file.bulletins.last() {
        holds(&Signed { bulletin: last.clone(), key: file.signed.0, signature: file.signed.1 })?;
    }
    for signed in file.after {
        keys.must_be(&signed.bulletin)?;
        holds(signed)?;
    }
    let single = if file.committed.is_some() { 2 } else { 1 };
    let signatures = file.rekeyed.len().saturating_add(file.after.len()).saturating_add(single);
    Ok(format!("{}; that of the last bulletin covers those before it", count(signatures, "signature")))
}

/// The keys of the house by the bulletins that they sign.
struct Keys {
    first: PublicKey,
    /// The bulletin after which each key signs.
    changes: Vec<(u64, PublicKey)>,
}

impl Keys {
    fn must_be(&self, bulletin: &Bulletin) -> Step {
        let change = self.changes.iter().rev().find(|(no, _)| *no < bulletin.no);
        let expected = change.map_or(self.first, |(_, key)| *key);
        if bulletin.house == expected {
            return Ok(());
        }
        failed(Place::No(bulletin.no), format!("its key is {}, not {expected}", bulletin.house))
    }
}

fn holds(signed: &Signed) -> Step {
    let Signed { bulletin, key, signature } = signed;
    if *key != bulletin.house {
        return failed(Place::No(bulletin.no), format!("its key is {}, not {key}", bulletin.house));
    }
    verify(key, &bulletin.to_string(), signature)
        .or_else(|_| failed(Place::No(bulletin.no), format!("it is not signed by {key}")))
}

pub(super) fn chain(file: &Chained<'_>) -> Step<String> {
    let committed = file.committed.map(|committed| &committed.bulletin);
    let all = committed.into_iter().chain(file.bulletins);
    if let Some(other) = all.clone().find(|bulletin| bulletin.table != file.table) {
        return failed(Place::No(other.no), format!("it is of table {}, not {}", other.table, file.table));
    }
    if let Some(first) = all.clone().next().filter(|first| first.no == 1) {
        first.is_first().or_else(|error| failed(Place::No(1), error.to_string()))?;
    }
    let mut before: Option<&Bulletin> = None;
    for bulletin in all {
        if let Some(before) = before {
            follows(bulletin, before, committed.is_some_and(|committed| committed.no == before.no))?;
        }
        before = Some(bulletin);
    }
    for signed in file.after {
        if let Some(before) = before {
            follows(&signed.bulletin, before, true)?;
        }
        before = Some(&signed.bulletin);
    }
    rekeyed_in_place(file)?;
    let (first, last) = (file.bulletins.first(), file.bulletins.last());
    let no = |bulletin: Option<&Bulletin>| bulletin.map_or(0, |bulletin| bulletin.no);
    Ok(format!("no {} to {}, no gap", no(first), no(last)))
}

/// Each change of the key that falls among the file's bulletins is one of them.
fn rekeyed_in_place(file: &Chained<'_>) -> Step {
    let no = |bulletin: Option<&Bulletin>| bulletin.map_or(0, |bulletin| bulletin.no);
    let range = no(file.bulletins.first())..=no(file.bulletins.last());
    let stray = file.rekeyed.iter().map(|signed| &signed.bulletin).find(|bulletin| {
        bulletin.table != file.table || (range.contains(&bulletin.no) && !file.bulletins.contains(bulletin))
    });
    stray.map_or(Ok(()), |bulletin| {
        failed(Place::No(bulletin.no), "this change of the key is not in the chain")
    })
}

/// Whether a bulletin follows another, or, when others may be between, comes later.
fn follows(bulletin: &Bulletin, before: &Bulletin, gap: bool) -> Step {
    let next = bulletin.no == before.no.saturating_add(1);
    if gap && !next {
        if bulletin.no > before.no && bulletin.at >= before.at && bulletin.table == before.table {
            return Ok(());
        }
        return failed(Place::No(bulletin.no), format!("it is not later than no {}", before.no));
    }
    bulletin.follows(before).or_else(|error| {
        failed(Place::No(bulletin.no), format!("it does not follow no {}: {error}", before.no))
    })
}
