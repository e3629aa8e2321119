//! Records: what happened at the shoe. A record names no session, so that it can be sent again as it is.

use baccarat::{Card, Outcome};
use fair::Digest;
use json::{Fields, Node, Wrong};
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::fields::{bounded, card, counted, number_if, text_if, whole, word};
use crate::label::Label;

/// Something that happened at the shoe, with its place in the chain of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number, from 1 without gaps for the life of the key.
    pub n: u64,
    /// The digest of the record before; zeros for the first.
    pub prev: Digest,
    /// Milliseconds since the device was switched on.
    pub t: u64,
    /// What happened.
    pub what: What,
}

/// What happened at the shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A shoe was loaded or removed, or its lid opened.
    Shoe(ShoeRecord),
    /// A card passed the sensor and was read.
    Card(CardRecord),
    /// Something passed the sensor and was not read.
    Unread(UnreadRecord),
    /// The cut card passed the sensor.
    CutCard {
        /// See [`CardRecord::pass`].
        pass: u64,
    },
    /// Who won, as the device thinks. It is compared and never used.
    Result {
        /// The outcome.
        outcome: Outcome,
    },
    /// The device has a fault.
    Fault {
        /// What is broken.
        code: FaultCode,
        /// What the device says of it.
        text: Label<0, 200>,
    },
}

/// See [`What::Shoe`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeRecord {
    /// What happened to it.
    pub state: ShoeState,
    /// Its label.
    pub shoe: Label<1, 32>,
    /// How many decks it holds, by the device.
    pub decks: u8,
    /// The number of its seal.
    pub seal: Option<Label<1, 32>>,
}

/// See [`What::Card`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRecord {
    /// How many things passed the sensor since the shoe was loaded, with this one.
    pub pass: u64,
    /// The card.
    pub card: Card,
    /// Where it belongs, if the device follows the deal. It is compared and never used.
    pub slot: Option<Slot>,
    /// How sure the device is, up to 1000.
    pub conf: Option<u16>,
    /// The unique mark of this piece of card.
    pub tag: Option<Tag>,
    /// The pass that this reading replaces.
    pub rescan: Option<u64>,
    /// The picture.
    pub img: Option<Img>,
}

/// See [`What::Unread`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadRecord {
    /// See [`CardRecord::pass`].
    pub pass: u64,
    /// Why it was not read.
    pub why: UnreadWhy,
    /// The pass that this reading replaces.
    pub rescan: Option<u64>,
    /// The picture.
    pub img: Option<Img>,
}

/// The unique mark of a piece of card.
pub type Tag = Label<1, 64>;

/// The SHA-256 of a picture.
pub type Img = Digest;

/// What happened to a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum ShoeState {
    /// It was put in, and passes count from 1.
    Loaded,
    /// It was taken out.
    Removed,
    /// Its lid was opened.
    LidOpen,
}

/// Where a card belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
pub enum Slot {
    /// Player's first card.
    P1,
    /// Banker's first card.
    B1,
    /// Player's second card.
    P2,
    /// Banker's second card.
    B2,
    /// Player's third card.
    P3,
    /// Banker's third card.
    B3,
    /// A card that is burned.
    #[strum(serialize = "burn")]
    Burn,
}

/// Why something that passed was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum UnreadWhy {
    /// It has no code.
    NoCode,
    /// Its code cannot be read.
    Smeared,
    /// It passed the wrong way round.
    Reversed,
    /// Two things passed together.
    TwoAtOnce,
    /// It took too long.
    TimeOut,
    /// Its code is that of no card.
    Foreign,
    /// The sensor saw nothing.
    Dark,
}

/// What of a device is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum FaultCode {
    /// The sensor.
    Sensor,
    /// The motor.
    Motor,
    /// The lid.
    Lid,
    /// The power supply.
    Power,
    /// The memory for records.
    Store,
}

impl What {
    /// Its name in a frame, such as `card`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Shoe(_) => "shoe",
            Self::Card(_) => "card",
            Self::Unread(_) => "unread",
            Self::CutCard { .. } => "cut_card",
            Self::Result { .. } => "result",
            Self::Fault { .. } => "fault",
        }
    }

    /// The number of the pass; none when nothing passed the sensor.
    pub const fn pass(&self) -> Option<u64> {
        match self {
            Self::Card(CardRecord { pass, .. })
            | Self::Unread(UnreadRecord { pass, .. })
            | Self::CutCard { pass } => Some(*pass),
            Self::Shoe(_) | Self::Result { .. } | Self::Fault { .. } => None,
        }
    }
}

impl Record {
    pub(super) fn read(kind: &str, it: &json::Record<'_>) -> Result<Self, Wrong> {
        let (n, prev, t) = (counted(it.get("n")?)?, it.get("prev")?.text()?, whole(it.get("t")?)?);
        let what = match kind {
            "shoe" => What::Shoe(ShoeRecord::read(it)?),
            "card" => What::Card(CardRecord::read(it)?),
            "unread" => What::Unread(UnreadRecord::read(it)?),
            "cut_card" => What::CutCard { pass: counted(it.get("pass")?)? },
            "result" => What::Result { outcome: it.get("outcome")?.text()? },
            "fault" => What::Fault { code: word(it.get("code")?)?, text: it.get("text")?.text()? },
            _ => return Err(it.get("type")?.wrong(&"there is no such frame")),
        };
        Ok(Self { n, prev, t, what })
    }

    pub(super) fn write(&self, it: &mut Fields<'_>) {
        it.field("type").text(&self.what.kind());
        it.field("n").number(self.n);
        it.field("prev").text(&self.prev);
        it.field("t").number(self.t);
        match &self.what {
            What::Shoe(shoe) => shoe.write(it),
            What::Card(card) => card.write(it),
            What::Unread(unread) => unread.write(it),
            What::CutCard { pass } => it.field("pass").number(*pass),
            What::Result { outcome } => it.field("outcome").text(&outcome.id()),
            What::Fault { code, text } => {
                it.field("code").text(&<&str>::from(code));
                it.field("text").text(text);
            }
        }
    }
}

impl ShoeRecord {
    fn read(it: &json::Record<'_>) -> Result<Self, Wrong> {
        Ok(Self {
            state: word(it.get("state")?)?,
            shoe: it.get("shoe")?.text()?,
            decks: bounded(it.get("decks")?, 1, 255)?,
            seal: it.optional("seal", Node::text)?,
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("state").text(&<&str>::from(self.state));
        it.field("shoe").text(&self.shoe);
        it.field("decks").number(self.decks);
        text_if(it, "seal", self.seal.as_ref());
    }
}

impl CardRecord {
    /// A card that a device read at this pass, without anything that may be left out.
    pub const fn new(pass: u64, card: Card) -> Self {
        Self { pass, card, slot: None, conf: None, tag: None, rescan: None, img: None }
    }

    fn read(it: &json::Record<'_>) -> Result<Self, Wrong> {
        let pass = counted(it.get("pass")?)?;
        Ok(Self {
            pass,
            card: card(it.get("card")?)?,
            slot: it.optional("slot", word)?,
            conf: it.optional("conf", |node| bounded(node, 0, 1000))?,
            tag: it.optional("tag", Node::text)?,
            rescan: read_rescan(it, pass)?,
            img: it.optional("img", Node::text)?,
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("pass").number(self.pass);
        it.field("card").text(&self.card);
        text_if(it, "slot", self.slot.map(<&str>::from));
        number_if(it, "conf", self.conf);
        text_if(it, "tag", self.tag.as_ref());
        number_if(it, "rescan", self.rescan);
        text_if(it, "img", self.img);
    }
}

impl UnreadRecord {
    fn read(it: &json::Record<'_>) -> Result<Self, Wrong> {
        let pass = counted(it.get("pass")?)?;
        Ok(Self {
            pass,
            why: word(it.get("why")?)?,
            rescan: read_rescan(it, pass)?,
            img: it.optional("img", Node::text)?,
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("pass").number(self.pass);
        it.field("why").text(&<&str>::from(self.why));
        number_if(it, "rescan", self.rescan);
        text_if(it, "img", self.img);
    }
}

/// The pass that a reading replaces, which is one before it.
fn read_rescan(it: &json::Record<'_>, pass: u64) -> Result<Option<u64>, Wrong> {
    it.optional("rescan", |node| bounded(node, 1, pass.saturating_sub(1)))
}
