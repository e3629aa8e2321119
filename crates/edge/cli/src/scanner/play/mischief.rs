//! How a simulated shoe makes a fault of the line, and goes on behind it.

use std::time::Duration;

use futures_util::SinkExt as _;
use scanner::frame::{FaultCode, Refusal, What};
use scanner::{Device, DeviceEffect, Head, Kept, ServerFrame};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::expected::Answer;
use super::fault::Fault;
use super::line::{Simulator, receive};
use super::line_faults::{FLOOD, GARBAGE, LineFault, clock_back, other_history, oversize};
use super::trouble::Trouble;
use crate::lines::Problem;
use crate::scanner::socket::open;

/// How long a second device waits for an answer.
const ANSWER: Duration = Duration::from_secs(3);
/// How often it comes again while the first one is taken as connected, and after which pause.
const AGAIN: (u32, Duration) = (20, Duration::from_millis(250));
/// What a device says of the record that is overtaken.
const OVERTAKES: &str = "overtakes the record before it, on purpose";

impl Simulator {
    /// Begins a fault of the line with the last record, or as soon as everything is acknowledged.
    pub(super) fn begin(&mut self, fault: Fault) {
        let Some(kind) = fault.of_line() else { return };
        self.trouble = Some(Trouble::new(fault, kind, self.last_record.clone(), Instant::now()));
        if kind.is_of_record() {
            self.ask(fault);
        }
    }

    /// Makes the record that overtakes the last one, if one is to.
    pub(super) async fn follow(&mut self) -> Result<(), Problem> {
        let overtakes = |trouble: &Trouble| trouble.fault.of_line() == Some(LineFault::Reorder);
        if !self.trouble.as_ref().is_some_and(overtakes) {
            return Ok(());
        }
        let what = What::Fault { code: FaultCode::Store, text: OVERTAKES.parse().map_err(Problem::failure)? };
        let effects = self.device.record(what, self.now()).map_err(Problem::failure)?;
        self.carry_out(effects).await
    }

    /// Goes on with the fault of the line, and connects when the device wants that and may.
    pub(super) async fn go_on(&mut self) -> Result<(), Problem> {
        let is_over = |trouble: &Trouble| trouble.due().is_none() && !self.answers.is_held_by(trouble.fault);
        if self.trouble.as_ref().is_some_and(is_over) {
            self.trouble = None;
        }
        if let Some(text) = self.trouble.as_mut().and_then(|trouble| trouble.end(Instant::now())) {
            let effects = self.say(text).await;
            self.carry_out(effects).await?;
        }
        let is_ready = self.socket.is_some() && self.gate.is_some() && self.device.unacked() == 0;
        if let Some(trouble) = self.trouble.as_mut().filter(|_| is_ready)
            && let Some(kind) = trouble.due()
        {
            trouble.is_done = true;
            let fault = trouble.fault;
            self.ask(fault);
            self.act(kind).await?;
        }
        if self.awaits(Refusal::CounterLost) && self.socket.is_none() {
            self.come_as(Kept { acked: Head::NONE, unacked: Vec::new() }, AGAIN.0).await;
        }
        if self.awaits(Refusal::Suspended) && self.socket.is_none() {
            self.come_as(self.state.kept.clone(), AGAIN.0).await;
        }
        if self.wants_line && !self.stays_away() {
            self.wants_line = false;
            let effects = self.connect().await;
            self.carry_out(effects).await?;
        }
        Ok(())
    }

    /// Whether the next answer is to be this refusal.
    pub(super) fn awaits(&self, code: Refusal) -> bool {
        self.answers.awaited() == Some(&Answer::Refused(code))
    }

    /// Whether the device is to have no line now.
    fn stays_away(&self) -> bool {
        let is_silent = self.trouble.as_ref().is_some_and(Trouble::is_silent);
        let is_missed = self.answers.awaited() == Some(&Answer::Away);
        is_silent || is_missed || self.awaits(Refusal::CounterLost) || self.awaits(Refusal::Suspended)
    }

    /// Makes a fault when everything is acknowledged.
    async fn act(&mut self, kind: LineFault) -> Result<(), Problem> {
        let (record, last_said) = (self.last_record.clone(), self.last_said.clone());
        let texts = match kind {
            LineFault::Drop | LineFault::Amnesia => {
                let effects = self.lost();
                return self.carry_out(effects).await;
            }
            LineFault::Reboot => return self.reboot(),
            LineFault::Second => {
                self.come_as(self.state.kept.clone(), 1).await;
                vec![record]
            }
            LineFault::Flood => vec![last_said; FLOOD],
            LineFault::Garbage => vec![GARBAGE.to_owned(), record],
            LineFault::Oversize => vec![oversize()],
            LineFault::Replay => vec![record],
            LineFault::Fork => other_history(&self.key, &record).into_iter().collect(),
            LineFault::Clock(ms) => {
                clock_back(&self.key, &last_said, ms).into_iter().chain([record]).collect()
            }
            // It begins with the next beat; the others are made with a record.
            LineFault::Silence(_)
            | LineFault::Reorder
            | LineFault::Gap
            | LineFault::BadSig
            | LineFault::Stale(_)
            | LineFault::LostAck => Vec::new(),
        };
        for text in texts {
            let effects = self.say(text).await;
            self.carry_out(effects).await?;
        }
        Ok(())
    }

    /// The device is switched off and on: it knows what it kept, and its time begins again.
    fn reboot(&mut self) -> Result<(), Problem> {
        self.lost();
        let kept = self.state.kept.clone();
        self.device = Device::start(self.key.clone(), self.about.clone(), kept).map_err(Problem::failure)?;
        self.since = Instant::now();
        Ok(())
    }

    /// Another device with the same key and this memory says hello; notes what it is answered. It comes so many times
    /// while the first one is taken as connected.
    async fn come_as(&mut self, kept: Kept, times: u32) {
        for left in (0..times).rev() {
            let answer = timeout(ANSWER, self.hello(kept.clone())).await.ok().flatten();
            if answer == Some(Answer::Refused(Refusal::AlreadyConnected)) && left > 0 {
                sleep(AGAIN.1).await;
                continue;
            }
            if let Some(answer) = answer {
                self.answers.came(&answer, Instant::now());
            }
            return;
        }
    }

    /// What a device with this memory is answered to its hello.
    async fn hello(&self, kept: Kept) -> Option<Answer> {
        let mut device = Device::start(self.key.clone(), self.about.clone(), kept).ok()?;
        device.tick(0);
        let socket = open(&self.url).await.ok()?;
        device.connected(0);
        let mut socket = Some(socket);
        loop {
            let text = receive(&mut socket).await?;
            match ServerFrame::read(&text) {
                Ok(ServerFrame::Refused { code, .. }) => return Some(Answer::Refused(code)),
                Ok(ServerFrame::Welcome(_)) => return Some(Answer::Welcome),
                _ => {}
            }
            for effect in device.receive(&text, 0) {
                if let (DeviceEffect::Send(text), Some(socket)) = (effect, socket.as_mut()) {
                    socket.send(Message::text(text)).await.ok()?;
                }
            }
        }
    }
}
