//! `cargo xtask dist`: what an operator installs: the stripped program with its page in a Debian package and in a tar
//! archive, with manual pages, completions, the service and the files of proxies. The page's build and the program's
//! own pages and completions come from elsewhere.

mod debian_package;
mod make;
mod notices;
mod program;
mod recipe;
mod tree;
mod trial;
mod version;

use std::path::PathBuf;

use anyhow::Result;
use xshell::Shell;

use crate::project;
use make::make;
pub(crate) use notices::of_linked as notices;
use recipe::Recipe;
pub(crate) use trial::{has_overlays, trial_of_debug_build, trial_of_files};
use version::Version;

/// Make what an operator installs: a Debian package, an archive, debug information and checksums.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for the results [default: packages/ in cargo's target folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Package this program instead of building one with the page in it
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// The version of the package instead of the commit's
    #[arg(long = "package-version", value_name = "VERSION")]
    version: Option<String>,
    /// List the results as JSON on standard output; progress goes to standard error
    #[arg(long)]
    json: bool,
    /// Install, run, upgrade and remove the package in a private copy of this machine's files; needs root on Debian
    #[arg(long)]
    test: bool,
    /// The package that the test upgrades from, such as that of the last release [default: the same program]
    #[arg(long, value_name = "DEB", requires = "test")]
    upgrade_from: Option<PathBuf>,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    let out = match &args.out {
        Some(folder) => std::path::absolute(folder)?,
        None => project::target()?.join("packages"),
    };
    let built = match &args.program {
        Some(program) => std::path::absolute(program)?,
        None => program::build(sh)?,
    };
    let version = Version::of(sh, args.version.as_deref())?;
    let recipe = Recipe { program: &built, version, out: &out, is_quick: false };
    let made = make(sh, &recipe)?;
    if args.test {
        trial::package(sh, &recipe, &made.package, args.upgrade_from.as_deref())?;
    }
    println!("{}", made.text(args.json)?);
    Ok(())
}
