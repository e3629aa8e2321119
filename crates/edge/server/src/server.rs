//! The server: its routes, and how it starts and stops.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::Method;
use axum::response::Response;
use house::House;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::app::App;
use crate::config::Config;
use crate::documents::Documents;
use crate::problem::Problem;
use crate::{contract, doors, middleware, probes, request, rest};

/// How long sockets and requests have to end once the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The HTTP and WebSocket server of one house.
pub struct Server {
    app: Arc<App>,
}

impl Server {
    /// Makes a server that follows the tables of the house. Call it inside a Tokio runtime.
    pub fn new(house: Arc<House>, config: Config) -> Self {
        config.metrics.http.learn(rest::routes().iter().map(rest::Route::pattern));
        let documents = Documents { openapi: contract::openapi_text, messages: contract::messages_text };
        Self { app: App::new(house, config, documents) }
    }

    fn router(&self) -> Router {
        let limit = DefaultBodyLimit::max(self.app.config.limits.body_bytes);
        Router::new()
            .merge(rest::router(&self.app))
            .merge(probes::router())
            .method_not_allowed_fallback(request::wrong_method)
            .fallback(serve_client_file)
            .layer(limit)
            .layer(axum::middleware::from_fn_with_state(Arc::clone(&self.app), middleware::handle))
            .with_state(Arc::clone(&self.app))
    }

    /// Serves until `stop` completes, then lets the rounds that are being dealt come to their end, closes sockets,
    /// finishes running requests and shuts the house down.
    ///
    /// While it stops, the server is not ready and opens no socket. It waits for the rounds as long as
    /// [`Config::stop_within`] says, and not beyond `at_once`; what is under way then goes on at the next start.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
        at_once: impl Future<Output = ()> + Send + 'static,
    ) {
        let (stopping, stopped) = oneshot::channel();
        let app = Arc::clone(&self.app);
        let signal = async move {
            stop.await;
            tracing::info!("the server stops; rounds that are being dealt come to their end");
            app.readiness.begin_stopping();
            app.sockets.refuse();
            tokio::select! {
                () = app.house.finish_dealing(app.config.stop_within) => {}
                () = at_once => tracing::warn!("the server stops at once"),
            }
            let _ = stopping.send(());
        };
        let mut serving = std::pin::pin!(doors::serve(listener, self.router(), &self.app, signal));
        // Upgraded connections do not count as connections, so the doors may be closed while sockets are still open.
        let served = tokio::select! {
            () = &mut serving => true,
            _ = stopped => false,
        };
        self.app.sockets.close_all(SHUTDOWN_TIMEOUT).await;
        if !served {
            let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, serving).await;
        }
        self.app.studio.stop().await;
        self.app.house.shutdown().await;
    }
}

/// Serves the client's files at every path that no route has.
async fn serve_client_file(State(app): State<Arc<App>>, request: Request) -> Result<Response, Problem> {
    let path = request.uri().path();
    let file = if request::is_api(path) { None } else { app.config.client.response(path, request.headers()) };
    let response = file.ok_or_else(|| Problem::unknown_path(path))?;
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return Err(request::wrong_method(request).await);
    }
    Ok(response)
}
