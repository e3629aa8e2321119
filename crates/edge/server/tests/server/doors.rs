//! The doors: how connections come in and when they end, over plain TCP.

use std::net::Ipv4Addr;

use futures_util::future::join_all;
use tokio::net::TcpStream;

use crate::socket_client::TIMEOUT;

#[tokio::test]
async fn hundreds_of_connections_at_once_wait_for_nothing() {
    // Nobody accepts them, so each one that the kernel does not queue would wait for a second and more.
    let listener = punto_server::listen((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    let all = join_all((0..600).map(|_| TcpStream::connect(address)));
    let streams = tokio::time::timeout(TIMEOUT, all).await.expect("they all connect");
    assert!(streams.iter().all(Result::is_ok));
}
