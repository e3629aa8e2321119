//! The hub: sends each table's public frames to every socket that watches it, and the changes of all tables in short to
//! every socket that shows the lobby.
//!
//! Each frame is encoded once for all its subscribers, and written to each connection by the task that publishes it.
//! The recent frames are kept, encoded, for clients that come back.

mod channel;
mod lobby;
mod outbox;
mod registry;
mod watchers;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use house::floor::FloorChanges;
use house::{Frame, House};
use table::TableId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::task::JoinSet;

pub(crate) use channel::Channel;
use lobby::LobbyStream;
pub(crate) use outbox::{End, Outbox};
pub(crate) use registry::{Registration, SocketId, SocketRegistry};

/// The channels of all tables. They follow the house until the hub is dropped.
pub(crate) struct Hub {
    house: Arc<House>,
    lobby: Arc<LobbyStream>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    channels: BTreeMap<u32, Arc<Channel>>,
    tasks: JoinSet<()>,
}

impl Hub {
    /// Follows every table of the house, also those that are added later. Call it inside a Tokio runtime.
    pub(crate) fn new(house: &Arc<House>) -> Arc<Self> {
        let lobby = LobbyStream::new(Arc::clone(house));
        let hub =
            Arc::new(Self { house: Arc::clone(house), lobby: Arc::clone(&lobby), inner: Mutex::default() });
        let changes = house.floor_changes();
        for table in house.tables() {
            hub.channel(table.view.table.0);
        }
        let following = follow(changes, Arc::downgrade(&hub));
        {
            let tasks = &mut hub.inner.lock().unwrap_or_else(PoisonError::into_inner).tasks;
            tasks.spawn(following);
            tasks.spawn(lobby.run());
        }
        hub
    }

    /// The tables in short.
    pub(crate) fn lobby(&self) -> &LobbyStream {
        &self.lobby
    }

    /// The channel of a table; none when the house has no such table.
    pub(crate) fn channel(&self, table: u32) -> Option<Arc<Channel>> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = inner.channels.get(&table) {
            return Some(Arc::clone(channel));
        }
        // Subscribed first: every frame after the snapshot arrives.
        let (id, house) = (TableId(table), &self.house);
        let (frames, snapshot) = (house.subscribe(id)?, house.snapshot(id)?);
        let channel = Arc::new(Channel::new(id, snapshot));
        inner.tasks.spawn(relay(frames, Arc::clone(house), Arc::clone(&channel)));
        let watched = Arc::clone(house);
        inner.tasks.spawn(async move { watched.watch_edges(id).await });
        inner.channels.insert(table, Arc::clone(&channel));
        Some(channel)
    }
}

/// Sends changes of the tables' records: sockets that watch a table get a snapshot.
async fn follow(mut changes: FloorChanges, hub: Weak<Hub>) {
    while let Some(tables) = changes.next().await {
        let Some(hub) = hub.upgrade() else { return };
        let now = hub.house.now();
        for table in tables {
            if let (Some(channel), Some(snapshot)) = (hub.channel(table.0), hub.house.snapshot(table)) {
                let seats = hub.house.seats_taken(table);
                channel.follow(snapshot, seats, now);
                channel.deliver().await;
            }
        }
    }
}

/// Publishes every frame of a table on its channel, until the table stops. Frames that come together are delivered
/// together.
async fn relay(mut frames: Receiver<Arc<Frame>>, house: Arc<House>, channel: Arc<Channel>) {
    loop {
        let mut next = frames.recv().await;
        loop {
            match next {
                Ok(frame) if channel.publish(&frame) => {}
                Ok(_) | Err(RecvError::Lagged(_)) => {
                    if let Some(snapshot) = house.snapshot(channel.id()) {
                        channel.reset(snapshot, house.now());
                    }
                }
                Err(RecvError::Closed) => return channel.deliver().await,
            }
            next = match frames.try_recv() {
                Ok(frame) => Ok(frame),
                Err(TryRecvError::Lagged(missed)) => Err(RecvError::Lagged(missed)),
                Err(TryRecvError::Closed) => Err(RecvError::Closed),
                Err(TryRecvError::Empty) => break,
            };
        }
        channel.deliver().await;
    }
}
