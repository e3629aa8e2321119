//! `punto export`: writes the history of a store to one file. The store defines the lines.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use store::{ExportCounts, ExportError, ExportRow, ExportWriter};

use crate::lines::{Problem, print};
use crate::new_file::{FileAccess, NewFile, refuse_existing};
use crate::progress::Rows;
use crate::serve::StoreLocation;

const HELP: &str = "\
The file has one JSON object per line: a header with the version of the format
and the counts, patrons, seeds of shoes, the entries of all logs byte for byte
with their digests, transfers in posting order, checkpoints, and finally the
SHA-256 of all lines before it. Derived tables are left out. The export is a
consistent snapshot; the server may keep running.

The file is readable by you only: it holds the seeds of the shoes in play and
the hashes of the patrons' tokens. See docs/OPERATIONS.md.

Examples:
  punto export --data /var/lib/punto house.jsonl
  punto export - | gzip > house.jsonl.gz
  punto export - | punto import --database postgres://punto@db.example/house -";

/// The arguments of `export`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreLocation,
    /// The file to write, which must not exist; `-` for standard output.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Exports the history.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    if args.file.as_os_str() != "-" {
        return to_file(args, &args.file);
    }
    if args.json {
        let message =
            "--json reports on a file, and standard output is the export: name a file instead of `-`";
        return Err(Problem::Usage(message.to_owned()));
    }
    write(args, BufWriter::new(io::stdout().lock())).map_err(cut_off)?;
    Ok(true)
}

fn to_file(args: &Args, path: &Path) -> Result<bool, Problem> {
    refuse_existing(path)?;
    let (new, file) = NewFile::begin(path, FileAccess::OwnerOnly)?;
    let (counts, digest) = write(args, BufWriter::new(file))?;
    new.finish_new()?;
    let name = path.display().to_string();
    print(&if args.json {
        let mut value = to_json(counts);
        value["file"] = name.into();
        value["sha256"] = digest.into();
        format!("{value}\n")
    } else {
        format!("{}Exported to {name}. Keep it secret.\n", to_text(counts))
    })?;
    Ok(true)
}

/// Writes the history to `output`; returns the counts and the digest in the last line.
fn write(args: &Args, output: impl Write) -> Result<(ExportCounts, String), Problem> {
    let (mut writer, mut counts) = (ExportWriter::new(output), ExportCounts::default());
    let (mut rows, mut failed) = (Rows::new(args.json), None);
    let read = args.store.history(&mut |row| {
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

/// An incomplete export is useless, so a reader that closed the pipe is a failure.
fn cut_off(problem: Problem) -> Problem {
    match problem {
        Problem::Io(error) => {
            Problem::Failure(format!("the export to standard output is incomplete: {error}"))
        }
        other => other,
    }
}

fn unwritten(error: ExportError) -> Problem {
    match error {
        ExportError::Io(error) => Problem::Io(error),
        other => Problem::Failure(other.to_string()),
    }
}

/// The counts as JSON.
pub(crate) fn to_json(counts: ExportCounts) -> Value {
    let ExportCounts { patrons, seeds, entries, transfers, checkpoints, .. } = counts;
    let ExportCounts { credentials, proofs, records, .. } = counts;
    let (secrets, bulletins) = proofs.unzip();
    json!({"patrons": patrons, "seeds": seeds, "entries": entries, "transfers": transfers,
           "checkpoints": checkpoints, "credentials": credentials, "secrets": secrets, "bulletins": bulletins,
           "records": records})
}

/// The counts as text, one line each.
pub(crate) fn to_text(counts: ExportCounts) -> String {
    let ExportCounts { patrons, seeds, entries, transfers, checkpoints, .. } = counts;
    let ExportCounts { credentials, proofs, records, .. } = counts;
    let lines = [
        ("patrons", patrons),
        ("seeds", seeds),
        ("entries", entries),
        ("transfers", transfers),
        ("checkpoints", checkpoints),
    ];
    let lines = lines.into_iter().chain(credentials.map(|count| ("credentials", count)));
    let proofs = proofs.map(|(secrets, bulletins)| [("secrets", secrets), ("bulletins", bulletins)]);
    let lines = lines.chain(proofs.into_iter().flatten());
    let lines = lines.chain(records.map(|count| ("records", count)));
    lines.fold(String::new(), |text, (name, count)| text + &format!("{name:<12} {count:>12}\n"))
}
