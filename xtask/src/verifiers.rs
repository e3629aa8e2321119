//! `cargo xtask verifiers`: builds the program, the WebAssembly modules and the comparison, and runs it.
//! `crates/testing/verifiers` says what is compared.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{debian, project, web};

/// The commands of the comparison.
const COMMANDS: &str = "\
Commands:
  alike [--shoes N] [--from N]  Shoes by number through the program, WebAssembly and JavaScript, line
                                by line alike [default: 1000 shoes from 0]
  flips                         Every bit of a shoe of three rounds, and a bit of each byte of a full
                                one, played and in play: each flip must be noticed";

/// Compare the verifiers of proof files with each other, or flip bits of proof files.
#[derive(clap::Args)]
#[command(after_help = COMMANDS)]
pub(crate) struct Args {
    /// Passed on to the comparison
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    rest: Vec<String>,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    let verifiers = project::target()?.join("release/punto-verifiers");
    let rest = &args.rest;
    if rest.first().is_none_or(|command| command != "alike") {
        cmd!(sh, "cargo build --quiet --release --package punto-verifiers").run()?;
        return Ok(cmd!(sh, "{verifiers} {rest...}").run()?);
    }
    debian::need_node(sh)?;
    web::script(sh, "wasm")?;
    cmd!(sh, "cargo build --quiet --release --package punto --package punto-verifiers").run()?;
    let punto = project::target()?.join("release/punto");
    Ok(cmd!(sh, "{verifiers} {rest...} --punto {punto}").run()?)
}

/// Twenty shoes, with the programs of the other tests.
pub(crate) fn briefly(sh: &Shell) -> Result<()> {
    debian::need_node(sh)?;
    web::script(sh, "wasm")?;
    project::build(sh, &["punto", "punto-verifiers"])?;
    let (verifiers, punto) = (project::built("punto-verifiers")?, project::built("punto")?);
    Ok(cmd!(sh, "{verifiers} alike --shoes 20 --punto {punto}").run()?)
}
