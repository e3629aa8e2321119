//! The elements that every section of the page is made of. Knows nothing of certificates.

use super::markup::{Element, Markup, element};

/// A section with its heading. The style sheet numbers it.
pub(super) fn section(id: &'static str, heading: &str, inner: impl Into<Markup>) -> Markup {
    let heading = element("h2").with("id", format!("{id}-heading")).holding(heading);
    element("section")
        .with("id", id)
        .with("aria-labelledby", format!("{id}-heading"))
        .holding(heading.then(inner))
}

/// A paragraph.
pub(super) fn paragraph(text: impl Into<Markup>) -> Markup {
    element("p").holding(text)
}

/// Something less important, on a line of its own below.
pub(super) fn below(inner: impl Into<Markup>) -> Markup {
    element("small").holding(inner)
}

/// A fraction, whole or in lowest terms. It may break after its bar, and where it must.
pub(super) fn fraction(exact: &str) -> Markup {
    let inner = match exact.split_once('/') {
        Some((numerator, denominator)) => {
            Markup::from(format!("{numerator}/")).then(element("wbr").empty()).then(denominator)
        }
        None => exact.into(),
    };
    element("span").class("x").holding(inner)
}

pub(super) fn code(text: &str) -> Markup {
    element("code").holding(text)
}

pub(super) fn span(class: &str) -> Element {
    element("span").class(class)
}

/// The word for each class of a chart.
pub(super) fn legend<const N: usize>(words: [(&str, &str); N]) -> Markup {
    let key = |(class, word)| span("key").holding(span(class).holding("").then(word));
    element("p").class("legend").holding(words.map(key))
}

/// A number of draws. Certificates hold them as decimal strings.
pub(super) fn draws(count: &str) -> u128 {
    count.parse().unwrap_or_default()
}
