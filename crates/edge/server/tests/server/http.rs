//! A minimal HTTP client: one request per connection.

use std::net::SocketAddr;
use std::sync::LazyLock;

use punto_server::contract;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// An answer, its names of headers in small letters.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("it is text")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| unreachable!("{error}: {self:?}"))
    }

    /// The code of an answer that is no success, after looking at its envelope.
    pub(crate) fn code(&self) -> String {
        let body = self.json();
        let keys: Vec<_> = body.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["error", "request_id"], "{body}");
        assert_eq!(body["request_id"].as_str(), self.header("x-request-id"));
        assert!(body["error"]["message"].as_str().is_some_and(|it| !it.is_empty()), "{body}");
        let wait = body["error"]["retry_after_ms"].as_u64().map(|ms| ms.div_ceil(1_000).to_string());
        assert_eq!(wait.as_deref(), self.header("retry-after"), "header and body say the same: {body}");
        body["error"]["code"].as_str().expect("a code").to_owned()
    }

    /// Checks that this is a refusal with that status and code.
    #[track_caller]
    pub(crate) fn is_refusal(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.code().as_str()), (status, code), "{}", self.text());
    }
}

pub(crate) async fn get(address: SocketAddr, path: &str, token: Option<&str>) -> Answer {
    let token = token.map(|token| ("Authorization", format!("Bearer {token}")));
    send(address, "GET", path, &token.into_iter().collect::<Vec<_>>(), b"").await
}

pub(crate) async fn post(address: SocketAddr, path: &str, token: Option<&str>, body: &Value) -> Answer {
    let token = token.map(|token| ("Authorization", format!("Bearer {token}")));
    let kind = ("Content-Type", "application/json".to_owned());
    let headers: Vec<_> = token.into_iter().chain([kind]).collect();
    send(address, "POST", path, &headers, body.to_string().as_bytes()).await
}

pub(crate) async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, String)],
    body: &[u8],
) -> Answer {
    let own = [("Host", address.to_string()), ("Connection", "close".to_owned())];
    let length = (!body.is_empty()).then(|| ("Content-Length", body.len().to_string()));
    let lines = own.iter().chain(headers).chain(&length);
    let lines: Vec<_> = lines.map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("{method} {path} HTTP/1.1\r\n{}\r\n", lines.concat());
    let answer = raw(address, &[head.as_bytes(), body].concat()).await;
    is_documented(method, path, &answer);
    answer
}

/// Every answer in these tests is one that the OpenAPI document names.
fn is_documented(method: &str, path: &str, answer: &Answer) {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(contract::openapi);
    let body: Option<Value> = serde_json::from_slice(&answer.body).ok();
    let code = body.as_ref().and_then(|body| body["error"]["code"].as_str());
    if let Err(missing) = crate::contract::fits(&DOCUMENT, method, path, answer.status, code) {
        unreachable!("{missing}: {}", String::from_utf8_lossy(&answer.body));
    }
}

/// Sends these bytes and reads until the server closes.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(bytes).await.expect("it reads");
    let mut answer = Vec::new();
    let read = tokio::time::timeout(super::socket_client::TIMEOUT, stream.read_to_end(&mut answer));
    read.await.expect("it answers in time").expect("it answers");
    parse(&answer)
}

/// Sends these bytes over an open connection.
pub(crate) async fn write(stream: &mut TcpStream, bytes: &[u8]) {
    stream.write_all(bytes).await.expect("it reads");
}

/// The answer that these bytes are; none when some are missing.
pub(crate) fn whole(bytes: &[u8]) -> Option<Answer> {
    bytes.windows(4).position(|it| it == b"\r\n\r\n")?;
    let answer = parse(bytes);
    let length = answer.header("content-length").map_or(0, |length| length.parse().expect("a number"));
    (answer.body.len() == length).then_some(answer)
}

fn parse(answer: &[u8]) -> Answer {
    let end = answer.windows(4).position(|it| it == b"\r\n\r\n").expect("an end of the head");
    let head = std::str::from_utf8(&answer[..end]).expect("a head of text");
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status line");
    let header = |line: &str| {
        let (name, value) = line.split_once(": ").expect("a header");
        (name.to_ascii_lowercase(), value.to_owned())
    };
    Answer {
        status: status.parse().expect("a number"),
        headers: lines.map(header).collect(),
        body: answer[end + 4..].to_vec(),
    }
}
