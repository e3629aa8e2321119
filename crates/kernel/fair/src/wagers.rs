//! The leaf of a patron's standing wagers, and the tree over those of a round. Knows amounts as whole minor units only.

use core::fmt;

use zeroize::Zeroizing;

use crate::bytes::{Bytes, Digest};
use crate::hash::TaggedHash;
use crate::shoe::{Salt, hmac};
use crate::tree;

/// The key that hides the wagers of a shoe in their leaves. It is never published, so they stay hidden.
pub struct WagerKey(Zeroizing<[u8; 32]>);

impl WagerKey {
    /// A key of these 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The salt of one patron in one round: the first 16 bytes of `HMAC-SHA-256(key, u16 round_no || u32 patron)`.
    pub fn salt(&self, round_no: u16, patron: u32) -> Salt {
        let mac = hmac(&self.0, &[&round_no.to_be_bytes(), &patron.to_be_bytes()]);
        Bytes(*mac.first_chunk().expect("16 are fewer than 32"))
    }
}

impl fmt::Debug for WagerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WagerKey(<secret>)")
    }
}

/// One wager: whole minor units on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The id of the spot, such as `player_pair`.
    pub spot: &'a str,
    /// The stake.
    pub stake: u64,
    /// How much of the stake is bonus money.
    pub bonus: u64,
}

/// All wagers of a patron that stand when betting closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingWagers<'a> {
    /// The table.
    pub table: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// The patron.
    pub patron: u32,
    /// The code of the currency.
    pub currency: &'a str,
    /// How many of an amount's digits are decimals.
    pub decimals: u8,
    /// One line a spot, by the ascending bytes of its id.
    pub lines: &'a [Line<'a>],
}

/// Why wagers have no leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LeafError {
    /// A text or a list has more than 255 letters or lines.
    #[error("a currency, a spot and the list of wagers have at most 255 letters or lines")]
    TooLong,
    /// There are no wagers.
    #[error("a leaf has at least one wager")]
    Empty,
    /// A spot does not follow the one before.
    #[error("wager {place} is not after the one before it; spots ascend by their ids, each once")]
    Order {
        /// The wager, counted from 0.
        place: usize,
    },
    /// A stake is zero or smaller than its share of bonus money.
    #[error("wager {place} has a stake of zero, or more bonus money than stake")]
    Stake {
        /// The wager, counted from 0.
        place: usize,
    },
}

impl StandingWagers<'_> {
    /// `TH("punto/1/wagers"; salt || u32 table || u32 shoe || u16 round || u32 patron || u8 len(currency) || currency
    /// || u8 decimals || u8 lines || each line: u8 len(spot) || spot || u64 stake || u64 bonus)`.
    ///
    /// # Errors
    /// [`LeafError`].
    pub fn leaf(&self, salt: &Salt) -> Result<Digest, LeafError> {
        self.check()?;
        let length = |length: usize| u8::try_from(length).map_err(|_| LeafError::TooLong);
        let hash = TaggedHash::new("punto/1/wagers").bytes(&salt.0).u32(self.table).u32(self.shoe_no);
        let hash = hash.u16(self.round_no).u32(self.patron);
        let hash = hash.u8(length(self.currency.len())?).bytes(self.currency.as_bytes());
        let mut hash = hash.u8(self.decimals).u8(length(self.lines.len())?);
        for line in self.lines {
            hash = hash.u8(length(line.spot.len())?).bytes(line.spot.as_bytes());
            hash = hash.u64(line.stake).u64(line.bonus);
        }
        Ok(hash.finish())
    }

    fn check(&self) -> Result<(), LeafError> {
        if self.lines.is_empty() {
            return Err(LeafError::Empty);
        }
        let mut before = "";
        for (place, line) in self.lines.iter().enumerate() {
            if line.spot <= before {
                return Err(LeafError::Order { place });
            }
            if line.stake == 0 || line.bonus > line.stake {
                return Err(LeafError::Stake { place });
            }
            before = line.spot;
        }
        Ok(())
    }
}

/// The leaves of a round in the order of the tree: ascending, so that a place says nothing about its patron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerTree(Vec<Digest>);

/// The way from a patron's leaf to the root of its round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerPath {
    /// The place of the leaf, counted from 0.
    pub index: u32,
    /// How many leaves there are.
    pub count: u32,
    /// The siblings from the leaf upward.
    pub path: Vec<Digest>,
}

impl WagerTree {
    /// The tree over these leaves, in any order.
    pub fn new(mut leaves: Vec<Digest>) -> Self {
        leaves.sort_unstable();
        Self(leaves)
    }

    /// The root that is published before the first card; zeros when nobody has a wager.
    pub fn root(&self) -> Digest {
        tree::root(&self.0)
    }

    /// How many patrons have wagers.
    pub fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// The path of a leaf; none when it is not in the tree.
    pub fn path(&self, leaf: &Digest) -> Option<WagerPath> {
        let place = self.0.binary_search(leaf).ok()?;
        let index = u32::try_from(place).ok()?;
        Some(WagerPath { index, count: self.count(), path: tree::path(&self.0, place)? })
    }
}

impl WagerTree {
    /// The leaves in the order of the tree, each with its path.
    pub fn paths(&self) -> impl Iterator<Item = (Digest, WagerPath)> {
        let (_, paths) = tree::paths(&self.0);
        let count = self.count();
        self.0
            .iter()
            .copied()
            .zip(0..)
            .zip(paths)
            .map(move |((leaf, index), path)| (leaf, WagerPath { index, count, path }))
    }
}

impl WagerPath {
    /// The root that this path leads to from a leaf; none when the path has another length than its place needs.
    pub fn root(&self, leaf: &Digest) -> Option<Digest> {
        let (index, count) = (usize::try_from(self.index).ok()?, usize::try_from(self.count).ok()?);
        tree::root_of_path(leaf, index, count, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wagers<'a>(patron: u32, lines: &'a [Line<'a>]) -> StandingWagers<'a> {
        StandingWagers { table: 7, shoe_no: 41, round_no: 1, patron, currency: "PLAY", decimals: 2, lines }
    }

    fn line(spot: &str, stake: u64, bonus: u64) -> Line<'_> {
        Line { spot, stake, bonus }
    }

    #[test]
    fn only_one_writing_of_wagers_has_a_leaf() {
        let leaf = |lines: &[Line<'_>]| wagers(3, lines).leaf(&Bytes([0; 16]));
        let long = "x".repeat(256);
        assert!(leaf(&[line("banker", 5, 5), line("tie", 1, 0)]).is_ok());
        assert_eq!(leaf(&[]), Err(LeafError::Empty));
        assert_eq!(leaf(&[line("tie", 5, 0), line("banker", 1, 0)]), Err(LeafError::Order { place: 1 }));
        assert_eq!(leaf(&[line("tie", 5, 0), line("tie", 1, 0)]), Err(LeafError::Order { place: 1 }));
        assert_eq!(leaf(&[line("", 5, 0)]), Err(LeafError::Order { place: 0 }));
        assert_eq!(leaf(&[line("tie", 0, 0)]), Err(LeafError::Stake { place: 0 }));
        assert_eq!(leaf(&[line("tie", 5, 6)]), Err(LeafError::Stake { place: 0 }));
        assert_eq!(leaf(&[line(&long, 5, 0)]), Err(LeafError::TooLong));
    }

    #[test]
    fn a_path_leads_to_the_root_for_its_own_wagers_alone() {
        let key = WagerKey::new([1; 32]);
        let stakes: Vec<[Line<'_>; 1]> = (1..=9).map(|stake| [line("tie", stake, 0)]).collect();
        let leaf = |patron: u32, lines| wagers(patron, lines).leaf(&key.salt(1, patron)).unwrap();
        let leaves: Vec<Digest> =
            (1..).zip(&stakes).map(|(patron, lines)| leaf(patron, &lines[..])).collect();
        let tree = WagerTree::new(leaves.clone());
        for own in &leaves {
            let path = tree.path(own).unwrap();
            assert_eq!((path.count, path.root(own)), (9, Some(tree.root())));
        }
        let late = leaf(1, &[line("tie", 2, 0)]);
        assert_eq!(tree.path(&late), None);
        assert_ne!(tree.path(&leaves[0]).unwrap().root(&late), Some(tree.root()));
        assert_eq!(WagerTree::new(Vec::new()).root(), Digest::ZERO);
        let all: Vec<_> = tree.paths().collect();
        let one_by_one = tree.0.iter().map(|leaf| (*leaf, tree.path(leaf).unwrap()));
        assert_eq!(all, one_by_one.collect::<Vec<_>>());
    }

    #[test]
    fn a_key_is_not_printed() {
        assert_eq!(format!("{:?}", WagerKey::new([0x5a; 32])), "WagerKey(<secret>)");
    }
}
