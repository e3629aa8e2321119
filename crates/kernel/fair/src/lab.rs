//! Numbered shoes for test laboratories, made by the code that makes the shoes of tables. Judges no number.
//!
//! A shoe of a table has the digest of its own record, the nonces of its patrons and a value of a beacon in its key.
//! Here the digest is 32 zero bytes, and there are no nonces and no beacon, so that the secret alone decides: this is
//! the shoe in which the house's own random numbers count most.

use zeroize::Zeroizing;

use baccarat::Card;

use crate::bytes::Digest;
use crate::hash::TaggedHash;
use crate::secret::Secret;
use crate::shoe::{Inputs, ProvableShoe};

/// What goes into the key beside the secret.
const INPUTS: Inputs<'_> = Inputs { pledged: &Digest::ZERO, nonces: &[], beacon: None };

/// The secret of a numbered shoe: `TH("punto/stat/3"; u64 number)`. Anybody can compute it again. `docs/PROOFS.md`
/// says what came out with the two labels before.
pub fn secret(number: u64) -> Secret {
    Secret::new(TaggedHash::new("punto/stat/3").u64(number).finish().0)
}

/// The cards of the shoe of this secret in dealing order, of 1 to 32 decks.
pub fn cards(secret: &Secret, decks: u8) -> Vec<Card> {
    ProvableShoe::order(secret, &INPUTS, decks)
}

/// The raw bytes of the shoe of this secret: four for each draw of its shuffle, before they become numbers below a
/// limit, with the draws that are refused. Eight decks take at least 1,660.
pub fn raw(secret: &Secret, decks: u8) -> Zeroizing<Vec<u8>> {
    ProvableShoe::drawn_bytes(secret, &INPUTS, decks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::sha256;

    #[test]
    fn a_numbered_shoe_is_that_of_a_table_with_the_same_secret() {
        for number in [0, 1, u64::MAX] {
            let shoe = ProvableShoe::derive(&secret(number), &INPUTS, 8);
            assert_eq!(cards(&secret(number), 8), shoe.cards());
        }
        assert_ne!(cards(&secret(0), 8), cards(&secret(1), 8));
    }

    /// The number of a shoe, its secret, the SHA-256 of its cards as they are written, and its first raw bytes;
    /// computed with the functions of `corpora/fair/make.py`.
    const VECTORS: &str = "\
        0      894bbf95db5100540d38b83880cae1e9c434074090a2b95a9e11b4d16f1a424c \
               9ce18ee307ed6481db5cc048fdadb524e6acf9d8dc00c8b542f9d5132ef6116f ad002ff2f3ce627931620d5a312cb390
        1      3047dd9dd0fbffe3edb7479125f7b0bf9e0eec652d34e69554886468abcdf638 \
               7bab4ddd1fcd9d96533e8cc6d74c57ce03046869c81ca3b6969eb58cc91d6fb1 76887a6e96e3b03fc1a0792ef694cef6
        999999 920c65bb915192b28513964ecf6444fe98f1fc8a57efcf9104e3df57b03a7931 \
               2266fdf1171b9db5eb2feddc9e5b9d8a20b85767691d440c019f5fc6a75cd620 7455cf976037c1f8c6b45f4ac8f56720";

    #[test]
    fn numbered_shoes_are_frozen() {
        for vector in VECTORS.lines() {
            let words: Vec<&str> = vector.split_whitespace().collect();
            let [number, shoe_secret, cards_digest, first] = words[..] else { panic!("{vector}") };
            let own = secret(number.parse().unwrap());
            assert_eq!(own.reveal().to_string(), shoe_secret, "{number}");
            let text: Vec<String> = cards(&own, 8).iter().map(ToString::to_string).collect();
            assert_eq!(sha256(text.join(" ").as_bytes()).to_string(), cards_digest, "{number}");
            let raw: [u8; 16] = *raw(&own, 8).first_chunk().unwrap();
            assert_eq!(crate::Bytes(raw).to_string(), first, "{number}");
        }
    }
}
