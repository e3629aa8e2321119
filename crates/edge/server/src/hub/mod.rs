//! From the house to the sockets: each table's public frames, encoded once and shared by all who watch. It
//! knows the order of frames and who watches, and nothing of what a frame says.

mod channel;
mod outbox;
mod pump;

use std::collections::BTreeMap;
use std::sync::Arc;

use house::House;
use tokio::task::JoinSet;

pub(crate) use channel::{Channel, SocketId};
pub(crate) use outbox::{End, Outbox};

/// The channels of all tables, following the house as long as this is kept.
pub(crate) struct Hub {
    channels: BTreeMap<u32, Arc<Channel>>,
    pumps: JoinSet<()>,
}

impl Hub {
    /// Follows every table of the house. Call it inside a runtime.
    pub(crate) fn new(house: &Arc<House>) -> Self {
        let mut hub = Self { channels: BTreeMap::new(), pumps: JoinSet::new() };
        for snapshot in house.tables() {
            let table = snapshot.view.table;
            let channel = Arc::new(Channel::new(table, snapshot.into()));
            hub.pumps.spawn(pump::follow(Arc::clone(house), Arc::clone(&channel)));
            hub.channels.insert(table.0, channel);
        }
        hub
    }

    pub(crate) fn channel(&self, table: u32) -> Option<&Arc<Channel>> {
        self.channels.get(&table)
    }

    pub(crate) fn channels(&self) -> impl Iterator<Item = &Arc<Channel>> {
        self.channels.values()
    }
}
