//! The folders of this project. Does not know what is in them.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

/// A shell in the root of the project in which `cargo run` was called.
///
/// A target folder may serve several clones, so the folder at compile time counts only when cargo names none.
pub(crate) fn shell() -> Result<Shell> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let manifest = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let sh = Shell::new()?;
    sh.change_dir(manifest.parent().unwrap_or(&manifest));
    Ok(sh)
}

/// Builds programs for tests. The features of the whole workspace count, as for its tests: what those compiled is not
/// compiled again.
pub(crate) fn build(sh: &Shell, programs: &[&str]) -> Result<()> {
    let bins: Vec<&str> = programs.iter().flat_map(|program| ["--bin", program]).collect();
    Ok(cmd!(sh, "cargo build --quiet --workspace {bins...}").run()?)
}

/// A program that `cargo build` puts beside this one, in any target folder.
pub(crate) fn built(program: &str) -> Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name(program))
}

/// The target folder of cargo: the parent of the folder of this program.
pub(crate) fn target() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let target = here.parent().and_then(|folder| folder.parent());
    Ok(target.context("cannot tell where cargo puts programs")?.to_owned())
}
