//! The certificate as one page, for people: no script, nothing from elsewhere, made to be printed on A4 and read on
//! a phone. Shows what the certificate says and works nothing out.

mod checking;
mod coup;
pub(crate) mod markup;
mod money;
mod rules;
mod spots;
mod summary;
mod table;
mod words;

use crate::certificate::Certificate;
use markup::{Element, Markup, element};

const STYLE: &str = include_str!("style.css");

/// Nothing may be loaded, and nothing may run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

impl Certificate {
    /// The certificate as an HTML page that needs no other file.
    pub fn to_html(&self) -> String {
        let page = element("html").with("lang", "en").holding([self.head(), self.body()]);
        format!("<!doctype html>\n{}\n", page.into_string())
    }

    fn head(&self) -> Markup {
        let meta = |name, content| element("meta").with("name", name).with("content", content).empty();
        let policy = element("meta").with("http-equiv", "Content-Security-Policy").with("content", POLICY);
        element("head").holding([
            element("meta").with("charset", "utf-8").empty(),
            policy.empty(),
            meta("viewport", "width=device-width, initial-scale=1"),
            meta("color-scheme", "light"),
            element("title").holding(format!("Certificate of {} ({})", self.rules.title, self.rules.id)),
            element("style").holding_style(STYLE),
            element("style").holding_style(&self.running_feet()),
        ])
    }

    /// What stands at the foot of each printed page. Only the id and the digest: neither can hold what a style sheet
    /// would mistake for its own.
    fn running_feet(&self) -> String {
        let digest = self.digest().to_string();
        let begin = digest.get(..16).unwrap_or_default();
        format!("@page {{ @bottom-left {{ content: \"{}  \u{b7}  {begin}\u{2026}\"; }} }}", self.rules.id)
    }

    fn body(&self) -> Markup {
        let sections: Markup = [
            summary::summary(self),
            coup::coup(self),
            spots::spots(self),
            money::rounding(self),
            money::worst_case(self),
            money::bonus(self),
            rules::conduct(self),
            rules::notes(self),
            checking::checking(self),
            rules::document(self),
        ]
        .into();
        element("body").holding([summary::header(self), element("main").holding(sections)])
    }
}

/// A section with its heading. The style sheet numbers it.
fn section(id: &'static str, heading: &str, inner: impl Into<Markup>) -> Markup {
    let heading = element("h2").with("id", format!("{id}-heading")).holding(heading);
    element("section")
        .with("id", id)
        .with("aria-labelledby", format!("{id}-heading"))
        .holding(heading.then(inner))
}

/// A paragraph.
fn paragraph(text: impl Into<Markup>) -> Markup {
    element("p").holding(text)
}

/// Something less important, on a line of its own below.
fn below(inner: impl Into<Markup>) -> Markup {
    element("small").holding(inner)
}

/// A fraction, whole or in lowest terms. It may break after its bar, and where it must.
fn fraction(exact: &str) -> Markup {
    let inner = match exact.split_once('/') {
        Some((numerator, denominator)) => {
            Markup::from(format!("{numerator}/")).then(element("wbr").empty()).then(denominator)
        }
        None => exact.into(),
    };
    element("span").class("x").holding(inner)
}

fn code(text: &str) -> Markup {
    element("code").holding(text)
}

fn span(class: &str) -> Element {
    element("span").class(class)
}

/// A number of draws. Certificates hold them as decimal strings.
fn draws(count: &str) -> u128 {
    count.parse().unwrap_or_default()
}
