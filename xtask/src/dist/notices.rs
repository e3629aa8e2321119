//! The licences of other people's code in programs, modules and the page, which must go with every copy.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;
use xshell::{Shell, cmd};

/// The beginnings of the names of files that have a licence or a notice.
const NAMES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// The licences of the packages in the page, as the build of the page writes them.
const PAGE: &str = "web/dist/licenses.md";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: PathBuf,
    /// None for packages of this project.
    source: Option<String>,
}

/// The licences of the program and of its page, each text once with the packages that it is of.
pub(super) fn text(sh: &Shell) -> Result<String> {
    let mut notices = of_linked(sh, &["--package", "punto", "--features", "client"])?;
    if sh.path_exists(PAGE) {
        notices.push_str(&sh.read_file(PAGE)?);
    }
    Ok(notices)
}

/// The licences of what cargo links into the packages that these arguments name.
pub(crate) fn of_linked(sh: &Shell, packages: &[&str]) -> Result<String> {
    let linked = cmd!(sh, "cargo tree --locked --edges normal").args(packages);
    let linked = linked.args(["--prefix", "none", "--format", "{p}"]).quiet().read()?;
    let metadata = cmd!(sh, "cargo metadata --locked --format-version 1").quiet().read()?;
    let Metadata { packages } = serde_json::from_str(&metadata)?;
    let linked: BTreeSet<&str> = linked.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    let is_linked = |package: &&Package| {
        package.source.is_some() && linked.contains(format!("{} v{}", package.name, package.version).as_str())
    };
    of_packages(packages.iter().filter(is_linked))
}

/// The licences of these packages. One that comes without a text is named with its licence.
fn of_packages<'a>(packages: impl Iterator<Item = &'a Package>) -> Result<String> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages {
        let license = package.license.as_deref().unwrap_or("licence unknown");
        let name = format!("{} {} ({license})", package.name, package.version);
        let mut own = package.manifest_path.parent().map_or_else(|| Ok(Vec::new()), licences)?;
        if own.is_empty() {
            own.push(format!("Licensed under {license}; the package has no text of it.\n"));
        }
        for text in own {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    let mut entries: Vec<(BTreeSet<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    entries.sort();
    let mut notices =
        "This software contains code of other authors. Each section names packages, then their licence.\n\n"
            .to_owned();
    for (names, text) in entries {
        let names: Vec<String> = names.into_iter().collect();
        let rule = "-".repeat(78);
        let (names, text) = (names.join("\n"), text.trim_end());
        notices.extend([&rule, "\n", &names, "\n", &rule, "\n\n", text, "\n\n"]);
    }
    Ok(notices)
}

/// The licence files in the folder of a package.
fn licences(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    for path in paths.iter().filter(|path| path.is_file()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_uppercase();
        if NAMES.iter().any(|start| name.starts_with(start)) {
            found.push(String::from_utf8_lossy(&fs::read(path)?).replace("\r\n", "\n"));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_appears_once_with_all_its_packages() {
        let folder = tempfile::tempdir().unwrap();
        let package = |name: &str, files: &[(&str, &str)]| {
            let root = folder.path().join(name);
            fs::create_dir_all(&root).unwrap();
            for (file, text) in files {
                fs::write(root.join(file), text).unwrap();
            }
            Package {
                name: name.to_owned(),
                version: "1.0.0".to_owned(),
                license: Some("MIT".to_owned()),
                manifest_path: root.join("Cargo.toml"),
                source: Some("registry".to_owned()),
            }
        };
        let packages = [
            package("one", &[("LICENSE-MIT", "the terms\r\n"), ("README.md", "no terms")]),
            package("two", &[("license", "the terms\n")]),
            package("bare", &[]),
        ];
        let notices = of_packages(packages.iter()).unwrap();
        assert_eq!(notices.matches("the terms").count(), 1, "{notices}");
        assert!(notices.contains("one 1.0.0 (MIT)\ntwo 1.0.0 (MIT)\n"), "{notices}");
        assert!(notices.contains("Licensed under MIT; the package has no text"), "{notices}");
        assert!(!notices.contains("no terms"), "{notices}");
    }
}
