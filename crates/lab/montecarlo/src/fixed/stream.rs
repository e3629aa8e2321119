//! The random stream: key streams of `ChaCha8`, many blocks side by side. Knows no cards.
//!
//! A block of 64 bytes follows from key, nonce and counter alone, so any part of the stream is made without what comes
//! before it. Eight rounds are enough for counting coups: nobody has shown a way to tell eight from chance, and the
//! attacks on seven that were published cost more than all machines could pay.

use super::lanes::{Lanes, Plain, SHOES, Words};

/// What stands in the key after the seed: no other use of the same seed has this stream.
const PURPOSE: &[u8; 24] = b"punto-fixed-1\0\0\0\0\0\0\0\0\0\0\0";

/// "expand 32-byte k", as in every `ChaCha`.
const CONSTANT: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Words in a block, and blocks that are laid side by side.
const WORDS: usize = 16;

/// How many rows are made at a time.
pub(super) const ROWS: usize = 48;

/// How many blocks they take.
pub(super) const ROW_BLOCKS: u32 = 48;

/// A number of 16 bits for each of [`SHOES`] shoes.
pub(super) type Row = [u16; SHOES];

/// Rows that are made together. They begin where a line of the cache does.
#[repr(align(64))]
pub(super) struct Rows(pub(super) [Row; ROWS]);

/// The stream of one block of work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream {
    key: [u32; 8],
    block: [u32; 2],
}

/// Which part of a stream: the third word of the nonce.
const DRAWS: u32 = 0;
const REDRAWS: u32 = 1;

impl Stream {
    /// The key is the seed, little-endian, and [`PURPOSE`]; the nonce begins with the number of the block of work.
    pub(super) fn new(seed: u64, block: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(PURPOSE);
        Self { key: words(&key), block: words(&block.to_le_bytes()) }
    }

    /// Fills the rows from the [`ROW_BLOCKS`] blocks from `first` on, sixteen by sixteen: row `w` of the sixteen that
    /// come of them holds their words `w`, block after block, each word as its low and its high half.
    #[inline(always)]
    pub(super) fn fill<W: Words>(&self, proof: W::Proof, first: u32, rows: &mut Rows) {
        let mut counter = first;
        for rows in rows.0.as_chunks_mut::<WORDS>().0 {
            for place in (0..SHOES).step_by(2 * W::LANES) {
                let words = self.blocks::<W>(proof, DRAWS, counter);
                for word in 0..WORDS {
                    words[word].store(&mut rows[word][place..]);
                }
                counter += lanes::<W>();
            }
        }
    }

    /// The number of 32 bits that takes the place of draw `draw` of this block of work, when it has been refused
    /// `attempt` times.
    pub(super) fn redraw(&self, draw: u32, attempt: u32) -> u32 {
        let (part, word) = (attempt / 16, attempt % 16);
        let mut halves = [0; Plain::LANES];
        let words = self.blocks::<<Plain as Lanes>::Words>((), REDRAWS + part, draw);
        words[usize::try_from(word).unwrap_or_default()].store(&mut halves);
        u32::from(halves[0]) | u32::from(halves[1]) << 16
    }

    /// The words of the blocks from `counter` on, each word of all of them side by side.
    #[inline(always)]
    fn blocks<W: Words>(&self, proof: W::Proof, part: u32, counter: u32) -> [W; WORDS] {
        let mut before = [W::counting(proof, counter); WORDS];
        for place in (0..WORDS).filter(|place| *place != 12) {
            before[place] = W::splat(proof, self.word(part, place));
        }
        let mut state = before;
        for _ in 0..4 {
            quarter_round::<W, 0, 4, 8, 12>(&mut state);
            quarter_round::<W, 1, 5, 9, 13>(&mut state);
            quarter_round::<W, 2, 6, 10, 14>(&mut state);
            quarter_round::<W, 3, 7, 11, 15>(&mut state);
            quarter_round::<W, 0, 5, 10, 15>(&mut state);
            quarter_round::<W, 1, 6, 11, 12>(&mut state);
            quarter_round::<W, 2, 7, 8, 13>(&mut state);
            quarter_round::<W, 3, 4, 9, 14>(&mut state);
        }
        for place in 0..WORDS {
            state[place] = state[place] + before[place];
        }
        state
    }

    /// The words that blocks have in common before the rounds; word 12 is the counter.
    #[inline(always)]
    fn word(&self, part: u32, place: usize) -> u32 {
        match place {
            0..=3 => CONSTANT[place],
            4..=11 => self.key[place - 4],
            13 | 14 => self.block[place - 13],
            _ => part,
        }
    }
}

/// The quarter round of RFC 8439, 2.1.
#[inline(always)]
fn quarter_round<W: Words, const A: usize, const B: usize, const C: usize, const D: usize>(
    state: &mut [W; WORDS],
) {
    state[A] = state[A] + state[B];
    state[D] = (state[D] ^ state[A]).turn_16();
    state[C] = state[C] + state[D];
    state[B] = (state[B] ^ state[C]).turn::<12, 20>();
    state[A] = state[A] + state[B];
    state[D] = (state[D] ^ state[A]).turn_8();
    state[C] = state[C] + state[D];
    state[B] = (state[B] ^ state[C]).turn::<7, 25>();
}

/// Bytes as little-endian words.
fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

fn lanes<W: Words>() -> u32 {
    u32::try_from(W::LANES).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8;
    use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};

    use super::*;

    /// As another's program makes the key stream. `tests/fixed/again.rs` checks the rows.
    #[test]
    fn redraws_are_words_of_their_own_blocks() {
        let (seed, block, draw) = (1_u64, 2_u64, 1_000_003);
        let key = [&seed.to_le_bytes()[..], PURPOSE].concat();
        for attempt in [0, 1, 15, 16, 40_u32] {
            let nonce = [&block.to_le_bytes()[..], &(1 + attempt / 16).to_le_bytes()].concat();
            let mut cipher = ChaCha8::new_from_slices(&key, &nonce).unwrap();
            cipher.seek(u64::from(draw) * 64 + u64::from(attempt % 16) * 4);
            let mut bytes = [0; 4];
            cipher.apply_keystream(&mut bytes);
            let word = Stream::new(seed, block).redraw(draw, attempt);
            assert_eq!(word, u32::from_le_bytes(bytes), "attempt {attempt}");
        }
    }
}
