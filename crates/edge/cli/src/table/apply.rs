//! `punto table apply`: shows how the tables differ from a file, then makes them what the file says.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

use house::floor::{Difference, FieldProblem, check, differences};
use server::floor::edit;
use wire::tables::{ChangeTable, NewTable, SettingsChange};

use super::file::{FileTable, load};
use super::reach::{Place, Reach};
use super::text;
use crate::certificate_check::CertificateCheck;
use crate::lines::{Problem, print};
use answers::reply::{json_line, object};

const HELP: &str = "\
What the file does not say about a table stays as it is. A table that the file
does not have stays, too: punto table close closes it. A server keeps the
passwords of tables to itself: one that the file names is sent each time.

Examples:
  punto table apply tables.toml --dry-run
  punto table apply tables.toml --yes --why 'summer limits'
  punto table apply tables.toml --server http://127.0.0.1:7777";

/// The arguments of which one says whether the tables are changed, so that nobody is asked.
const DECIDED: &str = "decided";

/// The arguments of `table apply`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// The TOML file of tables, in the form that punto init writes.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show the differences and change nothing.
    #[arg(long, group = DECIDED)]
    dry_run: bool,
    /// Change the tables without asking.
    #[arg(long, group = DECIDED)]
    yes: bool,
    /// The reason, which stays on record; by default the name of the file.
    #[arg(long, value_name = "TEXT")]
    why: Option<String>,
    /// The record of agreed certificates, instead of certificates.txt beside each rules file.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    /// Print one JSON object; needs --yes or --dry-run.
    #[arg(long, requires = DECIDED)]
    json: bool,
    #[command(flatten)]
    place: Place,
}

/// What is to be done about one table of the file.
struct Planned {
    table: FileTable,
    settings: SettingsChange,
    is_new: bool,
    name: String,
    differences: Vec<Difference>,
}

/// Shows the differences, and makes them unless there is a reason not to.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let tables = load(&args.file, &mut CertificateCheck::new(args.certificates.as_deref()))?;
    let reach = args.place.open()?;
    let planned = plan(tables, &reach, &args.file)?;
    let todo = planned.iter().filter(|table| !table.differences.is_empty()).count();
    if !args.json {
        print(&shown(&planned))?;
    }
    let applies = todo > 0 && !args.dry_run && (args.yes || agreed(todo)?);
    if applies {
        let why = args.why.clone().unwrap_or_else(|| format!("punto table apply {}", args.file.display()));
        planned.iter().try_for_each(|table| make(&reach, table, &why))?;
    }
    let note = reach.close()?;
    if args.json {
        print(&json(&planned, applies))?;
    } else if todo > 0 && !args.dry_run {
        print(&outcome(applies.then_some(todo), note))?;
    }
    Ok(true)
}

/// What became of the differences: how many tables were changed, if the answer was yes, and a note about them.
fn outcome(changed: Option<usize>, note: Option<&str>) -> String {
    let Some(changed) = changed else { return "Nothing was changed.\n".to_owned() };
    note.iter().fold(format!("{changed} changed.\n"), |text, note| text + note + "\n")
}

/// What differs, or everything that is wrong with the file.
fn plan(tables: Vec<FileTable>, reach: &Reach, file: &std::path::Path) -> Result<Vec<Planned>, Problem> {
    let (mut planned, mut problems, known) = (Vec::new(), Vec::new(), reach.tables()?);
    for table in tables {
        let before = known.iter().find(|record| record.id.0 == table.id);
        let settings = table.change(before)?;
        let mut wanted = if let Some(before) = before {
            let mut wanted = before.clone();
            edit(&mut wanted, &settings).map_err(Problem::failure)?;
            if wanted.rules != before.rules {
                wanted.fit_limits(before, &table.rules);
            }
            wanted
        } else {
            let mut wanted = table.given()?.record;
            wanted.complete(&table.rules);
            wanted
        };
        reach.set_password(&mut wanted, &settings)?;
        let about = |problem: FieldProblem| format!("{}: table {}: {problem}", file.display(), table.id);
        problems.extend(check(&wanted, &table.rules).into_iter().map(about));
        let (is_new, name) = (before.is_none(), wanted.name.clone());
        let differences = differences(before, &wanted);
        planned.push(Planned { table, settings, is_new, name, differences });
    }
    if problems.is_empty() { Ok(planned) } else { Err(Problem::Input(problems.join("\npunto: "))) }
}

fn shown(planned: &[Planned]) -> String {
    let mut text = String::new();
    for Planned { table, is_new, name, differences, .. } in planned {
        if differences.is_empty() {
            continue;
        }
        let what = if *is_new { "is new" } else { "changes" };
        // Writing into a string does not fail.
        let _ = writeln!(text, "Table {}, {name}, {what}.", table.id);
        for difference in differences {
            text.push_str(&text::line(difference));
        }
    }
    if text.is_empty() { "The tables are what the file says.\n".to_owned() } else { text }
}

/// Asks the person at the terminal.
fn agreed(todo: usize) -> Result<bool, Problem> {
    if !io::stdin().is_terminal() {
        let why = "nobody can be asked: add --yes to change the tables, or --dry-run to change nothing";
        return Err(Problem::Usage(why.to_owned()));
    }
    let mut output = io::stderr().lock();
    write!(output, "Change {todo} of the tables? [y/N] ").and_then(|()| output.flush())?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}

fn make(reach: &Reach, planned: &Planned, why: &str) -> Result<(), Problem> {
    let Planned { table, settings, is_new, differences, .. } = planned;
    if differences.is_empty() {
        return Ok(());
    }
    reach.record_rules(&table.rules)?;
    let (settings, why) = (settings.clone(), why.to_owned());
    if *is_new {
        reach.create(&NewTable { table_id: Some(table.id), settings, why })?;
    } else {
        reach.change(table.id, &ChangeTable { settings, why })?;
    }
    Ok(())
}

fn json(planned: &[Planned], applied: bool) -> String {
    let difference = |it: &Difference| {
        let (field, before, after) = (it.field.clone(), it.before.clone(), it.after.clone());
        object! { field, before, after }
    };
    let table = |it: &Planned| {
        let what = if it.differences.is_empty() {
            "same"
        } else if it.is_new {
            "new"
        } else {
            "changed"
        };
        let differences: Vec<_> = it.differences.iter().map(difference).collect();
        object! { table_id: it.table.id, what, differences }
    };
    let tables: Vec<_> = planned.iter().map(table).collect();
    json_line(&object! { tables, applied })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outcome_says_whether_anything_was_changed() {
        assert_eq!(outcome(None, Some("A server follows.")), "Nothing was changed.\n");
        assert_eq!(outcome(Some(2), None), "2 changed.\n");
        assert_eq!(outcome(Some(2), Some("A server follows.")), "2 changed.\nA server follows.\n");
    }
}
