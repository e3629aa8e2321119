//! What managers and supervisors do to the floor of a running house. Each change is durable before the table follows.

use std::sync::Arc;

use table::TableId;
use tokio::sync::watch;
use tracing::{info, warn};

use super::desk::{Change, Kept, TableStep};
use super::door::{Invitations, NewInvitationCode, TablePassword};
use super::opening::GivenTimings;
use super::record::TableRecord;
use super::refusal::FloorRefusal;
use super::registry::Running;
use crate::answer::{Failure, Rejection};
use crate::house::House;
use crate::live::{LiveOrder, SupervisorCommand};
use crate::log::Actor;
use crate::money::limits::with_maxima;
use crate::ports::RecordedEntry;
use crate::tables::request::{Request, Unbatched};
use crate::tables::rulebook::TableSetup;

/// Tells of every change of the floor: a table that was added, halted, closed, or set up in another way.
pub struct FloorChanges(watch::Receiver<std::collections::BTreeMap<TableId, Running>>);

impl FloorChanges {
    /// Completes at the next change, with the numbers of all tables; none when the house is gone.
    pub async fn next(&mut self) -> Option<Vec<TableId>> {
        self.0.changed().await.ok()?;
        Some(self.0.borrow_and_update().keys().copied().collect())
    }
}

impl House {
    /// The record of a table, also of a closed one; none when there is no such table.
    pub fn table(&self, table: TableId) -> Option<Arc<Kept>> {
        self.floor.with(table, |running| Arc::clone(&running.kept))
    }

    /// The records of all tables by number, closed ones too.
    pub fn all_tables(&self) -> Vec<Arc<Kept>> {
        self.floor.all().into_iter().filter_map(|table| self.table(table)).collect()
    }

    /// Tells of every change of the floor from now on.
    pub fn floor_changes(&self) -> FloorChanges {
        FloorChanges(self.floor.follow())
    }

    /// Adds a table and sets it running. With number 0 it gets the next one.
    ///
    /// # Errors
    /// [`Rejection`]: the number is taken, the settings are not acceptable, or it is unknown what became of it.
    pub async fn create_table(
        &self,
        record: TableRecord,
        change: Change<'_>,
    ) -> Result<Arc<Kept>, Rejection> {
        let _one_at_a_time = self.changing.lock().await;
        if self.table(record.id).is_some() {
            return Err(FloorRefusal::TableExists { table: record.id }.into());
        }
        let running = self.floor.all().into_iter().max().unwrap_or(TableId(0));
        let kept = self.desk.create_after(running, record, change).await?;
        self.follow(kept, change).await
    }

    /// Changes the settings of a table by `edit`. Limits, exposure, name and place apply at once, and accepted wagers
    /// stay. Timings apply from the next step: an open betting closes at the announced time. House rules apply from the
    /// next shoe.
    ///
    /// # Errors
    /// [`Rejection`]: the new settings are not acceptable, or it is unknown what became of it.
    pub async fn change_table(
        &self,
        table: TableId,
        change: Change<'_>,
        edit: impl Fn(&mut TableRecord) -> Result<(), FloorRefusal> + Send,
    ) -> Result<Arc<Kept>, Rejection> {
        let _one_at_a_time = self.changing.lock().await;
        let running = self.table(table);
        let kept = self.desk.change(table, running.as_deref(), change, edit).await?;
        self.follow(kept, change).await
    }

    /// The hash to keep of a table's new password; none for an empty one, which removes the password. The present hash
    /// of that table stays if it is of the same password.
    ///
    /// # Errors
    /// [`Rejection`]: the password is too short, too long or too easy to guess.
    pub async fn password_hash(
        &self,
        table: Option<TableId>,
        password: &TablePassword,
    ) -> Result<Option<String>, Rejection> {
        let kept = table.and_then(|table| self.table(table));
        let present = kept.as_ref().and_then(|kept| kept.record.entry.password_hash.as_deref());
        Ok(self.desk.password_hash(present, password).await?)
    }

    /// Invites patrons to a table, and takes invitations back. It is asked for when a patron sits down: those who sit
    /// keep their seats.
    ///
    /// # Errors
    /// [`Rejection`]: a patron is unknown, or several guests have the nickname, or it is unknown what became of it.
    pub async fn change_invitations(
        &self,
        table: TableId,
        change: Change<'_>,
        invitations: &Invitations,
    ) -> Result<Arc<Kept>, Rejection> {
        let _one_at_a_time = self.changing.lock().await;
        let running = self.table(table);
        let kept = self.desk.change_invitations(table, running.as_deref(), change, invitations).await?;
        self.follow(kept, change).await
    }

    /// Makes a code that invites everybody who sends it to a table.
    ///
    /// # Errors
    /// [`Rejection`]: there is no such table, it has too many codes, or it is unknown what became of it.
    pub async fn add_invitation_code(
        &self,
        table: TableId,
        change: Change<'_>,
    ) -> Result<NewInvitationCode<Arc<Kept>>, Rejection> {
        let _one_at_a_time = self.changing.lock().await;
        let running = self.table(table);
        let new = self.desk.add_invitation_code(table, running.as_deref(), change).await?;
        let NewInvitationCode { code, kept } = new;
        Ok(NewInvitationCode { code, kept: self.follow(kept, change).await? })
    }

    /// Halts, resumes, closes or opens a table. A round under way is finished in any case. With a table its shoe is
    /// over, so that the public record of the shoe becomes complete.
    ///
    /// # Errors
    /// [`Rejection`]: another step comes first, or it is unknown what became of it.
    pub async fn step_table(
        &self,
        table: TableId,
        step: TableStep,
        change: Change<'_>,
    ) -> Result<Arc<Kept>, Rejection> {
        let _one_at_a_time = self.changing.lock().await;
        let running = self.table(table);
        let kept = self.desk.step(table, running.as_deref(), step, change).await?;
        let kept = self.follow(kept, change).await?;
        if step == TableStep::Close && kept.record.scanner.is_some() {
            self.end_scanned_shoe(table, change).await;
        }
        Ok(kept)
    }

    /// Ends the shoe on a table that was closed, in whose shoe a device reads the cards. Whoever closed the table ends
    /// it; until somebody has, a supervisor can.
    async fn end_scanned_shoe(&self, table: TableId, Change { by, why }: Change<'_>) {
        let Actor::Staff(by) = by else { return };
        let command = SupervisorCommand::EndShoe { why: why.to_owned() };
        if let Err(rejection) =
            self.supervise(table, LiveOrder { by, command, seen: None, request_id: None }).await
        {
            info!(table = table.0, %rejection, "no shoe was ended with the table");
        }
    }

    /// The changes of a table, newest first: at most `limit` before the entry `before`.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn table_changes(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEntry>, Failure> {
        Ok(self.desk.changes(table, before, limit).await?)
    }

    /// Lets the table do what its record says by now.
    async fn follow(&self, kept: Kept, change: Change<'_>) -> Result<Arc<Kept>, Rejection> {
        let table = kept.record.id;
        let Some(running) = self.floor.with(table, Clone::clone) else {
            self.add_running(kept.clone()).await?;
            info!(table = table.0, by = %change.by, why = change.why, "a table was added");
            return Ok(Arc::new(kept));
        };
        if *running.kept == kept {
            return Ok(running.kept);
        }
        let setup = TableSetup::on_record(&self.context, kept.settings(self.timings)).await?;
        let (to_runner, status) = (setup.clone(), kept.record.status);
        let set_up = |reply| Request::Unbatched(Unbatched::SetUp { setup: to_runner, status, reply });
        if let Err(rejection) = self.ask(table, set_up).await {
            // The change is durable: the server that runs the table next applies it.
            warn!(table = table.0, %rejection, "the table was changed and does not run here");
        }
        let (kept, changes) = (Arc::new(kept), running.changes.saturating_add(1));
        self.floor.put(Running { kept: Arc::clone(&kept), setup, changes, ..running });
        let status = kept.record.status.as_ref();
        info!(table = table.0, by = %change.by, why = change.why, status, "a table was changed");
        Ok(kept)
    }
}

impl Kept {
    /// The settings by which the table runs: with the timings that hold at all tables, and a maximum for every spot.
    pub(crate) fn settings(&self, timings: GivenTimings) -> table::Settings {
        let settings = self.record.settings(Arc::clone(&self.rules));
        let settings = table::Settings { timings: timings.over(settings.timings), ..settings };
        // Limits beyond the bounds are refused before a table is opened or changed.
        with_maxima(settings.clone()).unwrap_or(settings)
    }
}
