//! One table's public stream: where it is, its latest frames as they are sent, and who watches.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use house::{Frame, Snapshot};
use roads::Roads;
use table::{PatronId, TableId, Timestamp};
use wire::server::ServerMessage;
use wire::table_view::TableView;

use super::outbox::Outbox;

/// Tells sockets apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(pub(crate) u64);

/// How many frames are kept for those who were cut off: some rounds.
const KEPT: usize = 128;

/// One table's public stream.
pub(crate) struct Channel {
    id: TableId,
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    /// The latest frames, without gaps, up to `state`.
    kept: VecDeque<Encoded>,
    watchers: HashMap<SocketId, Watcher>,
}

/// A table and its roads at one moment.
pub(crate) struct State {
    view: Arc<table::TableView>,
    roads: Arc<Roads>,
}

impl From<Snapshot> for State {
    fn from(snapshot: Snapshot) -> Self {
        Self { view: snapshot.view, roads: snapshot.roads }
    }
}

struct Encoded {
    after: u64,
    text: Utf8Bytes,
}

struct Watcher {
    outbox: Arc<Outbox>,
    patron: Option<PatronId>,
}

impl Channel {
    pub(super) fn new(id: TableId, state: State) -> Self {
        let inner = Inner { state, kept: VecDeque::new(), watchers: HashMap::new() };
        Self { id, inner: Mutex::new(inner) }
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    /// The last public event of the table that went through here.
    pub(super) fn seq(&self) -> u64 {
        self.lock().state.view.seq
    }

    /// The table as everybody may see it now.
    pub(crate) fn table(&self) -> TableView {
        let inner = self.lock();
        let (view, roads, patrons) =
            (Arc::clone(&inner.state.view), Arc::clone(&inner.state.roads), inner.patrons());
        drop(inner);
        TableView::new(&view, &roads, patrons)
    }

    /// Sends a frame to all who watch. Gives whether it follows what went before; one that is already known
    /// does.
    pub(super) fn publish(&self, frame: &Frame) -> bool {
        let mut inner = self.lock();
        let at = inner.state.view.seq;
        if frame.public.seq <= at {
            return true;
        }
        if frame.public.after != at {
            return false;
        }
        let message = ServerMessage::frame(&frame.public, &frame.view, &frame.roads);
        let text = Utf8Bytes::from(message.encode());
        inner.state = State { view: Arc::clone(&frame.view), roads: Arc::clone(&frame.roads) };
        inner.watchers.values().for_each(|watcher| watcher.outbox.push(text.clone()));
        if inner.kept.len() >= KEPT {
            inner.kept.pop_front();
        }
        inner.kept.push_back(Encoded { after: at, text });
        true
    }

    /// Goes on from a state that does not follow: everybody starts from a snapshot.
    pub(super) fn start_again(&self, state: State, now: Timestamp) {
        let mut inner = self.lock();
        if state.view.seq == inner.state.view.seq {
            return;
        }
        inner.state = state;
        inner.kept.clear();
        let snapshot = inner.snapshot(now);
        inner.watchers.values().for_each(|watcher| watcher.outbox.push(snapshot.clone()));
    }

    /// From now on the socket gets every frame, after those since `after` or else a snapshot.
    pub(crate) fn join(
        &self,
        socket: SocketId,
        patron: Option<PatronId>,
        outbox: &Arc<Outbox>,
        after: Option<u64>,
        now: Timestamp,
    ) {
        let mut inner = self.lock();
        inner.watchers.insert(socket, Watcher { outbox: Arc::clone(outbox), patron });
        match after.and_then(|seq| inner.since(seq, outbox.room())) {
            Some(missed) => missed.for_each(|text| outbox.push(text)),
            None => outbox.push(inner.snapshot(now)),
        }
    }

    /// The patron on that socket is another one now.
    pub(crate) fn identify(&self, socket: SocketId, patron: Option<PatronId>) {
        if let Some(watcher) = self.lock().watchers.get_mut(&socket) {
            watcher.patron = patron;
        }
    }

    /// Gives whether the socket was watching.
    pub(crate) fn leave(&self, socket: SocketId) -> bool {
        self.lock().watchers.remove(&socket).is_some()
    }

    /// Whether a patron watches, on whatever socket.
    pub(crate) fn is_watched_by(&self, patron: PatronId) -> bool {
        self.lock().watchers.values().any(|watcher| watcher.patron == Some(patron))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn patrons(&self) -> u32 {
        let patrons: BTreeSet<PatronId> = self.watchers.values().filter_map(|it| it.patron).collect();
        u32::try_from(patrons.len()).unwrap_or(u32::MAX)
    }

    fn snapshot(&self, now: Timestamp) -> Utf8Bytes {
        let table = TableView::new(&self.state.view, &self.state.roads, self.patrons());
        let message =
            ServerMessage::Snapshot { seq: self.state.view.seq, now: now.0, table: Box::new(table) };
        message.encode().into()
    }

    /// The frames after one, if they are all kept and fit into so much room.
    fn since(&self, seq: u64, room: usize) -> Option<impl Iterator<Item = Utf8Bytes>> {
        let first = if seq == self.state.view.seq {
            self.kept.len()
        } else {
            self.kept.iter().position(|frame| frame.after == seq)?
        };
        let missed = self.kept.range(first..).map(|frame| &frame.text);
        let bytes: usize = missed.clone().map(|text| text.len()).sum();
        (bytes <= room).then(|| missed.cloned())
    }
}
