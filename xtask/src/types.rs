//! `cargo xtask types`: writes the client's TypeScript from the messages of `crates/edge/wire`, or checks that the
//! committed files are up to date.

use std::path::Path;

use anyhow::{Context as _, Result};
use xshell::{Shell, TempDir, cmd};

use crate::project;

/// Where the generated files are kept.
const COMMITTED: &str = "web/src/lib/wire";

/// Write the client's TypeScript from the wire messages.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail if the committed files are not what would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    if args.check { check(sh) } else { write(sh) }
}

/// Replaces the committed files.
fn write(sh: &Shell) -> Result<()> {
    let fresh = generate(sh)?;
    sh.remove_path(COMMITTED)?;
    let fresh = fresh.path();
    Ok(cmd!(sh, "cp -R {fresh}/. {COMMITTED}").run()?)
}

/// Fails, naming the files, if the committed ones differ from what would be written.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    compare(sh, Path::new(COMMITTED), generate(sh)?.path())
        .with_context(|| format!("{COMMITTED} is not what crates/edge/wire says; run `cargo xtask types`"))
}

/// The files as they are today.
fn generate(sh: &Shell) -> Result<TempDir> {
    let fresh = sh.create_temp_dir()?;
    let folder = fresh.path();
    cmd!(sh, "cargo build --quiet --workspace --example export_types").run()?;
    let export = project::built("examples/export_types")?;
    cmd!(sh, "{export} {folder}").run()?;
    Ok(fresh)
}

/// Prints the files that differ, and fails if there are any.
fn compare(sh: &Shell, committed: &Path, fresh: &Path) -> Result<()> {
    Ok(cmd!(sh, "diff --recursive --brief {committed} {fresh}").run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_drift_is_refused() {
        let sh = Shell::new().unwrap();
        let files = |files: &[(&str, &str)]| {
            let folder = sh.create_temp_dir().unwrap();
            for (name, text) in files {
                sh.write_file(folder.path().join(name), text).unwrap();
            }
            folder
        };
        let fresh = files(&[("Card.ts", "1"), ("client/Round.ts", "2")]);
        for (committed, is_equal) in [
            (files(&[("Card.ts", "1"), ("client/Round.ts", "2")]), true),
            (files(&[("Card.ts", "1"), ("client/Round.ts", "old")]), false),
            (files(&[("Card.ts", "1")]), false),
            (files(&[("Card.ts", "1"), ("client/Round.ts", "2"), ("Chip.ts", "3")]), false),
        ] {
            assert_eq!(compare(&sh, committed.path(), fresh.path()).is_ok(), is_equal);
        }
    }
}
