//! A TCP connection of HTTP that is closed when its client is too slow. Of HTTP it knows only where a request begins.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use super::heads::{Heads, Notes};

/// The addresses of both ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// The other end.
    pub(crate) peer: SocketAddr,
    /// This end; none when the connection is gone.
    pub(crate) local: Option<SocketAddr>,
}

impl Ends {
    /// The addresses of a connection's ends.
    pub(super) fn of(stream: &TcpStream) -> io::Result<Self> {
        Ok(Self { peer: stream.peer_addr()?, local: stream.local_addr().ok() })
    }

    /// Whether both ends are loopback addresses of this machine.
    pub(crate) fn are_local(self) -> bool {
        let is_loopback = |end: SocketAddr| end.ip().to_canonical().is_loopback();
        is_loopback(self.peer) && self.local.is_some_and(is_loopback)
    }
}

/// How long a connection may be silent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Without a byte in either direction.
    pub(super) idle: Duration,
    /// From the first byte of a head to its last one; from the beginning of the connection for the first head.
    pub(super) head: Duration,
}

/// A connection that fails with `TimedOut` when its client is too slow.
pub(crate) struct ClientStream {
    /// The connection itself, which an upgrade takes out.
    pub(crate) stream: TcpStream,
    patience: Patience,
    heads: Heads,
    notes: Arc<Notes>,
    /// When the head that has begun must be complete.
    head_by: Option<Instant>,
    timeout: Pin<Box<Sleep>>,
}

impl ClientStream {
    pub(super) fn new(stream: TcpStream, patience: Patience, notes: Arc<Notes>) -> Self {
        let head_by = Instant::now() + patience.head;
        let timeout = Box::pin(tokio::time::sleep_until(head_by));
        Self { stream, patience, heads: Heads::default(), notes, head_by: Some(head_by), timeout }
    }

    /// Restarts the timeout after a read or a write.
    fn restart(&mut self) {
        let idle_by = Instant::now() + self.patience.idle;
        let by = self.head_by.map_or(idle_by, |head_by| head_by.min(idle_by));
        self.timeout.as_mut().reset(by);
    }

    /// Looks at bytes that were read.
    fn look_at(&mut self, bytes: &[u8]) {
        self.heads.read(bytes, &self.notes);
        self.head_by = match self.head_by {
            _ if !self.heads.is_within_head() => None,
            None => Some(Instant::now() + self.patience.head),
            by => by,
        };
    }

    /// An error once the client was silent for too long.
    fn poll_timeout(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        ready!(self.timeout.as_mut().poll(cx));
        if self.head_by.is_some_and(|by| by <= Instant::now()) {
            self.notes.note_slow();
        }
        Poll::Ready(io::ErrorKind::TimedOut.into())
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buffer) {
            self.look_at(buffer.filled().get(before..).unwrap_or_default());
            self.restart();
            return Poll::Ready(read);
        }
        self.poll_timeout(cx).map(Err)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write(cx, bytes) {
            self.restart();
            return Poll::Ready(written);
        }
        self.poll_timeout(cx).map(Err)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes) {
            self.restart();
            return Poll::Ready(written);
        }
        self.poll_timeout(cx).map(Err)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
