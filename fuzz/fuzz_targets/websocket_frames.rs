//! What a client sends is decoded without a panic and within bounds, and however the bytes are cut, the same comes out.

#![no_main]

use libfuzzer_sys::fuzz_target;
use websocket::{Decoder, Received, Violation};

const LIMIT: usize = 300;
/// The longest head of a frame, in bytes.
const LONGEST_HEAD: usize = 14;

/// What the pieces bring, and what is replied.
fn decode<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> (Vec<Result<Received, Violation>>, Vec<u8>) {
    let (mut decoder, mut all, mut replies) = (Decoder::new(LIMIT), Vec::new(), Vec::new());
    for piece in pieces {
        decoder.feed(piece);
        while let Some(next) = decoder.decode().transpose() {
            replies.extend(decoder.replies().iter().flat_map(|reply| reply.to_vec()));
            if let Ok(Received::Text(text)) = &next {
                assert!(text.len() <= LIMIT);
            }
            all.push(next.clone());
            if matches!(next, Err(_) | Ok(Received::Close)) {
                return (all, replies);
            }
        }
        assert!(decoder.memory() <= 2 * (LIMIT + LONGEST_HEAD + piece.len()));
    }
    (all, replies)
}

fuzz_target!(|input: (u8, &[u8])| {
    let (piece, bytes) = input;
    let whole = decode(std::iter::once(bytes));
    assert_eq!(decode(bytes.chunks(usize::from(piece).max(1))), whole);
    assert_eq!(decode(bytes.chunks(1)), whole);
    // A reply is a pong or the answer to a close frame, and never longer than what it answers.
    assert!(whole.1.len() <= bytes.len() + 26);
});
