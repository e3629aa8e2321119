//! Where the bulletins of each table stand, kept outside of the store: a store that is behind was restored from a
//! back-up, and dealing on with its shoes would deal from secrets that may be public.

use std::collections::BTreeMap;

use fair::Digest;
use table::TableId;
use tokio::sync::watch;

use crate::ports::{Store, StoreFailure};

/// The last bulletin of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotedHead {
    /// Its number.
    pub no: u64,
    /// Its digest.
    pub digest: Digest,
}

/// The last bulletin of each table that has any.
pub type NotedHeads = BTreeMap<TableId, NotedHead>;

/// The heads as the tables of a house publish them.
#[derive(Debug)]
pub(crate) struct HeadsOut(watch::Sender<NotedHeads>);

impl HeadsOut {
    /// The heads that are known so far.
    pub(crate) fn new(known: NotedHeads) -> Self {
        Self(watch::Sender::new(known))
    }

    /// A bulletin is durable.
    pub(crate) fn note(&self, table: TableId, head: NotedHead) {
        self.0.send_if_modified(|heads| heads.insert(table, head) != Some(head));
    }

    pub(crate) fn follow(&self) -> watch::Receiver<NotedHeads> {
        self.0.subscribe()
    }
}

/// The first table whose bulletins in this store do not lead to the noted one: it is missing, or another has its
/// number.
pub(crate) async fn first_behind(
    store: &dyn Store,
    noted: &NotedHeads,
) -> Result<Option<(TableId, NotedHead)>, StoreFailure> {
    for (table, head) in noted {
        let stored = store.bulletins(*table, head.no, 1).await?;
        let digest = match stored.first() {
            Some(stored) => Some(stored.read()?.digest()),
            None => None,
        };
        if digest != Some(head.digest) {
            return Ok(Some((*table, *head)));
        }
    }
    Ok(None)
}
