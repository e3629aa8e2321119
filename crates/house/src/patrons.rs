//! Patrons: guests with play money, known by a secret token.

use std::fmt;
use std::ops::RangeInclusive;

/// How many characters a nickname may have.
pub const NICKNAME: RangeInclusive<usize> = 2..=20;

/// The secret that proves who a patron is: 64 hex digits. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The text, to be handed to the patron and to nobody else.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(<secret>)")
    }
}
