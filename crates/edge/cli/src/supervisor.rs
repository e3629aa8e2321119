//! `punto supervisor`: the file of those who may void and correct. Writes it for its owner's eyes only and shows a
//! secret once; how a line reads is the server's business.

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
use crate::new_file::{NewFile, Readers};
use crate::wrap::wrapped;

const HELP: &str = "\
The secret is 256 random bits. It is shown this once; the file holds its SHA-256
and is for its owner's eyes only (mode 0600). punto serve --supervisors FILE
reads it at its start.

Examples:
  punto supervisor add 'Ann Lee' --file supervisors.txt
  punto supervisor add Ben --file supervisors.txt --json";

/// What `supervisor` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Add one to a file, which is made if there is none, and show their secret.
    Add {
        /// The name that is shown beside what they do.
        #[arg(value_name = "NAME")]
        name: String,
        /// The file of supervisors.
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        /// As one JSON object, with the number, the name and the secret.
        #[arg(long)]
        json: bool,
    },
}

/// Does what was asked.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let Task::Add { name, file, json } = &args.task;
    let before = read_or_empty(file)?;
    let bits = OsEntropy.seed().map_err(Problem::failure)?;
    let added = Supervisors::add(&before, name, bits);
    let (text, supervisor, secret) =
        added.map_err(|error| Problem::Input(format!("{}: {error}", file.display())))?;
    let new = NewFile::of_text(file, Readers::Owner, &text)?;
    if read_or_empty(file)? != before {
        let why = "somebody else changed it meanwhile; try again".to_owned();
        return Err(about(file, Problem::Failure(why)));
    }
    new.finish_replacing()?;
    let (id, name) = (supervisor.id.0, supervisor.name);
    print(&if *json {
        format!("{}\n", json!({"supervisor_id": id, "name": name, "secret": secret}))
    } else {
        let said = format!("Supervisor {id}, {name}. The secret, shown this once:");
        format!("{}\n{secret}\n", wrapped(&said, ""))
    })?;
    Ok(true)
}

/// The supervisors in a file.
pub(crate) fn load(file: &Path) -> Result<Supervisors, Problem> {
    let text = read(file).map_err(|problem| about(file, problem))?;
    let supervisors: Supervisors =
        text.parse().map_err(|error| Problem::Input(format!("{}: {error}", file.display())))?;
    if supervisors.count() < 2 {
        let why = "a correction takes two supervisors; punto supervisor add NAME --file adds one";
        return Err(Problem::Input(format!("{}: {why}", file.display())));
    }
    Ok(supervisors)
}

/// The text of the file, where there is one.
fn read_or_empty(file: &Path) -> Result<String, Problem> {
    match read(file) {
        Err(Problem::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|problem| about(file, problem)),
    }
}

/// The text of a file that nobody but its owner can read.
fn read(file: &Path) -> Result<String, Problem> {
    let mode = fs::metadata(file)?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        let why = "others may read or write it; say `chmod 600` to it";
        return Err(Problem::Failure(format!("its mode is {mode:04o}: {why}")));
    }
    Ok(fs::read_to_string(file)?)
}

fn about(file: &Path, problem: Problem) -> Problem {
    let named = |what: String| format!("the supervisors in {}: {what}", file.display());
    match problem {
        Problem::Io(error) => Problem::Failure(named(error.to_string())),
        Problem::Failure(what) => Problem::Failure(named(what)),
        other => other,
    }
}
