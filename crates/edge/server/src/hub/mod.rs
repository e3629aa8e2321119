//! The hub: sends each table's public frames to every socket that watches it.
//!
//! Each frame is encoded once for all its subscribers, and written to each connection by the task that publishes it.
//! The recent frames are kept, encoded, for clients that come back.

mod channel;
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
use wire::server::ServerMessage;

use crate::metrics::Metrics;

pub(crate) use channel::Channel;
pub(crate) use outbox::{End, Outbox};
pub(crate) use registry::{Registration, SocketId, SocketRegistry};

/// The channels of all tables. They follow the house until the hub is dropped.
pub(crate) struct Hub {
    house: Arc<House>,
    metrics: Arc<Metrics>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    channels: BTreeMap<u32, Arc<Channel>>,
    tasks: JoinSet<()>,
}

impl Hub {
    /// Follows every table of the house, also those that are added later. Call it inside a Tokio runtime.
    pub(crate) fn new(
        house: &Arc<House>,
        sockets: &Arc<SocketRegistry>,
        metrics: &Arc<Metrics>,
    ) -> Arc<Self> {
        let (house, metrics) = (Arc::clone(house), Arc::clone(metrics));
        let hub = Arc::new(Self { house, metrics, inner: Mutex::default() });
        let house = &hub.house;
        let changes = house.floor_changes();
        for table in house.tables() {
            hub.channel(table.view.table.0);
        }
        let following = follow(changes, Arc::downgrade(&hub), Arc::clone(sockets));
        hub.inner.lock().unwrap_or_else(PoisonError::into_inner).tasks.spawn(following);
        hub
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
        let metrics = Arc::clone(&self.metrics);
        inner.tasks.spawn(relay(frames, Arc::clone(house), Arc::clone(&channel), metrics));
        let watched = Arc::clone(house);
        inner.tasks.spawn(async move { watched.watch_edges(id).await });
        inner.channels.insert(table, Arc::clone(&channel));
        Some(channel)
    }
}

/// Sends changes of the tables: sockets that watch a table get a snapshot, and every socket gets the message that the
/// list of tables changed.
async fn follow(mut changes: FloorChanges, hub: Weak<Hub>, sockets: Arc<SocketRegistry>) {
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
        drop(hub);
        sockets.tell_all(&ServerMessage::TablesChanged { now: now.0 }.encode().into()).await;
    }
}

/// Publishes every frame of a table on its channel, until the table stops. Frames that come together are delivered
/// together.
async fn relay(
    mut frames: Receiver<Arc<Frame>>,
    house: Arc<House>,
    channel: Arc<Channel>,
    metrics: Arc<Metrics>,
) {
    let sockets = &metrics.sockets;
    loop {
        let mut next = frames.recv().await;
        loop {
            match next {
                Ok(frame) if channel.publish(&frame) => sockets.frames.one(),
                Ok(_) | Err(RecvError::Lagged(_)) => {
                    if let Some(snapshot) = house.snapshot(channel.id()) {
                        channel.reset(snapshot, house.now());
                    }
                }
                Err(RecvError::Closed) => return sockets.deliveries.add(channel.deliver().await),
            }
            next = match frames.try_recv() {
                Ok(frame) => Ok(frame),
                Err(TryRecvError::Lagged(missed)) => Err(RecvError::Lagged(missed)),
                Err(TryRecvError::Closed) => Err(RecvError::Closed),
                Err(TryRecvError::Empty) => break,
            };
        }
        sockets.deliveries.add(channel.deliver().await);
    }
}
