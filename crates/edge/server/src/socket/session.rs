//! The session of one socket: its patron, the tables it watches, and the messages it gets beside public frames.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{self, Duration};

use house::people::{LoggedIn, SessionWatch};
use house::{Connection, Failure, MISSED_RESULTS, Notice, NumberedNotice, Rejection};
use table::{PatronId, RequestId, RoundRef, TableId, Timestamp};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, Interval, MissedTickBehavior};
use websocket::{Encoded, Received};
use wire::client::ClientMessage;
use wire::codec::MALFORMED;
use wire::error::ErrorBody;
use wire::server::ServerMessage;

use super::patron_tables::{PatronTables, wallet_message, you_squeeze};
use super::reader::Reader;
use crate::app::App;
use crate::caller::Caller;
use crate::doors::SocketPlace;
use crate::hub::{Channel, End, Outbox, SocketId};
use crate::rate_limit::Bucket;
use crate::refusal;
use crate::rest::reality_check;

/// How many waiting notices are handled before their messages are sent.
const NOTICES_AT_ONCE: usize = 32;

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
                    if let Err(end) = reader.read_during(self.handle(received, received_at)).await {
                        return end;
                    }
                    heard_at = Instant::now();
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

    async fn handle(&mut self, received: Result<Received, End>, received_at: Timestamp) -> Result<(), End> {
        let text = match received? {
            Received::Close => return Err(End::Gone),
            Received::Pong if self.awaited_pongs > 0 => {
                self.awaited_pongs = self.awaited_pongs.saturating_sub(1);
                return Ok(());
            }
            Received::Ping | Received::Pong | Received::Fragment => return self.check_rate().map(|_| ()),
            Received::Binary => None,
            Received::Text(text) => Some(text),
        };
        if !self.check_rate()? {
            return Ok(());
        }
        let binary = || {
            let message = "the message is a binary frame; send JSON in text frames";
            Box::new(ErrorBody::new(MALFORMED, message))
        };
        if self.watch.as_ref().is_some_and(SessionWatch::has_ended) {
            return Err(End::LoggedOut);
        }
        match text.ok_or_else(binary).and_then(|text| ClientMessage::decode(&text)) {
            // Boxed like the rare steps below: an idle socket's task keeps no room for them.
            Ok(message) => {
                self.app.config.metrics.sockets.received.one();
                Box::pin(self.answer(message, received_at)).await;
            }
            Err(error) => self.send_problem(*error),
        }
        Ok(())
    }

    /// Whether the rates of the socket and of its network allow another message, fragment or control frame. A burst of
    /// refused ones ends the socket.
    fn check_rate(&mut self) -> Result<bool, End> {
        let (rate, now) = (self.app.config.limits.messages, time::Instant::now());
        let refused = if let Err(wait) = self.bucket.take(rate, now) {
            let message =
                format!("send at most {} messages at once, and one more every {:?}", rate.burst, rate.every);
            ErrorBody::new("too_many_messages", message).with_retry_after(wait)
        } else if let Err(wait) = self.opener.place.take_message(now) {
            let message = "the sockets of this address send too many messages";
            ErrorBody::new("too_many_messages", message).with_retry_after(wait)
        } else {
            self.excess = 0;
            return Ok(true);
        };
        self.excess = self.excess.saturating_add(1);
        if self.excess > rate.burst {
            return Err(End::Flood);
        }
        self.send_problem(refused);
        Ok(false)
    }

    /// Handles the notices that are here already, so that what they cause is sent with the answer. Of those in a row
    /// that say how a wallet or the wagers at a table stand, the last one is sent.
    async fn handle_waiting_notices(&mut self) {
        let mut row: Vec<NumberedNotice> = Vec::new();
        for _ in 0..NOTICES_AT_ONCE {
            let Some(notices) = &mut self.notices else { break };
            let notice = match notices.try_recv() {
                Ok(notice) if matches!(notice.notice, Notice::Wallet(_) | Notice::SlipAccepted { .. }) => {
                    row.push(notice);
                    continue;
                }
                Ok(notice) => Ok(notice),
                Err(TryRecvError::Lagged(missed)) => Err(RecvError::Lagged(missed)),
                Err(TryRecvError::Closed) => Err(RecvError::Closed),
                Err(TryRecvError::Empty) => break,
            };
            self.send_last_of_each(std::mem::take(&mut row)).await;
            self.handle_notice(notice).await;
        }
        self.send_last_of_each(row).await;
    }

    /// Sends what these notices cause, but for those after which another one says how the same stands.
    async fn send_last_of_each(&mut self, row: Vec<NumberedNotice>) {
        let mut left = row.into_iter();
        while let Some(notice) = left.next() {
            if left.as_slice().iter().any(|later| replaces(&later.notice, &notice.notice)) {
                self.patron_tables.note(notice);
            } else {
                self.send_notice(notice).await;
            }
        }
    }

    async fn handle_notice(&mut self, notice: Result<NumberedNotice, RecvError>) {
        match notice {
            Ok(notice) => self.send_notice(notice).await,
            Err(RecvError::Lagged(_)) => Box::pin(self.send_all()).await,
            Err(RecvError::Closed) => self.notices = None,
        }
    }

    /// Sends all that notices could have said.
    async fn send_all(&mut self) {
        self.send_wallet().await;
        self.send_due_check().await;
        self.send_all_yours().await;
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

    /// Sends the messages that a notice causes, after the frame of the event that caused it. A result is sent once.
    pub(super) async fn send_notice(&mut self, notice: NumberedNotice) {
        let seq = notice.seq;
        if let Some(table) = notice.notice.table() {
            self.reach(table, seq).await;
            if notice.notice.is_result() && !self.is_news(table, seq) {
                return;
            }
            if !self.keep_proof_first(table, &notice).await {
                return;
            }
        }
        for message in self.patron_tables.messages(notice, self.answered_clear) {
            self.send(&message);
        }
    }

    /// Whether the result of this event of a table was not sent yet. Notes that it is. As many are kept as the house
    /// gives of missed ones, the latest.
    fn is_news(&mut self, table: TableId, seq: u64) -> bool {
        let sent = self.sent_results.entry(table.0).or_default();
        let is_news = sent.insert(seq);
        if sent.len() > MISSED_RESULTS {
            sent.pop_first();
        }
        is_news
    }

    /// Sends the patron's results of rounds that ended after that event of a table, those that were not sent yet.
    pub(super) async fn send_missed(&mut self, table: TableId, after: u64) {
        let Some(patron) = self.patron() else { return };
        match self.app.house.missed_results(patron, table, after).await {
            Ok(missed) => {
                for notice in missed {
                    self.send_notice(notice).await;
                }
            }
            Err(rejection) => self.send_rejection(&rejection, |error| ServerMessage::Problem { error }),
        }
    }

    /// The patron of the socket, if it has one.
    pub(super) fn patron(&self) -> Option<PatronId> {
        self.caller.patron().map(|patron| patron.id)
    }

    /// Sends what the patron has and owes.
    async fn send_wallet(&self) {
        let Some(patron) = self.patron() else { return };
        match self.app.house.numbered_wallet(patron).await {
            Ok(wallet) => self.send(&wallet_message(wallet)),
            Err(failure) => self.send_failure(&failure),
        }
    }

    /// Sends the reality check that waits for the patron's answer, if there is one.
    async fn send_due_check(&self) {
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

/// Whether a later notice says how that stands of which the earlier one says how it stood.
fn replaces(later: &Notice, earlier: &Notice) -> bool {
    match (later, earlier) {
        (Notice::Wallet(later), Notice::Wallet(earlier)) => later.number >= earlier.number,
        (
            Notice::SlipAccepted { table, round, .. },
            Notice::SlipAccepted { table: of_table, round: of_round, .. },
        ) => (table, round) == (of_table, of_round),
        _ => false,
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

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::path::Path;
    use std::sync::atomic::{AtomicI64, Ordering};

    use house::ports::{Clock, NumberedWallet};
    use house::protection::{LimitKind, Wanted};
    use house::{House, OsEntropy, Pass};
    use serde_json::{Value, json};
    use store::SqliteStore;

    use super::*;
    use crate::config::Config;
    use crate::forwarded::ClientAddress;
    use crate::hub::Registration;

    /// A clock that shows what is set, in milliseconds.
    struct SetClock(AtomicI64);

    impl Clock for SetClock {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.load(Ordering::Relaxed))
        }
    }

    /// A session of nobody in a house of one table kept in this folder.
    async fn session_at(data: &Path, clock: Arc<SetClock>) -> (Session, Registration) {
        let store = Arc::new(SqliteStore::open(&data.join("punto.sqlite")).unwrap());
        let tables = house::default_tables();
        let house = House::start(store, clock, Arc::new(OsEntropy), tables).await.unwrap();
        let documents = crate::documents::Documents { openapi: || "", messages: || "" };
        let app = App::new(Arc::new(house), Config::default(), documents);
        let outbox = Arc::new(Outbox::new(64 << 10));
        let registration = app.sockets.register(&outbox).unwrap();
        let address = Ipv4Addr::LOCALHOST.into();
        let place = app.visitors.open_socket(ClientAddress { address, is_local: true }).unwrap();
        let opener = Opener { session: None, address, place };
        (Session::new(app, outbox, registration.id(), opener), registration)
    }

    async fn sent(session: &Session) -> Vec<Value> {
        let texts = session.outbox.take().await.unwrap();
        texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    #[tokio::test]
    async fn a_patron_who_lags_gets_their_whole_wallet_and_the_check_that_is_due() {
        let data = tempfile::tempdir().unwrap();
        let clock = Arc::new(SetClock(AtomicI64::new(1_700_000_000_000)));
        let (mut session, _registration) = session_at(data.path(), Arc::clone(&clock)).await;
        let (app, table) = (Arc::clone(&session.app), house::default_tables()[0].id);
        let (ana, token) = app.house.new_guest("Ana").await.unwrap();
        let hello = ClientMessage::Hello { token: Some(token.secret().to_owned()) };
        session.answer(hello, clock.now()).await;
        app.house
            .set_limits(ana.id, &Wanted::from([(LimitKind::RealityCheckMinutes, Some(30))]))
            .await
            .unwrap();
        app.house.take_seat(ana.id, table, Pass::default()).await.unwrap();
        session.outbox.take().await.unwrap();

        for (minutes, check) in [(0, None), (30, Some(30))] {
            clock.0.fetch_add(minutes * 60_000, Ordering::Relaxed);
            session.handle_notice(Err(RecvError::Lagged(1))).await;
            let sent = sent(&session).await;
            let wallet = json!({"type": "wallet", "balance": 1_000_000, "bonus": 0, "owed": 0, "number": 1});
            assert_eq!(sent[0], wallet);
            let sent_check = sent.get(1).map(|message| (&message["type"], &message["check"]["minutes"]));
            let expected = check.map(|minutes| (json!("reality_check"), json!(minutes)));
            assert_eq!(sent_check, expected.as_ref().map(|(kind, minutes)| (kind, minutes)), "{sent:?}");
        }
    }

    #[tokio::test]
    async fn of_wallets_in_a_row_the_last_is_sent_and_none_that_is_newer_is_dropped() {
        for (numbers, expected) in [(&[4, 5, 6][..], &[6][..]), (&[4, 6, 5], &[6, 5]), (&[7], &[7])] {
            let data = tempfile::tempdir().unwrap();
            let clock = Arc::new(SetClock(AtomicI64::new(1_700_000_000_000)));
            let (mut session, _registration) = session_at(data.path(), clock).await;
            let (sender, receiver) = tokio::sync::broadcast::channel(16);
            session.notices = Some(receiver);
            for number in numbers {
                let wallet = NumberedWallet { number: *number, ..NumberedWallet::default() };
                sender.send(NumberedNotice { seq: 0, round: None, notice: Notice::Wallet(wallet) }).unwrap();
            }
            session.handle_waiting_notices().await;
            let sent = sent(&session).await;
            let sent: Vec<u64> = sent.iter().filter_map(|message| message["number"].as_u64()).collect();
            assert_eq!(sent, expected);
        }
    }

    #[tokio::test]
    async fn of_slips_in_a_row_the_wagers_after_the_last_are_sent_and_no_other_message_is_dropped() {
        let data = tempfile::tempdir().unwrap();
        let clock = Arc::new(SetClock(AtomicI64::new(1_700_000_000_000)));
        let (mut session, _registration) = session_at(data.path(), clock).await;
        let table = house::default_tables()[0].id;
        let view = session.app.house.patron_view(PatronId(1), table).await.unwrap();
        session.patron_tables.replace(table, &view);
        let (sender, receiver) = tokio::sync::broadcast::channel(16);
        session.notices = Some(receiver);
        let round = |round_no| RoundRef { shoe_no: 1, round_no };
        let accepted = |round_no, staked, auto_rounds_left| Notice::SlipAccepted {
            table,
            round: round(round_no),
            slip_id: RequestId(7),
            wagers: Vec::new(),
            staked: money::Amount::new(staked).unwrap(),
            auto_rounds_left,
        };
        let idle = Notice::Idle { table, rounds: 2, limit: None };
        let row = [
            accepted(1, 100, None),
            accepted(1, 200, None),
            idle,
            accepted(1, 300, None),
            accepted(2, 50, None),
        ];
        for (seq, notice) in (1..).zip(row) {
            sender.send(NumberedNotice { seq, round: None, notice }).unwrap();
        }
        session.handle_waiting_notices().await;
        let sent = sent(&session).await;
        let sent: Vec<_> = sent.iter().map(|it| (it["type"].as_str().unwrap(), it["seq"].as_u64())).collect();
        assert_eq!(sent, [("yours", Some(2)), ("idle", Some(3)), ("yours", Some(4)), ("yours", Some(5))]);
    }
}
