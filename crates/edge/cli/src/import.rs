//! `punto import`: the history that `punto export` wrote, into an empty store. Knows not what is in a line.

use std::io::BufReader;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use house::ports::StoreFailure;
use store::ExportReader;

use crate::export::{in_json, in_words};
use crate::lines::{Input, Problem, print};
use crate::progress::{Progress, Rows};
use crate::serve::Where;

const HELP: &str = "\
The store must be empty. What follows from history is made anew, every digest is
held against what it covers, and the file must be whole: all of it comes in, in
one transaction, or nothing. Balances, histories, tokens and rounds under way
are as they were; patrons go on where they stopped. Stop the old server before
its history is exported for good: what happens there afterwards is not here. The
key that signs checkpoints does not travel: copy it.

Examples:
  punto import --database postgres://punto@db.example/house house.jsonl
  zcat house.jsonl.gz | punto import --data /var/lib/punto -";

/// What `import` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Where,
    /// The file to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Say what was brought in as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Brings all of history in.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let input = Input::at(&args.file);
    let mut reader = ExportReader::new(BufReader::with_capacity(1 << 17, input.open()?));
    let (rows, mut bad) = (Mutex::new(Some(Rows::new(args.json))), None);
    let reading = || rows.lock().unwrap_or_else(PoisonError::into_inner);
    let mut next = || {
        reading().iter_mut().for_each(Rows::one_more);
        reader.next_row().map_err(|error| {
            bad = Some(format!("{}: {error}", input.name()));
            // It only ends the import; what is wrong is said below.
            StoreFailure::Closed
        })
    };
    let mut folding = None;
    let mut on_progress = |done, all| {
        // All rows are in.
        drop(reading().take());
        folding.get_or_insert_with(|| Progress::new("entries", all, args.json)).reach(done, all);
    };
    let done = args.place.import(&mut next, &mut on_progress);
    drop((reading().take(), folding));
    let counts = match (bad, done) {
        (Some(bad), _) => return Err(Problem::Input(bad)),
        (None, Err(StoreFailure::Corrupt(said))) => {
            return Err(Problem::Input(format!("{}: {said}", input.name())));
        }
        (None, Err(failure)) => return Err(Problem::failure(failure)),
        (None, Ok(counts)) => counts,
    };
    print(&if args.json {
        format!("{}\n", in_json(counts))
    } else {
        format!("{}All of it is in, and every digest fits. Let punto audit see it.\n", in_words(counts))
    })?;
    Ok(true)
}
