//! The sockets that watch the table: when each joined, and how many frames it got. One of them records.

use std::time::{Duration, Instant};

use load::series::Series;
use load::swarm::{Closed, Handler, Id, Link};

use crate::recording::Recording;

/// The socket that records.
pub(crate) const RECORDER: Id = 0;

/// How a snapshot begins.
const SNAPSHOT: &[u8] = br#"{"type":"snapshot""#;

/// All sockets.
pub(crate) struct Audience {
    /// When each began to connect.
    started: Vec<Instant>,
    /// How many frames each got; none before it has its snapshot.
    received: Vec<Option<u32>>,
    /// The time each took to join, in microseconds.
    pub(crate) joins: Series,
    /// All frames that arrived.
    pub(crate) deliveries: u64,
    /// Their bytes, without the headers.
    pub(crate) bytes: u64,
    pub(crate) recording: Recording,
    /// The number of the permit that was given last.
    pub(crate) permit: u64,
    /// Why the first socket that was lost is gone.
    pub(crate) lost: Option<String>,
}

impl Audience {
    pub(crate) fn new(recording: Recording) -> Self {
        Self {
            started: Vec::new(),
            received: Vec::new(),
            joins: Series::default(),
            deliveries: 0,
            bytes: 0,
            recording,
            permit: 0,
            lost: None,
        }
    }

    /// One more socket begins to connect.
    pub(crate) fn connects(&mut self) {
        self.started.push(Instant::now());
        self.received.push(None);
    }

    /// How many have joined.
    pub(crate) fn joined(&self) -> usize {
        self.joins.len()
    }

    /// How many frames every socket has.
    pub(crate) fn everybody_has(&self) -> usize {
        let sockets = u64::try_from(self.joined().max(1)).unwrap_or(u64::MAX);
        let each = usize::try_from(self.deliveries / sockets).unwrap_or(usize::MAX);
        each.min(self.recording.len())
    }

    /// Whether every socket has exactly what was recorded.
    pub(crate) fn has_all(&self) -> bool {
        let sent = u32::try_from(self.recording.len()).ok();
        self.received.iter().all(|received| *received == sent)
    }

    /// Counts from here.
    pub(crate) fn reset(&mut self) {
        let sent = u32::try_from(self.recording.len()).unwrap_or(u32::MAX);
        self.received.iter_mut().flatten().for_each(|received| *received = sent);
        self.deliveries = u64::from(sent).saturating_mul(u64::try_from(self.joined()).unwrap_or(u64::MAX));
        self.bytes = 0;
    }
}

impl Handler for Audience {
    fn opened(&mut self, _id: Id, link: &mut Link) {
        link.send(r#"{"type":"hello"}"#);
        link.send(r#"{"type":"watch","table_id":1}"#);
    }

    fn text(&mut self, id: Id, _link: &mut Link, text: &[u8]) {
        let Some(received) = self.received.get_mut(id) else { return };
        if let Some(received) = received {
            *received = received.saturating_add(1);
            self.deliveries = self.deliveries.saturating_add(1);
            self.bytes = self.bytes.saturating_add(u64::try_from(text.len()).unwrap_or_default());
            if id == RECORDER {
                self.recording.add(self.permit, text);
            }
            return;
        }
        if id == RECORDER {
            self.recording.join(text);
        }
        if text.starts_with(SNAPSHOT) {
            // A late socket has missed what came before.
            *received = u32::try_from(self.recording.len()).ok();
            let took = self.started.get(id).map_or(Duration::ZERO, Instant::elapsed);
            self.joins.add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
        }
    }

    fn closed(&mut self, id: Id, why: Closed) {
        self.lost.get_or_insert_with(|| format!("socket {id} was closed: {why:?}"));
    }
}
