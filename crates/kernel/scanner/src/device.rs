//! The device's side of a session: it chains, signs and keeps records, and sends them until they are durable. Knows no
//! socket, no disk and no sensor.
//!
//! [`Device`] gives back [`DeviceEffect`]s in the order in which the caller carries them out: a record is kept before
//! it is sent. All times are the device's own, in milliseconds since it was switched on.

use std::collections::VecDeque;

use fair::Digest;

use crate::envelope::{Envelope, FrameError};
use crate::frame::{
    Beat, DeviceFrame, DeviceState, Gate, GateState, Hello, MOST, Record, Refusal, ServerFrame, SessionId,
    Welcome, What,
};
use crate::key::DeviceKey;
use crate::label::Label;
use crate::record::{ChainError, Head, SignedRecord};

/// The most records that a device makes without an ack.
pub const WINDOW: usize = 32;
/// How long a device waits for the challenge, for the welcome, and for an ack before it sends again.
pub const ANSWER_MS: u64 = 3_000;
/// The first and the longest wait before a device connects again.
const WAIT_MS: u64 = 250;
const LONGEST_WAIT_MS: u64 = 5_000;

/// A device with its key and the records that are not durable yet.
#[derive(Debug)]
pub struct Device {
    key: DeviceKey,
    about: About,
    /// The last record that the server has, as far as the device knows.
    acked: Head,
    /// The records after it.
    unacked: VecDeque<SignedRecord>,
    /// What the next beat says.
    state: DeviceState,
    gate: GateState,
    link: Link,
    /// How long it waits after the next loss of the line.
    wait_ms: u64,
}

/// What a device says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its model.
    pub model: Label<1, 64>,
    /// The version of its firmware.
    pub firmware: Label<1, 64>,
}

/// What a device keeps on a disk of its own, so that it goes on after it was switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The last record that it forgot.
    pub acked: Head,
    /// The records after it, in order.
    pub unacked: Vec<SignedRecord>,
}

#[derive(Clone, Debug)]
enum Link {
    /// There is no line before this time.
    Down { until: u64 },
    /// The caller connects.
    Connecting,
    /// The line is there; the challenge must come before this time.
    Connected { until: u64 },
    /// Hello was said; the welcome must come before this time.
    Greeted { session: SessionId, until: u64 },
    /// The device is welcome.
    Live(Session),
    /// A person must look.
    Stopped(Stop),
}

#[derive(Clone, Debug)]
struct Session {
    id: SessionId,
    beat_ms: u64,
    /// The number of the last beat.
    b: u64,
    beat_at: u64,
    /// When the unacked records are sent again.
    again_at: u64,
}

/// What the caller does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceEffect {
    /// Connect to the server, then call [`Device::connected`] or [`Device::disconnected`].
    Connect,
    /// Write this record to the disk, durably, before anything that follows.
    Keep(Box<SignedRecord>),
    /// Records up to this one may be forgotten. Keep the number and the digest.
    Forget(Head),
    /// Send this text.
    Send(String),
    /// Show this at the shoe.
    Gate(Gate),
    /// Close the line.
    HangUp,
    /// Say so, and wait for a person.
    Stop(Stop),
}

/// Why a device stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The server refused the key for good.
    #[error("the server refuses its key for good ({})", .0.code())]
    Refused(Refusal),
    /// The server has another record of this number.
    #[error("the server has another record {n} of it")]
    OtherHistory {
        /// The number.
        n: u64,
    },
    /// The server lost records that it had acknowledged.
    #[error("the server lost records that it had acknowledged: it expects record {expect}")]
    Forgotten {
        /// The next record that the server expects.
        expect: u64,
    },
}

/// Why a device makes no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotRecord {
    /// [`WINDOW`] records are not acknowledged. No card may pass.
    #[error("{WINDOW} records are not acknowledged")]
    Full,
    /// The device stopped.
    #[error("the device stopped")]
    Stopped,
    /// Every reader would refuse the record, such as a rescan of a pass that was not before it. It would keep all later
    /// records back for ever.
    #[error("every server would refuse this record: {0}")]
    Unreadable(FrameError),
}

impl Device {
    /// A device as it is switched on, with what it kept.
    ///
    /// # Errors
    /// [`ChainError`]: the kept records do not follow each other.
    pub fn start(key: DeviceKey, about: About, kept: Kept) -> Result<Self, ChainError> {
        let mut head = kept.acked;
        for signed in &kept.unacked {
            head.check(signed.record())?;
            head = signed.head();
        }
        Ok(Self {
            key,
            about,
            acked: kept.acked,
            unacked: kept.unacked.into(),
            state: DeviceState::Ready,
            gate: GateState::Shut,
            link: Link::Down { until: 0 },
            wait_ms: WAIT_MS,
        })
    }

    /// The last record that it made.
    pub fn head(&self) -> Head {
        self.unacked.back().map_or(self.acked, SignedRecord::head)
    }

    /// How many records are not acknowledged.
    pub fn unacked(&self) -> usize {
        self.unacked.len()
    }

    /// Why it stopped; none while it works.
    pub const fn stopped(&self) -> Option<Stop> {
        match self.link {
            Link::Stopped(stop) => Some(stop),
            _ => None,
        }
    }

    /// Sets what the next beat says of the device and its gate.
    pub const fn set_state(&mut self, state: DeviceState, gate: GateState) {
        (self.state, self.gate) = (state, gate);
    }

    /// Makes the record of something that happened now.
    ///
    /// # Errors
    /// [`CannotRecord`].
    pub fn record(&mut self, what: What, now: u64) -> Result<Vec<DeviceEffect>, CannotRecord> {
        if self.stopped().is_some() {
            return Err(CannotRecord::Stopped);
        }
        let head = self.head();
        if self.unacked.len() >= WINDOW || head.n >= MOST {
            return Err(CannotRecord::Full);
        }
        let record = Record { n: head.next(), prev: head.digest, t: now.min(MOST), what };
        let said = DeviceFrame::Record(record.clone()).write();
        DeviceFrame::read(&said).map_err(CannotRecord::Unreadable)?;
        let signed = SignedRecord::sign(&self.key, record);
        let mut effects = vec![DeviceEffect::Keep(Box::new(signed.clone()))];
        if let Link::Live(session) = &mut self.link {
            if self.unacked.is_empty() {
                session.again_at = now.saturating_add(ANSWER_MS);
            }
            effects.push(DeviceEffect::Send(signed.envelope().write()));
        }
        self.unacked.push_back(signed);
        Ok(effects)
    }

    /// The line is there.
    pub fn connected(&mut self, now: u64) -> Vec<DeviceEffect> {
        if matches!(self.link, Link::Connecting) {
            self.link = Link::Connected { until: now.saturating_add(ANSWER_MS) };
        }
        Vec::new()
    }

    /// The line is gone, or did not come.
    pub fn disconnected(&mut self, now: u64) -> Vec<DeviceEffect> {
        if !matches!(self.link, Link::Stopped(_) | Link::Down { .. }) {
            self.link = Link::Down { until: now.saturating_add(self.wait_ms) };
            self.wait_ms = self.wait_ms.saturating_mul(2).min(LONGEST_WAIT_MS);
        }
        Vec::new()
    }

    /// Does what is due.
    pub fn tick(&mut self, now: u64) -> Vec<DeviceEffect> {
        match &mut self.link {
            Link::Down { until } if now >= *until => {
                self.link = Link::Connecting;
                vec![DeviceEffect::Connect]
            }
            Link::Connected { until } | Link::Greeted { until, .. } if now >= *until => self.hang_up(now),
            Link::Live(session) => {
                let (beats, again) = (now >= session.beat_at, now >= session.again_at);
                let mut effects = Vec::new();
                if again && !self.unacked.is_empty() {
                    effects.extend(self.send_from(0, now));
                }
                if beats {
                    effects.extend(self.beat(now));
                }
                effects
            }
            _ => Vec::new(),
        }
    }

    /// When [`tick`](Self::tick) has something to do; none before something else happens.
    pub fn deadline(&self) -> Option<u64> {
        match &self.link {
            Link::Down { until } | Link::Connected { until } | Link::Greeted { until, .. } => Some(*until),
            Link::Live(session) if self.unacked.is_empty() => Some(session.beat_at),
            Link::Live(session) => Some(session.beat_at.min(session.again_at)),
            Link::Connecting | Link::Stopped(_) => None,
        }
    }

    /// Takes a text that came from the server. What is no frame, or comes at the wrong time, is passed over.
    pub fn receive(&mut self, text: &str, now: u64) -> Vec<DeviceEffect> {
        let Ok(frame) = ServerFrame::read(text) else { return Vec::new() };
        match (&self.link, frame) {
            (Link::Connected { .. }, ServerFrame::Challenge { session, .. }) => self.greet(session, now),
            (Link::Greeted { session, .. }, ServerFrame::Welcome(welcome)) => {
                self.begin(*session, &welcome, now)
            }
            (Link::Live(_), ServerFrame::Ack { n }) => self.acknowledge(n, now),
            (Link::Live(_), ServerFrame::Gate(gate)) => vec![DeviceEffect::Gate(gate)],
            (
                Link::Connected { .. } | Link::Greeted { .. } | Link::Live(_),
                ServerFrame::Refused { code, expect },
            ) => self.refused(code, expect, now),
            _ => Vec::new(),
        }
    }

    fn greet(&mut self, session: SessionId, now: u64) -> Vec<DeviceEffect> {
        let Head { n, digest } = self.head();
        let hello = Hello {
            key: self.key.public(),
            session,
            model: self.about.model.clone(),
            firmware: self.about.firmware.clone(),
            last: n,
            head: digest,
            t: now.min(MOST),
        };
        self.link = Link::Greeted { session, until: now.saturating_add(ANSWER_MS) };
        vec![DeviceEffect::Send(self.sign(&DeviceFrame::Hello(hello)))]
    }

    /// Compares the server's head with its own, and sends what the server has not.
    fn begin(&mut self, session: SessionId, welcome: &Welcome, now: u64) -> Vec<DeviceEffect> {
        let n = welcome.expect.saturating_sub(1);
        if n < self.acked.n {
            return self.stop(Stop::Forgotten { expect: welcome.expect });
        }
        if self.digest_of(n) != Some(welcome.head) {
            return self.stop(Stop::OtherHistory { n });
        }
        let beat_ms = u64::from(welcome.beat_ms);
        let beat_at = now.saturating_add(beat_ms);
        self.link = Link::Live(Session { id: session, beat_ms, b: 0, beat_at, again_at: 0 });
        self.wait_ms = WAIT_MS;
        let mut effects = self.forget(n);
        effects.extend(self.send_from(0, now));
        effects
    }

    fn acknowledge(&mut self, n: u64, now: u64) -> Vec<DeviceEffect> {
        if n > self.head().n {
            return self.stop(Stop::OtherHistory { n });
        }
        if let Link::Live(session) = &mut self.link
            && n > self.acked.n
        {
            session.again_at = now.saturating_add(ANSWER_MS);
        }
        self.forget(n)
    }

    fn refused(&mut self, code: Refusal, expect: Option<u64>, now: u64) -> Vec<DeviceEffect> {
        match code {
            Refusal::Gap => self.fill(expect.unwrap_or_default(), now),
            Refusal::Forked | Refusal::CounterLost | Refusal::Revoked | Refusal::Version => {
                self.stop(Stop::Refused(code))
            }
            // The server says so, and ends the session if it must.
            Refusal::BadFrame | Refusal::BadSignature | Refusal::BadSession
                if matches!(self.link, Link::Live(_)) =>
            {
                Vec::new()
            }
            _ => self.hang_up(now),
        }
    }

    /// Sends from the record on that the server expects. A gap that was filled since is passed over.
    fn fill(&mut self, expect: u64, now: u64) -> Vec<DeviceEffect> {
        let first = self.acked.next();
        if expect > self.head().next() {
            return self.stop(Stop::OtherHistory { n: expect });
        }
        match expect.checked_sub(first).and_then(|place| usize::try_from(place).ok()) {
            Some(place) if matches!(self.link, Link::Live(_)) => self.send_from(place, now),
            _ => Vec::new(),
        }
    }

    /// Sends the unacked records from this place on, in order.
    fn send_from(&mut self, place: usize, now: u64) -> Vec<DeviceEffect> {
        if let Link::Live(session) = &mut self.link {
            session.again_at = now.saturating_add(ANSWER_MS);
        }
        let records = self.unacked.iter().skip(place);
        records.map(|signed| DeviceEffect::Send(signed.envelope().write())).collect()
    }

    fn beat(&mut self, now: u64) -> Option<DeviceEffect> {
        let last = self.head().n;
        let Link::Live(session) = &mut self.link else { return None };
        session.b = session.b.saturating_add(1);
        session.beat_at = now.saturating_add(session.beat_ms);
        let (state, gate) = (self.state, self.gate);
        let beat = Beat { session: session.id, b: session.b, last, t: now.min(MOST), state, gate };
        Some(DeviceEffect::Send(self.sign(&DeviceFrame::Beat(beat))))
    }

    /// Forgets the records up to this one.
    fn forget(&mut self, n: u64) -> Vec<DeviceEffect> {
        let before = self.acked;
        while self.acked.n < n
            && let Some(signed) = self.unacked.pop_front()
        {
            self.acked = signed.head();
        }
        if self.acked == before { Vec::new() } else { vec![DeviceEffect::Forget(self.acked)] }
    }

    /// The digest of a record that is not forgotten, or of the last one that is.
    fn digest_of(&self, n: u64) -> Option<Digest> {
        let kept = self.unacked.iter().map(SignedRecord::head);
        [self.acked].into_iter().chain(kept).find(|head| head.n == n).map(|head| head.digest)
    }

    fn sign(&self, frame: &DeviceFrame) -> String {
        Envelope::sign(&self.key, frame.write()).write()
    }

    fn hang_up(&mut self, now: u64) -> Vec<DeviceEffect> {
        self.disconnected(now);
        vec![DeviceEffect::HangUp]
    }

    fn stop(&mut self, stop: Stop) -> Vec<DeviceEffect> {
        self.link = Link::Stopped(stop);
        vec![DeviceEffect::HangUp, DeviceEffect::Stop(stop)]
    }
}
