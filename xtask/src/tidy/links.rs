//! Links from one document of the project to another lead to a file, and to a heading of it if they name one. Links to
//! other sites are not followed.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::tree::{Tree, line_at};
use super::violation::Violation;

/// One document, as far as links concern it.
#[derive(Default)]
struct Document {
    /// Every relative target outside code, with its line.
    links: Vec<(usize, String)>,
    /// The names of its headings, as GitHub makes them.
    anchors: BTreeSet<String>,
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let files = tree.with_extension(&["md"]);
    let documents: BTreeMap<&str, Document> = files
        .map(|file| (file.path.as_str(), Document::of(file.text.as_deref().unwrap_or_default())))
        .collect();
    let mut violations = Vec::new();
    for (path, document) in &documents {
        for (line, target) in &document.links {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { Some((*path).to_owned()) } else { resolve(path, file) };
            let Some(file) = file.filter(|file| tree.has(file)) else {
                let what = format!("the link to {target} leads nowhere");
                violations.push(Violation::new(path, *line, what, "link to a committed file, or to none"));
                continue;
            };
            let there = documents.get(file.as_str()).filter(|_| !anchor.is_empty());
            if there.is_some_and(|there| !there.anchors.contains(anchor)) {
                let what = format!("{file} has no heading #{anchor}");
                violations.push(Violation::new(path, *line, what, "link to a heading that is there"));
            }
        }
    }
    violations
}

impl Document {
    fn of(text: &str) -> Self {
        let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
        let definitions = parser.reference_definitions().iter();
        let mut targets: Vec<(usize, String)> =
            definitions.map(|(_, it)| (it.span.start, it.dest.to_string())).collect();
        let (mut anchors, mut heading) = (BTreeSet::new(), None::<String>);
        for (event, place) in parser.into_offset_iter() {
            match event {
                Event::Start(Tag::Link { link_type: LinkType::Email, .. }) => {}
                Event::Start(Tag::Link { dest_url, id, .. } | Tag::Image { dest_url, id, .. })
                    if id.is_empty() =>
                {
                    targets.push((place.start, dest_url.to_string()));
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    let named = ["src=\"", "href=\""].iter().flat_map(|name| html.split(name).skip(1));
                    let values = named.filter_map(|rest| rest.split('"').next());
                    targets.extend(values.map(|value| (place.start, value.to_owned())));
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let name = anchor(&heading.take().unwrap_or_default());
                    let again = (1..).map(|times| format!("{name}-{times}"));
                    let mut names = std::iter::once(name.clone()).chain(again);
                    anchors.extend(names.find(|name| !anchors.contains(name)));
                }
                Event::Text(words) | Event::Code(words) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&words);
                    }
                }
                _ => {}
            }
        }
        let relative = targets.into_iter().filter(|(_, target)| is_relative(target));
        Self { links: relative.map(|(at, target)| (line_at(text, at), target)).collect(), anchors }
    }
}

/// The name of a heading in a link, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let letters = heading.to_lowercase().replace(' ', "-");
    letters.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

fn is_relative(target: &str) -> bool {
    !target.contains("://") && !target.starts_with("mailto:")
}

/// The path from the root that a target means in this document; none if it leaves the project.
fn resolve(document: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
