//! The listening socket of a server.

use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

/// How many connections may wait to be accepted. With 128, thousands that come at once wait for seconds, because the
/// kernel drops what does not fit and clients try again after 1, 3 and 7 seconds.
const BACKLOG: u32 = 4_096;

/// Listens on an address with room for thousands of connections that come at once. Call it inside a Tokio runtime.
///
/// # Errors
/// When the address is taken or not of this machine.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A restart takes the port again while old connections still end.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
