//! Pages: well-formed, of one piece, accessible, honest about hostile text, and of one mind with the JSON.

use std::collections::BTreeSet;

use punto_certificate::Certificate;
use serde_json::Value;

use crate::support::{builtin, certificate, changed, json};

/// A piece of a page.
enum Piece<'a> {
    /// An element that opens or closes: its name, its attributes, and what it does.
    Tag {
        name: &'a str,
        attributes: &'a str,
        kind: Kind,
    },
    Text(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Opens,
    Closes,
    Empty,
}

fn pieces(page: &str) -> Vec<Piece<'_>> {
    let mut rest = page.strip_prefix("<!doctype html>\n").expect("it begins as a page does");
    let mut pieces = Vec::new();
    while let Some(start) = rest.find('<') {
        pieces.push(Piece::Text(&rest[..start]));
        let end = start + rest[start..].find('>').expect("every tag ends");
        let tag = &rest[start + 1..end];
        let (tag, kind) = match (tag.strip_prefix('/'), tag.strip_suffix('/')) {
            (Some(tag), _) => (tag, Kind::Closes),
            (None, Some(tag)) => (tag, Kind::Empty),
            (None, None) => (tag, Kind::Opens),
        };
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        pieces.push(Piece::Tag { name, attributes, kind });
        rest = &rest[end + 1..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// As strict as XML: what is opened is closed in order, attributes are quoted, and `&` begins one of five names.
fn assert_well_formed(page: &str) {
    let mut open = Vec::new();
    for piece in pieces(page) {
        match piece {
            Piece::Tag { name, attributes, kind } => {
                assert!(name.bytes().all(|b| b.is_ascii_alphanumeric()), "<{name}>");
                assert_eq!(attributes.matches('"').count() % 2, 0, "<{name} {attributes}>");
                match kind {
                    Kind::Opens => open.push(name),
                    Kind::Closes => assert_eq!(open.pop(), Some(name)),
                    Kind::Empty => {}
                }
            }
            Piece::Text(text) => {
                for entity in text.split('&').skip(1) {
                    let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
                    assert!(known.iter().any(|name| entity.starts_with(name)), "&{entity}");
                }
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// How often an element opens, and how many of these have something in their attributes.
fn opened(page: &str, element: &str, with: &str) -> (usize, usize) {
    let pieces = pieces(page);
    let these = pieces.iter().filter_map(|piece| match piece {
        Piece::Tag { name, attributes, kind: Kind::Opens } if *name == element => Some(*attributes),
        _ => None,
    });
    let these: Vec<_> = these.collect();
    (these.len(), these.iter().filter(|attributes| attributes.contains(with)).count())
}

#[test]
fn pages_are_well_formed_and_of_one_piece() {
    for certificate in builtin() {
        let page = certificate.to_html();
        assert_well_formed(&page);
        for piece in pieces(&page) {
            let Piece::Tag { name, attributes, .. } = piece else { continue };
            assert!(!["script", "link", "img", "iframe", "object"].contains(&name), "{name}");
            let names = attributes.split("=\"").filter_map(|part| part.rsplit([' ', '"']).next());
            for attribute in names {
                let active = attribute.starts_with("on") || ["src", "href", "style"].contains(&attribute);
                assert!(!active, "{name} {attribute}");
            }
        }
        assert!(!page.contains("url(") && !page.contains("@import"), "the style sheet loads nothing");
    }
}

#[test]
fn tables_and_charts_can_be_heard() {
    for certificate in builtin() {
        let page = certificate.to_html();
        let (tables, _) = opened(&page, "table", "");
        assert_eq!(opened(&page, "caption", "").0, tables);
        let (heads, scoped) = opened(&page, "th", "scope=");
        assert_eq!(heads, scoped, "every head says of what");
        assert!(!page.contains("\"></th>"), "no head is empty");
        let (charts, images) = opened(&page, "svg", "role=\"img\"");
        assert!(charts > 20 && charts == images);
        assert_eq!(page.matches("</title><desc>").count(), charts, "each with a title and a description");
        assert_eq!(opened(&page, "h1", "").0, 1);
        let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|part| part.split('"').next()).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len());
    }
}

#[test]
fn every_section_is_there() {
    for certificate in builtin() {
        let page = certificate.to_html();
        let rules = &certificate.rules;
        for text in [&rules.title, &rules.sha256, &certificate.shoe.draws.len().to_string()] {
            assert!(page.contains(text.as_str()), "{text}");
        }
        for id in [
            "summary",
            "coup",
            "spots",
            "rounding",
            "worst-case",
            "bonus",
            "conduct",
            "notes",
            "checking",
            "document",
        ] {
            assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
        }
        assert!(certificate.spots.iter().all(|spot| page.contains(&format!("<code>{}</code>", spot.spot))));
    }
}

/// Rules whose every text would like to be markup.
fn hostile() -> Certificate {
    let title = "\\u003C/title>\\u003Cscript>alert(1)\\u003C/script>\\\"'&amp;\\u202E\\u0000";
    let text = changed("live-commission", "\"Live baccarat\"", &format!("\"{title}\""));
    let text = text.replace("document = \"000\"", "document = \"\\\" onload=\\\"alert(2)\"");
    let text = text.replace("source = \"trade practice\"", "source = \"<img src=x onerror=alert(3)>\"");
    let text = format!("# </pre></code><script>alert(4)</script> \u{202e}\u{2066} <!-- ]]> &\n{text}");
    certificate(&text)
}

#[test]
fn hostile_text_stays_text() {
    let hostile = hostile();
    assert!(hostile.rules.title.contains("<script>"));
    let page = hostile.to_html();
    assert_well_formed(&page);
    for markup in ["<script", "<img", "<!--", "\" onload"] {
        assert!(!page.contains(markup), "{markup}");
    }
    for shown in [
        "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;\u{27e8}U+202E\u{27e9}\u{27e8}U+0000\u{27e9}",
        "&lt;img src=x onerror=alert(3)&gt;",
        "&lt;/pre&gt;&lt;/code&gt;&lt;script&gt;",
    ] {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(!page.contains(['\u{202e}', '\u{2066}', '\0']), "nothing turns the text around");
    let again: Value = serde_json::from_str(&hostile.to_json()).unwrap();
    assert_eq!(again["certificate"]["rules"]["title"], hostile.rules.title.as_str());
}

#[test]
fn odd_rules_have_pages_too() {
    // An edge against the house, a spot that never wins, odds that are no decimal, one spot alone.
    let generous = certificate(&changed("live-commission", "odds = \"0.95\"", "odds = \"4/3\""));
    assert!(generous.spots[1].house_edge.percent.starts_with('-'));
    assert!(generous.to_html().contains("class=\"less\""));
    let never = certificate(&changed("live-commission", "when = \"tie\"", "when = \"tie player_wins\""));
    assert!(never.to_html().contains("never paid"));
    let text = changed("three-bet", "[spots.player]", "[spots.tie]");
    let alone = certificate(&text[..text.find("\n[spots.banker]").unwrap()]);
    assert_eq!(alone.spots.len(), 1);
    for certificate in [generous, never, alone] {
        assert_well_formed(&certificate.to_html());
    }
}

/// Every number in a text, without the commas between thousands.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut numbers = BTreeSet::new();
    for run in text.split(|letter: char| !letter.is_ascii_digit() && !"-.,/".contains(letter)) {
        let run = run.trim_start_matches(|letter: char| !letter.is_ascii_digit() && letter != '-');
        let number = run.trim_end_matches(|letter: char| !letter.is_ascii_digit()).replace(',', "");
        if number.bytes().any(|byte| byte.is_ascii_digit()) {
            numbers.insert(number);
        }
    }
    numbers
}

/// What a page shows, without its style, the scale of its chart, and the document itself.
fn shown(page: &str) -> String {
    let mut text = String::new();
    let mut passed_over: Option<&str> = None;
    for piece in pieces(page) {
        match piece {
            Piece::Tag { name, attributes, kind: Kind::Opens }
                if name == "style"
                    || attributes.contains("class=\"axis\"")
                    || attributes.contains("The document") =>
            {
                passed_over = passed_over.or(Some(name));
            }
            Piece::Tag { name, kind: Kind::Closes, .. } if passed_over == Some(name) => passed_over = None,
            Piece::Text(inner) if passed_over.is_none() => text.push_str(inner),
            // These may stand in the middle of a number; where others stand, it has ended.
            Piece::Tag { name, .. } if !["span", "wbr"].contains(&name) => text.push(' '),
            _ => {}
        }
    }
    text
}

#[test]
fn every_figure_on_the_page_is_in_the_json() {
    let own = certificate(&changed("sixty-round", "maximum = 185000", "maximum = 185000\nminimum = \"0.5\""));
    for certificate in builtin().iter().chain([&own]) {
        let known = numbers(&json(certificate).to_string());
        let on_page = numbers(&shown(&certificate.to_html()));
        assert!(on_page.len() > 100, "{}", on_page.len());
        let unknown: Vec<_> = on_page
            .difference(&known)
            // One digit alone names a total, a step or a stake; an algorithm's name has a number too.
            .filter(|number| number.len() > 1 && *number != "-256")
            .collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", certificate.rules.id);
    }
}
