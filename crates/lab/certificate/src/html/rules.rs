//! The rules on the page: conduct, where the facts are from, what the rules leave open, and the document word for word.

use super::elements::{code, paragraph, section};
use super::table::{self, row, table};
use crate::certificate::Certificate;
use crate::html::markup::{Markup, element};

/// The shoe and the table.
pub(super) fn conduct(certificate: &Certificate) -> Markup {
    let lines = certificate.conduct.words.iter();
    let rows = lines.map(|(matter, words)| row(matter.title(), [table::words(words.as_str())]));
    let heads = ["Matter", "What the rules say"];
    let table = table("prose", "How the table is run", &heads, rows);
    section("conduct", "Conduct of the table", table.then(sources(certificate)))
}

fn sources(certificate: &Certificate) -> Markup {
    if certificate.sources.is_empty() {
        return Markup::default();
    }
    let rows = certificate
        .sources
        .iter()
        .map(|source| row(code(&source.table), [table::words(source.source.as_str())]));
    let is_one_fact = |name: &str| name.strip_prefix("spots.").unwrap_or(name).contains('.');
    let some_are_of_facts = certificate.sources.iter().any(|source| is_one_fact(&source.table));
    let part = if some_are_of_facts { "Table or fact of the document" } else { "Table of the document" };
    let heads = [part, "Its source"];
    table("prose", "Facts with a source of their own", &heads, rows)
}

/// What the certificate does not say.
pub(super) fn notes(certificate: &Certificate) -> Markup {
    let notes = certificate.notes.iter().map(|note| element("li").holding(note.as_str()));
    let list = element("ul").class("notes").holding(notes.collect::<Markup>());
    section("notes", "What this does not say", list)
}

/// The document, word for word.
pub(super) fn document(certificate: &Certificate) -> Markup {
    let rules = &certificate.rules;
    let about = Markup::from("The text these figures are of, comments and all. Its digest is ")
        .then(code(&rules.sha256))
        .then(". Characters that cannot be seen are shown by their number.");
    let text =
        element("pre").with("tabindex", "0").with("aria-label", "The document").holding(code(&rules.text));
    section("document", "The document", paragraph(about).then(text))
}
