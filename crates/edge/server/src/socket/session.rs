//! The session of one socket: its patron, the tables it watches, and the messages it gets beside public frames.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{self, Duration};

use house::people::{LoggedIn, SessionWatch};
use house::{Connection, Failure, NumberedNotice, Rejection};
use table::{PatronId, RequestId, RoundRef, TableId, Timestamp};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior};
use websocket::{Encoded, Received};
use wire::client::ClientMessage;
use wire::codec::MALFORMED;
use wire::error::ErrorBody;
use wire::server::ServerMessage;

use super::patron_tables::{PatronTables, wallet_message, you_squeeze};
use super::reader::Reader;
use super::sent_slip::{SentSlip, WholeSlip};
use crate::app::App;
use crate::caller::Caller;
use crate::doors::SocketPlace;
use crate::hub::{Channel, End, Outbox, SocketId};
use crate::rate_limit::Bucket;
use crate::refusal;
use crate::rest::reality_check;
use crate::role_lists::PLAYERS;

/// How many slips that came right behind a slip are handled with it, at most.
const SLIPS_BEHIND: usize = 15;
/// How many bytes the answer to a slip takes, at most.
const ANSWER_BYTES: usize = 2 << 10;

/// Who opened a socket.
pub(super) struct Opener {
    /// The session that the upgrade showed, which counts for a `hello` without a token.
    pub(super) session: Option<Arc<LoggedIn>>,
    /// The client's address.
    pub(super) address: IpAddr,
    /// The place that the socket takes among those of its network, which share one rate of messages.
    pub(super) place: SocketPlace,
}

/// The session of one socket.
pub(super) struct Session {
    pub(super) app: Arc<App>,
    pub(super) outbox: Arc<Outbox>,
    pub(super) id: SocketId,
    /// Whether the client has sent `hello`.
    pub(super) greeted: bool,
    pub(super) caller: Caller,
    pub(super) opener: Opener,
    /// Tells when the caller's session ends.
    pub(super) watch: Option<SessionWatch>,
    /// Whether a message other than a ping arrived since the caller's session was looked up last.
    pub(super) used: bool,
    /// The patron's presence, for as long as the socket is open.
    pub(super) presence: Option<Connection>,
    pub(super) notices: Option<Receiver<NumberedNotice>>,
    pub(super) watched: BTreeMap<u32, Arc<Channel>>,
    /// Those of them that it watches with their bulletins.
    pub(super) with_bulletins: BTreeSet<u32>,
    pub(super) patron_tables: PatronTables,
    /// The numbers of the latest events of each table whose result for the patron was sent.
    pub(super) sent_results: BTreeMap<u32, BTreeSet<u64>>,
    /// The latest `clear_wagers` request that was answered on this socket.
    pub(super) answered_clear: Option<RequestId>,
    /// The latest round of each table whose `wagers_closed` was sent.
    pub(super) sent_proofs: BTreeMap<u32, RoundRef>,
    /// How many pings the client has not answered.
    awaited_pongs: u32,
    bucket: Bucket,
    /// How many messages in a row exceeded the rate.
    excess: u32,
}

impl Session {
    pub(super) fn new(app: Arc<App>, outbox: Arc<Outbox>, id: SocketId, opener: Opener) -> Self {
        Self {
            app,
            outbox,
            id,
            greeted: false,
            caller: Caller::default(),
            opener,
            watch: None,
            used: false,
            presence: None,
            notices: None,
            watched: BTreeMap::new(),
            with_bulletins: BTreeSet::new(),
            patron_tables: PatronTables::default(),
            sent_results: BTreeMap::new(),
            answered_clear: None,
            sent_proofs: BTreeMap::new(),
            awaited_pongs: 0,
            bucket: Bucket::default(),
            excess: 0,
        }
    }

    /// Reads and handles messages until the socket ends. Gives the reason.
    pub(super) async fn run(&mut self, reader: &mut Reader<'_>) -> End {
        let app = Arc::clone(&self.app);
        let limits = &app.config.limits;
        let mut checks = every(limits.session_check);
        let mut pings = every(limits.ping_every);
        let mut silence = std::pin::pin!(tokio::time::sleep(limits.hello));
        let mut heard_at = Instant::now();
        loop {
            tokio::select! {
                (received_at, received) = reader.next() => {
                    if let Err(end) = self.handle(reader, received, received_at).await {
                        return end;
                    }
                    heard_at = Instant::now();
                    // A client that has greeted may be silent for another time than one that has not.
                    let until = heard_at + limits.idle;
                    if self.greeted && until < silence.deadline() {
                        silence.as_mut().reset(until);
                    }
                }
                notice = next_notice(&mut self.notices), if !reader.may_hold() => {
                    Box::pin(reader.read_during(self.handle_notice(notice))).await;
                }
                () = session_ended(&mut self.watch) => return End::LoggedOut,
                _ = checks.tick() => {
                    if !Box::pin(reader.read_during(self.is_open())).await {
                        return End::LoggedOut;
                    }
                }
                _ = pings.tick() => self.ping(),
                () = &mut silence => {
                    // The timer is set once in a while, and not for each message.
                    let until = heard_at + limits.idle;
                    if !self.greeted || until <= Instant::now() {
                        return if self.greeted { End::Idle } else { End::NoHello };
                    }
                    silence.as_mut().reset(until);
                }
            }
            if reader.may_hold() {
                reader.hold();
            } else {
                if self.notices.as_ref().is_some_and(|notices| !notices.is_empty()) {
                    Box::pin(reader.read_during(self.handle_waiting_notices())).await;
                }
                reader.flush();
            }
            // No message is handled while the outbox is more than half full, so only frames and notices can fill it.
            let room = tokio::time::timeout(limits.idle, self.outbox.half_free());
            if room.await.is_err() {
                return End::TooSlow;
            }
        }
    }

    fn ping(&mut self) {
        self.awaited_pongs = self.awaited_pongs.saturating_add(1);
        self.outbox.push(Encoded::ping());
    }

    /// Whether the caller's session still counts. Messages since the last time count as its use.
    async fn is_open(&mut self) -> bool {
        let used = std::mem::take(&mut self.used);
        let Some(session) = &self.caller.session else { return true };
        self.app.house.people().is_open(session, used).await.unwrap_or_else(|failure| {
            tracing::error!(socket = self.id.0, %failure, "a session could not be looked up");
            true
        })
    }

    /// Handles what the socket brought, and the slips that came right behind a slip together with it.
    async fn handle(
        &mut self,
        reader: &mut Reader<'_>,
        received: Result<Received, End>,
        received_at: Timestamp,
    ) -> Result<(), End> {
        let Some(message) = self.take(received)? else { return Ok(()) };
        let behind = self.slips_behind(reader, &message);
        // Boxed like the rare steps below: an idle socket's task keeps no room for them.
        let answered = Box::pin(self.answer(message, received_at, behind));
        reader.read_during(answered).await;
        Ok(())
    }

    /// The message that the socket brought, if it brought one that is to be answered.
    fn take(&mut self, received: Result<Received, End>) -> Result<Option<ClientMessage>, End> {
        let text = match received? {
            Received::Close => return Err(End::Gone),
            Received::Pong if self.awaited_pongs > 0 => {
                self.awaited_pongs = self.awaited_pongs.saturating_sub(1);
                return Ok(None);
            }
            Received::Ping | Received::Pong | Received::Fragment => return self.check_rate().map(|_| None),
            Received::Binary => None,
            Received::Text(text) => Some(text),
        };
        if !self.check_rate()? {
            return Ok(None);
        }
        let binary = || {
            let message = "the message is a binary frame; send JSON in text frames";
            Box::new(ErrorBody::new(MALFORMED, message))
        };
        if self.watch.as_ref().is_some_and(SessionWatch::has_ended) {
            return Err(End::LoggedOut);
        }
        match text.ok_or_else(binary).and_then(|text| ClientMessage::decode(&text)) {
            Ok(message) => {
                self.app.config.metrics.sockets.received.one();
                Ok(Some(message))
            }
            Err(error) => {
                self.send_problem(*error);
                Ok(None)
            }
        }
    }

    /// The slips for the same table that came right behind this one of a patron, as many as have answers that the
    /// outbox has room for. A message that is refused without a look at its table is left for its own turn, so that all
    /// answers keep their order.
    fn slips_behind(&mut self, reader: &mut Reader<'_>, first: &ClientMessage) -> Vec<WholeSlip> {
        let mut behind = Vec::new();
        let ClientMessage::PlaceSlip { table_id: table, replaces: false, .. } = *first else { return behind };
        let may_send = self.greeted && self.caller.holds_one_of(PLAYERS);
        let Some(patron) = self.patron().filter(|_| may_send) else { return behind };
        if !self.app.house.takes_together(patron) {
            return behind;
        }
        let room = self.app.config.limits.queue_bytes / 2 / ANSWER_BYTES;
        let most = SLIPS_BEHIND.min(room.saturating_sub(1));
        while behind.len() < most
            && let Some(text) = reader.peek_text()
        {
            let Ok(ClientMessage::PlaceSlip { table_id, round, slip_id, wagers, replaces: false }) =
                ClientMessage::decode(text)
            else {
                break;
            };
            if table_id != table || slip_id.parse::<RequestId>().is_err() || self.take_rate().is_err() {
                break;
            }
            let Some(received_at) = reader.take_peeked() else { break };
            self.app.config.metrics.sockets.received.one();
            behind.push((SentSlip { table_id, round, slip_id, received_at }, wagers));
        }
        behind
    }

    /// Whether the rates of the socket and of its network allow another message, fragment or control frame. A burst of
    /// refused ones ends the socket.
    fn check_rate(&mut self) -> Result<bool, End> {
        let Err(refused) = self.take_rate() else {
            self.excess = 0;
            return Ok(true);
        };
        self.excess = self.excess.saturating_add(1);
        if self.excess > self.app.config.limits.messages.burst {
            return Err(End::Flood);
        }
        self.send_problem(*refused);
        Ok(false)
    }

    /// Counts another message, or says which rate it exceeds.
    fn take_rate(&mut self) -> Result<(), Box<ErrorBody>> {
        let (rate, now) = (self.app.config.limits.messages, time::Instant::now());
        let refused = |message: String, wait| {
            Box::new(ErrorBody::new("too_many_messages", message).with_retry_after(wait))
        };
        self.bucket.take(rate, now).map_err(|wait| {
            let every = rate.every;
            refused(
                format!("send at most {} messages at once, and one more every {every:?}", rate.burst),
                wait,
            )
        })?;
        let too_many = "the sockets of this address send too many messages";
        self.opener.place.take_message(now).map_err(|wait| refused(too_many.to_owned(), wait))
    }

    /// Waits until the socket has every frame of a table up to that one, if it watches the table. What a message says
    /// may rest on that frame, so the frame comes first.
    pub(super) async fn reach(&self, table: TableId, seq: u64) {
        if let Some(channel) = self.watched.get(&table.0) {
            channel.reach(self.id, seq).await;
        }
    }

    /// Waits until the socket has every frame of a table so far, if it watches the table. Gives the last number.
    pub(super) async fn reach_latest(&self, table: TableId) -> u64 {
        let seq = self.app.house.latest_seq(table);
        self.reach(table, seq).await;
        seq
    }

    /// The patron of the socket, if it has one.
    pub(super) fn patron(&self) -> Option<PatronId> {
        self.caller.patron().map(|patron| patron.id)
    }

    /// Sends what the patron has and owes.
    pub(super) async fn send_wallet(&self) {
        let Some(patron) = self.patron() else { return };
        match self.app.house.numbered_wallet(patron).await {
            Ok(wallet) => self.send(&wallet_message(wallet)),
            Err(failure) => self.send_failure(&failure),
        }
    }

    /// Sends the reality check that waits for the patron's answer, if there is one.
    pub(super) async fn send_due_check(&self) {
        let Some(patron) = self.patron() else { return };
        match self.app.house.protection(patron).await {
            Ok(view) => {
                if let Some(check) = view.check.filter(|_| view.is_check_due) {
                    self.send(&ServerMessage::RealityCheck { check: reality_check(check) });
                }
            }
            Err(rejection) => self.send_rejection(&rejection, |error| ServerMessage::Problem { error }),
        }
    }

    /// Sends the patron's wagers at every watched table.
    pub(super) async fn send_all_yours(&mut self) {
        let tables: Vec<_> = self.watched.values().map(|channel| channel.id()).collect();
        for table in tables {
            self.send_yours(table).await;
        }
    }

    /// Sends the patron's wagers at a table.
    pub(super) async fn send_yours(&mut self, table: table::TableId) {
        let Some(patron) = self.patron() else { return };
        match self.app.house.patron_view(patron, table).await {
            Ok(view) => {
                self.reach(table, view.seq).await;
                let yours = self.patron_tables.replace(table, &view);
                self.send(&yours);
                if let Some((round, side)) = view.round.zip(view.turns) {
                    self.send(&you_squeeze((table, view.seq), round, side));
                }
            }
            Err(rejection) => self.send_rejection(&rejection, |error| ServerMessage::Problem { error }),
        }
    }

    /// Unsubscribes the socket, which is no connection of its patron any more.
    pub(super) fn close(&mut self) {
        for (_, channel) in std::mem::take(&mut self.watched) {
            channel.unsubscribe(self.id);
        }
        self.app.hub.lobby().unsubscribe(self.id);
        self.presence = None;
    }

    pub(super) fn send(&self, message: &ServerMessage) {
        self.outbox.push(message.encode().into());
    }

    pub(super) fn send_problem(&self, error: ErrorBody) {
        self.send(&ServerMessage::Problem { error });
    }

    /// Logs a failure, and sends a problem without its cause. While the server stops, its tables stop too, which nobody
    /// has to look after.
    pub(super) fn send_failure(&self, failure: &Failure) {
        if self.app.readiness.is_stopping() {
            tracing::info!(socket = self.id.0, %failure, "a message came while the server stops");
        } else {
            tracing::error!(socket = self.id.0, %failure, "a message could not be handled");
        }
        self.send_problem(refusal::unavailable());
    }

    /// Sends a refusal in its message; a failure is sent as a problem.
    pub(super) fn send_rejection(
        &self,
        rejection: &Rejection,
        refused: impl FnOnce(ErrorBody) -> ServerMessage,
    ) {
        match rejection {
            Rejection::Refused(refusal) => {
                self.send(&refused(refusal::body(refusal).with_now(self.app.house.now())));
            }
            Rejection::Failed(failure) => self.send_failure(failure),
        }
    }
}

/// The next notice. Never completes for a spectator.
async fn next_notice(notices: &mut Option<Receiver<NumberedNotice>>) -> Result<NumberedNotice, RecvError> {
    match notices {
        Some(notices) => notices.recv().await,
        None => std::future::pending().await,
    }
}

/// Completes when the session of the socket ends. Never completes for a spectator.
async fn session_ended(watch: &mut Option<SessionWatch>) {
    match watch {
        Some(watch) => watch.ended().await,
        None => std::future::pending().await,
    }
}

/// An interval whose first tick is one period from now.
fn every(period: Duration) -> Interval {
    let mut interval = tokio::time::interval_at(Instant::now() + period, period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}
