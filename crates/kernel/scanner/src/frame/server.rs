//! What a server says to a device. A device deals no card because of it, so it is not signed.

use fair::Digest;
use json::{Fields, Record, Wrong};
use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

use super::fields::{SessionId, bounded, counted, number_if, skip_x, text_if, whole, word};
use super::record::Slot;
use crate::envelope::{FrameError, check_length};

/// A frame of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerFrame {
    /// A session begins: the device must prove that it has its key now.
    Challenge {
        /// The name of the session.
        session: SessionId,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
    /// The device may send.
    Welcome(Welcome),
    /// A record and all before it are durable.
    Ack {
        /// The number of the record.
        n: u64,
    },
    /// Whether a card is wanted.
    Gate(Gate),
    /// Something is refused.
    Refused {
        /// Why.
        code: Refusal,
        /// The number of the next record that the server takes.
        expect: Option<u64>,
    },
}

/// See [`ServerFrame::Welcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// The table that the device works for.
    pub table: u32,
    /// The number of the next record: all before are durable.
    pub expect: u64,
    /// The server's digest of the record before that; zeros for none.
    pub head: Digest,
    /// How often the device should beat.
    pub beat_ms: u32,
    /// After how long without a beat it counts as lost.
    pub lost_ms: u32,
}

/// See [`ServerFrame::Gate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Whether a card may be drawn.
    pub open: bool,
    /// Where the next card belongs.
    pub slot: Option<Slot>,
    /// Why.
    pub why: GateWhy,
}

/// Why a gate is open or shut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum GateWhy {
    /// A coup is dealt.
    Deal,
    /// Cards are burned.
    Burn,
    /// Betting is open.
    Betting,
    /// The round is settled.
    Settled,
    /// A finding is open.
    Finding,
    /// The table is halted.
    Halted,
}

/// Why a server refuses something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Refusal {
    /// The key is not enrolled.
    UnknownDevice,
    /// The key is revoked for good.
    Revoked,
    /// The key is suspended.
    Suspended,
    /// A device with this key is connected and beats.
    AlreadyConnected,
    /// The signature does not hold.
    BadSignature,
    /// The frame is of another session.
    BadSession,
    /// The text is no frame, or not one that may come here.
    BadFrame,
    /// The frame is of another version of the protocol.
    Version,
    /// Records before this one are missing.
    Gap,
    /// The key signed a second history.
    Forked,
    /// The device forgot records that the server has.
    CounterLost,
    /// Too many frames.
    TooFast,
    /// Another device speaks for the table, or none is wanted.
    NotHere,
}

impl Refusal {
    /// The code, such as `gap`.
    pub fn code(self) -> &'static str {
        self.into()
    }
}

impl ServerFrame {
    /// Reads a frame. Fields that are not known are refused, except the object `x`.
    ///
    /// # Errors
    /// [`FrameError`].
    pub fn read(text: &str) -> Result<Self, FrameError> {
        check_length(text)?;
        Ok(json::read(text, |node| node.record(Self::read_fields))?)
    }

    fn read_fields(it: &Record<'_>) -> Result<Self, Wrong> {
        skip_x(it)?;
        let kind = it.get("type")?.string()?;
        Ok(match kind.as_str() {
            "challenge" => {
                Self::Challenge { session: it.get("session")?.text()?, now: whole(it.get("now")?)? }
            }
            "welcome" => Self::Welcome(Welcome::read(it)?),
            "ack" => Self::Ack { n: counted(it.get("n")?)? },
            "gate" => Self::Gate(Gate::read(it)?),
            "refused" => {
                Self::Refused { code: word(it.get("code")?)?, expect: it.optional("expect", counted)? }
            }
            _ => return Err(it.get("type")?.wrong(&"there is no such frame")),
        })
    }

    /// The frame as this crate writes it: one line without its end.
    pub fn write(&self) -> String {
        json::write(|to| to.record(|it| self.write_fields(it)))
    }

    fn write_fields(&self, it: &mut Fields<'_>) {
        match self {
            Self::Challenge { session, now } => {
                it.field("type").text(&"challenge");
                it.field("session").text(session);
                it.field("now").number(*now);
            }
            Self::Welcome(welcome) => welcome.write(it),
            Self::Ack { n } => {
                it.field("type").text(&"ack");
                it.field("n").number(*n);
            }
            Self::Gate(gate) => gate.write(it),
            Self::Refused { code, expect } => {
                it.field("type").text(&"refused");
                it.field("code").text(&code.code());
                number_if(it, "expect", *expect);
            }
        }
    }
}

impl Welcome {
    fn read(it: &Record<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            table: it.get("table")?.number()?,
            expect: counted(it.get("expect")?)?,
            head: it.get("head")?.text()?,
            beat_ms: bounded(it.get("beat_ms")?, 1, u32::MAX.into())?,
            lost_ms: bounded(it.get("lost_ms")?, 1, u32::MAX.into())?,
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("type").text(&"welcome");
        it.field("table").number(self.table);
        it.field("expect").number(self.expect);
        it.field("head").text(&self.head);
        it.field("beat_ms").number(self.beat_ms);
        it.field("lost_ms").number(self.lost_ms);
    }
}

impl Gate {
    fn read(it: &Record<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            open: it.get("open")?.flag()?,
            slot: it.optional("slot", word)?,
            why: word(it.get("why")?)?,
        })
    }

    fn write(self, it: &mut Fields<'_>) {
        it.field("type").text(&"gate");
        it.field("open").flag(self.open);
        text_if(it, "slot", self.slot.map(<&str>::from));
        it.field("why").text(&<&str>::from(self.why));
    }
}
