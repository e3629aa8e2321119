//! A shoe on its socket, for as long as a server listens. Knows no card.

use std::collections::VecDeque;
use std::future::pending;
use std::net::SocketAddr;
use std::time::Instant;

use futures_util::{SinkExt as _, StreamExt as _};
use scanner::DeviceEffect;
use tokio::net::TcpStream;
use tokio::time::sleep_until;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::shoe::Shoe;

type Socket = WebSocketStream<TcpStream>;

/// Why a shoe works no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// Nobody listens at the address.
    Gone,
    /// The device stopped, or cannot write what it has to keep.
    Broken(String),
}

/// Works a shoe until the server is gone. It may be dropped at any moment, and called again for another server.
pub async fn work(shoe: &mut Shoe, server: SocketAddr) -> Over {
    shoe.disconnected();
    let mut line = Line { shoe, server, socket: None, due: None };
    match line.run().await {
        Ok(()) => Over::Gone,
        Err(why) => Over::Broken(why),
    }
}

struct Line<'a> {
    shoe: &'a mut Shoe,
    server: SocketAddr,
    socket: Option<Socket>,
    /// When the next card passes.
    due: Option<Instant>,
}

impl Line<'_> {
    /// Ends when nobody listens.
    async fn run(&mut self) -> Result<(), String> {
        loop {
            let now = self.shoe.now();
            let effects = self.shoe.device.tick(now);
            if !self.carry_out(effects).await? {
                return Ok(());
            }
            self.due = match self.due {
                _ if !self.shoe.may_pass() => None,
                None => Some(Instant::now() + self.shoe.pause()),
                planned => planned,
            };
            let tick = self.shoe.device.deadline().map(|at| self.shoe.at(at));
            let wishes = self.shoe.wishes();
            let effects = tokio::select! {
                text = receive(&mut self.socket) => match text {
                    Some(text) => {
                        let now = self.shoe.now();
                        self.shoe.device.receive(&text, now)
                    }
                    None => self.lose(),
                },
                () = at(tick) => Vec::new(),
                () = wishes.asked() => Vec::new(),
                () = at(self.due) => {
                    self.due = None;
                    self.shoe.pass()?
                }
            };
            if !self.carry_out(effects).await? {
                return Ok(());
            }
        }
    }

    fn lose(&mut self) -> Vec<DeviceEffect> {
        self.socket = None;
        self.shoe.disconnected();
        Vec::new()
    }

    /// Carries out what the device wants. Answers whether anybody listens.
    async fn carry_out(&mut self, effects: Vec<DeviceEffect>) -> Result<bool, String> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                DeviceEffect::Connect => {
                    let Ok(stream) = TcpStream::connect(self.server).await else { return Ok(false) };
                    // A card that follows a beat does not wait for the beat's TCP acknowledgement.
                    let _ = stream.set_nodelay(true);
                    let url = format!("ws://{}/api/v1/devices/socket", self.server);
                    match client_async(url, stream).await {
                        Ok((socket, _)) => {
                            self.socket = Some(socket);
                            self.shoe.connected();
                        }
                        Err(_) => effects.extend(self.lose()),
                    }
                }
                DeviceEffect::Keep(signed) => self.shoe.keep(*signed)?,
                DeviceEffect::Forget(head) => self.shoe.forget(head)?,
                DeviceEffect::Send(text) => {
                    let Some(socket) = &mut self.socket else { continue };
                    if socket.send(Message::text(text)).await.is_err() {
                        effects.extend(self.lose());
                    }
                }
                DeviceEffect::Gate(gate) => self.shoe.show(gate),
                DeviceEffect::HangUp => effects.extend(self.lose()),
                DeviceEffect::Stop(stop) => return Err(format!("the device stops: {stop}")),
            }
        }
        Ok(true)
    }
}

/// The next text of the server; none when the line ends. Never comes without a line.
async fn receive(socket: &mut Option<Socket>) -> Option<String> {
    let Some(socket) = socket else { return pending().await };
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return Some(text.to_string()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => pending().await,
    }
}
