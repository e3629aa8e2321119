//! The accept loop: takes connections, serves HTTP/1 on each in a task of its own, and lets them end at shutdown.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::TokioIo;
use hyper_util::service::{TowerToHyperService, TowerToHyperServiceFuture};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::stream::{ClientStream, Ends};
use crate::config::Limits;

/// The most headers of a request.
const MAX_HEADERS: usize = 64;
/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 16 << 10;
/// How long the loop rests when the machine has no file or memory for another connection.
const REST: Duration = Duration::from_millis(100);

/// Serves the router on every connection of a listener until `stop` completes, then closes the listener and waits until
/// every request under way is answered. Upgraded connections do not count.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    stop: impl Future<Output = ()> + Send,
) {
    let (stopping, stopped) = watch::channel(());
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, _)) => {
                // One that is gone by now has no ends.
                let Ok(ends) = Ends::of(&stream) else { continue };
                let service = Requests { router: TowerToHyperService::new(router.clone()), ends };
                tokio::spawn(connection(stream, service, limits.idle, stopped.clone()));
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be accepted");
                tokio::time::sleep(REST).await;
            }
        }
    }
    drop((listener, stopped));
    // Each connection holds a receiver until it ends.
    let _ = stopping.send(());
    stopping.closed().await;
}

/// Whether an error of `accept` is about a connection that has ended already.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    [Kind::ConnectionAborted, Kind::ConnectionRefused, Kind::ConnectionReset].contains(&error.kind())
}

/// Serves HTTP on one connection until it ends or is upgraded; once the doors close, until no request is under way.
async fn connection(stream: TcpStream, service: Requests, idle: Duration, mut stopped: watch::Receiver<()>) {
    // Small frames leave at once. An error means that the connection is gone, which the first read reports.
    let _ = stream.set_nodelay(true);
    let peer = service.ends.peer;
    let serving = http1::Builder::new()
        .max_headers(MAX_HEADERS)
        .max_header_size(MAX_HEAD)
        .serve_connection(TokioIo::new(ClientStream::new(stream, idle)), service)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        _ = stopped.changed() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection broke");
    }
}

/// The requests of one connection, on their way to the router.
struct Requests {
    router: TowerToHyperService<Router>,
    ends: Ends,
}

impl Service<hyper::Request<Incoming>> for Requests {
    type Response = Response;
    type Error = Infallible;
    type Future = TowerToHyperServiceFuture<Router, Request>;

    fn call(&self, request: hyper::Request<Incoming>) -> Self::Future {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(self.ends);
        self.router.call(request)
    }
}
