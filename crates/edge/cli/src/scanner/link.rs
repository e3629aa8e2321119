//! A device on its line to the server: its session, its state file and its socket. Knows no shoe.

use std::collections::VecDeque;
use std::future::pending;
use std::time::Duration;

use scanner::frame::{DeviceState, Gate, GateState, Refusal, What};
use scanner::{About, Device, DeviceEffect, DeviceKey, ServerFrame};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep_until};

use super::socket::{self, FromServer, PING_EVERY, ToServer};
use super::state::State;
use crate::lines::Problem;

/// What happened on the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// The server is connected.
    Connected,
    /// It is not, or not any more; why.
    Lost(String),
    /// The device is welcome at this table.
    Welcome(u32),
    /// The server shows this lamp.
    Gate(Gate),
    /// The server refuses something.
    Refused(Refusal),
}

/// What comes next on the line.
pub(super) enum Heard {
    /// The server said this, or is gone.
    Text(Result<String, String>),
    /// Nothing, and the session has something to do.
    Due,
    /// Nothing for a while.
    Quiet,
}

/// A device with its line. `P` is how far its shoe has come.
pub(super) struct Link<P> {
    device: Device,
    state: State<P>,
    address: String,
    since: Instant,
    socket: Option<(ToServer, FromServer)>,
    ping_at: Instant,
}

impl<P: Clone + Default + DeserializeOwned + Serialize> Link<P> {
    /// The device with this key, as it is switched on with its state.
    pub(super) fn new(
        (key, about): (DeviceKey, About),
        state: State<P>,
        server: &str,
    ) -> Result<Self, Problem> {
        let device = Device::start(key, about, state.kept.clone())
            .map_err(|error| Problem::Input(format!("{}: {error}", state.path().display())))?;
        let (address, since) = (socket::address(server), Instant::now());
        Ok(Self { device, state, address, since, socket: None, ping_at: since })
    }

    /// How far the shoe has come.
    pub(super) const fn position(&self) -> &P {
        &self.state.position
    }

    /// How many records are not acknowledged.
    pub(super) fn unacked(&self) -> usize {
        self.device.unacked()
    }

    /// Sets what the next beat says.
    pub(super) const fn set_state(&mut self, state: DeviceState, gate: GateState) {
        self.device.set_state(state, gate);
    }

    /// Does what is due.
    pub(super) async fn tick(&mut self) -> Result<Vec<News>, Problem> {
        let effects = self.device.tick(self.now());
        self.carry_out(effects).await
    }

    /// Waits for what comes next. Takes nothing that a later call would miss.
    pub(super) async fn next(&mut self) -> Heard {
        let due = self.device.deadline().map(|at| self.since + Duration::from_millis(at));
        let ping_at = self.socket.as_ref().map(|_| self.ping_at);
        tokio::select! {
            text = next_text(&mut self.socket) => Heard::Text(text),
            () = at(due) => Heard::Due,
            () = at(ping_at) => Heard::Quiet,
        }
    }

    /// Carries out what came.
    pub(super) async fn hear(&mut self, heard: Heard) -> Result<Vec<News>, Problem> {
        let mut news = Vec::new();
        let effects = match heard {
            Heard::Text(Ok(text)) => {
                match ServerFrame::read(&text) {
                    Ok(ServerFrame::Welcome(welcome)) => news.push(News::Welcome(welcome.table)),
                    Ok(ServerFrame::Refused { code, .. }) => news.push(News::Refused(code)),
                    _ => {}
                }
                self.device.receive(&text, self.now())
            }
            Heard::Text(Err(why)) => self.lost(why, &mut news),
            Heard::Due => self.device.tick(self.now()),
            Heard::Quiet => self.ping(&mut news).await,
        };
        news.extend(self.carry_out(effects).await?);
        Ok(news)
    }

    /// Records what happened, with how far the shoe has come by it.
    pub(super) async fn record(&mut self, what: What, position: P) -> Result<Vec<News>, Problem> {
        let effects = self.device.record(what, self.now()).map_err(Problem::failure)?;
        self.state.position = position;
        self.carry_out(effects).await
    }

    /// Writes how far the shoe has come, durably.
    pub(super) fn keep(&mut self, position: P) -> Result<(), Problem> {
        self.state.position = position;
        self.state.write()
    }

    fn now(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn lost(&mut self, why: String, news: &mut Vec<News>) -> Vec<DeviceEffect> {
        self.socket = None;
        news.push(News::Lost(why));
        self.device.disconnected(self.now())
    }

    async fn ping(&mut self, news: &mut Vec<News>) -> Vec<DeviceEffect> {
        self.ping_at = Instant::now() + PING_EVERY;
        match &mut self.socket {
            Some((to, _)) => match to.ping().await {
                Ok(()) => Vec::new(),
                Err(why) => self.lost(why, news),
            },
            None => Vec::new(),
        }
    }

    async fn carry_out(&mut self, effects: Vec<DeviceEffect>) -> Result<Vec<News>, Problem> {
        let mut news = Vec::new();
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                DeviceEffect::Connect => effects.extend(self.connect(&mut news).await),
                DeviceEffect::Keep(signed) => self.state.keep(*signed)?,
                DeviceEffect::Forget(head) => self.state.forget(head)?,
                DeviceEffect::Send(text) => {
                    let Some((to, _)) = &mut self.socket else { continue };
                    if let Err(why) = to.send(text).await {
                        effects.extend(self.lost(why, &mut news));
                    }
                }
                DeviceEffect::Gate(gate) => news.push(News::Gate(gate)),
                DeviceEffect::HangUp => {
                    effects.extend(self.lost("the device hung up".to_owned(), &mut news));
                }
                DeviceEffect::Stop(stop) => {
                    return Err(Problem::Failure(format!(
                        "the device stopped; check it at the shoe: {stop}"
                    )));
                }
            }
        }
        Ok(news)
    }

    async fn connect(&mut self, news: &mut Vec<News>) -> Vec<DeviceEffect> {
        match socket::connect(&self.address).await {
            Ok(socket) => {
                self.socket = Some(socket);
                self.ping_at = Instant::now() + PING_EVERY;
                news.push(News::Connected);
                self.device.connected(self.now())
            }
            Err(why) => self.lost(why, news),
        }
    }
}

/// The next text of the server. Never comes without a line.
async fn next_text(socket: &mut Option<(ToServer, FromServer)>) -> Result<String, String> {
    match socket {
        Some((_, from)) => from.next().await,
        None => pending().await,
    }
}

/// Comes at this time; never without one.
pub(super) async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => pending().await,
    }
}
