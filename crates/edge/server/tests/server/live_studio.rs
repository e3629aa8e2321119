//! A server with a live table and everybody who works there: a device, a dealer, supervisors and a patron.

use std::sync::Arc;

use baccarat::HouseRules;
use house::people::Role;
use punto_server::recording::Recordings;
use punto_server::{Config, Limits, Metrics, Rate};
use scanner::frame::{UnreadRecord, UnreadWhy, What};
use scanner::server::Timing;
use serde_json::{Value, json};
use table::live::ScannerSettings;
use table::{Dealer, Settings, Timings};

use crate::device_admin::{Supervisor, enrolled};
use crate::device_tables::Shoe;
use crate::http::{self, Answer};
use crate::socket_client::{SocketClient, id, round_of};
use crate::test_server::{Parts, Patron, SLOW, TestServer, tables};

pub(crate) const PATIENT: Timing = Timing { beat_ms: 1_000, lost_ms: 60_000 };

/// A server whose first table is a live one, with everybody who works there and a patron.
pub(crate) struct Studio {
    pub(crate) server: TestServer,
    pub(crate) shoe: Shoe,
    pub(crate) dealer: String,
    /// Two supervisors.
    pub(crate) one: String,
    pub(crate) two: String,
    pub(crate) ana: Patron,
    pub(crate) socket: SocketClient,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) ann: Supervisor,
    pub(crate) ben: Supervisor,
    slips: u128,
    /// How many cards passed since the shoe was loaded.
    pub(crate) passed: u64,
}

pub(crate) fn live_table() -> Settings {
    Settings {
        rules: Arc::new(HouseRules::builtin("three-bet").expect("built in").clone()),
        timings: Timings { betting_ms: 300, drain_ms: 10, result_ms: 100, ..Timings::default() },
        dealer: Dealer::Scanner(ScannerSettings::default()),
        squeeze: None,
        ..tables().remove(0)
    }
}

impl Studio {
    pub(crate) async fn open() -> Self {
        Self::open_with(vec![live_table(), tables().remove(1)]).await
    }

    /// A studio with these tables, of which the first is a live one.
    pub(crate) async fn open_with(tables: Vec<Settings>) -> Self {
        Self::recorded(tables, Recordings::default()).await
    }

    /// The same, with recordings of some of them.
    pub(crate) async fn recorded(tables: Vec<Settings>, recordings: Recordings) -> Self {
        // A test may read everything at once as one member of staff.
        let limits = Limits { staff: Rate::per_second(1_000), ..Limits::default() };
        let config = Config { device_timing: PATIENT, recordings, limits, ..Config::default() };
        let metrics = Arc::clone(&config.metrics);
        let server = Box::pin(TestServer::of(Parts { config, tables, ..Parts::default() })).await;
        let (mut ann, mut ben) =
            (Supervisor::new(&server, "Ann").await, Supervisor::new(&server, "Ben").await);
        enrolled(&server, 7, (&mut ann, &mut ben)).await;
        let dealer = server.staff("Dan", &[Role::Dealer]).await;
        let one = server.staff("Una", &[Role::Supervisor]).await;
        let two = server.staff("Tom", &[Role::Supervisor]).await;
        let ana = server.guest("Ana").await;
        let socket = server.connect_as(&ana).await;
        let shoe = Shoe::new(7);
        Self { server, shoe, dealer, one, two, ana, socket, metrics, ann, ben, slips: 0, passed: 0 }
    }

    pub(crate) async fn deal(&self, order: Value) -> Answer {
        let path = format!("/api/v1/tables/{SLOW}/deal");
        http::post(self.server.address, &path, Some(&self.dealer), &json!({"order": order})).await
    }

    pub(crate) async fn supervise(&self, who: &str, order: Value) -> Answer {
        let path = format!("/api/v1/tables/{SLOW}/supervise");
        http::post(self.server.address, &path, Some(who), &json!({"order": order})).await
    }

    /// A supervisor who proves who they are ends the shoe after the round.
    pub(crate) async fn end_shoe(&mut self, why: &str) -> Answer {
        let path = format!("/tables/{SLOW}/end-shoe");
        self.ann.act_at(&self.server, &path, json!({"why": why})).await
    }

    /// How the table stands, as its dealer reads it.
    pub(crate) async fn status(&self) -> Value {
        let path = format!("/api/v1/tables/{SLOW}/live");
        let answer = http::get(self.server.address, &path, Some(&self.dealer)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["live"].clone()
    }

    /// Opens a shoe with a dealer and a device, and lets the patron watch.
    pub(crate) async fn begin(&mut self) {
        self.shoe.join(self.server.address).await;
        assert_eq!(self.deal(json!({"type": "sit_down"})).await.status, 200);
        self.shoe.load("BOX-0117").await;
        self.shoe.acked().await;
        assert_eq!(self.deal(json!({"type": "open_shoe"})).await.status, 200);
        self.socket.watch(SLOW).await;
        self.socket.take_seat(SLOW).await;
    }

    /// Begins a round, in which the patron wagers, and waits until the lamp at the shoe asks for its first card.
    pub(crate) async fn bet(&mut self, wagers: &[(&str, i64)]) {
        while self.deal(json!({"type": "start_betting"})).await.status != 200 {}
        let opened = self.socket.receive_event("betting_opened").await;
        let round = round_of(&opened["event"]["shoe"]);
        self.slips += 1;
        let placed = self.socket.place(SLOW, &round, &id(self.slips), wagers).await;
        assert_eq!(placed["type"], "slip_accepted", "{placed}");
        self.lamp(&json!({"type": "gate", "open": true, "slot": "P1", "why": "deal"})).await;
    }

    /// Waits until the lamp at the shoe shows this.
    pub(crate) async fn lamp(&mut self, wanted: &Value) {
        while self.shoe.next().await.expect("the line is good") != *wanted {}
    }

    /// These cards pass the sensor, and `x` is one that cannot be read.
    pub(crate) async fn cards(&mut self, texts: &str) {
        for text in texts.split(' ') {
            self.passed += 1;
            match text {
                "x" => {
                    let unread =
                        UnreadRecord { pass: self.passed, why: UnreadWhy::Smeared, rescan: None, img: None };
                    self.shoe.record(What::Unread(unread)).await;
                }
                card => self.shoe.card(self.passed, card).await,
            }
        }
        self.shoe.acked().await;
    }

    pub(crate) async fn settled(&mut self, paid: i64, balance: i64) {
        let settled = self.socket.receive_type("you_settled").await;
        assert_eq!((&settled["table_id"], &settled["paid"]), (&json!(SLOW), &json!(paid)), "{settled}");
        assert_eq!(self.server.balance(&self.ana).await, balance);
    }

    /// Waits until the table knows that its device is gone.
    pub(crate) async fn gone(&self) {
        let mut status = self.server.house.live_status(table::TableId(SLOW)).expect("it is there");
        let gone = status.wait_for(|status| status.as_ref().is_some_and(|status| status.device.is_none()));
        gone.await.expect("the table runs");
    }
}
