//! The proof file of one shoe: all that is public of it, in JSON of one spelling.

use baccarat::Card;
use fair::nonces::Nonce;
use fair::shoe::{BeaconValue, Salt};
use fair::{Bulletin, Bytes, Digest, Joined, PublicKey, Signature};
use json::{Fields, Node, Place, Record, Wrong};

use crate::printable::Printable;

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
#[error("field {}: {}", Printable(.field), Printable(.reason))]
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
        Ok(json::read(text, |node| node.record(Self::read_fields))?)
    }

    /// The one text of this file: JSON in one line, its fields in their order, then LF.
    pub fn write(&self) -> String {
        let mut text = json::write(|to| to.record(|it| self.write_fields(it)));
        text.push('\n');
        text
    }

    fn read_fields(it: &Record<'_>) -> Result<Self, Wrong> {
        read_format(it, FORMAT, VERSION)?;
        Ok(Self {
            table: it.get("table")?.number()?,
            shoe_no: it.get("shoe")?.number()?,
            rules: Rules::read(it.get("rules")?)?,
            committed: Signed::read(it.get("committed")?)?,
            rekeyed: it.get("rekeyed")?.list(Signed::read)?,
            bulletins: read_bulletins(it)?,
            key: it.get("key")?.text()?,
            signature: it.get("signature")?.text()?,
            after: it.get("after")?.list(Signed::read)?,
            pledges: it.optional("pledges", Node::texts)?,
            nonces: it.optional("nonces", Node::texts)?,
            beacon: it.optional("beacon", Beacon::read)?,
            secret: it.optional("secret", Node::text)?,
            leaves: it.optional("leaves", Node::text)?.map(|Joined(leaves)| leaves),
            shown: it.optional("shown", |node| node.list(Shown::read))?,
        })
    }

    fn write_fields(&self, it: &mut Fields<'_>) {
        write_format(it, FORMAT, VERSION);
        it.field("table").number(self.table);
        it.field("shoe").number(self.shoe_no);
        it.field("rules").record(|it| self.rules.write(it));
        it.field("committed").record(|it| self.committed.write(it));
        let signed = |to: Place<'_>, signed: &Signed| to.record(|it| signed.write(it));
        it.field("rekeyed").list(&self.rekeyed, signed);
        it.field("bulletins").list(&self.bulletins, |to, bulletin| to.text(bulletin));
        it.field("key").text(&self.key);
        it.field("signature").text(&self.signature);
        it.field("after").list(&self.after, signed);
        let digests = |to: Place<'_>, digests: &Vec<Digest>| to.list(digests, |to, digest| to.text(digest));
        it.field("pledges").optional(self.pledges.as_ref(), digests);
        it.field("nonces").optional(self.nonces.as_ref(), digests);
        it.field("beacon").optional(self.beacon.as_ref(), |to, beacon| to.record(|it| beacon.write(it)));
        it.field("secret").optional(self.secret, |to, secret| to.text(&secret));
        it.field("leaves").optional(self.leaves.clone(), |to, leaves| to.text(&Joined(leaves)));
        it.field("shown").optional(self.shown.as_ref(), |to, shown| {
            to.list(shown, |to, shown| to.record(|it| shown.write(it)));
        });
    }
}

/// Reads the fields that begin every file, which say what it is.
pub(crate) fn read_format(it: &Record<'_>, format: &str, version: u32) -> Result<(), Wrong> {
    let found = (it.get("format")?.string()?, it.get("version")?.number::<u32>()?);
    if (found.0.as_str(), found.1) == (format, version) {
        return Ok(());
    }
    Err(it.get("format")?.wrong(&format_args!("{format:?} of version {version} was expected")))
}

pub(crate) fn write_format(it: &mut Fields<'_>, format: &str, version: u32) {
    it.field("format").text(&format);
    it.field("version").number(version);
}

pub(crate) fn read_bulletins(it: &Record<'_>) -> Result<Vec<Bulletin>, Wrong> {
    let bulletins = it.get("bulletins")?.texts()?;
    if bulletins.is_empty() {
        return Err(it.get("bulletins")?.wrong(&"at least one bulletin was expected"));
    }
    Ok(bulletins)
}

impl Rules {
    pub(crate) fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            Ok(Self {
                id: it.get("id")?.string()?,
                digest: it.get("digest")?.text()?,
                text: it.get("text")?.string()?,
            })
        })
    }

    pub(crate) fn write(&self, it: &mut Fields<'_>) {
        it.field("id").text(&self.id);
        it.field("digest").text(&self.digest);
        it.field("text").text(&self.text);
    }
}

impl Signed {
    pub(crate) fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            Ok(Self {
                bulletin: it.get("text")?.text()?,
                key: it.get("key")?.text()?,
                signature: it.get("signature")?.text()?,
            })
        })
    }

    pub(crate) fn write(&self, it: &mut Fields<'_>) {
        it.field("text").text(&self.bulletin);
        it.field("key").text(&self.key);
        it.field("signature").text(&self.signature);
    }
}

impl Beacon {
    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            Ok(Self {
                chain: it.get("chain")?.text()?,
                round: it.get("round")?.number()?,
                value: it.get("signature")?.text()?,
            })
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("chain").text(&self.chain);
        it.field("round").number(self.round);
        it.field("signature").text(&self.value);
    }
}

impl Shown {
    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            Ok(Self {
                index: it.get("index")?.number()?,
                card: it.get("card")?.text()?,
                salt: it.get("salt")?.text()?,
            })
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("index").number(self.index);
        it.field("card").text(&self.card);
        it.field("salt").text(&self.salt);
    }
}

impl From<Wrong> for FormError {
    fn from(wrong: Wrong) -> Self {
        let field = if wrong.field().is_empty() { "." } else { wrong.field() };
        Self { field: field.to_owned(), reason: wrong.reason().to_owned() }
    }
}
