//! What there is to show: the state in a word, the findings, and where the record stands.

use fair::Digest;
use fair::nonces::Nonce;

use crate::finding::{Check, Finding};
use crate::seen::Kept;

/// The state of a shoe in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The shoe is dealt without a proof.
    NoProof,
    /// It is not known yet: nothing arrived, the order is not sealed, or leaves are missing.
    Waiting,
    /// Everything that arrived holds.
    Checked {
        /// How many cards opened their leaves.
        cards: u16,
    },
    /// A check failed. This stays for the shoe.
    Failed {
        /// The one that failed first.
        check: Check,
    },
}

/// What the client should fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The proof file of this shoe.
    File(u32),
    /// The leaves of this shoe.
    Leaves(u32),
}

/// What a client with a seat should give for the shoe that opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Give {
    /// The shoe takes numbers: hand 32 fresh random bytes to [`Watch::give`](crate::Watch::give).
    Number {
        /// The shoe.
        shoe_no: u32,
    },
    /// Send the pledge to the house.
    Pledge {
        /// The shoe.
        shoe_no: u32,
        /// The digest of the number.
        pledge: Digest,
    },
    /// Send the number to the house: its pledge is in the list that the house signed.
    Reveal {
        /// The shoe.
        shoe_no: u32,
        /// The number.
        nonce: Nonce,
    },
}

/// The last bulletin that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its number.
    pub no: u64,
    /// Its digest.
    pub digest: Digest,
}

impl Head {
    /// The first 64 bits of the digest as 20 decimal digits in groups of 5, to be compared by voice.
    ///
    /// ```
    /// # use punto_watch::Head;
    /// # use fair::Bytes;
    /// let head = Head { no: 1, digest: Bytes([0xff; 32]) };
    /// assert_eq!(head.digits(), "18446 74407 37095 51615");
    /// ```
    pub fn digits(&self) -> String {
        let first = self.digest.0.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
        let mut text = format!("{first:020}");
        for at in [15, 10, 5] {
            text.insert(at, ' ');
        }
        text
    }
}

/// Everything that a client shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The shoe; none before it is known.
    pub shoe_no: Option<u32>,
    /// The state in a word.
    pub state: State,
    /// One finding for each check, in their order.
    pub findings: Vec<Finding>,
    /// The commitment of the shoe.
    pub commitment: Option<Digest>,
    /// The sealed root.
    pub root: Option<Digest>,
    /// When the root came, by the client's own clock; none when it was in a file.
    pub sealed_seen: Option<u64>,
    /// The last bulletin that was seen.
    pub head: Option<Head>,
    /// What to keep for the next visit. It is what was kept before once the key or the record has failed.
    pub keep: Kept,
    /// What to fetch.
    pub wanted: Option<Wanted>,
    /// What to give. It stays until the house answers.
    pub give: Option<Give>,
}
