//! A patron at the tables: one line to the server after another, until nobody answers any more. Sends what the
//! planner chooses and notes what comes back.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use wire::client::ClientMessage;
use wire::rest::Guest;
use wire::server::{PatronInfo, PublicEvent, ServerMessage};
use wire::table_view::TableView;

use crate::audit::RoundId;
use crate::http::{Answer, call};
use crate::line::{Line, Lost};
use crate::notebook::Notebook;
use crate::plan::{Deed, Planner, RESENT, Seen};
use crate::translate::id;

/// How often a patron comes back within one cycle. More means that the server lives and does not let them in.
const VISITS: usize = 60;
/// How long a patron whose line was lost waits before coming back: a database that was killed needs its time.
const BREATH: Duration = Duration::from_millis(100);
/// How long an answer may take while nobody kills anything.
const ANSWER: Duration = Duration::from_secs(10);

/// Plays until the server is gone, and hands back the notes.
pub(crate) async fn play(server: SocketAddr, mut notes: Notebook, mut planner: Planner) -> Notebook {
    for _ in 0..VISITS {
        if TcpStream::connect(server).await.is_err() {
            break;
        }
        // A lost line is what this program is about; what it costs is the auditor's question.
        if let Err(Lost) = visit(server, &mut notes, &mut planner).await {
            sleep(BREATH).await;
        }
    }
    notes
}

/// Asks once more for all that was never answered, and waits for the answers.
///
/// # Errors
/// What is missing, when the server does not answer though nobody killed it.
pub(crate) async fn settle_up(
    server: SocketAddr,
    notes: &mut Notebook,
    planner: &mut Planner,
) -> Result<(), String> {
    let whose = |what: &str, notes: &Notebook| format!("{}: {what}", notes.who());
    if notes.token.is_none() {
        return Ok(());
    }
    let work = async {
        let mut seat = Seat::take(server, notes).await?;
        loop {
            let messages = planner.resend(notes);
            seat.say(messages, notes).await?;
            let before = notes.unanswered().len();
            if before == 0 {
                return Ok(());
            }
            // No more at once than are sent again on any other line.
            while notes.unanswered().len() > before.saturating_sub(RESENT) {
                seat.listen(notes).await?;
            }
        }
    };
    match timeout(ANSWER, work).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(Lost)) => Err(whose("the line broke, and nobody was killed", notes)),
        Err(_) => Err(whose(&format!("never answered: {:?}", notes.unanswered()), notes)),
    }
}

/// Asks the server for the balance it believes in.
pub(crate) async fn ask_balance(server: SocketAddr, notes: &mut Notebook) -> Result<(), String> {
    if notes.token.is_none() {
        return Ok(());
    }
    match call::<PatronInfo>(server, "GET /api/me", notes.token.as_deref(), None).await {
        Ok(Answer::Done(patron)) => notes.meet(&patron),
        Ok(Answer::Refused(status, _)) => return Err(format!("GET /api/me was answered with {status}")),
        Err(error) => return Err(format!("GET /api/me: {error}")),
    }
    Ok(())
}

/// One line, from hello to its end.
async fn visit(server: SocketAddr, notes: &mut Notebook, planner: &mut Planner) -> Result<(), Lost> {
    enter(server, notes).await?;
    let mut seat = Seat::take(server, notes).await?;
    let messages = planner.resend(notes);
    seat.say(messages, notes).await?;
    seat.think(planner);
    loop {
        // Thinking times and last moments are the patron's own; they wait for nothing but the clock.
        let moment = seat.next_moment();
        tokio::select! {
            heard = seat.listen(notes) => if let Some(table) = heard? {
                seat.plan_burst(table, planner);
            },
            () = sleep_until(moment) => {
                if !seat.act(server, notes, planner).await? {
                    return Ok(());
                }
            }
        }
    }
}

/// Becomes a guest, unless that was done before.
async fn enter(server: SocketAddr, notes: &mut Notebook) -> Result<(), Lost> {
    if notes.token.is_some() {
        return Ok(());
    }
    let body = serde_json::json!({ "nickname": notes.nickname });
    match call::<Guest>(server, "POST /api/guests", None, Some(&body)).await {
        Ok(Answer::Done(guest)) => {
            notes.token = Some(guest.token);
            notes.meet(&guest.patron);
            Ok(())
        }
        _ => Err(Lost),
    }
}

/// A patron on a line.
struct Seat {
    line: Line,
    tables: BTreeMap<u32, Seen>,
    /// The server's clock, and when that was.
    clock: Option<(i64, Instant)>,
    thinks_until: Instant,
    /// At which moments slips are to be sent to which tables in a burst.
    bursts: BTreeMap<u32, Instant>,
}

impl Seat {
    async fn take(server: SocketAddr, notes: &Notebook) -> Result<Self, Lost> {
        let mut line = Line::open(server).await?;
        line.greet(notes.token.clone()).await?;
        let (tables, bursts) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { line, tables, clock: None, thinks_until: Instant::now(), bursts })
    }

    async fn say(&mut self, messages: Vec<ClientMessage>, notes: &mut Notebook) -> Result<(), Lost> {
        for message in messages {
            // Noted first: it may arrive although sending it fails.
            notes.send(&message);
            self.line.put(&message).await?;
        }
        self.line.send().await
    }

    /// Waits for one message and notes it. Answers with the table whose betting it shows open, if it does.
    async fn listen(&mut self, notes: &mut Notebook) -> Result<Option<u32>, Lost> {
        match self.line.message().await? {
            Ok(message) => {
                notes.hear(&message);
                let welcome = self.clock.is_some();
                // Nobody was greeted: everything else on this line would be out of turn.
                if !welcome && matches!(message, ServerMessage::Problem { .. }) {
                    return Err(Lost);
                }
                Ok(self.see(&message))
            }
            Err(unread) => {
                notes.contradictions.push(unread);
                Ok(None)
            }
        }
    }

    fn see(&mut self, message: &ServerMessage) -> Option<u32> {
        match message {
            ServerMessage::Welcome { now, .. } => {
                self.clock = Some((*now, Instant::now()));
                None
            }
            ServerMessage::Snapshot { table, .. } => self.see_table(table),
            ServerMessage::Frame { table_id, event, .. } => self.see_event(*table_id, event),
            _ => None,
        }
    }

    fn see_table(&mut self, table: &TableView) -> Option<u32> {
        let seen = self.tables.entry(table.table_id).or_default();
        let (shoe_no, round_no) = (table.shoe.shoe_no, table.shoe.round_no);
        seen.round = RoundId { table: table.table_id, shoe_no, round_no };
        seen.spots.clone_from(&table.rules.spots);
        seen.turn(&table.phase);
        seen.closes_at.map(|_| table.table_id)
    }

    fn see_event(&mut self, table: u32, event: &PublicEvent) -> Option<u32> {
        let seen = self.tables.get_mut(&table)?;
        match event {
            PublicEvent::BettingOpened { phase, shoe } => {
                let (shoe_no, round_no) = (shoe.shoe_no, shoe.round_no);
                seen.round = id(table, wire::client::RoundRef { shoe_no, round_no });
                seen.turn(phase);
                Some(table)
            }
            PublicEvent::BettingClosed { phase } => {
                seen.turn(phase);
                None
            }
            _ => None,
        }
    }

    fn think(&mut self, planner: &mut Planner) {
        self.thinks_until = Instant::now() + Duration::from_millis(planner.dice.within(20..=350));
    }

    /// Half of the time, slips come in a burst around the moment when betting closes.
    fn plan_burst(&mut self, table: u32, planner: &mut Planner) {
        let closes_at = self.tables.get(&table).and_then(|seen| seen.closes_at);
        if let (Some(closes_at), Some((now, then))) = (closes_at, self.clock)
            && planner.dice.chance(50)
        {
            let early = i64::try_from(planner.dice.within(0..=80)).unwrap_or(0) - 5;
            let left = u64::try_from(closes_at - now - early).unwrap_or(0);
            self.bursts.insert(table, then + Duration::from_millis(left));
        }
    }

    fn next_moment(&self) -> Instant {
        self.bursts.values().copied().fold(self.thinks_until, Instant::min)
    }

    /// Does what is due. Answers whether the patron stays on the line.
    async fn act(
        &mut self,
        server: SocketAddr,
        notes: &mut Notebook,
        planner: &mut Planner,
    ) -> Result<bool, Lost> {
        let due = self.bursts.iter().find(|(_, at)| **at <= Instant::now()).map(|(table, _)| *table);
        if let Some(table) = due {
            self.bursts.remove(&table);
            let burst = self.tables.get(&table).map(|seen| planner.burst(seen, notes));
            self.say(burst.unwrap_or_default(), notes).await?;
            return Ok(true);
        }
        self.think(planner);
        let open: Vec<&Seen> = self.tables.values().filter(|seen| seen.closes_at.is_some()).collect();
        match planner.next(&open, notes) {
            Deed::Say(messages) => self.say(messages, notes).await?,
            Deed::TopUp => top_up(server, notes).await?,
            Deed::HangUp => return Ok(false),
            Deed::Wait => {}
        }
        Ok(true)
    }
}

async fn top_up(server: SocketAddr, notes: &mut Notebook) -> Result<(), Lost> {
    let asked = call::<PatronInfo>(server, "POST /api/me/play-money", notes.token.as_deref(), None).await;
    if let Answer::Done(patron) = asked.map_err(|_| Lost)? {
        notes.top_ups += 1;
        notes.meet(&patron);
    }
    Ok(())
}
