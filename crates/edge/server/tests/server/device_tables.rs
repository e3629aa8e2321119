//! Live tables for tests: a memory of records that answers as a test tells it, and a shoe on a real socket.

use std::collections::VecDeque;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use house::Failure;
use house::live::{Delivery, DeviceFuture, DevicePort, LastRecord, News, Speaker};
use scanner::frame::{CardRecord, DeviceState, Gate, GateState, ServerFrame, ShoeRecord, ShoeState};
use scanner::server::{Alarm, Arrival, Line, Notice};
use scanner::{About, Device, DeviceEffect, Head, Kept, SignedRecord, What};
use serde_json::Value;
use table::{RecordRef, TableId};
use tokio::sync::{Semaphore, watch};
use tokio_tungstenite::tungstenite::Message;

use crate::device_admin::key;
use crate::socket_client::{SocketClient, TIMEOUT};

/// Tables that take records into memory.
#[derive(Debug)]
pub(crate) struct TestTables {
    inner: Mutex<Inner>,
    /// How many records may be stored; a test that holds them back takes the permits.
    pub(crate) may_store: Semaphore,
    pub(crate) gate: watch::Sender<Option<Gate>>,
    /// Counts the news.
    told: watch::Sender<usize>,
    /// Counts the records that were handed over, stored or not.
    handed: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Inner {
    stored: Vec<(Speaker, SignedRecord, u64)>,
    news: Vec<(Speaker, News)>,
    answers: VecDeque<Result<Delivery, Failure>>,
    is_shut: bool,
}

impl TestTables {
    pub(crate) fn new() -> Arc<Self> {
        let (gate, told, handed) = (watch::Sender::new(None), watch::Sender::new(0), watch::Sender::new(0));
        Arc::new(Self { inner: Mutex::default(), may_store: Semaphore::new(1_000), gate, told, handed })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no test panicked with it")
    }

    /// The numbers of the records that are stored of a device, in order.
    pub(crate) fn stored(&self, device: u32) -> Vec<u64> {
        let inner = self.lock();
        let own = inner.stored.iter().filter(|(speaker, ..)| speaker.device.0 == device);
        own.map(|(_, signed, _)| signed.head().n).collect()
    }

    /// The alarms that were told, in order.
    pub(crate) fn alarms(&self) -> Vec<Alarm> {
        let alarm = |(_, news): &(Speaker, News)| match news {
            News::Session(Notice::Alarm(alarm)) => Some(*alarm),
            _ => None,
        };
        self.lock().news.iter().filter_map(alarm).collect()
    }

    /// Answers the next record so, and stores nothing.
    pub(crate) fn answer(&self, answer: Result<Delivery, Failure>) {
        self.lock().answers.push_back(answer);
    }

    /// Takes no device from now on.
    pub(crate) fn shut(&self) {
        self.lock().is_shut = true;
    }

    /// Waits until so many records were handed over.
    pub(crate) async fn handed(&self, records: usize) {
        let mut handed = self.handed.subscribe();
        let waits = handed.wait_for(|handed| *handed >= records);
        tokio::time::timeout(TIMEOUT, waits).await.expect("they come in time").expect("it goes on");
    }

    /// Waits until so many lines left.
    pub(crate) async fn left(&self, lines: usize) {
        let left = |news: &[(Speaker, News)]| {
            news.iter().filter(|(_, news)| matches!(news, News::Left(_))).count() >= lines
        };
        self.heard(left).await;
    }

    /// Waits for news that fit.
    pub(crate) async fn told(&self, fits: impl Fn(&News) -> bool) {
        self.heard(|news| news.iter().any(|(_, news)| fits(news))).await;
    }

    async fn heard(&self, fits: impl Fn(&[(Speaker, News)]) -> bool) {
        let mut told = self.told.subscribe();
        let waits = told.wait_for(|_| fits(&self.lock().news));
        tokio::time::timeout(TIMEOUT, waits).await.expect("it is told").expect("it goes on");
    }
}

impl DevicePort for TestTables {
    fn admit(&self, speaker: Speaker) -> DeviceFuture<'_, Option<LastRecord>> {
        Box::pin(async move {
            let inner = self.lock();
            let last = inner.stored.iter().rfind(|(own, ..)| own.device == speaker.device);
            let stored = last.map_or(LastRecord { head: Head::NONE, line: None }, |(_, signed, at)| {
                LastRecord { head: signed.head(), line: Some(Line::at(*at, signed.record().t)) }
            });
            Ok((!inner.is_shut).then_some(stored))
        })
    }

    fn deliver(&self, speaker: Speaker, arrival: Arrival) -> DeviceFuture<'_, Delivery> {
        Box::pin(async move {
            self.handed.send_modify(|handed| *handed += 1);
            self.may_store.acquire().await.expect("it is open").forget();
            let mut inner = self.lock();
            if let Some(answer) = inner.answers.pop_front() {
                return answer;
            }
            let n = arrival.signed.head().n;
            inner.stored.push((speaker, arrival.signed, arrival.received_at));
            Ok(Delivery::Durable { n })
        })
    }

    fn digest(&self, RecordRef { device, n }: RecordRef) -> DeviceFuture<'_, Option<fair::Digest>> {
        Box::pin(async move {
            let inner = self.lock();
            let is_it = |(speaker, signed, _): &&(Speaker, SignedRecord, u64)| {
                speaker.device == device && signed.head().n == n
            };
            Ok(inner.stored.iter().find(is_it).map(|(_, signed, _)| signed.head().digest))
        })
    }

    fn tell(&self, speaker: Speaker, news: News) -> DeviceFuture<'_, ()> {
        self.lock().news.push((speaker, news));
        self.told.send_modify(|told| *told += 1);
        Box::pin(std::future::ready(Ok(())))
    }

    fn next_gate(&self, _: TableId, shown: Option<Gate>) -> Pin<Box<dyn Future<Output = Gate> + Send + '_>> {
        Box::pin(async move {
            let mut gate = self.gate.subscribe();
            let next = gate.wait_for(|gate| gate.is_some() && *gate != shown).await;
            next.expect("the test has the sender").expect("it is some")
        })
    }
}

/// A shoe with a key, which the crate `scanner` drives, on a real socket.
pub(crate) struct Shoe {
    pub(crate) device: Device,
    secret: u8,
    socket: Option<SocketClient>,
    since: Instant,
    /// The text that it sent last.
    pub(crate) sent: String,
    /// The session of the latest challenge.
    pub(crate) session: String,
}

impl Shoe {
    /// A shoe that has made no record.
    pub(crate) fn new(secret: u8) -> Self {
        Self::keeping(secret, Kept { acked: Head::NONE, unacked: Vec::new() })
    }

    fn keeping(secret: u8, kept: Kept) -> Self {
        let about = About { model: "test".parse().expect("short"), firmware: "1".parse().expect("short") };
        let device = Device::start(key(secret), about, kept).expect("its records follow each other");
        Self {
            device,
            secret,
            socket: None,
            since: Instant::now(),
            sent: String::new(),
            session: String::new(),
        }
    }

    /// Another shoe with the same key that knows nothing of this one's records.
    pub(crate) fn twin(&self) -> Self {
        Self::new(self.secret)
    }

    fn t(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).expect("tests are short")
    }

    /// Opens a socket. A line that is open breaks without a word.
    pub(crate) async fn connect(&mut self, address: SocketAddr) {
        self.socket = None;
        self.device.disconnected(self.t());
        let mut t = self.t();
        while self.device.tick(t) != [DeviceEffect::Connect] {
            t += 250;
        }
        self.device.connected(t);
        self.socket = Some(SocketClient::open_at(address, "/api/v1/devices/socket").await.expect("it opens"));
    }

    /// The next frame of the server, which the device answers; the close code when the line ends.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<u16>> {
        let frame = self.socket.as_mut().expect("a line").receive().await?;
        if let Some(session) = frame["session"].as_str() {
            session.clone_into(&mut self.session);
        }
        let effects = self.device.receive(&frame.to_string(), self.t());
        self.carry_out(effects).await;
        Ok(frame)
    }

    /// Connects, and answers the challenge. Gives the answer to the hello.
    pub(crate) async fn hello(&mut self, address: SocketAddr) -> Value {
        self.connect(address).await;
        assert_eq!(self.next().await.expect("a challenge")["type"], "challenge");
        self.next().await.expect("an answer")
    }

    /// The line breaks without a word.
    pub(crate) fn hang_up(&mut self) {
        self.socket = None;
        self.device.disconnected(self.t());
    }

    /// Answers the challenge of a line that is open, and comes again while the line before counts as alive.
    pub(crate) async fn until_welcome(&mut self, address: SocketAddr) {
        loop {
            while let Ok(frame) = self.next().await {
                if frame["type"] == "welcome" {
                    return;
                }
            }
            self.connect(address).await;
        }
    }

    /// Connects as a device that may speak.
    pub(crate) async fn join(&mut self, address: SocketAddr) -> Value {
        let welcome = self.hello(address).await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        welcome
    }

    /// Makes a record, and sends it if there is a line.
    pub(crate) async fn record(&mut self, what: What) {
        let effects = self.device.record(what, self.t()).expect("there is room");
        self.carry_out(effects).await;
    }

    /// A shoe is loaded.
    pub(crate) async fn load(&mut self, label: &str) {
        self.shoe(ShoeState::Loaded, label).await;
    }

    /// Something happens to a shoe.
    pub(crate) async fn shoe(&mut self, state: ShoeState, label: &str) {
        let shoe = label.parse().expect("a label");
        self.record(What::Shoe(ShoeRecord { state, shoe, decks: 8, seal: None })).await;
    }

    /// Its next beat says this of the device.
    pub(crate) async fn beat(&mut self, state: DeviceState) {
        self.device.set_state(state, GateState::Shut);
        let due = self.device.deadline().expect("it is welcome");
        let effects = self.device.tick(due.max(self.t()));
        self.carry_out(effects).await;
    }

    pub(crate) async fn card(&mut self, pass: u64, card: &str) {
        self.record(What::Card(CardRecord::new(pass, card.parse().expect("a card")))).await;
    }

    /// Waits until everything is acknowledged.
    pub(crate) async fn acked(&mut self) {
        while self.device.unacked() > 0 {
            let frame = self.next().await.expect("the line is good");
            assert!(["ack", "gate"].contains(&frame["type"].as_str().expect("a type")), "{frame}");
        }
    }

    /// Sends a text that the device did not make.
    pub(crate) async fn say(&mut self, text: &str) {
        let socket = self.socket.as_mut().expect("a line");
        // The server may have hung up; what it said is read afterwards.
        let _ = socket.try_send_message(Message::text(text)).await;
    }

    /// The frames up to the end of the line, as their code or type, and the close code.
    pub(crate) async fn rest(&mut self) -> (Vec<String>, Option<u16>) {
        let mut said = Vec::new();
        loop {
            match self.socket.as_mut().expect("a line").receive().await {
                Ok(frame) => {
                    let word = frame["code"].as_str().or(frame["type"].as_str());
                    said.push(word.expect("a code or a type").to_owned());
                }
                Err(code) => return (said, code),
            }
        }
    }

    async fn carry_out(&mut self, effects: Vec<DeviceEffect>) {
        for effect in effects {
            if let (DeviceEffect::Send(text), Some(socket)) = (effect, &mut self.socket) {
                self.sent.clone_from(&text);
                let _ = socket.try_send_message(Message::text(text)).await;
            }
        }
    }
}

/// A frame of a server as text, for comparisons.
pub(crate) fn refused(code: &str) -> Value {
    let frame = ServerFrame::read(&format!(r#"{{"type":"refused","code":"{code}"}}"#)).expect("it is one");
    serde_json::from_str(&frame.write()).expect("it is JSON")
}
