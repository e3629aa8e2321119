//! The client's end of a socket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

/// How long a test waits for anything before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Line(WebSocketStream<TcpStream>);

impl Line {
    /// Opens a socket, as a page of that origin would.
    pub(crate) async fn open(address: SocketAddr, origin: Option<&str>) -> Result<Self, Error> {
        Self::over(TcpStream::connect(address).await?, origin).await
    }

    /// Opens a socket that takes in very little at a time.
    pub(crate) async fn narrow(address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(2 << 10).expect("a small buffer");
        let stream = socket.connect(address).await.expect("it listens");
        Self::over(stream, None).await.expect("the socket opens")
    }

    async fn over(stream: TcpStream, origin: Option<&str>) -> Result<Self, Error> {
        let mut request = format!("ws://{}/api/socket", stream.peer_addr()?).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", HeaderValue::from_str(origin)?);
        }
        Ok(Self(tokio_tungstenite::client_async(request, stream).await?.0))
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.send(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send(&mut self, message: Message) {
        self.0.send(message).await.expect("it is connected");
    }

    /// Sends as long as the server takes it.
    pub(crate) async fn try_send(&mut self, message: Message) -> Result<(), Error> {
        self.0.send(message).await
    }

    /// The next message, or the code it was closed with; none when the line broke.
    pub(crate) async fn heard(&mut self) -> Result<Value, Option<u16>> {
        loop {
            let next =
                tokio::time::timeout(PATIENCE, self.0.next()).await.expect("it says something in time");
            match next {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("it is JSON")),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        self.heard().await.expect("it stays open")
    }

    /// Passes over messages until one of that type.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind).await
    }

    /// Passes over messages until one like that.
    pub(crate) async fn until(&mut self, like: impl Fn(&Value) -> bool) -> Value {
        let wanted = async {
            loop {
                let message = self.next().await;
                if like(&message) {
                    return message;
                }
            }
        };
        tokio::time::timeout(PATIENCE, wanted).await.expect("it comes in time")
    }

    /// Passes over messages until a public event of that type.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        self.until(|message| message["event"]["type"] == kind).await
    }

    /// The code of the next problem.
    pub(crate) async fn problem(&mut self) -> String {
        let problem = self.next_of("problem").await;
        assert!(problem["error"]["message"].as_str().is_some_and(|it| !it.is_empty()), "{problem}");
        problem["error"]["code"].as_str().expect("a code").to_owned()
    }

    /// Passes over messages until the socket is closed; the code, if there was one.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.heard().await {
                return code;
            }
        }
    }

    /// Watches a table from the beginning. Gives the snapshot.
    pub(crate) async fn watch(&mut self, table: u32) -> Value {
        self.say(&json!({"type": "watch", "table_id": table})).await;
        self.until(|message| message["type"] == "snapshot" && message["table"]["table_id"] == table).await
    }

    /// Watches a table and waits until it takes wagers. Gives the round.
    pub(crate) async fn betting(&mut self, table: u32) -> Value {
        let snapshot = self.watch(table).await;
        let shoe = match snapshot["table"]["phase"]["name"].as_str() {
            Some("betting") => snapshot["table"]["shoe"].clone(),
            _ => self.event("betting_opened").await["event"]["shoe"].clone(),
        };
        round_of(&shoe)
    }

    /// Places a slip and waits for the answer.
    pub(crate) async fn place(
        &mut self,
        table: u32,
        round: &Value,
        id: &str,
        wagers: &[(&str, i64)],
    ) -> Value {
        let wagers: Vec<_> =
            wagers.iter().map(|(spot, stake)| json!({"spot": spot, "stake": stake})).collect();
        let slip =
            json!({"type": "place_slip", "table_id": table, "round": round, "slip_id": id, "wagers": wagers});
        self.say(&slip).await;
        self.until(|message| message["slip_id"] == id).await
    }
}

/// The round a shoe is in, as requests name it.
pub(crate) fn round_of(shoe: &Value) -> Value {
    json!({"shoe_no": shoe["shoe_no"], "round_no": shoe["round_no"]})
}

/// An id that no other request has.
pub(crate) fn id(n: u128) -> String {
    format!("{n:032x}")
}
