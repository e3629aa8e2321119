//! The body of a request that must come in time. A request that is answered does not end the reading of its body.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, BodyDataStream, Bytes, HttpBody as _};
use futures_util::Stream;
use tokio::time::Sleep;

/// A body that fails with `TimedOut` once its time is over.
struct TimedBody {
    data: BodyDataStream,
    over: Pin<Box<Sleep>>,
}

/// The body, of which nothing is read after `limit`.
pub(crate) fn within(limit: Duration, body: Body) -> Body {
    if body.is_end_stream() {
        return body;
    }
    Body::from_stream(TimedBody { data: body.into_data_stream(), over: Box::pin(tokio::time::sleep(limit)) })
}

impl Stream for TimedBody {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        // The time first: one byte now and then keeps nothing going.
        if self.over.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())));
        }
        let next = ready!(Pin::new(&mut self.data).poll_next(cx));
        Poll::Ready(next.map(|bytes| bytes.map_err(BoxError::from)))
    }
}
