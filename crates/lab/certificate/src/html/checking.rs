//! How to make the certificate again, and how to check its digests without this program.

use super::elements::{code, paragraph, section};
use crate::certificate::Certificate;
use crate::html::markup::{Markup, element};
use crate::json::VERSION;

/// The section.
pub(super) fn checking(certificate: &Certificate) -> Markup {
    let id = &certificate.rules.id;
    let command = certificate.command();
    let built_in = certificate.is_built_in();
    let document = if built_in {
        format!("punto rules show {id} --toml | sha256sum")
    } else {
        format!("sha256sum {id}.toml")
    };
    let first = if built_in {
        format!("The document is built into punto {VERSION}. This page and the same as JSON:")
    } else {
        format!("Save the document below as {id}.toml. This page and the same as JSON, by punto {VERSION}:")
    };
    let steps = [
        step(&first, &format!("{command} --output {id}.html\n{command} --json --output {id}.json")),
        step("The digest of the document:", &document),
        step(
            "The digest of the certificate, which is that of the member certificate of the JSON, on one line without \
             blanks, members in the order of their names:",
            &format!("jq -cjS .certificate {id}.json | sha256sum"),
        ),
    ];
    let same = "Neither date nor place nor the version of the program goes into a digest: the same document has the \
                same certificate, byte for byte, for as long as its format is the same.";
    let list = element("ol").class("steps").holding(steps);
    section(
        "checking",
        "How to check it",
        [list, paragraph(same), element("p").class("aside").holding(format(certificate))],
    )
}

fn step(words: &str, commands: &str) -> Markup {
    element("li").holding(Markup::from(words).then(element("pre").holding(code(commands))))
}

fn format(certificate: &Certificate) -> String {
    format!("Certificate format {}.", certificate.format)
}
