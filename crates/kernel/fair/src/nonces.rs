//! The numbers of patrons: each pledges a digest first and reveals its number later. Knows no patron.

use crate::bytes::{Bytes, Digest};
use crate::hash::TaggedHash;

/// A patron's random number.
pub type Nonce = Bytes<32>;

/// The most pledges of a shoe.
pub const MOST_PLEDGES: u16 = 256;

/// `TH("punto/1/pledge"; u32 table || u32 shoe_no || nonce)`: what a patron sends before revealing the nonce.
pub fn pledge(table: u32, shoe_no: u32, nonce: &Nonce) -> Digest {
    TaggedHash::new("punto/1/pledge").u32(table).u32(shoe_no).bytes(&nonce.0).finish()
}

/// The digest of the pledges of a shoe, ascending: `TH("punto/1/pledges"; u16 count || pledges)`.
///
/// # Errors
/// [`ListError`].
pub fn digest_of_pledges(pledges: &[Digest]) -> Result<Digest, ListError> {
    ascending(pledges)?;
    list_digest("punto/1/pledges", pledges)
}

/// The digest of the revealed nonces, by ascending pledge: `TH("punto/1/nonces"; u16 count || nonces)`. The caller has
/// put them in order; [`in_order`] does.
///
/// # Errors
/// [`ListError::TooMany`].
pub fn digest_of_nonces(nonces: &[Nonce]) -> Result<Digest, ListError> {
    list_digest("punto/1/nonces", nonces)
}

/// These nonces by ascending pledge.
pub fn in_order(table: u32, shoe_no: u32, nonces: &[Nonce]) -> Vec<Nonce> {
    let mut nonces = nonces.to_vec();
    nonces.sort_by_cached_key(|nonce| pledge(table, shoe_no, nonce));
    nonces
}

/// Checks that each nonce belongs to a pledge, by ascending pledge and each once. Returns how many pledges have none.
///
/// # Errors
/// [`ListError`]; the place counts from 0.
pub fn missing(table: u32, shoe_no: u32, pledges: &[Digest], nonces: &[Nonce]) -> Result<u16, ListError> {
    ascending(pledges)?;
    let opened: Vec<Digest> = nonces.iter().map(|nonce| pledge(table, shoe_no, nonce)).collect();
    ascending(&opened)?;
    if let Some(place) = opened.iter().position(|own| pledges.binary_search(own).is_err()) {
        return Err(ListError::Unpledged { place });
    }
    let missing = pledges.len().saturating_sub(nonces.len());
    u16::try_from(missing).map_err(|_| ListError::TooMany { count: pledges.len() })
}

/// What is wrong with a list of pledges or nonces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// There are more than a shoe takes.
    #[error("{count} are more than the {MOST_PLEDGES} that a shoe takes")]
    TooMany {
        /// How many.
        count: usize,
    },
    /// An entry does not follow the one before it.
    #[error("entry {place} is not above the one before it; pledges ascend, each once")]
    Order {
        /// The entry, counted from 0.
        place: usize,
    },
    /// A nonce belongs to no pledge.
    #[error("nonce {place} was not pledged")]
    Unpledged {
        /// The nonce, counted from 0.
        place: usize,
    },
}

fn ascending(list: &[Digest]) -> Result<(), ListError> {
    let descent = list.windows(2).position(|pair| pair.first() >= pair.last());
    descent.map_or(Ok(()), |idx| Err(ListError::Order { place: idx.saturating_add(1) }))
}

fn list_digest(tag: &'static str, list: &[Bytes<32>]) -> Result<Digest, ListError> {
    let count = u16::try_from(list.len()).ok().filter(|count| *count <= MOST_PLEDGES);
    let count = count.ok_or(ListError::TooMany { count: list.len() })?;
    Ok(list.iter().fold(TaggedHash::new(tag).u16(count), |hash, entry| hash.bytes(&entry.0)).finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nonces(bytes: &[u8]) -> Vec<Nonce> {
        in_order(7, 41, &bytes.iter().map(|byte| Bytes([*byte; 32])).collect::<Vec<_>>())
    }

    fn pledges(bytes: &[u8]) -> Vec<Digest> {
        nonces(bytes).iter().map(|nonce| pledge(7, 41, nonce)).collect()
    }

    #[test]
    fn missing_nonces_are_counted() {
        let all = pledges(&[1, 2, 3]);
        assert_eq!(missing(7, 41, &all, &nonces(&[1, 2, 3])), Ok(0));
        assert_eq!(missing(7, 41, &all, &nonces(&[2])), Ok(2));
        assert_eq!(missing(7, 41, &[], &[]), Ok(0));
    }

    #[test]
    fn a_list_that_was_tampered_with_is_refused() {
        let all = pledges(&[1, 2, 3]);
        let copied = [all[0], all[0], all[1]];
        assert_eq!(digest_of_pledges(&copied), Err(ListError::Order { place: 1 }));
        assert_eq!(missing(7, 41, &copied, &[]), Err(ListError::Order { place: 1 }));
        assert_eq!(missing(7, 41, &all, &nonces(&[4])), Err(ListError::Unpledged { place: 0 }));
        assert_eq!(missing(7, 42, &all, &nonces(&[1])), Err(ListError::Unpledged { place: 0 }));
        let mut turned = nonces(&[1, 2, 3]);
        turned.swap(0, 2);
        assert!(matches!(missing(7, 41, &all, &turned), Err(ListError::Order { .. })));
        let many = vec![Bytes([0; 32]); 257];
        assert_eq!(digest_of_nonces(&many), Err(ListError::TooMany { count: 257 }));
        assert!(digest_of_nonces(&many[1..]).is_ok());
    }
}
