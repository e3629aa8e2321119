//! Serves `/metrics` on a listener of its own, so that it is not public where the tables are.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use house::House;
use tokio::net::TcpListener;

use super::counts::Metrics;
use super::scrape;

/// The type of the text format.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves the metrics until it is dropped.
///
/// # Errors
/// When the listener fails.
pub async fn serve(listener: TcpListener, metrics: Arc<Metrics>, house: Arc<House>) -> io::Result<()> {
    let router = Router::new().route("/metrics", get(show)).with_state((metrics, house));
    axum::serve(listener, router).await
}

async fn show(State((metrics, house)): State<(Arc<Metrics>, Arc<House>)>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPEN_METRICS)], scrape::text(&metrics, &house))
}
