//! The tree of files that a package installs: what goes where with which mode. The program is in it already.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use super::notices;
use super::recipe::MAINTAINER;
use super::version::Version;

/// The modes of files.
const DATA: u32 = 0o644;
const PROGRAM: u32 = 0o755;

/// Files that are installed as they are: where they come from, and where they go.
const COPIES: &[(&str, &str)] = &[
    ("packaging/systemd/punto.service", "usr/lib/systemd/system/punto.service"),
    ("packaging/debian/copyright", "usr/share/doc/punto/copyright"),
    ("packaging/debian/lintian-overrides", "usr/share/lintian/overrides/punto"),
    ("packaging/caddy/Caddyfile", "usr/share/doc/punto/examples/Caddyfile"),
    ("packaging/nginx/punto.conf", "usr/share/doc/punto/examples/nginx.conf"),
    ("packaging/prometheus/prometheus.yml", "usr/share/doc/punto/examples/prometheus.yml"),
    ("packaging/prometheus/alerts.yml", "usr/share/doc/punto/examples/alerts.yml"),
    ("packaging/grafana/punto.json", "usr/share/doc/punto/examples/grafana.json"),
];

/// Documents that are installed compressed.
const DOCUMENTS: &[(&str, &str)] = &[
    ("CHANGELOG.md", "changelog"),
    ("README.md", "README.md"),
    ("docs/OPERATIONS.md", "OPERATIONS.md"),
    ("docs/GLOSSARY.md", "GLOSSARY.md"),
    ("docs/ROLES.md", "ROLES.md"),
    ("docs/FAIRNESS.md", "FAIRNESS.md"),
    ("docs/LIVE.md", "LIVE.md"),
    ("docs/SCANNER.md", "SCANNER.md"),
    ("docs/PROOFS.md", "PROOFS.md"),
    ("docs/simulate.md", "simulate.md"),
];

/// The scripts that the program prints for each shell, and where that shell looks for them.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "usr/share/bash-completion/completions/punto"),
    ("zsh", "usr/share/zsh/vendor-completions/_punto"),
    ("fish", "usr/share/fish/vendor_completions.d/punto.fish"),
];

/// Where the program puts its sample configuration.
const CONFIGURATION: &str = "etc/punto";
/// Lines of the sample, and those of the package: the folder of data, and no demonstration in the place of a house.
const PLACED: [(&str, &str); 2] = [
    ("\ndata = \"data\"\n", "\ndata = \"/var/lib/punto\"\n"),
    ("\ndemonstration = true\n", "\n#demonstration = false\n"),
];
/// Where the documents are.
const DOC: &str = "usr/share/doc/punto";

/// Adds everything but the program to the tree, then gives all files their modes and the time of the version.
pub(super) fn fill(sh: &Shell, stage: &Path, program: &Path, version: &Version) -> Result<()> {
    for (source, target) in COPIES {
        put(stage, target, fs::read(sh.current_dir().join(source)).with_context(|| (*source).to_owned())?)?;
    }
    for (source, name) in DOCUMENTS {
        put(stage, &format!("{DOC}/{name}"), sh.read_file(source)?)?;
        compress(sh, stage, &format!("{DOC}/{name}"))?;
    }
    put(stage, &format!("{DOC}/changelog.Debian"), changelog(sh, version)?)?;
    put(stage, &format!("{DOC}/NOTICES"), notices::text(sh)?)?;
    for name in ["changelog.Debian", "NOTICES"] {
        compress(sh, stage, &format!("{DOC}/{name}"))?;
    }
    configuration(sh, stage, program)?;
    for (shell, target) in COMPLETIONS {
        put(stage, target, cmd!(sh, "{program} completions {shell}").quiet().output()?.stdout)?;
    }
    manual(sh, stage, program)?;
    settle(stage)?;
    touch(sh, stage, version)
}

/// The sample configuration, with the data where the service keeps them and without a demonstration.
fn configuration(sh: &Shell, stage: &Path, program: &Path) -> Result<()> {
    let folder = stage.join(CONFIGURATION);
    cmd!(sh, "{program} init {folder}").quiet().ignore_stdout().run()?;
    let file = folder.join("punto.toml");
    let text = placed(&sh.read_file(&file)?)?;
    Ok(sh.write_file(file, text)?)
}

/// The configuration with the lines of the package in place of those of the sample.
fn placed(text: &str) -> Result<String> {
    let mut text = text.to_owned();
    for (sample, installed) in PLACED {
        ensure!(
            text.matches(sample).count() == 1,
            "the sample configuration has no line `{}`",
            sample.trim()
        );
        text = text.replace(sample, installed);
    }
    Ok(text)
}

/// One manual page for each command.
fn manual(sh: &Shell, stage: &Path, program: &Path) -> Result<()> {
    let folder = stage.join("usr/share/man/man1");
    cmd!(sh, "{program} man --dir {folder}").quiet().run()?;
    let mut pages: Vec<_> = fs::read_dir(&folder)?.map(|page| Ok(page?.path())).collect::<Result<_>>()?;
    pages.sort();
    cmd!(sh, "gzip -9 --no-name {pages...}").quiet().run()?;
    Ok(())
}

/// The latest entry of Debian's own changelog, in its format.
fn changelog(sh: &Shell, version: &Version) -> Result<String> {
    let time = format!("@{}", version.epoch);
    let date = cmd!(sh, "date --utc --rfc-email --date={time}").env("LC_ALL", "C").quiet().read()?;
    let version = version.debian();
    Ok(format!(
        "punto ({version}) unstable; urgency=medium\n\n  * What changed is in changelog.gz.\n\n -- {MAINTAINER}  {date}\n"
    ))
}

fn put(stage: &Path, target: &str, content: impl AsRef<[u8]>) -> Result<()> {
    let path = stage.join(target);
    fs::create_dir_all(path.parent().context("a file has a folder")?)?;
    fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces a file by its compressed form, the same bytes for the same content.
fn compress(sh: &Shell, stage: &Path, target: &str) -> Result<()> {
    let path = stage.join(target);
    cmd!(sh, "gzip -9 --no-name {path}").quiet().run()?;
    Ok(())
}

/// Gives folders and files their modes, whatever the umask is.
fn settle(folder: &Path) -> Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(PROGRAM))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            settle(&path)?;
        } else {
            let is_program = path.parent().is_some_and(|folder| folder.ends_with("usr/bin"));
            fs::set_permissions(&path, Permissions::from_mode(if is_program { PROGRAM } else { DATA }))?;
        }
    }
    Ok(())
}

/// Gives every file and folder the time of the version.
pub(super) fn touch(sh: &Shell, stage: &Path, version: &Version) -> Result<()> {
    let time = format!("@{}", version.epoch);
    let touch = ["touch", "--no-dereference", "--date", &time, "{}", "+"];
    Ok(cmd!(sh, "find {stage} -exec {touch...}").quiet().run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_installed_file_is_in_the_project() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for (source, _) in COPIES.iter().chain(DOCUMENTS) {
            assert!(root.join(source).is_file(), "{source}");
        }
    }

    #[test]
    fn what_is_said_about_fair_shoes_is_installed() {
        for name in ["FAIRNESS.md", "PROOFS.md"] {
            assert!(DOCUMENTS.iter().any(|(_, target)| *target == name), "{name}");
        }
    }

    #[test]
    fn the_sample_configuration_names_the_folder_of_the_service() {
        let sample = "listen = \"127.0.0.1:7777\"\ndata = \"data\"\n\ndemonstration = true\n";
        let text = placed(sample).unwrap();
        assert!(text.contains("\ndata = \"/var/lib/punto\"\n"), "{text}");
        assert!(text.ends_with("\n#demonstration = false\n"), "a service is in earnest: {text}");
        for changed in ["data = \"data\"", "demonstration = true"] {
            assert!(placed(&sample.replace(changed, "")).is_err(), "a changed sample is noticed");
        }
    }

    #[test]
    fn modes_do_not_depend_on_the_umask() {
        let folder = tempfile::tempdir().unwrap();
        let stage = folder.path();
        for (name, mode) in [("usr/bin/punto", 0o700), ("usr/share/doc/punto/copyright", 0o600)] {
            put(stage, name, "").unwrap();
            fs::set_permissions(stage.join(name), Permissions::from_mode(mode)).unwrap();
        }
        settle(stage).unwrap();
        for (name, expected) in
            [("usr", 0o755), ("usr/bin/punto", 0o755), ("usr/share/doc/punto/copyright", 0o644)]
        {
            let mode = fs::metadata(stage.join(name)).unwrap().permissions().mode() & 0o7777;
            assert_eq!(mode, expected, "{name}");
        }
    }
}
