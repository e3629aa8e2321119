//! `cargo xtask miri`: runs the tests of vector code in an interpreter that stops at undefined behaviour. It knows
//! where such code is and the names of its tests.

use std::process::Command;

use crate::debian;
use crate::project::Project;
use crate::shell::{self, Failure, Result};

/// Crates with unsafe code that Miri can run, and which of their unit tests run it.
const TESTS: [(&str, &str); 2] = [("punto-odds", "kernel::"), ("punto-montecarlo", "fixed::vectors::")];

/// Run the tests of unsafe code under Miri.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(project: &Project, _: &Args) -> Result {
    debian::need_nightly("Miri")?;
    need_miri()?;
    for (package, tests) in TESTS {
        let mut command =
            project.command("cargo", ["+nightly", "miri", "test", "-p", package, "--lib", "--", tests]);
        // The interpreter cannot ask a processor for its features: it takes those that the compiler was given.
        if cfg!(target_arch = "x86_64") {
            command.env("RUSTFLAGS", "-C target-feature=+avx2,+avx512bw");
        }
        shell::run(&mut command)?;
    }
    Ok(())
}

fn need_miri() -> Result {
    match shell::capture(Command::new("cargo").args(["+nightly", "miri", "--version"])) {
        Ok((true, _)) => Ok(()),
        _ => Err(Failure::new(
            "Miri is missing; install it with: rustup component add miri rust-src --toolchain nightly",
        )),
    }
}
