//! The secret of a shoe: 32 random bytes of the house, and the commitment that fixes them before others take part.

use core::fmt;

use zeroize::Zeroizing;

use crate::bytes::{Bytes, Digest};
use crate::hash::TaggedHash;

/// The secret of one shoe. It is wiped from memory when it is dropped, and never printed.
///
/// The caller takes it from the operating system's generator, for this shoe alone.
pub struct Secret(Zeroizing<[u8; 32]>);

impl Secret {
    /// A secret of these bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// What is published before the shoe opens: `TH("punto/1/commitment"; u32 table || u32 shoe_no || secret)`.
    pub fn commitment(&self, table: u32, shoe_no: u32) -> Digest {
        TaggedHash::new("punto/1/commitment").u32(table).u32(shoe_no).bytes(&*self.0).finish()
    }

    /// The bytes, to be published when the shoe is finished.
    pub fn reveal(&self) -> Bytes<32> {
        Bytes(*self.0)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(<secret>)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_printed() {
        let shown = format!("{:?}", Secret::new([0x5a; 32]));
        assert!(!shown.contains("5a") && !shown.contains("90"), "{shown}");
    }

    #[test]
    fn a_commitment_is_of_one_secret_table_and_shoe() {
        let commitment = |byte, table, shoe_no| Secret::new([byte; 32]).commitment(table, shoe_no);
        let all = [(1, 7, 41), (2, 7, 41), (1, 8, 41), (1, 7, 42)].map(|(b, t, s)| commitment(b, t, s));
        let mut different = all.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), all.len());
    }
}
