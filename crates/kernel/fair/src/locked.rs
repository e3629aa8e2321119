//! The secret of a shoe as it is stored: XChaCha20-Poly1305 under a key that is kept apart from the store.

use core::fmt;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::bytes::{Bytes, Digest};
use crate::secret::Secret;

/// A locked secret: 24 bytes of nonce, 32 bytes of ciphertext, 16 bytes of tag.
pub type Locked = Bytes<72>;

/// The key that locks the secrets of shoes, wiped from memory when it is dropped, and never printed.
pub struct ShoeKey(Zeroizing<[u8; 32]>);

/// The place that a secret belongs to. A locked secret opens at its own place alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The table.
    pub table: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// The commitment to the secret.
    pub commitment: Digest,
}

/// A locked secret cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the locked secret is damaged, of another place, or locked with another key")]
pub struct UnlockError;

impl ShoeKey {
    /// A key of these 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// Locks the secret of a shoe. The 24 bytes of nonce are random and used once.
    pub fn lock(&self, secret: &Secret, place: &Place, nonce: [u8; 24]) -> Locked {
        let (msg, aad) = (&secret.bytes()[..], &place.bytes()[..]);
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), Payload { msg, aad });
        let sealed = sealed.expect("32 bytes are no more than the cipher takes");
        let mut locked = [0; 72];
        for (into, byte) in locked.iter_mut().zip(nonce.into_iter().chain(sealed)) {
            *into = byte;
        }
        Bytes(locked)
    }

    /// Opens a locked secret, and checks that it is the committed one.
    ///
    /// # Errors
    /// [`UnlockError`].
    pub fn unlock(&self, locked: &Locked, place: &Place) -> Result<Secret, UnlockError> {
        let (nonce, msg) = locked.0.split_first_chunk::<24>().ok_or(UnlockError)?;
        let payload = Payload { msg, aad: &place.bytes() };
        let opened = self.cipher().decrypt(&XNonce::from(*nonce), payload).map_err(|_| UnlockError)?;
        let opened = Zeroizing::new(opened);
        let secret = Secret::new(opened.as_slice().try_into().map_err(|_| UnlockError)?);
        let committed = secret.commitment(place.table, place.shoe_no) == place.commitment;
        if committed { Ok(secret) } else { Err(UnlockError) }
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&Key::from(*self.0))
    }
}

impl fmt::Debug for ShoeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShoeKey(<secret>)")
    }
}

impl Place {
    /// The associated data: `"punto/1/locked" || u32 table || u32 shoe_no || commitment`.
    fn bytes(&self) -> Vec<u8> {
        let (table, shoe_no) = (self.table.to_be_bytes(), self.shoe_no.to_be_bytes());
        [&b"punto/1/locked"[..], &table, &shoe_no, &self.commitment.0].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(secret: &Secret) -> Place {
        Place { table: 7, shoe_no: 41, commitment: secret.commitment(7, 41) }
    }

    #[test]
    fn a_secret_opens_at_its_own_place_alone() {
        let (key, secret) = (ShoeKey::new([3; 32]), Secret::new([9; 32]));
        let own = place(&secret);
        let locked = key.lock(&secret, &own, [5; 24]);
        assert_eq!(key.unlock(&locked, &own).unwrap().reveal(), secret.reveal());
        let elsewhere = [
            Place { table: 8, ..own },
            Place { shoe_no: 42, ..own },
            Place { commitment: Digest::ZERO, ..own },
        ];
        assert!(elsewhere.iter().all(|place| key.unlock(&locked, place).is_err()));
        assert!(ShoeKey::new([4; 32]).unlock(&locked, &own).is_err());
        for bit in 0..72 * 8 {
            let mut flipped = locked;
            flipped.0[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(key.unlock(&flipped, &own).unwrap_err(), UnlockError, "{bit}");
        }
    }

    #[test]
    fn a_secret_that_was_not_committed_is_refused() {
        let (key, secret) = (ShoeKey::new([3; 32]), Secret::new([9; 32]));
        let wrong = Place { commitment: Digest::ZERO, ..place(&secret) };
        let locked = key.lock(&secret, &wrong, [5; 24]);
        assert_eq!(key.unlock(&locked, &wrong).unwrap_err(), UnlockError);
    }

    #[test]
    fn neither_key_nor_secret_shows() {
        let (key, secret) = (ShoeKey::new([0x5a; 32]), Secret::new([0xa5; 32]));
        let locked = key.lock(&secret, &place(&secret), [5; 24]);
        assert!(!locked.0.windows(8).any(|bytes| bytes == [0xa5; 8] || bytes == [0x5a; 8]));
        assert_eq!(format!("{key:?}"), "ShoeKey(<secret>)");
    }
}
