//! The accept loop: lets connections in, serves HTTP/1 on each in a task of its own, and lets them end at shutdown.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

use super::door_log::Seldom;
use super::heads::Notes;
use super::stream::{ClientStream, Ends, Patience};
use super::turn_away::turn_away;
use super::visitors::Inside;
use crate::app::App;

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 16 << 10;
/// How long the loop rests when the machine has no file or memory for another connection.
const REST: Duration = Duration::from_millis(100);

/// Serves the router on every connection of a listener until `stop` completes, then closes the listener and waits until
/// every request under way is answered. Upgraded connections do not count.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    app: &Arc<App>,
    stop: impl Future<Output = ()> + Send,
) {
    let (stopping, stopped) = watch::channel(());
    let failed = Seldom::default();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, _)) => {
                if let Some((stream, ends, inside)) = let_in(app, stream) {
                    let requests = Requests {
                        router: TowerToHyperService::new(router.clone()),
                        ends,
                        notes: Arc::default(),
                    };
                    tokio::spawn(connection(Arc::clone(app), stream, requests, inside, stopped.clone()));
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                if let Some(count) = failed.count(Instant::now()) {
                    tracing::error!(count, %error, "connections cannot be accepted");
                }
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

/// Lets a connection in, or turns it away; none of one that is gone already, either.
fn let_in(app: &App, stream: TcpStream) -> Option<(TcpStream, Ends, Inside)> {
    let ends = Ends::of(&stream).ok()?;
    match app.visitors.let_in(ends) {
        Ok(inside) => Some((stream, ends, inside)),
        Err(why) => {
            app.visitors.log.turned_away(ends.peer.ip(), why);
            // One that is gone by now needs no answer.
            let _ = turn_away(stream, why, &app.next_request_id());
            None
        }
    }
}

/// Serves HTTP on one connection until it ends or is upgraded; once the doors close, until no request is under way.
async fn connection(
    app: Arc<App>,
    stream: TcpStream,
    requests: Requests,
    inside: Inside,
    mut stopped: watch::Receiver<()>,
) {
    // Small frames leave at once. An error means that the connection is gone, which the first read reports.
    let _ = stream.set_nodelay(true);
    let (peer, notes) = (requests.ends.peer, Arc::clone(&requests.notes));
    let patience = Patience { idle: app.config.limits.idle, head: app.config.limits.head };
    let stream = ClientStream::new(stream, patience, Arc::clone(&notes));
    let serving = http1::Builder::new()
        .max_header_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), requests)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        _ = stopped.changed() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    drop(inside);
    if notes.was_slow() {
        app.visitors.log.slow_head(peer.ip());
    } else if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection broke");
    }
}

/// The requests of one connection, on their way to the router.
struct Requests {
    router: TowerToHyperService<Router>,
    ends: Ends,
    notes: Arc<Notes>,
}

impl Service<hyper::Request<Incoming>> for Requests {
    type Response = Response;
    type Error = Infallible;
    type Future = TowerToHyperServiceFuture<Router, Request>;

    fn call(&self, request: hyper::Request<Incoming>) -> Self::Future {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(self.ends);
        request.extensions_mut().insert(Arc::clone(&self.notes));
        self.router.call(request)
    }
}
