//! One HTTP request on its own connection, for requests of patrons and supervisors outside the socket. Knows enough of
//! HTTP/1.1 for this server, and nothing of what is requested.

use std::io;
use std::net::SocketAddr;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use wire::error::ErrorEnvelope;

/// The answer to a request.
#[derive(Debug)]
pub(crate) enum Answer<T> {
    /// The status is that of a success.
    Done(T),
    /// Any other status, with the code of the error.
    Refused(u16, String),
}

/// Sends a request and reads its answer to the end.
///
/// # Errors
/// When the connection broke or the answer is cut off: most likely, the server was killed.
pub(crate) async fn call<T: DeserializeOwned>(
    to: SocketAddr,
    request: &str,
    token: Option<&str>,
    body: Option<&serde_json::Value>,
) -> io::Result<Answer<T>> {
    let mut stream = TcpStream::connect(to).await?;
    stream.write_all(written(to, request, token, body).as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    read(&answer)
}

/// `request` is the method and the path.
fn written(to: SocketAddr, request: &str, token: Option<&str>, body: Option<&serde_json::Value>) -> String {
    let body = body.map(ToString::to_string).unwrap_or_default();
    let authorization = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    format!(
        "{request} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n{authorization}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn read<T: DeserializeOwned>(answer: &[u8]) -> io::Result<Answer<T>> {
    let torn = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let text = std::str::from_utf8(answer).map_err(|_| torn("the answer is not text"))?;
    let (head, body) =
        text.split_once("\r\n\r\n").ok_or_else(|| torn("the answer has no end of its head"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
    let status = status.ok_or_else(|| torn("the answer has no status"))?;
    if length(head).is_some_and(|length| length != body.len()) {
        return Err(torn("the answer is not as long as it says"));
    }
    match status {
        200..=299 => Ok(Answer::Done(serde_json::from_str(body)?)),
        status => {
            let envelope: ErrorEnvelope = serde_json::from_str(body)?;
            Ok(Answer::Refused(status, envelope.error.code))
        }
    }
}

/// How long the body is, as the head says.
fn length(head: &str) -> Option<usize> {
    let fields = head.lines().filter_map(|line| line.split_once(':'));
    let mut lengths = fields.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    lengths.next()?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_how_long_it_is() {
        let to = SocketAddr::from(([127, 0, 0, 1], 80));
        let body = serde_json::json!({"nickname": "Ada"});
        let text = written(to, "POST /api/guests", Some("secret"), Some(&body));
        assert!(text.starts_with("POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1:80\r\n"), "{text}");
        assert!(text.contains("Authorization: Bearer secret\r\n"), "{text}");
        assert!(text.ends_with("Content-Length: 18\r\n\r\n{\"nickname\":\"Ada\"}"), "{text}");
    }

    #[test]
    fn an_answer_is_read_whole_or_not_at_all() {
        let done = read::<u8>(b"HTTP/1.1 201 Created\r\ncontent-length: 1\r\n\r\n7");
        assert!(matches!(done, Ok(Answer::Done(7))), "{done:?}");
        let why = "{\"error\":{\"code\":\"not_so_much\",\"message\":\"\"},\"request_id\":\"1\"}";
        let of = |length: usize, body: &str| {
            format!("HTTP/1.1 409 Conflict\r\nContent-Length: {length}\r\n\r\n{body}")
        };
        let refused = read::<u8>(of(why.len(), why).as_bytes());
        assert!(matches!(&refused, Ok(Answer::Refused(409, code)) if code == "not_so_much"), "{refused:?}");
        for torn in [&b""[..], b"HTTP/1.1 201 Created\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"\xff"] {
            assert!(read::<u8>(torn).is_err(), "{torn:?}");
        }
        for torn in [of(why.len(), ""), of(why.len() + 1, why), of(2, "{}"), of(0, "")] {
            assert!(read::<u8>(torn.as_bytes()).is_err(), "{torn}");
        }
        // What a longer number begins with is a number, too.
        assert!(read::<u8>(b"HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n7").is_err());
    }
}
