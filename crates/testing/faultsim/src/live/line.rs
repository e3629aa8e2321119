//! The line between a device and the house, and the session at the house's end: what the server does on a socket, in
//! memory. Texts get lost, come twice, late, damaged or again; the line breaks. Decides nothing about cards.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use auditor::Dice;
use house::devices::Standing as OnRecord;
use house::live::{Delivery, DevicePort, News, Speaker};
use scanner::device::DeviceEffect;
use scanner::frame::{Gate, Hello, Refusal};
use scanner::server::{
    Alarm, Arrival, Claim, Effect, Ending, Enrolled, Line as Quality, Notice, Standing, Timing,
};
use scanner::{ServerFrame, ServerSession};
use table::RecordRef;
use tokio::time::sleep;

use super::shift::Shift;
use super::station::Station;
use crate::sim_house::SimHouse;

/// How many texts of a device may come again.
const HEARD: usize = 40;

/// The longest time until both ends look at their clocks.
const LOOK_MS: u64 = 1_000;

/// The line of a device while the house runs.
pub(super) struct DeviceLine {
    pub(super) sim: Arc<SimHouse>,
    pub(super) shift: Arc<Shift>,
    pub(super) dice: Dice,
    pub(super) speaker: Speaker,
    session: Option<ServerSession>,
    /// How the line was when it left.
    quality: Option<Quality>,
    /// Records that the session handed over.
    handed: VecDeque<Arrival>,
    /// What the lamp was sent.
    shown: Option<Gate>,
    /// Until when no text comes through, and those that are on their way.
    stalled_until: u64,
    held: VecDeque<String>,
    heard: VecDeque<String>,
}

impl DeviceLine {
    pub(super) fn new(sim: Arc<SimHouse>, shift: Arc<Shift>, speaker: Speaker, dice: Dice) -> Self {
        let (handed, held, heard) = Default::default();
        Self {
            sim,
            shift,
            dice,
            speaker,
            session: None,
            quality: None,
            handed,
            shown: None,
            stalled_until: 0,
            held,
            heard,
        }
    }

    /// Carries out both ends for as long as the house runs.
    pub(super) async fn run(mut self) {
        let now = self.now();
        self.shift.station().lose_house(now);
        loop {
            self.misfortune().await;
            let now = self.now();
            self.with(|station| {
                let t = station.t(now);
                let due = station.device.tick(t);
                station.wishes.extend(due);
            });
            self.carry_out().await;
            let due = self.session.as_mut().map(|session| session.tick(now)).unwrap_or_default();
            self.serve(due).await;
            self.deliver().await;
            self.carry_out().await;
            self.wait().await;
        }
    }

    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.sim.house.now().0).unwrap_or_default()
    }

    pub(super) fn port(&self) -> &dyn DevicePort {
        &self.sim.house
    }

    pub(super) fn with<T>(&self, act: impl FnOnce(&mut Station) -> T) -> T {
        act(&mut self.shift.station())
    }

    pub(super) fn count(&self, fault: &str) {
        self.sim.shared.tally().faults.count(fault);
    }

    /// Waits until something is due at either end, the device has something to say, or the lamp changes.
    async fn wait(&mut self) {
        let now = self.now();
        let due = {
            let station = self.shift.station();
            let t = station.t(now);
            station.device.deadline().map(|at| at.saturating_sub(t))
        };
        let ends = self.session.as_ref().and_then(ServerSession::deadline).map(|at| at.saturating_sub(now));
        let ms = due.into_iter().chain(ends).min().unwrap_or(LOOK_MS).clamp(1, LOOK_MS);
        let welcomed = self.session.as_ref().is_some_and(|session| session.line().is_some());
        let gate = async {
            if welcomed {
                self.port().next_gate(self.speaker.table, self.shown).await
            } else {
                std::future::pending().await
            }
        };
        let gate = tokio::select! {
            biased;
            () = self.shift.said() => None,
            gate = gate => Some(gate),
            () = sleep(Duration::from_millis(ms)) => None,
        };
        if let Some(gate) = gate {
            self.shown = Some(gate);
            self.answer(&ServerFrame::Gate(gate));
        }
    }

    /// Now and then the line breaks, is silent for a while, or the device is switched off and on.
    async fn misfortune(&mut self) {
        let (now, fault) = (self.now(), self.dice.within(1..=3_000));
        match fault {
            1..=8 => {
                self.count("line broke");
                self.close(None).await;
            }
            9..=16 => {
                self.count("line silent");
                self.stalled_until = now + self.dice.within(300..=9_000);
            }
            17..=18 => {
                self.count("device switched off and on");
                self.close(None).await;
                self.with(|station| station.reboot(now));
            }
            19..=40 => self.attack().await,
            _ => {}
        }
        if now >= self.stalled_until {
            for text in std::mem::take(&mut self.held) {
                self.hear(&text).await;
            }
        }
    }

    /// Carries out what the device wants.
    async fn carry_out(&mut self) {
        while let Some(wish) = self.with(|station| station.wishes.pop_front()) {
            match wish {
                DeviceEffect::Connect => self.connect(),
                DeviceEffect::Keep(signed) => self.with(|station| station.keep(*signed)),
                DeviceEffect::Forget(head) => self.with(|station| station.forget(head)),
                DeviceEffect::Send(text) => self.send(text).await,
                DeviceEffect::Gate(gate) => self.with(|station| station.lamp = Some(gate)),
                DeviceEffect::HangUp => self.close(None).await,
                DeviceEffect::Stop(stop) => self.contradict(&format!("an honest device stops: {stop}")),
            }
        }
    }

    pub(super) fn contradict(&self, what: &str) {
        let what = format!("device {}: {what}", self.speaker.device.0);
        self.sim.shared.observed().live.contradictions.push(what);
    }

    fn connect(&mut self) {
        let now = self.now();
        let Ok(id) = self.dice.id().parse() else { return };
        let (session, challenge) = ServerSession::begin(id, Timing::default(), now);
        self.session = Some(session);
        self.with(|station| {
            let t = station.t(now);
            let effects = station.device.connected(t);
            station.wishes.extend(effects);
        });
        if let Effect::Send(frame) = challenge {
            self.answer(&frame);
        }
    }

    /// The device sends a text.
    async fn send(&mut self, text: String) {
        self.heard.push_back(text.clone());
        if self.heard.len() > HEARD {
            self.heard.pop_front();
        }
        match self.dice.within(1..=1_000) {
            1..=8 => return self.count("text lost"),
            9..=16 => {
                self.count("text doubled");
                self.hear(&text).await;
            }
            17..=18 => {
                self.count("text damaged");
                let damaged = damaged(&text, &mut self.dice);
                return self.hear(&damaged).await;
            }
            19..=22 => {
                self.count("text replayed");
                let heard: Vec<String> = self.heard.iter().cloned().collect();
                if let Some(old) = self.dice.pick(&heard) {
                    self.hear(old).await;
                }
            }
            _ => {}
        }
        self.hear(&text).await;
    }

    /// The session gets a text.
    async fn hear(&mut self, text: &str) {
        let now = self.now();
        if now < self.stalled_until {
            return self.held.push_back(text.to_owned());
        }
        let effects = self.session.as_mut().map(|session| session.receive(text, now)).unwrap_or_default();
        self.serve(effects).await;
    }

    /// Carries out what the session wants.
    async fn serve(&mut self, effects: Vec<Effect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Send(frame) => self.answer(&frame),
                Effect::Identify(hello) => match self.standing(&hello).await {
                    Some(standing) => {
                        let now = self.now();
                        let admitted = self.session.as_mut().map(|session| session.admit(standing, now));
                        effects.extend(admitted.unwrap_or_default());
                    }
                    None => return self.close(None).await,
                },
                Effect::Store(arrival) => self.handed.push_back(*arrival),
                Effect::Compare(claim) => match self.compared(claim).await {
                    Some(compared) => effects.extend(compared),
                    None => return self.close(None).await,
                },
                Effect::Tell(notice) => {
                    if !self.tell(notice).await {
                        return self.close(None).await;
                    }
                }
                Effect::End(ending) => return self.close(Some(ending)).await,
            }
        }
    }

    /// Hands the records to the table, one after the other.
    async fn deliver(&mut self) {
        while let Some(arrival) = self.handed.pop_front() {
            let (n, body) = (arrival.signed.head().n, arrival.signed.envelope().body().to_owned());
            let delivered = self.port().deliver(self.speaker, arrival).await;
            let effects = match delivered {
                Ok(Delivery::Durable { n: durable }) => {
                    if durable != n {
                        self.contradict(&format!("record {n} was delivered, and {durable} is durable"));
                    }
                    self.sim.shared.observed().live.acked.insert((self.speaker.device.0, n), body);
                    self.session.as_mut().map(|session| session.stored(n))
                }
                Ok(Delivery::Refused { code, .. }) => {
                    // A table that another server runs takes none.
                    if code != Refusal::NotHere {
                        self.contradict(&format!("record {n} is refused: {code:?}"));
                    }
                    self.session.as_mut().map(|session| session.revoke(code))
                }
                Err(_) => {
                    self.count("record not stored, or nobody knows");
                    return self.close(None).await;
                }
            };
            self.serve(effects.unwrap_or_default()).await;
        }
    }

    /// The house answers; an ack may get lost.
    fn answer(&mut self, frame: &ServerFrame) {
        let is_lost = matches!(frame, ServerFrame::Ack { .. }) && self.dice.per_mille(15);
        if is_lost {
            return self.count("ack lost");
        }
        let now = self.now();
        self.with(|station| {
            let t = station.t(now);
            let effects = station.device.receive(&frame.write(), t);
            station.wishes.extend(effects);
        });
    }

    /// What is known of the key that said hello; none when the store does not say.
    async fn standing(&self, hello: &Hello) -> Option<Standing> {
        let known = self.sim.house.device_of_key(&hello.key).await.ok()?;
        let Some(known) = known.filter(|known| known.device.standing == OnRecord::Enrolled) else {
            return Some(Standing::Unknown);
        };
        let Some(stored) = self.port().admit(self.speaker).await.ok()? else {
            return Some(Standing::NotHere);
        };
        let (table, line) = (known.device.table.0, self.quality.or(stored.line));
        Some(Standing::Enrolled(Enrolled { table, head: stored.head, line }))
    }

    async fn compared(&mut self, claim: Claim) -> Option<Vec<Effect>> {
        let record = RecordRef { device: self.speaker.device, n: claim.n };
        let digest = match self.port().digest(record).await {
            Ok(Some(digest)) => digest,
            Ok(None) => {
                self.contradict(&format!("record {} was acknowledged, and is not stored", claim.n));
                return None;
            }
            Err(_) => return None,
        };
        self.session.as_mut().map(|session| session.compared(claim, digest))
    }

    /// Tells the table. Answers whether it knows.
    async fn tell(&self, notice: Notice) -> bool {
        if let Notice::Alarm(alarm @ (Alarm::Forked { .. } | Alarm::CounterLost { .. })) = notice {
            self.contradict(&format!("an honest device raises an alarm: {alarm:?}"));
        }
        self.port().tell(self.speaker, News::Session(notice)).await.is_ok()
    }

    /// The line is gone at both ends.
    async fn close(&mut self, ending: Option<Ending>) {
        let Some(session) = self.session.take() else { return };
        self.quality = session.line().or(self.quality);
        self.shown = None;
        self.handed.clear();
        self.held.clear();
        let now = self.now();
        self.with(|station| station.lose_house(now));
        if self.port().tell(self.speaker, News::Left(ending)).await.is_err() {
            self.count("loss of a device not noted");
        }
    }
}

/// A text with another character at some place.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let last = u64::try_from(letters.len().saturating_sub(1)).unwrap_or_default();
    let at = usize::try_from(dice.within(0..=last)).unwrap_or_default();
    if let Some(letter) = letters.get_mut(at) {
        *letter = if *letter == '0' { '1' } else { '0' };
    }
    letters.into_iter().collect()
}
