//! How far the proof of a shuffled shoe has come, and the digests that a table keeps of it. Computes none of them: see
//! the crate `fair`.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::drawing::Drawing;
use crate::hex;
use crate::ids::Timestamp;
use crate::live::origin::RecordRef;

/// How long after the value of a beacon's round came to exist it is asked for, in milliseconds.
pub const BEACON_DELAY_MS: u32 = 1_000;

/// How long a shoe waits for the value of its beacon before a supervisor may give it up, in milliseconds.
pub const BEACON_PATIENCE_MS: u32 = 120_000;

/// The value of a round of a beacon. Written as 96 hex digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BeaconValue(pub [u8; 48]);

impl fmt::Display for BeaconValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

impl fmt::Debug for BeaconValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for BeaconValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BeaconValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        hex::read(&text)
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom("48 bytes are written as 96 of 0-9 and a-f"))
    }
}

/// 32 bytes that everybody may know: a digest, or a secret that was revealed. Written as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes32(pub [u8; 32]);

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("32 bytes are written as 64 of 0-9 and a-f")]
pub struct Bytes32Error;

impl FromStr for Bytes32 {
    type Err = Bytes32Error;

    fn from_str(text: &str) -> Result<Self, Bytes32Error> {
        hex::read(text).map(Self).ok_or(Bytes32Error)
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <Cow<'de, str>>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The key that hides the wagers of a shoe in their leaves. It stays in the log and is never printed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WagerKey(pub Bytes32);

impl fmt::Debug for WagerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WagerKey(<secret>)")
    }
}

/// What is fixed of a provable shoe when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShoeProof {
    /// The commitment to its secret, which was published before.
    pub commitment: Bytes32,
    /// How many decks it has.
    pub decks: u8,
    /// When pledges end.
    pub pledges_until: Timestamp,
    /// When nonces end.
    pub nonces_until: Timestamp,
    /// The round of the beacon whose value it uses; none for no beacon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beacon: Option<BeaconRound>,
    /// The key that hides its wagers.
    pub wager_key: WagerKey,
}

impl ShoeProof {
    /// Whether a shoe with this proof can draw its cards like this: only a beacon draws them after the bets.
    pub(crate) fn fits(proof: Option<&Self>, drawing: Drawing) -> bool {
        drawing == Drawing::Sealed || proof.is_some_and(|proof| proof.beacon.is_some())
    }

    /// What was said of it when it was committed.
    pub(crate) fn committed(&self) -> (Bytes32, Option<Bytes32>) {
        (self.commitment, self.beacon.map(|beacon| beacon.chain))
    }
}

/// What is fixed of a shoe whose cards a device reads, when it is opened with a public record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScannedProof {
    /// The public key of the device.
    pub key: Bytes32,
    /// The key that hides its wagers.
    pub wager_key: WagerKey,
    /// The record which says that it was loaded.
    pub record: RecordRef,
}

/// A round of a beacon, named before its value exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeaconRound {
    /// The chain of the beacon.
    pub chain: Bytes32,
    /// The number of the round.
    pub round: u64,
    /// When its value comes to exist.
    pub at: Timestamp,
}

/// All wagers of a round as one digest, fixed when its betting closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WagersRoot {
    /// How many patrons have wagers.
    pub count: u32,
    /// The root over their leaves.
    pub root: Bytes32,
}

/// How a shoe ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShoeEnding {
    /// The house rules say that it is over.
    Played,
    /// It was given up: the nonces were not fixed before the value of the beacon's round came to exist.
    Late,
    /// It was given up: the value of the beacon's round could not be fetched.
    NoBeacon,
    /// It was given up: the house uses no beacon any more. Also after its order is fixed, if a beacon draws its cards.
    BeaconChanged,
    /// It was given up: the store was restored from a back-up, so that its secret may be public.
    Restored,
    /// It was given up: its table was closed.
    TableClosed,
    /// It was given up: the key that locks its secret is lost, so that nobody can show it.
    KeyLost,
}

impl ShoeEnding {
    /// Whether a shoe ends like this only while it still needs its beacon.
    pub const fn is_for_want_of_beacon(self) -> bool {
        matches!(self, Self::Late | Self::NoBeacon | Self::BeaconChanged)
    }
}

/// A commitment to the secret of a shoe that is not open yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// The shoe.
    pub shoe_no: u32,
    /// The commitment.
    pub commitment: Bytes32,
    /// The chain of the beacon that the shoe will use; none for no beacon.
    pub beacon: Option<Bytes32>,
}

impl Commitment {
    /// What the proof of the shoe has to repeat.
    pub(crate) const fn of_proof(&self) -> (Bytes32, Option<Bytes32>) {
        (self.commitment, self.beacon)
    }
}

/// The proof of the shoe on the table, so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenProof {
    /// What was fixed at its opening.
    pub proof: ShoeProof,
    /// When it is decided which card comes next.
    pub drawing: Drawing,
    /// How far it has come.
    pub stage: ProofStage,
}

/// How far the proof of a shoe has come, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofStage {
    /// The shoe is open, and pledges are taken.
    Opened,
    /// The pledges are fixed, and nonces are taken.
    Pledged,
    /// The nonces are fixed.
    Revealed,
    /// The order of the cards is fixed. Cards come out at no other stage.
    Sealed {
        /// The root over the leaves of the cards.
        root: Bytes32,
    },
    /// The secret is public.
    Finished,
}

/// What the proof of a shoe waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// The commitment to the secret of the next shoe.
    Commit,
    /// The end of the pledges.
    FixPledges,
    /// The end of the nonces.
    FixNonces,
    /// The order of the cards.
    Seal,
    /// The value of the beacon that draws the cards of the round.
    DrawRound,
    /// The secret of the shoe that is over.
    Finish,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_one_form_and_a_wager_key_is_not_printed() {
        let bytes = Bytes32([0xa5; 32]);
        assert_eq!(bytes.to_string().parse(), Ok(bytes));
        for bad in ["", "a5", &"A5".repeat(32), &"a5".repeat(33)] {
            assert_eq!(bad.parse::<Bytes32>(), Err(Bytes32Error), "{bad}");
        }
        let key = WagerKey(bytes);
        assert_eq!(format!("{key:?}"), "WagerKey(<secret>)");
        assert_eq!(serde_json::to_string(&key).unwrap(), format!("\"{bytes}\""));
    }
}
