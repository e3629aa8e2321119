//! The program `punto` as it is given away: how it is built, and how its debug information becomes a file of its own.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use super::recipe::step;
use crate::{aside, project, web};

/// Builds the page and the program with the page in it. The names of this machine's folders are not in it.
pub(super) fn build(sh: &Shell) -> Result<PathBuf> {
    step("page", "builds it");
    web::build_if_stale(sh)?;
    step("program", "builds it for release, with the page in it");
    let target = project::target()?;
    let root = sh.current_dir();
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = || std::env::home_dir().map(|home| home.join(".cargo"));
    let cargo = cargo.or_else(home).context("cannot tell where cargo keeps packages")?;
    let renamed = [(root.as_path(), "/punto"), (cargo.as_path(), "/cargo")];
    let flags = renamed.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    let build = cmd!(sh, "cargo build --locked --package punto --features client --profile dist");
    aside::run(build.arg("--target-dir").arg(&target).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")))?;
    Ok(target.join("dist/punto"))
}

/// Writes the program without symbols, and its debug information to another file. A debugger or a backtrace finds that
/// file by its name in the program.
pub(super) fn split(sh: &Shell, program: &Path, stripped: &Path, debug: &Path) -> Result<()> {
    for file in [stripped, debug] {
        sh.create_dir(file.parent().context("a file has a folder")?)?;
    }
    let compress = "--compress-debug-sections=zlib";
    cmd!(sh, "objcopy --only-keep-debug {compress} {program} {debug}").quiet().run()?;
    cmd!(sh, "objcopy --strip-all --add-gnu-debuglink={debug} {program} {stripped}").quiet().run()?;
    Ok(())
}
