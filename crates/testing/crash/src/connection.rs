//! One connection to the server: messages out, messages in. Knows their type and not their meaning.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use wire::client::ClientMessage;
use wire::server::ServerMessage;

/// The tables a house opens with.
pub(crate) const TABLES: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// How often anybody comes back within one cycle. More visits mean that the server runs and does not let them in.
const VISITS: usize = 60;
/// How long somebody whose connection broke waits before coming back: a database that was killed needs its time.
pub(crate) const BREATH: Duration = Duration::from_millis(100);

/// How long answers may take while nobody kills anything.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);

/// The connection broke or was not made: the server was killed, or it closed the connection.
#[derive(Debug)]
pub(crate) struct Disconnected;

/// Makes one visit after the other until the server is gone.
pub(crate) async fn until_gone<E>(server: SocketAddr, mut visit: impl AsyncFnMut() -> Result<(), E>) {
    for _ in 0..VISITS {
        if TcpStream::connect(server).await.is_err() {
            break;
        }
        // Broken connections are expected here; what they cost is the auditor's question.
        if visit().await.is_err() {
            sleep(BREATH).await;
        }
    }
}

/// The message that takes a seat at a table without a password.
pub(crate) const fn take_seat(table_id: u32) -> ClientMessage {
    ClientMessage::TakeSeat { table_id, password: None, invitation: None }
}

/// An open connection.
pub(crate) struct Connection(WebSocketStream<TcpStream>);

impl Connection {
    /// Connects, says who that is, asks for every table, and takes a seat at each.
    pub(crate) async fn open(server: SocketAddr, token: Option<String>) -> Result<Self, Disconnected> {
        let stream = TcpStream::connect(server).await.map_err(|_| Disconnected)?;
        let made = client_async(format!("ws://{server}/api/v1/socket"), stream).await;
        let mut connection = made.map(|(socket, _)| Self(socket)).map_err(|_| Disconnected)?;
        let patron = token.is_some();
        connection.put(&ClientMessage::Hello { token }).await?;
        for table_id in TABLES {
            connection.put(&ClientMessage::Watch { table_id, after: None, bulletins: false }).await?;
            if patron {
                connection.put(&take_seat(table_id)).await?;
            }
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
