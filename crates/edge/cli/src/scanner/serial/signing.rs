//! The bridge of a shoe that cannot sign: the bridge is the device. It makes, signs and keeps a record of each thing
//! that the shoe says, as the table of its dialect reads it.

use std::collections::VecDeque;
use std::future::pending;
use std::io;
use std::thread;
use std::time::Duration;

use data_encoding::HEXLOWER;
use scanner::Label;
use scanner::device::WINDOW;
use scanner::frame::{DeviceState, Gate, GateState, What};
use serde_json::json;
use serial2_tokio::SerialPort;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::dialect::{Decoder, Heard, Position, Step, Table, Told, hear, load, port_gone};
use super::port::{self, CHUNK, Port};
use super::tell::{Teller, Trouble};
use crate::lines::Problem;
use crate::scanner::link::{Link, News};

/// The most records that follow from one byte, and one for a shoe or a port that is gone.
const ROOM: usize = 3;
/// How long the shoe may take to accept what the lamp sends.
const WRITE: Duration = Duration::from_secs(1);

/// A shoe that cannot sign, with the device that signs for it.
pub(super) struct Signing {
    link: Link<Position>,
    port: Port,
    table: Table,
    decoder: Decoder,
    /// Bytes of the port that are not read yet, because records wait for the server.
    inbox: VecDeque<u8>,
    decks: u8,
    lock: GateState,
    lamp: Option<Gate>,
    /// Whether the gate that the port was sent is open.
    sent: Option<bool>,
    trouble: Trouble,
    /// How often bytes were refused.
    refused: u64,
    tell: Teller,
}

impl Signing {
    pub(super) fn new(link: Link<Position>, port: Port, table: Table, (decks, tell): (u8, Teller)) -> Self {
        let decoder = Decoder::new(&table);
        Self {
            link,
            port,
            table,
            decoder,
            inbox: VecDeque::new(),
            decks,
            lock: GateState::Shut,
            lamp: None,
            sent: None,
            trouble: Trouble::default(),
            refused: 0,
            tell,
        }
    }

    /// Signs what the shoe says until it cannot go on. A shoe that was named and is not the one that is loaded is
    /// loaded first.
    pub(super) async fn run(mut self, shoe: Option<Label<1, 32>>) -> Result<(), Problem> {
        if let Some(label) = shoe
            && self.link.position().shoe.as_deref() != Some(label.as_str())
        {
            self.load(label, self.decks).await?;
        }
        self.open_port().await?;
        let mut typed = Some(operator());
        let mut buffer = [0; CHUNK];
        loop {
            let news = self.link.tick().await?;
            self.take(news).await?;
            self.work().await?;
            let reads = self.inbox.is_empty();
            tokio::select! {
                heard = self.link.next() => {
                    let news = self.link.hear(heard).await?;
                    self.take(news).await?;
                }
                () = self.port.is_due() => self.open_port().await?,
                read = read_port(self.port.open(), &mut buffer), if reads => match read {
                    Ok(bytes) => self.inbox.extend(bytes),
                    Err(why) => self.port_gone(&why).await?,
                },
                line = next_line(&mut typed) => match line {
                    Some(line) => self.order(&line).await?,
                    None => typed = None,
                },
            }
        }
    }

    /// Whether the records of one more byte find room.
    fn has_room(&self) -> bool {
        self.link.unacked().saturating_add(ROOM) <= WINDOW
    }

    /// Reads the bytes that came, while their records find room.
    async fn work(&mut self) -> Result<(), Problem> {
        while self.has_room()
            && let Some(byte) = self.inbox.pop_front()
        {
            for heard in self.decoder.feed(&[byte]) {
                self.heard(heard).await?;
            }
        }
        let state = match (self.port.open(), self.has_room()) {
            (None, _) => DeviceState::Fault,
            (Some(_), true) => DeviceState::Ready,
            (Some(_), false) => DeviceState::Busy,
        };
        self.link.set_state(state, self.lock);
        Ok(())
    }

    async fn heard(&mut self, heard: Heard) -> Result<(), Problem> {
        for step in hear(&self.table, self.link.position(), heard) {
            self.carry_out(step).await?;
        }
        Ok(())
    }

    async fn carry_out(&mut self, Step { what, position, told }: Step) -> Result<(), Problem> {
        self.say(what.as_ref(), &told)?;
        if let Told::Lock(state) = told {
            self.lock = state;
        }
        match what {
            Some(what) => {
                let news = self.link.record(what, position).await?;
                Box::pin(self.take(news)).await
            }
            None if position == *self.link.position() => Ok(()),
            None => self.link.keep(position),
        }
    }

    fn say(&mut self, what: Option<&What>, told: &Told) -> Result<(), Problem> {
        let tell = self.tell;
        match told {
            Told::Repeat => return Ok(()),
            Told::Refused(bytes) => {
                self.refused = self.refused.saturating_add(1);
                let sentence = format!("bytes without a meaning ({} by now): {bytes}", self.refused);
                tell.say(
                    "refused",
                    json!({"from": "port", "bytes": bytes, "count": self.refused}),
                    &sentence,
                )?;
            }
            Told::NoShoe(bytes) => {
                let sentence = format!("no shoe is loaded; type \"shoe LABEL\". Not recorded: {bytes}");
                tell.say("no_shoe", json!({"bytes": bytes}), &sentence)?;
            }
            Told::Note(bytes) => {
                tell.say("note", json!({"bytes": bytes}), &format!("the shoe says {bytes}"))?;
            }
            Told::Lock(state) => {
                let state = <&str>::from(*state);
                tell.say("lock", json!({"state": state}), &format!("the shoe is {state}"))?;
            }
            Told::Lost => {
                tell.say("lost", json!({}), "the bridge missed a part of a message of the shoe")?;
            }
            Told::Record => {}
        }
        what.map_or(Ok(()), |what| recorded(tell, what))
    }

    /// Takes what happened on the line to the server.
    async fn take(&mut self, news: Vec<News>) -> Result<(), Problem> {
        for it in news {
            match it {
                News::Connected => {
                    self.trouble.end();
                    self.tell.say("connected", json!({}), "the server is connected")?;
                }
                News::Lost(why) => {
                    self.lamp = None;
                    if self.trouble.is_new(&why) {
                        let sentence = format!("the server is not there: {why}; the bridge tries again");
                        self.tell.say("server_wait", json!({"why": why}), &sentence)?;
                    }
                }
                News::Welcome(table) => self.tell.welcome(table)?,
                News::Refused(code) => self.tell.refusal(code)?,
                News::Gate(gate) => {
                    self.lamp = Some(gate);
                    self.tell.lamp(gate)?;
                }
            }
        }
        self.send_gate().await
    }

    /// Sends the shoe what its gate is to be, if its table says how. Without a server it is shut.
    async fn send_gate(&mut self) -> Result<(), Problem> {
        let is_open = self.lamp.is_some_and(|gate| gate.open);
        let bytes = if is_open { &self.table.gate.0 } else { &self.table.gate.1 };
        let Some(port) = self.port.open().filter(|_| self.sent != Some(is_open)) else { return Ok(()) };
        self.sent = Some(is_open);
        if bytes.is_empty() {
            return Ok(());
        }
        let bytes_sent = HEXLOWER.encode(bytes);
        match timeout(WRITE, port.write_all(bytes)).await {
            Ok(Ok(())) => {
                let sentence = format!("sent to the shoe: {bytes_sent}");
                self.tell.say("sent", json!({"bytes": bytes_sent}), &sentence)
            }
            Ok(Err(error)) => self.close_port(&error.to_string()),
            Err(_) => self.close_port("it takes no bytes"),
        }
    }

    async fn open_port(&mut self) -> Result<(), Problem> {
        self.port.try_open()?;
        self.sent = None;
        self.send_gate().await
    }

    async fn port_gone(&mut self, why: &str) -> Result<(), Problem> {
        self.close_port(why)?;
        if let Some(heard) = self.decoder.cut() {
            self.heard(heard).await?;
        }
        match port_gone(self.link.position()) {
            Some(step) if self.has_room() => self.carry_out(step).await,
            _ => Ok(()),
        }
    }

    fn close_port(&mut self, why: &str) -> Result<(), Problem> {
        self.sent = None;
        self.port.close(why)
    }

    async fn load(&mut self, label: Label<1, 32>, decks: u8) -> Result<(), Problem> {
        let step = load(self.link.position(), label, decks);
        self.carry_out(step).await
    }

    /// Does what a person typed.
    async fn order(&mut self, line: &str) -> Result<(), Problem> {
        let accepted = "type \"shoe LABEL\" or \"shoe LABEL DECKS\" when a shoe is loaded";
        let words: Vec<&str> = line.split_whitespace().collect();
        let (label, decks) = match words.as_slice() {
            [] => return Ok(()),
            ["shoe", label] => (label.parse().ok(), Some(self.decks)),
            ["shoe", label, decks] => (label.parse().ok(), decks.parse().ok().filter(|decks| *decks > 0)),
            _ => (None, None),
        };
        let why = match (label, decks) {
            (Some(label), Some(decks)) if self.has_room() => return self.load(label, decks).await,
            (Some(_), Some(_)) => "too many records wait for the server; type it again later",
            _ => accepted,
        };
        self.tell.say("not_done", json!({"line": line, "why": why}), &format!("{line:?} is not done: {why}"))
    }
}

/// Says what is recorded.
fn recorded(tell: Teller, what: &What) -> Result<(), Problem> {
    let (mut card, mut slot, mut why) = (None, None, None);
    let sentence = match what {
        What::Card(read) => {
            (card, slot) = (Some(read.card.text()), read.slot.map(<&str>::from));
            let place = slot.map(|slot| format!(" at {slot}")).unwrap_or_default();
            format!("{}{place}", read.card.text())
        }
        What::Unread(unread) => {
            why = Some(<&str>::from(unread.why).to_owned());
            format!("a card that is not read ({})", <&str>::from(unread.why))
        }
        What::CutCard { .. } => "the cut card".to_owned(),
        What::Shoe(shoe) => format!("shoe {} is loaded", shoe.shoe),
        What::Result { outcome } => format!("the shoe says that the round ends with {}", outcome.id()),
        What::Fault { text, .. } => {
            why = Some(text.to_string());
            format!("a fault: {text}")
        }
    };
    let fields = json!({"type": what.kind(), "pass": what.pass(), "card": card, "slot": slot, "why": why});
    tell.say("record", fields, &sentence)
}

/// The next bytes of a port that is open.
async fn read_port<'a>(port: Option<&SerialPort>, buffer: &'a mut [u8; CHUNK]) -> Result<&'a [u8], String> {
    match port {
        Some(port) => port::read(port, buffer).await,
        None => pending().await,
    }
}

/// The next line that a person types; none when there are no more, and then it never comes again.
async fn next_line(typed: &mut Option<mpsc::Receiver<String>>) -> Option<String> {
    match typed {
        Some(typed) => typed.recv().await,
        None => pending().await,
    }
}

/// The lines that a person types, until standard input ends. The thread ends with the program.
fn operator() -> mpsc::Receiver<String> {
    let (typed, lines) = mpsc::channel(1);
    thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            if typed.blocking_send(line).is_err() {
                return;
            }
        }
    });
    lines
}
