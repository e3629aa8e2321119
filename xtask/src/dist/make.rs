//! Makes all results of a recipe, one step after the other, and lists them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use super::recipe::{Recipe, step};
use super::{debian_package, program, tree};
use crate::debian;

/// The files that were made.
pub(super) struct Made {
    pub(super) package: PathBuf,
    archive: PathBuf,
    debug: PathBuf,
    sums: PathBuf,
}

/// Makes all results of a recipe.
pub(super) fn make(sh: &Shell, recipe: &Recipe<'_>) -> Result<Made> {
    for (program, package) in [
        ("dpkg-deb", "dpkg"),
        ("dpkg-shlibdeps", "dpkg-dev"),
        ("objcopy", "binutils"),
        ("gzip", "gzip"),
        ("xz", "xz-utils"),
    ] {
        debian::need(sh, program, package)?;
    }
    let (out, version) = (recipe.out, &recipe.version);
    let stage = out.join("stage");
    sh.remove_path(&stage)?;
    sh.create_dir(&stage)?;
    step("program", "separates it from its debug information");
    let debug = out.join("punto.debug");
    program::split(sh, recipe.program, &stage.join("usr/bin/punto"), &debug)?;
    step("files", "manual pages, completions, configuration, service, documents");
    tree::fill(sh, &stage, recipe.program, version)?;
    step("archive", "packs them for any Linux");
    let archive = archive(sh, recipe, &stage)?;
    step("package", "packs them for Debian");
    let package = debian_package::build(sh, recipe, &stage)?;
    sh.remove_path(&stage)?;
    let sums = checksums(sh, out, &[&package, &archive, &debug])?;
    Ok(Made { package, archive, debug, sums })
}

/// The tree as an archive with one folder, the same bytes from the same files.
fn archive(sh: &Shell, recipe: &Recipe<'_>, stage: &Path) -> Result<PathBuf> {
    let Recipe { out, version, is_quick, .. } = recipe;
    let name = format!("punto-{}-{}-linux", version.upstream, std::env::consts::ARCH);
    let file = out.join(format!("{name}.tar.xz"));
    let (time, level) = (format!("--mtime=@{}", version.epoch), if *is_quick { "-0" } else { "-6" });
    let fixed = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
    let pack = cmd!(sh, "tar --create --directory {stage} {fixed...} {time}");
    pack.arg(format!("--transform=s,^\\.,{name},"))
        .arg(format!("--use-compress-program=xz --threads=1 {level}"))
        .arg("--file")
        .arg(&file)
        .arg(".")
        .quiet()
        .run()?;
    Ok(file)
}

/// Writes `SHA256SUMS` as `sha256sum --check` reads it.
fn checksums(sh: &Shell, out: &Path, files: &[&Path]) -> Result<PathBuf> {
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
    let _out = sh.push_dir(out);
    let sums = cmd!(sh, "sha256sum {names...}").quiet().read()?;
    let file = out.join("SHA256SUMS");
    fs::write(&file, format!("{sums}\n"))?;
    Ok(file)
}

impl Made {
    fn files(&self) -> [(&'static str, &Path); 4] {
        [
            ("package", &self.package),
            ("archive", &self.archive),
            ("debug_information", &self.debug),
            ("checksums", &self.sums),
        ]
    }

    /// A line for each file, or one JSON object a line.
    pub(super) fn text(&self, json: bool) -> Result<String> {
        let line = |(kind, path): (&str, &Path)| -> Result<String> {
            let bytes = fs::metadata(path).with_context(|| format!("{} is missing", path.display()))?.len();
            Ok(if json {
                serde_json::json!({ "kind": kind, "path": path, "bytes": bytes }).to_string()
            } else {
                format!("{:<18} {:>12} bytes  {}", kind.replace('_', " "), bytes, path.display())
            })
        };
        let lines: Result<Vec<String>> = self.files().into_iter().map(line).collect();
        Ok(lines?.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_listed_with_their_size() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, "four").unwrap();
            path
        };
        let made =
            Made { package: file("a.deb"), archive: file("a.tar.xz"), debug: file("d"), sums: file("s") };
        let json = made.text(true).unwrap();
        let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!((first["kind"].as_str(), first["bytes"].as_u64()), (Some("package"), Some(4)));
        assert_eq!(json.lines().count(), 4);
        assert!(made.text(false).unwrap().starts_with("package "));
        fs::remove_file(&made.sums).unwrap();
        assert!(made.text(false).unwrap_err().to_string().contains("is missing"));
    }

    #[test]
    fn checksums_name_files_without_their_folder() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let file = folder.path().join("empty");
        fs::write(&file, "").unwrap();
        let sums = checksums(&sh, folder.path(), &[&file]).unwrap();
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(fs::read_to_string(sums).unwrap(), format!("{empty}  empty\n"));
    }
}
