//! Links from one document of the project to another lead somewhere. Links to other sites are not followed.

use super::tree::Tree;
use super::violation::Violation;

/// The text before a target, and the character that ends it.
const FORMS: &[(&str, char)] = &[("](", ')'), ("src=\"", '"'), ("href=\"", '"')];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.with_extension(&["md"]) {
        for (line, target) in targets(file.text.as_deref().unwrap_or_default()) {
            let path = resolve(&file.path, target);
            if !path.is_some_and(|path| tree.has(&path)) {
                let what = format!("the link to {target} leads nowhere");
                found.push(Violation::new(&file.path, line, what, "link to a committed file, or to none"));
            }
        }
    }
    found
}

/// Every relative target outside code, with its line.
fn targets(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let in_line = FORMS.iter().flat_map(|(open, close)| inline(line, open, *close));
            let all = in_line.chain(definition(line)).filter(|target| is_relative(target));
            found.extend(all.map(|target| (number, target)));
        }
    }
    found
}

fn inline<'a>(line: &'a str, open: &'a str, close: char) -> impl Iterator<Item = &'a str> {
    let starts =
        line.match_indices(open).filter(|(at, _)| !in_code(&line[..*at])).map(|(at, _)| at + open.len());
    starts
        .filter_map(move |start| line[start..].split_once(close))
        .filter_map(|(target, _)| without_title(target))
}

/// `[name]: target`
fn definition(line: &str) -> Option<&str> {
    let (_, target) = line.strip_prefix('[')?.split_once("]: ")?;
    without_title(target)
}

fn without_title(target: &str) -> Option<&str> {
    target.split_whitespace().next()
}

fn in_code(before: &str) -> bool {
    before.matches('`').count() % 2 == 1
}

fn is_relative(target: &str) -> bool {
    !target.starts_with('#') && !target.contains("://") && !target.starts_with("mailto:")
}

/// The path from the root that a target means in this document; none if it leaves the project.
fn resolve(document: &str, target: &str) -> Option<String> {
    let target = target.split('#').next().unwrap_or(target);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_targets_are_found_in_every_form() {
        let text = "See [a](docs/A.md#top \"title\") and ![b](b.png).\n<img src=\"c.svg\">\n[d]: ../D.md\n";
        assert_eq!(targets(text), [(1, "docs/A.md#top"), (1, "b.png"), (2, "c.svg"), (3, "../D.md")]);
    }

    #[test]
    fn other_sites_anchors_and_code_are_left_alone() {
        let text = "[a](https://example.org) [b](#here) `[c](no.md)`\n```\n[d](no.md)\n```\n";
        assert_eq!(targets(text), []);
    }

    #[test]
    fn targets_are_meant_from_their_document() {
        assert_eq!(resolve("docs/A.md", "B.md#x").as_deref(), Some("docs/B.md"));
        assert_eq!(resolve("docs/A.md", "../README.md").as_deref(), Some("README.md"));
        assert_eq!(resolve("README.md", "../outside.md"), None);
    }
}
