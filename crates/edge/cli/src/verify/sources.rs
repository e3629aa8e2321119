//! Where proof files come from: a file, standard input, all files of a folder, or a server.

use std::fs;
use std::path::{Path, PathBuf};

use crate::lines::{Input, Problem};
use crate::remote;

/// What an address of a proof file begins with.
const HTTP: &str = "http://";

/// A text that is to be verified, and its name in the report.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: String,
}

/// The texts that these arguments name, in their order; those of a folder by name.
pub(super) fn read(given: &[String]) -> Result<Vec<Source>, Problem> {
    let mut sources = Vec::new();
    for argument in given {
        let path = Path::new(argument);
        if argument.starts_with(HTTP) {
            sources.push(Source { name: argument.clone(), text: remote::text(argument)? });
        } else if argument.starts_with("https://") {
            let why =
                "an address begins with http://; save what is behind https:// as a file, and name the file";
            return Err(Problem::Usage(format!("{argument}: {why}")));
        } else if path.is_dir() {
            for file in files_of(path)? {
                sources.push(of_input(&Input::at(&file))?);
            }
        } else {
            sources.push(of_input(&Input::at(path))?);
        }
    }
    Ok(sources)
}

fn of_input(input: &Input) -> Result<Source, Problem> {
    Ok(Source { name: input.name(), text: input.read_text()? })
}

/// The files of a folder whose names end in `.json`, by name.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let unreadable = |error| Problem::Usage(format!("cannot read {}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|it| it == "json") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        let why = "the folder has no file whose name ends in .json";
        return Err(Problem::Usage(format!("{}: {why}", folder.display())));
    }
    Ok(files)
}
