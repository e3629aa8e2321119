//! A patron at the tables: opens one connection after another until the server is gone. Sends what the planner chooses
//! and notes the answers.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use auditor::{PatronAction, PatronRequest, Planner, RoundId, SeenTable, SpotLimit};
use tokio::time::{Instant, sleep_until, timeout};
use wire::public_event::PublicEvent;
use wire::rest::Guest;
use wire::server::{PatronInfo, ServerMessage};
use wire::table_view::{PhaseView, SpotView};

use crate::connection::{ANSWER, Connection, Disconnected, until_gone};
use crate::http::{Answer, call};
use crate::patron_observer::PatronObserver;
use crate::protection::{self, find_account, use_account};

/// Plays until the server is gone.
pub(crate) async fn play(server: SocketAddr, observer: &mut PatronObserver, mut planner: Planner) {
    until_gone(server, async || visit(server, observer, &mut planner).await).await;
}

/// Repeats every request that is in doubt, and waits for the answers.
///
/// # Errors
/// What is missing, when the server does not answer though nobody killed it.
pub(crate) async fn settle_up(
    server: SocketAddr,
    observer: &mut PatronObserver,
    planner: &mut Planner,
) -> Result<(), String> {
    let whose = |what: &str, observer: &PatronObserver| format!("{}: {what}", observer.observed.who());
    if observer.token.is_none() {
        return Ok(());
    }
    let work = async {
        find_account(server, observer).await?;
        let mut seat = Seat::take(server, observer).await?;
        loop {
            seat.send(planner.resend(&observer.observed), observer).await?;
            // Every request in doubt is in flight alone, so its answer settles it.
            while observer.is_waiting() {
                seat.listen(observer).await?;
            }
            if observer.observed.unanswered().is_empty() {
                return Ok(());
            }
        }
    };
    match timeout(ANSWER, work).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(Disconnected)) => Err(whose("the connection broke, and nobody was killed", observer)),
        Err(_) => Err(whose(&format!("never answered: {:?}", observer.observed.unanswered()), observer)),
    }
}

/// Asks the server for the balance it believes in.
pub(crate) async fn ask_balance(server: SocketAddr, observer: &mut PatronObserver) -> Result<(), String> {
    if observer.token.is_none() {
        return Ok(());
    }
    match call::<PatronInfo>(server, "GET /api/v1/me", observer.token.as_deref(), None).await {
        Ok(Answer::Done(patron)) => observer.meet(&patron),
        Ok(Answer::Refused(status, _)) => return Err(format!("GET /api/v1/me was answered with {status}")),
        Err(error) => return Err(format!("GET /api/v1/me: {error}")),
    }
    Ok(())
}

/// One connection, from hello to its end.
async fn visit(
    server: SocketAddr,
    observer: &mut PatronObserver,
    planner: &mut Planner,
) -> Result<(), Disconnected> {
    enter(server, observer).await?;
    if observer.is_careful {
        use_account(server, observer, &mut planner.dice).await?;
    }
    let mut seat = Seat::take(server, observer).await?;
    seat.send(planner.resend(&observer.observed), observer).await?;
    seat.think(planner);
    loop {
        // Thinking times and last moments are the patron's own; they wait for nothing but the clock.
        let moment = seat.next_moment();
        tokio::select! {
            opened = seat.listen(observer) => if let Some(table) = opened? {
                seat.plan_burst(table, planner);
            },
            () = sleep_until(moment) => {
                if !seat.act(server, observer, planner).await? {
                    return Ok(());
                }
            }
        }
    }
}

/// Becomes a guest, unless that was done before.
async fn enter(server: SocketAddr, observer: &mut PatronObserver) -> Result<(), Disconnected> {
    if observer.token.is_some() {
        return Ok(());
    }
    let body = serde_json::json!({ "nickname": observer.observed.nickname });
    match call::<Guest>(server, "POST /api/v1/guests", None, Some(&body)).await {
        Ok(Answer::Done(guest)) => {
            observer.token = Some(guest.token);
            observer.meet(&guest.patron);
            Ok(())
        }
        _ => Err(Disconnected),
    }
}

/// A patron with a connection.
struct Seat {
    connection: Connection,
    tables: BTreeMap<u32, SeenTable>,
    /// When betting closes at the tables where it is open, on the server's clock.
    closes_at: BTreeMap<u32, i64>,
    /// The server's clock, and when that was.
    clock: Option<(i64, Instant)>,
    thinks_until: Instant,
    /// At which moments slips are to be sent to which tables in a burst.
    bursts: BTreeMap<u32, Instant>,
}

impl Seat {
    async fn take(server: SocketAddr, observer: &PatronObserver) -> Result<Self, Disconnected> {
        let connection = Connection::open(server, observer.token.clone()).await?;
        let (tables, closes_at, bursts) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Ok(Self { connection, tables, closes_at, clock: None, thinks_until: Instant::now(), bursts })
    }

    async fn send(
        &mut self,
        requests: Vec<PatronRequest>,
        observer: &mut PatronObserver,
    ) -> Result<(), Disconnected> {
        for request in requests {
            // Noted first: it may arrive although sending it fails.
            observer.observed.send(&request);
            for message in observer.messages(&request) {
                self.connection.put(&message).await?;
            }
        }
        self.connection.send().await
    }

    /// Waits for one message and notes it. Answers with the table whose betting it shows open, if it does.
    async fn listen(&mut self, observer: &mut PatronObserver) -> Result<Option<u32>, Disconnected> {
        match self.connection.message().await? {
            Ok(message) => {
                observer.receive(&message);
                let welcome = self.clock.is_some();
                // There was no welcome: any other message on this connection would be unexpected.
                if !welcome && matches!(message, ServerMessage::Problem { .. }) {
                    return Err(Disconnected);
                }
                Ok(self.see(&message))
            }
            Err(unread) => {
                observer.contradict(unread);
                Ok(None)
            }
        }
    }

    /// Notes what a message says of a table. Answers with the table if it shows its betting open.
    fn see(&mut self, message: &ServerMessage) -> Option<u32> {
        let (table, shoe, phase) = match message {
            ServerMessage::Welcome { now, .. } => {
                self.clock = Some((*now, Instant::now()));
                return None;
            }
            ServerMessage::Snapshot { table, .. } => {
                let limit = |it: &SpotView| SpotLimit {
                    spot: it.spot.clone(),
                    minimum: it.minimum,
                    maximum: it.maximum,
                };
                let spots = table.rules.spots.iter().map(limit).collect();
                self.tables.insert(table.table_id, SeenTable { spots, ..SeenTable::default() });
                (table.table_id, Some(&table.shoe), &table.phase)
            }
            ServerMessage::Frame { table_id, event, .. } => match &**event {
                PublicEvent::BettingOpened { phase, shoe } => (*table_id, Some(shoe), phase),
                PublicEvent::BettingClosed { phase, .. } => (*table_id, None, phase),
                _ => return None,
            },
            _ => return None,
        };
        if let (Some(shoe), Some(seen)) = (shoe, self.tables.get_mut(&table)) {
            seen.round = RoundId { table, shoe_no: shoe.shoe_no, round_no: shoe.round_no };
        }
        self.closes_at.remove(&table);
        let PhaseView::Betting { closes_at } = phase else { return None };
        self.closes_at.insert(table, *closes_at);
        Some(table)
    }

    fn think(&mut self, planner: &mut Planner) {
        self.thinks_until = Instant::now() + Duration::from_millis(planner.dice.within(20..=350));
    }

    /// Half of the time, slips come in a burst around the moment when betting closes.
    fn plan_burst(&mut self, table: u32, planner: &mut Planner) {
        if let (Some(closes_at), Some((now, then))) = (self.closes_at.get(&table), self.clock)
            && planner.dice.per_mille(500)
        {
            let early = i64::try_from(planner.dice.within(0..=80)).unwrap_or(0) - 5;
            let left = u64::try_from(closes_at - now - early).unwrap_or(0);
            self.bursts.insert(table, then + Duration::from_millis(left));
        }
    }

    fn next_moment(&self) -> Instant {
        self.bursts.values().copied().fold(self.thinks_until, Instant::min)
    }

    /// Does what is due. Answers whether the patron stays connected.
    async fn act(
        &mut self,
        server: SocketAddr,
        observer: &mut PatronObserver,
        planner: &mut Planner,
    ) -> Result<bool, Disconnected> {
        let due = self.bursts.iter().find(|(_, at)| **at <= Instant::now()).map(|(table, _)| *table);
        if let Some(table) = due {
            self.bursts.remove(&table);
            let burst = self.tables.get(&table).map(|seen| planner.burst(seen, &mut observer.observed));
            self.send(burst.unwrap_or_default(), observer).await?;
            return Ok(true);
        }
        self.think(planner);
        if observer.is_careful && planner.dice.per_mille(80) {
            protection::ask(server, observer, &mut planner.dice).await?;
        }
        if observer.is_careful && planner.dice.per_mille(40) {
            protection::acknowledge(server, observer).await?;
        }
        let open: Vec<_> = self.closes_at.keys().filter_map(|table| self.tables.get(table)).collect();
        match planner.next(&open, &mut observer.observed) {
            PatronAction::Send(requests) => self.send(requests, observer).await?,
            PatronAction::TopUp => top_up(server, observer).await?,
            PatronAction::Disconnect => return Ok(false),
            PatronAction::Wait => {}
        }
        Ok(true)
    }
}

async fn top_up(server: SocketAddr, observer: &mut PatronObserver) -> Result<(), Disconnected> {
    // In doubt until there is an answer.
    observer.observed.gifts_in_doubt += 1;
    let answer =
        call::<PatronInfo>(server, "POST /api/v1/me/play-money", observer.token.as_deref(), None).await;
    match answer.map_err(|_| Disconnected)? {
        Answer::Done(patron) => {
            observer.observed.gifts_in_doubt -= 1;
            observer.observed.gifts += 1;
            observer.meet(&patron);
        }
        Answer::Refused(status, _) if status < 500 => observer.observed.gifts_in_doubt -= 1,
        Answer::Refused(..) => {}
    }
    Ok(())
}
