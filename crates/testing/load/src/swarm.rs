//! Many sockets to one server, in one thread that costs little.
//!
//! It reads with one large buffer and finds the frames in it. A [`Handler`] gets the messages. Pings are answered.

use std::io::{self, Read as _, Write as _};
use std::net::SocketAddr;
use std::time::Duration;

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use crate::frames::{self, BadFrame, Decoder, Frame};

/// What is read at once, from one socket.
const BUFFER: usize = 256 << 10;
/// How many sockets are looked after in one turn.
const READY: usize = 1_024;
/// The longest answer to an upgrade.
const HEAD: usize = 16 << 10;

/// The key of every handshake, and the answer to it: those of RFC 6455, section 1.3. The client trusts its server.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// A socket, counted from 0 in the order they were opened.
pub type Id = usize;

/// Why a socket is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The server refused the upgrade with this status.
    Refused(u16),
    /// The server closed it, with this code if it named one.
    Code(Option<u16>),
    /// The connection ended or broke.
    Broken(io::ErrorKind),
    /// The server sent what it may not send.
    Malformed(String),
}

/// Takes what happens to the sockets.
pub trait Handler {
    /// The socket is open.
    fn opened(&mut self, id: Id, link: &mut Link);
    /// A text message arrived.
    fn text(&mut self, id: Id, link: &mut Link, text: &[u8]);
    /// A ping arrived on one of the sockets. It is answered already.
    fn pinged(&mut self) {}
    /// The socket is gone. A socket that this side dropped is not reported.
    fn closed(&mut self, id: Id, why: Closed);
}

/// The sending side of a socket, and whether it is read.
#[derive(Debug, Default)]
pub struct Link {
    out: Vec<u8>,
    mask: u32,
    /// Whether nothing is read.
    is_paused: bool,
    /// Whether nothing will be read again.
    is_deaf: bool,
    is_dropped: bool,
}

impl Link {
    /// Sends a text message.
    pub fn send(&mut self, text: &str) {
        self.frame(frames::TEXT, text.as_bytes());
    }

    /// Sends a frame of any kind.
    pub fn frame(&mut self, opcode: u8, payload: &[u8]) {
        // Any masks will do: they protect proxies from pages, and there is neither.
        self.mask = self.mask.wrapping_mul(0x9e37_79b1).wrapping_add(0x7f4a_7c15);
        frames::encode(opcode, payload, self.mask.to_be_bytes(), &mut self.out);
    }

    /// Sends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Whether everything was handed to the system.
    pub const fn is_drained(&self) -> bool {
        self.out.is_empty()
    }

    /// Reads nothing from now on, pings included.
    pub const fn pause(&mut self) {
        self.is_paused = true;
    }

    /// Reads nothing any more; that the connection ends is still reported.
    pub const fn stop_reading(&mut self) {
        (self.is_paused, self.is_deaf) = (true, true);
    }

    /// Drops the connection, without a close frame.
    pub const fn drop_connection(&mut self) {
        self.is_dropped = true;
    }
}

/// What there is to read on a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ready {
    /// Nothing.
    Nothing,
    /// Something. More of it wakes the socket again.
    Some,
    /// All that is left: the system has said already that the connection ends, and says it once.
    Rest,
}

struct Connection {
    stream: TcpStream,
    link: Link,
    /// The answer to the upgrade, as far as it has arrived; none once the socket is open.
    head: Option<Vec<u8>>,
    decoder: Decoder,
}

/// Many sockets.
pub struct Swarm {
    server: SocketAddr,
    poll: Poll,
    events: Events,
    connections: Vec<Option<Box<Connection>>>,
    buffer: Vec<u8>,
    ready: Vec<(Id, Ready)>,
}

impl Swarm {
    /// A swarm without sockets.
    ///
    /// # Errors
    /// When the system has no more files.
    pub fn new(server: SocketAddr) -> io::Result<Self> {
        Ok(Self {
            server,
            poll: Poll::new()?,
            events: Events::with_capacity(READY),
            connections: Vec::new(),
            buffer: vec![0; BUFFER],
            ready: Vec::new(),
        })
    }

    /// The server that sockets are opened to.
    pub const fn server(&self) -> SocketAddr {
        self.server
    }

    /// Opens the sockets that follow to another address.
    pub const fn move_to(&mut self, server: SocketAddr) {
        self.server = server;
    }

    /// Begins to open a socket at this path.
    ///
    /// # Errors
    /// When the system has no more files or ports.
    pub fn open(&mut self, path: &str) -> io::Result<Id> {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n",
            self.server
        );
        self.connect(request.into_bytes())
    }

    /// Begins to open a connection that sends these bytes instead of an upgrade.
    ///
    /// # Errors
    /// When the system has no more files or ports.
    pub fn connect(&mut self, request: Vec<u8>) -> io::Result<Id> {
        let id = self.connections.len();
        let mut stream = TcpStream::connect(self.server)?;
        self.poll.registry().register(&mut stream, Token(id), Interest::READABLE | Interest::WRITABLE)?;
        let link = Link { out: request, mask: u32::try_from(id).unwrap_or_default(), ..Link::default() };
        let (head, decoder) = (Some(Vec::new()), Decoder::default());
        self.connections.push(Some(Box::new(Connection { stream, link, head, decoder })));
        Ok(id)
    }

    /// Looks after the sockets that are ready; waits for one at most that long.
    ///
    /// # Errors
    /// When the system cannot say which sockets are ready.
    pub fn turn(&mut self, wait: Duration, handler: &mut impl Handler) -> io::Result<()> {
        match self.poll.poll(&mut self.events, Some(wait)) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            polled => polled?,
        }
        self.ready.clear();
        let readable = |event: &mio::event::Event| match () {
            () if event.is_read_closed() || event.is_error() => Ready::Rest,
            () if event.is_readable() => Ready::Some,
            () => Ready::Nothing,
        };
        self.ready.extend(self.events.iter().map(|event| (event.token().0, readable(event))));
        for at in 0..self.ready.len() {
            if let Some((id, ready)) = self.ready.get(at).copied() {
                self.look_after(id, ready, handler);
            }
        }
        Ok(())
    }

    /// Sends over a socket; false when it is gone.
    pub fn with(&mut self, id: Id, work: impl FnOnce(&mut Link)) -> bool {
        let Some(slot) = self.connections.get_mut(id) else { return false };
        let Some(connection) = slot else { return false };
        work(&mut connection.link);
        // A broken connection is found when it is read.
        let is_kept = connection.flush().is_ok();
        if connection.link.is_dropped {
            *slot = None;
        }
        is_kept
    }

    /// Reads a socket again that was paused.
    pub fn resume(&mut self, id: Id, handler: &mut impl Handler) {
        if let Some(Some(connection)) = self.connections.get_mut(id) {
            connection.link.is_paused = false;
            // What the system said during the pause is not said again.
            self.look_after(id, Ready::Rest, handler);
        }
    }

    /// Drops the connection of a socket.
    pub fn drop_connection(&mut self, id: Id) {
        if let Some(slot) = self.connections.get_mut(id) {
            *slot = None;
        }
    }

    /// How many sockets and connections there are.
    pub fn open_count(&self) -> usize {
        self.connections.iter().flatten().count()
    }

    fn look_after(&mut self, id: Id, ready: Ready, handler: &mut impl Handler) {
        let Some(mut connection) = self.connections.get_mut(id).and_then(Option::take) else { return };
        let mut outcome = connection.flush();
        if outcome.is_ok() && ready != Ready::Nothing && !connection.link.is_paused {
            let read = connection.read(id, &mut self.buffer, ready, handler);
            outcome = read.and_then(|()| connection.flush());
        }
        if connection.link.is_deaf && ready == Ready::Rest {
            outcome = Err(Closed::Broken(io::ErrorKind::UnexpectedEof));
        }
        match outcome {
            Ok(()) if connection.link.is_dropped => {}
            Ok(()) => {
                if let Some(slot) = self.connections.get_mut(id) {
                    *slot = Some(connection);
                }
            }
            Err(why) => handler.closed(id, why),
        }
    }
}

impl Connection {
    fn flush(&mut self) -> Result<(), Closed> {
        while !self.link.out.is_empty() {
            match self.stream.write(&self.link.out) {
                Ok(written) if written == self.link.out.len() => self.link.out = Vec::new(),
                Ok(written) => drop(self.link.out.drain(..written)),
                Err(error) if is_later(&error) => return Ok(()),
                Err(error) => return Err(Closed::Broken(error.kind())),
            }
        }
        Ok(())
    }

    fn read(
        &mut self,
        id: Id,
        buffer: &mut [u8],
        ready: Ready,
        handler: &mut impl Handler,
    ) -> Result<(), Closed> {
        loop {
            let length = match self.stream.read(buffer) {
                Ok(0) => return Err(Closed::Broken(io::ErrorKind::UnexpectedEof)),
                Ok(length) => length,
                Err(error) if is_later(&error) => return Ok(()),
                Err(error) => return Err(Closed::Broken(error.kind())),
            };
            self.take(id, buffer.get(..length).unwrap_or_default(), handler)?;
            // Less than asked for: there is no more, and the next bytes wake this socket again.
            let is_all = length < buffer.len() && ready == Ready::Some;
            if is_all || self.link.is_paused || self.link.is_dropped {
                return Ok(());
            }
        }
    }

    fn take(&mut self, id: Id, bytes: &[u8], handler: &mut impl Handler) -> Result<(), Closed> {
        let Some(head) = &mut self.head else { return self.take_frames(id, bytes, handler) };
        head.extend_from_slice(bytes);
        let Some(end) = head.windows(4).position(|window| window == b"\r\n\r\n") else {
            let is_short = head.len() < HEAD;
            return if is_short { Ok(()) } else { Err(Closed::Malformed("a long head".to_owned())) };
        };
        let head = self.head.take().unwrap_or_default();
        let (head, frames) = head.split_at(end.saturating_add(4));
        check_upgrade(&String::from_utf8_lossy(head))?;
        handler.opened(id, &mut self.link);
        self.take_frames(id, frames, handler)
    }

    fn take_frames(&mut self, id: Id, bytes: &[u8], handler: &mut impl Handler) -> Result<(), Closed> {
        let Self { link, decoder, .. } = self;
        let mut closed = None;
        let fed = decoder.feed(bytes, |Frame { opcode, payload }| match opcode {
            _ if closed.is_some() || link.is_dropped => {}
            frames::TEXT => handler.text(id, link, payload),
            frames::PING => {
                link.frame(frames::PONG, payload);
                handler.pinged();
            }
            frames::CLOSE => {
                link.frame(frames::CLOSE, payload);
                closed = Some(payload.first_chunk().map(|code| u16::from_be_bytes(*code)));
            }
            _ => {}
        });
        if let Some(code) = closed {
            // The answer to the close frame is a courtesy to a server that may be gone.
            let _ = self.flush();
            return Err(Closed::Code(code));
        }
        fed.map_err(|bad: BadFrame| Closed::Malformed(bad.to_string()))
    }
}

/// Whether the system asks to try again later; a connection that is not made yet does too.
fn is_later(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::NotConnected | io::ErrorKind::Interrupted
    )
}

fn check_upgrade(head: &str) -> Result<(), Closed> {
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    match status {
        Some(101) => {}
        Some(status) => return Err(Closed::Refused(status)),
        None => return Err(Closed::Malformed("no HTTP".to_owned())),
    }
    let accept = lines
        .filter_map(|line| line.split_once(':'))
        .find_map(|(name, value)| name.eq_ignore_ascii_case("sec-websocket-accept").then_some(value.trim()));
    if accept == Some(ACCEPT) {
        Ok(())
    } else {
        Err(Closed::Malformed("a wrong Sec-WebSocket-Accept".to_owned()))
    }
}
