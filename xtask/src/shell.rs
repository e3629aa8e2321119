//! Running other programs. Each is shown before it runs, and a failure names the one that failed.

use std::fmt;
use std::process::{Command, Stdio};

/// Why a command of the project could not do its work, in words for the person who called it.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

/// Runs to the end with the caller's output and no input, so that nothing can stop to ask a question.
pub(crate) fn run(command: &mut Command) -> Result {
    println!("$ {}", shown(command));
    run_unseen(command)
}

/// The same without showing it first, where the output is for another program.
pub(crate) fn run_unseen(command: &mut Command) -> Result {
    let status = command.stdin(Stdio::null()).status();
    let status = status.map_err(|error| Failure::new(format!("`{}`: {error}", shown(command))))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("`{}` failed ({status})", shown(command))))
    }
}

/// Runs to the end and answers whether it succeeded, with everything it printed.
pub(crate) fn capture(command: &mut Command) -> Result<(bool, String)> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failure::new(format!("`{}`: {error}", shown(command))))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok((output.status.success(), text))
}

/// The command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command() {
        let failed = run(Command::new("sh").args(["-c", "exit 3"])).unwrap_err();
        assert_eq!(failed.to_string(), "`sh -c exit 3` failed (exit status: 3)");
        let absent = run(&mut Command::new("no-such-program-anywhere")).unwrap_err();
        assert!(absent.to_string().starts_with("`no-such-program-anywhere`: "), "{absent}");
    }

    #[test]
    fn capture_keeps_both_streams_and_the_verdict() {
        let (passed, text) =
            capture(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 1"])).unwrap();
        assert!(!passed);
        assert_eq!(text, "out\nerr\n");
    }
}
