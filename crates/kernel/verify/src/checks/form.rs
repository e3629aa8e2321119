//! The form of a file: one spelling, every part when it should be there, and rules that can be read.

use baccarat::HouseRules;
use baccarat::rules::RulesErrors;
use fair::{Bytes, Digest, Notice};
use sha2::{Digest as _, Sha256};

use super::case::Case;
use crate::file::Rules;
use crate::report::{Place, Step, failed};

/// So many errors of a document are named.
const MOST_ERRORS: usize = 3;

pub(super) fn form(case: &Case<'_>) -> Step<String> {
    one_spelling(&case.file.write(), case.text)?;
    let opened = case
        .outline
        .opened
        .map(|said| (said.by.no, said.it.rules_id.as_str(), said.it.rules_digest, said.it.decks));
    rules(&case.file.rules, opened)?;
    if let Some((no, why)) = &case.outline.fault {
        return failed(Place::No(*no), why);
    }
    if case.outline.opened.is_none() && case.outline.finished.is_none() {
        return field("bulletins", "`opened` was expected first");
    }
    parts(case)?;
    Ok("version 1, canonical".to_owned())
}

/// A file is the text that would be written of it.
pub(super) fn one_spelling(written: &str, text: &str) -> Step {
    if written == text {
        return Ok(());
    }
    failed(
        None::<Place>,
        "this is not the one spelling of the file: JSON in one line, fields in order, then LF",
    )
}

fn field<T>(name: &str, reason: impl Into<String>) -> Step<T> {
    failed(Place::Field(name.to_owned()), reason)
}

/// What `opened` says of the house rules: its number, their id and digest, and the decks of the shoe.
pub(super) type Named<'a> = (u64, &'a str, Digest, u8);

/// The document is the one that `opened` names, and its decks are those of the shoe.
pub(super) fn rules(rules: &Rules, opened: Option<Named<'_>>) -> Step {
    let digest: Digest = Bytes(Sha256::digest(&rules.text).into());
    if digest != rules.digest {
        return field("rules.digest", format!("{digest} was expected, the SHA-256 of the text"));
    }
    let read = rules.text.parse::<HouseRules>();
    let document = read.or_else(|errors| {
        field("rules.text", format!("a document of house rules was expected: {}", in_one_line(&errors)))
    })?;
    if document.id != rules.id {
        return field("rules.id", format!("{} was expected, the id in the text", document.id));
    }
    let Some((no, id, named, decks)) = opened else { return Ok(()) };
    if (id, named) != (rules.id.as_str(), digest) {
        return field("rules", format!("{id} was expected, as opened"));
    }
    if decks != document.decks {
        return failed(Place::No(no), format!("{} decks were expected, by the rules", document.decks));
    }
    Ok(())
}

/// What is wrong with a document: the first of its errors, and how many more there are.
fn in_one_line(RulesErrors(errors): &RulesErrors) -> String {
    let mut parts: Vec<String> = errors.iter().take(MOST_ERRORS).map(ToString::to_string).collect();
    match errors.len().saturating_sub(MOST_ERRORS) {
        0 => {}
        more => parts.push(format!("{more} more")),
    }
    parts.join("; ")
}

/// Each part is there exactly when the bulletins say so.
fn parts(case: &Case<'_>) -> Step {
    let (file, outline) = (case.file, &case.outline);
    let open = outline.sealed.is_some() && outline.finished.is_none();
    let beacon = outline.sealed.is_some_and(|said| said.it.beacon.is_some());
    let secret = outline.finished.and_then(|said| said.it.secret);
    for (name, there, expected) in [
        ("pledges", file.pledges.is_some(), outline.pledged.is_some()),
        ("nonces", file.nonces.is_some(), outline.revealed.is_some()),
        ("beacon", file.beacon.is_some(), beacon),
        ("secret", file.secret.is_some(), secret.is_some()),
        ("leaves", file.leaves.is_some(), open),
        ("shown", file.shown.is_some(), open),
    ] {
        if there != expected {
            return field(name, if expected { "a value was expected" } else { "null was expected" });
        }
    }
    if secret != file.secret {
        return field("secret", "the secret of the bulletin `finished` was expected");
    }
    if !matches!(file.committed.bulletin.notice, Notice::Committed(_)) {
        return field("committed", "a bulletin `committed` was expected");
    }
    Ok(())
}
