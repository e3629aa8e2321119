//! Pages: well-formed, of one piece, accessible, honest about hostile text, and of one mind with the JSON.

use std::collections::BTreeSet;

use punto_certificate::Certificate;
use roxmltree::{Document, Node};
use serde_json::Value;

use crate::support::{builtin, certificate, changed, json};

/// Reads a page as strictly as XML: elements close in order, attributes are quoted, `&` begins a known name.
fn parsed(page: &str) -> Document<'_> {
    let root = page.strip_prefix("<!doctype html>\n").expect("it begins as a page does");
    Document::parse(root).unwrap_or_else(|error| panic!("{error}\n{page}"))
}

/// The elements of this name.
fn elements<'a>(page: &'a Document<'_>, name: &str) -> Vec<Node<'a, 'a>> {
    page.descendants().filter(|node| node.has_tag_name(name)).collect()
}

#[test]
fn pages_are_well_formed_and_of_one_piece() {
    for certificate in builtin() {
        let page = certificate.to_html();
        for node in parsed(&page).descendants() {
            let name = node.tag_name().name();
            assert!(!["script", "link", "img", "iframe", "object"].contains(&name), "{name}");
            for attribute in node.attributes() {
                let attribute = attribute.name();
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
        let page = parsed(&page);
        let has = |node: &Node<'_, '_>, name| node.children().any(|child| child.has_tag_name(name));
        assert!(elements(&page, "table").iter().all(|table| has(table, "caption")));
        let heads = elements(&page, "th");
        assert!(heads.iter().all(|head| head.has_attribute("scope")), "every head says of what");
        assert!(heads.iter().all(Node::has_children), "no head is empty");
        let charts = elements(&page, "svg");
        assert!(charts.len() > 20 && charts.iter().all(|chart| chart.attribute("role") == Some("img")));
        assert!(charts.iter().all(|chart| has(chart, "title") && has(chart, "desc")));
        assert_eq!(elements(&page, "h1").len(), 1);
        let ids: Vec<&str> = page.descendants().filter_map(|node| node.attribute("id")).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
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
    parsed(&page);
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
        parsed(&certificate.to_html());
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

/// Adds what a part of a page shows, without its style, the scale of its chart, and the document itself.
fn add_shown(part: Node<'_, '_>, text: &mut String) {
    for child in part.children() {
        text.push_str(child.text().filter(|_| child.is_text()).unwrap_or_default());
        let is_figure = !child.has_tag_name("style")
            && child.attribute("class") != Some("axis")
            && child.attribute("aria-label") != Some("The document");
        if child.is_element() && is_figure {
            // These may be in the middle of a number; beside other elements, it has ended.
            let gap = if ["span", "wbr"].contains(&child.tag_name().name()) { "" } else { " " };
            text.push_str(gap);
            add_shown(child, text);
            text.push_str(gap);
        }
    }
}

#[test]
fn every_figure_on_the_page_is_in_the_json() {
    let own = certificate(&changed("sixty-round", "maximum = 185000", "maximum = 185000\nminimum = \"0.5\""));
    for certificate in builtin().iter().chain([&own]) {
        let known = numbers(&json(certificate).to_string());
        let mut shown = String::new();
        add_shown(parsed(&certificate.to_html()).root(), &mut shown);
        let on_page = numbers(&shown);
        assert!(on_page.len() > 100, "{}", on_page.len());
        let unknown: Vec<_> = on_page
            .difference(&known)
            // One digit alone names a total, a step or a stake; an algorithm's name has a number too.
            .filter(|number| number.len() > 1 && *number != "-256")
            .collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", certificate.rules.id);
    }
}
