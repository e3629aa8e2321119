//! Codes that count once: recovery codes and enrolment codes. Knows no people.

use data_encoding::BASE32_NOPAD;
use serde::{Deserialize, Serialize};
use table::hex;

use super::token::hash_of;

/// How many recovery codes somebody gets at once.
pub const RECOVERY_CODES: usize = 10;
/// How many characters stand together.
const GROUP: usize = 4;

/// The body of a credential of recovery codes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveryBody {
    /// The SHA-256 of each code that is left, as hex digits. A code has 80 random bits, so that a fast hash is enough.
    pub hashes: Vec<String>,
}

impl RecoveryBody {
    /// The body for these codes.
    pub fn of(codes: &[String]) -> Self {
        Self { hashes: codes.iter().map(|code| hash(code)).collect() }
    }

    /// What is left after this code is used; none when it is not among them.
    pub fn without(&self, code: &str) -> Option<Self> {
        let used = hash(code);
        let left: Vec<String> = self.hashes.iter().filter(|hash| **hash != used).cloned().collect();
        (left.len() < self.hashes.len()).then_some(Self { hashes: left })
    }
}

/// The code of these bits, as text in groups: 10 bytes are `abcd-efgh-jklm-nopq`.
pub fn code_of(bits: &[u8]) -> String {
    let text = BASE32_NOPAD.encode(bits).to_lowercase();
    let groups: Vec<String> =
        text.as_bytes().chunks(GROUP).map(|it| String::from_utf8_lossy(it).into()).collect();
    groups.join("-")
}

/// The hash of a code, the same with or without dashes and spaces, in capital or small letters.
pub fn hash(code: &str) -> String {
    let plain: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    hex::write(&hash_of(&plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_counts_once_however_it_is_typed() {
        let codes: Vec<String> = (0..3).map(|n| code_of(&[n; 10])).collect();
        assert_eq!(codes[0], "aaaa-aaaa-aaaa-aaaa");
        let body = RecoveryBody::of(&codes);
        for typed in ["aebagbaf-aydqgaib", "AEBA GBAF AYDQ GAIB"] {
            assert_eq!(body.without(typed), None, "{typed}");
        }
        for typed in [codes[1].clone(), codes[1].to_uppercase(), codes[1].replace('-', " ")] {
            let left = body.without(&typed).unwrap();
            assert_eq!((left.hashes.len(), left.without(&typed)), (2, None));
        }
        assert_eq!(body.without(""), None);
    }
}
