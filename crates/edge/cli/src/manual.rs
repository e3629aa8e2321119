//! `punto completions` and `punto man`: shell completions and manual pages, generated from the arguments. Knows no
//! command by name.

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

/// The arguments of `completions`.
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// The arguments of `man`.
#[derive(clap::Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// The folder for one page per command; created if missing.
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// Prints the completion script of a shell.
pub(crate) fn completions(args: &CompletionsArgs, mut program: clap::Command) -> Result<bool, Problem> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(true)
}

/// Prints or writes the manual of this program.
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
