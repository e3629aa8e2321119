//! A session until its device is welcome, and how it ends.

use fair::{Digest, PublicKey};

use super::effect::{Alarm, Claim, Effect, Ending, Line, Notice, Standing, Timing, code_of, refuse};
use super::live::Live;
use crate::envelope::{Envelope, FrameError};
use crate::frame::{DeviceFrame, Hello, Refusal, ServerFrame, SessionId};

/// One session of a device, from the challenge to its end.
#[derive(Clone, Debug)]
pub struct ServerSession {
    id: SessionId,
    timing: Timing,
    /// The latest time that it was given. Times never run back here.
    now: u64,
    phase: Phase,
}

#[derive(Clone, Debug)]
enum Phase {
    /// The device must say hello before this time.
    Challenged { until: u64 },
    /// The caller looks up who said hello.
    Asked { hello: Hello, at: u64 },
    /// The device is welcome.
    Live(Box<Live>),
    /// Nothing follows.
    Ended,
}

impl ServerSession {
    /// Begins a session with this random name, which was never used before.
    pub fn begin(id: SessionId, timing: Timing, at: u64) -> (Self, Effect) {
        let until = at.saturating_add(timing.lost_ms.into());
        let session = Self { id, timing, now: at, phase: Phase::Challenged { until } };
        (session, Effect::Send(ServerFrame::Challenge { session: id, now: at }))
    }

    /// Takes a text that came from the device.
    pub fn receive(&mut self, text: &str, at: u64) -> Vec<Effect> {
        let at = self.advance(at);
        let effects = match &mut self.phase {
            Phase::Challenged { .. } => match read_hello(text, &self.id) {
                Ok(hello) => {
                    self.phase = Phase::Asked { hello: hello.clone(), at };
                    vec![Effect::Identify(hello)]
                }
                Err(code) => refuse(code, None),
            },
            // The device has nothing to say before it is welcome.
            Phase::Asked { hello, .. } if read_hello(text, &self.id).as_ref() == Ok(hello) => Vec::new(),
            Phase::Asked { .. } => refuse(Refusal::BadFrame, None),
            Phase::Live(live) => live.receive(text, at),
            Phase::Ended => Vec::new(),
        };
        self.closing(effects)
    }

    /// Takes what the caller knows of the key that said hello.
    pub fn admit(&mut self, standing: Standing, at: u64) -> Vec<Effect> {
        let now = self.advance(at);
        let Phase::Asked { hello, at } = &self.phase else { return Vec::new() };
        let effects = match standing {
            Standing::Unknown => refuse(Refusal::UnknownDevice, None),
            Standing::Suspended => refuse(Refusal::Suspended, None),
            Standing::Revoked => refuse(Refusal::Revoked, None),
            Standing::NotHere => refuse(Refusal::NotHere, None),
            Standing::AlreadyConnected => refuse(Refusal::AlreadyConnected, Some(Alarm::AlreadyConnected)),
            Standing::Enrolled(enrolled) => match Live::new(hello.clone(), &enrolled, *at, now) {
                Ok(live) => {
                    let welcome = live.welcome(enrolled.table, self.timing);
                    self.phase = Phase::Live(Box::new(live));
                    vec![Effect::Send(ServerFrame::Welcome(welcome)), Effect::Tell(Notice::Joined)]
                }
                Err((code, alarm)) => refuse(code, Some(alarm)),
            },
        };
        self.closing(effects)
    }

    /// The record `n` and all before it are durable.
    pub fn stored(&mut self, n: u64) -> Vec<Effect> {
        match &mut self.phase {
            Phase::Live(live) => live.stored(n),
            _ => Vec::new(),
        }
    }

    /// Takes the digest of the stored record that the claim is about.
    pub fn compared(&mut self, claim: Claim, stored: Digest) -> Vec<Effect> {
        let effects = match &self.phase {
            Phase::Live(live) => live.compared(claim, stored),
            _ => Vec::new(),
        };
        self.closing(effects)
    }

    /// Ends the session because its key lost its right: revoked, suspended, or not for this table any more.
    pub fn revoke(&mut self, code: Refusal) -> Vec<Effect> {
        let effects = if matches!(self.phase, Phase::Ended) { Vec::new() } else { refuse(code, None) };
        self.closing(effects)
    }

    /// Does what is due at this time.
    pub fn tick(&mut self, at: u64) -> Vec<Effect> {
        let at = self.advance(at);
        let is_due = self.deadline().is_some_and(|deadline| at >= deadline);
        let effects = match &self.phase {
            Phase::Challenged { .. } if is_due => vec![Effect::End(Ending::NoHello)],
            Phase::Live(_) if is_due => vec![Effect::End(Ending::Lost)],
            _ => Vec::new(),
        };
        self.closing(effects)
    }

    /// When [`tick`](Self::tick) has something to do.
    pub fn deadline(&self) -> Option<u64> {
        match &self.phase {
            Phase::Challenged { until } => Some(*until),
            Phase::Live(live) => Some(live.beaten_at().saturating_add(self.timing.lost_ms.into())),
            Phase::Asked { .. } | Phase::Ended => None,
        }
    }

    /// Whether the device is welcome and has beaten a short while ago, so that no other line may take its place.
    pub fn is_alive(&self, at: u64) -> bool {
        matches!(self.phase, Phase::Live(_)) && self.deadline().is_some_and(|deadline| at < deadline)
    }

    /// Whether the session has ended.
    pub const fn has_ended(&self) -> bool {
        matches!(self.phase, Phase::Ended)
    }

    /// How the line is, for the next session of this key; none before the device is welcome and after the end.
    pub fn line(&self) -> Option<Line> {
        match &self.phase {
            Phase::Live(live) => Some(live.line()),
            _ => None,
        }
    }

    /// Takes a time, and returns the latest one.
    fn advance(&mut self, at: u64) -> u64 {
        self.now = self.now.max(at);
        self.now
    }

    /// Ends the session with the effects that end it.
    fn closing(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        if effects.iter().any(|effect| matches!(effect, Effect::End(_))) {
            self.phase = Phase::Ended;
        }
        effects
    }
}

/// Reads a hello that the key in it signed for this session.
fn read_hello(text: &str, session: &SessionId) -> Result<Hello, Refusal> {
    let envelope = Envelope::read(text).map_err(|error| code_of(&error))?;
    let frame = DeviceFrame::read(envelope.body()).map_err(|error| match error {
        FrameError::Version(_) if is_changed(&envelope) => Refusal::BadSignature,
        error => code_of(&error),
    })?;
    let DeviceFrame::Hello(hello) = frame else { return Err(Refusal::BadFrame) };
    envelope.verify(&hello.key).map_err(|_| Refusal::BadSignature)?;
    if hello.session == *session { Ok(hello) } else { Err(Refusal::BadSession) }
}

/// Whether the body names a key that did not sign it. Noise on the line may change a version, and an honest device
/// stops for good when its version is refused.
fn is_changed(envelope: &Envelope) -> bool {
    let key = json::read(envelope.body(), |node| node.fields(|it| it.get("key")?.text::<PublicKey>()));
    key.is_ok_and(|key| envelope.verify(&key).is_err())
}
