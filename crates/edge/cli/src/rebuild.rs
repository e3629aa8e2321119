//! `punto rebuild`: everything that follows from history, made anew or compared. Tells what came of it; what follows
//! from what is the store's business.

use std::fmt::Write as _;

use serde_json::json;
use store::{Difference, Rebuilt};

use crate::lines::{Problem, print};
use crate::progress::Progress;
use crate::serve::Where;
use crate::wrap::wrapped;

const HELP: &str = "\
Events and transfers are history. Everything else that is kept follows from
them: balances, what is left of holds, accepted slips, rounds as they stand, the
rounds of patrons. It is made anew in one transaction, and what was stored
otherwise is counted.

No server may run on the folder. Of a database all tables are taken over: a
server that still runs them is refused from then on, and must be started again.
With --check nothing is changed, a server may run meanwhile, and the status is 1
if anything is stored otherwise.

History itself is not judged here: see punto audit.

Examples:
  punto rebuild --check
  punto rebuild --database postgres://punto@db.example/house";

/// What `rebuild` is told.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Where,
    /// Change nothing; say whether what is stored is what follows from history.
    #[arg(long)]
    check: bool,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

/// Makes everything anew; true when it did, or when a check found everything as it should be.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let mut progress = Progress::new("entries", 0, args.json);
    let on_progress = &mut |done, all| progress.reach(done, all);
    let done = if args.check { args.place.check(on_progress) } else { args.place.rebuild(on_progress) };
    drop(progress);
    let rebuilt = done.map_err(Problem::failure)?;
    print(&if args.json { in_json(&rebuilt, args.check) } else { in_words(&rebuilt, args.check) })?;
    Ok(!args.check || rebuilt.is_equal())
}

fn in_json(rebuilt: &Rebuilt, check: bool) -> String {
    let table =
        |table: &store::RebuiltTable| json!({"name": table.name, "rows": table.rows, "wrong": table.wrong});
    let tables: Vec<_> = rebuilt.tables.iter().map(table).collect();
    let first = rebuilt.first.as_ref().map(|first| {
        let Difference { table, row, rebuilt, stored } = first;
        json!({"table": table, "row": row, "stored": stored, "rebuilt": rebuilt})
    });
    let value = json!({"equal": rebuilt.is_equal(), "changed": !check && !rebuilt.is_equal(), "tables": tables,
                       "first": first});
    format!("{value}\n")
}

fn in_words(rebuilt: &Rebuilt, check: bool) -> String {
    let mut text = format!("{:<16} {:>12} {:>12}\n", "Table", "Rows", "Otherwise");
    for table in &rebuilt.tables {
        // Writing into a string does not fail.
        let _ = writeln!(text, "{:<16} {:>12} {:>12}", table.name, table.rows, table.wrong);
    }
    let Some(first) = &rebuilt.first else {
        return text + "\nEverything was stored as it follows from history.\n";
    };
    let mended = if check { "Nothing was changed." } else { "All of it is mended." };
    let said =
        format!("Stored otherwise than it follows from history, and the first of it: {first}. {mended}");
    text + "\n" + &wrapped(&said, "") + "\n"
}
