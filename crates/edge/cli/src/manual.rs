//! `punto completions` and `punto man`: what a shell and a manual say of the program. Derived from its arguments;
//! refuses to know any command by name.

use std::path::PathBuf;

use clap_complete::Shell;

use crate::lines::{Problem, print};

const COMPLETIONS_HELP: &str = "\
Examples:
  punto completions bash > ~/.local/share/bash-completion/completions/punto
  punto completions zsh > ~/.zfunc/_punto
  punto completions fish > ~/.config/fish/completions/punto.fish";

const MAN_HELP: &str = "\
Examples:
  punto man | man -l -
  punto man --dir ~/.local/share/man/man1";

/// What `completions` is told.
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// What `man` is told.
#[derive(clap::Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// The folder for one page a command; it is made if it is not there.
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// Writes the completions of this program.
pub(crate) fn completions(args: &CompletionsArgs, mut program: clap::Command) -> Result<bool, Problem> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(true)
}

/// Writes the manual of this program.
pub(crate) fn man(args: &ManArgs, program: clap::Command) -> Result<bool, Problem> {
    if let Some(dir) = &args.dir {
        let written = std::fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(program, dir));
        written.map_err(|error| {
            Problem::Input(format!("cannot write the manual to {}: {error}", dir.display()))
        })?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(program).render(&mut page)?;
        print(&String::from_utf8_lossy(&page))?;
    }
    Ok(true)
}
