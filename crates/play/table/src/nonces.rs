//! The numbers of patrons at a table: each pledges the digest of a nonce, and reveals the nonce when all pledges are
//! fixed. Computes no digest: see the crate `fair`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ids::PatronId;
use crate::proof::Bytes32;

/// The most pledges of a shoe.
pub const MOST_PLEDGES: u16 = 256;

/// For how many shoes a patron gives no number who withheld two; and within how many shoes the two count together.
pub const SHOES_OUT: u32 = 10;

/// The pledge of a patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pledge {
    /// Whose.
    pub patron: PatronId,
    /// The digest of their nonce.
    pub pledge: Bytes32,
}

/// The nonce of a patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevealedNonce {
    /// Whose.
    pub patron: PatronId,
    /// The number that they pledged.
    pub nonce: Bytes32,
}

/// A patron who pledged a nonce and did not reveal it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withheld {
    /// Who.
    pub patron: PatronId,
    /// The latest shoe in which they did.
    pub shoe_no: u32,
    /// Whether it was the second time, so that they give no number for [`SHOES_OUT`] shoes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub again: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What a table keeps of the numbers of patrons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nonces {
    /// The pledges of the shoe on the table, by ascending pledge; none before they are fixed.
    pub(crate) pledges: Vec<Pledge>,
    /// Its nonces, by ascending pledge; none before they are fixed.
    pub(crate) revealed: Vec<RevealedNonce>,
    withheld: BTreeMap<PatronId, Withheld>,
}

impl Nonces {
    /// What the opening of a shoe carries on, by ascending patron.
    pub(crate) fn carried(&self, shoe_no: u32) -> Vec<Withheld> {
        let counts = |withheld: &&Withheld| shoe_no.saturating_sub(withheld.shoe_no) <= SHOES_OUT;
        self.withheld.values().filter(counts).copied().collect()
    }

    /// At the opening of a shoe; none when a patron is in the list twice.
    pub(crate) fn carried_on(carried: &[Withheld]) -> Option<Self> {
        let withheld: BTreeMap<_, _> = carried.iter().map(|one| (one.patron, *one)).collect();
        (withheld.len() == carried.len()).then(|| Self { withheld, ..Self::default() })
    }

    /// The last shoe for which a patron gives no number; none when they may give one.
    pub(crate) fn out_until(&self, patron: PatronId, shoe_no: u32) -> Option<u32> {
        let again = self.withheld.get(&patron).filter(|withheld| withheld.again)?;
        Some(again.shoe_no.saturating_add(SHOES_OUT)).filter(|until| *until >= shoe_no)
    }

    /// Why these pledges cannot be those of the shoe of that number.
    pub(crate) fn misfit_of_pledges(&self, pledges: &[Pledge], shoe_no: u32) -> Option<&'static str> {
        let ascend = pledges.windows(2).all(|pair| pair[0].pledge < pair[1].pledge);
        let patrons: BTreeSet<_> = pledges.iter().map(|own| own.patron).collect();
        if !ascend {
            Some("its pledges do not ascend")
        } else if patrons.len() != pledges.len() {
            Some("a patron has two pledges")
        } else if pledges.len() > usize::from(MOST_PLEDGES) {
            Some("it has too many pledges")
        } else if patrons.into_iter().any(|patron| self.out_until(patron, shoe_no).is_some()) {
            Some("a patron pledged who withheld twice")
        } else {
            None
        }
    }

    /// Why these nonces cannot be those of the pledges: each patron of a nonce has a pledge, in the same order.
    pub(crate) fn misfit_of_nonces(&self, nonces: &[RevealedNonce]) -> Option<&'static str> {
        let mut pledged = self.pledges.iter();
        let follows = |nonce: &RevealedNonce| pledged.any(|own| own.patron == nonce.patron);
        if nonces.iter().all(follows) { None } else { Some("a nonce was not pledged, or is out of order") }
    }

    /// Fixes the nonces. Who revealed none is noted, unless they are excused.
    pub(crate) fn reveal(&mut self, nonces: &[RevealedNonce], shoe_no: u32, excused: bool) {
        let revealed: BTreeSet<_> = nonces.iter().map(|own| own.patron).collect();
        let missing = self.pledges.iter().map(|own| own.patron).filter(|patron| !revealed.contains(patron));
        for patron in missing.filter(|_| !excused) {
            let counts =
                |known: &Withheld| !known.again && shoe_no.saturating_sub(known.shoe_no) <= SHOES_OUT;
            let again = self.withheld.get(&patron).is_some_and(counts);
            self.withheld.insert(patron, Withheld { patron, shoe_no, again });
        }
        self.revealed = nonces.to_vec();
    }
}
