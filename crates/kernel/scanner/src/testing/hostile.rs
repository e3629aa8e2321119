//! A device that signs anything against an honest server, and a server that says anything against an honest device.

use baccarat::Card;
use fair::{Bytes, Digest};

use super::shoe::{SECRET, Shoe};
use crate::envelope::Envelope;
use crate::frame::{
    Beat, CardRecord, DeviceFrame, DeviceState, Gate, GateState, GateWhy, Hello, Record, Refusal,
    ServerFrame, SessionId, Welcome, What,
};
use crate::key::DeviceKey;
use crate::record::{Head, SignedRecord};
use crate::server::{Claim, Effect, Enrolled, ServerSession, Standing, Timing};

const SESSION: SessionId = Bytes([9; 16]);
const START: u64 = 1_000_000;

/// Bytes that are drawn from a script, zeros at its end.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// One of three numbers near this one, or a far one.
    fn near(&mut self, number: u64) -> u64 {
        match self.byte() % 8 {
            0 => number.saturating_sub(1),
            1 => number.saturating_add(1),
            2 => u64::from(self.byte()),
            _ => number,
        }
    }

    fn digest(&mut self, digest: Digest) -> Digest {
        if self.byte().is_multiple_of(8) { Bytes([self.byte(); 32]) } else { digest }
    }

    const fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}

/// Lets a device that has a key say anything to a server, as a script decides, and checks the server's laws.
///
/// - What is handed over follows the head, each record once and in order, and is signed.
/// - An ack is of a record that is stored.
/// - Nothing follows the end.
///
/// # Panics
/// When a law is broken.
pub fn against_server(script: &[u8]) {
    let mut script = Script(script);
    let (session, _challenge) = ServerSession::begin(SESSION, Timing::default(), START);
    let stored = Head::NONE;
    let mut judge = Judge { session, handed: stored, waiting: Vec::new(), stored, claim: None, now: START };
    while !script.is_over() {
        let effects = judge.act(&mut script);
        judge.check(effects);
    }
}

struct Judge {
    session: ServerSession,
    /// The last record that was handed over.
    handed: Head,
    waiting: Vec<Head>,
    stored: Head,
    claim: Option<Claim>,
    now: u64,
}

impl Judge {
    fn act(&mut self, script: &mut Script<'_>) -> Vec<Effect> {
        let text = match script.byte() % 12 {
            0 => self.hello(script),
            1 => beat(script),
            2 => String::from_utf8_lossy(script.0.get(..8).unwrap_or_default()).into_owned(),
            3 => {
                self.now = self.now.saturating_add(u64::from(script.byte()).saturating_mul(50));
                return self.session.tick(self.now);
            }
            4 => return self.admit(script),
            5 => {
                if !self.waiting.is_empty() {
                    self.stored = self.waiting.remove(0);
                }
                return self.session.stored(self.stored.n);
            }
            6 => {
                let Some(claim) = self.claim.take() else { return Vec::new() };
                let stored = script.digest(claim.digest);
                return self.session.compared(claim, stored);
            }
            7 if script.byte() > 250 => return self.session.revoke(Refusal::Revoked),
            _ => self.record(script),
        };
        self.session.receive(&text, self.now)
    }

    fn hello(&self, script: &mut Script<'_>) -> String {
        let label = |text: &str| text.parse().expect("a short text is a label");
        let hello = Hello {
            key: DeviceKey::new(SECRET).public(),
            session: SESSION,
            model: label("m"),
            firmware: label("1"),
            last: script.near(self.stored.n),
            head: script.digest(self.stored.digest),
            t: script.byte().into(),
        };
        sign(&DeviceFrame::Hello(hello))
    }

    fn admit(&mut self, script: &mut Script<'_>) -> Vec<Effect> {
        let standing = match script.byte() {
            0 => Standing::Unknown,
            1 => Standing::AlreadyConnected,
            _ => Standing::Enrolled(Enrolled { table: 1, head: self.stored, line: None }),
        };
        self.session.admit(standing, self.now)
    }

    fn record(&self, script: &mut Script<'_>) -> String {
        let n = script.near(self.handed.next());
        let card = Card::from_index(usize::from(script.byte()))
            .unwrap_or(Card::new(baccarat::Rank::Ace, baccarat::Suit::Spades));
        let what = What::Card(CardRecord::new(n.max(1), card));
        let prev = script.digest(self.handed.digest);
        sign(&DeviceFrame::Record(Record { n, prev, t: u64::from(script.byte()).saturating_add(200), what }))
    }

    fn check(&mut self, effects: Vec<Effect>) {
        let mut has_ended = false;
        for effect in effects {
            assert!(!has_ended, "{effect:?} follows the end");
            match effect {
                Effect::Store(arrival) => {
                    let record = arrival.signed.record();
                    assert_eq!((record.n, record.prev), (self.handed.next(), self.handed.digest));
                    assert_eq!(arrival.signed.envelope().verify(&DeviceKey::new(SECRET).public()), Ok(()));
                    assert!(arrival.read_at <= arrival.received_at);
                    self.handed = arrival.signed.head();
                    self.waiting.push(self.handed);
                }
                Effect::Send(ServerFrame::Ack { n }) => assert!(n <= self.stored.n && n > 0),
                Effect::Send(ServerFrame::Welcome(welcome)) => assert_eq!(welcome.expect, self.stored.next()),
                Effect::Compare(claim) => {
                    assert!(claim.n <= self.stored.n, "only what is stored can be compared");
                    self.claim = Some(claim);
                }
                Effect::End(_) => has_ended = true,
                Effect::Send(_) | Effect::Identify(_) | Effect::Tell(_) => {}
            }
        }
        assert!(!has_ended || self.session.has_ended());
        if self.session.has_ended() {
            assert!(self.session.receive(&beat(&mut Script(&[])), self.now).is_empty());
            assert!(self.session.tick(u64::MAX).is_empty() && self.session.deadline().is_none());
            let (session, _challenge) = ServerSession::begin(SESSION, Timing::default(), self.now);
            (self.session, self.handed, self.claim) = (session, self.stored, None);
            self.waiting.clear();
        }
    }
}

fn beat(script: &mut Script<'_>) -> String {
    let beat = Beat {
        session: if script.byte().is_multiple_of(16) { Bytes([1; 16]) } else { SESSION },
        b: u64::from(script.byte()).max(1),
        last: script.byte().into(),
        t: u64::from(script.byte()).saturating_add(200),
        state: DeviceState::Ready,
        gate: GateState::Open,
    };
    sign(&DeviceFrame::Beat(beat))
}

fn sign(frame: &DeviceFrame) -> String {
    Envelope::sign(&DeviceKey::new(SECRET), frame.write()).write()
}

/// Lets a server say anything to an honest device, as a script decides, and checks the device's laws.
///
/// - The device forgets only records that it made, in order.
/// - Its records are one chain, and what it sends are its own frames.
///
/// # Panics
/// When a law is broken.
pub fn against_device(script: &[u8]) {
    let mut script = Script(script);
    let (mut shoe, mut now) = (Shoe::new(), 0_u64);
    while !script.is_over() && shoe.device.stopped().is_none() {
        let effects = match script.byte() % 8 {
            0 => {
                now = now.saturating_add(u64::from(script.byte()).saturating_mul(20));
                shoe.device.tick(now)
            }
            1 => shoe.device.connected(now),
            2 => shoe.device.disconnected(now),
            3 | 4 => {
                let _sent = shoe.pass(now, usize::MAX);
                Vec::new()
            }
            _ => {
                let frame = server_frame(&mut script, &shoe);
                shoe.device.receive(&frame.write(), now)
            }
        };
        let _sent = shoe.carry_out_until_stop(effects);
        shoe.check();
    }
}

fn server_frame(script: &mut Script<'_>, shoe: &Shoe) -> ServerFrame {
    let head = shoe.device.head();
    let known = usize::try_from(script.near(head.n)).ok().and_then(|n| n.checked_sub(1));
    let known = known.and_then(|place| shoe.made.get(place)).map_or(Head::NONE, SignedRecord::head);
    match script.byte() % 5 {
        0 => ServerFrame::Challenge { session: SESSION, now: 0 },
        1 => ServerFrame::Welcome(Welcome {
            table: 1,
            expect: known.next(),
            head: script.digest(known.digest),
            beat_ms: u32::from(script.byte()).max(1),
            lost_ms: 1,
        }),
        2 => ServerFrame::Ack { n: known.n.max(1) },
        3 => {
            let code = [Refusal::Gap, Refusal::BadFrame, Refusal::TooFast, Refusal::Gap];
            let code = code.get(usize::from(script.byte() % 4)).copied().unwrap_or(Refusal::Gap);
            ServerFrame::Refused { code, expect: Some(known.next()) }
        }
        _ => ServerFrame::Gate(Gate { open: true, slot: None, why: GateWhy::Deal }),
    }
}
