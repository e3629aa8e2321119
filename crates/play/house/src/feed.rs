//! The public stream of a table: the frames of late, the snapshot they lead to, and who is subscribed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use roads::Roads;
use table::{PublicEvent, PublicFrame, Table, TableView};
use tokio::sync::broadcast;

/// How many frames are kept for readers who come back.
const KEPT: usize = 512;
/// How many frames a subscriber may lag behind.
const LAG: usize = 256;

/// A public event of a table, and the table and its road maps right after it. Cheap to share.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The event, with its place in the public stream.
    pub public: PublicFrame,
    /// The table after it.
    pub view: Arc<TableView>,
    /// The road maps after it.
    pub roads: Arc<Roads>,
}

/// A table as everybody may see it, with its road maps. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The table; `view.seq` is the last public event in it.
    pub view: Arc<TableView>,
    /// The road maps of its shoe up to that event.
    pub roads: Arc<Roads>,
    /// How many are subscribed to its public stream.
    pub watchers: usize,
}

/// The public stream of one table.
#[derive(Debug)]
pub(crate) struct Feed {
    latest: Mutex<Latest>,
    subscribers: broadcast::Sender<Arc<Frame>>,
}

#[derive(Debug)]
struct Latest {
    view: Arc<TableView>,
    roads: Arc<Roads>,
    frames: VecDeque<Arc<Frame>>,
}

impl Feed {
    /// The stream of a table, beginning with the table as it is.
    pub(crate) fn new(table: &Table) -> Self {
        let latest = Latest { frames: VecDeque::new(), ..Latest::of(table) };
        Self { latest: Mutex::new(latest), subscribers: broadcast::Sender::new(LAG) }
    }

    /// Tells a public event that led to `after`.
    pub(crate) fn publish(&self, public: PublicFrame, after: &Table) {
        let mut latest = self.latest();
        latest.follow(&public.event, after);
        latest.view = Arc::new(after.view());
        let (view, roads) = (Arc::clone(&latest.view), Arc::clone(&latest.roads));
        let frame = Arc::new(Frame { public, view, roads });
        if latest.frames.len() == KEPT {
            latest.frames.pop_front();
        }
        latest.frames.push_back(Arc::clone(&frame));
        // Sent under the lock, so that frames leave in order. Nobody listening is no failure.
        let _ = self.subscribers.send(frame);
    }

    /// Begins anew with the table as it is. Who followed the stream finds a gap and takes a snapshot.
    pub(crate) fn restart(&self, table: &Table) {
        *self.latest() = Latest::of(table);
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let latest = self.latest();
        Snapshot {
            view: Arc::clone(&latest.view),
            roads: Arc::clone(&latest.roads),
            watchers: self.subscribers.receiver_count(),
        }
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<Frame>> {
        self.subscribers.subscribe()
    }

    /// The frames after public event `seq`; none when one of them is no longer kept.
    pub(crate) fn frames_since(&self, seq: u64) -> Option<Vec<Arc<Frame>>> {
        let latest = self.latest();
        if latest.view.seq == seq {
            return Some(Vec::new());
        }
        let first = latest.frames.iter().position(|frame| frame.public.after == seq)?;
        Some(latest.frames.iter().skip(first).cloned().collect())
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Latest {
    fn of(table: &Table) -> Self {
        let roads = table.beads().into_iter().collect();
        Self { view: Arc::new(table.view()), roads: Arc::new(roads), frames: VecDeque::new() }
    }

    /// One bead a round; a new shoe begins new roads. A void round was never on them, and after a correction they
    /// are built again from the rounds that count.
    fn follow(&mut self, event: &PublicEvent, after: &Table) {
        match event {
            PublicEvent::ShoeOpened => self.roads = Arc::default(),
            PublicEvent::RoundSettled { coup } => Arc::make_mut(&mut self.roads).push(coup.bead()),
            PublicEvent::RoundCorrected { .. } => self.roads = Arc::new(after.beads().into_iter().collect()),
            _ => {}
        }
    }
}
