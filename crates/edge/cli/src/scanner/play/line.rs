//! A simulated shoe on its line to the server. It does what the session of a device asks for, and lets cards pass.

use std::collections::{BTreeMap, VecDeque};
use std::future::pending;
use std::time::Duration;

use baccarat::Card;
use futures_util::{SinkExt as _, StreamExt as _};
use scanner::frame::{Gate, GateWhy, What};
use scanner::{Device, DeviceEffect};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::fault::Expected;
use super::script::Script;
use super::state::State;
use crate::lines::{Problem, print};

/// The shortest pause between two cards, in milliseconds, and how much longer the next one is for each index of a
/// card: 900 to 1400 ms.
const PAUSE: (u64, u64) = (900, 10);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How fast cards pass.
pub(super) struct Pace {
    pauses: Vec<Duration>,
    next: usize,
}

impl Pace {
    /// This many times as fast as people deal, with pauses drawn by chance.
    pub(super) fn new(speed: u32, chance: &[Card]) -> Self {
        let pause = |card: &Card| {
            let index = u64::try_from(card.index()).unwrap_or_default();
            Duration::from_millis(PAUSE.0.saturating_add(PAUSE.1.saturating_mul(index.min(50)))) / speed
        };
        Self { pauses: chance.iter().map(pause).collect(), next: 0 }
    }

    fn pause(&mut self) -> Duration {
        let pause = self.pauses.get(self.next).copied().unwrap_or_default();
        self.next = self.next.saturating_add(1).checked_rem(self.pauses.len()).unwrap_or_default();
        pause
    }
}

/// The shoes that are dealt.
pub(super) enum Shoes {
    /// One, of a file.
    One(Script),
    /// One after the other. The dealer says which one is over.
    Many {
        /// Makes a shoe, given how many were before it.
        make: Box<dyn Fn(u64) -> Script>,
        /// The one that is in the device.
        now: Script,
        /// The label of the shoe that is over.
        over: watch::Receiver<Option<String>>,
    },
}

impl Shoes {
    const fn now(&self) -> &Script {
        match self {
            Self::One(script) | Self::Many { now: script, .. } => script,
        }
    }
}

/// A simulated shoe.
pub(super) struct Simulator {
    device: Device,
    shoes: Shoes,
    state: State,
    url: String,
    pace: Pace,
    json: bool,
    since: Instant,
    /// How long it may be without a line.
    patience: Option<Duration>,
    /// Since when it has no line.
    silent_since: Option<Instant>,
    socket: Option<Socket>,
    gate: Option<Gate>,
    /// When the next card passes.
    due: Option<Instant>,
}

impl Simulator {
    pub(super) fn new(
        device: Device,
        shoes: Shoes,
        state: State,
        (server, pace): (&str, Pace),
        (patience, json): (Option<Duration>, bool),
    ) -> Self {
        let url = format!("{}/api/v1/devices/socket", server.trim_end_matches('/').replacen("http", "ws", 1));
        let since = Instant::now();
        let silent_since = Some(since);
        Self {
            device,
            shoes,
            state,
            url,
            pace,
            json,
            since,
            patience,
            silent_since,
            socket: None,
            gate: None,
            due: None,
        }
    }

    /// Lets the shoe pass, card by card, until it is over. Gives how many faults it made, by what the server answers.
    pub(super) async fn run(mut self) -> Result<BTreeMap<Expected, u64>, Problem> {
        loop {
            let effects = self.device.tick(self.now());
            self.carry_out(effects).await?;
            if self.is_over() {
                return Ok(self.state.position.made);
            }
            self.plan();
            let tick = self.device.deadline().map(|at| self.since + Duration::from_millis(at));
            let gives_up_at = self.gives_up_at();
            tokio::select! {
                text = receive(&mut self.socket) => {
                    let effects = match text {
                        Some(text) => self.device.receive(&text, self.now()),
                        None => self.lost(),
                    };
                    self.carry_out(effects).await?;
                }
                () = at(tick) => {}
                () = at(self.due) => self.pass().await?,
                label = over(&mut self.shoes) => self.load_next(&label),
                () = at(gives_up_at) => {
                    return Err(Problem::Failure("the server has not answered for too long".to_owned()));
                }
            }
        }
    }

    /// When it gives up, if nobody answers.
    fn gives_up_at(&self) -> Option<Instant> {
        Some(self.silent_since? + self.patience?)
    }

    /// Takes the next shoe, if it is this one that is over.
    fn load_next(&mut self, over: &str) {
        if let Shoes::Many { make, now, .. } = &mut self.shoes
            && now.label() == over
        {
            self.state.position = self.state.position.next_shoe();
            *now = make(self.state.position.shoe);
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Whether all cards are out and on record, and the round of the last one has ended.
    fn is_over(&self) -> bool {
        let closed = self.gate.is_some_and(|gate| !gate.open && gate.why != GateWhy::Finding);
        let Shoes::One(script) = &self.shoes else { return false };
        script.is_over(&self.state.position) && self.device.unacked() == 0 && closed
    }

    fn lost(&mut self) -> Vec<DeviceEffect> {
        (self.socket, self.gate) = (None, None);
        self.silent_since.get_or_insert_with(Instant::now);
        self.device.disconnected(self.now())
    }

    /// Plans the next card when one may pass.
    fn plan(&mut self) {
        let may =
            self.device.unacked() == 0 && self.shoes.now().next(&self.state.position, self.gate).is_some();
        self.due = match self.due {
            _ if !may => None,
            None => Some(Instant::now() + self.pace.pause()),
            planned => planned,
        };
    }

    /// The next thing passes the sensor.
    async fn pass(&mut self) -> Result<(), Problem> {
        self.due = None;
        let Some((what, position)) = self.shoes.now().next(&self.state.position, self.gate) else {
            return Ok(());
        };
        self.tell(&what)?;
        let effects = self.device.record(what, self.now()).map_err(Problem::failure)?;
        self.state.position = position;
        self.carry_out(effects).await
    }

    async fn carry_out(&mut self, effects: Vec<DeviceEffect>) -> Result<(), Problem> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                DeviceEffect::Connect => effects.extend(self.connect().await),
                DeviceEffect::Keep(signed) => {
                    self.state.kept.unacked.push(*signed);
                    self.state.write()?;
                }
                DeviceEffect::Forget(head) => {
                    self.state.kept.unacked.retain(|signed| signed.head().n > head.n);
                    self.state.kept.acked = head;
                    self.state.write()?;
                }
                DeviceEffect::Send(text) => {
                    let Some(socket) = &mut self.socket else { continue };
                    if socket.send(Message::text(text)).await.is_err() {
                        effects.extend(self.lost());
                    }
                }
                DeviceEffect::Gate(gate) => {
                    let is_first = self.gate.is_none();
                    self.state.position.see(gate, is_first && self.device.unacked() == 0);
                    self.gate = Some(gate);
                }
                DeviceEffect::HangUp => effects.extend(self.lost()),
                DeviceEffect::Stop(stop) => {
                    return Err(Problem::Failure(format!(
                        "the device stopped, and a person must look: {stop}"
                    )));
                }
            }
        }
        Ok(())
    }

    async fn connect(&mut self) -> Vec<DeviceEffect> {
        match connect_async(&self.url).await {
            Ok((socket, _)) => {
                (self.socket, self.silent_since) = (Some(socket), None);
                self.device.connected(self.now())
            }
            Err(error) => {
                tracing::debug!(%error, "no line");
                self.lost()
            }
        }
    }

    /// Prints what passes the sensor.
    fn tell(&self, what: &What) -> Result<(), Problem> {
        let slot = self.gate.and_then(|gate| gate.slot).map(<&str>::from);
        let card = match what {
            What::Card(card) => Some(card.card.text()),
            _ => None,
        };
        if self.json {
            let line = json!({"event": what.kind(), "pass": what.pass(), "card": card, "slot": slot});
            return print(&format!("{line}\n"));
        }
        let place = slot.map(|slot| format!(" at {slot}")).unwrap_or_default();
        print(&match (what, card) {
            (_, Some(card)) => format!("{card}{place}\n"),
            (What::Unread(_), _) => format!("a card that is not read{place}\n"),
            (What::CutCard { .. }, _) => "the cut card\n".to_owned(),
            (What::Shoe(shoe), _) => format!("shoe {} loaded\n", shoe.shoe),
            _ => format!("{}\n", what.kind()),
        })
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

/// The label of a shoe that is over. Never comes where there is one only.
async fn over(shoes: &mut Shoes) -> String {
    let Shoes::Many { over, .. } = shoes else { return pending().await };
    loop {
        if over.changed().await.is_err() {
            return pending().await;
        }
        let label = over.borrow_and_update().clone();
        if let Some(label) = label {
            return label;
        }
    }
}

async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => pending().await,
    }
}
