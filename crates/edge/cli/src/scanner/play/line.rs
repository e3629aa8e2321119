//! A simulated shoe on its line to the server. It does what the session of a device asks for, and lets cards pass.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use scanner::frame::{Gate, GateWhy, Refusal, What};
use scanner::{About, ChainError, Device, DeviceEffect, DeviceKey, ServerFrame};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::answers::{Answers, Asked};
use super::desk::{Desk, View, Wish, Wishes};
use super::expected::{Answer, Circumstances, expected};
use super::fault::{Fault, Kind};
use super::line_faults::said;
use super::pace::Pace;
use super::pictures::Pictures;
use super::position::Position;
use super::script::Script;
use super::trouble::Trouble;
use crate::lines::{Problem, print};
use crate::scanner::link::at;
use crate::scanner::socket::{self, Stream};
use crate::scanner::state::State;

/// How long the shoe waits, when it is over, for findings that have not been seen yet.
const GRACE: Duration = Duration::from_secs(3);
/// The time in which a third bad frame ends a session.
const MINUTE: Duration = Duration::from_mins(1);

/// What a shoe prints of what passes.
#[derive(Clone, Copy)]
pub(super) struct Said {
    /// Lines of JSON in place of words.
    pub(super) json: bool,
    /// Nothing at all.
    pub(super) silent: bool,
}

/// The shoes that are dealt.
pub(super) enum Shoes {
    /// One, of a file.
    One(Script),
    /// One after the other.
    Many {
        /// Makes a shoe, given how many were before it.
        make: Box<dyn Fn(u64) -> Script>,
        /// The one that is in the device.
        now: Script,
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
    pub(super) key: DeviceKey,
    pub(super) about: About,
    pub(super) device: Device,
    shoes: Shoes,
    pub(super) state: State<Position>,
    pub(super) url: String,
    pace: Pace,
    said: Said,
    pub(super) since: Instant,
    /// How long it may be without a line.
    patience: Option<Duration>,
    /// Since when it has no line.
    silent_since: Option<Instant>,
    pub(super) socket: Option<Stream>,
    /// Whether the device wants a line.
    pub(super) wants_line: bool,
    pub(super) gate: Option<Gate>,
    /// When the next card passes.
    due: Option<Instant>,
    desk: Option<(Arc<Desk>, watch::Receiver<View>)>,
    pub(super) answers: Answers,
    /// What takes pictures of cards; none where nobody asked for them.
    pictures: Option<Pictures>,
    /// The fault of the line under way.
    pub(super) trouble: Option<Trouble>,
    /// The last record that it made, and the last hello or beat.
    pub(super) last_record: String,
    pub(super) last_said: String,
    /// Without a beat for so many milliseconds, the server takes it as lost.
    lost_ms: u64,
    /// When the server found frames of this session to be bad.
    bad: Vec<Instant>,
    /// Whether the table is done with the only shoe, or the server with the device.
    is_done: bool,
    /// Until when it waits for findings, when the shoe is over.
    ending: Option<Instant>,
}

impl Simulator {
    /// # Errors
    /// When the records of its state do not follow each other.
    pub(super) fn new(
        (key, about): (DeviceKey, About),
        shoes: Shoes,
        state: State<Position>,
        (server, pace): (&str, Pace),
        (patience, said): (Option<Duration>, Said),
    ) -> Result<Self, ChainError> {
        let url = socket::address(server);
        let since = Instant::now();
        let device = Device::start(key.clone(), about.clone(), state.kept.clone())?;
        Ok(Self {
            key,
            about,
            device,
            shoes,
            state,
            url,
            pace,
            said,
            since,
            patience,
            silent_since: Some(since),
            socket: None,
            wants_line: false,
            gate: None,
            due: None,
            desk: None,
            answers: Answers::default(),
            pictures: None,
            trouble: None,
            last_record: String::new(),
            last_said: String::new(),
            lost_ms: 0,
            bad: Vec::new(),
            is_done: false,
            ending: None,
        })
    }

    /// The shoe tells this desk what it wishes, and learns there how the table stands.
    pub(super) fn at(mut self, desk: Arc<Desk>) -> Self {
        let view = desk.watch();
        self.desk = Some((desk, view));
        self
    }

    /// The shoe takes pictures of cards with which something is wrong, if it has what it needs.
    pub(super) fn with(mut self, pictures: Option<Pictures>) -> Self {
        self.pictures = pictures;
        self
    }

    /// Lets the shoe pass, card by card, until it is over. Gives the faults that were made, and their answers.
    pub(super) async fn run(mut self) -> Result<Answers, Problem> {
        loop {
            let effects = self.device.tick(self.now());
            self.carry_out(effects).await?;
            self.look();
            self.go_on().await?;
            if self.has_ended() {
                return Ok(self.answers);
            }
            self.plan();
            self.wish();
            let tick = self.device.deadline().map(|at| self.since + Duration::from_millis(at));
            let ends = self.trouble.as_ref().and_then(Trouble::until);
            let wakes = [tick, ends, self.answers.deadline(), self.ending].into_iter().flatten().min();
            let gives_up_at = self.gives_up_at();
            tokio::select! {
                text = receive(&mut self.socket) => {
                    let effects = self.hear(text);
                    self.carry_out(effects).await?;
                }
                () = at(wakes) => {}
                () = at(self.due) => self.pass().await?,
                () = changed(&mut self.desk) => {}
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

    /// Looks how the table stands, and takes the next shoe if it is done with this one.
    fn look(&mut self) {
        self.answers.give_up(Instant::now());
        let Some((_, view)) = &mut self.desk else { return };
        let view = view.borrow_and_update().clone();
        self.answers.look(&view, Instant::now());
        let label = self.shoes.now().label();
        if view.over.as_deref() == Some(label) && self.device.unacked() == 0 {
            match &mut self.shoes {
                Shoes::One(_) => self.is_done |= view.in_play == view.over,
                Shoes::Many { make, now } => {
                    self.state.position = self.state.position.next_shoe();
                    *now = make(self.state.position.shoe);
                }
            }
        }
    }

    /// Tells the dealer what the shoe wishes.
    fn wish(&self) {
        let Some((desk, _)) = &self.desk else { return };
        let script = self.shoes.now();
        let counts = self.gate.is_some_and(|gate| gate.open && gate.why == GateWhy::Settled);
        let is_counted = counts && script.is_empty(&self.state.position) && self.device.unacked() == 0;
        let wish = match self.answers.awaited() {
            Some(Answer::OrderRefused(_)) => Wish::StartTooSoon,
            Some(Answer::Resolved) => Wish::LoadAnother,
            Some(_) => Wish::Hold,
            None if self.trouble.is_some() || self.ending.is_some() => Wish::Hold,
            None if is_counted => Wish::CountOut,
            None => Wish::None,
        };
        desk.wish(Wishes { label: script.label().to_owned(), wish });
    }

    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Whether all cards are out and on record, and the round of the last one has ended.
    fn is_over(&self) -> bool {
        let closed =
            self.gate.is_some_and(|it| !it.open && !matches!(it.why, GateWhy::Finding | GateWhy::Deal));
        let Shoes::One(script) = &self.shoes else { return false };
        let is_over = script.is_over(&self.state.position) && self.device.unacked() == 0 && closed;
        is_over && !self.answers.need_the_end()
    }

    /// Whether nothing is left to do.
    fn has_ended(&mut self) -> bool {
        if !(self.is_done || self.is_over()) || self.trouble.is_some() || self.answers.awaited().is_some() {
            self.ending = None;
            return false;
        }
        let ending = *self.ending.get_or_insert(Instant::now() + GRACE);
        self.answers.are_complete() || Instant::now() >= ending
    }

    pub(super) fn lost(&mut self) -> Vec<DeviceEffect> {
        (self.socket, self.gate) = (None, None);
        self.silent_since.get_or_insert_with(Instant::now);
        self.device.disconnected(self.now())
    }

    /// Plans the next card when one may pass, or the fault that is due at the lamp.
    fn plan(&mut self) {
        let holds = self.trouble.is_some() || self.answers.awaited().is_some() || self.ending.is_some();
        if !holds && self.device.unacked() == 0 {
            self.begin_at_lamp();
        }
        let (script, position) = (self.shoes.now(), &self.state.position);
        let holds = self.trouble.is_some() || self.answers.awaited().is_some() || self.ending.is_some();
        let may = !holds && self.device.unacked() == 0 && script.next(position, self.gate).is_some();
        let counts = self.gate.is_some_and(|gate| gate.why == GateWhy::Settled);
        self.due = match self.due {
            _ if !may => None,
            None => Some(Instant::now() + self.pace.pause(counts, script.is_alike(position))),
            planned => planned,
        };
    }

    /// Begins the fault that is due at this lamp, if it is not one of a record.
    fn begin_at_lamp(&mut self) {
        let (script, position, Some(gate)) = (self.shoes.now(), &self.state.position, self.gate) else {
            return;
        };
        let is_new = |fault: &Fault| !self.answers.was_made(*fault, position.shoe);
        let unburned = script.unburned(position, gate).filter(is_new);
        let between =
            || Script::between(position, gate).and_then(|place| script.of_line(place)).filter(is_new);
        if let Some(fault) = unburned {
            self.ask(fault);
        } else if let Some(fault) = between() {
            self.begin(fault);
        }
    }

    /// The next thing passes the sensor.
    async fn pass(&mut self) -> Result<(), Problem> {
        self.due = None;
        let Some(mut step) = self.shoes.now().next(&self.state.position, self.gate) else { return Ok(()) };
        self.tell(&step.what)?;
        let picture = self.pictures.as_ref().and_then(|_| Pictures::take(&mut step));
        let of_line = step.place.and_then(|place| self.shoes.now().of_line(place));
        let effects = self.device.record(step.what, self.now()).map_err(Problem::failure)?;
        self.state.position = step.position;
        if let Some(DeviceEffect::Keep(signed)) = effects.first() {
            self.last_record = signed.envelope().write();
        }
        step.faults.into_iter().for_each(|fault| self.ask(fault));
        let shoe = self.state.position.shoe;
        if let Some(fault) = of_line.filter(|fault| !self.answers.was_made(*fault, shoe)) {
            self.begin(fault);
        }
        self.carry_out(effects).await?;
        if let Some((pictures, picture)) = self.pictures.as_ref().zip(picture) {
            pictures.send(picture);
        }
        self.follow().await
    }

    /// Notes that a fault is made, and what is to be answered.
    pub(super) fn ask(&mut self, fault: Fault) {
        let now = Instant::now();
        self.bad.retain(|bad| now.duration_since(*bad) < MINUTE);
        let watched = self.desk.is_some();
        let then = Circumstances { watched, lost_ms: self.lost_ms, third_bad: self.bad.len() >= 2 };
        let is_named = self.shoes.now().is_named(fault);
        let mut expected = expected(fault, then);
        if !watched && expected.iter().any(Answer::is_at_table) {
            if !is_named {
                return;
            }
            // Whoever looks at the table sees the rest.
            expected.retain(|answer| !answer.is_at_table());
        }
        let holds = match fault.kind {
            Kind::Line(kind) => Some(Duration::from_millis(kind.lasts_ms())),
            Kind::Card(kind) => kind.holds().then_some(Duration::ZERO),
        };
        let asked = Asked { fault, is_named, shoe: self.state.position.shoe, n: self.device.head().n };
        self.answers.ask(asked, expected, holds, now);
    }

    pub(super) async fn carry_out(&mut self, effects: Vec<DeviceEffect>) -> Result<(), Problem> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                DeviceEffect::Connect => self.wants_line = true,
                DeviceEffect::Keep(signed) => self.state.keep(*signed)?,
                DeviceEffect::Forget(head) => self.state.forget(head)?,
                DeviceEffect::Send(text) => effects.extend(self.send(text).await),
                DeviceEffect::Gate(gate) => {
                    let is_first = self.gate.is_none();
                    self.state.position.see(gate, is_first && self.device.unacked() == 0);
                    self.gate = Some(gate);
                }
                DeviceEffect::HangUp => effects.extend(self.lost()),
                // The key is suspended, as it was to be.
                DeviceEffect::Stop(_) if self.awaits(Refusal::Suspended) => self.is_done = true,
                DeviceEffect::Stop(stop) => {
                    return Err(Problem::Failure(format!(
                        "the device stopped; check it at the shoe: {stop}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// What the device says goes on the line, as far as the fault under way lets it.
    async fn send(&mut self, text: String) -> Vec<DeviceEffect> {
        if said(&text).is_some_and(|frame| !matches!(frame, scanner::DeviceFrame::Record(_))) {
            self.last_said.clone_from(&text);
        }
        let sent = match &mut self.trouble {
            Some(trouble) => trouble.outgoing(text, &self.key, Instant::now()),
            None => vec![text],
        };
        let mut effects = Vec::new();
        for text in sent {
            effects.extend(self.say(text).await);
        }
        effects
    }

    /// Puts a text on the line.
    pub(super) async fn say(&mut self, text: String) -> Vec<DeviceEffect> {
        let Some(socket) = &mut self.socket else { return Vec::new() };
        if socket.send(Message::text(text)).await.is_err() { self.lost() } else { Vec::new() }
    }

    /// What comes off the line; none when the server ended it.
    fn hear(&mut self, text: Option<String>) -> Vec<DeviceEffect> {
        let now = Instant::now();
        let Some(text) = text else {
            self.answers.came(&Answer::Closed, now);
            return self.lost();
        };
        let Ok(frame) = ServerFrame::read(&text) else { return self.device.receive(&text, self.now()) };
        if self.trouble.as_ref().is_some_and(|trouble| !trouble.incoming(&frame)) {
            return Vec::new();
        }
        match &frame {
            ServerFrame::Refused { code, .. } => {
                let is_bad = matches!(code, Refusal::BadFrame | Refusal::BadSignature | Refusal::BadSession);
                self.bad.extend(is_bad.then_some(now));
                self.answers.came(&Answer::Refused(*code), now);
            }
            ServerFrame::Challenge { session, .. } => {
                if let Some(pictures) = &mut self.pictures {
                    pictures.session = Some(*session);
                }
            }
            ServerFrame::Welcome(welcome) => {
                (self.lost_ms, self.bad) = (welcome.lost_ms.into(), Vec::new());
                self.answers.came(&Answer::Welcome, now);
            }
            _ => {}
        }
        let effects = self.device.receive(&text, self.now());
        if matches!(frame, ServerFrame::Ack { .. }) && self.device.unacked() == 0 {
            self.answers.came(&Answer::Acked, now);
        }
        effects
    }

    pub(super) async fn connect(&mut self) -> Vec<DeviceEffect> {
        match socket::open(&self.url).await {
            Ok(socket) => {
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
        if self.said.silent {
            return Ok(());
        }
        let slot = self.gate.and_then(|gate| gate.slot).map(<&str>::from);
        let card = match what {
            What::Card(card) => Some(card.card.text()),
            _ => None,
        };
        if self.said.json {
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
pub(super) async fn receive(socket: &mut Option<Stream>) -> Option<String> {
    let Some(socket) = socket else { return pending().await };
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return Some(text.to_string()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// The table stands otherwise. Never comes where nobody looks at it.
async fn changed(desk: &mut Option<(Arc<Desk>, watch::Receiver<View>)>) {
    match desk {
        // The sender is in the desk, which is here.
        Some((_, view)) => _ = view.changed().await,
        None => pending().await,
    }
}
