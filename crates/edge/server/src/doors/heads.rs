//! Follows the bytes of a connection from head to head of its requests, and notes what the parser lets pass.
//!
//! The parser accepts lines that end without a carriage return, and drops a length that the transfer encoding
//! overrides. A proxy in front may read such a request in another way, and then the two disagree on where the next one
//! begins (request smuggling). So this looks at the same bytes before the parser has them, and refuses nothing itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much of a line is kept: enough for the headers that frame a body.
const KEPT: usize = 80;

/// What is wrong with the head of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A line ends with a line feed alone.
    BareLineFeed,
    /// The head says more than once how long the body is.
    TwoLengths,
}

/// What is known of the heads of a connection, for those who answer its requests.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    fault: OnceLock<Fault>,
    last: AtomicBool,
    slow: AtomicBool,
}

/// The reader of heads.
#[derive(Debug, Default)]
pub(super) struct Heads {
    state: State,
    /// The beginning of the line that is not complete.
    line: Vec<u8>,
    /// The byte before the next one.
    previous: u8,
    framing: Framing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first byte of a head.
    #[default]
    Between,
    /// After the first line of a head.
    Head,
    /// Within a body that has so many bytes left.
    Body(u64),
    /// After the last head: what follows has no length that this knows, or is no HTTP.
    End,
}

/// What the head says of its body so far.
#[derive(Debug, Default)]
struct Framing {
    length: Option<u64>,
    lengths: u32,
    is_last: bool,
}

impl Heads {
    /// Whether some bytes of a head have come and others have not.
    pub(super) fn is_within_head(&self) -> bool {
        self.state == State::Head || self.state == State::Between && !self.line.is_empty()
    }

    /// Reads on, and notes what it finds.
    pub(super) fn read(&mut self, mut bytes: &[u8], notes: &Notes) {
        while !bytes.is_empty() {
            match self.state {
                State::End => return,
                State::Body(left) => {
                    let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    bytes = bytes.get(here..).unwrap_or_default();
                    let read = u64::try_from(here).unwrap_or(left);
                    self.state = match left.saturating_sub(read) {
                        0 => State::Between,
                        left => State::Body(left),
                    };
                }
                State::Between | State::Head => {
                    let end = bytes.iter().position(|byte| *byte == b'\n');
                    let (line, rest) = bytes.split_at(end.map_or(bytes.len(), |end| end.saturating_add(1)));
                    bytes = rest;
                    let room = KEPT.saturating_sub(self.line.len()).min(line.len());
                    self.line.extend_from_slice(line.get(..room).unwrap_or_default());
                    let before = line.iter().rev().nth(usize::from(end.is_some())).copied();
                    self.previous = before.unwrap_or(self.previous);
                    if end.is_some() {
                        self.end_line(notes);
                    }
                }
            }
        }
    }

    fn end_line(&mut self, notes: &Notes) {
        if self.previous != b'\r' {
            notes.note(Fault::BareLineFeed);
        }
        self.previous = 0;
        let line = std::mem::take(&mut self.line);
        let text = line.trim_ascii_end();
        match (self.state, text.is_empty()) {
            // Empty lines before a request do not count.
            (State::Between, true) => {}
            (State::Head, true) => self.end_head(notes),
            (State::Head, false) => self.framing.add(text),
            _ => self.state = State::Head,
        }
    }

    fn end_head(&mut self, notes: &Notes) {
        let framing = std::mem::take(&mut self.framing);
        if framing.lengths > 1 {
            notes.note(Fault::TwoLengths);
        }
        self.state = match framing.length {
            _ if framing.is_last => State::End,
            Some(length @ 1..) => State::Body(length),
            _ => State::Between,
        };
        if framing.is_last {
            notes.last.store(true, Ordering::Relaxed);
        }
    }
}

impl Framing {
    /// Adds a line of a header.
    fn add(&mut self, line: &[u8]) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { return };
        let (name, value) = line.split_at(colon);
        if name.eq_ignore_ascii_case(b"content-length") {
            let value = value.get(1..).unwrap_or_default().trim_ascii();
            self.length = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok());
            self.lengths = self.lengths.saturating_add(1);
            // The parser refuses what is no number. One of which this knows only the beginning may be one.
            self.is_last |= self.length.is_none() || line.len() >= KEPT;
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.lengths = self.lengths.saturating_add(1);
            self.is_last = true;
        } else if name.eq_ignore_ascii_case(b"upgrade") {
            self.is_last = true;
        }
    }
}

impl Notes {
    /// What is wrong with a head of the connection.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.fault.get().copied()
    }

    /// Whether no request may follow the one under way.
    pub(crate) fn is_last(&self) -> bool {
        self.last.load(Ordering::Relaxed) || self.fault().is_some()
    }

    /// Whether the connection ended because a head took too long.
    pub(super) fn was_slow(&self) -> bool {
        self.slow.load(Ordering::Relaxed)
    }

    pub(super) fn note_slow(&self) {
        self.slow.store(true, Ordering::Relaxed);
    }

    /// Notes a fault. The first one counts.
    fn note(&self, fault: Fault) {
        let _ = self.fault.set(fault);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is known after these bytes, which come in pieces of such a size.
    fn read(bytes: &[u8], size: usize) -> (Option<Fault>, bool, bool) {
        let (mut heads, notes) = (Heads::default(), Notes::default());
        bytes.chunks(size).for_each(|piece| heads.read(piece, &notes));
        (notes.fault(), notes.is_last(), heads.is_within_head())
    }

    #[test]
    fn what_the_parser_lets_pass_is_noted_and_nothing_else() {
        let (bare, two) = (Some(Fault::BareLineFeed), Some(Fault::TwoLengths));
        for (text, expected) in [
            ("", (None, false, false)),
            ("G", (None, false, true)),
            ("\r\n\r\n", (None, false, false)),
            ("GET / HTTP/1.1\r\nHost: a\r\n", (None, false, true)),
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", (None, false, false)),
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", (None, false, false)),
            ("GET / HTTP/1.1\nHost: a\r\n\r\n", (bare, true, false)),
            ("GET / HTTP/1.1\r\nHost: a\n\r\n", (bare, true, false)),
            ("GET / HTTP/1.1\r\nHost: a\r\n\n", (bare, true, false)),
            ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", (bare, true, false)),
            // Line feeds in a body are content.
            ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na\n\n", (None, false, false)),
            ("POST / HTTP/1.1\r\ncontent-length:\t3 \r\n\r\na\n\nGET", (None, false, true)),
            ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na\n\nGET / HTTP/1.1\n", (bare, true, true)),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\n\n0\n\n", (None, true, false)),
            ("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\n\n", (None, true, false)),
            // Two lengths, also when they are the same.
            ("POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", (two, true, false)),
            (
                "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
                (two, true, false),
            ),
            (
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
                (two, true, false),
            ),
            // What the parser refuses ends the connection anyway.
            ("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n\n", (None, true, false)),
        ] {
            for size in [1, 2, 7, 1_000] {
                assert_eq!(read(text.as_bytes(), size), expected, "{text:?} by {size}");
            }
        }
        let padded = format!("POST / HTTP/1.1\r\nContent-Length: {}5\r\n\r\n\n\n\n\n\n", " ".repeat(KEPT));
        assert_eq!(read(padded.as_bytes(), 1_000), (None, true, false));
    }

    proptest! {
        #[test]
        fn pieces_of_any_size_say_the_same(text in "[GET /HP1:.\r\nContent\\-Lgh3]{0,120}", size in 1_usize..20) {
            prop_assert_eq!(read(text.as_bytes(), size), read(text.as_bytes(), 1_000));
        }

        #[test]
        fn requests_with_bodies_of_any_content_follow_each_other(
            bodies in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..50), 0..5),
            size in 1_usize..60,
        ) {
            let mut all = Vec::new();
            for body in &bodies {
                let head = format!("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", body.len());
                all.extend([head.as_bytes(), body].concat());
            }
            prop_assert_eq!(read(&all, size), (None, false, false));
            all.extend(b"GET / HTTP/1.1\n");
            prop_assert_eq!(read(&all, size), (Some(Fault::BareLineFeed), true, true));
        }
    }
}
