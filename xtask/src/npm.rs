//! `cargo xtask npm`: packs the WebAssembly modules with their loaders and types for npm, and tries the package.
//! `web/build/npm.mjs` says what is in it, `web/npm/test` what must hold.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use crate::{aside, debian, dist, project, web};

/// Pack the WebAssembly modules for npm: road maps, odds, settlement and the checks of proof files.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for the package [default: npm/ in cargo's target folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Install the package in an empty folder and in a browser, and compare it with the golden data
    #[arg(long)]
    test: bool,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    let out = match &args.out {
        Some(folder) => std::path::absolute(folder)?,
        None => project::target()?.join("npm"),
    };
    let package = pack(sh, &out)?;
    if args.test {
        trial(sh, &package)?;
    }
    println!("{}", package.display());
    Ok(())
}

/// Packs and tries the package.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    let package = pack(sh, &project::target()?.join("npm"))?;
    trial(sh, &package)
}

/// Builds the modules, fills a folder with everything that the package has, and packs it.
fn pack(sh: &Shell, out: &Path) -> Result<PathBuf> {
    debian::need_node(sh)?;
    let stage = out.join("punto");
    let modules = cmd!(sh, "node web/build/npm.mjs {stage}").read()?;
    let modules: Vec<&str> = modules.lines().flat_map(|module| ["--package", module]).collect();
    let linked = [modules.as_slice(), &["--target", "wasm32-unknown-unknown"]].concat();
    sh.write_file(stage.join("NOTICES"), dist::notices(sh, &linked)?)?;
    let packed = cmd!(sh, "npm pack {stage} --pack-destination {out} --silent").read()?;
    let name = packed.lines().last().context("npm does not name the package that it packed")?;
    sh.remove_path(&stage)?;
    Ok(out.join(name))
}

/// Runs the tests of the package. They find the browser by `CHROMIUM`.
fn trial(sh: &Shell, package: &Path) -> Result<()> {
    let chromium = debian::need(sh, "chromium", "chromium")?;
    web::need_packages(sh)?;
    let _chromium = sh.push_env("CHROMIUM", chromium);
    aside::run(cmd!(sh, "node web/npm/test/run.mjs {package}"))
}
