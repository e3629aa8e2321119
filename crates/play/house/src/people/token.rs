//! The secrets of sessions, and what is stored of them. Knows no people.

use std::fmt;

use sha2::{Digest as _, Sha256};
use table::hex;

/// The secret that proves who somebody is: 64 hex digits. Only its [hash](hash_of) is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The secret of these bits, which nobody can predict.
    pub fn new(seed: [u8; 32]) -> Self {
        Self(hex::write(&seed))
    }

    /// The text, to be handed to whom it is for and to nobody else.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(<secret>)")
    }
}

/// What is stored of a secret: the SHA-256 of its text.
pub fn hash_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_hex_and_not_printed() {
        let token = Token::new([0xa5; 32]);
        assert_eq!(token.secret(), "a5".repeat(32));
        assert_eq!(format!("{token:?}"), "Token(<secret>)");
    }
}
