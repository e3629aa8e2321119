//! The line between a device and a house, in memory: what each end wants is done at once.

use std::collections::VecDeque;
use std::time::Duration;

use fair::Bytes;
use punto_house::live::{Delivery, Speaker};
use scanner::device::DeviceEffect;
use scanner::frame::{Hello, What};
use scanner::server::{Arrival, Effect, Enrolled, Notice, ServerSession, Standing, Timing};
use scanner::{DeviceKey, ServerFrame};
use table::RecordRef;

use super::shift::{DEVICE, SALON_LIVE, SECRET, Shift};

impl Shift {
    /// The device connects, and sends what was not acknowledged.
    pub(crate) async fn connect(&mut self) {
        let effects = self.device.tick(self.now());
        self.carry_out(effects).await;
    }

    /// The line breaks, and both ends see it.
    pub(crate) async fn lose_line(&mut self) {
        self.line = self.session.take().and_then(|session| session.line());
        self.device.disconnected(self.now());
        self.house.device_lost(SALON_LIVE, DEVICE, "line").await.unwrap_or_else(|no| panic!("{no}"));
    }

    /// Does what the device wants, and what follows at both ends.
    async fn carry_out(&mut self, effects: Vec<DeviceEffect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let now = self.now();
            match effect {
                DeviceEffect::Connect => {
                    let id = Bytes(u128::from(now).to_be_bytes());
                    let (session, challenge) = ServerSession::begin(id, Timing::default(), now);
                    self.session = Some(session);
                    effects.extend(self.device.connected(now));
                    let Effect::Send(challenge) = challenge else {
                        panic!("a session begins with a challenge")
                    };
                    effects.extend(self.device.receive(&challenge.write(), now));
                }
                DeviceEffect::Keep(signed) => self.lasting.disk.unacked.push(*signed),
                DeviceEffect::Forget(head) => {
                    self.lasting.disk.unacked.retain(|signed| signed.head().n > head.n);
                    self.lasting.disk.acked = head;
                }
                DeviceEffect::Send(text) => {
                    let Some(session) = &mut self.session else { continue };
                    let answers = session.receive(&text, now);
                    for frame in self.serve(answers).await {
                        effects.extend(self.device.receive(&frame.write(), now));
                    }
                }
                DeviceEffect::Gate(_) => {}
                DeviceEffect::HangUp | DeviceEffect::Stop(_) => panic!("the device gives up: {effect:?}"),
            }
        }
    }

    /// Does what the session wants of the house.
    async fn serve(&mut self, effects: Vec<Effect>) -> Vec<ServerFrame> {
        let (mut sent, mut effects) = (Vec::new(), VecDeque::from(effects));
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Send(frame) => sent.push(frame),
                Effect::Identify(hello) => effects.extend(self.admit(&hello).await),
                Effect::Store(arrival) => effects.extend(self.deliver(*arrival).await),
                Effect::Compare(claim) => {
                    let record = RecordRef { device: DEVICE, n: claim.n };
                    let digest = self.house.record_digest(record).await.expect("the store").expect("stored");
                    effects.extend(self.session.as_mut().map_or(vec![], |own| own.compared(claim, digest)));
                }
                Effect::Tell(Notice::Joined) => {
                    self.house.device_joined(SALON_LIVE, DEVICE).await.unwrap_or_else(|no| panic!("{no}"));
                }
                Effect::Tell(_) => {}
                Effect::End(ending) => panic!("the session ends: {ending:?}"),
            }
        }
        sent
    }

    async fn admit(&mut self, hello: &Hello) -> Vec<Effect> {
        assert_eq!(hello.key, DeviceKey::new(SECRET).public());
        let known = self.house.last_record(DEVICE).await.expect("the store");
        let line = self.line.take().or(known.line);
        let standing = Standing::Enrolled(Enrolled { table: SALON_LIVE.0, head: known.head, line });
        let now = self.now();
        self.session.as_mut().map_or_else(Vec::new, |session| session.admit(standing, now))
    }

    async fn deliver(&mut self, arrival: Arrival) -> Vec<Effect> {
        let speaker = Speaker { device: DEVICE, table: SALON_LIVE, key: DeviceKey::new(SECRET).public() };
        let delivered = self.house.deliver(speaker, &arrival).await;
        self.delivered = Some((arrival, delivered.clone()));
        match delivered {
            Ok(Delivery::Durable { n }) => {
                self.session.as_mut().map_or_else(Vec::new, |session| session.stored(n))
            }
            _ if self.is_patient => Vec::new(),
            other => panic!("{other:?}"),
        }
    }

    /// Something happens at the shoe, a second after the thing before.
    pub(crate) async fn say(&mut self, what: What) {
        tokio::time::advance(Duration::from_secs(1)).await;
        let beats = self.device.tick(self.now());
        self.carry_out(beats).await;
        self.lasting.pass = what.pass().unwrap_or(self.lasting.pass);
        let effects = self.device.record(what, self.now()).unwrap_or_else(|no| panic!("{no}"));
        self.carry_out(effects).await;
        self.rest().await;
    }
}
