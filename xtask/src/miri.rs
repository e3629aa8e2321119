//! `cargo xtask miri`: runs the tests of the only unsafe code, the kernel of `crates/odds`, in an interpreter that stops
//! at anything undefined. It knows where that code is and what its tests are called; nothing of what they test.

use std::process::Command;

use crate::debian;
use crate::project::Project;
use crate::shell::{self, Failure, Result};

/// Run the tests of unsafe code under Miri.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which tests, by a part of their path
    #[arg(default_value = "kernel::")]
    tests: String,
}

pub(crate) fn run(project: &Project, args: &Args) -> Result {
    debian::need_nightly("Miri")?;
    need_miri()?;
    let mut command = project
        .command("cargo", ["+nightly", "miri", "test", "-p", "punto-odds", "--lib", "--", &args.tests]);
    // The interpreter has no processor to ask what it can do: it believes the compiler.
    if cfg!(target_arch = "x86_64") {
        command.env("RUSTFLAGS", "-C target-feature=+avx2");
    }
    shell::run(&mut command)
}

fn need_miri() -> Result {
    match shell::capture(Command::new("cargo").args(["+nightly", "miri", "--version"])) {
        Ok((true, _)) => Ok(()),
        _ => Err(Failure::new(
            "Miri is missing; install it with: rustup component add miri rust-src --toolchain nightly",
        )),
    }
}
