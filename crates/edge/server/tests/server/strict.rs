//! Requests that are malformed, too long or too slow, over plain TCP.

use std::time::Duration;

use punto_server::Limits;
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpSocket, TcpStream};

use crate::http::{self, Answer, raw};
use crate::socket_client::TIMEOUT;
use crate::test_server::TestServer;

const HEALTH: &str = "GET /api/v1/health HTTP/1.1\r\nHost: a\r\n";

#[tokio::test]
async fn malformed_requests_are_refused_and_the_connection_closed() {
    let server = TestServer::start().await;
    let long = "x".repeat(9 << 10);
    let headers = |count: usize| "A: b\r\n".repeat(count);
    for (text, status, code) in [
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400, "malformed_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n".to_owned(), 400, "malformed_request"),
        ("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n".to_owned(), 400, "malformed_request"),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n".to_owned(), 400, "malformed_request"),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n".to_owned(), 400, "malformed_request"),
        ("GET / HTTP/1.1\nHost: a\r\n\r\n".to_owned(), 400, "malformed_request"),
        ("GET / HTTP/1.1\r\nHost: a\n\n".to_owned(), 400, "malformed_request"),
        ("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(), 400, "malformed_request"),
        (post("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"), 400, "malformed_request"),
        (post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400, "malformed_request"),
        (post("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", "0\r\n\r\n"), 400, "malformed_request"),
        (format!("{HEALTH}{}\r\n", headers(64)), 431, "too_many_headers"),
        (format!("GET /{long} HTTP/1.1\r\nHost: a\r\n\r\n"), 414, "target_too_long"),
    ] {
        let answer = raw(server.address, text.as_bytes()).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{text:.80}");
        assert_eq!(answer.header("connection"), Some("close"), "{text:.80}");
    }
}

/// A request for a guest with these headers and this body.
fn post(headers: &str, body: &str) -> String {
    let head = "POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    format!("{head}{headers}\r\n{body}")
}

#[tokio::test]
async fn what_the_parser_cannot_read_is_refused_too() {
    let server = TestServer::start().await;
    let long = "x".repeat(17 << 10);
    for (text, status) in [
        ("nonsense\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nA: b\rc\r\n\r\n".to_owned(), 400),
        (post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"), 400),
        (post("Content-Length: +2\r\n", "{}"), 400),
        (post("Content-Length: -2\r\n", "{}"), 400),
        (post("Transfer-Encoding: gzip\r\n", "{}"), 400),
        (format!("{HEALTH}{}\r\n", "A: b\r\n".repeat(101)), 431),
        (format!("{HEALTH}A: {long}\r\n\r\n"), 431),
        (format!("GET /{long} HTTP/1.1\r\nHost: a\r\n\r\n"), 431),
    ] {
        assert_eq!(raw(server.address, text.as_bytes()).await.status, status, "{text:.80}");
    }
}

#[tokio::test]
async fn well_formed_requests_follow_each_other_on_one_connection() {
    let server = TestServer::start().await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let body = "\n{\n\"nickname\":\n\"Ana\"\n}\n";
    let guest = post(&format!("Content-Length: {}\r\n", body.len()), body);
    for (text, status) in [
        (format!("{HEALTH}\r\n"), 200),
        (guest.clone(), 201),
        (guest, 201),
        // Proxies may send the whole address.
        ("GET http://a/api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(), 200),
        ("GET /api/v1/health HTTP/1.1\r\nHost: [::1]:7777\r\n\r\n".to_owned(), 200),
    ] {
        http::write(&mut stream, text.as_bytes()).await;
        let answer = next_answer(&mut stream).await;
        assert_eq!((answer.status, answer.header("connection")), (status, None), "{text}");
    }
    // What follows a body without a length is not looked at, so nothing may.
    let chunked = post("Transfer-Encoding: chunked\r\n", "12\r\n{\"nickname\":\"Ben\"}\r\n0\r\n\r\n");
    let answer = raw(server.address, chunked.as_bytes()).await;
    assert_eq!((answer.status, answer.header("connection")), (201, Some("close")));
    // Nobody sends a host in HTTP/1.0.
    assert_eq!(raw(server.address, b"GET /api/v1/health HTTP/1.0\r\n\r\n").await.status, 200);
}

/// The next answer on a connection that stays open.
async fn next_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let read = async {
        loop {
            bytes.push(stream.read_u8().await.expect("it answers"));
            if let Some(answer) = http::whole(&bytes) {
                return answer;
            }
        }
    };
    tokio::time::timeout(TIMEOUT, read).await.expect("it answers in time")
}

#[tokio::test]
async fn bodies_that_are_too_long_or_too_slow_are_refused() {
    let limits = Limits { request: Duration::from_millis(300), ..Limits::default() };
    let server = TestServer::with_limits(limits).await;
    let chunk = format!("4000\r\n{}\r\n", "x".repeat(0x4000));
    for (headers, body, status, code) in [
        ("Transfer-Encoding: chunked\r\n", format!("{chunk}{chunk}0\r\n\r\n"), 413, "too_large"),
        ("Content-Length: 1000000\r\n", "x".repeat(20_000), 413, "too_large"),
        ("Transfer-Encoding: chunked\r\n", "1\r\n{\r\n".to_owned(), 503, "timed_out"),
        ("Content-Length: 10\r\n", "{".to_owned(), 503, "timed_out"),
    ] {
        // The connection ends with the answer, though the rest of the body may still come.
        raw(server.address, post(headers, &body).as_bytes()).await.is_refusal(status, code);
    }
}

#[tokio::test]
async fn a_connection_is_closed_whose_request_does_not_come_in_time() {
    let head = Duration::from_millis(200);
    let server = TestServer::with_limits(Limits { head, ..Limits::default() }).await;
    // One that was answered may be silent for longer.
    let mut patient = TcpStream::connect(server.address).await.unwrap();
    http::write(&mut patient, format!("{HEALTH}\r\n").as_bytes()).await;
    assert_eq!(next_answer(&mut patient).await.status, 200);
    for sent in ["", "G", HEALTH] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        http::write(&mut stream, sent.as_bytes()).await;
        ends(&mut stream, sent).await;
    }
    // One byte after the other keeps nothing open.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    http::write(&mut stream, HEALTH.as_bytes()).await;
    let trickle = async {
        let mut answer = [0];
        loop {
            match tokio::time::timeout(Duration::from_millis(20), stream.read(&mut answer)).await {
                Ok(Ok(1..)) => panic!("nothing was asked"),
                Ok(_) => return,
                Err(_) => stream.try_write(b"A").map(drop).unwrap_or_default(),
            }
        }
    };
    tokio::time::timeout(TIMEOUT, trickle).await.expect("it is closed");
    http::write(&mut patient, HEALTH.as_bytes()).await;
    ends(&mut patient, "the second request of a connection").await;
}

/// Waits until the server closes a connection without an answer.
async fn ends(stream: &mut TcpStream, what: &str) {
    let mut answer = Vec::new();
    let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await;
    assert!(read.is_ok() && answer.is_empty(), "{what:?}: {read:?}");
}

#[tokio::test]
async fn half_requests_block_the_server_for_no_longer_than_their_time() {
    let head = Duration::from_millis(500);
    let server = TestServer::with_limits(Limits { head, connections: 20, ..Limits::default() }).await;
    let mut half = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        http::write(&mut stream, HEALTH.as_bytes()).await;
        half.push(stream);
    }
    raw(server.address, b"").await.is_refusal(503, "too_many_connections");
    answers_again(&server).await;
}

/// Waits until the server has room for another connection.
async fn answers_again(server: &TestServer) {
    let request = b"GET /api/v1/health HTTP/1.0\r\n\r\n";
    let again = async { while raw(server.address, request).await.status != 200 {} };
    tokio::time::timeout(TIMEOUT, again).await.expect("it answers again");
}

#[tokio::test]
async fn a_client_that_reads_no_answer_is_given_up() {
    let limits = Limits { idle: Duration::from_millis(300), connections: 1, ..Limits::default() };
    let server = TestServer::with_limits(limits).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2 << 10).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    // More requests than fit into the buffers with their answers.
    let request = "GET /api/v1/house-rules/live-commission HTTP/1.1\r\nHost: a\r\n\r\n".repeat(300);
    http::write(&mut stream, request.as_bytes()).await;
    answers_again(&server).await;
    drop(stream);
}

#[tokio::test]
async fn only_what_a_path_supports_is_done_and_no_other_site_may_read() {
    let server = TestServer::start().await;
    let origin = [("Origin", "https://elsewhere.example".to_owned())];
    for (method, path, status) in [
        ("GET", "/api/v1/health", 200),
        ("HEAD", "/api/v1/health", 200),
        ("HEAD", "/", 200),
        ("OPTIONS", "/api/v1/health", 405),
        ("OPTIONS", "/", 405),
        ("OPTIONS", "*", 404),
        ("TRACE", "/api/v1/health", 405),
        ("TRACE", "/", 405),
        ("CONNECT", "elsewhere.example:443", 400),
        ("CONNECT", &server.address.to_string(), 404),
        ("BREW", "/", 405),
        ("POST", "/api/v1/health", 405),
    ] {
        let answer = http::send(server.address, method, path, &origin, b"").await;
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{method} {path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let kept = answer.header("cache-control").unwrap();
        assert!(kept == "no-store" || !path.starts_with("/api"), "{method} {path}: {kept}");
        assert!(method != "HEAD" || answer.body.is_empty());
        assert!(!answer.body.windows(9).any(|it| it == b"elsewhere"), "nothing is sent back: {answer:?}");
        if status == 405 && path.starts_with("/api") {
            assert!(answer.header("allow").is_some_and(|it| it.contains("GET")), "{answer:?}");
        }
    }
    let guest = json!({"nickname": "Ana"}).to_string();
    let headers = [("Content-Type", "text/plain".to_owned()), origin[0].clone()];
    let answer = http::send(server.address, "POST", "/api/v1/guests", &headers, guest.as_bytes()).await;
    answer.is_refusal(415, "not_json");
}
