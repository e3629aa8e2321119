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

    /// The socket gets no more frames.
    pub(crate) fn leave(&self, socket: SocketId) {
        self.lock().watchers.remove(&socket);
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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use table::{PublicEvent, PublicFrame, Table};

    use super::*;

    const SOCKET: SocketId = SocketId(1);

    fn state(seq: u64) -> State {
        let settings = house::default_tables().remove(0);
        let mut view = Table::new(Arc::new(settings)).view();
        view.seq = seq;
        State { view: Arc::new(view), roads: Arc::default() }
    }

    fn frame(after: u64, seq: u64) -> Frame {
        let State { view, roads } = state(seq);
        let event = PublicEvent::BettingClosed;
        Frame { public: PublicFrame { after, seq, at: Timestamp(0), event }, view, roads }
    }

    /// A channel at 10 that was sent the frames 3, 7 and 10.
    fn channel() -> Channel {
        let channel = Channel::new(TableId(1), state(1));
        for (after, seq) in [(1, 3), (3, 7), (7, 10)] {
            assert!(channel.publish(&frame(after, seq)));
        }
        channel
    }

    /// What a socket that joins is sent: `s` and the seq of a snapshot, or that of each frame.
    fn joined(channel: &Channel, after: Option<u64>, room: usize) -> Vec<String> {
        let outbox = Arc::new(Outbox::new(room));
        channel.join(SOCKET, None, &outbox, after, Timestamp(0));
        let sent = outbox.take().now_or_never().map_or_else(VecDeque::new, Result::unwrap);
        let message = |text: &Utf8Bytes| match serde_json::from_str(text) {
            Ok(ServerMessage::Snapshot { seq, .. }) => Some(format!("s{seq}")),
            Ok(ServerMessage::Frame { seq, .. }) => Some(seq.to_string()),
            _ => None,
        };
        sent.iter().filter_map(message).collect()
    }

    #[test]
    fn who_joins_gets_what_was_missed_or_a_snapshot() {
        let channel = channel();
        for (after, sent) in [
            (None, vec!["s10"]),
            (Some(1), vec!["3", "7", "10"]),
            (Some(7), vec!["10"]),
            (Some(10), vec![]),
            (Some(0), vec!["s10"]),
            (Some(5), vec!["s10"]),
            (Some(11), vec!["s10"]),
        ] {
            assert_eq!(joined(&channel, after, 64 << 10), sent, "{after:?}");
        }
        assert_eq!(joined(&channel, Some(1), 10), ["s10"], "what does not fit is not sent in pieces");
    }

    #[test]
    fn a_frame_goes_out_once_and_only_after_the_one_before() {
        let channel = channel();
        assert!(channel.publish(&frame(3, 7)), "known");
        assert!(!channel.publish(&frame(12, 15)), "12 is missing");
        assert_eq!(channel.seq(), 10);
        assert!(channel.publish(&frame(10, 12)) && channel.publish(&frame(12, 15)));
        assert_eq!(channel.seq(), 15);
    }

    #[test]
    fn after_a_gap_everybody_starts_from_a_snapshot() {
        let channel = channel();
        let outbox = Arc::new(Outbox::new(64 << 10));
        channel.join(SOCKET, None, &outbox, Some(10), Timestamp(0));
        channel.start_again(state(10), Timestamp(0));
        channel.start_again(state(30), Timestamp(0));
        assert!(channel.publish(&frame(30, 31)));
        let sent = outbox.take().now_or_never().unwrap().unwrap();
        assert_eq!(sent.len(), 2, "one snapshot, one frame: {sent:?}");
        assert_eq!(joined(&channel, Some(7), 64 << 10), ["s31"], "what was before the gap is forgotten");
        assert_eq!(joined(&channel, Some(30), 64 << 10), ["31"]);
    }

    #[test]
    fn a_patron_is_counted_once_and_told_apart() {
        let (channel, outbox) = (channel(), Arc::new(Outbox::new(64 << 10)));
        let (ana, ben) = (Some(PatronId(1)), Some(PatronId(2)));
        for (socket, patron) in [(1, ana), (2, ana), (3, None)] {
            channel.join(SocketId(socket), patron, &outbox, Some(10), Timestamp(0));
        }
        assert_eq!(channel.table().patrons, 1);
        channel.identify(SocketId(3), ben);
        assert_eq!(channel.table().patrons, 2);
        channel.leave(SocketId(1));
        assert!(channel.is_watched_by(PatronId(1)));
        channel.leave(SocketId(2));
        assert!(!channel.is_watched_by(PatronId(1)));
        assert_eq!(channel.table().patrons, 1);
    }
}
