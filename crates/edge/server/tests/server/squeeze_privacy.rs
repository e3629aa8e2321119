//! Nobody learns anything of a card that lies face down: a round is played twice, with other cards face down and all
//! else the same, and what leaves the server is the same, on every socket, by every route, in its log and its metrics.
//! What the one who turns a card sees of its edge is the exception.

use std::io;
use std::sync::{Arc, Mutex};

use house::people::Role;
use punto_server::permissions::{self, Permission};
use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;

use crate::http;
use crate::socket_client::SocketClient;
use crate::squeezes::Hall;

/// What is printed.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl io::Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Printed {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// A text without what differs from run to run: times, durations, random tokens and digests. A card has no four digits
/// and no sixteen hex digits.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_' && c != '.')
    {
        let (word, end) = word.split_at(word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len());
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let long = word.len() >= 16 && digits > 0;
        plain.push_str(if digits >= 4 || long || word.contains('.') && digits > 0 { "#" } else { word });
        plain.push_str(end);
    }
    plain
}

/// All that a socket was sent until now, without what is left out: what the edge of a card shows, and what is sent when
/// there is time for it.
async fn heard(socket: &mut SocketClient) -> String {
    socket.send(&json!({"type": "ping", "nonce": 77})).await;
    let mut heard = Vec::new();
    loop {
        let mut next = socket.next().await;
        match next["type"].as_str() {
            Some("pong") => break,
            Some("spot_totals" | "wallet") => continue,
            Some("squeeze_edge") => next["shows"] = Value::Null,
            _ => {}
        }
        heard.push(plain(&next.to_string()));
    }
    heard.join("\n")
}

/// What each route that reads says to each role.
async fn read(hall: &Hall) -> Vec<(String, String)> {
    let server = &hall.studio.server;
    let mut callers = vec![
        ("spectator".to_owned(), None),
        ("ana".to_owned(), Some(hall.studio.ana.token.clone())),
        ("bob".to_owned(), Some(hall.bob.token.clone())),
        ("dealer of the table".to_owned(), Some(hall.studio.dealer.clone())),
        ("supervisor of the table".to_owned(), Some(hall.studio.one.clone())),
    ];
    for role in Role::STAFF {
        callers.push((role.to_string(), Some(server.staff(&format!("Eve {role}"), &[role]).await)));
    }
    let mut said = Vec::new();
    for Permission { action, .. } in permissions::of_routes() {
        let Some(path) = action.strip_prefix("GET ") else { continue };
        let named = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let path = named.collect::<Vec<_>>().join("/");
        if path.ends_with("/socket") {
            continue;
        }
        for (name, token) in &callers {
            let answer = http::get(server.address, &path, token.as_deref()).await;
            said.push((format!("{name}: GET {path}"), format!("{} {}", answer.status, plain(answer.text()))));
        }
    }
    let metrics = http::get(server.address, "/metrics", None).await;
    let names = metrics.text().lines().filter(|line| line.starts_with("punto_cards")).map(str::to_owned);
    said.push(("metrics".to_owned(), names.collect::<Vec<_>>().join("\n")));
    said
}

/// Plays a round with these cards face down; what everybody learned before the first one is shown.
async fn played(cards: &str) -> Vec<(String, String)> {
    let printed = Printed::default();
    let log = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false);
    let _log = tracing::subscriber::set_default(log.with_writer(printed.clone()).finish());
    let mut hall = Box::pin(Hall::open()).await;
    hall.studio.cards(cards).await;
    hall.studio.lamp(&json!({"type": "gate", "open": false, "why": "deal"})).await;
    let (lift, edge) = (hall.squeeze("P1", 200), hall.squeeze("B2", 500));
    hall.studio.socket.send(&lift).await;
    hall.bobs.send(&edge).await;
    hall.bobs.receive_type("squeeze_edge").await;
    hall.bobs.send(&hall.open_card("P1")).await;
    hall.bobs.receive_type("squeeze_refused").await;
    let mut learned = read(&hall).await;
    for (name, socket) in
        [("ana", &mut hall.studio.socket), ("bob", &mut hall.bobs), ("spectator", &mut hall.spectator)]
    {
        learned.push((format!("socket of {name}"), heard(socket).await));
    }
    hall.studio.server.stop().await;
    let text = printed.0.lock().expect("nobody panicked").clone();
    // Which lines are printed depends on the tests that run beside this one, so they are not compared.
    let log = plain(&String::from_utf8_lossy(&text));
    assert!(log.contains("a record came"), "what the house does is printed: {log}");
    for card in cards.split(' ') {
        let names = |word: &str| word == card;
        let found = log.split(|c: char| !c.is_ascii_alphanumeric()).any(names);
        assert!(!found, "{card} lies face down, and is in the log: {log}");
    }
    learned
}

#[tokio::test]
async fn what_leaves_the_server_does_not_depend_on_a_card_that_lies_face_down() {
    // A natural against a hand that draws: a Banker win, and nothing won yet.
    let one = Box::pin(played("9h Kd Ks 3c")).await;
    let other = Box::pin(played("2d 7s 4c Qh")).await;
    assert_eq!(one.len(), other.len());
    for ((place, one), (_, other)) in one.iter().zip(&other) {
        assert_eq!(one, other, "{place}");
    }
}
