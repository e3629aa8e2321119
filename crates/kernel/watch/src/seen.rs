//! What a client hands over: what it kept from an earlier visit, a proof file on arrival, cards, wagers.

use baccarat::Card;
use fair::nonces::Nonce;
use fair::shoe::Salt;
use fair::wagers::{Line, WagerPath};
use fair::{Bulletin, Digest, PublicKey, Signature};

/// What a client kept from an earlier visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The house's key.
    pub house: Option<PublicKey>,
    /// The number and the digest of the last bulletin of the table.
    pub head: Option<(u64, Digest)>,
}

/// A bulletin with its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The bulletin.
    pub bulletin: Bulletin,
    /// The key that signed it.
    pub key: PublicKey,
    /// The signature.
    pub signature: Signature,
}

/// What a proof file of the open shoe holds at the moment when it is fetched. `docs/FAIRNESS.md` describes its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The table.
    pub table: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// The bulletin that committed the shoe.
    pub committed: Signed,
    /// Every change of the house's key after `committed`.
    pub rekeyed: Vec<Signed>,
    /// The bulletins from `opened` on, up to the latest or to `finished`.
    pub bulletins: Vec<Bulletin>,
    /// The key that signed the last of them.
    pub key: PublicKey,
    /// The signature of the last of them.
    pub signature: Signature,
    /// The pledges, ascending; none before they are fixed.
    pub pledges: Option<Vec<Digest>>,
    /// The nonces by ascending pledge; none before they are fixed.
    pub nonces: Option<Vec<Nonce>>,
    /// All leaves; none before sealing, and once the shoe is over.
    pub leaves: Option<Vec<Digest>>,
    /// The cards that everybody saw, in the order in which they came out; none before sealing, and once the shoe is
    /// over.
    pub shown: Option<Vec<Shown>>,
}

/// What opens the leaf of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its position in the shoe, from 0.
    pub index: u16,
    /// Its salt.
    pub salt: Salt,
}

/// A card as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The card.
    pub card: Card,
    /// What opens its leaf; none when the table showed it without.
    pub opening: Option<Opening>,
}

/// A stake on a spot as the patron's screen shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// The id of the spot.
    pub spot: String,
    /// Minor units.
    pub minor: u64,
    /// How much of it is bonus money; the screen does not show it, so it is not compared.
    pub bonus: u64,
}

impl Stake {
    /// The line of the leaf.
    pub(crate) fn line(&self) -> Line<'_> {
        Line { spot: &self.spot, stake: self.minor, bonus: self.bonus }
    }
}

/// The patron's own wagers of a round, with their way to the root of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnWagers {
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// The patron.
    pub patron: u32,
    /// The code of the currency.
    pub currency: String,
    /// How many of an amount's digits are decimals.
    pub decimals: u8,
    /// The wagers, by the ascending ids of their spots.
    pub stakes: Vec<Stake>,
    /// The salt of their leaf.
    pub salt: Salt,
    /// The way from the leaf to the root.
    pub path: WagerPath,
}
