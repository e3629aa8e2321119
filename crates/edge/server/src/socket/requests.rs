//! What a client asks for on its socket, and the answers. One at a time, in the order they came.

use house::ports::Patron;
use house::{ClearReceipt, Rejection};
use table::{RequestId, TableId, Timestamp};
use wire::client::{ClientMessage, RoundRef, SlipWager};
use wire::codec::MALFORMED;
use wire::error::ErrorBody;
use wire::server::{PatronInfo, ServerMessage};

use super::session::Session;
use crate::refusal;
use crate::rest::patron_info;

impl Session {
    /// Answers a message received at that moment.
    pub(super) async fn answer(&mut self, message: ClientMessage, received_at: Timestamp) {
        if !self.greeted && !matches!(message, ClientMessage::Hello { .. } | ClientMessage::Ping { .. }) {
            return self.problem(ErrorBody::new("hello_first", "the first message on a socket is hello"));
        }
        match message {
            ClientMessage::Hello { token } => self.hello(token.as_deref()).await,
            ClientMessage::Watch { table_id, after } => self.watch(table_id, after).await,
            ClientMessage::Leave { table_id } => self.leave(table_id, received_at).await,
            ClientMessage::PlaceSlip { table_id, round, slip_id, wagers } => {
                let slip = AskedSlip { table_id, round, slip_id, wagers };
                self.place_slip(slip, received_at).await;
            }
            ClientMessage::ClearWagers { table_id, round, request_id } => {
                self.clear_wagers(table_id, round, request_id, received_at).await;
            }
            ClientMessage::Ping { nonce } => {
                self.say(&ServerMessage::Pong { nonce, now: self.app.house.now().0 });
            }
        }
    }

    /// The client says who it is, or that it only watches. It may say so again.
    async fn hello(&mut self, token: Option<&str>) {
        let patron = match token {
            None => None,
            Some(token) => match self.app.house.authenticate(token).await {
                Ok(Some(patron)) => Some(patron),
                Ok(None) => {
                    let message = "nobody has this token; say hello without one to watch";
                    return self.problem(ErrorBody::new("unauthenticated", message));
                }
                Err(failure) => return self.failed(&failure),
            },
        };
        // Notices first, then the balance: what changes in between is told twice rather than not at all.
        self.notices = patron.as_ref().map(|patron| self.app.house.notices(patron.id));
        let info = match &patron {
            None => None,
            Some(patron) => match self.info(patron).await {
                Ok(info) => Some(info),
                Err(failure) => return self.failed(&failure),
            },
        };
        self.greeted = true;
        let id = patron.as_ref().map(|patron| patron.id);
        self.watched.values().for_each(|channel| channel.set_patron(self.id, id));
        self.patron = patron;
        self.own.clear();
        self.say(&ServerMessage::Welcome { patron: info, now: self.app.house.now().0 });
        self.say_yours().await;
    }

    async fn info(&self, patron: &Patron) -> Result<PatronInfo, house::Failure> {
        Ok(patron_info(patron, self.app.house.wallet(patron.id).await?))
    }

    async fn watch(&mut self, table_id: u32, after: Option<u64>) {
        let Some(channel) = self.app.hub.channel(table_id).cloned() else {
            return self.unknown_table(table_id);
        };
        let patron = self.patron.as_ref().map(|patron| patron.id);
        channel.subscribe(self.id, patron, &self.outbox, after, self.app.house.now());
        let table = channel.id();
        self.watched.insert(table_id, channel);
        self.say_yours_at(table).await;
    }

    /// The socket stops watching. The patron leaves, unless they watch on another socket.
    async fn leave(&mut self, table_id: u32, received_at: Timestamp) {
        let Some(channel) = self.app.hub.channel(table_id).cloned() else {
            return self.unknown_table(table_id);
        };
        channel.unsubscribe(self.id);
        self.watched.remove(&table_id);
        self.own.forget(table_id);
        let Some(patron) = self.patron.as_ref().map(|patron| patron.id) else { return };
        if channel.is_watched_by(patron) {
            return;
        }
        if let Err(rejection) = self.app.house.leave(patron, channel.id(), received_at).await {
            self.rejected(&rejection);
        }
    }

    async fn place_slip(&mut self, slip: AskedSlip, received_at: Timestamp) {
        let AskedSlip { table_id, round, slip_id, wagers } = slip;
        let Some((patron, id)) = self.asked_by(&slip_id) else { return };
        let wagers = wagers.into_iter().map(Into::into).collect();
        let placed =
            self.app.house.place_slip(patron, TableId(table_id), round.into(), id, wagers, received_at);
        match placed.await {
            Ok(_) => self.say(&ServerMessage::SlipAccepted { table_id, slip_id }),
            Err(Rejection::Refused(refused)) => {
                self.say(&ServerMessage::SlipRefused { table_id, slip_id, refusal: refusal::body(&refused) });
            }
            Err(Rejection::Failed(failure)) => self.failed(&failure),
        }
    }

    async fn clear_wagers(
        &mut self,
        table_id: u32,
        round: RoundRef,
        request_id: String,
        received_at: Timestamp,
    ) {
        let Some((patron, id)) = self.asked_by(&request_id) else { return };
        let cleared = self.app.house.clear_wagers(patron, TableId(table_id), round.into(), id, received_at);
        match cleared.await {
            Ok(ClearReceipt { returned, .. }) => {
                self.answered = Some(id);
                let returned = returned.minor();
                self.say(&ServerMessage::WagersCleared { table_id, request_id: Some(request_id), returned });
            }
            Err(Rejection::Refused(refused)) => {
                let refusal = refusal::body(&refused);
                self.say(&ServerMessage::ClearRefused { table_id, request_id, refusal });
            }
            Err(Rejection::Failed(failure)) => self.failed(&failure),
        }
    }

    /// Who asks, and the id they made; the client is told when there is none.
    fn asked_by(&self, id: &str) -> Option<(table::PatronId, RequestId)> {
        let Some(patron) = &self.patron else {
            let message = "only a patron can do this; say hello with a token";
            self.problem(ErrorBody::new("unauthenticated", message));
            return None;
        };
        match id.parse() {
            Ok(id) => Some((patron.id, id)),
            Err(error) => {
                self.problem(ErrorBody::new(MALFORMED, format!("{error}, not {id:.40}")));
                None
            }
        }
    }

    fn unknown_table(&self, table_id: u32) {
        self.problem(ErrorBody::new("unknown_table", format!("there is no table {table_id}")));
    }
}

/// A slip as it was sent.
struct AskedSlip {
    table_id: u32,
    round: RoundRef,
    slip_id: String,
    wagers: Vec<SlipWager>,
}
