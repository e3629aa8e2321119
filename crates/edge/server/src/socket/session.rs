//! One client on one socket: who it is, what it watches, and what it is told besides the public frames.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::SplitStream;
use house::ports::Patron;
use house::{Failure, Notice};
use table::{RequestId, Timestamp};
use tokio::sync::broadcast::{Receiver, error::RecvError};
use wire::client::ClientMessage;
use wire::codec::MALFORMED;
use wire::error::ErrorBody;
use wire::server::ServerMessage;

use super::arrivals::{Arrival, Arrivals};
use super::own::OwnSides;
use crate::app::App;
use crate::hub::{Channel, End, Outbox, SocketId};
use crate::rate::Bucket;
use crate::refusal;

/// One client on one socket.
pub(super) struct Session {
    pub(super) app: Arc<App>,
    pub(super) outbox: Arc<Outbox>,
    pub(super) id: SocketId,
    /// Whether it has said hello.
    pub(super) greeted: bool,
    pub(super) patron: Option<Patron>,
    pub(super) notices: Option<Receiver<Notice>>,
    pub(super) watched: BTreeMap<u32, Arc<Channel>>,
    pub(super) own: OwnSides,
    /// The latest request to take wagers back that was answered here.
    pub(super) answered: Option<RequestId>,
    bucket: Bucket,
    /// How many messages in a row were too many.
    too_many: u32,
}

impl Session {
    pub(super) fn new(app: Arc<App>, outbox: Arc<Outbox>, id: SocketId) -> Self {
        Self {
            app,
            outbox,
            id,
            greeted: false,
            patron: None,
            notices: None,
            watched: BTreeMap::new(),
            own: OwnSides::default(),
            answered: None,
            bucket: Bucket::default(),
            too_many: 0,
        }
    }

    /// Reads and answers until the socket ends, and says why it did.
    pub(super) async fn run(&mut self, stream: &mut SplitStream<WebSocket>) -> End {
        let app = Arc::clone(&self.app);
        let mut arrivals = Arrivals::new(stream, &app.house);
        let idle = app.config.limits.idle;
        let mut silent = std::pin::pin!(tokio::time::sleep(idle));
        loop {
            tokio::select! {
                (received_at, message) = arrivals.next() => {
                    silent.as_mut().reset(tokio::time::Instant::now() + idle);
                    if let Err(end) = arrivals.during(self.received(message, received_at)).await {
                        return end;
                    }
                }
                notice = next(&mut self.notices) => self.noticed(notice).await,
                () = &mut silent => return End::Silent,
            }
            // Answers wait for their reader; only what nobody asked for can fill the queue.
            let room = tokio::time::timeout(idle, self.outbox.half_free());
            if room.await.is_err() {
                return End::TooSlow;
            }
        }
    }

    async fn received(&mut self, message: Arrival, received_at: Timestamp) -> Result<(), End> {
        match message {
            None | Some(Ok(Message::Close(_))) => Err(End::Gone),
            Some(Err(error)) => Err(broken(&error)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_))) => {
                if self.admit()? {
                    self.problem(ErrorBody::new(MALFORMED, "messages are JSON in text frames, not binary"));
                }
                Ok(())
            }
            Some(Ok(Message::Text(text))) => self.read(&text, received_at).await,
        }
    }

    async fn read(&mut self, text: &Utf8Bytes, received_at: Timestamp) -> Result<(), End> {
        if !self.admit()? {
            return Ok(());
        }
        match ClientMessage::decode(text) {
            Ok(message) => self.answer(message, received_at).await,
            Err(error) => self.problem(error),
        }
        Ok(())
    }

    /// Whether there is anything left of the socket's rate. It ends when it goes on regardless.
    fn admit(&mut self) -> Result<bool, End> {
        let rate = self.app.config.limits.messages;
        if self.bucket.take(rate, Instant::now()).is_ok() {
            self.too_many = 0;
            return Ok(true);
        }
        self.too_many = self.too_many.saturating_add(1);
        if self.too_many > rate.burst {
            return Err(End::Flood);
        }
        let message = format!("at most {} messages at once, and one more every {:?}", rate.burst, rate.every);
        self.problem(ErrorBody::new("too_many_messages", message));
        Ok(false)
    }

    async fn noticed(&mut self, notice: Result<Notice, RecvError>) {
        match notice {
            Ok(notice) => {
                let answered = self.answered;
                self.own.messages(notice, answered).iter().for_each(|message| self.say(message));
            }
            Err(RecvError::Lagged(_)) => {
                self.say_balance().await;
                self.say_yours().await;
            }
            Err(RecvError::Closed) => self.notices = None,
        }
    }

    /// Tells the patron's cash and bonus money.
    async fn say_balance(&self) {
        let Some(patron) = &self.patron else { return };
        match self.app.house.wallet(patron.id).await {
            Ok(wallet) => {
                self.say(&ServerMessage::Balance { balance: wallet.cash.minor() });
                self.say(&ServerMessage::Bonus { bonus: wallet.bonus.minor() });
            }
            Err(failure) => self.failed(&failure),
        }
    }

    /// Tells the patron's own side of every table the socket watches.
    pub(super) async fn say_yours(&mut self) {
        let tables: Vec<_> = self.watched.values().map(|channel| channel.id()).collect();
        for table in tables {
            self.say_yours_at(table).await;
        }
    }

    /// Tells the patron's own side of a table.
    pub(super) async fn say_yours_at(&mut self, table: table::TableId) {
        let Some(patron) = &self.patron else { return };
        match self.app.house.patron_view(patron.id, table).await {
            Ok(view) => {
                let yours = self.own.replace(table, &view);
                self.say(&yours);
            }
            Err(rejection) => self.rejected(&rejection),
        }
    }

    /// The socket is gone. That is not leaving, unless it stays gone.
    pub(super) fn close(&mut self) {
        for (_, channel) in std::mem::take(&mut self.watched) {
            channel.unsubscribe(self.id);
            if let Some(patron) = self.patron.as_ref().map(|patron| patron.id) {
                tokio::spawn(leave_after_grace(Arc::clone(&self.app), channel, patron));
            }
        }
    }

    pub(super) fn say(&self, message: &ServerMessage) {
        self.outbox.push(message.encode().into());
    }

    pub(super) fn problem(&self, error: ErrorBody) {
        self.say(&ServerMessage::Problem { error });
    }

    /// Says that something failed, and logs what.
    pub(super) fn failed(&self, failure: &Failure) {
        tracing::error!(socket = self.id.0, %failure, "failed");
        self.problem(refusal::unavailable());
    }

    pub(super) fn rejected(&self, rejection: &house::Rejection) {
        match rejection {
            house::Rejection::Refused(refused) => self.problem(refusal::body(refused)),
            house::Rejection::Failed(failure) => self.failed(failure),
        }
    }
}

/// The next notice; never, for a spectator.
async fn next(notices: &mut Option<Receiver<Notice>>) -> Result<Notice, RecvError> {
    match notices {
        Some(notices) => notices.recv().await,
        None => std::future::pending().await,
    }
}

/// A message may be too long; anything else means that the line is broken.
fn broken(error: &axum::Error) -> End {
    let text = error.to_string();
    if text.contains("too long") || text.contains("too big") { End::TooBig } else { End::Gone }
}

/// A patron whose last socket at a table is lost, and stays lost, has left it.
async fn leave_after_grace(app: Arc<App>, channel: Arc<Channel>, patron: table::PatronId) {
    if channel.is_watched_by(patron) {
        return;
    }
    tokio::time::sleep(app.config.limits.grace).await;
    if channel.is_watched_by(patron) {
        return;
    }
    match app.house.leave(patron, channel.id(), app.house.now()).await {
        Ok(_) => tracing::info!(patron = patron.0, table = channel.id().0, "a lost patron left"),
        Err(why) => {
            tracing::warn!(patron = patron.0, table = channel.id().0, %why, "a lost patron did not leave");
        }
    }
}
