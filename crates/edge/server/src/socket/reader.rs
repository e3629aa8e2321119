//! The reading half of a socket. It stamps each frame with the time it arrived.
//!
//! Messages that arrive while another is handled are read at once and wait here, because the time of arrival decides
//! whether a slip is in time.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use house::House;
use table::Timestamp;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use websocket::{Decoder, Received, Violation};

use crate::hub::{End, Outbox};

/// How many frames are read ahead. Later ones stay in the connection and have not arrived yet.
const READ_AHEAD: usize = 16;
/// How many bytes are read at once.
const READ_BYTES: usize = 4 << 10;
/// How many answers wait for later ones to be written with them, at most.
const HELD: u8 = 8;
/// How many bytes of answers wait, at most.
const HELD_BYTES: usize = 16 << 10;
/// How long an answer waits for the next one, at most.
const HELD_FOR: Duration = Duration::from_millis(50);

/// The reading half of a socket.
pub(crate) struct Reader<'a> {
    stream: OwnedReadHalf,
    outbox: &'a Outbox,
    house: &'a House,
    decoder: Decoder,
    waiting: VecDeque<(Timestamp, Result<Received, End>)>,
    ended: bool,
    /// How many times in a row answers were left in the outbox.
    held: u8,
}

impl<'a> Reader<'a> {
    /// Reads messages with at most `limit` bytes. The first bytes came with the handshake.
    pub(crate) fn new(
        stream: OwnedReadHalf,
        outbox: &'a Outbox,
        house: &'a House,
        limit: usize,
        first_bytes: &[u8],
    ) -> Self {
        let mut decoder = Decoder::new(limit);
        decoder.feed(first_bytes);
        Self { stream, outbox, house, decoder, waiting: VecDeque::new(), ended: false, held: 0 }
    }

    /// What the oldest frame brought that was not returned yet, and when it arrived. Cancel safe.
    pub(crate) async fn next(&mut self) -> (Timestamp, Result<Received, End>) {
        if let Some(waiting) = self.waiting.pop_front() {
            return waiting;
        }
        let received = self.receive().await;
        (self.house.now(), received)
    }

    /// Whether the answers in the outbox may wait there for a while: the next message is here already, so that the
    /// answers to messages that came together go in one write.
    pub(super) fn may_hold(&self) -> bool {
        !self.waiting.is_empty() && self.held < HELD && self.outbox.waiting() < HELD_BYTES
    }

    /// Leaves the answers in the outbox until the next message is answered.
    pub(super) const fn hold(&mut self) {
        self.held = self.held.saturating_add(1);
    }

    /// Writes the answers in the outbox.
    pub(super) fn flush(&mut self) {
        self.held = 0;
        self.outbox.flush();
    }

    /// Runs `work` to its end, and reads ahead meanwhile.
    pub(super) async fn read_during<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            let may_read = !self.ended && self.waiting.len() < READ_AHEAD;
            tokio::select! {
                biased;
                output = &mut work => return output,
                received = self.receive(), if may_read => {
                    self.wait_in_line(received);
                }
                () = tokio::time::sleep(HELD_FOR), if self.held > 0 => self.flush(),
            }
        }
    }

    /// The text of the next message, if it is here already.
    pub(super) fn peek_text(&mut self) -> Option<&str> {
        if self.waiting.is_empty()
            && !self.ended
            && let Some(received) = self.decode()
        {
            self.wait_in_line(received);
        }
        match self.waiting.front() {
            Some((_, Ok(Received::Text(text)))) => Some(text),
            _ => None,
        }
    }

    /// Takes the message that [`peek_text`](Self::peek_text) showed. Gives the time it arrived.
    pub(super) fn take_peeked(&mut self) -> Option<Timestamp> {
        self.waiting.pop_front().map(|(received_at, _)| received_at)
    }

    fn wait_in_line(&mut self, received: Result<Received, End>) {
        self.ended = !matches!(received, Ok(ref received) if *received != Received::Close);
        self.waiting.push_back((self.house.now(), received));
    }

    /// What the next frame brings, or why the socket ends. Cancel safe.
    async fn receive(&mut self) -> Result<Received, End> {
        loop {
            if let Some(received) = self.decode() {
                return received;
            }
            let read = poll_fn(|context| self.poll_read(context)).await;
            if !read.is_ok_and(|read| read > 0) {
                return Err(End::Gone);
            }
        }
    }

    /// What the next of the bytes that were read bring; none if they are no whole frame yet.
    fn decode(&mut self) -> Option<Result<Received, End>> {
        let next = self.decoder.decode();
        if let Some(replies) = self.decoder.replies() {
            self.outbox.push(replies);
            self.outbox.flush();
        }
        match next {
            Ok(received) => received.map(Ok),
            Err(Violation::Protocol) => Some(Err(End::Protocol)),
            Err(Violation::Text) => Some(Err(End::NoText)),
            Err(Violation::TooBig) => Some(Err(End::TooBig)),
        }
    }

    /// Reads until the other end closes, and forgets what it sent.
    pub(crate) async fn discard(&mut self) -> io::Result<()> {
        while poll_fn(|context| self.poll_read(context)).await? > 0 {
            self.decoder.forget();
        }
        Ok(())
    }

    /// Reads bytes for the decoder. Gives their number, 0 at the end of the connection. The buffer is on the stack, so
    /// that an idle socket has none.
    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let mut buffer = [0; READ_BYTES];
        let mut read = ReadBuf::new(&mut buffer);
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
        self.decoder.feed(read.filled());
        Poll::Ready(Ok(read.filled().len()))
    }
}
