//! Sockets and their sessions: how a socket proves who opens it, and how it ends with the session.

use std::time::Duration;

use house::people::Role;
use punto_server::{Limits, Rate};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

use crate::accounts::sign_up;
use crate::http::{get, post, send};
use crate::socket_client::SocketClient;
use crate::test_server::TestServer;

/// Says hello without a token. Gives the patron of the socket.
async fn greeted(socket: &mut SocketClient) -> Value {
    socket.send(&json!({"type": "hello"})).await;
    socket.receive_type("welcome").await["patron"]["patron_id"].clone()
}

/// The status of a refused request for a socket; none if the socket opens or fails otherwise.
fn status<T>(answer: Result<T, Error>) -> Option<u16> {
    match answer {
        Err(Error::Http(refused)) => Some(refused.status().as_u16()),
        _ => None,
    }
}

#[tokio::test]
async fn a_socket_has_the_session_of_its_cookie_header_or_ticket() {
    let server = TestServer::start().await;
    let (address, ana) = (server.address, server.guest("Ana").await);
    let page = sign_up(&server, "Ben").await;
    let ben = page.send(&server, "GET", "/api/v1/me", &Value::Null).await.json()["patron_id"].clone();
    let own = format!("http://{address}");

    let cookie = [("Cookie", page.cookie.as_str()), ("Origin", own.as_str())];
    let mut socket = SocketClient::open_with(address, "", &cookie).await.unwrap();
    assert_eq!(greeted(&mut socket).await, ben);
    let foreign = [("Cookie", page.cookie.as_str()), ("Origin", "https://evil.example")];
    assert_eq!(status(SocketClient::open_with(address, "", &foreign).await), Some(403));
    let mut socket = SocketClient::open_with(address, "", &cookie[..1]).await.unwrap();
    assert_eq!(greeted(&mut socket).await, Value::Null, "a cookie without an origin does not count");

    let bearer = format!("Bearer {}", ana.token);
    let mut socket = SocketClient::open_with(address, "", &[("Authorization", &bearer)]).await.unwrap();
    assert_eq!(greeted(&mut socket).await, json!(ana.id));
    assert_eq!(
        status(SocketClient::open_with(address, "", &[("Authorization", "Bearer x")]).await),
        Some(401)
    );

    let ticket = post(address, "/api/v1/socket-tickets", Some(&ana.token), &json!({})).await;
    assert_eq!(ticket.status, 201, "{ticket:?}");
    let query = format!("?ticket={}", ticket.json()["ticket"].as_str().unwrap());
    let mut socket = SocketClient::open_with(address, &query, &[]).await.unwrap();
    assert_eq!(greeted(&mut socket).await, json!(ana.id));
    assert_eq!(
        status(SocketClient::open_with(address, &query, &[]).await),
        Some(401),
        "a ticket counts once"
    );
}

#[tokio::test]
async fn a_socket_ends_with_its_session() {
    let server = TestServer::start().await;
    let (ana, ben) = (server.guest("Ana").await, server.guest("Ben").await);
    let (mut first, mut other) = (server.connect_as(&ana).await, server.connect_as(&ben).await);
    let token = [("Authorization", format!("Bearer {}", ana.token))];
    assert_eq!(send(server.address, "DELETE", "/api/v1/session", &token, b"").await.status, 204);
    assert_eq!(first.wait_for_close().await, Some(1008));
    other.send(&json!({"type": "ping", "nonce": 1})).await;
    assert_eq!(other.receive_type("pong").await["nonce"], 1);

    let mut late = server.connect().await;
    late.send(&json!({"type": "hello", "token": ana.token})).await;
    assert_eq!(late.receive_problem().await, "unauthenticated");
}

#[tokio::test]
async fn changed_rights_end_tokens_and_sockets_without_a_restart() {
    let server = TestServer::start().await;
    let manager = server.staff("Ann", &[Role::Manager]).await;
    let supervisor = server.staff("Ben", &[Role::Supervisor]).await;
    let staff = get(server.address, "/api/v1/staff/me", Some(&supervisor)).await.json();
    let mut socket = server.connect().await;
    socket.send(&json!({"type": "hello", "token": supervisor})).await;
    assert_eq!(socket.receive_type("welcome").await["patron"], Value::Null);
    let path = format!("/api/v1/staff/{}/disable", staff["staff_id"]);
    let disabled = post(server.address, &path, Some(&manager), &json!({})).await;
    assert_eq!((disabled.status, &disabled.json()["disabled"]), (200, &json!(true)));
    assert_eq!(socket.wait_for_close().await, Some(1008));
    get(server.address, "/api/v1/staff/me", Some(&supervisor)).await.is_refusal(401, "unauthenticated");
}

#[tokio::test]
async fn a_token_of_a_program_changes_no_credentials() {
    let server = TestServer::start().await;
    let token = server.staff("Ann", &[Role::Manager]).await;
    for (method, path) in [
        ("POST", "/me/password"),
        ("POST", "/me/second-factor"),
        ("POST", "/me/second-factor/confirm"),
        ("POST", "/me/second-factor/remove"),
        ("POST", "/me/recovery-codes"),
        ("DELETE", "/sessions"),
        ("DELETE", "/sessions/0123456789abcdef"),
    ] {
        let headers = [("Authorization", format!("Bearer {token}"))];
        let answer = send(server.address, method, &format!("/api/v1{path}"), &headers, b"").await;
        answer.is_refusal(403, "not_for_programs");
    }
    assert_eq!(get(server.address, "/api/v1/staff/me", Some(&token)).await.status, 200);
}

#[tokio::test]
async fn a_socket_notices_what_another_program_ended() {
    let limits = Limits { session_check: Duration::from_millis(20), ..Limits::default() };
    let server = TestServer::with_limits(limits).await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect_as(&ana).await;
    server.end_elsewhere(&ana).await;
    assert_eq!(socket.wait_for_close().await, Some(1008));
}

#[tokio::test]
async fn a_wrong_token_in_hello_or_a_wrong_ticket_counts_as_a_failure() {
    for by_ticket in [false, true] {
        let limits = Limits { attempts: Rate::per_minute(3), ..Limits::default() };
        let server = TestServer::with_limits(limits).await;
        let (ana, mut socket) = (server.guest("Ana").await, server.connect().await);
        for attempt in 0..4 {
            let answer = if by_ticket {
                let refused = SocketClient::open_with(server.address, "?ticket=x", &[]).await;
                status(refused).map_or_else(String::new, |status| status.to_string())
            } else {
                socket.send(&json!({"type": "hello", "token": "x"})).await;
                socket.receive_problem().await
            };
            let expected = match (by_ticket, attempt < 3) {
                (false, true) => "unauthenticated",
                (false, false) => "too_many_attempts",
                (true, true) => "401",
                (true, false) => "429",
            };
            assert_eq!(answer, expected, "{attempt}");
        }
        socket.send(&json!({"type": "hello", "token": "x"})).await;
        let error = socket.receive_type("problem").await["error"].clone();
        assert_eq!(error["code"], "too_many_attempts");
        assert!((1..=20_000).contains(&error["retry_after_ms"].as_u64().unwrap()), "{error}");
        assert!(
            !error["message"].as_str().unwrap().contains("Retry-After"),
            "a socket has no headers: {error}"
        );
        get(server.address, "/api/v1/me", Some("x")).await.is_refusal(429, "too_many_attempts");
        socket.send(&json!({"type": "hello", "token": ana.token})).await;
        assert_eq!(socket.receive_type("welcome").await["patron"]["patron_id"], json!(ana.id));
    }
}
