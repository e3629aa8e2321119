//! What the checks share: the file, its outline, and values that follow from both.

use baccarat::HouseRules;
use fair::{Inputs, ProvableShoe, Secret};

use super::signatures::Chained;
use super::wagers::Rounds;
use crate::file::ProofFile;
use crate::known::Known;
use crate::outline::{Outline, RoundStep};
use crate::report::{Outcome, Step};

/// What the checks share.
pub(super) struct Case<'a> {
    pub(super) file: &'a ProofFile,
    /// The text of the file.
    pub(super) text: &'a str,
    pub(super) known: &'a Known<'a>,
    pub(super) outline: Outline<'a>,
    /// The house rules; none when their text is not a document of house rules.
    pub(super) rules: Option<HouseRules>,
    /// The shoe that the published inputs lead to; none unless all of them are there.
    pub(super) derived: Option<ProvableShoe>,
}

impl<'a> Case<'a> {
    pub(super) fn new(file: &'a ProofFile, text: &'a str, known: &'a Known<'a>) -> Self {
        let outline = Outline::of(file);
        let derived = derive(file, &outline);
        Self { file, text, known, rules: file.rules.text.parse().ok(), outline, derived }
    }
}

impl<'a> Case<'a> {
    /// The bulletins of the file with their signatures.
    pub(super) const fn chained(&self) -> Chained<'a> {
        let file = self.file;
        Chained {
            table: file.table,
            committed: Some(&file.committed),
            rekeyed: file.rekeyed.as_slice(),
            bulletins: file.bulletins.as_slice(),
            signed: (file.key, file.signature),
            after: file.after.as_slice(),
        }
    }

    /// The rounds, for the wagers of a patron.
    pub(super) fn rounds(&self) -> Rounds<'_> {
        let closed = self.outline.rounds.iter().filter_map(|step| match step {
            RoundStep::Closed(said) => Some(said.it),
            _ => None,
        });
        Rounds {
            shoe: (self.file.table, self.file.shoe_no),
            own: self.known.wagers,
            rules: self.rules.as_ref(),
            closed: closed.collect(),
            ended: self.outline.ended().collect(),
            corrected: self.outline.corrected.iter().map(|said| said.it).collect(),
        }
    }
}

/// The shoe that the secret and the published numbers lead to.
fn derive(file: &ProofFile, outline: &Outline<'_>) -> Option<ProvableShoe> {
    let secret = Secret::new(file.secret?.0);
    let (opened, pledged, sealed) = (outline.opened?, outline.pledged?, outline.sealed?);
    let pledged = pledged.by.digest();
    let nonces = file.nonces.as_deref()?;
    let inputs = Inputs { pledged: &pledged, nonces, beacon: sealed.it.beacon.as_ref() };
    (nonces.len() <= fair::nonces::MOST_PLEDGES.into())
        .then(|| ProvableShoe::derive(&secret, &inputs, opened.it.decks))
}

/// Stops a check of a shoe that was not played to its end: `the shoe is in play`, or why it was given up.
pub(super) fn unfinished(case: &Case<'_>) -> Step {
    let reason = match case.outline.finished.map(|said| said.it.abandoned) {
        None => "the shoe is in play".to_owned(),
        Some(Some(why)) => format!("the shoe was abandoned: {}", <&str>::from(why)),
        Some(None) => return Ok(()),
    };
    Err(Outcome::NotChecked(reason))
}
