//! The certificate as one page, for people: no script, nothing from elsewhere, made to be printed on A4 and read on a
//! phone. Shows the figures of the certificate and computes none.

mod checking;
mod coup;
mod elements;
pub(crate) mod markup;
mod money;
mod rules;
mod spots;
mod summary;
mod table;
mod words;

use crate::certificate::Certificate;
use markup::{Markup, element};

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
