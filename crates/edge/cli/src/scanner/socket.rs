//! The WebSocket of a device to the server, from the side of the device. Knows no frame.

use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::error::Error;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// How long a connection may take to come up or to close.
const CONNECT: Duration = Duration::from_secs(3);
/// How often a side that has nothing to say asks the server whether it is there.
pub(super) const PING_EVERY: Duration = Duration::from_secs(5);
/// How long a server may say nothing, not even that it is there.
const SILENCE: Duration = Duration::from_secs(15);

pub(super) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What goes to the server.
pub(super) struct ToServer(SplitSink<Stream, Message>);

/// What comes from the server.
pub(super) struct FromServer {
    stream: SplitStream<Stream>,
    /// When it last said anything.
    heard_at: Instant,
}

/// The address of the socket of devices at a server, such as `http://127.0.0.1:7777`.
pub(super) fn address(server: &str) -> String {
    format!("{}/api/v1/devices/socket", server.trim_end_matches('/').replacen("http", "ws", 1))
}

/// Connects without Nagle's algorithm: with it a card that follows a beat waits up to 40 ms for the beat's TCP
/// acknowledgement.
pub(super) async fn open(address: &str) -> Result<Stream, Error> {
    let (stream, _) = connect_async_with_config(address, None, true).await?;
    Ok(stream)
}

/// Connects, within three seconds.
pub(super) async fn connect(address: &str) -> Result<(ToServer, FromServer), String> {
    let connecting = timeout(CONNECT, open(address)).await;
    let connected = connecting.map_err(|_| "it does not answer".to_owned())?;
    let stream = connected.map_err(|error| error.to_string())?;
    let (sink, stream) = stream.split();
    Ok((ToServer(sink), FromServer { stream, heard_at: Instant::now() }))
}

impl ToServer {
    /// Sends a text.
    pub(super) async fn send(&mut self, text: String) -> Result<(), String> {
        self.0.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    /// Asks the server whether it is there.
    pub(super) async fn ping(&mut self) -> Result<(), String> {
        self.0.send(Message::Ping(Vec::new().into())).await.map_err(|error| error.to_string())
    }

    /// Closes the connection, and gives up soon if the server does not listen.
    pub(super) async fn close(mut self) {
        let _ = timeout(CONNECT, self.0.close()).await;
    }
}

impl FromServer {
    /// The next text; why there is none any more. Loses nothing when it is dropped and called again.
    pub(super) async fn next(&mut self) -> Result<String, String> {
        loop {
            let next = timeout_at(self.heard_at + SILENCE, self.stream.next()).await;
            self.heard_at = Instant::now();
            match next.map_err(|_| format!("it has said nothing for {} seconds", SILENCE.as_secs()))? {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(_))) | None => return Err("it closed the connection".to_owned()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tokio_tungstenite::accept_async;

    use super::*;

    #[tokio::test]
    async fn a_card_does_not_wait_behind_a_beat() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}", listener.local_addr().unwrap());
        let accepting = async { accept_async(listener.accept().await.unwrap().0).await.unwrap() };
        let (stream, _server) = tokio::join!(open(&url), accepting);
        let MaybeTlsStream::Plain(stream) = stream.unwrap().into_inner() else { panic!("there is no TLS") };
        assert!(stream.nodelay().unwrap());
    }
}
