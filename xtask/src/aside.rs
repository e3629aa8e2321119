//! Runs commands whose own output is progress. It goes to standard error, so that standard output has only results.

use std::io;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use xshell::Cmd;

/// Runs a command to its end and fails if it fails.
pub(crate) fn run(command: Cmd<'_>) -> Result<()> {
    let shown = command.to_string();
    eprintln!("$ {shown}");
    let status = Command::from(command).stdout(Stdio::from(io::stderr())).status();
    let status = status.with_context(|| format!("cannot run `{shown}`"))?;
    ensure!(status.success(), "`{shown}` failed: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use xshell::{Shell, cmd};

    use super::*;

    #[test]
    fn the_status_of_a_command_counts() {
        let sh = Shell::new().unwrap();
        run(cmd!(sh, "true")).unwrap();
        assert!(run(cmd!(sh, "false")).unwrap_err().to_string().starts_with("`false` failed"));
    }
}
