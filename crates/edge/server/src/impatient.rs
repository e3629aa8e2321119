//! Connections that are closed when nothing goes either way for too long, so that nobody keeps one by opening
//! it. It knows bytes and the time, and nothing of what is asked.

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

/// A listener whose connections are [`Impatient`].
pub(crate) struct ImpatientListener {
    pub(crate) inner: TcpListener,
    pub(crate) idle: Duration,
}

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub(crate) SocketAddr);

impl Connected<IncomingStream<'_, ImpatientListener>> for Caller {
    fn connect_info(stream: IncomingStream<'_, ImpatientListener>) -> Self {
        Self(*stream.remote_addr())
    }
}

impl Listener for ImpatientListener {
    type Io = Impatient;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Impatient, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.inner).await;
        // Small frames leave at once; a connection that is gone already will tell when it is read.
        let _ = stream.set_nodelay(true);
        let alarm = Box::pin(tokio::time::sleep(self.idle));
        (Impatient { stream, idle: self.idle, alarm }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// A connection that fails to be read once nothing went either way for too long.
pub(crate) struct Impatient {
    stream: TcpStream,
    idle: Duration,
    alarm: Pin<Box<Sleep>>,
}

impl Impatient {
    fn moved<T>(&mut self, done: io::Result<T>) -> Poll<io::Result<T>> {
        self.alarm.as_mut().reset(Instant::now() + self.idle);
        Poll::Ready(done)
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buffer) {
            return self.moved(read);
        }
        ready!(self.alarm.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes));
        self.moved(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(cx, bytes));
        self.moved(written)
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
