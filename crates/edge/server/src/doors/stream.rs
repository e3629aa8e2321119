//! TCP connections that are closed when no byte goes either way for too long. Knows nothing of HTTP.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

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
}

/// A connection whose reads fail with `TimedOut` after `idle` without a byte in either direction.
pub(crate) struct ClientStream {
    /// The connection itself, which an upgrade takes out.
    pub(crate) stream: TcpStream,
    idle: Duration,
    timeout: Pin<Box<Sleep>>,
}

impl ClientStream {
    pub(super) fn new(stream: TcpStream, idle: Duration) -> Self {
        Self { stream, idle, timeout: Box::pin(tokio::time::sleep(idle)) }
    }

    /// Restarts the timeout after a read or a write, and passes on its result.
    fn active<T>(&mut self, result: io::Result<T>) -> Poll<io::Result<T>> {
        self.timeout.as_mut().reset(Instant::now() + self.idle);
        Poll::Ready(result)
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buffer) {
            return self.active(read);
        }
        ready!(self.timeout.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes));
        self.active(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(cx, bytes));
        self.active(written)
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
