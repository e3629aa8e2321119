//! The hub: sends each table's public frames to every socket that watches it.
//!
//! Each frame is encoded once for all its subscribers. The recent ones are kept, as text, for clients that come back.

mod channel;
mod outbox;
mod registry;

use std::collections::BTreeMap;
use std::sync::Arc;

use house::{Frame, House};
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::task::JoinSet;

pub(crate) use channel::Channel;
pub(crate) use outbox::{End, Outbox};
pub(crate) use registry::{Registration, SocketId, SocketRegistry};

/// The channels of all tables. They follow the house until the hub is dropped.
pub(crate) struct Hub {
    channels: BTreeMap<u32, Arc<Channel>>,
    relays: JoinSet<()>,
}

impl Hub {
    /// Follows every table of the house. Call it inside a Tokio runtime.
    pub(crate) fn new(house: &Arc<House>) -> Self {
        let mut hub = Self { channels: BTreeMap::new(), relays: JoinSet::new() };
        for table in house.tables().into_iter().map(|snapshot| snapshot.view.table) {
            // Subscribed first: every frame after the snapshot arrives.
            let (Some(frames), Some(snapshot)) = (house.subscribe(table), house.snapshot(table)) else {
                continue;
            };
            let channel = Arc::new(Channel::new(table, snapshot));
            hub.relays.spawn(relay(frames, Arc::clone(house), Arc::clone(&channel)));
            let watched = Arc::clone(house);
            hub.relays.spawn(async move { watched.watch_edges(table).await });
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

/// Publishes every frame of a table on its channel, until the table stops.
async fn relay(mut frames: Receiver<Arc<Frame>>, house: Arc<House>, channel: Arc<Channel>) {
    loop {
        match frames.recv().await {
            Ok(frame) if channel.publish(&frame) => {}
            Ok(_) | Err(RecvError::Lagged(_)) => {
                if let Some(snapshot) = house.snapshot(channel.id()) {
                    channel.reset(snapshot, house.now());
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}
