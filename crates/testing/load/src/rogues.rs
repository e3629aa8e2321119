//! Sockets that do what no client should: they flood, send nonsense, never end their request, or never read. The server
//! must end each of them, serve the others meanwhile, and say that it is ready.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use load::frames;
use load::swarm::{Closed, Handler, Id, Link, Swarm};

/// How long the server may take to end a rogue: longer than it lets anybody be idle.
const PATIENCE: Duration = Duration::from_secs(100);
/// How long until the next rogue of a kind comes.
const BREATH: Duration = Duration::from_secs(2);
/// How many frames of a flood are sent at once.
const FLOOD: usize = 200;
const PROBE: &[u8] = b"GET /readyz HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n";
const SLOW: &[u8] = b"GET /api/v1/socket HTTP/1.1\r\nHost: slow\r\n";
const HELLO: &str = r#"{"type":"hello"}"#;

/// The kinds of rogues, with what each sends once its socket is open.
const KINDS: [(&str, Manner); 15] = [
    ("readyz", Manner::Probe),
    ("slow head", Manner::SlowHead),
    ("half-open", Manner::HalfOpen),
    ("pings", Manner::Flood(frames::PING, b"flood")),
    ("pongs", Manner::Flood(frames::PONG, b"flood")),
    ("text", Manner::Flood(frames::TEXT, br#"{"type":"ping","nonce":1}"#)),
    ("watching", Manner::Flood(frames::TEXT, br#"{"type":"watch","table_id":1}"#)),
    ("binary", Manner::Flood(frames::BINARY, b"flood")),
    ("no JSON", Manner::Flood(frames::TEXT, b"flood")),
    ("oversized", Manner::Once(&[0x81, 0xff, 0, 0, 0, 255, 255, 255, 255, 255, 1, 2, 3, 4])),
    ("unmasked", Manner::Once(&[0x81, 0x02, b'{', b'}'])),
    ("reserved bit", Manner::Once(&[0xc1, 0x82, 0, 0, 0, 0, b'{', b'}'])),
    ("unknown opcode", Manner::Once(&[0x83, 0x80, 0, 0, 0, 0])),
    ("no UTF-8", Manner::Once(&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe])),
    ("long ping", Manner::Once(&[0x89, 0xfe, 0, 126, 0, 0, 0, 0])),
];

#[derive(Clone, Copy)]
enum Manner {
    /// No rogue: it asks whether the server is ready, which it is while rogues are there.
    Probe,
    /// A request that never ends, a byte at a time.
    SlowHead,
    /// A socket that neither reads nor answers.
    HalfOpen,
    /// The same frame, again and again.
    Flood(u8, &'static [u8]),
    /// These bytes.
    Once(&'static [u8]),
}

/// The rogues.
pub(crate) struct Rogues {
    swarm: Swarm,
    state: State,
    /// When the next of each kind comes.
    next: [Option<Instant>; KINDS.len()],
}

#[derive(Default)]
struct State {
    /// The kind of each socket, and since when it is there; none once it is gone.
    sockets: Vec<Option<(usize, Instant)>>,
    open: Vec<Id>,
    /// How the server ended them, by kind.
    ended: BTreeMap<String, u64>,
    gone: Vec<usize>,
    /// What was answered instead of being ready.
    unready: Vec<String>,
}

impl Rogues {
    pub(crate) fn new(server: SocketAddr) -> io::Result<Self> {
        let now = Instant::now();
        Ok(Self { swarm: Swarm::new(server)?, state: State::default(), next: [Some(now); KINDS.len()] })
    }

    /// How the server ended the rogues, by kind.
    pub(crate) const fn ended(&self) -> &BTreeMap<String, u64> {
        &self.state.ended
    }

    /// The server is gone: what ends now is not its answer.
    pub(crate) fn restart(&mut self, server: SocketAddr) -> io::Result<()> {
        let ended = std::mem::take(&mut self.state.ended);
        *self = Self::new(server)?;
        self.state.ended = ended;
        Ok(())
    }

    /// Lets each do what it does. Gives what the server did wrong.
    pub(crate) fn turn(&mut self) -> io::Result<Vec<String>> {
        let now = Instant::now();
        for (kind, next) in self.next.iter_mut().enumerate() {
            if next.take_if(|next| *next <= now).is_some() {
                match KINDS.get(kind) {
                    Some((_, Manner::Probe)) => self.swarm.connect(PROBE.to_vec()),
                    Some((_, Manner::SlowHead)) => self.swarm.connect(SLOW.to_vec()),
                    _ => self.swarm.open("/api/v1/socket"),
                }?;
                self.state.sockets.push(Some((kind, now)));
            }
        }
        self.swarm.turn(Duration::ZERO, &mut self.state)?;
        for kind in self.state.gone.drain(..) {
            if let Some(next) = self.next.get_mut(kind) {
                *next = Some(now + BREATH);
            }
        }
        self.misbehave();
        let mut wrong = self.overdue(now);
        wrong.append(&mut self.state.unready);
        Ok(wrong)
    }

    fn misbehave(&mut self) {
        for id in 0..self.state.sockets.len() {
            let Some(Some((kind, _))) = self.state.sockets.get(id).copied() else { continue };
            let is_open = self.state.open.contains(&id);
            match KINDS.get(kind) {
                Some((_, Manner::SlowHead)) => drop(self.swarm.with(id, |link| link.raw(b"a"))),
                Some((_, Manner::Flood(opcode, payload))) if is_open => {
                    self.swarm.with(id, |link| {
                        for _ in 0..if link.is_drained() { FLOOD } else { 0 } {
                            link.frame(*opcode, payload);
                        }
                    });
                }
                _ => {}
            }
        }
    }

    fn overdue(&mut self, now: Instant) -> Vec<String> {
        let mut overdue = Vec::new();
        for (id, socket) in self.state.sockets.iter_mut().enumerate() {
            if let Some((kind, _)) =
                socket.take_if(|(_, since)| now.saturating_duration_since(*since) > PATIENCE)
            {
                overdue.extend(KINDS.get(kind).map(|(name, _)| format!("{name}: the server did not end it")));
                self.swarm.drop_connection(id);
                self.state.gone.push(kind);
            }
        }
        overdue
    }
}

impl Handler for State {
    fn opened(&mut self, id: Id, link: &mut Link) {
        let Some(Some((kind, _))) = self.sockets.get(id).copied() else { return };
        link.send(HELLO);
        match KINDS.get(kind) {
            Some((_, Manner::Once(bytes))) => link.raw(bytes),
            Some((_, Manner::HalfOpen)) => link.stop_reading(),
            _ => self.open.push(id),
        }
    }

    fn text(&mut self, _id: Id, _link: &mut Link, _text: &[u8]) {}

    fn closed(&mut self, id: Id, why: Closed) {
        self.open.retain(|open| *open != id);
        let Some((kind, _)) = self.sockets.get_mut(id).and_then(Option::take) else { return };
        if let Some((name, manner)) = KINDS.get(kind) {
            if matches!(manner, Manner::Probe) && why != Closed::Refused(200) {
                self.unready.push(format!("{name}: {why:?}"));
            }
            let count = self.ended.entry(format!("{name}: {why:?}")).or_default();
            *count = count.saturating_add(1);
        }
        self.gone.push(kind);
    }
}
