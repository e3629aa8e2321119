//! The dependencies in a `Cargo.toml`, with their lines. Versions and features do not matter.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::tree::line_at;

/// A manifest, or a part of it that has dependencies: the workspace, or a platform.
///
/// Development dependencies do not count: tests may reach further than what they test.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct Manifest {
    package: Package,
    dependencies: Dependencies,
    build_dependencies: Dependencies,
    target: BTreeMap<String, Self>,
    workspace: Option<Box<Self>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Package {
    name: Option<String>,
}

type Dependencies = BTreeMap<Spanned<String>, Value>;

/// One line of a manifest that brings in other code.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Dependency<'a> {
    /// From 1.
    pub(super) line: usize,
    /// The name that the code uses.
    pub(super) name: &'a str,
    /// The package behind it, where the manifest itself names it.
    pub(super) package: Option<&'a str>,
}

impl Manifest {
    /// The package's own name.
    pub(super) fn package(&self) -> Option<&str> {
        self.package.name.as_deref()
    }

    /// Everything that the package depends on, on every platform, in the order of the text of the manifest.
    pub(super) fn dependencies(&self, text: &str) -> Vec<Dependency<'_>> {
        let kinds = std::iter::once(self).chain(self.target.values());
        let entries = kinds.flat_map(|kind| kind.dependencies.iter().chain(&kind.build_dependencies));
        let mut dependencies: Vec<Dependency<'_>> = entries
            .map(|(name, value)| Dependency {
                line: line_at(text, name.span().start),
                name: name.get_ref(),
                package: value.get("package").and_then(Value::as_str),
            })
            .collect();
        dependencies.sort_by_key(|dependency| dependency.line);
        dependencies
    }

    /// The names that members inherit with `workspace = true`, each with the package behind it.
    pub(super) fn inherited(&self) -> BTreeMap<&str, &str> {
        let dependencies = self.workspace.iter().flat_map(|workspace| workspace.dependencies(""));
        dependencies.filter_map(|dependency| Some((dependency.name, dependency.package?))).collect()
    }
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
        let manifest: Manifest = toml::from_str(TEXT).unwrap();
        let dependencies = manifest.dependencies(TEXT);
        let brief: Vec<_> = dependencies.iter().map(|it| (it.name, it.line)).collect();
        assert_eq!(brief, [("money", 5), ("axum", 6), ("fast", 7), ("libc", 13), ("cc", 16)]);
        assert_eq!((dependencies[2].package, manifest.package()), (Some("slow"), Some("punto-table")));
    }
}
