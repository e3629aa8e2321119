//! A WebSocket client.

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
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) struct SocketClient(WebSocketStream<TcpStream>);

impl SocketClient {
    /// Opens a socket with this `Origin` header.
    pub(crate) async fn open(address: SocketAddr, origin: Option<&str>) -> Result<Self, Error> {
        Self::over(TcpStream::connect(address).await?, origin).await
    }

    /// Opens a socket with a small receive buffer.
    pub(crate) async fn with_small_buffer(address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(2 << 10).expect("a small buffer");
        let stream = socket.connect(address).await.expect("it listens");
        Self::over(stream, None).await.expect("the socket opens")
    }

    /// Opens a socket with this query and these headers.
    pub(crate) async fn open_with(
        address: SocketAddr,
        query: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Error> {
        let stream = TcpStream::connect(address).await?;
        let mut request = format!("ws://{address}/api/v1/socket{query}").into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value)?);
        }
        Ok(Self(tokio_tungstenite::client_async(request, stream).await?.0))
    }

    /// Opens a socket at this path.
    pub(crate) async fn open_at(address: SocketAddr, path: &str) -> Result<Self, Error> {
        let request = format!("ws://{address}{path}").into_client_request()?;
        let stream = TcpStream::connect(address).await?;
        Ok(Self(tokio_tungstenite::client_async(request, stream).await?.0))
    }

    async fn over(stream: TcpStream, origin: Option<&str>) -> Result<Self, Error> {
        let mut request = format!("ws://{}/api/v1/socket", stream.peer_addr()?).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", HeaderValue::from_str(origin)?);
        }
        Ok(Self(tokio_tungstenite::client_async(request, stream).await?.0))
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_message(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send_message(&mut self, message: Message) {
        self.0.send(message).await.expect("it is connected");
    }

    /// Sends a message; an error when the connection is gone.
    pub(crate) async fn try_send_message(&mut self, message: Message) -> Result<(), Error> {
        self.0.send(message).await
    }

    /// The next message, or the close code; none when the connection broke.
    pub(crate) async fn receive(&mut self) -> Result<Value, Option<u16>> {
        loop {
            let next = tokio::time::timeout(TIMEOUT, self.0.next()).await.expect("a message arrives in time");
            match next {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("it is JSON")),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        self.receive().await.expect("it stays open")
    }

    /// Skips messages until one of that type.
    pub(crate) async fn receive_type(&mut self, kind: &str) -> Value {
        self.receive_until(|message| message["type"] == kind).await
    }

    /// Skips messages until one matches.
    pub(crate) async fn receive_until(&mut self, matches: impl Fn(&Value) -> bool) -> Value {
        let received = async {
            loop {
                let message = self.next().await;
                if matches(&message) {
                    return message;
                }
            }
        };
        tokio::time::timeout(TIMEOUT, received).await.expect("it comes in time")
    }

    /// Skips messages until a public event of that type.
    pub(crate) async fn receive_event(&mut self, kind: &str) -> Value {
        self.receive_until(|message| message["event"]["type"] == kind).await
    }

    /// The code of the next problem.
    pub(crate) async fn receive_problem(&mut self) -> String {
        let problem = self.receive_type("problem").await;
        assert!(problem["error"]["message"].as_str().is_some_and(|it| !it.is_empty()), "{problem}");
        problem["error"]["code"].as_str().expect("a code").to_owned()
    }

    /// Skips messages until the socket is closed. Gives the close code, if there was one.
    pub(crate) async fn wait_for_close(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.receive().await {
                return code;
            }
        }
    }

    /// Watches a table. Gives the snapshot.
    pub(crate) async fn watch(&mut self, table: u32) -> Value {
        self.send(&json!({"type": "watch", "table_id": table})).await;
        self.receive_until(|message| message["type"] == "snapshot" && message["table"]["table_id"] == table)
            .await
    }

    /// Watches a table and waits until it takes wagers. Gives the round.
    pub(crate) async fn betting(&mut self, table: u32) -> Value {
        let snapshot = self.watch(table).await;
        let shoe = match snapshot["table"]["phase"]["name"].as_str() {
            Some("betting") => snapshot["table"]["shoe"].clone(),
            _ => self.receive_event("betting_opened").await["event"]["shoe"].clone(),
        };
        round_of(&shoe)
    }

    /// Takes a seat at a table and waits for the answer.
    pub(crate) async fn take_seat(&mut self, table: u32) -> Value {
        self.send(&json!({"type": "take_seat", "table_id": table})).await;
        let answers = ["seat_taken", "seat_refused"].map(Value::from);
        self.receive_until(|message| answers.contains(&message["type"])).await
    }

    /// Takes a seat, places a slip and waits for the answer.
    pub(crate) async fn place(
        &mut self,
        table: u32,
        round: &Value,
        id: &str,
        wagers: &[(&str, i64)],
    ) -> Value {
        self.take_seat(table).await;
        self.send(&slip(table, round, id, wagers)).await;
        self.receive_until(|message| message["slip_id"] == id).await
    }

    /// Watches a table and places a slip in the next round that accepts it. Gives the round.
    pub(crate) async fn place_in_next_round(&mut self, table: u32, wagers: &[(&str, i64)]) -> Value {
        self.watch(table).await;
        loop {
            let opened = self.receive_event("betting_opened").await;
            let round = round_of(&opened["event"]["shoe"]);
            let slip_id = id(round["round_no"].as_u64().map_or(0, u128::from));
            if self.place(table, &round, &slip_id, wagers).await["type"] == "slip_accepted" {
                return round;
            }
        }
    }
}

/// A private message about a table, without the number of the event that it names.
pub(crate) fn unnumbered(mut message: Value) -> Value {
    let seq = message.as_object_mut().and_then(|fields| fields.remove("seq"));
    assert!(seq.is_some_and(|seq| seq.is_u64()), "it names an event: {message}");
    message
}

/// The message that places a slip.
pub(crate) fn slip(table: u32, round: &Value, id: &str, wagers: &[(&str, i64)]) -> Value {
    let wager = |(spot, stake): &(&str, i64)| json!({"spot": spot, "stake": stake});
    let wagers: Vec<_> = wagers.iter().map(wager).collect();
    json!({"type": "place_slip", "table_id": table, "round": round, "slip_id": id, "wagers": wagers})
}

/// The round a shoe is in, as requests name it.
pub(crate) fn round_of(shoe: &Value) -> Value {
    json!({"shoe_no": shoe["shoe_no"], "round_no": shoe["round_no"]})
}

/// An id that no other request has.
pub(crate) fn id(n: u128) -> String {
    format!("{n:032x}")
}
