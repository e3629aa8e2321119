//! Programs that the machine must have. Installs missing ones where it can, and otherwise names the command that does.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure, Result};

/// The oldest Node the web client is built and tested with.
const OLDEST_NODE: u32 = 20;

/// The oldest PostgreSQL that the store is tested with.
const OLDEST_POSTGRES: u32 = 15;

/// Where Debian keeps PostgreSQL's servers, a folder each version. They are not on the PATH.
const POSTGRES: &str = "/usr/lib/postgresql";

/// Makes sure a program is there, from its Debian packages if need be.
pub(crate) fn need(program: &str, packages: &[&str]) -> Result<PathBuf> {
    if let Some(path) = find(program) {
        return Ok(path);
    }
    let remedy = format!("apt-get install {}", packages.join(" "));
    if !may_install() {
        return Err(Failure::new(format!("`{program}` is missing; install it with: sudo {remedy}")));
    }
    install(packages)?;
    find(program).ok_or_else(|| Failure::new(format!("`{program}` is still missing after: {remedy}")))
}

/// Makes sure a PostgreSQL server is there that tests can start for themselves.
pub(crate) fn need_postgres() -> Result {
    if has_postgres(Path::new(POSTGRES)) {
        return Ok(());
    }
    let remedy = "apt-get install postgresql";
    if !may_install() {
        let missing =
            format!("PostgreSQL {OLDEST_POSTGRES} or later is missing; install it with: sudo {remedy}");
        return Err(Failure::new(missing));
    }
    install(&["postgresql"])?;
    if has_postgres(Path::new(POSTGRES)) {
        return Ok(());
    }
    Err(Failure::new(format!("PostgreSQL {OLDEST_POSTGRES} or later is still missing after: {remedy}")))
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
pub(crate) fn need_node() -> Result {
    need("node", &["nodejs"])?;
    need("npm", &["npm"])?;
    let (_, version) = shell::capture(Command::new("node").arg("--version"))?;
    if major(&version).is_some_and(|major| major >= OLDEST_NODE) {
        return Ok(());
    }
    let version = version.trim();
    Err(Failure::new(format!("Node {OLDEST_NODE} or later is needed and this is {version}; see nodejs.org")))
}

/// Makes sure a cargo subcommand is there, building it if need be.
pub(crate) fn need_cargo(subcommand: &str) -> Result {
    let package = format!("cargo-{subcommand}");
    if find(&package).is_some() {
        return Ok(());
    }
    // Built without optimisation: it runs for a second, and compiling it takes a quarter of the time.
    shell::run(Command::new("cargo").args(["install", "--locked", "--debug", &package]))
}

/// Makes sure that the nightly compiler is there. It is never installed unasked.
pub(crate) fn need_nightly(what: &str) -> Result {
    match shell::capture(Command::new("cargo").args(["+nightly", "--version"])) {
        Ok((true, _)) => Ok(()),
        _ => Err(Failure::new(format!(
            "{what} needs the nightly compiler; install it with: rustup toolchain install nightly"
        ))),
    }
}

/// Where a program is on the PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}

fn may_install() -> bool {
    let root = shell::capture(Command::new("id").arg("-u")).is_ok_and(|(_, id)| id.trim() == "0");
    root && Path::new("/etc/debian_version").exists()
}

fn install(packages: &[&str]) -> Result {
    shell::run(Command::new("apt-get").args(["update", "--quiet"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--quiet", "--yes", "--no-install-recommends"]).args(packages);
    shell::run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
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
    fn node_tells_its_major_version() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("not a version"), None);
    }
}
