//! `punto staff`: members of staff and tokens of their programs, straight in a store.

mod common;
pub(crate) mod demonstrate;
mod enrol;
mod old_file;
mod refused;

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;
use house::log::Actor;
use house::people::{Enrolment, NewNames, People, PeopleRefusal, Role, Roles, StaffMember};
use house::{OsEntropy, Rejection, SystemClock};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::lines::{Problem, print};
use crate::secret_input::check_mode;
use crate::serve::OpenStore;
use crate::wrap::wrapped;
use common::Common;
use old_file::OldFile;
use refused::refused;

const HELP: &str = "\
The first manager is added here; managers add others over HTTP. A new member of
staff enrols with the printed code, here or at a server: they set a password and
a second factor.

Stop the server before you change the staff of a data folder or make a token
there. Staff of a database can be changed at any time; a running server sees it
within a minute.

Roles: dealer, supervisor, manager, auditor. They do not inherit.

A dealer's display name is what everybody sees at the table and in the lobby. It
is public, and the name under which somebody logs in is not. Without one,
everybody sees the dealer's number, such as Dealer 7.

Demonstration staff are two supervisors, a manager, a dealer and an auditor,
made only with a new store in a data folder. Their password and the secrets of
their second factors are in a file beside it, so punto serve serves such a store
on this machine only.

Examples:
  punto staff add 'Ann Lee' --role manager
  punto staff add 'Dan Fox' --role dealer --display-name Dan
  punto staff display-name 'Dan Fox' --none
  punto staff enrol 'Ann Lee' --server http://127.0.0.1:7777
  punto staff token 'Crash campaign' --role supervisor --days 1
  punto staff import supervisors.txt
  punto staff demonstrate --data trial
  punto staff codes --data trial";

/// The arguments of `staff`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    #[command(flatten)]
    Store(StoreTask),
    /// Enrol with the printed code: set a password and a second factor at the terminal.
    Enrol(enrol::Args),
    /// Make a new store with staff to try the console with, enrolled, and print how they log in.
    Demonstrate(Common),
    /// Print how the demonstration staff log in, with the present codes; a server may run.
    Codes(Common),
}

/// What is done to the staff of a store.
#[derive(Subcommand)]
enum StoreTask {
    /// Add a member of staff and print the code with which they enrol.
    Add {
        /// The name, under which they log in.
        #[arg(value_name = "NAME")]
        name: String,
        /// A role that they hold; may be repeated.
        #[arg(long = "role", value_name = "ROLE", required = true, value_parser = role)]
        roles: Vec<Role>,
        /// What everybody sees while they deal; without it, everybody sees their number.
        #[arg(long, value_name = "NAME")]
        display_name: Option<String>,
        #[command(flatten)]
        common: Common,
    },
    /// Change what everybody sees of a member of staff while they deal; their sessions go on.
    DisplayName {
        /// The name, under which they log in.
        #[arg(value_name = "NAME")]
        name: String,
        /// What everybody sees.
        #[arg(value_name = "DISPLAY_NAME", required_unless_present = "none", conflicts_with = "none")]
        display_name: Option<String>,
        /// Take the display name away: everybody sees their number.
        #[arg(long)]
        none: bool,
        #[command(flatten)]
        common: Common,
    },
    /// List all members of staff.
    List {
        #[command(flatten)]
        common: Common,
    },
    /// Make a bearer token for a program, and print it once.
    Token {
        /// The member of staff whose program it is.
        #[arg(value_name = "NAME")]
        name: String,
        /// A role that the token allows; may be repeated.
        #[arg(long = "role", value_name = "ROLE", required = true, value_parser = role)]
        roles: Vec<Role>,
        /// How many days it lasts, at most 366.
        #[arg(long, value_name = "N")]
        days: u16,
        #[command(flatten)]
        common: Common,
    },
    /// Disable a member of staff for good; their sessions and tokens end.
    Disable {
        /// The name.
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        common: Common,
    },
    /// Take password, second factor, sessions and tokens from a member of staff, and print a new code to enrol with.
    Reset {
        /// The name.
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        common: Common,
    },
    /// Import a file of supervisors of an earlier version; their secrets become tokens that last a year.
    Import {
        /// The file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        common: Common,
    },
}

impl StoreTask {
    const fn common(&self) -> &Common {
        match self {
            Self::Add { common, .. }
            | Self::DisplayName { common, .. }
            | Self::List { common }
            | Self::Token { common, .. }
            | Self::Disable { common, .. }
            | Self::Reset { common, .. }
            | Self::Import { common, .. } => common,
        }
    }
}

fn role(text: &str) -> Result<Role, String> {
    let role = text.parse().ok().filter(|role| Role::STAFF.contains(role));
    role.ok_or_else(|| "a role is dealer, supervisor, manager or auditor".to_owned())
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    match &args.task {
        Task::Enrol(args) => enrol::run(args),
        Task::Demonstrate(common) => demonstrate::demonstrate(common),
        Task::Codes(common) => demonstrate::codes(common),
        Task::Store(task) => run_on_store(task),
    }
}

fn run_on_store(task: &StoreTask) -> Result<bool, Problem> {
    let Common { store, json } = task.common();
    let imported = match task {
        StoreTask::Import { file, .. } => read_old(file)?.staff(),
        _ => Vec::new(),
    };
    let creates = matches!(task, StoreTask::Add { .. } | StoreTask::Import { .. });
    let store = if creates { OpenStore::open_or_create(store)? } else { OpenStore::open(store)? };
    let runtime = Runtime::new()?;
    let people = People::new(store.store(), Arc::new(SystemClock), Arc::new(OsEntropy), Arc::default());
    let done = runtime.block_on(async {
        match task {
            StoreTask::Add { name, roles, display_name, .. } => {
                let roles = roles.iter().copied().collect();
                let names = NewNames { name, display_name: display_name.as_deref() };
                Ok(Done::Enrolment(people.add_staff(Actor::Operator, names, roles).await?))
            }
            StoreTask::DisplayName { name, display_name, .. } => {
                let (id, shown) = (named(&people, name).await?.id, display_name.as_deref());
                Ok(Done::Shown(people.set_display_name(Actor::Operator, id, shown).await?))
            }
            StoreTask::List { .. } => Ok(Done::List(people.staff().await?)),
            StoreTask::Token { name, roles, days, .. } => {
                let roles: Roles = roles.iter().copied().collect();
                let session = people.staff_token(name, &roles, *days).await?;
                let member = named(&people, name).await?;
                Ok(Done::Token(member, session.secret.secret().to_owned()))
            }
            StoreTask::Disable { name, .. } => {
                let member = named(&people, name).await?;
                Ok(Done::Disabled(people.disable_staff(Actor::Operator, member.id).await?))
            }
            StoreTask::Reset { name, .. } => {
                let member = named(&people, name).await?;
                Ok(Done::Enrolment(people.reset_staff(Actor::Operator, member.id).await?))
            }
            StoreTask::Import { .. } => {
                people.import_staff(imported).await?;
                Ok(Done::List(people.staff().await?))
            }
        }
    });
    // Both hold the store; they must end before it is closed.
    drop((people, runtime));
    let closed = store.close();
    let done = done.map_err(refused)?;
    closed?;
    print(&if *json { format!("{}\n", done.to_json()) } else { done.to_text() })?;
    Ok(true)
}

async fn named(people: &People, name: &str) -> Result<StaffMember, Rejection> {
    let member = people.staff_named(name).await?;
    Ok(member.ok_or(PeopleRefusal::UnknownName)?)
}

/// What was done, to be printed.
enum Done {
    Enrolment(Enrolment),
    Token(StaffMember, String),
    Disabled(StaffMember),
    Shown(StaffMember),
    List(Vec<StaffMember>),
}

impl Done {
    fn to_json(&self) -> Value {
        let staff = |member: &StaffMember| {
            let StaffMember { id, name, display_name, roles, disabled } = member;
            let mut shown = json!({"staff_id": id.0, "name": name, "roles": roles, "disabled": disabled});
            if let Some(display_name) = display_name {
                shown["display_name"] = json!(display_name);
            }
            shown
        };
        match self {
            Self::Enrolment(enrolment) => {
                let mut shown = staff(&enrolment.member);
                shown["code"] = json!(enrolment.code);
                shown["ends_at"] = json!(enrolment.ends_at.0);
                shown
            }
            Self::Token(member, token) => {
                let mut shown = staff(member);
                shown["token"] = json!(token);
                shown
            }
            Self::Disabled(member) | Self::Shown(member) => staff(member),
            Self::List(members) => json!({"staff": members.iter().map(staff).collect::<Vec<_>>()}),
        }
    }

    fn to_text(&self) -> String {
        match self {
            Self::Enrolment(Enrolment { member, code, .. }) => {
                let heading = format!(
                    "Staff {}, {}, enrols with this code within seven days. It is shown only once:",
                    member.id.0, member.name
                );
                format!("{}\n{code}\n", wrapped(&heading, ""))
            }
            Self::Token(member, token) => {
                let heading = format!("Token of staff {}, {}, shown only once:", member.id.0, member.name);
                format!("{}\n{token}\n", wrapped(&heading, ""))
            }
            Self::Disabled(member) => {
                format!("{}\n", wrapped(&format!("Staff {}, {}, is disabled.", member.id.0, member.name), ""))
            }
            Self::Shown(StaffMember { id, name, display_name, .. }) => {
                let number = id.0.to_string();
                let seen = display_name.as_deref().unwrap_or(&number);
                format!(
                    "{}\n",
                    wrapped(&format!("Everybody sees staff {number}, {name}, as Dealer {seen}."), "")
                )
            }
            Self::List(members) => members.iter().map(line).collect(),
        }
    }
}

/// The line of a list about a member of staff.
fn line(member: &StaffMember) -> String {
    let StaffMember { id, name, display_name, roles, disabled } = member;
    let seen = display_name.as_ref().map(|name| format!(", seen as {name}")).unwrap_or_default();
    let roles = roles.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(", ");
    let disabled = if *disabled { ", disabled" } else { "" };
    wrapped(&format!("{} {name}{seen}: {roles}{disabled}", id.0), "") + "\n"
}

/// Reads a file of supervisors, which must be readable by its owner only.
fn read_old(file: &Path) -> Result<OldFile, Problem> {
    let about = |error: &dyn std::fmt::Display| format!("supervisors file {}: {error}", file.display());
    let failed = |error: &dyn std::fmt::Display| Problem::Failure(about(error));
    let mut opened = fs::File::open(file).map_err(|error| failed(&error))?;
    check_mode(&opened).map_err(|why| failed(&why))?;
    let mut text = String::new();
    opened.read_to_string(&mut text).map_err(|error| failed(&error))?;
    text.parse().map_err(|error| Problem::Input(about(&error)))
}
