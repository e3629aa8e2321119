//! The record of a table as far as this client saw it: the house's key, the chain, the digest of each number.

use std::collections::BTreeMap;

use fair::bulletin::ChainError;
use fair::{Bulletin, Digest, Notice, PublicKey, verify};

use crate::finding::{Check, Place, Step, failed};
use crate::seen::{Arrival, Kept, Signed};

/// How a bulletin stands to those that were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It is the one after the last.
    Follows,
    /// It was seen before.
    Known,
    /// Others between are missing.
    Gap,
}

#[derive(Debug)]
pub(crate) struct Record {
    table: u32,
    /// The key that this client kept, until it was compared.
    kept: Option<PublicKey>,
    /// The number of the head that this client kept.
    kept_no: Option<u64>,
    /// The digest of each bulletin that was seen, and of those before them by `previous`.
    digests: BTreeMap<u64, Digest>,
    last: Option<Bulletin>,
}

/// So many digests are remembered: more than two shoes have.
const REMEMBERED: usize = 1_024;

impl Record {
    pub(crate) fn new(table: u32, kept: &Kept) -> Self {
        let kept_no = kept.head.map(|(no, _)| no);
        Self { table, kept: kept.house, kept_no, digests: kept.head.into_iter().collect(), last: None }
    }

    pub(crate) const fn last(&self) -> Option<&Bulletin> {
        self.last.as_ref()
    }

    pub(crate) const fn kept_no(&self) -> Option<u64> {
        self.kept_no
    }

    /// The house's key as it is now.
    pub(crate) fn house(&self) -> Option<PublicKey> {
        self.last.as_ref().map(Bulletin::next_house).or(self.kept)
    }

    /// Checks the signature of a bulletin, and that it is by a key of this table's house.
    pub(crate) fn signed(&self, signed: &Signed) -> Step {
        let Signed { bulletin, key, signature } = signed;
        let place = Place::No(bulletin.no);
        if bulletin.table != self.table {
            return failed(
                Check::Chain,
                place,
                format!("it is of table {}, not {}", bulletin.table, self.table),
            );
        }
        if *key != bulletin.house || verify(key, &bulletin.to_string(), signature).is_err() {
            return failed(Check::Signature, place, format!("it is not signed by {}", bulletin.house));
        }
        Ok(())
    }

    /// Where a bulletin stands. A number that was seen must have the same digest, and so must the one before it.
    pub(crate) fn stands(&self, bulletin: &Bulletin) -> Step<Next> {
        let (no, place) = (bulletin.no, Place::No(bulletin.no));
        if self.digests.get(&no).is_some_and(|seen| *seen != bulletin.digest()) {
            return failed(Check::Fork, place, "you saw another bulletin of this number");
        }
        let before = no.saturating_sub(1);
        match &self.last {
            Some(last) if last.no < before => Ok(Next::Gap),
            Some(last) if last.no == before => Self::follows(bulletin, last),
            Some(_) => Ok(Next::Known),
            None => {
                if no == 1 && bulletin.is_first().is_err() {
                    return failed(Check::Chain, place, "it is the first, and names one before it");
                }
                if self.digests.get(&before).is_some_and(|seen| *seen != bulletin.previous) {
                    return failed(
                        Check::Fork,
                        place,
                        format!("it does not follow the no {before} that you saw"),
                    );
                }
                Ok(Next::Follows)
            }
        }
    }

    fn follows(bulletin: &Bulletin, last: &Bulletin) -> Step<Next> {
        let place = Place::No(bulletin.no);
        bulletin.follows(last).map(|()| Next::Follows).or_else(|error| match error {
            ChainError::House { .. } => failed(Check::Key, place, error.to_string()),
            _ => failed(Check::Chain, place, format!("it does not follow no {}: {error}", last.no)),
        })
    }

    /// Takes a bulletin that was not seen before as the last one.
    pub(crate) fn take(&mut self, bulletin: &Bulletin) {
        self.digests.insert(bulletin.no, bulletin.digest());
        self.digests.entry(bulletin.no.saturating_sub(1)).or_insert(bulletin.previous);
        while self.digests.len() > REMEMBERED {
            self.digests.pop_first();
        }
        if self.last.as_ref().is_none_or(|last| last.no < bulletin.no) {
            self.last = Some(bulletin.clone());
        }
    }

    /// Notes a bulletin that stands alone, such as the commitment of the first shoe that is seen.
    pub(crate) fn note(&mut self, bulletin: &Bulletin) -> Step {
        let (no, digest) = (bulletin.no, bulletin.digest());
        if *self.digests.entry(no).or_insert(digest) == digest {
            return Ok(());
        }
        failed(Check::Fork, Place::No(no), "you saw another bulletin of this number")
    }

    /// Forgets where the chain stood, because bulletins in between were never seen.
    pub(crate) fn leap(&mut self) {
        self.last = None;
    }

    /// The keys of a file, each signed by the one before, and whether the client's own is one of them.
    pub(crate) fn keys(&mut self, arrival: &Arrival) -> Step<String> {
        let first = arrival.committed.key;
        let mut keys = vec![(arrival.committed.bulletin.no, first)];
        for signed in &arrival.rekeyed {
            let (no, place) = (signed.bulletin.no, Place::No(signed.bulletin.no));
            let Notice::Rekeyed(next) = signed.bulletin.notice else {
                return failed(Check::Form, place, "`rekeyed` was expected");
            };
            self.signed(signed)?;
            match keys.last() {
                Some((before, key)) if *before < no && *key == signed.key => keys.push((no, next)),
                _ => return failed(Check::Key, place, "this change is not by the key before it"),
            }
        }
        for bulletin in &arrival.bulletins {
            let own = keys.iter().rev().find(|(no, _)| *no < bulletin.no).map_or(first, |(_, key)| *key);
            if bulletin.house != own {
                let reason = format!("its key is {}, and no bulletin changed {own} to it", bulletin.house);
                return failed(Check::Key, Place::No(bulletin.no), reason);
            }
        }
        match self.house() {
            None => Ok("kept from now on: you had none".to_owned()),
            Some(kept) if keys.iter().any(|(_, key)| *key == kept) => Ok("the key that you kept".to_owned()),
            Some(kept) => {
                let reason =
                    format!("it signs with {first}; you kept {kept}, and nothing says that it changed");
                failed(Check::Key, None, reason)
            }
        }
    }

    /// Checks the key of a bulletin that is the first one that is seen.
    pub(crate) fn first_key(&self, bulletin: &Bulletin) -> Step<String> {
        match self.kept {
            Some(kept) if kept != bulletin.house => {
                let reason = format!("its key is {}; you kept {kept}", bulletin.house);
                failed(Check::Key, Place::No(bulletin.no), reason)
            }
            Some(_) => Ok("the key that you kept".to_owned()),
            None => Ok("kept from now on: you had none".to_owned()),
        }
    }
}
