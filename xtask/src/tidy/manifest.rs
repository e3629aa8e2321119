//! The dependencies in a `Cargo.toml`, with their lines. Versions and features do not matter.

use toml::de::{DeTable, DeValue};

/// One line of a manifest that brings in other code. Development dependencies do not count: tests may reach
/// further than what they test.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    /// The name the code uses.
    pub(super) name: String,
    /// The package behind it, where the manifest itself says so.
    pub(super) package: Option<String>,
    /// From 1.
    pub(super) line: usize,
}

const KINDS: [&str; 2] = ["dependencies", "build-dependencies"];

/// The package's own name.
pub(super) fn package_name(text: &str) -> Option<String> {
    let document = DeTable::parse(text).ok()?;
    let name = document.get_ref().get("package")?.get_ref().get("name")?;
    name.get_ref().as_str().map(str::to_owned)
}

/// Everything a package depends on, on every platform, in the order of the text.
pub(super) fn dependencies(text: &str) -> Result<Vec<Dependency>, String> {
    let document = DeTable::parse(text).map_err(|error| error.message().to_owned())?;
    let root = document.get_ref();
    let mut found = of_kinds(root, text);
    for platform in table(root, "target").into_iter().flat_map(DeTable::values) {
        found.extend(platform.get_ref().as_table().into_iter().flat_map(|platform| of_kinds(platform, text)));
    }
    found.sort_by_key(|dependency| dependency.line);
    Ok(found)
}

/// The names that members inherit with `workspace = true`.
pub(super) fn inherited(text: &str) -> Result<Vec<Dependency>, String> {
    let document = DeTable::parse(text).map_err(|error| error.message().to_owned())?;
    let workspace = table(document.get_ref(), "workspace");
    Ok(workspace.map(|workspace| of_kinds(workspace, text)).unwrap_or_default())
}

fn table<'a, 'i>(parent: &'a DeTable<'i>, name: &str) -> Option<&'a DeTable<'i>> {
    parent.get(name)?.get_ref().as_table()
}

fn of_kinds(parent: &DeTable<'_>, text: &str) -> Vec<Dependency> {
    let lists = KINDS.iter().filter_map(|kind| table(parent, kind));
    let entries = lists.flat_map(DeTable::iter);
    entries
        .map(|(name, value)| Dependency {
            name: name.get_ref().to_string(),
            package: named_package(value.get_ref()),
            line: line_at(text, name.span().start),
        })
        .collect()
}

fn named_package(value: &DeValue<'_>) -> Option<String> {
    value.get("package")?.get_ref().as_str().map(str::to_owned)
}

/// The line, from 1, that a byte of the text is on.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[package]\nname = \"punto-table\"\n\n[dependencies]\nmoney.workspace = true\n\
        axum = { version = \"1\" }\nfast = { package = \"slow\", version = \"2\" }\n\n\
        [dev-dependencies]\nproptest = \"1\"\n\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n\n\
        [build-dependencies]\ncc = \"1\"\n";

    #[test]
    fn every_kind_but_development_is_read() {
        let found = dependencies(TEXT).unwrap();
        let brief: Vec<_> = found.iter().map(|found| (found.name.as_str(), found.line)).collect();
        assert_eq!(brief, [("money", 5), ("axum", 6), ("fast", 7), ("libc", 13), ("cc", 16)]);
        assert_eq!(found[2].package.as_deref(), Some("slow"));
    }

    #[test]
    fn the_package_names_itself() {
        assert_eq!(package_name(TEXT).as_deref(), Some("punto-table"));
        assert_eq!(package_name("[workspace]"), None);
    }

    #[test]
    fn the_workspace_lends_names() {
        let lent =
            inherited("[workspace.dependencies]\nmoney = { package = \"punto-money\", path = \"m\" }\n");
        assert_eq!(lent.unwrap()[0].package.as_deref(), Some("punto-money"));
    }

    #[test]
    fn a_manifest_that_cannot_be_read_says_why() {
        assert!(dependencies("[dependencies\n").is_err());
    }
}
