//! `punto import`: loads an exported history into an empty store. The store defines the lines.

use std::io::BufReader;
use std::path::PathBuf;

use house::ports::StoreFailure;
use store::ExportReader;

use crate::export::{to_json, to_text};
use crate::lines::{Input, Problem, print};
use crate::progress::{Progress, Rows};
use crate::serve::StoreLocation;

const HELP: &str = "\
The store must be empty. The import rebuilds derived tables, verifies every
digest, and requires a complete file: it commits everything in one transaction
or nothing. Balances, histories, tokens and rounds in progress are preserved, so
that patrons continue where they stopped. To move a house, stop the old server
before the final export. Copy the key that signs checkpoints separately.

Examples:
  punto import --database postgres://punto@db.example/house house.jsonl
  zcat house.jsonl.gz | punto import --data /var/lib/punto -";

/// The arguments of `import`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreLocation,
    /// The file to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Imports the history.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let input = Input::at(&args.file);
    let mut reader = ExportReader::new(BufReader::with_capacity(1 << 17, input.open()?));
    let (mut rows, mut bad) = (Some(Rows::new(args.json)), None);
    let mut next = || {
        let row = reader.next_row();
        if let (Ok(Some(_)), Some(rows)) = (&row, &mut rows) {
            rows.one_more();
        } else {
            // All rows have been read.
            rows = None;
        }
        row.map_err(|error| {
            bad = Some(format!("{}: {error}", input.name()));
            // This only ends the import; the error is reported below.
            StoreFailure::Closed
        })
    };
    let mut folding = None;
    let mut folded = |done, all| {
        folding.get_or_insert_with(|| Progress::new("entries", all, args.json)).reach(done, all);
    };
    let done = args.store.import(&mut next, &mut folded);
    drop((rows, folding));
    let counts = match (bad, done) {
        (Some(bad), _) => return Err(Problem::Input(bad)),
        (None, Err(StoreFailure::Corrupt(message))) => {
            return Err(Problem::Input(format!("{}: {message}", input.name())));
        }
        (None, Err(failure)) => return Err(Problem::failure(failure)),
        (None, Ok(counts)) => counts,
    };
    print(&if args.json {
        format!("{}\n", to_json(counts))
    } else {
        format!("{}Import complete, all digests verified. Run punto audit next.\n", to_text(counts))
    })?;
    Ok(true)
}
