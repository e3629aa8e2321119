//! What a device says: hello and beats, which name the session, and records, which are of a file of their own.

use fair::{Digest, PublicKey};
use json::{Fields, Wrong};
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::fields::{SessionId, VERSION, counted, skip_x, whole, word};
use super::record::Record;
use crate::envelope::FrameError;
use crate::label::Label;

/// The body of a frame of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceFrame {
    /// The answer to a challenge.
    Hello(Hello),
    /// A sign of life.
    Beat(Beat),
    /// Something that happened at the shoe.
    Record(Record),
}

/// The answer to a challenge: who the device is, and how far its records go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The device's public key.
    pub key: PublicKey,
    /// The session of the challenge.
    pub session: SessionId,
    /// The device's model.
    pub model: Label<1, 64>,
    /// The version of its firmware.
    pub firmware: Label<1, 64>,
    /// The number of the last record that it made; 0 for none.
    pub last: u64,
    /// The digest of that record; zeros for none.
    pub head: Digest,
    /// Milliseconds since the device was switched on.
    pub t: u64,
}

/// A sign of life. Beats are neither stored nor chained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The session.
    pub session: SessionId,
    /// The number of the beat, one more each.
    pub b: u64,
    /// The number of the last record that the device made.
    pub last: u64,
    /// Milliseconds since the device was switched on.
    pub t: u64,
    /// How the device is.
    pub state: DeviceState,
    /// How its gate is.
    pub gate: GateState,
}

/// How a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum DeviceState {
    /// It can read a card.
    Ready,
    /// It cannot read a card at this moment.
    Busy,
    /// It is broken.
    Fault,
}

/// How the gate of a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum GateState {
    /// A card can be drawn.
    Open,
    /// No card can be drawn, or the lamp says so.
    Shut,
}

impl DeviceFrame {
    /// Reads a body. Fields that are not known are refused, except the object `x`.
    ///
    /// # Errors
    /// [`FrameError`].
    pub fn read(body: &str) -> Result<Self, FrameError> {
        let version = json::read(body, |node| node.fields(|it| it.get("v")?.number()))?;
        if version != VERSION {
            return Err(FrameError::Version(version));
        }
        Ok(json::read(body, |node| node.record(Self::read_fields))?)
    }

    fn read_fields(it: &json::Record<'_>) -> Result<Self, Wrong> {
        it.get("v")?.number::<u64>()?;
        skip_x(it)?;
        let kind = it.get("type")?.string()?;
        match kind.as_str() {
            "hello" => Hello::read(it).map(Self::Hello),
            "beat" => Beat::read(it).map(Self::Beat),
            kind => Record::read(kind, it).map(Self::Record),
        }
    }

    /// The body as this crate writes it, in one line.
    pub fn write(&self) -> String {
        json::write(|to| {
            to.record(|it| {
                it.field("v").number(VERSION);
                match self {
                    Self::Hello(hello) => hello.write(it),
                    Self::Beat(beat) => beat.write(it),
                    Self::Record(record) => record.write(it),
                }
            });
        })
    }
}

impl Hello {
    fn read(it: &json::Record<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            key: it.get("key")?.text()?,
            session: it.get("session")?.text()?,
            model: it.get("model")?.text()?,
            firmware: it.get("firmware")?.text()?,
            last: whole(it.get("last")?)?,
            head: it.get("head")?.text()?,
            t: whole(it.get("t")?)?,
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("type").text(&"hello");
        it.field("key").text(&self.key);
        it.field("session").text(&self.session);
        it.field("model").text(&self.model);
        it.field("firmware").text(&self.firmware);
        it.field("last").number(self.last);
        it.field("head").text(&self.head);
        it.field("t").number(self.t);
    }
}

impl Beat {
    fn read(it: &json::Record<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            session: it.get("session")?.text()?,
            b: counted(it.get("b")?)?,
            last: whole(it.get("last")?)?,
            t: whole(it.get("t")?)?,
            state: word(it.get("state")?)?,
            gate: word(it.get("gate")?)?,
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("type").text(&"beat");
        it.field("session").text(&self.session);
        it.field("b").number(self.b);
        it.field("last").number(self.last);
        it.field("t").number(self.t);
        it.field("state").text(&<&str>::from(self.state));
        it.field("gate").text(&<&str>::from(self.gate));
    }
}
