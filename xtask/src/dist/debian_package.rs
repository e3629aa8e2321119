//! The Debian package: its control files around the staged tree, built by `dpkg-deb`. Knows no file by name except
//! those that Debian asks for.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use super::recipe::{MAINTAINER, Recipe};
use super::tree;

const DESCRIPTION: &str = "\
open baccarat system: tables, ledger, roads and the page to play at them
 Punto runs baccarat (punto banco) tables over HTTP and WebSocket. House rules
 are data with a certificate of their exact odds, cards come from a shuffle that
 anybody can repeat, and money is kept on a double-entry ledger in SQLite or
 PostgreSQL.
 .
 The package contains the program punto with its web page, a systemd service, a
 sample configuration, and example files for Caddy, nginx, Prometheus and
 Grafana. The service is not enabled by the installation.";

/// The scripts that dpkg calls.
const SCRIPTS: &[&str] = &["postinst", "prerm", "postrm"];

/// Builds the package from the staged tree.
pub(super) fn build(sh: &Shell, recipe: &Recipe<'_>, stage: &Path) -> Result<PathBuf> {
    let control = stage.join("DEBIAN");
    let (conffiles, sums) = (conffiles(stage)?, md5sums(sh, stage)?);
    let fields = fields(sh, recipe, stage)?;
    sh.create_dir(&control)?;
    for (name, text) in [("control", &fields), ("conffiles", &conffiles), ("md5sums", &sums)] {
        if !text.is_empty() {
            fs::write(control.join(name), text)?;
        }
    }
    for name in SCRIPTS {
        fs::copy(sh.current_dir().join("packaging/debian").join(name), control.join(name))?;
    }
    for entry in fs::read_dir(&control)? {
        let path = entry?.path();
        let is_script =
            path.file_name().and_then(|name| name.to_str()).is_some_and(|it| SCRIPTS.contains(&it));
        fs::set_permissions(&path, Permissions::from_mode(if is_script { 0o755 } else { 0o644 }))?;
    }
    fs::set_permissions(&control, Permissions::from_mode(0o755))?;
    tree::touch(sh, stage, &recipe.version)?;
    let file = recipe.out.join(format!("punto_{}_{}.deb", recipe.version.debian(), architecture(sh)?));
    let compression: &[&str] = if recipe.is_quick { &["-Zgzip", "-z1"] } else { &["-Zxz"] };
    let pack = cmd!(sh, "dpkg-deb --root-owner-group {compression...} --build {stage} {file}");
    pack.env("SOURCE_DATE_EPOCH", recipe.version.epoch.to_string()).quiet().ignore_stdout().run()?;
    Ok(file)
}

/// The fields of the control file.
fn fields(sh: &Shell, recipe: &Recipe<'_>, stage: &Path) -> Result<String> {
    let (version, architecture) = (recipe.version.debian(), architecture(sh)?);
    let libraries = libraries(sh, &stage.join("usr/bin/punto"))?;
    let size = cmd!(sh, "du --apparent-size --summarize --block-size=1024 {stage}").quiet().read()?;
    let size = size.split_whitespace().next().context("`du` says no size")?.to_owned();
    Ok(format!(
        "Package: punto\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {size}\nDepends: {libraries}, adduser\n\
         Suggests: caddy | nginx, postgresql, ffmpeg\nSection: web\nPriority: optional\nDescription: {DESCRIPTION}\n"
    ))
}

/// The packages of the libraries that the program is linked with, at least in the versions that it needs.
fn libraries(sh: &Shell, program: &Path) -> Result<String> {
    let folder = sh.create_temp_dir()?;
    let _here = sh.push_dir(folder.path());
    sh.write_file("debian/control", "Source: punto\n\nPackage: punto\nArchitecture: any\n")?;
    // It warns that the program is not in the folder of a source package.
    let found = cmd!(sh, "dpkg-shlibdeps -O {program}").quiet().ignore_stderr().read()?;
    let depends = found.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    Ok(depends.context("`dpkg-shlibdeps` names no libraries")?.to_owned())
}

/// Debian's name for the kind of this machine.
fn architecture(sh: &Shell) -> Result<String> {
    Ok(cmd!(sh, "dpkg --print-architecture").quiet().read()?)
}

/// The files that an upgrade leaves as the operator changed them: those below `/etc`.
fn conffiles(stage: &Path) -> Result<String> {
    let mut names = files(stage)?;
    names.retain(|name| name.starts_with("etc/"));
    Ok(names.iter().flat_map(|name| ["/", name, "\n"]).collect())
}

fn md5sums(sh: &Shell, stage: &Path) -> Result<String> {
    let mut names = files(stage)?;
    names.retain(|name| !name.starts_with("etc/"));
    let _stage = sh.push_dir(stage);
    Ok(format!("{}\n", cmd!(sh, "md5sum {names...}").quiet().read()?))
}

/// The files of a tree, relative to it and sorted.
fn files(stage: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![stage.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(stage)?.to_str().context("a name is not text")?.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_in_etc_are_the_operators() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["etc/punto/punto.toml", "usr/bin/punto", "usr/share/etc/sample"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        assert_eq!(
            files(folder.path()).unwrap(),
            ["etc/punto/punto.toml", "usr/bin/punto", "usr/share/etc/sample"]
        );
        assert_eq!(conffiles(folder.path()).unwrap(), "/etc/punto/punto.toml\n");
        let sums = md5sums(&Shell::new().unwrap(), folder.path()).unwrap();
        assert_eq!(sums.lines().next(), Some("d41d8cd98f00b204e9800998ecf8427e  usr/bin/punto"));
    }

    #[test]
    fn lines_of_the_description_fit() {
        assert!(DESCRIPTION.lines().skip(1).all(|line| line.starts_with(' ') && line.len() <= 80));
        assert!(DESCRIPTION.lines().next().is_some_and(|line| line.len() <= 80));
    }
}
