//! Stopping a server: sockets get a close frame, and new connections are refused.

use tokio::net::TcpStream;

use crate::http;
use crate::socket_client::id;
use crate::test_server::{QUICK, SLOW, TestServer};

#[tokio::test]
async fn sockets_are_closed_and_connections_refused() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let (mut one, mut two) = (server.spectator().await, server.connect_as(&ana).await);
    one.watch(QUICK).await;
    let round = two.betting(SLOW).await;
    two.place(SLOW, &round, &id(1), &[("player", 100)]).await;
    let address = server.address;
    assert_eq!(http::get(address, "/api/v1/health", None).await.status, 200);
    let (one, two, ()) = tokio::join!(one.wait_for_close(), two.wait_for_close(), server.stop());
    assert_eq!((one, two), (Some(1001), Some(1001)));
    assert!(TcpStream::connect(address).await.is_err());
}
