//! One connection to the server: messages out, messages in. Knows their type and not their meaning.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use wire::client::ClientMessage;
use wire::server::ServerMessage;

/// The tables a house opens with.
pub(crate) const TABLES: [u32; 2] = [1, 2];

/// The connection broke or was not made: the server was killed, or it closed the connection.
#[derive(Debug)]
pub(crate) struct Disconnected;

/// An open connection.
pub(crate) struct Connection(WebSocketStream<TcpStream>);

impl Connection {
    /// Connects, says who that is, and asks for every table.
    pub(crate) async fn open(server: SocketAddr, token: Option<String>) -> Result<Self, Disconnected> {
        let stream = TcpStream::connect(server).await.map_err(|_| Disconnected)?;
        let made = client_async(format!("ws://{server}/api/socket"), stream).await;
        let mut connection = made.map(|(socket, _)| Self(socket)).map_err(|_| Disconnected)?;
        connection.put(&ClientMessage::Hello { token }).await?;
        for table_id in TABLES {
            connection.put(&ClientMessage::Watch { table_id, after: None }).await?;
        }
        connection.send().await?;
        Ok(connection)
    }

    /// Queues a message, to be sent with the next [`send`](Self::send) or before.
    pub(crate) async fn put(&mut self, message: &ClientMessage) -> Result<(), Disconnected> {
        let text = serde_json::to_string(message).map_err(|_| Disconnected)?;
        self.0.feed(Message::text(text)).await.map_err(|_| Disconnected)
    }

    pub(crate) async fn send(&mut self) -> Result<(), Disconnected> {
        self.0.flush().await.map_err(|_| Disconnected)
    }

    /// The next message of the server, or why it cannot be read.
    pub(crate) async fn message(&mut self) -> Result<Result<ServerMessage, String>, Disconnected> {
        loop {
            match self.0.next().await.ok_or(Disconnected)?.map_err(|_| Disconnected)? {
                Message::Text(text) => {
                    let read = serde_json::from_str(&text);
                    return Ok(read.map_err(|error| format!("{error} in a message of the server: {text}")));
                }
                Message::Close(_) => return Err(Disconnected),
                _ => {}
            }
        }
    }
}
