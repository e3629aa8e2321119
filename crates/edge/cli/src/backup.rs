//! `punto backup`: copies the SQLite file of a running server. The store does the copying.

use std::path::PathBuf;

use serde_json::json;
use store::SqliteStore;

use crate::lines::{Problem, print};
use crate::new_file::{FileAccess, NewFile, refuse_existing};
use crate::progress::Progress;
use crate::serve::FILE;

const HELP: &str = "\
The copy is a consistent snapshot with everything acknowledged before the
command began. The server keeps running and is not blocked. The file appears
once it is complete on disk, readable by you only: it holds the seeds of the
shoes in play.

To restore, stop the server, put the copy in an empty folder as punto.sqlite,
and run punto audit before punto serve. Do not copy the file of a running server
by other means: recent transactions are in a second file beside it. The backup
does not include audit.key, which signs checkpoints.

For a PostgreSQL database, use pg_dump or pg_basebackup. See docs/OPERATIONS.md.

Examples:
  punto backup --data /var/lib/punto /backup/punto-2026-03-01.sqlite";

/// The arguments of `backup`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The data folder of the server.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The file to write; it must not exist.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Copies the file.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    refuse_existing(&args.file)?;
    let (new, file) = NewFile::begin(&args.file, FileAccess::OwnerOnly)?;
    let mut progress = Progress::new("pages", 0, args.json);
    let copied =
        SqliteStore::backup(&args.data.join(FILE), new.part(), &mut |done, all| progress.reach(done, all));
    drop(progress);
    copied.map_err(Problem::failure)?;
    let bytes = file.metadata()?.len();
    new.finish_new()?;
    let name = args.file.display();
    print(&if args.json {
        format!("{}\n", json!({"file": name.to_string(), "bytes": bytes}))
    } else {
        format!(
            "Copied to {name}, {bytes} bytes.\n\
             To verify it, put it in an empty folder as {FILE}\n\
             and run punto audit --data on that folder.\n"
        )
    })?;
    Ok(true)
}
