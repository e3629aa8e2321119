//! TCP connections that are closed when no byte goes either way for too long. Knows nothing of HTTP.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};

/// A listener whose connections time out when idle.
pub(crate) struct IdleTimeoutListener {
    pub(crate) inner: TcpListener,
    pub(crate) idle: Duration,
}

/// The addresses of both ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// The other end.
    pub(crate) peer: SocketAddr,
    /// This end; none when the connection is gone.
    pub(crate) local: Option<SocketAddr>,
}

impl Connected<IncomingStream<'_, IdleTimeoutListener>> for Ends {
    fn connect_info(stream: IncomingStream<'_, IdleTimeoutListener>) -> Self {
        Self { peer: *stream.remote_addr(), local: stream.io().stream.local_addr().ok() }
    }
}

impl Listener for IdleTimeoutListener {
    type Io = IdleTimeoutStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (IdleTimeoutStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.inner).await;
        // Small frames leave at once. An error means that the connection is gone, which the first read reports.
        let _ = stream.set_nodelay(true);
        let timeout = Box::pin(tokio::time::sleep(self.idle));
        (IdleTimeoutStream { stream, idle: self.idle, timeout }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// A connection whose reads fail with `TimedOut` after `idle` without a byte in either direction.
pub(crate) struct IdleTimeoutStream {
    stream: TcpStream,
    idle: Duration,
    timeout: Pin<Box<Sleep>>,
}

impl IdleTimeoutStream {
    /// The connection itself, without the timeout.
    pub(crate) fn into_inner(self) -> TcpStream {
        self.stream
    }

    /// Restarts the timeout after a read or a write, and passes on its result.
    fn active<T>(&mut self, result: io::Result<T>) -> Poll<io::Result<T>> {
        self.timeout.as_mut().reset(Instant::now() + self.idle);
        Poll::Ready(result)
    }
}

impl AsyncRead for IdleTimeoutStream {
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

impl AsyncWrite for IdleTimeoutStream {
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
