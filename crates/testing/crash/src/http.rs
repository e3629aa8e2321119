//! One HTTP request on its own connection, for requests of patrons and supervisors outside the socket. Knows nothing of
//! what is requested.

use std::io;
use std::net::SocketAddr;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Request, header};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
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

/// Sends a request and reads its answer to the end. `request` is the method and the path.
///
/// # Errors
/// When the connection broke or the answer is cut off: most likely, the server was killed.
pub(crate) async fn call<T: DeserializeOwned>(
    to: SocketAddr,
    request: &str,
    token: Option<&str>,
    body: Option<&serde_json::Value>,
) -> io::Result<Answer<T>> {
    let (method, path) = request.split_once(' ').ok_or(io::ErrorKind::InvalidInput)?;
    let mut request = Request::builder().method(method).uri(path).header(header::HOST, to.to_string());
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = Full::<Bytes>::from(body.map(ToString::to_string).unwrap_or_default());
    let request = request.header(header::CONTENT_TYPE, "application/json").body(body);
    let request = request.map_err(io::Error::other)?;
    let stream = TokioIo::new(TcpStream::connect(to).await?);
    let (mut sender, connection) = http1::handshake(stream).await.map_err(io::Error::other)?;
    let answer = async move {
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        hyper::Result::Ok((status, answer.into_body().collect().await?.to_bytes()))
    };
    let (answer, _) = tokio::join!(answer, connection);
    let (status, body) = answer.map_err(io::Error::other)?;
    if status.is_success() {
        // Some say nothing but that it is done.
        let body = if body.is_empty() { "null".as_bytes() } else { &body };
        return Ok(Answer::Done(serde_json::from_slice(body)?));
    }
    let envelope: ErrorEnvelope = serde_json::from_slice(&body)?;
    Ok(Answer::Refused(status.as_u16(), envelope.error.code))
}
