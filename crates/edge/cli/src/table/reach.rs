//! Where `punto table` works: a running server over HTTP, or the store of a house that does not run.

use std::path::PathBuf;
use std::sync::Arc;

use baccarat::HouseRules;
use house::floor::record::TableRecord;
use house::floor::{Change, FloorDesk, FloorRejection, Kept, TableStep};
use house::log::Actor;
use house::{OsEntropy, SystemClock};
use server::floor::{change_of, edit, invitations_of, new_record, password_of, record_of, settings_of};
use table::TableId;
use tokio::runtime::Runtime;
use wire::tables::{
    ChangeInvitations, ChangeTable, Floor, InvitationCode, NewInvitationCode, NewTable, SettingsChange,
    StepTable, TableChange, TableChanges, TableSettings,
};

use crate::lines::Problem;
use crate::remote::Remote;
use crate::secret_input::staff_token;
use crate::serve::{OpenStore, StoreLocation};

/// What stands for the hash of a password that was sent to a server.
const SENT: &str = "sent";
/// How many changes are shown.
const LATEST: u16 = 20;

/// The server or the store.
#[derive(clap::Args)]
pub(super) struct Place {
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["data", "database"],
        help = "The running server to ask, such as http://127.0.0.1:7777; without it, the store is changed directly"
    )]
    server: Option<String>,
    #[arg(
        long,
        value_name = "FILE",
        requires = "server",
        help = "The file, of mode 0600, with the token of a manager or supervisor for --server, instead of PUNTO_TOKEN; - asks"
    )]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreLocation,
}

/// An open place.
pub(super) enum Reach {
    Server(Remote),
    Store { desk: FloorDesk, open: OpenStore, runtime: Runtime, is_database: bool },
}

impl Place {
    /// Opens the place.
    pub(super) fn open(&self) -> Result<Reach, Problem> {
        if let Some(url) = &self.server {
            let mut server = Remote::new(url)?;
            server.set_token(Some(staff_token(self.token_file.as_deref(), "--server needs a token")?));
            return Ok(Reach::Server(server));
        }
        let open = OpenStore::open(&self.store)?;
        let desk = FloorDesk::new(open.store(), Arc::new(SystemClock), Arc::new(OsEntropy), Arc::default());
        Ok(Reach::Store { desk, open, runtime: Runtime::new()?, is_database: self.store.is_database() })
    }
}

impl Reach {
    /// All tables by number, closed ones too.
    pub(super) fn tables(&self) -> Result<Vec<TableRecord>, Problem> {
        match self {
            Self::Server(server) => {
                let Floor { tables } = server.get("/floor")?;
                tables.into_iter().map(read).collect()
            }
            Self::Store { desk, runtime, .. } => {
                let tables = runtime.block_on(desk.tables()).map_err(Problem::failure)?;
                Ok(tables.into_iter().map(|kept| kept.record).collect())
            }
        }
    }

    /// One table.
    pub(super) fn table(&self, table: u32) -> Result<TableRecord, Problem> {
        let known = self.tables()?.into_iter().find(|record| record.id.0 == table);
        known.ok_or_else(|| Problem::Failure(format!("there is no table {table}")))
    }

    /// The latest changes of a table, newest first.
    pub(super) fn changes(&self, table: u32) -> Result<Vec<TableChange>, Problem> {
        match self {
            Self::Server(server) => {
                let page: TableChanges = server.get(&format!("/tables/{table}/changes?limit={LATEST}"))?;
                Ok(page.changes)
            }
            Self::Store { desk, runtime, .. } => {
                let entries = runtime.block_on(desk.changes(TableId(table), None, LATEST));
                Ok(entries.map_err(Problem::failure)?.iter().filter_map(change_of).collect())
            }
        }
    }

    /// Puts house rules on record in the store. A server takes house rules only from its own store.
    pub(super) fn record_rules(&self, rules: &HouseRules) -> Result<(), Problem> {
        match self {
            Self::Server(_) => Ok(()),
            Self::Store { desk, runtime, .. } => {
                runtime.block_on(desk.record_rules(rules)).map(drop).map_err(Problem::failure)
            }
        }
    }

    /// Adds a table.
    pub(super) fn create(&self, new: &NewTable) -> Result<TableRecord, Problem> {
        match self {
            Self::Server(server) => read(server.send("POST", "/tables", new)?),
            Self::Store { desk, runtime, .. } => {
                let mut record = new_record(new).map_err(Problem::failure)?;
                self.set_password(&mut record, &new.settings)?;
                changed(runtime.block_on(desk.create(record, by_operator(&new.why))))
            }
        }
    }

    /// Changes a table.
    pub(super) fn change(&self, table: u32, change: &ChangeTable) -> Result<TableRecord, Problem> {
        match self {
            Self::Server(server) => {
                let mut after = read(server.send("PATCH", &format!("/tables/{table}"), change)?)?;
                self.set_password(&mut after, &change.settings)?;
                Ok(after)
            }
            Self::Store { desk, runtime, .. } => {
                let mut wanted = self.table(table)?;
                self.set_password(&mut wanted, &change.settings)?;
                let edit = |record: &mut TableRecord| {
                    if change.settings.password.is_some() {
                        record.entry.password_hash.clone_from(&wanted.entry.password_hash);
                    }
                    edit(record, &change.settings)
                };
                let why = by_operator(&change.why);
                changed(runtime.block_on(desk.change(TableId(table), None, why, edit)))
            }
        }
    }

    /// Gives a record the hash of the password in a change, if there is one. A server keeps its hashes to itself:
    /// [`SENT`] stands for that of a password that it is sent.
    pub(super) fn set_password(
        &self,
        record: &mut TableRecord,
        change: &SettingsChange,
    ) -> Result<(), Problem> {
        let Some(password) = password_of(change) else { return Ok(()) };
        record.entry.password_hash = match self {
            Self::Server(_) => (!password.0.is_empty()).then(|| SENT.to_owned()),
            Self::Store { desk, runtime, .. } => {
                let present = record.entry.password_hash.as_deref();
                runtime.block_on(desk.password_hash(present, &password)).map_err(Problem::failure)?
            }
        };
        Ok(())
    }

    /// Invites patrons to a table, and takes invitations back.
    pub(super) fn change_invitations(
        &self,
        table: u32,
        change: &ChangeInvitations,
    ) -> Result<TableRecord, Problem> {
        match self {
            Self::Server(server) => {
                read(server.send("POST", &format!("/tables/{table}/invitations"), change)?)
            }
            Self::Store { desk, runtime, .. } => {
                let (why, invitations) = (by_operator(&change.why), invitations_of(change));
                changed(runtime.block_on(desk.change_invitations(TableId(table), None, why, &invitations)))
            }
        }
    }

    /// Makes a code that invites everybody who sends it to a table.
    pub(super) fn add_invitation_code(&self, table: u32, why: &str) -> Result<InvitationCode, Problem> {
        match self {
            Self::Server(server) => {
                let new = NewInvitationCode { why: why.to_owned() };
                server.send("POST", &format!("/tables/{table}/invitation-codes"), &new)
            }
            Self::Store { desk, runtime, .. } => {
                let made = desk.add_invitation_code(TableId(table), None, by_operator(why));
                let made = runtime.block_on(made).map_err(Problem::failure)?;
                Ok(InvitationCode { code: made.code, settings: settings_of(&made.kept.record) })
            }
        }
    }

    /// Halts, resumes, closes or opens a table.
    pub(super) fn step(&self, table: u32, step: TableStep, why: &str) -> Result<TableRecord, Problem> {
        match self {
            Self::Server(server) => {
                let path = format!("/tables/{table}/{}", step.as_ref());
                read(server.send("POST", &path, &StepTable { why: why.to_owned() })?)
            }
            Self::Store { desk, runtime, .. } => {
                changed(runtime.block_on(desk.step(TableId(table), None, step, by_operator(why))))
            }
        }
    }

    /// Closes the place. Returns what a person has to know about its changes.
    pub(super) fn close(self) -> Result<Option<&'static str>, Problem> {
        let Self::Store { desk, open, runtime, is_database } = self else { return Ok(None) };
        drop((desk, runtime));
        open.close()?;
        let note =
            "A server that runs on this database follows at its next start; with --server it does at once.";
        Ok(is_database.then_some(note))
    }
}

fn read(settings: TableSettings) -> Result<TableRecord, Problem> {
    record_of(settings).map_err(Problem::failure)
}

fn changed(kept: Result<Kept, FloorRejection>) -> Result<TableRecord, Problem> {
    kept.map(|kept| kept.record).map_err(Problem::failure)
}

const fn by_operator(why: &str) -> Change<'_> {
    Change { by: Actor::Operator, why }
}

/// A record as JSON, in the form of the server's answers.
pub(super) fn json_of(record: &TableRecord) -> TableSettings {
    settings_of(record)
}
