//! `punto backup`: a copy of the file of a house, while it is served. Knows not how it is copied.

use std::path::PathBuf;

use serde_json::json;
use store::SqliteStore;

use crate::lines::{Problem, print};
use crate::new_file::{NewFile, Readers, refuse_existing};
use crate::progress::Progress;
use crate::serve::FILE;

const HELP: &str = "\
The copy is of one moment: all that was acknowledged before the command began is
in it, and of nothing a half. The server goes on meanwhile and waits for
nothing. The file is there when all of it is on the disk, for your eyes only: it
holds the seeds of the shoes on the tables.

To restore: stop the server, put the copy in an empty folder as punto.sqlite,
and let punto audit see it before it is served. Copying the file of a running
house by other means loses what still stands beside it. The key that signs
checkpoints, audit.key, is not in the copy.

For a PostgreSQL database, use pg_dump or pg_basebackup. See docs/OPERATIONS.md.

Examples:
  punto backup --data /var/lib/punto /backup/punto-2026-03-01.sqlite";

/// What `backup` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The folder of the house.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The file to write; it must not be there.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Say what was done as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Copies the file.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    refuse_existing(&args.file)?;
    let (new, file) = NewFile::begin(&args.file, Readers::Owner)?;
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
             To see that it is good, put it in an empty folder as {FILE},\n\
             and run punto audit --data on that folder.\n"
        )
    })?;
    Ok(true)
}
