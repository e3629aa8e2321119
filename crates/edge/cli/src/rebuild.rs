//! `punto rebuild`: rebuilds or verifies the derived tables of a store. Reports the result; the store does the work.

use std::fmt::Write as _;

use serde_json::json;
use store::{Difference, Rebuilt};

use crate::lines::{Problem, print};
use crate::progress::Progress;
use crate::serve::StoreLocation;
use crate::wrap::wrapped;

const HELP: &str = "\
History consists of events and transfers. All other tables derive from it:
balances, open holds, accepted slips, the state of rounds, the rounds of
patrons. The command rebuilds them in one transaction and counts the rows that
differed.

Stop the server before a rebuild of a data folder. A rebuild of a database takes
over all tables, so that a server still running them is refused and must be
restarted. --check changes nothing, works while the server runs, and exits with
status 1 if any row differs.

The command does not verify history itself: see punto audit.

Examples:
  punto rebuild --check
  punto rebuild --database postgres://punto@db.example/house";

/// The arguments of `rebuild`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreLocation,
    /// Change nothing; verify that the derived tables match history.
    #[arg(long)]
    check: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Rebuilds or verifies the derived tables; false if a check finds a difference.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let mut progress = Progress::new("entries", 0, args.json);
    let folded = &mut |done, all| progress.reach(done, all);
    let result = if args.check { args.store.check(folded) } else { args.store.rebuild(folded) };
    drop(progress);
    let rebuilt = result.map_err(Problem::failure)?;
    print(&if args.json { to_json(&rebuilt, args.check) } else { to_text(&rebuilt, args.check) })?;
    Ok(!args.check || rebuilt.is_equal())
}

fn to_json(rebuilt: &Rebuilt, check: bool) -> String {
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

fn to_text(rebuilt: &Rebuilt, check: bool) -> String {
    let mut text = format!("{:<16} {:>12} {:>12}\n", "Table", "Rows", "Different");
    for table in &rebuilt.tables {
        // Writing into a string does not fail.
        let _ = writeln!(text, "{:<16} {:>12} {:>12}", table.name, table.rows, table.wrong);
    }
    let Some(first) = &rebuilt.first else {
        return text + "\nAll derived tables match history.\n";
    };
    let outcome = if check { "Nothing was changed." } else { "All differences were repaired." };
    let summary = format!("Derived tables differed from history. First difference: {first}. {outcome}");
    text + "\n" + &wrapped(&summary, "") + "\n"
}
