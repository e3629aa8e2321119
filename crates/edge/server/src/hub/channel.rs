//! The channel of one table: its present state, its recent frames as encoded messages, and its subscribers, those of
//! the frames alone and those of the bulletins, too.
//!
//! This is the one place that keeps recent frames, checks for gaps and encodes snapshots. What is published becomes
//! due; [`Channel::deliver`] sends what is due to all subscribers, without the channel's lock.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use house::ports::StoredBulletin;
use house::risk::RoundTotals;
use house::{CardProof, Frame, LiftProgress, Snapshot};
use table::{PublicEvent, TableId, Timestamp};
use tokio::sync::{Notify, watch};
use websocket::Encoded;
use wire::server::ServerMessage;
use wire::table_view::TableView;

use super::outbox::Outbox;
use super::registry::SocketId;
use super::stream::Stream;
use super::totals::SentTotals;

/// How many recent frames are kept for clients that reconnect; enough for some rounds.
const RECENT: usize = 128;

/// The public stream of one table, as its subscribers receive it.
pub(crate) struct Channel {
    id: TableId,
    inner: Mutex<Inner>,
    /// Held by the one that delivers, so that all subscribers get the messages in order.
    delivery: tokio::sync::Mutex<()>,
    /// Notified when betting closed.
    betting_closed: Notify,
    /// The number of the latest published event; the largest there is, once nothing more will be published.
    reached: watch::Sender<u64>,
}

struct Inner {
    /// Whether a camera films the table.
    is_filmed: bool,
    /// The table right after the latest published frame.
    latest: Snapshot,
    /// The latest frames, without gaps, up to `latest`.
    recent: VecDeque<EncodedFrame>,
    /// The messages about the table.
    table: Stream,
    /// The same with its bulletins.
    with_bulletins: Stream,
    /// The totals per spot.
    totals: SentTotals,
}

struct EncodedFrame {
    seq: u64,
    message: Encoded,
}

impl Channel {
    pub(super) fn new(id: TableId, latest: Snapshot, is_filmed: bool) -> Self {
        let reached = watch::Sender::new(latest.view.seq);
        let inner = Inner {
            is_filmed,
            latest,
            recent: VecDeque::new(),
            table: Stream::default(),
            with_bulletins: Stream::default(),
            totals: SentTotals::default(),
        };
        let (delivery, betting_closed) = (tokio::sync::Mutex::default(), Notify::new());
        Self { id, inner: Mutex::new(inner), delivery, betting_closed, reached }
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    /// The table as everybody may see it now, with this many seats taken.
    pub(crate) fn table(&self, seats: u32) -> TableView {
        self.lock().view(seats)
    }

    /// Publishes a frame for all subscribers, unless it was published before. False when frames before it are missing.
    pub(super) fn publish(&self, frame: &Frame) -> bool {
        let mut inner = self.lock();
        let seq = inner.latest.view.seq;
        if frame.public.seq <= seq {
            return true;
        }
        if frame.public.seq != seq.saturating_add(1) {
            return false;
        }
        let proof = frame.proof.as_ref().map(proof_text);
        let turned = frame.turned.iter().map(proof_text).collect();
        let message = ServerMessage::frame(&frame.public, &frame.view, proof, turned);
        let message = Encoded::from(message.encode());
        inner.latest.view = Arc::clone(&frame.view);
        inner.publish(message.clone());
        if frame.public.event == PublicEvent::BettingClosed {
            self.betting_closed.notify_one();
        }
        if inner.recent.len() >= RECENT {
            inner.recent.pop_front();
        }
        inner.recent.push_back(EncodedFrame { seq: frame.public.seq, message });
        self.note_reached(frame.public.seq);
        true
    }

    /// Publishes how far a card is lifted, for those who watch the table.
    pub(super) fn publish_lift(&self, LiftProgress { lift, ends_at }: LiftProgress) {
        let message = ServerMessage::SqueezeProgress {
            table_id: self.id.0,
            round: lift.round.into(),
            slot: lift.slot.id().to_owned(),
            edge: lift.edge.id().to_owned(),
            permille: lift.permille,
            ends_at: ends_at.0,
        };
        self.lock().publish(message.encode().into());
    }

    /// Publishes a bulletin for those who asked for bulletins.
    pub(super) fn publish_bulletin(&self, bulletin: &StoredBulletin) {
        let mut inner = self.lock();
        if inner.with_bulletins.is_watched() {
            let message = ServerMessage::Bulletin {
                table_id: self.id.0,
                text: bulletin.text.clone(),
                key: bulletin.key.to_string(),
                signature: bulletin.signature.to_string(),
            };
            inner.with_bulletins.publish(message.encode().into());
        }
    }

    /// Continues from a later state after a gap, or from one in which the dealer has another name: a snapshot of it is
    /// published.
    pub(super) fn reset(&self, latest: Snapshot, now: Timestamp) {
        let mut inner = self.lock();
        let (before, after) = (&inner.latest.view, &latest.view);
        if (after.seq, &after.live) == (before.seq, &before.live) {
            return;
        }
        inner.latest = latest;
        inner.recent.clear();
        let seats = inner.latest.view.seats;
        let snapshot = inner.snapshot(seats, now);
        inner.publish(snapshot);
        self.note_reached(inner.latest.view.seq);
    }

    /// Shows the table as it is set up after a change of its record: a snapshot is published.
    pub(super) fn follow(&self, changed: Snapshot, seats: u32, now: Timestamp) {
        let mut inner = self.lock();
        if changed.changes <= inner.latest.changes {
            return;
        }
        if changed.view.seq >= inner.latest.view.seq {
            inner.latest = changed;
        } else {
            // A later frame was published, with the table as it is set up by now.
            (inner.latest.status, inner.latest.changes) = (changed.status, changed.changes);
        }
        inner.recent.clear();
        let snapshot = inner.snapshot(seats, now);
        inner.publish(snapshot);
        self.note_reached(inner.latest.view.seq);
    }

    /// Waits until betting closes; at once when it closed since the last time.
    pub(super) async fn betting_closed(&self) {
        self.betting_closed.notified().await;
    }

    /// Whether somebody watches a round whose totals per spot may have changed since they were sent.
    pub(super) fn wants_totals(&self) -> bool {
        let inner = self.lock();
        let view = &inner.latest.view;
        let is_open = view.phase.round_under_way();
        is_open
            && (inner.table.is_watched() || inner.with_bulletins.is_watched())
            && view.round.is_some_and(|round| inner.totals.may_change(round))
    }

    /// Publishes the totals per spot, if they changed.
    pub(super) fn publish_totals(&self, sums: &RoundTotals) {
        let mut inner = self.lock();
        if let Some(message) = inner.totals.note(self.id.0, sums) {
            inner.publish(message.encode().into());
        }
    }

    /// Delivers what is due to every subscriber, some at a time; other tasks run in between. Answers how many messages
    /// that were.
    pub(super) async fn deliver(&self) -> u64 {
        let _delivery = self.delivery.lock().await;
        let deliveries = self.lock().streams().map(Stream::begin_delivery);
        let mut messages = 0;
        for delivery in &deliveries {
            messages += delivery.messages();
            delivery.run().await;
        }
        self.lock().streams().into_iter().for_each(Stream::end_delivery);
        messages
    }

    /// Waits until this event is published, and sends the socket what it was not sent yet. A private message that the
    /// event caused may follow then, however long the delivery to all subscribers takes.
    pub(crate) async fn reach(&self, socket: SocketId, seq: u64) {
        if *self.reached.borrow() < seq {
            // An error would mean that this channel is gone.
            let _ = self.reached.subscribe().wait_for(|reached| *reached >= seq).await;
        }
        let unsent = self.lock().streams().into_iter().find_map(|stream| stream.unsent(socket));
        if let Some(unsent) = unsent {
            unsent.send();
        }
    }

    /// Nothing more will be published: nobody waits for it any longer.
    pub(super) fn end(&self) {
        self.note_reached(u64::MAX);
    }

    fn note_reached(&self, seq: u64) {
        self.reached.send_if_modified(|reached| {
            let is_later = seq > *reached;
            *reached = seq.max(*reached);
            is_later
        });
    }

    /// Sends the socket every frame from now on, with the bulletins if it asks for them: first the frames after
    /// `after`, or a snapshot when they are not kept. So many `seats` are taken now: no frame says so.
    pub(crate) fn subscribe(
        &self,
        (socket, outbox): (SocketId, &Arc<Outbox>),
        (after, bulletins): (Option<u64>, bool),
        seats: u32,
        now: Timestamp,
    ) {
        let mut inner = self.lock();
        let [table, with_bulletins] = inner.streams();
        let (asked, other) = if bulletins { (with_bulletins, table) } else { (table, with_bulletins) };
        other.remove(socket);
        asked.insert(socket, outbox);
        match after.and_then(|seq| inner.frames_after(seq, outbox.room())) {
            Some(missed) => missed.for_each(|message| outbox.push(message)),
            None => outbox.push(inner.snapshot(seats, now)),
        }
    }

    /// Sends the socket no more frames.
    pub(crate) fn unsubscribe(&self, socket: SocketId) {
        self.lock().streams().into_iter().for_each(|stream| stream.remove(socket));
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn streams(&mut self) -> [&mut Stream; 2] {
        [&mut self.table, &mut self.with_bulletins]
    }

    /// Publishes a message about the table, to all.
    fn publish(&mut self, message: Encoded) {
        self.with_bulletins.publish(message.clone());
        self.table.publish(message);
    }

    /// The table as everybody may see it, with so many seats taken.
    fn view(&self, patrons: u32) -> TableView {
        let Snapshot { view, status, .. } = &self.latest;
        let (status, totals) = (status.as_ref().to_owned(), self.totals.of(view.round));
        let filmed = self.is_filmed.then_some(true);
        TableView { status, totals, patrons, filmed, ..TableView::new(view) }
    }

    fn snapshot(&self, seats: u32, now: Timestamp) -> Encoded {
        let table = Box::new(self.view(seats));
        ServerMessage::Snapshot { seq: self.latest.view.seq, now: now.0, table }.encode().into()
    }

    /// The frames after `seq`. None when one is no longer kept, or when they do not fit into `room` bytes.
    fn frames_after(&self, seq: u64, room: usize) -> Option<impl Iterator<Item = Encoded>> {
        let first = if seq == self.latest.view.seq {
            self.recent.len()
        } else {
            self.recent.iter().position(|frame| frame.seq == seq.saturating_add(1))?
        };
        let missed = self.recent.range(first..).map(|frame| &frame.message);
        let bytes: usize = missed.clone().map(|message| message.len()).sum();
        (bytes <= room).then(|| missed.cloned())
    }
}

/// The proof of a card as it is sent.
fn proof_text(CardProof { index, salt }: &CardProof) -> wire::proofs::CardProof {
    wire::proofs::CardProof { index: *index, salt: salt.to_string() }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use table::{PublicFrame, Table};

    use super::*;

    const SOCKET: SocketId = SocketId(1);
    const ROOM: usize = 64 << 10;

    fn snapshot(seq: u64) -> Snapshot {
        let settings = house::default_tables().remove(0);
        let mut view = Table::new(Arc::new(settings)).view();
        view.seq = seq;
        let status = house::floor::TableStatus::Open;
        Snapshot { view: Arc::new(view), status, changes: 0 }
    }

    fn frame(seq: u64) -> Frame {
        let Snapshot { view, .. } = snapshot(seq);
        let event = PublicEvent::BettingClosed;
        Frame { public: PublicFrame { seq, at: Timestamp(0), event }, view, proof: None, turned: Vec::new() }
    }

    /// A channel that began at 7 and published the frames 8, 9 and 10.
    fn channel() -> Channel {
        let channel = Channel::new(TableId(1), snapshot(7), false);
        assert!((8..=10).all(|seq| channel.publish(&frame(seq))));
        channel
    }

    fn seq(channel: &Channel) -> u64 {
        channel.lock().latest.view.seq
    }

    /// What a new subscriber receives: `s` and the seq of a snapshot, or the seq of each frame.
    fn received(channel: &Channel, after: Option<u64>, room: usize) -> Vec<String> {
        let outbox = Arc::new(Outbox::new(room));
        channel.subscribe((SOCKET, &outbox), (after, false), 0, Timestamp(0));
        let texts = outbox.take().now_or_never().map_or_else(VecDeque::new, Result::unwrap);
        let message = |text: &String| match serde_json::from_str(text) {
            Ok(ServerMessage::Snapshot { seq, .. }) => Some(format!("s{seq}")),
            Ok(ServerMessage::Frame { seq, .. }) => Some(seq.to_string()),
            _ => None,
        };
        texts.iter().filter_map(message).collect()
    }

    #[test]
    fn a_subscriber_gets_the_frames_it_missed_or_a_snapshot() {
        let channel = channel();
        for (after, expected) in [
            (None, vec!["s10"]),
            (Some(7), vec!["8", "9", "10"]),
            (Some(9), vec!["10"]),
            (Some(10), vec![]),
            (Some(0), vec!["s10"]),
            (Some(6), vec!["s10"]),
            (Some(11), vec!["s10"]),
            (Some(u64::MAX), vec!["s10"]),
        ] {
            assert_eq!(received(&channel, after, ROOM), expected, "{after:?}");
        }
        assert_eq!(received(&channel, Some(7), 10), ["s10"], "frames that do not all fit are not sent");
    }

    #[test]
    fn only_the_latest_frames_are_kept() {
        let channel = Channel::new(TableId(1), snapshot(0), false);
        let last = u64::try_from(RECENT).unwrap() + 1;
        assert!((1..=last).all(|seq| channel.publish(&frame(seq))));
        assert_eq!(received(&channel, Some(1), ROOM).len(), RECENT);
        assert_eq!(received(&channel, Some(0), ROOM), [format!("s{last}")]);
    }

    #[test]
    fn a_frame_is_sent_once_and_only_after_the_one_before() {
        let channel = channel();
        assert!(channel.publish(&frame(9)), "sent before");
        assert!(!channel.publish(&frame(12)), "11 is missing");
        assert_eq!(seq(&channel), 10);
        assert!(channel.publish(&frame(11)) && channel.publish(&frame(12)));
        assert_eq!(seq(&channel), 12);
    }

    #[test]
    fn after_a_gap_every_subscriber_gets_a_snapshot() {
        let channel = channel();
        let outbox = Arc::new(Outbox::new(ROOM));
        channel.subscribe((SOCKET, &outbox), (Some(10), false), 0, Timestamp(0));
        channel.reset(snapshot(10), Timestamp(0));
        channel.reset(snapshot(30), Timestamp(0));
        assert!(channel.publish(&frame(31)));
        channel.deliver().now_or_never();
        let texts = outbox.take().now_or_never().unwrap().unwrap();
        assert_eq!(texts.len(), 2, "one snapshot, one frame: {texts:?}");
        assert_eq!(received(&channel, Some(7), ROOM), ["s31"], "frames before the gap are dropped");
        assert_eq!(received(&channel, Some(30), ROOM), ["31"]);
    }

    #[test]
    fn after_a_change_of_its_record_a_table_is_shown_as_it_is_now() {
        use house::floor::TableStatus;
        // The change may be seen before or after a frame that follows it.
        for seen in [10, 9, 12] {
            let channel = channel();
            let outbox = Arc::new(Outbox::new(ROOM));
            channel.subscribe((SOCKET, &outbox), (Some(10), false), 0, Timestamp(0));
            let changed = Snapshot { status: TableStatus::Halted, changes: 1, ..snapshot(seen) };
            channel.follow(changed.clone(), 0, Timestamp(0));
            channel.follow(changed, 0, Timestamp(0));
            channel.deliver().now_or_never();
            let texts = outbox.take().now_or_never().unwrap().unwrap();
            assert_eq!(texts.len(), 1, "one snapshot: {texts:?}");
            assert!(texts[0].contains(r#""status":"halted""#), "{texts:?}");
            assert_eq!(channel.table(0).status, "halted");
            assert_eq!(received(&channel, Some(7), ROOM), [format!("s{}", seen.max(10))], "no older frames");
        }
    }

    #[test]
    fn seats_are_counted_between_frames() {
        let (channel, outbox) = (channel(), Arc::new(Outbox::new(ROOM)));
        assert_eq!(channel.table(5).patrons, 5);
        channel.subscribe((SOCKET, &outbox), (None, false), 7, Timestamp(0));
        let texts = outbox.take().now_or_never().unwrap().unwrap();
        let Ok(ServerMessage::Snapshot { table, .. }) = serde_json::from_str(&texts[0]) else {
            unreachable!("a snapshot comes first: {texts:?}")
        };
        assert_eq!(table.patrons, 7);
    }
}
