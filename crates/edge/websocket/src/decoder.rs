//! Decodes what a client sends, one frame at a time.
//!
//! `tungstenite` judges every frame. It gets them one by one, because each frame counts against the client's rate, also
//! a fragment that completes no message; and it holds no memory between two frames that an idle socket would keep.

use std::io::{self, Cursor, Read, Write};

use bytes::Bytes;
use tungstenite::Error;
use tungstenite::protocol::frame::coding::OpCode;
use tungstenite::protocol::frame::{FrameHeader, Utf8Bytes};
use tungstenite::protocol::{Message, Role, WebSocketConfig, WebSocketContext};

use crate::encoded::Encoded;

/// The memory for frames that a decoder keeps between them. Longer frames get memory of their own for a while.
const KEPT: usize = 256;
/// The longest payload of a control frame (RFC 6455, section 5.5).
const LONGEST_CONTROL: u64 = 125;

/// What a frame brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// The end of a text message, with the message.
    Text(Utf8Bytes),
    /// The end of a binary message.
    Binary,
    /// A part of a message that goes on.
    Fragment,
    /// A ping, whose pong is among the replies.
    Ping,
    /// A pong.
    Pong,
    /// The other end closes; the answer is among the replies.
    Close,
}

/// How a client broke the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A frame that the protocol forbids: close code 1002.
    Protocol,
    /// A text that is no UTF-8: close code 1007.
    Text,
    /// A message above the limit: close code 1009.
    TooBig,
}

/// Decodes the frames of one client. Nothing follows a violation or the end of the connection.
#[derive(Debug)]
pub struct Decoder {
    limit: usize,
    context: WebSocketContext,
    /// Bytes that no frame was made of yet.
    waiting: Vec<u8>,
    /// How many of them are used up.
    used: usize,
    /// Whether a message has begun and goes on.
    within_message: bool,
    replies: Vec<u8>,
}

impl Decoder {
    /// A decoder of messages with at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            context: context(limit),
            waiting: Vec::new(),
            used: 0,
            within_message: false,
            replies: Vec::new(),
        }
    }

    /// Takes bytes that the client sent.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.waiting.drain(..self.used);
        self.used = 0;
        self.waiting.extend_from_slice(bytes);
    }

    /// Drops the bytes that wait for the rest of their frame.
    pub fn forget(&mut self) {
        (self.waiting, self.used) = (Vec::new(), 0);
    }

    /// How much memory the bytes take that wait for the rest of their frame.
    pub fn memory(&self) -> usize {
        self.waiting.capacity()
    }

    /// The answers that the received frames ask for: pongs, and the answer to a close frame.
    pub fn replies(&mut self) -> Option<Encoded> {
        (!self.replies.is_empty()).then(|| Encoded::whole(Bytes::from(std::mem::take(&mut self.replies))))
    }

    /// What the next frame brings; none when more bytes are needed.
    ///
    /// # Errors
    /// How the client broke the protocol.
    pub fn decode(&mut self) -> Result<Option<Received>, Violation> {
        let Some((header, length)) = self.whole_frame()? else {
            if self.used == self.waiting.len() {
                self.forget();
            }
            return Ok(None);
        };
        let end = self.used + length;
        let frame = Pipe { input: &self.waiting[self.used..end], output: &mut self.replies };
        let received = judge(&mut self.context, frame);
        self.used = end;
        if let OpCode::Data(_) = header.opcode {
            self.within_message = !header.is_final;
        }
        if length > KEPT && !self.within_message && self.context.can_write() {
            self.context = context(self.limit);
        }
        received.map(Some)
    }

    /// The header of the next frame and its whole length, once all of it is here.
    fn whole_frame(&self) -> Result<Option<(FrameHeader, usize)>, Violation> {
        let mut cursor = Cursor::new(&self.waiting[self.used..]);
        let Some((header, payload)) = FrameHeader::parse(&mut cursor).map_err(|error| violation(&error))?
        else {
            return Ok(None);
        };
        if matches!(header.opcode, OpCode::Control(_)) && (payload > LONGEST_CONTROL || !header.is_final) {
            return Err(Violation::Protocol);
        }
        let payload = usize::try_from(payload).ok().filter(|length| *length <= self.limit);
        let before = usize::try_from(cursor.position()).unwrap_or(usize::MAX);
        let length = before.saturating_add(payload.ok_or(Violation::TooBig)?);
        Ok((self.waiting.len() - self.used >= length).then_some((header, length)))
    }
}

fn context(limit: usize) -> WebSocketContext {
    let config = WebSocketConfig::default()
        .read_buffer_size(KEPT)
        .write_buffer_size(0)
        .max_message_size(Some(limit))
        .max_frame_size(Some(limit));
    WebSocketContext::new(Role::Server, Some(config))
}

/// Has one whole frame judged.
fn judge(context: &mut WebSocketContext, mut frame: Pipe<'_>) -> Result<Received, Violation> {
    let received = match context.read(&mut frame) {
        Ok(Message::Text(text)) => Received::Text(text),
        Ok(Message::Binary(_)) => Received::Binary,
        Ok(Message::Ping(_)) => Received::Ping,
        Ok(Message::Pong(_)) => Received::Pong,
        Ok(Message::Close(_)) => Received::Close,
        Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => Received::Fragment,
        Ok(Message::Frame(_)) => return Err(Violation::Protocol),
        Err(error) => return Err(violation(&error)),
    };
    // The pipe takes everything. After the answer to a close frame, the context says so with an error.
    let _ = context.flush(&mut frame);
    Ok(received)
}

fn violation(error: &Error) -> Violation {
    match error {
        Error::Utf8(_) => Violation::Text,
        Error::Capacity(_) => Violation::TooBig,
        _ => Violation::Protocol,
    }
}

/// One frame to read, and room for the replies to it.
struct Pipe<'a> {
    input: &'a [u8],
    output: &'a mut Vec<u8>,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.input.read(buffer)? {
            0 => Err(io::ErrorKind::WouldBlock.into()),
            read => Ok(read),
        }
    }
}

impl Write for Pipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMIT: usize = 1_000;
    const MASK: [u8; 4] = [7, 1, 250, 3];

    /// A frame as a client sends it: this first byte, masked.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let length = match u16::try_from(payload.len()).unwrap() {
            short @ 0..=125 => vec![0x80 | u8::try_from(short).unwrap()],
            long => [&[0x80 | 0x7e][..], &long.to_be_bytes()].concat(),
        };
        let masked = payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        [first].into_iter().chain(length).chain(MASK).chain(masked).collect()
    }

    /// Everything that the pieces bring, with the replies in order.
    fn decode(pieces: &[&[u8]]) -> (Vec<Result<Received, Violation>>, Vec<u8>) {
        let (mut decoder, mut all, mut replies) = (Decoder::new(LIMIT), Vec::new(), Vec::new());
        for piece in pieces {
            decoder.feed(piece);
            while let Some(next) = decoder.decode().transpose() {
                replies.extend(decoder.replies().iter().flat_map(|reply| reply.to_vec()));
                all.push(next.clone());
                if matches!(next, Err(_) | Ok(Received::Close)) {
                    return (all, replies);
                }
            }
        }
        (all, replies)
    }

    fn text(text: &str) -> Received {
        Received::Text(text.into())
    }

    #[test]
    fn messages_come_whole_and_fragments_are_counted() {
        let bytes = [
            frame(0x81, b"one"),
            frame(0x01, b"t"),
            frame(0x89, b"?"),
            frame(0x00, b""),
            frame(0x80, b"wo"),
            frame(0x82, &[1, 2]),
            frame(0x8a, b""),
            frame(0x88, &[0x03, 0xe8]),
            frame(0x81, b"after the end"),
        ]
        .concat();
        let (received, replies) = decode(&[&bytes]);
        let expected = [
            text("one"),
            Received::Fragment,
            Received::Ping,
            Received::Fragment,
            text("two"),
            Received::Binary,
            Received::Pong,
            Received::Close,
        ];
        assert_eq!(received, expected.map(Ok));
        assert_eq!(replies, [0x8a, 1, b'?', 0x88, 2, 0x03, 0xe8]);
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_arrives() {
        for (header, violation) in [
            (vec![0x81, 0xfe, 0x03, 0xe9, 0, 0, 0, 0], Violation::TooBig),
            (vec![0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], Violation::TooBig),
            (vec![0x89, 0xfe, 0, 126, 0, 0, 0, 0], Violation::Protocol),
            (vec![0x09, 0x80, 0, 0, 0, 0], Violation::Protocol),
        ] {
            assert_eq!(decode(&[&header]).0, [Err(violation)], "{header:?}");
        }
        let half = "x".repeat(600);
        let parts = [frame(0x01, half.as_bytes()), frame(0x80, half.as_bytes())].concat();
        assert_eq!(decode(&[&parts]).0, [Ok(Received::Fragment), Err(Violation::TooBig)]);
    }

    #[test]
    fn a_decoder_keeps_no_memory_between_frames() {
        let mut decoder = Decoder::new(1 << 14);
        let bytes = frame(0x81, &[b'x'; 1 << 14]);
        decoder.feed(&bytes);
        assert!(matches!(decoder.decode(), Ok(Some(Received::Text(_)))));
        assert_eq!((decoder.decode(), decoder.memory()), (Ok(None), 0));
    }

    fn anything() -> impl Strategy<Value = Vec<u8>> {
        let first =
            prop_oneof![Just(0x81), Just(0x01), Just(0x00), Just(0x80), Just(0x89), Just(0x8a), any::<u8>()];
        let payload = prop_oneof![
            "[a-zé€😀]{0,40}".prop_map(String::into_bytes),
            prop::collection::vec(any::<u8>(), 0..300),
        ];
        let frames = prop::collection::vec((first, payload), 0..12);
        frames.prop_map(|frames| frames.iter().flat_map(|(first, payload)| frame(*first, payload)).collect())
    }

    proptest! {
        #[test]
        fn it_does_not_matter_how_the_bytes_are_cut(bytes in anything(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..20)) {
            let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut rest = &bytes[..];
            for cut in cuts.iter().rev() {
                let (before, piece) = rest.split_at(*cut);
                pieces.push(piece);
                rest = before;
            }
            pieces.push(rest);
            pieces.reverse();
            prop_assert_eq!(decode(&pieces), decode(&[&bytes]));
        }
    }
}
