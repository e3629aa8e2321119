//! Programs that the machine must have. Installs missing ones where it can, and otherwise names the command that does.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

/// The oldest Node the web client is built and tested with, by its major and minor version, as `web/package.json` says.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The oldest PostgreSQL that the store is tested with.
const OLDEST_POSTGRES: u32 = 15;

/// Where Debian keeps PostgreSQL's servers, a folder each version. They are not on the PATH.
const POSTGRES: &str = "/usr/lib/postgresql";

/// Makes sure a program is there, from its Debian package if need be.
pub(crate) fn need(sh: &Shell, program: &str, package: &str) -> Result<PathBuf> {
    provide(sh, &format!("`{program}`"), package, || find(program))
}

/// Makes sure a PostgreSQL server is there that tests can start for themselves.
pub(crate) fn need_postgres(sh: &Shell) -> Result<()> {
    let what = format!("PostgreSQL {OLDEST_POSTGRES} or later");
    provide(sh, &what, "postgresql", || has_postgres(Path::new(POSTGRES)).then_some(()))
}

/// Makes sure that Python can make environments of its own.
pub(crate) fn need_python(sh: &Shell) -> Result<()> {
    need(sh, "python3", "python3")?;
    let has_venv = || cmd!(sh, "python3 -m ensurepip --version").output().is_ok().then_some(());
    provide(sh, "the module venv of Python", "python3-venv", has_venv)
}

/// Makes sure that the browser can draw every language of the page. Without a font, a box stands for each letter.
pub(crate) fn need_fonts(sh: &Shell) -> Result<()> {
    need(sh, "fc-list", "fontconfig")?;
    for (language, name, package) in [
        ("th", "Thai", "fonts-noto-core"),
        ("zh-cn", "simplified Chinese", "fonts-noto-cjk"),
        ("zh-tw", "traditional Chinese", "fonts-noto-cjk"),
        ("ja", "Japanese", "fonts-noto-cjk"),
        ("ko", "Korean", "fonts-noto-cjk"),
    ] {
        let has_font = || {
            let fonts = cmd!(sh, "fc-list :lang={language} family").quiet().read();
            fonts.is_ok_and(|fonts| !fonts.trim().is_empty()).then_some(())
        };
        provide(sh, &format!("a font for {name}"), package, has_font)?;
    }
    Ok(())
}

/// Looks for something, and installs the package that brings it where it may.
fn provide<T>(sh: &Shell, what: &str, package: &str, look: impl Fn() -> Option<T>) -> Result<T> {
    if let Some(there) = look() {
        return Ok(there);
    }
    let remedy = format!("apt-get install {package}");
    ensure!(is_root(sh) && is_debian(), "{what} is missing; install it with: sudo {remedy}");
    cmd!(sh, "apt-get update --quiet").run()?;
    let install = cmd!(sh, "apt-get install --quiet --yes --no-install-recommends {package}");
    install.env("DEBIAN_FRONTEND", "noninteractive").run()?;
    look().with_context(|| format!("{what} is still missing after: {remedy}"))
}

/// Whether this program runs as root, who may install packages.
pub(crate) fn is_root(sh: &Shell) -> bool {
    cmd!(sh, "id -u").quiet().read().is_ok_and(|id| id == "0")
}

/// Whether this machine runs Debian, or a system made from it.
pub(crate) fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists()
}

/// Whether a folder of versions has a server that is new enough.
fn has_postgres(versions: &Path) -> bool {
    let Ok(versions) = versions.read_dir() else { return false };
    versions.flatten().any(|version| {
        let number = version.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
        number.is_some_and(|number| number >= OLDEST_POSTGRES)
            && version.path().join("bin/postgres").is_file()
    })
}

/// Makes sure Node and npm are there, and new enough.
pub(crate) fn need_node(sh: &Shell) -> Result<()> {
    need(sh, "node", "nodejs")?;
    need(sh, "npm", "npm")?;
    let version = cmd!(sh, "node --version").read()?;
    let is_new = node_version(&version).is_some_and(|version| version >= OLDEST_NODE);
    let (major, minor) = OLDEST_NODE;
    ensure!(is_new, "Node {major}.{minor} or later is needed and this is {version}; see nodejs.org");
    Ok(())
}

/// Makes sure a cargo subcommand is there, building it if need be.
pub(crate) fn need_cargo(sh: &Shell, subcommand: &str) -> Result<()> {
    let package = format!("cargo-{subcommand}");
    if find(&package).is_none() {
        // Built without optimisation: it runs for a second, and compiling it takes a quarter of the time.
        cmd!(sh, "cargo install --locked --debug {package}").run()?;
    }
    Ok(())
}

/// Makes sure that the nightly compiler is there. It is never installed unasked.
pub(crate) fn need_nightly(sh: &Shell, what: &str) -> Result<()> {
    let is_there = cmd!(sh, "cargo +nightly --version").output().is_ok();
    ensure!(is_there, "{what} needs the nightly compiler; install it with: rustup toolchain install nightly");
    Ok(())
}

/// Where a program is on the PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}

/// The major and the minor version that Node prints.
fn node_version(printed: &str) -> Option<(u32, u32)> {
    let mut numbers = printed.trim().strip_prefix('v')?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_found_and_what_is_not_is_not() {
        assert!(find("sh").is_some());
        assert!(find("no-such-program-anywhere").is_none());
    }

    #[test]
    fn a_server_is_there_when_it_is_new_enough_and_more_than_its_client() {
        let folder = tempfile::tempdir().unwrap();
        let versions = folder.path();
        assert!(!has_postgres(&versions.join("none")));
        for (version, program, expected) in [
            ("13", "postgres", false),
            ("16", "psql", false),
            ("notes", "postgres", false),
            ("16", "postgres", true),
        ] {
            let programs = versions.join(version).join("bin");
            std::fs::create_dir_all(&programs).unwrap();
            std::fs::write(programs.join(program), "").unwrap();
            assert_eq!(has_postgres(versions), expected, "{program} {version}");
        }
    }

    #[test]
    fn node_is_new_enough_from_the_version_that_the_client_asks_for() {
        for (printed, expected) in [
            ("v20.18.3\n", Some(false)),
            ("v20.19.0\n", Some(true)),
            ("v22.1.0\n", Some(true)),
            ("v20", None),
            ("not a version", None),
        ] {
            assert_eq!(node_version(printed).map(|version| version >= OLDEST_NODE), expected, "{printed}");
        }
        let (major, minor) = OLDEST_NODE;
        let package = include_str!("../../web/package.json");
        assert!(package.contains(&format!("\"node\": \">={major}.{minor}\"")), "they agree");
    }
}
