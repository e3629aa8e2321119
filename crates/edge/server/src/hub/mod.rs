//! The hub: sends each table's public frames to every socket that watches it, and the changes of all tables in short to
//! every socket that shows the lobby.
//!
//! Each frame is encoded once for all its subscribers, and written to each connection by the task that publishes it.
//! The recent frames are kept, encoded, for clients that come back.

mod channel;
mod lobby;
mod outbox;
mod registry;
mod stream;
mod totals;
mod watchers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use house::floor::FloorChanges;
use house::{House, Published};
use table::TableId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use crate::metrics::Metrics;

pub(crate) use channel::Channel;
use lobby::LobbyStream;
pub(crate) use outbox::{End, Outbox};
pub(crate) use registry::{Registration, SocketId, SocketRegistry};

/// How often the totals are asked for while a round is open.
const TOTALS_EVERY: Duration = Duration::from_secs(1);

/// The channels of all tables. They follow the house until the hub is dropped.
pub(crate) struct Hub {
    house: Arc<House>,
    lobby: Arc<LobbyStream>,
    metrics: Arc<Metrics>,
    /// The tables that a camera films.
    filmed: BTreeSet<TableId>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    channels: BTreeMap<u32, Arc<Channel>>,
    tasks: JoinSet<()>,
}

impl Hub {
    /// Follows every table of the house, also those that are added later. Call it inside a Tokio runtime.
    pub(crate) fn new(house: &Arc<House>, metrics: &Arc<Metrics>, filmed: BTreeSet<TableId>) -> Arc<Self> {
        let (house, metrics) = (Arc::clone(house), Arc::clone(metrics));
        let lobby = LobbyStream::new(Arc::clone(&house));
        let hub =
            Arc::new(Self { house, lobby: Arc::clone(&lobby), metrics, filmed, inner: Mutex::default() });
        let house = &hub.house;
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
        let (published, restarts) = (house.published(id)?, house.restarts(id)?);
        let snapshot = house.snapshot(id)?;
        let channel = Arc::new(Channel::new(id, snapshot, self.filmed.contains(&id)));
        let metrics = Arc::clone(&self.metrics);
        inner.tasks.spawn(relay((published, restarts), Arc::clone(house), Arc::clone(&channel), metrics));
        let metrics = Arc::clone(&self.metrics);
        inner.tasks.spawn(send_totals(Arc::clone(house), Arc::clone(&channel), metrics));
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

/// Ends a channel when the relay to it does, however it ends.
struct EndOfChannel(Arc<Channel>);

impl Drop for EndOfChannel {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Publishes every frame and bulletin of a table on its channel, until the table stops. Those that come together are
/// delivered together. Where the stream goes on from another state, a snapshot of it is published at once: a private
/// message may wait for it.
async fn relay(
    (mut published, mut restarts): (Receiver<Published>, watch::Receiver<u64>),
    house: Arc<House>,
    channel: Arc<Channel>,
    metrics: Arc<Metrics>,
) {
    let _end = EndOfChannel(Arc::clone(&channel));
    let sockets = &metrics.sockets;
    let restart = || {
        if let Some(snapshot) = house.snapshot(channel.id()) {
            channel.reset(snapshot, house.now());
        }
    };
    loop {
        let mut next = tokio::select! {
            biased;
            next = published.recv() => next,
            Ok(()) = restarts.changed() => {
                restart();
                sockets.deliveries.add(channel.deliver().await);
                continue;
            }
        };
        loop {
            match next {
                Ok(Published::Bulletin(bulletin)) => channel.publish_bulletin(&bulletin),
                Ok(Published::Lift(lift)) => channel.publish_lift(lift),
                Ok(Published::Frame(frame)) if channel.publish(&frame) => sockets.frames.one(),
                Ok(_) | Err(RecvError::Lagged(_)) => restart(),
                Err(RecvError::Closed) => return sockets.deliveries.add(channel.deliver().await),
            }
            next = match published.try_recv() {
                Ok(published) => Ok(published),
                Err(TryRecvError::Lagged(missed)) => Err(RecvError::Lagged(missed)),
                Err(TryRecvError::Closed) => Err(RecvError::Closed),
                Err(TryRecvError::Empty) => break,
            };
        }
        sockets.deliveries.add(channel.deliver().await);
    }
}

/// Sends the totals per spot of a table for as long as somebody watches it. The table's task is asked for its sums, so
/// a slip costs nothing more.
async fn send_totals(house: Arc<House>, channel: Arc<Channel>, metrics: Arc<Metrics>) {
    let mut ticks = tokio::time::interval(TOTALS_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = channel.betting_closed() => {}
        }
        if channel.wants_totals() {
            // A table that cannot answer is named by the health check.
            if let Ok(sums) = house.round_totals(channel.id()).await {
                channel.publish_totals(&sums);
                metrics.sockets.deliveries.add(channel.deliver().await);
            }
        }
    }
}
