//! Secrets that a person types or keeps in a file. None of them is an argument: other users could read it there.

use std::env;
use std::fs;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use console::Term;

use crate::lines::Problem;

/// The variable of the environment that has the token of a member of staff.
const TOKEN: &str = "PUNTO_TOKEN";
/// How many bytes of a file of a secret are read.
const LONGEST: u64 = 4096;

/// The first line of a file, which only its owner may read; of standard input for `-`.
pub(crate) fn from_file(file: &Path, what: &str) -> Result<String, Problem> {
    if is_input(file) {
        return ask_new(what);
    }
    let about = |error: &dyn std::fmt::Display| {
        Problem::Failure(format!("cannot read the {what} from {}: {error}", file.display()))
    };
    let opened = fs::File::open(file).map_err(|error| about(&error))?;
    check_mode(&opened).map_err(|why| about(&why))?;
    let mut text = String::new();
    opened.take(LONGEST).read_to_string(&mut text).map_err(|error| about(&error))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// The token of a member of staff: from the file if one is named, which `-` asks for, or else from the environment.
/// `needed` says what needs it.
pub(crate) fn staff_token(file: Option<&Path>, needed: &str) -> Result<String, Problem> {
    let token = match file {
        Some(input) if is_input(input) => ask("token")?,
        Some(file) => from_file(file, "token")?,
        None => env::var(TOKEN).unwrap_or_default(),
    };
    let token = token.trim().to_owned();
    if token.is_empty() {
        return Err(Problem::Usage(format!("{needed}: set {TOKEN}, or name a file with --token-file")));
    }
    Ok(token)
}

/// Whether a file stands for standard input.
pub(crate) fn is_input(file: &Path) -> bool {
    file == Path::new("-")
}

/// Fails unless only the owner of a file may read or write it.
pub(crate) fn check_mode(file: &fs::File) -> Result<(), String> {
    let mode = file.metadata().map_err(|error| error.to_string())?.permissions().mode() & 0o777;
    if mode.trailing_zeros() >= 6 {
        return Ok(());
    }
    Err(format!("its mode is {mode:04o}: other users can access it; run `chmod 600` on it"))
}

/// Asks the person at the terminal, who does not see what they type; reads a line of standard input if there is none.
pub(crate) fn ask(what: &str) -> Result<String, Problem> {
    if !io::stdin().is_terminal() {
        return line(what);
    }
    let screen = Term::stderr();
    if !screen.is_term() {
        return Err(Problem::Usage(format!(
            "nobody can be asked for the {what}: standard error is no terminal"
        )));
    }
    screen.write_str(&format!("{what}: "))?;
    Ok(screen.read_secure_line()?)
}

/// Asks the person at the terminal, who sees what they type; reads a line of standard input if there is none.
pub(crate) fn ask_openly(what: &str) -> Result<String, Problem> {
    let screen = Term::stderr();
    if io::stdin().is_terminal() && screen.is_term() {
        screen.write_str(&format!("{what}: "))?;
    }
    line(what)
}

/// Asks for a new password, twice at a terminal.
pub(crate) fn ask_new(what: &str) -> Result<String, Problem> {
    let password = ask(what)?;
    if io::stdin().is_terminal() && ask(&format!("{what} again"))? != password {
        return Err(Problem::Input(format!("the {what} was typed in two ways; start again")));
    }
    Ok(password)
}

/// A line of standard input.
fn line(what: &str) -> Result<String, Problem> {
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Err(Problem::Input(format!("standard input ended before the {what}")));
    }
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
