//! A server with patrons at its tables, and the spans of time in which they send slips. Reports nothing.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::patrons::{Arrived, Patrons, Role};
use crate::bots::Rest;
use crate::process::{Meter, Process};
use crate::series::Series;
use crate::swarm::{Id, Swarm};

/// The path of the sockets.
const PATH: &str = "/api/v1/socket";
/// How long anything but the slips may take.
const PATIENCE: Duration = Duration::from_mins(1);
/// The time between two patrons who connect.
const DOOR: Duration = Duration::from_micros(500);
/// The time between two slips of a metronome: shorter than that between two totals per spot of a table.
const BEAT: Duration = Duration::from_millis(250);
/// How many rounds are tried for a span without pings.
const TRIES: u32 = 4;
/// How long one turn waits for sockets.
const TURN: Duration = Duration::from_millis(10);

/// Who sends slips, and how long they have for it.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The tables that the patrons spread over.
    pub tables: Vec<u32>,
    /// How many patrons there are.
    pub patrons: u32,
    /// How long a span is.
    pub span: Duration,
    /// How long after betting opened it begins, so that everybody has the frame.
    pub pause: Duration,
}

/// What the patrons send in a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Nothing: the floor.
    Nothing,
    /// One slip each, one patron after the other over this time.
    Single(Duration),
    /// So many slips each in one packet, all patrons at once.
    AtOnce(u32),
}

/// What was measured in a span.
#[derive(Clone, Debug, Default)]
pub struct Span {
    /// The server's processor time.
    pub cpu: Duration,
    /// How many slips of the patrons were accepted.
    pub slips: u64,
    /// The time from a slip to its answer, in microseconds.
    pub answers: Series,
    /// Messages for one patron alone.
    pub private: u64,
    /// Messages for everybody at a table, counted at each patron.
    pub public: u64,
}

/// A server with patrons at its tables.
///
/// At each table sits one patron more, the metronome. It sends slips at a steady pace in every span, the floor
/// included, so that the totals per spot, which everybody at the table gets, are sent equally often in each.
pub struct Stage {
    terms: Terms,
    swarm: Swarm,
    patrons: Patrons,
    rest: Rest,
    meter: Meter,
}

impl Stage {
    /// Lets the patrons of these terms come to a server, connect and sit down.
    ///
    /// # Errors
    /// Why not all have a seat.
    pub fn open(server: SocketAddr, process: Process, terms: Terms) -> Result<Self, String> {
        let rest = Rest::new(server);
        let tables = terms.tables.len();
        let metronomes = u32::try_from(tables).map_err(|_| "too many tables")?;
        let guests = rest.guests(terms.patrons.saturating_add(metronomes))?;
        let mut patrons = Patrons::default();
        for ((number, guest), table) in (0..).zip(guests).zip(terms.tables.iter().cycle()) {
            let role = if number < tables { Role::Metronome } else { Role::Measured };
            patrons.add(guest, role, *table);
        }
        let (swarm, meter) = (Swarm::new(server).map_err(text)?, Meter::new(process));
        let mut stage = Self { terms, swarm, patrons, rest, meter };
        stage.connect()?;
        Ok(stage)
    }

    /// Measures a span in a round of its own. One in which the server pings the sockets does not count and is measured
    /// again: at the pace of the pings, each of them and its answer cost more than a slip among many.
    ///
    /// # Errors
    /// When a slip is not accepted once and in time, or anything else is wrong.
    pub fn measure(&mut self, load: Load) -> Result<Span, String> {
        for _ in 0..TRIES {
            if let Some(span) = self.try_span(load)? {
                return Ok(span);
            }
        }
        Err(format!("the server pings in each of {TRIES} spans; make them shorter"))
    }

    /// Measures a span in a round of its own; none when the server pinged meanwhile.
    fn try_span(&mut self, load: Load) -> Result<Option<Span>, String> {
        let tables = self.terms.tables.len();
        self.patrons.await_rounds();
        self.wait("the tables take no wagers", |patrons| patrons.open() == tables)?;
        self.wait("the rounds before are not settled", Patrons::is_settled)?;
        self.pass(Instant::now() + self.terms.pause)?;
        let agenda = self.agenda(load);
        let before = self.meter.read().map_err(text)?;
        self.patrons.begin();
        let start = Instant::now();
        for (due, socket, slips) in agenda {
            self.pass(start + due)?;
            self.send(socket, slips)?;
        }
        self.pass(start + self.terms.span)?;
        let cpu = self.meter.read().map_err(text)?.saturating_sub(before);
        let Arrived { answers, private, public, pings } = self.patrons.end(tables)?;
        let slips = u64::try_from(answers.len()).unwrap_or(u64::MAX);
        Ok((pings == 0).then_some(Span { cpu, slips, answers, private, public }))
    }

    /// Compares every wallet with the patron's own book, once the last round is settled.
    ///
    /// # Errors
    /// What differs.
    pub fn finish(mut self) -> Result<(), String> {
        self.wait("the last round is not settled", Patrons::is_settled)?;
        for (token, cash) in self.patrons.books() {
            let balance = self.rest.balance(token)?;
            if balance != cash {
                return Err(format!("a wallet has {balance}, and by the patron's own book it has {cash}"));
            }
        }
        Ok(())
    }

    fn connect(&mut self) -> Result<(), String> {
        let sockets =
            self.patrons.sockets(Role::Metronome).len() + self.patrons.sockets(Role::Measured).len();
        for _ in 0..sockets {
            self.swarm.open(PATH).map_err(text)?;
            self.pass(Instant::now() + DOOR)?;
        }
        self.wait("not everybody has a seat", |patrons| patrons.seated() == sockets)
    }

    /// When which socket sends how many slips.
    fn agenda(&self, load: Load) -> Vec<(Duration, Id, u32)> {
        let (span, measured) = (self.terms.span, self.patrons.sockets(Role::Measured));
        let count = u32::try_from(measured.len()).unwrap_or(u32::MAX).max(1);
        let mut agenda: Vec<_> = match load {
            Load::Nothing => Vec::new(),
            Load::Single(over) => {
                let gap = over / count;
                (0..).zip(measured).map(|(number, socket)| (gap * number, socket, 1)).collect()
            }
            Load::AtOnce(slips) => {
                measured.into_iter().map(|socket| (Duration::ZERO, socket, slips)).collect()
            }
        };
        for socket in self.patrons.sockets(Role::Metronome) {
            let beats = (0..).map(|number| BEAT * number + BEAT / 2).take_while(|due| *due < span * 9 / 10);
            agenda.extend(beats.map(|due| (due, socket, 1)));
        }
        agenda.sort_by_key(|(due, ..)| *due);
        agenda
    }

    /// Sends slips in one packet.
    fn send(&mut self, socket: Id, slips: u32) -> Result<(), String> {
        let messages: Option<Vec<String>> = (0..slips).map(|_| self.patrons.slip(socket)).collect();
        let messages = messages.ok_or("betting closed before all slips were sent")?;
        let is_sent = self.swarm.with(socket, |link| messages.iter().for_each(|message| link.send(message)));
        if is_sent { Ok(()) } else { Err(format!("the socket of patron {socket} is gone")) }
    }

    /// Looks after the sockets until then, and once when that is past.
    fn pass(&mut self, until: Instant) -> Result<(), String> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            self.turn(left.min(TURN))?;
            if left.is_zero() {
                return Ok(());
            }
        }
    }

    fn wait(&mut self, what: &str, is_done: impl Fn(&Patrons) -> bool) -> Result<(), String> {
        let start = Instant::now();
        while !is_done(&self.patrons) {
            self.turn(TURN)?;
            if start.elapsed() > PATIENCE {
                return Err(format!("{what} within {PATIENCE:?}"));
            }
        }
        Ok(())
    }

    fn turn(&mut self, wait: Duration) -> Result<(), String> {
        self.swarm.turn(wait, &mut self.patrons).map_err(text)?;
        self.patrons.check()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the signature that `map_err` calls")]
fn text(error: io::Error) -> String {
    error.to_string()
}
