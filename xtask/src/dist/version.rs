//! The version of a package, and the time that its files bear. Both come from the commit, so that two builds of one
//! commit are alike.

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use xshell::{Shell, cmd};

/// The variable by which builds are given a time, in seconds since 1970.
const EPOCH: &str = "SOURCE_DATE_EPOCH";
/// The number of the Debian package of one version.
const REVISION: u32 = 1;

/// The version of what is packaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version {
    /// Without Debian's revision.
    pub(super) upstream: String,
    /// In seconds since 1970.
    pub(super) epoch: u64,
}

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    version: String,
}

impl Version {
    /// The given version, or that of the commit.
    pub(super) fn of(sh: &Shell, given: Option<&str>) -> Result<Self> {
        let manifest: Manifest = toml::from_str(&sh.read_file("Cargo.toml")?)?;
        let number = manifest.workspace.package.version;
        let epoch = match std::env::var(EPOCH) {
            Ok(seconds) => seconds,
            Err(_) => cmd!(sh, "git log -1 --format=%ct").quiet().read()?,
        };
        let epoch = epoch.trim().parse().with_context(|| format!("{EPOCH} is no number of seconds"))?;
        let upstream = match given {
            Some(given) => given.to_owned(),
            None => of_commit(sh, &number)?,
        };
        ensure!(is_valid(&upstream), "`{upstream}` is no version; write digits, letters, dots, + and ~");
        Ok(Self { upstream, epoch })
    }

    /// The version as Debian writes it.
    pub(super) fn debian(&self) -> String {
        format!("{}-{REVISION}", self.upstream)
    }
}

/// The number alone for the commit with the tag of that version, and otherwise the number with time and commit, which
/// sorts before the number alone and after those of earlier commits.
fn of_commit(sh: &Shell, number: &str) -> Result<String> {
    let changed = if cmd!(sh, "git status --porcelain").quiet().read()?.is_empty() { "" } else { "+changed" };
    let tags = cmd!(sh, "git tag --points-at HEAD").quiet().read()?;
    if tags.lines().any(|tag| tag.strip_prefix('v') == Some(number)) {
        return Ok(format!("{number}{changed}"));
    }
    let format = "--date=format-local:%Y%m%d%H%M%S";
    let time = cmd!(sh, "git log -1 {format} --format=%cd").env("TZ", "UTC").quiet().read()?;
    let commit = cmd!(sh, "git rev-parse --short=8 HEAD").quiet().read()?;
    Ok(format!("{number}~{time}.{commit}{changed}"))
}

/// Whether Debian takes it as an upstream version. A hyphen would begin the revision.
fn is_valid(version: &str) -> bool {
    version.starts_with(|first: char| first.is_ascii_digit())
        && version.chars().all(|c| c.is_ascii_alphanumeric() || ".+~".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether Debian counts the first version as older.
    fn is_older(sh: &Shell, one: &str, other: &str) -> bool {
        cmd!(sh, "dpkg --compare-versions {one} lt {other}").quiet().run().is_ok()
    }

    #[test]
    fn a_later_commit_is_an_upgrade_and_a_release_is_one_too() {
        let sh = Shell::new().unwrap();
        if crate::debian::find("dpkg").is_none() {
            return;
        }
        let folder = sh.create_temp_dir().unwrap();
        sh.change_dir(folder.path());
        for (name, value) in [("GIT_AUTHOR_NAME", "a"), ("GIT_COMMITTER_NAME", "a"), ("EMAIL", "a@a.example")]
        {
            sh.set_var(name, value);
        }
        cmd!(sh, "git init --quiet").quiet().run().unwrap();
        let version = |seconds: u64| {
            let commit = cmd!(sh, "git commit --quiet --allow-empty --message one");
            commit.env("GIT_COMMITTER_DATE", format!("@{seconds} +0300")).quiet().run().unwrap();
            of_commit(&sh, "1.2.0").unwrap()
        };
        let (first, second) = (version(1_000_000_000), version(1_000_000_001));
        assert!(first.starts_with("1.2.0~20010909014640."), "{first}");
        sh.write_file("new", "").unwrap();
        let changed = of_commit(&sh, "1.2.0").unwrap();
        sh.remove_path("new").unwrap();
        cmd!(sh, "git tag v1.2.0").quiet().run().unwrap();
        let release = of_commit(&sh, "1.2.0").unwrap();
        assert_eq!(release, "1.2.0");
        let versions = [first, second, changed, release];
        assert!(versions.iter().all(|version| is_valid(version)), "{versions:?}");
        assert!(versions.is_sorted_by(|one, other| is_older(&sh, one, other)), "{versions:?}");
    }

    #[test]
    fn a_version_is_one_for_debian() {
        for (version, expected) in [
            ("0.1.0", true),
            ("0.1.0~1+x", true),
            ("0.1-1", false),
            ("v1", false),
            ("", false),
            ("1/2", false),
        ] {
            assert_eq!(is_valid(version), expected, "{version}");
        }
        assert_eq!(Version { upstream: "1.0".to_owned(), epoch: 0 }.debian(), "1.0-1");
    }
}
