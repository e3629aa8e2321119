//! The types of bulletins: what each kind says. Knows neither their text nor their order.

use baccarat::{Bead, Card};
use strum::{EnumString, IntoStaticStr};

use super::scanned::{
    Amended, Counted, CutCard, FinishedScanned, FreeRound, LastRound, OpenedScanned, RemovedCard, Resolved,
    Source,
};
use crate::bytes::{Bytes, Digest};
use crate::hash::sha256;
use crate::shoe::BeaconValue;
use crate::signature::{HouseKey, PublicKey, Signature};

/// One entry of a table's public record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bulletin {
    /// The key that signs it.
    pub house: PublicKey,
    /// The table, from 1.
    pub table: u32,
    /// Its number among the bulletins of the table, from 1 without gaps.
    pub no: u64,
    /// Milliseconds since 1970 on the house's clock; never before the bulletin that it follows.
    pub at: u64,
    /// The digest of the bulletin before; zeros in the first.
    pub previous: Digest,
    /// What it says.
    pub notice: Notice,
}

/// What a bulletin says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The secret of a shoe is fixed, and the kind of its beacon.
    Committed(Committed),
    /// A shoe begins: all that is fixed before pledges are taken.
    Opened(Opened),
    /// The pledges are fixed. The digest of this bulletin goes into the shoe's key.
    Pledged(Listed),
    /// The nonces are fixed.
    Revealed(Listed),
    /// The order of the cards is fixed.
    Sealed(Sealed),
    /// Cards were removed before the first round.
    Burned(Burned),
    /// Betting closed on a round, and its wagers are fixed.
    Closed(Closed),
    /// The value that draws the cards of a round is known; only in shoes of [`Algorithm::Proof2`].
    Drawn(Drawn),
    /// A round ended.
    Ended(Ended),
    /// A settled round counts differently.
    Corrected(Corrected),
    /// The shoe is over, and its secret public.
    Finished(Finished),
    /// Another key signs from the next bulletin on.
    Rekeyed(PublicKey),
    /// A shoe begins whose cards a device reads.
    OpenedScanned(OpenedScanned),
    /// A round without wagers begins.
    Free(FreeRound),
    /// A card of a scanned shoe was burned after the burn of the new shoe, or in its place.
    Removed(RemovedCard),
    /// A card of the round under way is another one than was read.
    Amended(Amended),
    /// People resolved what was wrong with a reading.
    Resolved(Resolved),
    /// The cut card of a scanned shoe came out.
    CutCard(CutCard),
    /// A supervisor ended a scanned shoe.
    LastRound(LastRound),
    /// All cards that were left in a scanned shoe passed its sensor.
    Counted(Counted),
    /// A scanned shoe is over.
    FinishedScanned(FinishedScanned),
}

/// See [`Notice::Committed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The shoe.
    pub shoe_no: u32,
    /// The commitment to its secret.
    pub commitment: Digest,
    /// The chain of the beacon whose value the shoe will use; none for no beacon.
    pub beacon: Option<Digest>,
}

/// How a shoe gets from its sealed order to the cards of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`punto-proof-1`](crate::shoe::ALGORITHM): the cards come in the sealed order.
    Proof1,
    /// [`punto-proof-2`](crate::draw::ALGORITHM): the cards are drawn from the sealed row after betting has closed.
    Proof2,
}

impl Algorithm {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Proof1, Self::Proof2];

    /// Its id, such as `punto-proof-1`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Proof1 => crate::shoe::ALGORITHM,
            Self::Proof2 => crate::draw::ALGORITHM,
        }
    }
}

/// See [`Notice::Opened`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The shoe.
    pub shoe_no: u32,
    /// The commitment, as it was published.
    pub commitment: Digest,
    /// How the cards of a round are found.
    pub algorithm: Algorithm,
    /// The id of the house rules: 1 to 40 of a-z, 0-9 and -.
    pub rules_id: String,
    /// The SHA-256 of their text.
    pub rules_digest: Digest,
    /// How many decks, 1 to 32.
    pub decks: u8,
    /// When pledges end, in milliseconds since 1970.
    pub pledges_until: u64,
    /// When nonces end, in milliseconds since 1970.
    pub nonces_until: u64,
    /// The chain and the number of the beacon's round; none for no beacon, which [`Algorithm::Proof2`] never has.
    pub beacon: Option<(Digest, u64)>,
}

/// A list that is fixed by its digest; see [`Notice::Pledged`] and [`Notice::Revealed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The shoe.
    pub shoe_no: u32,
    /// How many entries, at most [`MOST_PLEDGES`](crate::nonces::MOST_PLEDGES).
    pub count: u16,
    /// The digest of the list; see [`nonces`](crate::nonces).
    pub digest: Digest,
}

/// See [`Notice::Sealed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The shoe.
    pub shoe_no: u32,
    /// The beacon's value; none for no beacon.
    pub beacon: Option<BeaconValue>,
    /// How many cards the shoe has.
    pub cards: u16,
    /// The root over their leaves.
    pub root: Digest,
}

/// See [`Notice::Burned`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burned {
    /// The shoe.
    pub shoe_no: u32,
    /// How many cards were out before.
    pub from: u16,
    /// The card that was turned over.
    pub first: Option<Card>,
    /// How many went face down.
    pub face_down: u8,
    /// The record of each of these cards; none in a shoe that was shuffled.
    pub records: Vec<u64>,
}

/// See [`Notice::Closed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// How many patrons have wagers.
    pub patrons: u32,
    /// The root over their wagers.
    pub root: Digest,
    /// The chain and the number of the beacon's round that draws the cards; there in shoes of [`Algorithm::Proof2`].
    pub draw: Option<(Digest, u64)>,
}

/// See [`Notice::Drawn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// The value of the beacon's round that `closed` names.
    pub value: BeaconValue,
}

/// See [`Notice::Ended`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// Where its cards lay in the sealed order.
    pub at: Places,
    /// The cards of the round in deal order, at most six.
    pub cards: Vec<Card>,
    /// What became of it.
    pub result: RoundResult,
}

/// Where the cards of a round lay in the sealed order, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// One after the other from here on: so many cards were out before, burned ones included.
    From(u16),
    /// One index for each card in deal order; in shoes of [`Algorithm::Proof2`].
    At(Vec<u16>),
    /// Where each card was read, in deal order; in shoes whose cards a device reads, which have no sealed order.
    Read(Vec<Source>),
}

/// See [`Notice::Corrected`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// The number of the settlement; the first correction of a round is 2.
    pub revision: u16,
    /// The cards that count, at most six.
    pub cards: Vec<Card>,
    /// The cards that came out beside them and are not of the round; only where a device reads the cards.
    pub surplus: Vec<Card>,
    /// What the round now is.
    pub result: RoundResult,
}

/// What became of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundResult {
    /// It counts.
    Coup(Bead),
    /// It does not count.
    Void(VoidReason),
}

/// Why a round does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum VoidReason {
    /// A card could not be read.
    UnreadableCard,
    /// The round was interrupted and could not be finished.
    Interrupted,
    /// A supervisor called it void.
    Supervisor,
    /// Its cards fell irregularly; only where a device reads them.
    Irregular,
    /// Its table was not opened again.
    Abandoned,
}

/// See [`Notice::Finished`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The shoe.
    pub shoe_no: u32,
    /// Why the shoe was given up; none when it was played to its end.
    pub abandoned: Option<Abandonment>,
    /// The secret; none only when it was lost.
    pub secret: Option<Bytes<32>>,
}

/// Why a shoe was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Abandonment {
    /// The nonces were not fixed before the beacon's round.
    Late,
    /// The beacon's value could not be fetched.
    NoBeacon,
    /// The table changed to another kind of beacon.
    BeaconChanged,
    /// The store was restored from a back-up, so that the secret may be known.
    Restored,
    /// The table was closed for good.
    TableClosed,
    /// The key of the locked secret is lost.
    KeyLost,
}

impl Ended {
    /// The index of each card in deal order. Fewer than cards only where an index would be beyond 65,535, or where a
    /// device reads the cards.
    pub fn indices(&self) -> Vec<u16> {
        match &self.at {
            Places::From(from) => (*from..=u16::MAX).take(self.cards.len()).collect(),
            Places::At(indices) => indices.clone(),
            Places::Read(_) => Vec::new(),
        }
    }
}

impl Abandonment {
    /// Whether it can only happen before the shoe is sealed.
    pub const fn is_before_sealing(self) -> bool {
        matches!(self, Self::Late | Self::NoBeacon | Self::BeaconChanged)
    }
}

impl Bulletin {
    /// The SHA-256 of its text.
    pub fn digest(&self) -> Digest {
        sha256(self.to_string().as_bytes())
    }

    /// Signs it. The key must be that of its `house` line, or the signature will not hold.
    pub fn sign(&self, key: &HouseKey) -> Signature {
        key.sign(&self.to_string())
    }
}

impl Notice {
    /// The first word of its first line.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Committed(_) => "committed",
            Self::Opened(_) | Self::OpenedScanned(_) => "opened",
            Self::Pledged(_) => "pledged",
            Self::Revealed(_) => "revealed",
            Self::Sealed(_) => "sealed",
            Self::Burned(_) => "burned",
            Self::Closed(_) => "closed",
            Self::Drawn(_) => "drawn",
            Self::Ended(_) => "ended",
            Self::Corrected(_) => "corrected",
            Self::Finished(_) | Self::FinishedScanned(_) => "finished",
            Self::Rekeyed(_) => "rekeyed",
            Self::Free(_) => "free",
            Self::Removed(_) => "removed",
            Self::Amended(_) => "amended",
            Self::Resolved(_) => "resolved",
            Self::CutCard(_) => "cut-card",
            Self::LastRound(_) => "last-round",
            Self::Counted(_) => "counted",
        }
    }

    /// The shoe that it is about; none for a change of the key.
    pub const fn shoe_no(&self) -> Option<u32> {
        Some(match self {
            Self::Committed(it) => it.shoe_no,
            Self::Opened(it) => it.shoe_no,
            Self::Pledged(it) | Self::Revealed(it) => it.shoe_no,
            Self::Sealed(it) => it.shoe_no,
            Self::Burned(it) => it.shoe_no,
            Self::Closed(it) => it.shoe_no,
            Self::Drawn(it) => it.shoe_no,
            Self::Ended(it) => it.shoe_no,
            Self::Corrected(it) => it.shoe_no,
            Self::Finished(it) => it.shoe_no,
            Self::OpenedScanned(it) => it.shoe_no,
            Self::Free(it) => it.shoe_no,
            Self::Removed(it) => it.shoe_no,
            Self::Amended(it) => it.shoe_no,
            Self::Resolved(it) => it.shoe_no,
            Self::CutCard(it) => it.shoe_no,
            Self::LastRound(it) => it.shoe_no,
            Self::Counted(it) => it.shoe_no,
            Self::FinishedScanned(it) => it.shoe_no,
            Self::Rekeyed(_) => return None,
        })
    }
}
