//! A shoe from its inputs: the order of its cards, a salt for each, and the leaves and the root that prove them.
//!
//! The house gives the secret. Patrons give nonces, a beacon gives a value. The digest of the bulletin `pledged` stands
//! for all that was public before the first nonce was known: rules, decks, times, commitment, number of the round.

use core::fmt;

use baccarat::Card;
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::bytes::{Bytes, Digest};
use crate::hash::TaggedHash;
use crate::nonces::Nonce;
use crate::secret::Secret;
use crate::shuffle::{drawn_bytes, shuffle};
use crate::tree;

/// The name of the whole way from a secret and what outsiders gave to the cards.
pub const ALGORITHM: &str = "punto-proof-1";

/// The random number that hides one card in its leaf.
pub type Salt = Bytes<16>;

/// The value of a beacon: a BLS signature.
pub type BeaconValue = Bytes<48>;

/// What goes into the key of a shoe beside the secret, all of it public.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The digest of the bulletin `pledged`.
    pub pledged: &'a Digest,
    /// The revealed nonces by ascending pledge, at most [`MOST_PLEDGES`](crate::nonces::MOST_PLEDGES).
    pub nonces: &'a [Nonce],
    /// The beacon's value; none when the shoe uses no beacon.
    pub beacon: Option<&'a BeaconValue>,
}

impl Inputs<'_> {
    /// `X = TH("punto/1/mix"; pledged || u16 count || nonces || u16 len(beacon) || beacon)`.
    pub fn mix(&self) -> Digest {
        let count = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let beacon: &[u8] = self.beacon.map_or(&[], |value| &value.0);
        let hash = TaggedHash::new("punto/1/mix").bytes(&self.pledged.0).u16(count(self.nonces.len()));
        let hash = self.nonces.iter().fold(hash, |hash, nonce| hash.bytes(&nonce.0));
        hash.u16(count(beacon.len())).bytes(beacon).finish()
    }
}

/// The keys of a shoe, wiped from memory when they are dropped.
struct Keys {
    deal: Zeroizing<[u8; 32]>,
    salt: Zeroizing<[u8; 32]>,
}

impl Keys {
    /// HKDF-SHA-256 (RFC 5869): extracted from the secret with `mix` as the salt, then expanded once for each use.
    fn derive(secret: &Secret, mix: &Digest) -> Self {
        let extracted = hmac(&mix.0, &[secret.bytes()]);
        let expand = |label: &str| hmac(&extracted, &[label.as_bytes(), &[1]]);
        Self { deal: expand("punto/1/deal"), salt: expand("punto/1/salt") }
    }
}

/// HMAC-SHA-256 over these parts.
pub(crate) fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> Zeroizing<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(part);
    }
    Zeroizing::new(mac.finalize().into_bytes().into())
}

/// The cards of a shoe in dealing order, each with its salt and its leaf. Its secrets are not printed.
///
/// Positions count from 0 and include burned cards.
pub struct ProvableShoe {
    cards: Vec<Card>,
    salts: Zeroizing<Vec<u8>>,
    leaves: Vec<Digest>,
}

impl fmt::Debug for ProvableShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProvableShoe {{ cards: <{} secret>, root: {} }}", self.cards.len(), self.root())
    }
}

impl ProvableShoe {
    /// The shoe of `decks` decks, 1 to 32, that these inputs lead to. The order is that of
    /// [`shuffle`](crate::shuffle()) by one key; the salts are the bytes of the `ChaCha20` stream of the other.
    pub fn derive(secret: &Secret, inputs: &Inputs<'_>, decks: u8) -> Self {
        let keys = Keys::derive(secret, &inputs.mix());
        let cards = shuffle(&keys.deal, decks);
        let mut salts = Zeroizing::new(vec![0; cards.len().saturating_mul(16)]);
        ChaCha20::new((&*keys.salt).into(), &[0; 12].into()).apply_keystream(&mut salts);
        let hidden = (0..=u16::MAX).zip(cards.iter().zip(salts.as_chunks::<16>().0));
        let leaves = hidden.map(|(index, (card, salt))| leaf(index, *card, &Bytes(*salt))).collect();
        Self { cards, salts, leaves }
    }

    /// The bytes of the key stream that the shuffle of this shoe uses, four for each draw: what a test laboratory
    /// measures. They give the order of the cards away.
    pub fn drawn_bytes(secret: &Secret, inputs: &Inputs<'_>, decks: u8) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(drawn_bytes(&Keys::derive(secret, &inputs.mix()).deal, decks))
    }

    /// The cards of [`ProvableShoe::derive`] alone, for those who need neither salts nor leaves.
    pub fn order(secret: &Secret, inputs: &Inputs<'_>, decks: u8) -> Vec<Card> {
        shuffle(&Keys::derive(secret, &inputs.mix()).deal, decks)
    }

    /// The cards in dealing order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The salt of the card at this position.
    pub fn salt(&self, index: u16) -> Option<Salt> {
        self.salts.as_chunks::<16>().0.get(usize::from(index)).map(|salt| Bytes(*salt))
    }

    /// A leaf for each card. All may be public while the cards are secret.
    pub fn leaves(&self) -> &[Digest] {
        &self.leaves
    }

    /// The root over the leaves, which is published before the first betting opens.
    pub fn root(&self) -> Digest {
        tree::root(&self.leaves)
    }
}

/// `TH("punto/1/card"; u16 index || u8 card || salt)`. The card is its place in a composition, 0 to 51.
pub fn leaf(index: u16, card: Card, salt: &Salt) -> Digest {
    let card = u8::try_from(card.index()).expect("there are 52 cards");
    TaggedHash::new("punto/1/card").u16(index).u8(card).bytes(&salt.0).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLEDGED: Digest = Bytes([9; 32]);

    fn counting(start: u8) -> [u8; 32] {
        std::array::from_fn(|idx| u8::try_from(idx).unwrap().saturating_add(start))
    }

    #[test]
    fn the_keys_are_those_of_the_vectors() {
        let read = |hex: &str| hex.parse::<Digest>().unwrap();
        let mix = read("3f49af2f3c74d08fcdfe7feb68e50c14896151dc2af2d624fc7334ffa665bef1");
        let extracted = hmac(&mix.0, &[&counting(0)]);
        assert_eq!(
            Bytes(*extracted),
            read("215e2c262a5a2f457059cdcb5343eb1fce77f5a5be29300f8a76665383b9497b")
        );
        let keys = Keys::derive(&Secret::new(counting(0)), &mix);
        assert_eq!(
            [Bytes(*keys.deal), Bytes(*keys.salt)],
            [
                read("deadf44186849ec6d5de38d9a7ec2f8b6a26c652570b1249cfabd27b0e1b1e72"),
                read("ee689c9f2fb1f149fb6abe67bbce0df3401e2f6d4b4685dc378a0f86900670ed"),
            ]
        );
    }

    #[test]
    fn every_input_changes_the_shoe() {
        let (nonces, value) = ([Bytes([1; 32]), Bytes([2; 32])], Bytes([3; 48]));
        let root = |secret, inputs: Inputs<'_>| ProvableShoe::derive(&Secret::new(secret), &inputs, 1).root();
        let inputs = Inputs { pledged: &PLEDGED, nonces: &nonces, beacon: Some(&value) };
        let other = Bytes([8; 32]);
        let mut roots = vec![
            root(counting(0), inputs),
            root(counting(1), inputs),
            root(counting(0), Inputs { pledged: &other, ..inputs }),
            root(counting(0), Inputs { nonces: &nonces[1..], ..inputs }),
            root(counting(0), Inputs { nonces: &[nonces[1], nonces[0]], ..inputs }),
            root(counting(0), Inputs { beacon: None, ..inputs }),
            root(counting(0), Inputs { beacon: Some(&Bytes([4; 48])), ..inputs }),
        ];
        roots.sort_unstable();
        roots.dedup();
        assert_eq!(roots.len(), 7);
    }

    #[test]
    fn the_order_alone_is_that_of_the_whole_shoe() {
        let inputs = Inputs { pledged: &PLEDGED, nonces: &[Bytes([1; 32])], beacon: None };
        for decks in [1, 8] {
            let secret = Secret::new(counting(3));
            let order = ProvableShoe::order(&secret, &inputs, decks);
            assert_eq!(order, ProvableShoe::derive(&secret, &inputs, decks).cards);
            let drawn = ProvableShoe::drawn_bytes(&secret, &inputs, decks);
            assert!(drawn.len() >= 4 * (order.len() - 1) && drawn.len().is_multiple_of(4), "{}", drawn.len());
        }
    }

    #[test]
    fn a_shoe_prints_no_card_and_no_salt() {
        let inputs = Inputs { pledged: &PLEDGED, nonces: &[], beacon: None };
        let shoe = ProvableShoe::derive(&Secret::new(counting(0)), &inputs, 1);
        assert_eq!(
            format!("{shoe:?}"),
            format!("ProvableShoe {{ cards: <52 secret>, root: {} }}", shoe.root())
        );
        assert_eq!(shoe.salt(52), None);
        for (index, card) in (0..).zip(shoe.cards()) {
            let leaf = leaf(index, *card, &shoe.salt(index).unwrap());
            assert_eq!(shoe.leaves()[usize::from(index)], leaf);
        }
    }
}
