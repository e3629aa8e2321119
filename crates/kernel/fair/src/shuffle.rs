//! The shuffle `punto-shuffle-1`: unbiased, reproducible from its seed, with frozen test vectors. Knows no secret.
//!
//! # How to do it again
//!
//! What follows is all there is to [`ALGORITHM`] `punto-shuffle-1`; the vectors below the code are its proof.
//!
//! 1. *Key stream.* `ChaCha20` as in RFC 8439: the key is the seed of 32 bytes, the nonce is twelve zero bytes,
//!    the block counter starts at 0. A *draw* is the next four bytes of the stream as a little-endian number.
//! 2. *A number below n.* Let `limit` be the largest multiple of `n` that is at most 2^32. Draw until the number
//!    is below `limit`, then take it modulo `n`. So every result is equally likely.
//! 3. *The full shoe.* Deck after deck; in each the suits spades, hearts, diamonds, clubs; in each suit ace, two,
//!    up to king.
//! 4. *Fisher-Yates from the top.* For `i` from the last index down to 1, let `j` be a number below `i + 1` and
//!    swap the cards at `i` and `j`. The card at index 0 is the first to leave the shoe.
//!
//! # What is claimed
//!
//! The seed has 256 bits. That is enough for every order of the first cards of a shoe, and so for every possible coup.
//! It is not enough for every order of eight decks, of which there are about 2^2229: no shuffle from a seed of fixed
//! size reaches them all. Without the seed, the difference cannot be seen.

use baccarat::Card;
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};

/// The name of this shuffle. The record of every shoe holds it, so that old shoes can be shuffled again after a change.
pub const ALGORITHM: &str = "punto-shuffle-1";

/// Shuffles a shoe of `decks` decks by `seed`. Returns its cards in dealing order.
pub fn shuffle(seed: &[u8; 32], decks: u8) -> Vec<Card> {
    let mut draws = Draws::new(seed);
    shuffle_by(|| draws.draw(), decks)
}

/// The bytes of the key stream that [`shuffle`] uses: four for each draw in their order, with the refused draws.
pub(crate) fn drawn_bytes(seed: &[u8; 32], decks: u8) -> Vec<u8> {
    let (mut draws, mut bytes) = (Draws::new(seed), Vec::new());
    shuffle_by(
        || {
            let draw = draws.draw();
            bytes.extend(draw.to_le_bytes());
            draw
        },
        decks,
    );
    bytes
}

fn shuffle_by(mut draw: impl FnMut() -> u32, decks: u8) -> Vec<Card> {
    let mut cards = full_shoe(decks);
    // Index 0 is left over: there is nothing to swap it with.
    for i in (1..cards.len()).rev() {
        cards.swap(i, below(&mut draw, i.saturating_add(1)));
    }
    cards
}

fn full_shoe(decks: u8) -> Vec<Card> {
    (0..decks).flat_map(|_| Card::deck()).collect()
}

/// Numbers from the key stream of a seed.
pub(crate) struct Draws {
    stream: ChaCha20,
    block: [u8; 64],
    used: usize,
}

impl Draws {
    pub(crate) fn new(seed: &[u8; 32]) -> Self {
        Self { stream: ChaCha20::new(seed.into(), &[0; 12].into()), block: [0; 64], used: 64 }
    }

    pub(crate) fn draw(&mut self) -> u32 {
        if self.used == self.block.len() {
            self.block = [0; 64];
            self.stream.apply_keystream(&mut self.block);
            self.used = 0;
        }
        let word = self.block.get(self.used..).and_then(<[u8]>::first_chunk);
        self.used = self.used.saturating_add(4);
        u32::from_le_bytes(*word.expect("64 is a multiple of 4"))
    }
}

/// A number from 0 to `count - 1`, all equally likely.
pub(crate) fn below(mut draw: impl FnMut() -> u32, count: usize) -> usize {
    let count = u32::try_from(count).expect("255 decks are 13,260 cards");
    // 2^32 modulo count, without a 33rd bit.
    let surplus = count.wrapping_neg().checked_rem(count).unwrap_or_default();
    let highest = u32::MAX.saturating_sub(surplus);
    loop {
        let draw = draw();
        if draw <= highest {
            let number = draw.checked_rem(count).unwrap_or_default();
            return usize::try_from(number).expect("it is below a number of cards");
        }
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn text(cards: &[Card]) -> String {
        cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    }

    /// The SHA-256 of all cards as they are written, separated by blanks.
    fn fingerprint(cards: &[Card]) -> String {
        let bytes: Vec<String> =
            Sha256::digest(text(cards)).iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.concat()
    }

    fn counting_seed() -> [u8; 32] {
        std::array::from_fn(|idx| u8::try_from(idx).unwrap())
    }

    /// The bytes of the seed, the decks, the first cards, and the fingerprint of all.
    const VECTORS: &str = "\
        zeros    1  5s 6d Jc 5c Qc 8s 2d Kd  c1949942e983f14e1683c2cfc90f27dbc7b59de9e34181805b35c4aca408082f
        zeros    6  9h 7d 5c 5d Js 6h 3h 7d  979153c90d55b83c910438f4709e0d04c4480ee3d9eef52ffe0fd720bd4f799b
        zeros    8  Ts 3s 5s Kc 4s 8d 9c Ah  976ee14ee170f390db67cd5bb8e7d4dde5b297782f7981c95c1e2c7287bfd778
        counting 8  5d Qh As 4h 6d 2h Td As  4f0fb89683d5759888c7308861fb6518d16bf14f6851ab83097ffa9055d36a17
        ones     8  Ks 7h 6c 9c Jc Qh 9h Kd  be3afb23254b403c7c7c7756ff17e5cb318b9476bb08945ecbda581f3b1b2137";

    #[test]
    fn the_vectors_are_frozen() {
        for vector in VECTORS.lines() {
            let words: Vec<&str> = vector.split_whitespace().collect();
            let [seed, decks, first @ .., sha256] = &words[..] else { panic!("{vector}") };
            let seed = match *seed {
                "zeros" => [0; 32],
                "ones" => [255; 32],
                _ => counting_seed(),
            };
            let cards = shuffle(&seed, decks.parse().unwrap());
            assert_eq!(
                (text(&cards[..8]), fingerprint(&cards).as_str()),
                (first.join(" "), *sha256),
                "{vector}"
            );
        }
    }

    #[test]
    fn the_key_stream_is_that_of_the_standard() {
        // The key stream of an all-zero key and nonce, from the test vectors of RFC 8439, appendix A.1.
        let mut draws = Draws::new(&[0; 32]);
        assert_eq!([draws.draw(), draws.draw()], [0xade0_b876, 0x903d_f1a0]);
    }

    #[test]
    fn the_drawn_bytes_are_the_key_stream_up_to_the_last_draw() {
        // 415 draws of four bytes; the seed of 53234 has one draw that is refused, so it takes 416.
        let mut refusing = [0; 32];
        refusing[28..].copy_from_slice(&53_234_u32.to_be_bytes());
        for (seed, length) in [(counting_seed(), 1_660), (refusing, 1_664)] {
            let mut stream = vec![0; length];
            ChaCha20::new((&seed).into(), &[0; 12].into()).apply_keystream(&mut stream);
            assert_eq!(drawn_bytes(&seed, 8), stream);
        }
    }

    #[test]
    fn every_card_is_there_once_a_deck() {
        for decks in [0, 1, 6, 8, 32] {
            let mut cards = shuffle(&counting_seed(), decks);
            let mut full = full_shoe(decks);
            cards.sort_unstable();
            full.sort_unstable();
            assert_eq!(cards, full, "{decks}");
        }
    }

    #[test]
    fn numbers_below_one_need_no_luck_and_stay_in_range() {
        let mut draws = Draws::new(&[3; 32]);
        let mut number_below = |count| below(|| draws.draw(), count);
        assert_eq!(number_below(1), 0);
        for count in [2, 3, 52, 416, 13_260] {
            assert!((0..1_000).all(|_| number_below(count) < count), "{count}");
        }
    }
}
