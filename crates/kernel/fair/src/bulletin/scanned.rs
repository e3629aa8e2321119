//! What the bulletins of a shoe say whose cards a device reads: there is no order to seal, so each card names the
//! record that it was read by. Knows neither the text of a bulletin nor a record.

use core::fmt;
use core::str::FromStr;

use baccarat::Card;
use strum::{EnumString, IntoStaticStr};

use crate::bytes::Digest;
use crate::signature::PublicKey;

/// The algorithm of a shoe whose cards a device reads.
pub const ALGORITHM: &str = "punto-scanner-1";

/// The most characters of the label of a shoe.
pub const LONGEST_LABEL: usize = 32;

/// Where a card was read. Written as the number of its record, or as `keyed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// By this record of the device.
    Record(u64),
    /// By two people, who typed the same card.
    Keyed,
}

/// A text is neither a number from 1 nor `keyed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the number of a record from 1, or `keyed`, was expected")]
pub struct SourceError;

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(n) => write!(f, "{n}"),
            Self::Keyed => f.write_str("keyed"),
        }
    }
}

impl FromStr for Source {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Self, SourceError> {
        if text == "keyed" {
            return Ok(Self::Keyed);
        }
        text.parse().ok().filter(|n| *n > 0).map(Self::Record).ok_or(SourceError)
    }
}

/// See [`Notice::OpenedScanned`](super::Notice::OpenedScanned).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedScanned {
    /// The shoe.
    pub shoe_no: u32,
    /// The key of the device that reads its cards.
    pub device: PublicKey,
    /// The record which says that it was loaded.
    pub record: u64,
    /// Its label: 1 to [`LONGEST_LABEL`] characters, none of them a control character.
    pub label: String,
    /// The id of the house rules: 1 to 40 of a-z, 0-9 and -.
    pub rules_id: String,
    /// The SHA-256 of their text.
    pub rules_digest: Digest,
    /// How many decks, 1 to 32.
    pub decks: u8,
}

/// See [`Notice::Free`](super::Notice::Free).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeRound {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
}

/// See [`Notice::Removed`](super::Notice::Removed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemovedCard {
    /// The shoe.
    pub shoe_no: u32,
    /// The card; none when nobody saw it.
    pub card: Option<Card>,
    /// Where it was read.
    pub source: Source,
    /// Why it was burned.
    pub why: RemovedWhy,
}

/// Why a single card was burned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RemovedWhy {
    /// It came after the coup, or between rounds.
    Spare,
    /// It came while wagers were taken.
    Early,
    /// It waited when the round was voided.
    Void,
    /// It lies beyond a coup whose cards were put right.
    Beyond,
    /// One dealer handed over to another.
    HandOver,
}

/// See [`Notice::Amended`](super::Notice::Amended).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amended {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// Which card of the round in deal order, from 1.
    pub place: u8,
    /// What was read.
    pub from: Card,
    /// What it is.
    pub to: Card,
}

/// See [`Notice::Resolved`](super::Notice::Resolved).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The shoe.
    pub shoe_no: u32,
    /// What was wrong.
    pub code: Finding,
    /// How people resolved it.
    pub how: Resolution,
    /// The records it was about.
    pub about: Vec<u64>,
    /// The records that count nothing from now on.
    pub drops: Vec<u64>,
}

/// What people had to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Finding {
    /// A card was not read, or not surely.
    Unreadable,
    /// Two readings may be of one card.
    ReadTwice,
    /// The device expected the card elsewhere.
    OutOfTurn,
    /// All copies of that card are out already.
    TooManyCopies,
    /// A card came after the coup, or between rounds.
    SpareCard,
    /// A card came while wagers were taken.
    EarlyCard,
    /// The cards of the shoe were not burned.
    BurnForgotten,
    /// Another label or number of decks was loaded.
    WrongShoe,
    /// A card is none of this house.
    ForeignCard,
    /// A card was read wrongly.
    Misread,
    /// A card passed that was not read.
    MissedCard,
    /// The reading of a card came late.
    LateReading,
    /// The cut card came before the cards were burned.
    CutCardEarly,
    /// The cut card was overlooked.
    CutCardLate,
    /// The cards of the shoe are not those of its decks.
    Composition,
    /// The device says another result.
    DeviceDisagrees,
}

/// How people resolved what was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Resolution {
    /// The card passed the sensor once more.
    Rescan,
    /// Two people typed the card.
    KeyIn,
    /// The round does not count.
    Void,
    /// The reading is of a card that was read before.
    Drop,
    /// The reading is of another card than the one before it.
    Take,
    /// The order past the sensor stands.
    GoOn,
    /// The late reading stands.
    Accept,
    /// The round does not count, and the shoe ends.
    VoidAndEndShoe,
    /// The shoe ends after the round.
    EndShoe,
    /// The card is burned face up.
    Burn,
    /// The card opens a round without wagers.
    FreeHand,
    /// Another shoe is loaded.
    LoadRight,
    /// The shoe that was loaded is the one that is wanted.
    Assign,
    /// The cut card came out.
    Seen,
    /// The round under way is the last one; between rounds the next.
    LastRound,
    /// It is put on record.
    Note,
}

/// See [`Notice::CutCard`](super::Notice::CutCard).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutCard {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in which it counts as seen.
    pub round_no: u16,
    /// The record that says so; none when people saw it.
    pub record: Option<u64>,
}

/// See [`Notice::LastRound`](super::Notice::LastRound).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastRound {
    /// The shoe.
    pub shoe_no: u32,
    /// The last round in its shoe; 0 when none was played.
    pub round_no: u16,
}

/// See [`Notice::Counted`](super::Notice::Counted).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The shoe.
    pub shoe_no: u32,
    /// The records of the cards that were left.
    pub records: Vec<u64>,
    /// The cards that came out less often than there are decks, each as often as it is missing.
    pub missing: Vec<Card>,
    /// The cards that came out more often than there are decks, each as often as it is too many.
    pub extra: Vec<Card>,
    /// How many cards passed whose value nobody knows.
    pub unseen: u16,
}

/// See [`Notice::FinishedScanned`](super::Notice::FinishedScanned).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedScanned {
    /// The shoe.
    pub shoe_no: u32,
    /// How many records the device made of it, from the one of its loading on.
    pub records: u64,
    /// The digest of the last one.
    pub last: Digest,
    /// How many things people had to look at.
    pub findings: u16,
    /// How many cards two people typed.
    pub keyed: u16,
    /// How many cards were put right.
    pub amended: u16,
}

/// Whether this is the label of a shoe: no letter of it could end a line.
pub fn is_label(text: &str) -> bool {
    (1..=LONGEST_LABEL).contains(&text.chars().count()) && !text.contains(char::is_control)
}
