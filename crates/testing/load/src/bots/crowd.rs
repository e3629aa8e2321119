//! All bots with their sockets, and what each does next and when.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::book::{Change, Wagers};
use super::dice::Dice;
use super::floor::Floor;
use super::patron::{Patron, take_seat};
use super::plan::Plan;
use super::rest::{Guest, Rest};
use super::tally::Tally;
use crate::swarm::{Id, Swarm};

/// The path of the sockets.
const PATH: &str = "/api/v1/socket";
/// How long before the end of betting the last request is sent, in milliseconds.
const MARGIN: i64 = 400;
/// How long a patron waits before taking a seat again.
const BREATH: Duration = Duration::from_millis(500);

/// A bot.
#[derive(Debug)]
pub(super) struct Bot {
    /// Its socket; none while it has none.
    pub(super) socket: Option<Id>,
    pub(super) table: u32,
    /// Whether the server has answered on this socket.
    pub(super) is_here: bool,
    /// The last frame it has.
    pub(super) seq: Option<u64>,
    /// Whether the server has answered on this socket that it watches the table.
    pub(super) is_watching: bool,
    /// Whether it stops reading now and then.
    pub(super) is_slow: bool,
    pub(super) patron: Option<Box<Patron>>,
}

/// What a bot does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    Connect,
    Drop,
    Sit,
    Pause,
    Resume,
    Ask(Change),
}

/// When something is due, and the place of what it is.
type Due = Reverse<(Instant, usize)>;

/// All bots.
#[derive(Debug)]
pub struct Crowd {
    plan: Plan,
    pub(super) bots: Vec<Bot>,
    /// The bot of each socket.
    pub(super) owners: Vec<usize>,
    agenda: BinaryHeap<Due>,
    acts: Vec<Option<(usize, Act)>>,
    free: Vec<usize>,
    dice: Dice,
    /// What everybody saw.
    pub floor: Floor,
    /// What was counted, and what was wrong.
    pub tally: Tally,
    /// Whether nobody begins anything any more.
    is_ending: bool,
    /// Whether a server that is gone is expected, and so is what comes late.
    pub(super) is_disturbed: bool,
    /// The first socket that a restart of the server did not end.
    pub(super) oldest: Id,
    /// How far the server's clock is ahead of this machine's, in milliseconds, once it is known.
    pub(super) ahead_ms: Option<i64>,
    /// The bot that was checked last.
    checked: usize,
}

impl Crowd {
    /// A crowd that begins to connect. There is a patron for each guest.
    pub fn new(plan: Plan, guests: Vec<Guest>) -> Self {
        let mut dice = Dice::new(plan.seed);
        let mut guests = guests.into_iter();
        let mut crowd = Self {
            bots: Vec::new(),
            owners: Vec::new(),
            agenda: BinaryHeap::new(),
            acts: Vec::new(),
            free: Vec::new(),
            dice: dice.clone(),
            floor: Floor::new(plan.drain_ms),
            tally: Tally::default(),
            is_ending: false,
            is_disturbed: false,
            oldest: 0,
            ahead_ms: None,
            checked: 0,
            plan,
        };
        let start = Instant::now();
        let (sockets, tables) = (crowd.plan.sockets, crowd.plan.tables.clone());
        for (number, table) in (0..sockets).zip(tables.iter().cycle()) {
            let guest = guests.next();
            let is_slow = guest.is_none() && dice.percent(crowd.plan.slow_percent);
            let choices = Dice::new(crowd.plan.seed ^ (u64::from(number) << 32));
            let patron = guest.map(|guest| Box::new(Patron::new(format!("patron {number}"), guest, choices)));
            crowd.bots.push(Bot {
                socket: None,
                table: *table,
                is_here: false,
                seq: None,
                is_watching: false,
                is_slow,
                patron,
            });
            let at = start + crowd.plan.joining.saturating_mul(number) / sockets.max(1);
            crowd.at(at, crowd.bots.len() - 1, Act::Connect);
        }
        crowd
    }

    /// How many bots are connected and have their table before them.
    pub fn watching(&self) -> usize {
        self.bots.iter().filter(|bot| bot.is_here && bot.seq.is_some()).count()
    }

    /// Whether no bot has a server any more, but for those that do not read and so have not noticed.
    pub fn is_alone(&self) -> bool {
        !self.bots.iter().any(|bot| bot.is_here && !bot.is_slow)
    }

    /// How many bots wager.
    pub fn patrons(&self) -> usize {
        self.bots.iter().filter(|bot| bot.patron.is_some()).count()
    }

    /// Nobody begins anything any more.
    pub const fn end(&mut self) {
        self.is_ending = true;
    }

    /// Whether every patron has an answer to everything, and no wagers in a round.
    pub fn is_at_rest(&self) -> bool {
        self.bots.iter().filter_map(|bot| bot.patron.as_ref()).all(|patron| patron.is_at_rest())
    }

    /// Whether the server is gone, or not all are back.
    pub const fn is_disturbed(&self) -> bool {
        self.is_disturbed
    }

    /// The server is about to go, or it is back.
    pub fn disturb(&mut self, is_disturbed: bool) {
        self.is_disturbed = is_disturbed;
        if is_disturbed {
            self.oldest = self.owners.len();
        }
        self.floor.forget_announcements();
    }

    /// Looks after the sockets, and does what is due. Waits for at most that long.
    ///
    /// # Errors
    /// When the system has no more files or ports.
    pub fn turn(&mut self, swarm: &mut Swarm, wait: Duration) -> io::Result<()> {
        let next =
            self.agenda.peek().map_or(wait, |Reverse((at, _))| at.saturating_duration_since(Instant::now()));
        swarm.turn(next.min(wait), self)?;
        while let Some(Reverse((at, number))) = self.agenda.peek().copied() {
            if at > Instant::now() {
                break;
            }
            self.agenda.pop();
            self.free.push(number);
            if let Some((bot, act)) = self.acts.get_mut(number).and_then(Option::take) {
                self.act(swarm, bot, act)?;
            }
        }
        Ok(())
    }

    /// Reads what only answers over HTTP have, and reports what differs for too long at some of the bots; the next
    /// time, at the next of them.
    pub fn check(&mut self, rest: &Rest) {
        if self.is_disturbed {
            return;
        }
        for table in self.floor.unread() {
            match rest.table(table) {
                Ok(view) => self.floor.read_rules(table, &view),
                Err(what) => self.tally.problem("rest", what),
            }
        }
        let some = self.bots.len() / 4 + 1;
        for _ in 0..some {
            self.checked = (self.checked + 1) % self.bots.len().max(1);
            if self.bots.get(self.checked).is_some_and(|bot| bot.is_here && bot.patron.is_some()) {
                self.check_patron(self.checked, rest, Instant::now());
            }
        }
        self.report_wrong();
    }

    fn check_patron(&mut self, number: usize, rest: &Rest, now: Instant) {
        let Self { bots, floor, tally, .. } = self;
        let Some(Bot { table, patron: Some(patron), .. }) = bots.get_mut(number) else { return };
        let table = *table;
        // The ends of rounds that the server did not send to this patron, because it was away for more than one; and
        // those whose cards nobody saw.
        let current = floor.table(table).map(|table| table.round).unwrap_or_default();
        let mut missed = patron.undecided(|round| floor.outcome(table, round).is_some());
        missed.extend(patron.book.open_rounds().filter(|round| *round < current));
        if !missed.is_empty() {
            match rest.rounds(&patron.token) {
                Ok(rounds) => rounds
                    .into_iter()
                    .filter(|known| known.table_id == table && missed.contains(&known.round))
                    .for_each(|known| {
                        let cards = (known.outcome != "voided").then_some(known.cards.as_slice());
                        floor.recorded(table, known.round, cards);
                        patron.ended(known.into());
                    }),
                Err(what) => tally.problem("rest", what),
            }
        }
        patron.settle(|round| floor.outcome(table, round), tally);
        patron.check(now, tally);
    }

    /// Reports what everybody was shown that does not follow from the cards.
    pub(super) fn report_wrong(&mut self) {
        for what in self.floor.take_wrong() {
            self.tally.problem("public", what);
        }
    }

    /// Asks the server for the balance of every patron, and compares it with the book.
    pub fn compare(&mut self, rest: &Rest) {
        for bot in &mut self.bots {
            let Some(patron) = &mut bot.patron else { continue };
            match rest.balance(&patron.token) {
                Ok(cash) if cash == patron.book.cash() => {}
                Ok(cash) => {
                    let what = format!("the server has {cash}; the book has {}", patron.book.cash());
                    patron.wrong(&mut self.tally, "balance", &what);
                }
                Err(what) => self.tally.problem("rest", what),
            }
        }
    }

    /// The patron may send requests in the round that is open now: plans them.
    pub(super) fn plan_round(&mut self, bot: usize) {
        let ahead_ms = self.ahead_ms.unwrap_or_default();
        let Some(Bot { table, patron: Some(patron), .. }) = self.bots.get_mut(bot) else { return };
        let Some(table) = self.floor.table(*table) else { return };
        let Some(closes_at) = table.closes_at.filter(|_| patron.planned != Some(table.round)) else { return };
        patron.planned = Some(table.round);
        let left = closes_at.saturating_sub(unix_ms().saturating_add(ahead_ms)).saturating_sub(MARGIN);
        let Ok(left @ 1..) = u64::try_from(left) else { return };
        if self.is_ending {
            return;
        }
        let now = Instant::now();
        let soon = |dice: &mut Dice| now + Duration::from_millis(dice.below(left));
        let mut acts = vec![(soon(&mut self.dice), Act::Ask(Change::Add(Wagers::new())))];
        for (percent, act) in [
            (40, Act::Ask(Change::Add(Wagers::new()))),
            (10, Act::Ask(Change::Replace(Wagers::new()))),
            (10, Act::Ask(Change::Undo)),
            (5, Act::Ask(Change::Clear)),
            (self.plan.drop_percent, Act::Drop),
        ] {
            if self.dice.percent(percent) {
                acts.push((soon(&mut self.dice), act));
            }
        }
        for (at, act) in acts {
            self.at(at, bot, act);
        }
    }

    /// The socket of a bot is gone, and it comes back.
    pub(super) fn come_back(&mut self, bot: usize) {
        if let Some(bot) = self.bots.get_mut(bot) {
            (bot.socket, bot.is_here, bot.is_watching) = (None, false, false);
            if let Some(patron) = &mut bot.patron {
                patron.is_seated = false;
            }
        }
        let away = Duration::from_millis(self.dice.below(1_500).saturating_add(50));
        self.at(Instant::now() + away, bot, Act::Connect);
    }

    /// The patron takes a seat again, in a moment.
    pub(super) fn sit_again(&mut self, bot: usize) {
        self.at(Instant::now() + BREATH, bot, Act::Sit);
    }

    /// A bot that is slow stops reading in a while.
    pub(super) fn linger(&mut self, bot: usize) {
        if self.bots.get(bot).is_some_and(|bot| bot.is_slow) {
            let away = Duration::from_millis(self.dice.below(10_000));
            self.at(Instant::now() + away, bot, Act::Pause);
        }
    }

    fn act(&mut self, swarm: &mut Swarm, number: usize, act: Act) -> io::Result<()> {
        let Some(bot) = self.bots.get_mut(number) else { return Ok(()) };
        let (socket, table, ahead_ms) = (bot.socket, bot.table, self.ahead_ms.unwrap_or_default());
        match (act, socket) {
            (Act::Connect, None) => {
                bot.socket = Some(swarm.open(PATH)?);
                self.owners.push(number);
            }
            (Act::Drop, Some(socket)) => {
                swarm.drop_connection(socket);
                self.tally.dropped = self.tally.dropped.saturating_add(1);
                self.come_back(number);
            }
            (Act::Sit, Some(socket)) => {
                swarm.with(socket, |link| link.send(&take_seat(table)));
            }
            (Act::Pause, Some(socket)) => {
                swarm.with(socket, crate::swarm::Link::pause);
                let back = Duration::from_millis(self.dice.below(4_000).saturating_add(500));
                self.at(Instant::now() + back, number, Act::Resume);
            }
            (Act::Resume, Some(socket)) => {
                swarm.resume(socket, self);
                self.linger(number);
            }
            (Act::Ask(change), Some(socket)) => {
                let (Some(patron), Some(shown)) = (&mut bot.patron, self.floor.table(table)) else {
                    return Ok(());
                };
                let now = unix_ms().saturating_add(ahead_ms);
                let left = shown.closes_at.map_or(0, |at| at.saturating_sub(now));
                let is_time = patron.is_seated && patron.planned == Some(shown.round) && left > MARGIN / 2;
                let message = if is_time { patron.ask(table, shown, &change, &mut self.tally) } else { None };
                if let Some(message) = message {
                    swarm.with(socket, |link| link.send(&message.to_string()));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn at(&mut self, at: Instant, bot: usize, act: Act) {
        let number = self.free.pop().unwrap_or_else(|| {
            self.acts.push(None);
            self.acts.len() - 1
        });
        if let Some(slot) = self.acts.get_mut(number) {
            *slot = Some((bot, act));
        }
        self.agenda.push(Reverse((at, number)));
    }

    /// Opens the sockets that follow at another address.
    pub fn move_to(&mut self, swarm: &mut Swarm, server: SocketAddr) {
        swarm.move_to(server);
        self.disturb(false);
    }
}

/// The time of this machine, in milliseconds since the epoch.
#[expect(
    clippy::disallowed_methods,
    reason = "the clock of the client is what the server's is compared with"
)]
pub(super) fn unix_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.ok().and_then(|since| i64::try_from(since.as_millis()).ok()).unwrap_or_default()
}
