//! One line to the server: messages out, messages in. Knows their type and not their meaning.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use wire::client::ClientMessage;
use wire::server::ServerMessage;

/// The tables a house opens with.
pub(crate) const TABLES: [u32; 2] = [1, 2];

/// The line broke or would not be made: the server was killed, or it cut the line.
#[derive(Debug)]
pub(crate) struct Lost;

/// An open line.
pub(crate) struct Line(WebSocketStream<TcpStream>);

impl Line {
    pub(crate) async fn open(server: SocketAddr) -> Result<Self, Lost> {
        let stream = TcpStream::connect(server).await.map_err(|_| Lost)?;
        let made = client_async(format!("ws://{server}/api/socket"), stream).await;
        made.map(|(line, _)| Self(line)).map_err(|_| Lost)
    }

    /// Says who speaks and asks for every table.
    pub(crate) async fn greet(&mut self, token: Option<String>) -> Result<(), Lost> {
        self.put(&ClientMessage::Hello { token }).await?;
        for table_id in TABLES {
            self.put(&ClientMessage::Watch { table_id, after: None }).await?;
        }
        self.send().await
    }

    /// Puts a message on the line, to be sent with the next [`send`](Self::send) or before.
    pub(crate) async fn put(&mut self, message: &ClientMessage) -> Result<(), Lost> {
        let text = serde_json::to_string(message).map_err(|_| Lost)?;
        self.0.feed(Message::text(text)).await.map_err(|_| Lost)
    }

    pub(crate) async fn send(&mut self) -> Result<(), Lost> {
        self.0.flush().await.map_err(|_| Lost)
    }

    /// The next message of the server, or why it cannot be read.
    pub(crate) async fn message(&mut self) -> Result<Result<ServerMessage, String>, Lost> {
        loop {
            match self.0.next().await.ok_or(Lost)?.map_err(|_| Lost)? {
                Message::Text(text) => {
                    let read = serde_json::from_str(&text);
                    return Ok(read.map_err(|error| format!("{error} in what the server said: {text}")));
                }
                Message::Close(_) => return Err(Lost),
                _ => {}
            }
        }
    }
}
