//! The tagged hash: SHA-256 whose input begins with what it is for.

use sha2::{Digest as _, Sha256};

use crate::bytes::Digest;

/// `TH(tag; body)`: SHA-256 over the length of the tag as one byte, the tag, and the body.
///
/// Each tag stands for one layout of the body, so no two values of different kinds have the same input. Numbers are
/// big-endian.
///
/// ```
/// use punto_fair::TaggedHash;
/// let one = TaggedHash::new("punto/1/example").u16(1).bytes(b"x").finish();
/// assert_eq!(one, TaggedHash::new("punto/1/example").bytes(&[0, 1, b'x']).finish());
/// assert_ne!(one, TaggedHash::new("punto/1/other").u16(1).bytes(b"x").finish());
/// ```
#[derive(Clone, Debug)]
pub struct TaggedHash(Sha256);

impl TaggedHash {
    /// A hash with this tag of at most 255 ASCII letters.
    pub fn new(tag: &'static str) -> Self {
        let length = u8::try_from(tag.len()).expect("a tag has at most 255 letters");
        Self(Sha256::new_with_prefix([length])).bytes(tag.as_bytes())
    }

    /// Adds one byte.
    #[must_use]
    pub fn u8(self, number: u8) -> Self {
        self.bytes(&[number])
    }

    /// Adds a number of two bytes.
    #[must_use]
    pub fn u16(self, number: u16) -> Self {
        self.bytes(&number.to_be_bytes())
    }

    /// Adds a number of four bytes.
    #[must_use]
    pub fn u32(self, number: u32) -> Self {
        self.bytes(&number.to_be_bytes())
    }

    /// Adds a number of eight bytes.
    #[must_use]
    pub fn u64(self, number: u64) -> Self {
        self.bytes(&number.to_be_bytes())
    }

    /// Adds these bytes. Their length is not added.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(bytes);
        self
    }

    /// The digest of all that was added.
    pub fn finish(self) -> Digest {
        crate::Bytes(self.0.finalize().into())
    }
}

/// SHA-256 over these bytes, with no tag.
pub(crate) fn sha256(bytes: &[u8]) -> Digest {
    crate::Bytes(Sha256::digest(bytes).into())
}
