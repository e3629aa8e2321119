//! The server as its program sees it: what it answers, and how it starts and stops.

use std::future::{Future, IntoFuture as _};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Router, middleware};
use house::House;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::app::App;
use crate::config::Config;
use crate::impatient::{Caller, ImpatientListener};
use crate::{client_files, request, rest, socket};

/// How long sockets and requests may take to end once the server stops.
const STOPPING: Duration = Duration::from_secs(5);

/// A server for one house.
pub struct Server {
    app: Arc<App>,
}

impl Server {
    /// A server that follows the tables of that house from now on. Call it inside a Tokio runtime.
    pub fn new(house: Arc<House>, config: Config) -> Self {
        Self { app: App::new(house, config) }
    }

    /// Everything it answers.
    fn router(&self) -> Router {
        let limit = DefaultBodyLimit::max(self.app.config.limits.body_bytes);
        Router::new()
            .merge(rest::routes())
            .route("/api/socket", get(socket::open))
            .method_not_allowed_fallback(request::wrong_method)
            .fallback(client_files::serve)
            .layer(limit)
            .layer(middleware::from_fn_with_state(Arc::clone(&self.app), request::answer))
            .with_state(Arc::clone(&self.app))
    }

    /// Answers until `stop` is done: then no new connection is taken, sockets are told that the server goes
    /// away, requests under way are answered, and the house is shut down.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let make = self.router().into_make_service_with_connect_info::<Caller>();
        let listener = ImpatientListener { inner: listener, idle: self.app.config.limits.idle };
        let (stopping, stopped) = oneshot::channel();
        let signal = async {
            stop.await;
            let _ = stopping.send(());
        };
        let mut serving =
            std::pin::pin!(axum::serve(listener, make).with_graceful_shutdown(signal).into_future());
        // Sockets are no longer connections to it, so it may be done while they are still open.
        let served = tokio::select! {
            served = &mut serving => Some(served),
            _ = stopped => None,
        };
        self.app.sockets.close_all(STOPPING).await;
        match served {
            Some(served) => served?,
            None => tokio::time::timeout(STOPPING, serving).await.unwrap_or(Ok(()))?,
        }
        self.app.house.shutdown().await;
        Ok(())
    }
}
