//! Handles the messages of a client, one at a time and in order.

use std::sync::Arc;

use house::people::Role;
use house::{Failure, Pass};
use table::{PatronId, RawStopAt, RequestId, TableId, Timestamp};
use wire::client::{ClientMessage, RoundRef};
use wire::codec::{MALFORMED, VERSION};
use wire::error::ErrorBody;
use wire::server::ServerMessage;

use super::messages::roles_of;
use super::sent_slip::{SentSlip, WholeSlip};
use super::session::Session;
use super::squeeze::SqueezedCard;
use crate::authenticate::{allowed_to, unknown_secret};
use crate::caller::Caller;
use crate::hub::Channel;
use crate::problem::Problem;
use crate::rest::patron_info;
use crate::role_lists::PLAYERS;

impl Session {
    /// Handles a message that arrived at `received_at`; a slip together with those behind it.
    pub(super) async fn answer(
        &mut self,
        message: ClientMessage,
        received_at: Timestamp,
        behind: Vec<WholeSlip>,
    ) {
        if let Err(problem) = self.may_send(&message) {
            return self.send_problem(*problem);
        }
        // The rare requests are boxed, so that a slip's future is small: it is made and moved for every slip.
        match message {
            ClientMessage::Hello { token } => {
                if let Err(failure) = Box::pin(self.hello(token.as_deref())).await {
                    self.send_failure(&failure);
                }
            }
            ClientMessage::Watch { table_id, after, bulletins } => {
                Box::pin(self.watch(table_id, after, bulletins)).await;
            }
            ClientMessage::WatchLobby => self.app.hub.lobby().subscribe(self.id, &self.outbox),
            ClientMessage::UnwatchLobby => self.app.hub.lobby().unsubscribe(self.id),
            ClientMessage::TakeSeat { table_id, password, invitation } => {
                Box::pin(self.take_seat(table_id, Pass { password, invitation })).await;
            }
            ClientMessage::QuickSeat => Box::pin(self.quick_seat()).await,
            ClientMessage::Leave { table_id } => Box::pin(self.leave(table_id, received_at)).await,
            ClientMessage::PlaceSlip { table_id, round, slip_id, wagers, replaces } => {
                let slip = SentSlip { table_id, round, slip_id, received_at };
                self.place_slip((slip, wagers), replaces, behind).await;
            }
            ClientMessage::UndoLast { table_id, round, request_id } => {
                let undo = SentSlip { table_id, round, slip_id: request_id, received_at };
                Box::pin(self.undo_last(undo)).await;
            }
            ClientMessage::Rebet { table_id, round, slip_id } => {
                Box::pin(self.rebet(SentSlip { table_id, round, slip_id, received_at })).await;
            }
            ClientMessage::ClearWagers { table_id, round, request_id } => {
                Box::pin(self.clear_wagers(table_id, round, request_id, received_at)).await;
            }
            ClientMessage::StartAuto { table_id, wagers, rounds, stop_at_loss, stop_at_win, request_id } => {
                let stop_at = RawStopAt { loss: stop_at_loss, win: stop_at_win };
                Box::pin(self.start_auto(table_id, wagers, rounds, stop_at, request_id)).await;
            }
            ClientMessage::StopAuto { table_id } => Box::pin(self.stop_auto(table_id)).await,
            ClientMessage::PledgeNonce { table_id, shoe_no, pledge } => {
                Box::pin(self.pledge_nonce(table_id, (shoe_no, pledge), received_at)).await;
            }
            ClientMessage::RevealNonce { table_id, shoe_no, nonce } => {
                Box::pin(self.reveal_nonce(table_id, (shoe_no, nonce), received_at)).await;
            }
            ClientMessage::Squeeze { table_id, round, slot, edge, permille } => {
                let edge = Some((edge, permille));
                Box::pin(self.squeeze(SqueezedCard { table_id, round, slot }, edge)).await;
            }
            ClientMessage::Open { table_id, round, slot } => {
                Box::pin(self.squeeze(SqueezedCard { table_id, round, slot }, None)).await;
            }
            ClientMessage::ShowName { shown } => self.show_name(shown),
            ClientMessage::Ping { nonce } => {
                self.send(&ServerMessage::Pong { nonce, now: self.app.house.now().0 });
            }
        }
    }

    /// Authenticates the client by its token, or else by the session that opened the socket. Without either, the client
    /// is a spectator. A client may say hello again.
    async fn hello(&mut self, token: Option<&str>) -> Result<(), Failure> {
        let app = Arc::clone(&self.app);
        let session = match token {
            Some(token) => app.house.people().authenticate(token).await?,
            None => self.opener.session.clone(),
        };
        if token.is_some() && session.is_none() {
            self.send_problem(*unknown_secret(&app, self.opener.address).body);
            return Ok(());
        }
        let attended = match &session {
            Some(session) => app.house.people().attend(session).await?,
            None => None,
        };
        if attended.is_none() && session.is_some() {
            let message = "the session has ended; send hello with a valid token, or without one to watch";
            self.send_problem(ErrorBody::new("unauthenticated", message));
            return Ok(());
        }
        if attended.as_ref().is_some_and(|(session, _)| session.needs_second_factor) {
            self.send_problem(*Problem::second_factor_needed().body);
            return Ok(());
        }
        let (session, watch) = attended.unzip();
        let caller = session.map(Caller::with).unwrap_or_default();
        // Notices are subscribed before the wallet is read: a change in between is sent twice rather than never.
        self.notices = caller.patron().map(|patron| app.house.notices(patron.id));
        let info = match caller.patron() {
            Some(patron) => Some(patron_info(patron, app.house.numbered_wallet(patron.id).await?)),
            None => None,
        };
        self.greeted = true;
        let audience = if caller.patron().is_some() { "patron" } else { "public" };
        app.config.metrics.sockets.joined.one(audience);
        (self.caller, self.watch) = (caller, watch);
        self.presence = self.patron().map(|patron| app.house.connected(patron));
        self.patron_tables.clear();
        self.sent_results.clear();
        self.send(&ServerMessage::Welcome {
            version: VERSION.to_owned(),
            limits: app.config.limits.of_socket(),
            patron: info,
            now: app.house.now().0,
        });
        self.send_all_yours().await;
        Ok(())
    }

    /// Whether the caller may send this message now. One that is no ping counts as a use of the session.
    fn may_send(&mut self, message: &ClientMessage) -> Result<(), Box<ErrorBody>> {
        if !self.greeted && !matches!(message, ClientMessage::Hello { .. } | ClientMessage::Ping { .. }) {
            let problem = ErrorBody::new("hello_first", "the socket has no hello yet; send hello first");
            return Err(Box::new(problem));
        }
        self.used |= !matches!(message, ClientMessage::Ping { .. });
        let roles = roles_of(message);
        if self.caller.holds_one_of(roles) { Ok(()) } else { Err(Box::new(self.not_allowed(roles))) }
    }

    /// The problem of a message that this caller may not send.
    fn not_allowed(&self, roles: &[Role]) -> ErrorBody {
        match self.caller.session {
            None => ErrorBody::new("unauthenticated", "this socket has no patron; send hello with a token"),
            Some(_) => ErrorBody::new("not_allowed", allowed_to(roles)),
        }
    }

    async fn watch(&mut self, table_id: u32, after: Option<u64>, bulletins: bool) {
        let Some(channel) = self.channel(table_id) else { return };
        let (house, table) = (&self.app.house, channel.id());
        let (socket, seats) = ((self.id, &self.outbox), house.seats_taken(table));
        channel.subscribe(socket, (after, bulletins), seats, house.now());
        self.watched.insert(table_id, channel);
        if bulletins {
            self.with_bulletins.insert(table_id);
        } else {
            self.with_bulletins.remove(&table_id);
        }
        if let Some(after) = after {
            self.send_missed(table, after).await;
        }
        self.send_yours(table).await;
    }

    async fn take_seat(&mut self, table_id: u32, pass: Pass) {
        let Some(patron) = self.patron_id() else { return };
        match self.app.house.take_seat(patron, TableId(table_id), pass).await {
            Ok(_) => {
                let seq = self.reach_latest(TableId(table_id)).await;
                self.send(&ServerMessage::SeatTaken { table_id, seq });
            }
            Err(rejection) => {
                self.send_rejection(&rejection, |refusal| ServerMessage::SeatRefused { table_id, refusal });
            }
        }
    }

    async fn quick_seat(&self) {
        let Some(patron) = self.patron_id() else { return };
        match self.app.house.quick_seat(patron).await {
            Ok(seat) => {
                let seq = self.reach_latest(seat.table).await;
                self.send(&ServerMessage::SeatTaken { table_id: seat.table.0, seq });
            }
            Err(rejection) => self.send_rejection(&rejection, |error| ServerMessage::Problem { error }),
        }
    }

    /// Gives up the patron's seat, wherever else they watch the table, and unsubscribes this socket from it.
    async fn leave(&mut self, table_id: u32, received_at: Timestamp) {
        let Some(channel) = self.channel(table_id) else { return };
        channel.unsubscribe(self.id);
        self.watched.remove(&table_id);
        self.with_bulletins.remove(&table_id);
        self.patron_tables.remove(table_id);
        let Some(patron) = self.patron() else { return };
        if let Err(rejection) = self.app.house.leave(patron, channel.id(), received_at).await {
            self.send_rejection(&rejection, |error| ServerMessage::Problem { error });
        }
    }

    async fn clear_wagers(
        &mut self,
        table_id: u32,
        round: RoundRef,
        request_id: String,
        received_at: Timestamp,
    ) {
        let Some((patron, id)) = self.patron_and_id(&request_id) else { return };
        let clearing = self.app.house.clear_wagers(patron, TableId(table_id), round.into(), id, received_at);
        match clearing.await {
            Ok(cleared) => {
                self.answered_clear = Some(id);
                let (returned, request_id) = (cleared.returned.minor(), Some(request_id));
                let seq = self.reach_latest(TableId(table_id)).await;
                self.send(&ServerMessage::WagersCleared { table_id, seq, request_id, returned });
            }
            Err(rejection) => self.send_rejection(&rejection, |refusal| ServerMessage::ClearRefused {
                table_id,
                request_id,
                refusal,
            }),
        }
    }

    /// The patron of the socket and the request's id; sends a problem when one of them is missing or malformed.
    pub(super) fn patron_and_id(&self, id: &str) -> Option<(PatronId, RequestId)> {
        let patron = self.patron_id()?;
        match id.parse() {
            Ok(id) => Some((patron, id)),
            Err(error) => {
                self.send_problem(ErrorBody::new(MALFORMED, format!("{error}, not {id:.40}")));
                None
            }
        }
    }

    /// The patron of the socket; sends a problem when there is none.
    pub(super) fn patron_id(&self) -> Option<PatronId> {
        let patron = self.patron();
        if patron.is_none() {
            self.send_problem(self.not_allowed(PLAYERS));
        }
        patron
    }

    /// The channel of a table; sends a problem when there is none.
    fn channel(&self, table_id: u32) -> Option<Arc<Channel>> {
        let channel = self.app.hub.channel(table_id);
        if channel.is_none() {
            self.send_problem(ErrorBody::new("unknown_table", format!("table {table_id} does not exist")));
        }
        channel
    }
}
