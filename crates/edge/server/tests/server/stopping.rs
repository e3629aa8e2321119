//! The end of a server: everybody is told, and nothing new is taken.

use tokio::net::TcpStream;

use crate::hall::{Hall, QUICK, SLOW};
use crate::http;
use crate::line::id;

#[tokio::test]
async fn sockets_are_told_and_connections_refused() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let (mut one, mut two) = (hall.spectator().await, hall.seated(&ana).await);
    one.watch(QUICK).await;
    let round = two.betting(SLOW).await;
    two.place(SLOW, &round, &id(1), &[("player", 100)]).await;
    let address = hall.address;
    assert_eq!(http::get(address, "/api/health", None).await.status, 200);
    let (one, two, ()) = tokio::join!(one.closed(), two.closed(), hall.close());
    assert_eq!((one, two), (Some(1001), Some(1001)));
    assert!(TcpStream::connect(address).await.is_err());
}
