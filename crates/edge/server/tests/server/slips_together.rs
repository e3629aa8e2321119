//! Slips that arrive in one write: each has its own answer, in the order in which they were sent.

use std::time::Duration;

use punto_server::{Limits, Rate};
use serde_json::{Value, json};

use crate::raw_socket::{RawSocket, TEXT, frame};
use crate::socket_client::{SocketClient, id, slip};
use crate::test_server::{QUICK, SLOW, TestServer};

/// A raw socket that said hello, with what it was sent.
struct Sender(RawSocket);

impl Sender {
    async fn connect(server: &TestServer, token: &str) -> Self {
        let mut own = Self(RawSocket::open(server).await);
        own.send(&[json!({"type": "hello", "token": token})]).await;
        own.receive(|message| message["type"] == "welcome").await;
        own
    }

    /// Sends all messages in one write.
    async fn send(&mut self, messages: &[Value]) {
        let frames: Vec<u8> = messages.iter().flat_map(|message| frame(TEXT, message.to_string())).collect();
        self.0.send(&frames).await;
    }

    /// The next message of that kind.
    async fn receive(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (first, text) = self.0.next().await.expect("the socket is open");
            if first == TEXT {
                let message = serde_json::from_slice(&text).expect("the server sends JSON");
                if is_wanted(&message) {
                    return message;
                }
            }
        }
    }

    /// The answers to so many messages, each in a word.
    async fn answers(&mut self, count: usize) -> Vec<String> {
        let mut answers = Vec::new();
        while answers.len() < count {
            let message = self
                .receive(|message| {
                    let kind = message["type"].as_str().unwrap_or_default();
                    matches!(kind, "slip_accepted" | "slip_refused" | "problem" | "pong" | "wagers_cleared")
                })
                .await;
            let number =
                |field: &str| message[field].as_str().map_or(0, |id| id.parse::<u32>().expect("a number"));
            answers.push(match message["type"].as_str().expect("a type") {
                "slip_accepted" => format!("{} at {}", number("slip_id"), message["staked"]),
                "slip_refused" => {
                    format!("{} {}", number("slip_id"), message["refusal"]["code"].as_str().expect("a code"))
                }
                "problem" => message["error"]["code"].as_str().expect("a code").to_owned(),
                kind => kind.to_owned(),
            });
        }
        answers
    }
}

/// A patron at a table that takes wagers for long, with its round. The patron has the seat as long as the first socket
/// is open.
async fn seated(server: &TestServer) -> (SocketClient, Sender, Value) {
    let ana = server.guest("Ana").await;
    let mut seated = server.connect_as(&ana).await;
    seated.take_seat(SLOW).await;
    let round = seated.betting(SLOW).await;
    (seated, Sender::connect(server, &ana.token).await, round)
}

#[tokio::test]
async fn slips_in_one_write_are_answered_each_and_in_order() {
    let server = TestServer::start().await;
    let (_seated, mut socket, round) = seated(&server).await;
    let slip = |number: u128, wagers: &[(&str, i64)]| slip(SLOW, &round, &id(number), wagers);
    let malformed =
        json!({"type": "place_slip", "table_id": SLOW, "round": round, "slip_id": "x", "wagers": []});
    let elsewhere =
        json!({"type": "place_slip", "table_id": 999, "round": round, "slip_id": id(6), "wagers": []});
    let mut replacing = slip(8, &[("banker", 300)]);
    replacing["replaces"] = json!(true);
    socket
        .send(&[
            slip(1, &[("player", 100)]),
            slip(2, &[("player", 200)]),
            slip(2, &[("player", 200)]),
            slip(3, &[("nothing", 5)]),
            slip(4, &[("player", 100_000_000)]),
            malformed,
            slip(5, &[("tie", 100)]),
            elsewhere,
            json!({"type": "ping", "nonce": 7}),
            slip(7, &[("player", 100)]),
            replacing,
            slip(9, &[("banker", 100)]),
            json!({"type": "clear_wagers", "table_id": SLOW, "round": round, "request_id": id(10)}),
        ])
        .await;
    let expected = [
        "1 at 100",
        "2 at 300",
        "2 at 300",
        "3 unknown_spot",
        "4 above_maximum",
        "malformed_message",
        "5 at 400",
        "6 unknown_table",
        "pong",
        "7 at 500",
        "8 at 300",
        "9 at 400",
        "wagers_cleared",
    ];
    assert_eq!(socket.answers(13).await, expected);
}

#[tokio::test]
async fn slips_in_one_write_keep_to_the_rate_of_messages() {
    let messages = Rate { burst: 5, every: Duration::from_secs(90) };
    let server = TestServer::with_limits(Limits { messages, ..Limits::default() }).await;
    let (_seated, mut socket, round) = seated(&server).await;
    let slips: Vec<_> = (1..=7).map(|number| slip(SLOW, &round, &id(number), &[("tie", 100)])).collect();
    socket.send(&slips).await;
    let many = "too_many_messages";
    assert_eq!(socket.answers(7).await, ["1 at 100", "2 at 200", "3 at 300", "4 at 400", many, many, many]);
}

#[tokio::test]
async fn each_slip_of_somebody_who_may_send_none_is_refused() {
    let server = TestServer::start().await;
    let round = server.spectator().await.betting(SLOW).await;
    let mut socket = Sender(RawSocket::open(&server).await);
    let two = [1, 2].map(|number| slip(QUICK, &round, &id(number), &[("tie", 100)]));
    socket.send(&two).await;
    assert_eq!(socket.answers(2).await, ["hello_first", "hello_first"]);
    socket.send(&[json!({"type": "hello"}), two[0].clone(), two[1].clone()]).await;
    assert_eq!(socket.answers(2).await, ["unauthenticated", "unauthenticated"]);
}
