//! A WebSocket client that sends and receives single frames, also those that RFC 6455 forbids.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::socket_client::TIMEOUT;
use crate::test_server::TestServer;

/// The first byte of a frame: the last one of its message, by opcode.
pub(crate) const TEXT: u8 = 0x81;
pub(crate) const BINARY: u8 = 0x82;
pub(crate) const CLOSE: u8 = 0x88;
pub(crate) const PING: u8 = 0x89;
pub(crate) const PONG: u8 = 0x8a;
/// A fragment that begins a text message, one that goes on, and the last one.
pub(crate) const FIRST: u8 = 0x01;
pub(crate) const MORE: u8 = 0x00;
pub(crate) const LAST: u8 = 0x80;

const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// A frame as a client sends it, masked.
pub(crate) fn frame(first: u8, payload: impl AsRef<[u8]>) -> Vec<u8> {
    let payload = payload.as_ref();
    let length = match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(short @ 0..=125), _) => vec![0x80 | short],
        (_, Ok(long)) => [&[0xfe][..], &long.to_be_bytes()].concat(),
        _ => [&[0xff][..], &u64::try_from(payload.len()).expect("a length").to_be_bytes()].concat(),
    };
    let masked = payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask);
    [first].into_iter().chain(length).chain(MASK).chain(masked).collect()
}

/// The payload of a close frame.
pub(crate) fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    [&code.to_be_bytes(), reason].concat()
}

/// A request that every server answers, as JSON of this length.
pub(crate) fn request(nonce: u32, length: usize) -> Vec<u8> {
    let request = format!(r#"{{"type":"ping","nonce":{nonce}}}"#);
    format!("{request:length$}").into_bytes()
}

/// A client that sends and receives single frames.
pub(crate) struct RawSocket {
    stream: TcpStream,
    unread: Vec<u8>,
}

impl RawSocket {
    /// Opens a socket.
    pub(crate) async fn open(server: &TestServer) -> Self {
        Self::open_with(server, &[]).await
    }

    /// Opens a socket and sends these bytes together with the handshake.
    pub(crate) async fn open_with(server: &TestServer, bytes: &[u8]) -> Self {
        let stream = TcpStream::connect(server.address).await.expect("it listens");
        let mut socket = Self { stream, unread: Vec::new() };
        let handshake = format!(
            "GET /api/v1/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.address
        );
        socket.send(&[handshake.as_bytes(), bytes].concat()).await;
        let head = loop {
            if let Some(end) = socket.unread.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break socket.unread.drain(..end + 4).collect::<Vec<u8>>();
            }
            assert!(socket.read().await, "the handshake was not answered");
        };
        let head = String::from_utf8(head).expect("a head is ASCII").to_lowercase();
        assert!(head.starts_with("http/1.1 101"), "{head}");
        assert!(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
        socket
    }

    /// Sends bytes; the connection may be closed already.
    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// Sends bytes one by one.
    pub(crate) async fn send_bytewise(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.send(&[*byte]).await;
            tokio::task::yield_now().await;
        }
    }

    /// The first byte and the payload of the next frame; none at the end of the connection.
    pub(crate) async fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        loop {
            if let Some((first, start, end)) = self.next_frame() {
                let payload = self.unread[start..end].to_vec();
                self.unread.drain(..end);
                return Some((first, payload));
            }
            if !self.read().await {
                assert!(self.unread.is_empty(), "the connection ends within a frame");
                return None;
            }
        }
    }

    /// The first byte of the next frame, and where its payload starts and ends.
    fn next_frame(&self) -> Option<(u8, usize, usize)> {
        let (first, length) = (*self.unread.first()?, *self.unread.get(1)?);
        assert!(length < 0x80, "a server does not mask");
        let (start, length) = match length {
            126 => (4, u64::from(u16::from_be_bytes(self.unread.get(2..4)?.try_into().ok()?))),
            127 => (10, u64::from_be_bytes(self.unread.get(2..10)?.try_into().ok()?)),
            short => (2, u64::from(short)),
        };
        let end = start + usize::try_from(length).expect("a length");
        (self.unread.len() >= end).then_some((first, start, end))
    }

    /// The close code that the server sends at last, once it has closed the connection too; none without a code.
    pub(crate) async fn end(&mut self) -> Option<u16> {
        let mut code = None;
        while let Some((first, payload)) = self.next().await {
            if first == CLOSE {
                code = payload.first_chunk().map(|code| u16::from_be_bytes(*code));
            }
        }
        code
    }

    /// Asks something and waits for the answer, skipping problems: the server has handled all frames before.
    pub(crate) async fn is_open(&mut self) -> bool {
        self.send(&frame(TEXT, request(77, 0))).await;
        while let Some((first, payload)) = self.next().await {
            if first == TEXT && payload.starts_with(br#"{"type":"pong","nonce":77"#) {
                return true;
            }
        }
        false
    }

    async fn read(&mut self) -> bool {
        let read = self.stream.read_buf(&mut self.unread);
        let read = tokio::time::timeout(TIMEOUT, read).await.expect("something arrives in time");
        read.is_ok_and(|read| read > 0)
    }
}
