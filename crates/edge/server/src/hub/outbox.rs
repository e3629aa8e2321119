//! The outbox of one socket: it writes messages to the connection, and keeps what the connection does not take at once
//! in a bounded queue, which ends the socket when it overflows.

use std::io::{self, IoSlice};
use std::net::{self, Shutdown};
use std::os::fd::AsFd as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use websocket::{Encoded, SendQueue};

/// How many sockets a task writes to before it lets other tasks run: about two milliseconds.
pub(super) const AT_ONCE: usize = 256;

/// Why the server ends a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The outbox overflowed.
    TooSlow,
    /// The server stops.
    GoingAway,
    /// No message arrived for too long.
    Idle,
    /// No greeting arrived in time.
    NoHello,
    /// The client kept sending messages above its rate.
    Flood,
    /// A message was longer than allowed.
    TooBig,
    /// The client sent a frame that RFC 6455 forbids.
    Protocol,
    /// The client sent a text that is no UTF-8.
    NoText,
    /// The session of the socket has ended.
    LoggedOut,
    /// A device was refused; the last frame says why.
    Refused,
    /// A device did not beat, or another line of it took its place.
    Lost,
    /// The server could not do its work.
    Failed,
    /// The other end closed, or the connection is broken.
    Gone,
}

impl End {
    /// The stable code of this reason, for counts.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::TooSlow => "too_slow",
            Self::GoingAway => "going_away",
            Self::Idle => "idle",
            Self::NoHello => "no_hello",
            Self::Flood => "flood",
            Self::TooBig => "too_big",
            Self::Protocol => "protocol",
            Self::NoText => "no_text",
            Self::LoggedOut => "logged_out",
            Self::Refused => "refused",
            Self::Lost => "lost",
            Self::Failed => "failed",
            Self::Gone => "gone",
        }
    }

    /// The close frame, unless the connection is gone.
    pub(crate) fn close_frame(self) -> Option<Encoded> {
        let (code, reason) = match self {
            Self::TooSlow => (1013, "too slow; watch again from your last seq"),
            Self::GoingAway => (1001, "the server is stopping"),
            Self::Idle => (1008, "nothing was heard for too long"),
            Self::NoHello => (1008, "no hello came in time; send it first"),
            Self::Flood => (1008, "too many messages"),
            Self::TooBig => (1009, "the message is too long"),
            Self::Protocol => (1002, "the frame breaks RFC 6455"),
            Self::NoText => (1007, "the text is no UTF-8"),
            Self::LoggedOut => (1008, "the session has ended; log in again"),
            Self::Refused => (1008, "refused; the last frame says why"),
            Self::Lost => (1008, "no beat came in time"),
            Self::Failed => (1011, "the server could not do its work; connect again"),
            Self::Gone => return None,
        };
        Some(Encoded::close(code, reason))
    }
}

/// The messages that wait for one socket, and its connection.
pub(crate) struct Outbox {
    limit: usize,
    /// The connection, once the handshake is done.
    stream: OnceLock<OwnedWriteHalf>,
    queue: Mutex<Queue>,
    /// Notified when the socket's task has to write on, or the socket ends.
    stuck: Notify,
    /// Notified when the task has written on, or the socket ends.
    drained: Notify,
}

#[derive(Default)]
struct Queue {
    frames: SendQueue,
    /// Whether the connection took less than it was offered. Then only the socket's task writes on.
    blocked: bool,
    end: Option<End>,
}

impl Outbox {
    /// An empty outbox for at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            stream: OnceLock::new(),
            queue: Mutex::default(),
            stuck: Notify::new(),
            drained: Notify::new(),
        }
    }

    /// Writes to this connection from now on. Gives the half that reads.
    pub(crate) fn connect(&self, stream: TcpStream) -> OwnedReadHalf {
        let (read_half, write_half) = stream.into_split();
        self.stream.get_or_init(|| write_half);
        read_half
    }

    /// Queues a message, or ends the socket when the outbox overflows. An empty outbox takes a message of any length.
    /// The message is written by the next [`flush`](Self::flush) or [`send_while`](Self::send_while), together with
    /// the others.
    pub(crate) fn push(&self, message: Encoded) {
        let mut queue = self.lock();
        if queue.end.is_none() {
            queue.frames.push(message);
            if self.is_over_limit(&queue) {
                self.write(&mut queue);
            }
            self.cut_if_over_limit(&mut queue);
        }
    }

    /// Writes what is queued, as far as the connection takes it. The socket's task writes the rest.
    pub(crate) fn flush(&self) {
        let mut queue = self.lock();
        if !queue.blocked && !queue.frames.is_empty() {
            self.write(&mut queue);
        }
    }

    /// Sends messages at once, after those that are queued, without waking the socket's task, if `wanted` is true. Once
    /// [`unwant`](Self::unwant) returns, nothing more is sent. What the connection does not take is queued; the socket
    /// ends when the outbox overflows.
    pub(crate) fn send_while(&self, messages: &[Encoded], wanted: &AtomicBool) {
        let mut queue = self.lock();
        if queue.end.is_some() || !wanted.load(Ordering::Relaxed) {
            return;
        }
        match self.stream.get().filter(|_| !queue.blocked) {
            Some(stream) => {
                let sent = queue.frames.send(messages, |bytes| write(stream, bytes));
                self.after_write(&mut queue, sent);
            }
            None => messages.iter().for_each(|message| queue.frames.push(message.clone())),
        }
        self.cut_if_over_limit(&mut queue);
    }

    /// Sends nothing more for `wanted`.
    pub(crate) fn unwant(&self, wanted: &AtomicBool) {
        let _queue = self.lock();
        wanted.store(false, Ordering::Relaxed);
    }

    /// Ends the socket once the waiting messages are sent. The first reason counts.
    pub(crate) fn end(&self, end: End) {
        self.lock().end.get_or_insert(end);
        self.stuck.notify_one();
        self.drained.notify_one();
    }

    /// Why the socket ends; none while it is open.
    pub(crate) fn ended(&self) -> Option<End> {
        self.lock().end
    }

    /// How many bytes wait for the connection to take them.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().frames.bytes()
    }

    /// How many more bytes fit.
    pub(crate) fn room(&self) -> usize {
        self.limit.saturating_sub(self.waiting())
    }

    /// Waits until half of the outbox is free, or the socket ends.
    pub(crate) async fn half_free(&self) {
        while self.room() < self.limit / 2 && self.ended().is_none() {
            self.drained.notified().await;
        }
    }

    /// Waits until the socket ends, even when messages still wait.
    pub(crate) async fn wait_for_end(&self) -> End {
        loop {
            if let Some(end) = self.ended() {
                return end;
            }
            self.stuck.notified().await;
        }
    }

    /// Waits until messages wait for the connection, or the socket ends.
    pub(crate) async fn stuck(&self) {
        loop {
            {
                let queue = self.lock();
                if queue.blocked || queue.end.is_some() {
                    return;
                }
            }
            self.stuck.notified().await;
        }
    }

    /// Waits until the connection takes bytes again, and writes on. True once nothing waits for it.
    ///
    /// # Errors
    /// That of the connection.
    pub(crate) async fn write_on(&self) -> io::Result<bool> {
        let Some(stream) = self.stream.get() else { return Ok(true) };
        stream.writable().await?;
        let mut queue = self.lock();
        queue.blocked = false;
        self.write(&mut queue);
        self.drained.notify_one();
        Ok(!queue.blocked)
    }

    /// Queues the last frame, which may follow the end of the socket, and writes what waits to the last byte.
    ///
    /// # Errors
    /// That of the connection.
    pub(crate) async fn write_last(&self, last: Option<Encoded>) -> io::Result<()> {
        if let Some(last) = last {
            self.lock().frames.push(last);
        }
        while !self.write_on().await? {}
        Ok(())
    }

    /// Ends the outgoing direction of the connection.
    ///
    /// # Errors
    /// When the connection is gone.
    pub(crate) fn shut_down(&self) -> io::Result<()> {
        let Some(stream) = self.stream.get() else { return Ok(()) };
        let stream = stream.as_ref().as_fd().try_clone_to_owned()?;
        net::TcpStream::from(stream).shutdown(Shutdown::Write)
    }

    /// Writes what is queued, as far as the connection takes it.
    fn write(&self, queue: &mut Queue) {
        if let Some(stream) = self.stream.get().filter(|_| !queue.blocked) {
            let written = queue.frames.write(|bytes| write(stream, bytes));
            self.after_write(queue, written);
        }
    }

    fn after_write(&self, queue: &mut Queue, written: io::Result<()>) {
        let Err(error) = written else { return };
        if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) {
            queue.blocked = true;
        } else {
            queue.frames = SendQueue::default();
            queue.end.get_or_insert(End::Gone);
            self.drained.notify_one();
        }
        self.stuck.notify_one();
    }

    fn is_over_limit(&self, queue: &Queue) -> bool {
        queue.frames.bytes() > self.limit && queue.frames.len() > 1
    }

    fn cut_if_over_limit(&self, queue: &mut Queue) {
        if self.is_over_limit(queue) {
            queue.frames.drop_waiting();
            queue.end.get_or_insert(End::TooSlow);
            self.stuck.notify_one();
            self.drained.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(stream: &OwnedWriteHalf, bytes: &[IoSlice<'_>]) -> io::Result<usize> {
    match bytes {
        [one] => stream.try_write(one),
        several => stream.try_write_vectored(several),
    }
}

#[cfg(test)]
impl Outbox {
    /// Sends messages at once, wanted or not. See [`send_while`](Self::send_while).
    pub(crate) fn send(&self, messages: &[Encoded]) {
        self.send_while(messages, &AtomicBool::new(true));
    }

    /// Takes the texts that wait, as soon as there are any.
    ///
    /// # Errors
    /// Why the socket ends, once no text waits.
    pub(crate) async fn take(&self) -> Result<std::collections::VecDeque<String>, End> {
        loop {
            {
                let mut queue = self.lock();
                let frames = std::mem::take(&mut queue.frames);
                if !frames.is_empty() {
                    let texts = frames.frames().filter_map(Encoded::as_text);
                    return Ok(texts.map(|text| text.to_string()).collect());
                }
                if let Some(end) = queue.end {
                    return Err(end);
                }
            }
            self.stuck.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::AsyncReadExt as _;
    use tokio::net::TcpListener;

    use super::*;

    fn text(length: usize) -> Encoded {
        "x".repeat(length).into()
    }

    /// An outbox with a connection, and the other end of the connection.
    async fn connected(limit: usize) -> (Outbox, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap());
        let (accepted, other) = tokio::join!(listener.accept(), other);
        let outbox = Outbox::new(limit);
        let _reading = outbox.connect(accepted.unwrap().0);
        outbox.stream.get().unwrap().writable().await.unwrap();
        (outbox, other.unwrap())
    }

    /// Sends until the connection takes no more. Gives how many bytes were sent.
    fn fill(outbox: &Outbox) -> usize {
        let mut sent = 0;
        while !outbox.lock().blocked {
            outbox.send(&[text(1 << 16)]);
            sent += text(1 << 16).len();
        }
        sent
    }

    #[tokio::test]
    async fn queued_messages_are_written_before_those_that_are_sent() {
        let (outbox, mut other) = connected(100).await;
        outbox.push(Encoded::text("a"));
        outbox.send(&[Encoded::text("b"), Encoded::text("c")]);
        outbox.push(Encoded::text("d"));
        outbox.flush();
        let mut read = [0; 12];
        other.read_exact(&mut read).await.unwrap();
        assert_eq!(read, *b"\x81\x01a\x81\x01b\x81\x01c\x81\x01d");
        assert_eq!((outbox.room(), outbox.ended()), (100, None));
    }

    #[tokio::test]
    async fn what_the_connection_does_not_take_is_written_by_the_task_in_order() {
        let (outbox, mut other) = connected(1 << 20).await;
        let sent = fill(&outbox);
        outbox.send(&[Encoded::text("last")]);
        let mut read = Vec::new();
        let reading = async {
            let all = sent + Encoded::text("last").len();
            while read.len() < all {
                assert!(other.read_buf(&mut read).await.unwrap() > 0);
            }
        };
        let writing = async {
            outbox.stuck().await;
            while !outbox.write_on().await.unwrap() {}
        };
        tokio::join!(reading, writing);
        assert_eq!(&read[read.len() - 4..], b"last");
        assert_eq!(outbox.room(), 1 << 20);
    }

    #[tokio::test]
    async fn an_overflow_ends_the_socket_and_drops_waiting_messages() {
        let outbox = Outbox::new(100);
        outbox.push(text(60));
        outbox.send(&[text(41)]);
        assert_eq!(outbox.ended(), Some(End::TooSlow));
        assert_eq!(outbox.take().await, Err(End::TooSlow));
        outbox.end(End::GoingAway);
        assert_eq!(outbox.ended(), Some(End::TooSlow), "the first reason counts");
    }

    #[tokio::test]
    async fn a_frame_that_is_half_written_is_finished_after_an_overflow() {
        let (outbox, mut other) = connected(1 << 17).await;
        let sent = fill(&outbox);
        while outbox.ended().is_none() {
            outbox.send(&[text(1 << 16)]);
        }
        let mut read = Vec::new();
        let closing = outbox.write_last(End::TooSlow.close_frame());
        let reading = async {
            while read.len() < sent || !read.ends_with(b"last seq") {
                assert!(other.read_buf(&mut read).await.unwrap() > 0);
            }
        };
        let both = async { tokio::join!(closing, reading).0 };
        tokio::time::timeout(Duration::from_secs(20), both).await.unwrap().unwrap();
        let frame = text(1 << 16).len();
        let close = End::TooSlow.close_frame().unwrap();
        assert_eq!((read.len() - close.len()) % frame, 0, "whole frames, then the close frame");
    }

    #[tokio::test]
    async fn one_message_longer_than_the_outbox_is_still_sent() {
        let outbox = Outbox::new(100);
        outbox.push(text(200));
        assert_eq!(outbox.take().await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn nothing_is_sent_for_what_is_no_longer_wanted() {
        let (outbox, wanted) = (Outbox::new(100), AtomicBool::new(true));
        outbox.send_while(&[text(1)], &wanted);
        outbox.unwant(&wanted);
        outbox.send_while(&[text(1)], &wanted);
        assert_eq!(outbox.take().await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_connection_that_is_gone_ends_the_socket() {
        let (outbox, other) = connected(1 << 20).await;
        drop(other);
        let sending = async {
            while outbox.ended().is_none() {
                outbox.send(&[text(1)]);
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), sending).await.unwrap();
        assert_eq!(outbox.ended(), Some(End::Gone));
    }

    #[tokio::test]
    async fn requests_wait_until_half_of_the_outbox_is_free() {
        let (outbox, mut other) = connected(1 << 17).await;
        fill(&outbox);
        while outbox.room() >= 1 << 16 {
            outbox.send(&[text(1 << 14)]);
        }
        let writing = async { while !outbox.write_on().await.unwrap() {} };
        let reading = async { tokio::io::copy(&mut other, &mut tokio::io::sink()).await };
        tokio::select! {
            _ = reading => unreachable!("the connection stays open"),
            ((), ()) = async { tokio::join!(outbox.half_free(), writing) } => {}
        }
        assert!(outbox.room() >= 1 << 16);
    }
}
