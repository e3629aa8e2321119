//! `punto table`: lists, creates, changes, halts and closes the tables of a house, over HTTP or in its store.

mod apply;
pub(crate) mod file;
mod reach;
mod text;

use std::path::{Path, PathBuf};

use baccarat::HouseRules;
use clap::Subcommand;
use house::floor::TableStep;
use house::floor::record::TableRecord;
use wire::tables::{ChangeInvitations, ChangeTable, NewTable, PatronName};

use crate::certificate_check::CertificateCheck;
use crate::lines::{Problem, print};
use answers::reply::{json_line, object};
use reach::{Place, Reach, json_of};

const HELP: &str = "\
The tables of a house are in its store, and every change of one stays on record
with who made it and why. A running server is changed with --server and the
token of a manager, who creates, changes, opens and closes tables, or of a
supervisor, who halts and resumes them. Without --server the command changes the store of a
house that does not run, as the operator.

A change holds without a restart: limits, exposure and name for the next slip,
timings for the next step, house rules for the next shoe. Wagers that were
accepted stand. A halted table finishes its round and begins no other; a closed
one leaves the lobby, too, and keeps its history.

KEY=VALUE has the keys of a file of tables, with amounts in major units:
name, rules, currency, exposure, ante, capacity, password_file,
needs_invitation, place, draw, dealer, limits.SPOT, timings.NAME,
seating.NAME, scanner.NAME, squeeze.NAME.
A password is the first line of a file of mode 0600, or of standard input
for password_file=-; password_file= removes it.

Examples:
  punto table list
  punto table apply tables.toml --dry-run
  punto table create rules=three-bet name='Salon Six' --why 'more guests'
  punto table set 6 'limits.tie=[1, 200]' timings.betting_ms=12000 --why 'busy'
  punto table set 6 password_file=- --why 'a private party'
  punto table invite 6 Mira 17 --why 'a private party'
  punto table invitation-code 6 --why 'for their friends'
  punto table halt 6 --why 'a spill' --server http://127.0.0.1:7777";

/// The arguments of `table`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List all tables, closed ones too.
    List(Output),
    /// Show the settings of a table and its latest changes.
    Show {
        /// The number of the table.
        #[arg(value_name = "TABLE")]
        table: u32,
        #[command(flatten)]
        output: Output,
    },
    /// Add a table; it plays at once.
    Create {
        /// The settings, such as name=Garden; name and rules at least.
        #[arg(value_name = "KEY=VALUE", required = true)]
        settings: Vec<String>,
        #[command(flatten)]
        change: Change,
    },
    /// Change the settings of a table.
    Set {
        /// The number of the table.
        #[arg(value_name = "TABLE")]
        table: u32,
        #[arg(
            value_name = "KEY=VALUE",
            required = true,
            help = "The settings, such as timings.betting_ms=12000"
        )]
        settings: Vec<String>,
        #[command(flatten)]
        change: Change,
    },
    /// Invite patrons to a table: from the first one on, only those who are invited may take a seat.
    Invite(Guests),
    /// Take invitations back; those who sit keep their seats.
    Uninvite(Uninvited),
    /// Make a code that invites everybody who enters it, and print it this once.
    InvitationCode(Step),
    /// Open a closed table.
    Open(Step),
    /// Halt a table: it finishes its round and begins no other.
    Halt(Step),
    /// Let a halted table go on.
    Resume(Step),
    /// Close a table: it finishes its round and leaves the lobby.
    Close(Step),
    /// Make the tables what a file says, after showing the differences.
    Apply(apply::Args),
}

/// Where to work, and how to answer.
#[derive(clap::Args)]
struct Output {
    #[command(flatten)]
    place: Place,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What every change needs.
#[derive(clap::Args)]
struct Change {
    /// The reason, which stays on record.
    #[arg(long, value_name = "TEXT")]
    why: String,
    /// The record of agreed certificates, instead of certificates.txt beside a rules file.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

#[derive(clap::Args)]
struct Guests {
    /// The number of the table.
    #[arg(value_name = "TABLE")]
    table: u32,
    /// The patrons, each by number or by nickname; an account comes before guests of the same nickname.
    #[arg(value_name = "PATRON", required = true)]
    patrons: Vec<String>,
    /// The reason, which stays on record.
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    output: Output,
}

#[derive(clap::Args)]
struct Uninvited {
    /// The number of the table.
    #[arg(value_name = "TABLE")]
    table: u32,
    /// The patrons, each by number or by nickname.
    #[arg(value_name = "PATRON", required_unless_present = "codes")]
    patrons: Vec<String>,
    /// Withdraw all codes of invitations that were made until now.
    #[arg(long)]
    codes: bool,
    /// The reason, which stays on record.
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    output: Output,
}

/// The patrons as they are named. Digits alone are a number.
fn named(patrons: &[String]) -> Vec<PatronName> {
    let name =
        |text: &String| text.parse().map_or_else(|_| PatronName::Nickname(text.clone()), PatronName::Number);
    patrons.iter().map(name).collect()
}

#[derive(clap::Args)]
struct Step {
    /// The number of the table.
    #[arg(value_name = "TABLE")]
    table: u32,
    /// The reason, which stays on record.
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    output: Output,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    match &args.task {
        Task::List(output) => list(output),
        Task::Show { table, output } => show(*table, output),
        Task::Create { settings, change } => create(settings, change),
        Task::Set { table, settings, change } => set(*table, settings, change),
        Task::Invite(guests) => invite(guests),
        Task::Uninvite(guests) => uninvite(guests),
        Task::InvitationCode(step) => invitation_code(step),
        Task::Open(step) => take(step, TableStep::Open),
        Task::Halt(step) => take(step, TableStep::Halt),
        Task::Resume(step) => take(step, TableStep::Resume),
        Task::Close(step) => take(step, TableStep::Close),
        Task::Apply(args) => apply::run(args),
    }
}

fn list(output: &Output) -> Result<bool, Problem> {
    let reach = output.place.open()?;
    let tables = reach.tables()?;
    reach.close()?;
    if output.json {
        let tables: Vec<_> = tables.iter().map(json_of).collect();
        print(&json_line(&object! { tables }))?;
    } else {
        print(&text::list(&tables))?;
    }
    Ok(true)
}

fn show(table: u32, output: &Output) -> Result<bool, Problem> {
    let reach = output.place.open()?;
    let (record, changes) = (reach.table(table)?, reach.changes(table)?);
    reach.close()?;
    if output.json {
        let settings = json_of(&record);
        print(&json_line(&object! { settings, changes }))?;
    } else {
        print(&text::table(&record, &changes))?;
    }
    Ok(true)
}

fn create(settings: &[String], change: &Change) -> Result<bool, Problem> {
    let entry = file::read_pairs(settings)?;
    let rules = entry.rules().map(|name| certified(name, change)).transpose()?;
    let given = entry.change(rules.as_ref(), None).map_err(Problem::Input)?;
    let reach = change.output.place.open()?;
    rules.iter().try_for_each(|rules| reach.record_rules(rules))?;
    let new = NewTable { table_id: entry.id(), settings: given, why: change.why.clone() };
    let after = reach.create(&new)?;
    done(reach, None, &after, &change.output)
}

fn set(table: u32, settings: &[String], change: &Change) -> Result<bool, Problem> {
    let entry = file::read_pairs(settings)?;
    if entry.id().is_some() {
        return Err(Problem::Usage("the number of a table does not change".to_owned()));
    }
    let rules = entry.rules().map(|name| certified(name, change)).transpose()?;
    let reach = change.output.place.open()?;
    let before = reach.table(table)?;
    let settings = entry.change(rules.as_ref(), Some(before.currency)).map_err(Problem::Input)?;
    rules.iter().try_for_each(|rules| reach.record_rules(rules))?;
    let after = reach.change(table, &ChangeTable { settings, why: change.why.clone() })?;
    done(reach, Some(&before), &after, &change.output)
}

fn take(step: &Step, to: TableStep) -> Result<bool, Problem> {
    let reach = step.output.place.open()?;
    let before = reach.table(step.table)?;
    let after = reach.step(step.table, to, &step.why)?;
    done(reach, Some(&before), &after, &step.output)
}

fn invite(Guests { table, patrons, why, output }: &Guests) -> Result<bool, Problem> {
    let (invite, why) = (named(patrons), why.clone());
    let change = ChangeInvitations { invite, uninvite: Vec::new(), withdraw_codes: false, why };
    change_invitations(*table, &change, output)
}

fn uninvite(Uninvited { table, patrons, codes, why, output }: &Uninvited) -> Result<bool, Problem> {
    let (uninvite, why) = (named(patrons), why.clone());
    let change = ChangeInvitations { invite: Vec::new(), uninvite, withdraw_codes: *codes, why };
    change_invitations(*table, &change, output)
}

fn change_invitations(table: u32, change: &ChangeInvitations, output: &Output) -> Result<bool, Problem> {
    let reach = output.place.open()?;
    let before = reach.table(table)?;
    let after = reach.change_invitations(table, change)?;
    done(reach, Some(&before), &after, output)
}

/// Makes a code of an invitation. A program finds it as `code` beside the settings.
fn invitation_code(Step { table, why, output }: &Step) -> Result<bool, Problem> {
    let reach = output.place.open()?;
    let made = reach.add_invitation_code(*table, why)?;
    let note = reach.close()?;
    if output.json {
        print(&json_line(&made))?;
        return Ok(true);
    }
    print(&format!(
        "Everybody who enters this code may take a seat. It is shown this once:\n\n  {}\n",
        made.code
    ))?;
    note.map_or(Ok(()), |note| print(&format!("{note}\n")))?;
    Ok(true)
}

/// The house rules of that name, or in that file; they must be on record.
fn certified(name: &str, change: &Change) -> Result<HouseRules, Problem> {
    let mut certified = CertificateCheck::new(change.certificates.as_deref());
    file::rules(name, Path::new(""), &mut certified)
}

/// Prints what a change made of a table.
fn done(
    reach: Reach,
    before: Option<&TableRecord>,
    after: &TableRecord,
    output: &Output,
) -> Result<bool, Problem> {
    let note = reach.close()?;
    if output.json {
        print(&json_line(&json_of(after)))?;
    } else {
        print(&text::change(before, after))?;
        note.map_or(Ok(()), |note| print(&format!("{note}\n")))?;
    }
    Ok(true)
}
