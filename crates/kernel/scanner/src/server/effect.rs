//! What a session asks of its caller, and what the caller tells it. Knows no order of frames.

use fair::Digest;

use super::clock::difference;
use crate::envelope::FrameError;
use crate::frame::{DeviceState, GateState, Hello, Refusal, ServerFrame};
use crate::record::{Head, SignedRecord};

/// A record that was on its way for longer is put on record.
pub const SLOW_MS: u64 = 2_000;
/// A card that is later than this is a finding.
pub const LATE_MS: u64 = 5_000;

/// How often a device beats, and when it counts as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Between two beats.
    pub beat_ms: u32,
    /// Without a beat.
    pub lost_ms: u32,
}

impl Default for Timing {
    fn default() -> Self {
        Self { beat_ms: 1_000, lost_ms: 3_000 }
    }
}

/// What the caller does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send this to the device.
    Send(ServerFrame),
    /// Look up the key of this hello, which is signed by it, and call [`admit`](super::ServerSession::admit).
    Identify(Hello),
    /// Store this record, with all that follows from it, and call [`stored`](super::ServerSession::stored). They come
    /// in order.
    Store(Box<Arrival>),
    /// Look up the digest of a record that is stored, and call [`compared`](super::ServerSession::compared).
    Compare(Claim),
    /// Tell whom it concerns.
    Tell(Notice),
    /// Close the line. The session does nothing more.
    End(Ending),
}

/// A record that follows all before it, and when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The record.
    pub signed: SignedRecord,
    /// When it came.
    pub received_at: u64,
    /// When the device read it, on the server's clock; never after it came.
    pub read_at: u64,
    /// Whether a card that came so late needs a supervisor.
    pub is_late: bool,
}

impl Arrival {
    /// How long it was on its way.
    pub const fn delay_ms(&self) -> u64 {
        self.received_at.saturating_sub(self.read_at)
    }
}

/// A record that came again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its number.
    pub n: u64,
    /// Its digest.
    pub digest: Digest,
}

/// News for supervisors, screens and logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The device is here.
    Joined,
    /// The device is in another state than before.
    Changed {
        /// How the device is.
        state: DeviceState,
        /// How its gate is.
        gate: GateState,
    },
    /// A record was on its way for longer than [`SLOW_MS`].
    Slow {
        /// Its number.
        n: u64,
        /// How long.
        delay_ms: u64,
    },
    /// A supervisor must look.
    Alarm(Alarm),
}

/// Why a supervisor must look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Alarm {
    /// Somebody says hello with the key of a device that is connected and beats.
    AlreadyConnected,
    /// The key signed two histories. The caller suspends it.
    Forked {
        /// The number of a record that differs.
        n: u64,
    },
    /// The device forgot records that the server has. It needs a new key.
    CounterLost {
        /// The number of the last record that the device knows.
        last: u64,
    },
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The device did not say hello.
    NoHello,
    /// The device did not beat.
    Lost,
    /// Something was refused.
    Refused(Refusal),
}

/// What the caller knows of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody enrolled it.
    Unknown,
    /// It is suspended.
    Suspended,
    /// It is revoked.
    Revoked,
    /// Another device speaks for the table, or the table has no scanner.
    NotHere,
    /// Another session of this key [is alive](super::ServerSession::is_alive).
    AlreadyConnected,
    /// It may come in. An earlier session of this key was ended, and what it handed over is stored or given up.
    Enrolled(Enrolled),
}

/// See [`Standing::Enrolled`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enrolled {
    /// The table.
    pub table: u32,
    /// The last record of this key that is stored.
    pub head: Head,
    /// The [line](super::ServerSession::line) of the session before. After a start of the server it is the
    /// [line at](Line::at) the last stored record.
    pub line: Option<Line>,
}

/// How the line to a device was when it was last heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// When.
    pub heard_at: u64,
    /// The server's time less the device's.
    pub offset: i64,
}

impl Line {
    /// The line as a frame shows it that came at `heard_at` and was made at `t` of the device.
    pub fn at(heard_at: u64, t: u64) -> Self {
        Self { heard_at, offset: difference(heard_at, t) }
    }
}

/// Refuses and ends.
pub(super) fn refuse(code: Refusal, alarm: Option<Alarm>) -> Vec<Effect> {
    let mut effects = vec![Effect::Send(ServerFrame::Refused { code, expect: None })];
    effects.extend(alarm.map(|alarm| Effect::Tell(Notice::Alarm(alarm))));
    effects.push(Effect::End(Ending::Refused(code)));
    effects
}

/// The code of a text that is no frame.
pub(super) const fn code_of(error: &FrameError) -> Refusal {
    match error {
        FrameError::Version(_) => Refusal::Version,
        _ => Refusal::BadFrame,
    }
}
