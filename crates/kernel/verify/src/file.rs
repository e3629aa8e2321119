//! The proof file of one shoe: all that is public of it, in JSON of one spelling.

use baccarat::Card;
use fair::nonces::Nonce;
use fair::shoe::{BeaconValue, Salt};
use fair::{Bulletin, Bytes, Digest, PublicKey, Signature};
use serde::{Deserialize, Serialize};

use crate::text::{Joined, Text, read_json, write_json};

/// The value of the field `format`.
pub const FORMAT: &str = "punto-shoe-proof";

/// The version of the format.
pub const VERSION: u32 = 1;

/// A proof file, read. Each value has its form; whether they fit each other is what the checks say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// The table.
    pub table: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// The house rules of the shoe.
    pub rules: Rules,
    /// The bulletin that committed the shoe.
    pub committed: Signed,
    /// Every change of the house's key after `committed`, by ascending number, up to the last bulletin of this file.
    pub rekeyed: Vec<Signed>,
    /// The bulletins from `opened` on, up to `finished` or the latest. Only `finished` when the shoe was never opened.
    pub bulletins: Vec<Bulletin>,
    /// The key that signed the last of them.
    pub key: PublicKey,
    /// The signature of the last of them, which covers all.
    pub signature: Signature,
    /// Later corrections of rounds of this shoe.
    pub after: Vec<Signed>,
    /// The pledges, ascending; none before they are fixed.
    pub pledges: Option<Vec<Digest>>,
    /// The nonces by ascending pledge; none before they are fixed.
    pub nonces: Option<Vec<Nonce>>,
    /// The beacon's value; none before sealing, and when no beacon is used.
    pub beacon: Option<Beacon>,
    /// The secret; none while the shoe is in play, and when the secret is lost.
    pub secret: Option<Bytes<32>>,
    /// All leaves, from sealing until the shoe is finished.
    pub leaves: Option<Vec<Digest>>,
    /// The cards that were shown, in the order in which they came out, from sealing until the shoe is finished.
    pub shown: Option<Vec<Shown>>,
}

/// House rules as the file holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Their id.
    pub id: String,
    /// The SHA-256 of their text.
    pub digest: Digest,
    /// The document.
    pub text: String,
}

/// A bulletin with a signature of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The bulletin.
    pub bulletin: Bulletin,
    /// The key that signed it.
    pub key: PublicKey,
    /// The signature.
    pub signature: Signature,
}

/// The value of a round of the beacon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beacon {
    /// The chain.
    pub chain: Digest,
    /// The round.
    pub round: u64,
    /// The value, which is a signature.
    pub value: BeaconValue,
}

/// A card that everybody has seen, with what opens its leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its position in the sealed order, from 0.
    pub index: u16,
    /// The card.
    pub card: Card,
    /// Its salt.
    pub salt: Salt,
}

/// A text is not a proof file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("field {field}: {reason}")]
pub struct FormError {
    /// The field, such as `bulletins[3]`; `.` for the whole file.
    pub field: String,
    /// What is wrong with it.
    pub reason: String,
}

impl ProofFile {
    /// Reads a file. Unknown fields and values of another form are refused; blanks between the fields are not, but
    /// [`ProofFile::write`] then gives another text.
    ///
    /// # Errors
    /// [`FormError`].
    pub fn read(text: &str) -> Result<Self, FormError> {
        let raw: Raw = read_json(text).map_err(|(field, reason)| FormError { field, reason })?;
        if (raw.format.as_str(), raw.version) != (FORMAT, VERSION) {
            let reason = format!("{FORMAT:?} of version {VERSION} was expected");
            return Err(FormError { field: "format".to_owned(), reason });
        }
        if raw.bulletins.is_empty() {
            let reason = "at least one bulletin was expected".to_owned();
            return Err(FormError { field: "bulletins".to_owned(), reason });
        }
        Ok(raw.into())
    }

    /// The one text of this file.
    pub fn write(&self) -> String {
        write_json(&Raw::from(self.clone()))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: String,
    version: u32,
    table: u32,
    shoe: u32,
    rules: RawRules,
    committed: RawSigned,
    rekeyed: Vec<RawSigned>,
    bulletins: Vec<Text<Bulletin>>,
    key: Text<PublicKey>,
    signature: Text<Signature>,
    after: Vec<RawSigned>,
    pledges: Option<Vec<Text<Digest>>>,
    nonces: Option<Vec<Text<Nonce>>>,
    beacon: Option<RawBeacon>,
    secret: Option<Text<Bytes<32>>>,
    leaves: Option<Joined>,
    shown: Option<Vec<RawShown>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRules {
    id: String,
    digest: Text<Digest>,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSigned {
    text: Text<Bulletin>,
    key: Text<PublicKey>,
    signature: Text<Signature>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBeacon {
    chain: Text<Digest>,
    round: u64,
    signature: Text<BeaconValue>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawShown {
    index: u16,
    card: Text<Card>,
    salt: Text<Salt>,
}

impl From<Raw> for ProofFile {
    fn from(raw: Raw) -> Self {
        let RawRules { id, digest, text } = raw.rules;
        Self {
            table: raw.table,
            shoe_no: raw.shoe,
            rules: Rules { id, digest: digest.0, text },
            committed: raw.committed.into(),
            rekeyed: raw.rekeyed.into_iter().map(Into::into).collect(),
            bulletins: values(raw.bulletins),
            key: raw.key.0,
            signature: raw.signature.0,
            after: raw.after.into_iter().map(Into::into).collect(),
            pledges: raw.pledges.map(values),
            nonces: raw.nonces.map(values),
            beacon: raw.beacon.map(|it| Beacon { chain: it.chain.0, round: it.round, value: it.signature.0 }),
            secret: raw.secret.map(|secret| secret.0),
            leaves: raw.leaves.map(|leaves| leaves.0),
            shown: raw.shown.map(|shown| {
                let read = |it: RawShown| Shown { index: it.index, card: it.card.0, salt: it.salt.0 };
                shown.into_iter().map(read).collect()
            }),
        }
    }
}

impl From<ProofFile> for Raw {
    fn from(file: ProofFile) -> Self {
        let Rules { id, digest, text } = file.rules;
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            table: file.table,
            shoe: file.shoe_no,
            rules: RawRules { id, digest: Text(digest), text },
            committed: file.committed.into(),
            rekeyed: file.rekeyed.into_iter().map(Into::into).collect(),
            bulletins: texts(file.bulletins),
            key: Text(file.key),
            signature: Text(file.signature),
            after: file.after.into_iter().map(Into::into).collect(),
            pledges: file.pledges.map(texts),
            nonces: file.nonces.map(texts),
            beacon: file.beacon.map(|it| RawBeacon {
                chain: Text(it.chain),
                round: it.round,
                signature: Text(it.value),
            }),
            secret: file.secret.map(Text),
            leaves: file.leaves.map(Joined),
            shown: file.shown.map(|shown| {
                let write =
                    |it: Shown| RawShown { index: it.index, card: Text(it.card), salt: Text(it.salt) };
                shown.into_iter().map(write).collect()
            }),
        }
    }
}

impl From<RawSigned> for Signed {
    fn from(raw: RawSigned) -> Self {
        Self { bulletin: raw.text.0, key: raw.key.0, signature: raw.signature.0 }
    }
}

impl From<Signed> for RawSigned {
    fn from(signed: Signed) -> Self {
        Self { text: Text(signed.bulletin), key: Text(signed.key), signature: Text(signed.signature) }
    }
}

fn values<T>(texts: Vec<Text<T>>) -> Vec<T> {
    texts.into_iter().map(|text| text.0).collect()
}

fn texts<T>(values: Vec<T>) -> Vec<Text<T>> {
    values.into_iter().map(Text).collect()
}
