//! The commitment: published before the shoe opened, kept when the secret is shown, and of no secret that is guessed.

use fair::bulletin::Committed;
use fair::{Bytes, Notice, Secret};
use sha2::{Digest as _, Sha256};

use super::case::{Case, unfinished};
use crate::report::{Outcome, Place, Step, failed, not_checked};

/// The commitment of this shoe.
fn own<'a>(case: &Case<'a>) -> Step<&'a Committed> {
    match &case.file.committed.bulletin.notice {
        Notice::Committed(it) => Ok(it),
        _ => failed(Place::Field("committed".to_owned()), "a bulletin `committed` was expected"),
    }
}

pub(super) fn committed(case: &Case<'_>) -> Step<String> {
    let (own, no, shoe_no) = (own(case)?, case.file.committed.bulletin.no, case.file.shoe_no);
    if own.shoe_no != shoe_no {
        return failed(Place::No(no), format!("it commits shoe {}, not {shoe_no}", own.shoe_no));
    }
    let Some(opened) = case.outline.opened else { return Ok(format!("in no {no}; never opened")) };
    let place = || Place::No(opened.by.no);
    if no >= opened.by.no {
        return failed(place(), format!("the shoe opened before no {no} committed it"));
    }
    if opened.it.commitment != own.commitment {
        return failed(place(), format!("`opened` names another commitment than no {no}"));
    }
    if opened.it.beacon.map(|(chain, _)| chain) != own.beacon {
        return failed(place(), format!("`opened` names another beacon than no {no}"));
    }
    let next = case.outline.next.map(|said| said.by.no);
    if next != opened.by.no.checked_add(1) {
        return failed(place(), format!("`committed {}` does not follow", shoe_no.saturating_add(1)));
    }
    Ok(format!("in no {no}, before no {}", opened.by.no))
}

pub(super) fn commitment(case: &Case<'_>) -> Step<String> {
    let Some(finished) = case.outline.finished else { return not_checked("the shoe is in play") };
    let Some(secret) = case.file.secret.or(finished.it.secret) else {
        return failed(Place::No(finished.by.no), "the secret was never shown");
    };
    let shown = Secret::new(secret.0).commitment(case.file.table, case.file.shoe_no);
    if shown != own(case)?.commitment {
        return failed(Place::No(finished.by.no), "the secret is not the committed one");
    }
    Ok("the secret is the committed one".to_owned())
}

pub(super) fn secret(case: &Case<'_>) -> Step<String> {
    let Some(secret) = case.file.secret else {
        unfinished(case)?;
        return not_checked("the secret was never shown");
    };
    let wrong = |why: &str| failed(Place::Field("secret".to_owned()), format!("it is easily guessed: {why}"));
    if secret.0.windows(2).all(|pair| pair.first() == pair.last()) {
        return wrong("one byte, repeated");
    }
    let zeros = |bytes: Option<&[u8]>| bytes.is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0));
    if zeros(secret.0.get(..24)) || zeros(secret.0.get(8..)) {
        return wrong("a number below 2^64");
    }
    match guesses(case).find(|guess| digest(guess) == secret) {
        Some(_) => wrong("the SHA-256 of a public number"),
        None => Ok("none of the guessable ones".to_owned()),
    }
}

/// How long before the commitment a time is tried as the secret's source, in milliseconds.
const WINDOW: u64 = 1_000;

/// Public numbers that a careless house could have hashed: ids and times, as text and as bytes.
fn guesses(case: &Case<'_>) -> impl Iterator<Item = Vec<u8>> {
    let (table, shoe_no) = (case.file.table, case.file.shoe_no);
    let at = case.file.committed.bulletin.at;
    let ids = [
        format!("{table}-{shoe_no}").into_bytes(),
        format!("{table}:{shoe_no}").into_bytes(),
        format!("{table}{shoe_no}").into_bytes(),
        [table.to_be_bytes(), shoe_no.to_be_bytes()].concat(),
        table.to_be_bytes().to_vec(),
        shoe_no.to_be_bytes().to_vec(),
        case.file.rules.id.clone().into_bytes(),
        case.file.committed.bulletin.previous.0.to_vec(),
        Vec::new(),
    ];
    let numbers = [u64::from(table), u64::from(shoe_no), at.checked_div(1_000).unwrap_or_default()];
    let times = at.saturating_sub(WINDOW)..=at;
    let numbers = numbers.into_iter().chain(times);
    let spelled = numbers.flat_map(|number| [number.to_string().into_bytes(), number.to_be_bytes().to_vec()]);
    ids.into_iter().chain(spelled)
}

fn digest(bytes: &[u8]) -> Bytes<32> {
    Bytes(Sha256::digest(bytes).into())
}

/// What the check says of a secret that another shoe had.
pub(super) fn repeated(shoe_no: u32) -> Outcome {
    Outcome::Failed(Some(Place::Field("secret".to_owned())), format!("shoe {shoe_no} had the same secret"))
}
