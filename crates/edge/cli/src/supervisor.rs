//! `punto supervisor`: manages the file of supervisors. Keeps it readable by its owner only and prints each secret
//! once; the server defines the lines.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use house::OsEntropy;
use house::ports::Entropy as _;
use serde_json::json;
use server::Supervisors;

use crate::lines::{Problem, print};
use crate::new_file::{FileAccess, NewFile};
use crate::wrap::wrapped;

const HELP: &str = "\
The secret is 256 random bits. It is shown only once: the file holds its
SHA-256. The file is readable by its owner only (mode 0600). punto serve
--supervisors FILE reads it at start.

Examples:
  punto supervisor add 'Ann Lee' --file supervisors.txt
  punto supervisor add Ben --file supervisors.txt --json";

/// The arguments of `supervisor`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Add a supervisor to a file, created if missing, and print their secret.
    Add {
        /// The name of the supervisor, shown beside their actions.
        #[arg(value_name = "NAME")]
        name: String,
        /// The file of supervisors.
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        /// Print one JSON object with the number, the name and the secret.
        #[arg(long)]
        json: bool,
    },
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let Task::Add { name, file, json } = &args.task;
    let before = read_or_empty(file)?;
    let bits = OsEntropy.seed().map_err(Problem::failure)?;
    let added = Supervisors::add(&before, name, bits);
    let (text, supervisor, secret) =
        added.map_err(|error| Problem::Input(format!("{}: {error}", file.display())))?;
    let new = NewFile::of_text(file, FileAccess::OwnerOnly, &text)?;
    if read_or_empty(file)? != before {
        let why = "another process has just changed it; try again".to_owned();
        return Err(about(file, Problem::Failure(why)));
    }
    new.finish_replacing()?;
    let (id, name) = (supervisor.id.0, supervisor.name);
    print(&if *json {
        format!("{}\n", json!({"supervisor_id": id, "name": name, "secret": secret}))
    } else {
        let heading = format!("Added supervisor {id}, {name}. The secret, shown only once:");
        format!("{}\n{secret}\n", wrapped(&heading, ""))
    })?;
    Ok(true)
}

/// Loads the supervisors from a file.
pub(crate) fn load(file: &Path) -> Result<Supervisors, Problem> {
    let text = read(file).map_err(|problem| about(file, problem))?;
    let supervisors: Supervisors =
        text.parse().map_err(|error| Problem::Input(format!("{}: {error}", file.display())))?;
    if supervisors.count() < 2 {
        let why = "a correction needs two supervisors; punto supervisor add NAME --file adds one";
        return Err(Problem::Input(format!("{}: {why}", file.display())));
    }
    Ok(supervisors)
}

/// The text of the file; empty if it does not exist.
fn read_or_empty(file: &Path) -> Result<String, Problem> {
    match read(file) {
        Err(Problem::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|problem| about(file, problem)),
    }
}

/// The text of the file, which must be readable by its owner only.
fn read(file: &Path) -> Result<String, Problem> {
    let mode = fs::metadata(file)?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        let why = "other users can access it; run `chmod 600` on it";
        return Err(Problem::Failure(format!("its mode is {mode:04o}: {why}")));
    }
    Ok(fs::read_to_string(file)?)
}

fn about(file: &Path, problem: Problem) -> Problem {
    let named = |what: String| format!("supervisors file {}: {what}", file.display());
    match problem {
        Problem::Io(error) => Problem::Failure(named(error.to_string())),
        Problem::Failure(what) => Problem::Failure(named(what)),
        other => other,
    }
}
