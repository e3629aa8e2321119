//! The tables that run now. The list changes while the house runs, and subscribers receive each change.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::TableId;
use tokio::sync::watch;

use super::desk::Kept;
use super::record::TableStatus;
use crate::live::status::LiveStatus;
use crate::tables::feed::{Feed, Snapshot};
use crate::tables::request::Inbox;
use crate::tables::rulebook::TableSetup;

/// A table that runs, with the record it runs by.
#[derive(Clone)]
pub(crate) struct Running {
    pub(crate) kept: Arc<Kept>,
    pub(crate) setup: TableSetup,
    pub(crate) inbox: Inbox,
    pub(crate) feed: Arc<Feed>,
    /// Its status for dealer, supervisors and device; none where the clock deals.
    pub(crate) live: watch::Receiver<Option<LiveStatus>>,
    /// Counts the changes of its record since the house was opened.
    pub(crate) changes: u64,
}

impl Running {
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot { view: self.feed.latest_view(), status: self.status(), changes: self.changes }
    }

    pub(crate) fn status(&self) -> TableStatus {
        self.kept.record.status
    }
}

/// All tables that run, closed ones too: they finish their round and answer about their history.
pub(crate) struct Registry(watch::Sender<BTreeMap<TableId, Running>>);

impl Registry {
    pub(crate) fn new(tables: BTreeMap<TableId, Running>) -> Self {
        Self(watch::Sender::new(tables))
    }

    /// What `read` takes from a table; none when there is no such table.
    pub(crate) fn with<T>(&self, table: TableId, read: impl FnOnce(&Running) -> T) -> Option<T> {
        self.0.borrow().get(&table).map(read)
    }

    /// What `read` takes from each table that is not closed, in the order of the lobby.
    pub(crate) fn on_the_floor<T>(&self, read: impl Fn(&Running) -> T) -> Vec<T> {
        let tables = self.0.borrow();
        let mut open: Vec<_> =
            tables.values().filter(|table| table.status() != TableStatus::Closed).collect();
        open.sort_by_key(|table| (table.kept.record.place, table.kept.record.id));
        open.into_iter().map(read).collect()
    }

    /// What `read` takes from each table, closed ones too.
    pub(crate) fn every<T>(&self, read: impl Fn(&Running) -> T) -> Vec<T> {
        self.0.borrow().values().map(read).collect()
    }

    /// All tables, by number.
    pub(crate) fn all(&self) -> Vec<TableId> {
        self.0.borrow().keys().copied().collect()
    }

    /// Adds a table, or takes the place of one.
    pub(crate) fn put(&self, running: Running) {
        self.0.send_modify(|tables| {
            tables.insert(running.kept.record.id, running);
        });
    }

    /// Tells of every change from now on.
    pub(crate) fn follow(&self) -> watch::Receiver<BTreeMap<TableId, Running>> {
        self.0.subscribe()
    }
}
