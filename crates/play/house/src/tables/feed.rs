//! The public stream of one table, frames and bulletins: its subscribers, and the snapshot that the latest frame led
//! to.
//!
//! Old frames are not kept here. A subscriber that missed some takes a snapshot.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fair::shoe::Salt;
use table::event::VoidReason;
use table::{PublicEvent, PublicFrame, RoundRef, Table, TableView};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, watch};

use crate::floor::record::TableStatus;
use crate::patrons::presence::Presence;
use crate::ports::StoredBulletin;
use crate::tables::lift::LiftProgress;

/// How many ends and corrections of rounds of a table are kept for patrons who come back; the history has the others.
pub const MISSED_RESULTS: usize = 20;

/// How many frames and bulletins a subscriber may lag behind before it misses some.
const LAG: usize = 512;

/// A public event of a table, and the table right after it. Cheap to share.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The event, with its place in the public stream.
    pub public: PublicFrame,
    /// The table after it.
    pub view: Arc<TableView>,
    /// What proves the card that it shows; none where it shows none, or the shoe has no proof.
    pub proof: Option<CardProof>,
    /// What proves each card that it turns over, in the order in which it names them; none where the shoe has no proof.
    pub turned: Vec<CardProof>,
}

/// What proves a card to everybody who knows the leaves of its shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardProof {
    /// Its index in the sealed order.
    pub index: u16,
    /// The salt of its leaf.
    pub salt: Salt,
}

/// What a table publishes. Cheap to share.
#[derive(Clone, Debug)]
pub enum Published {
    /// A public event.
    Frame(Arc<Frame>),
    /// A bulletin. It comes after the frame of its event, if that has one, and before all frames of later events.
    Bulletin(Arc<StoredBulletin>),
    /// How far a card is lifted that a patron turns. It has no number, and may be left out.
    Lift(LiftProgress),
}

/// The public frames of a table alone.
#[derive(Debug)]
pub struct Frames(broadcast::Receiver<Published>);

impl Frames {
    /// The next frame.
    ///
    /// # Errors
    /// As those of a [`broadcast::Receiver`].
    pub async fn recv(&mut self) -> Result<Arc<Frame>, RecvError> {
        loop {
            if let Published::Frame(frame) = self.0.recv().await? {
                return Ok(frame);
            }
        }
    }

    /// The next frame, if it is there.
    ///
    /// # Errors
    /// As those of a [`broadcast::Receiver`].
    pub fn try_recv(&mut self) -> Result<Arc<Frame>, TryRecvError> {
        loop {
            if let Published::Frame(frame) = self.0.try_recv()? {
                return Ok(frame);
            }
        }
    }
}

/// A table as everybody may see it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The table; `view.seq` is the last public event in it.
    pub view: Arc<TableView>,
    /// Whether the table plays.
    pub status: TableStatus,
    /// How often its record was changed since the house was opened. A larger number than before means that the table
    /// may show other settings or another status, without an event.
    pub changes: u64,
}

/// The end of a round, or a correction of it, in the public stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// The number of the event.
    pub(crate) seq: u64,
    pub(crate) round: RoundRef,
    pub(crate) how: HowEnded,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HowEnded {
    Settled,
    Voided { reason: VoidReason },
    Corrected { revision: u16 },
}

/// The table after the latest public event.
#[derive(Debug)]
struct Latest {
    view: Arc<TableView>,
    /// The latest ends and corrections of rounds since the house was opened, oldest first.
    ends: VecDeque<Ended>,
}

/// The public stream of one table.
#[derive(Debug)]
pub(crate) struct Feed {
    latest: Mutex<Latest>,
    subscribers: broadcast::Sender<Published>,
    /// The leaves of the shoe that they were asked of last, and its number.
    leaves: Mutex<Option<(u32, Arc<[u8]>)>>,
    /// How often it went on from another state.
    restarts: watch::Sender<u64>,
    /// Which patrons are named beside the cards that they turn.
    presence: Arc<Presence>,
}

impl Feed {
    /// A stream that starts at the table's present state.
    pub(crate) fn new(table: &Table, presence: Arc<Presence>) -> Self {
        let (subscribers, restarts) = (broadcast::Sender::new(LAG), watch::Sender::default());
        let latest = Mutex::new(latest_of(table, &presence));
        Self { latest, subscribers, leaves: Mutex::default(), restarts, presence }
    }

    /// Sends a public event that led to `after`, with the proofs of its cards: the one that it shows, and those that it
    /// turns over.
    pub(crate) fn publish(
        &self,
        public: PublicFrame,
        (proof, turned): (Option<CardProof>, Vec<CardProof>),
        after: &Table,
    ) {
        let mut latest = self.latest();
        latest.view = view_of(after, &self.presence);
        latest.note_end(&public, after.round());
        let view = Arc::clone(&latest.view);
        // Sent under the lock, so that frames leave in order. `send` fails only when nobody is subscribed.
        let _ = self.subscribers.send(Published::Frame(Arc::new(Frame { public, view, proof, turned })));
    }

    /// Tells how far a card is lifted.
    pub(crate) fn tell_lift(&self, lift: LiftProgress) {
        let _ = self.subscribers.send(Published::Lift(lift));
    }

    /// Sends a bulletin. The frame of its event was sent before.
    pub(crate) fn post(&self, bulletin: StoredBulletin) {
        let _latest = self.latest();
        let _ = self.subscribers.send(Published::Bulletin(Arc::new(bulletin)));
    }

    /// Continues from another state of the table. Subscribers learn it and take a snapshot.
    pub(crate) fn restart(&self, table: &Table) {
        let mut latest = self.latest();
        let ends = std::mem::take(&mut latest.ends);
        *latest = Latest { ends, ..latest_of(table, &self.presence) };
        drop(latest);
        self.restarts.send_modify(|restarts| *restarts = restarts.wrapping_add(1));
    }

    /// Has everybody read the dealer by the name that is noted now. Subscribers learn a new one, and take a snapshot.
    pub(crate) fn name_dealer(&self) {
        let mut latest = self.latest();
        let named = latest.view.live.as_ref().and_then(|live| live.dealer.as_ref());
        let Some((named, now)) = named.map(|it| (&it.name, Some(self.presence.name_of_staff(it.id)))) else {
            return;
        };
        if *named == now {
            return;
        }
        let view = Arc::make_mut(&mut latest.view);
        if let Some(dealer) = view.live.as_mut().and_then(|live| live.dealer.as_mut()) {
            dealer.name = now;
        }
        drop(latest);
        self.restarts.send_modify(|restarts| *restarts = restarts.wrapping_add(1));
    }

    pub(crate) fn restarts(&self) -> watch::Receiver<u64> {
        self.restarts.subscribe()
    }

    /// The leaves of a shoe, if they were kept.
    pub(crate) fn leaves(&self, shoe_no: u32) -> Option<Arc<[u8]>> {
        let kept = self.leaves.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|(kept, _)| *kept == shoe_no).map(|(_, leaves)| Arc::clone(leaves))
    }

    /// Keeps the leaves of a shoe.
    pub(crate) fn keep_leaves(&self, shoe_no: u32, leaves: &Arc<[u8]>) {
        let mut kept = self.leaves.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((shoe_no, Arc::clone(leaves)));
    }

    /// The ends and corrections of rounds after that public event, in order; the latest [`MISSED_RESULTS`] at most.
    pub(crate) fn ended_after(&self, seq: u64) -> Vec<Ended> {
        self.latest().ends.iter().filter(|end| end.seq > seq).copied().collect()
    }

    /// The number of the latest public event.
    pub(crate) fn seq(&self) -> u64 {
        self.latest().view.seq
    }

    /// Notes how many seats are taken. Subscribers learn it from the next frame or snapshot.
    pub(crate) fn note_seats(&self, seats: u32) {
        Arc::make_mut(&mut self.latest().view).seats = seats;
    }

    /// The table after the latest public event.
    pub(crate) fn latest_view(&self) -> Arc<TableView> {
        Arc::clone(&self.latest().view)
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Published> {
        self.subscribers.subscribe()
    }

    pub(crate) fn frames(&self) -> Frames {
        Frames(self.subscribe())
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Latest {
    /// Keeps the end of a round; `round` is the one on the table.
    fn note_end(&mut self, public: &PublicFrame, round: Option<RoundRef>) {
        let end = match public.event {
            PublicEvent::RoundSettled { .. } => round.map(|round| (round, HowEnded::Settled)),
            PublicEvent::RoundVoided { reason } => round.map(|round| (round, HowEnded::Voided { reason })),
            PublicEvent::RoundCorrected { round, revision, .. } => {
                Some((round, HowEnded::Corrected { revision }))
            }
            _ => None,
        };
        let Some((round, how)) = end else { return };
        if self.ends.len() >= MISSED_RESULTS {
            self.ends.pop_front();
        }
        self.ends.push_back(Ended { seq: public.seq, round, how });
    }
}

fn latest_of(table: &Table, presence: &Presence) -> Latest {
    Latest { view: view_of(table, presence), ends: VecDeque::new() }
}

/// The table as everybody sees it, with the names of its dealer, and of patrons who turn cards and are named.
fn view_of(table: &Table, presence: &Presence) -> Arc<TableView> {
    let mut view = table.view();
    if let Some(squeeze) = &mut view.squeeze {
        squeeze.names = squeeze.holders.map(|holder| holder.and_then(|patron| presence.name_of(patron)));
    }
    if let Some(dealer) = view.live.as_mut().and_then(|live| live.dealer.as_mut()) {
        dealer.name = Some(presence.name_of_staff(dealer.id));
    }
    Arc::new(view)
}
