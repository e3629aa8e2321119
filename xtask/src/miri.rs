//! `cargo xtask miri`: runs the tests of vector code in an interpreter that stops at undefined behaviour. It knows
//! where such code is and the names of its tests.

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::debian;

/// Crates with unsafe code that Miri can run, and which of their unit tests run it.
const TESTS: [(&str, &str); 2] = [("punto-odds", "kernel::"), ("punto-montecarlo", "fixed::vectors::")];

/// Run the tests of unsafe code under Miri.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(sh: &Shell, _: &Args) -> Result<()> {
    debian::need_nightly(sh, "Miri")?;
    ensure!(
        cmd!(sh, "cargo +nightly miri --version").output().is_ok(),
        "Miri is missing; install it with: rustup component add miri rust-src --toolchain nightly"
    );
    // The interpreter cannot ask a processor for its features: it takes those that the compiler was given.
    let features = cfg!(target_arch = "x86_64").then_some("-C target-feature=+avx2,+avx512bw");
    let _features = features.map(|features| sh.push_env("RUSTFLAGS", features));
    for (package, tests) in TESTS {
        cmd!(sh, "cargo +nightly miri test -p {package} --lib -- {tests}").run()?;
    }
    Ok(())
}
