//! `punto export`: the history of a house as one file that either store takes in. Knows not what is in a line.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use store::{ExportCounts, ExportError, ExportRow, ExportWriter};

use crate::lines::{Problem, print};
use crate::new_file::{NewFile, Readers, refuse_existing};
use crate::progress::Rows;
use crate::serve::Where;

const HELP: &str = "\
The file has one JSON object a line: a header with the version of the format and
the counts, patrons, seeds of shoes, the entries of all logs byte for byte with
their digests, transfers in the order they were made, checkpoints, and at the
end the SHA-256 of all lines before it. What follows from these is left out. It
is of one moment; a server may run meanwhile.

The file is for your eyes only: it holds the seeds of the shoes on the tables,
and the hashes of the patrons' tokens. See docs/OPERATIONS.md.

Examples:
  punto export --data /var/lib/punto house.jsonl
  punto export - | gzip > house.jsonl.gz
  punto export - | punto import --database postgres://punto@db.example/house -";

/// What `export` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Where,
    /// The file to write, which must not be there; `-` for standard output.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Say what was written as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Writes all of history.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    if args.file.as_os_str() != "-" {
        return to_file(args, &args.file);
    }
    if args.json {
        let said = "--json says what was written to a file; name one instead of `-`";
        return Err(Problem::Usage(said.to_owned()));
    }
    write(args, BufWriter::new(io::stdout().lock())).map_err(cut_off)?;
    Ok(true)
}

fn to_file(args: &Args, path: &Path) -> Result<bool, Problem> {
    refuse_existing(path)?;
    let (new, file) = NewFile::begin(path, Readers::Owner)?;
    let (counts, digest) = write(args, BufWriter::new(file))?;
    new.finish_new()?;
    let name = path.display().to_string();
    print(&if args.json {
        let mut value = in_json(counts);
        value["file"] = name.into();
        value["sha256"] = digest.into();
        format!("{value}\n")
    } else {
        format!("{}Written to {name}. Keep it secret.\n", in_words(counts))
    })?;
    Ok(true)
}

/// Writes everything to `output`; gives the counts and the digest in the last line.
fn write(args: &Args, output: impl Write) -> Result<(ExportCounts, String), Problem> {
    let (mut writer, mut counts) = (ExportWriter::new(output), ExportCounts::default());
    let (mut rows, mut failed) = (Rows::new(args.json), None);
    let read = args.place.history(&mut |row| {
        if let ExportRow::Counts(promised) = &row {
            counts = *promised;
        }
        rows.one_more();
        failed = writer.write(&row).err();
        failed.is_none()
    });
    match (failed, read) {
        (Some(error), _) => Err(unwritten(error)),
        (None, Err(failure)) => Err(Problem::failure(failure)),
        (None, Ok(())) => {
            let (_, digest) = writer.finish().map_err(unwritten)?;
            Ok((counts, digest.to_string()))
        }
    }
}

/// Part of a history is none: here a reader that went away is a failure.
fn cut_off(problem: Problem) -> Problem {
    match problem {
        Problem::Io(error) => Problem::Failure(format!("standard output has not all of it: {error}")),
        other => other,
    }
}

fn unwritten(error: ExportError) -> Problem {
    match error {
        ExportError::Io(error) => Problem::Io(error),
        other => Problem::Failure(other.to_string()),
    }
}

/// Counts by the name of each kind.
pub(crate) fn in_json(counts: ExportCounts) -> Value {
    let ExportCounts { patrons, seeds, entries, transfers, checkpoints } = counts;
    json!({"patrons": patrons, "seeds": seeds, "entries": entries, "transfers": transfers,
           "checkpoints": checkpoints})
}

/// Counts for people, one kind a line.
pub(crate) fn in_words(counts: ExportCounts) -> String {
    let ExportCounts { patrons, seeds, entries, transfers, checkpoints } = counts;
    let lines = [
        ("patrons", patrons),
        ("seeds", seeds),
        ("entries", entries),
        ("transfers", transfers),
        ("checkpoints", checkpoints),
    ];
    lines.map(|(name, count)| format!("{name:<12} {count:>12}\n")).concat()
}
