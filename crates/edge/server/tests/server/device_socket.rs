//! The socket of devices, with real sockets: what a device says is stored once and acknowledged, and each attack on it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use house::live::{Delivery, News};
use house::log::{Actor, Entity, HouseEvent};
use house::ports::{CommitStore as _, HouseEntry, HouseOutcome, StoreFailure};
use punto_server::Config;
use scanner::What;
use scanner::frame::{FaultCode, Gate, GateWhy, Refusal, ShoeState, Slot};
use scanner::server::{Alarm, Ending, Notice, Timing};
use serde_json::{Value, json};
use table::{DeviceId, StaffId};

use crate::device_admin::{Supervisor, enrol, enrolled, request};
use crate::device_tables::{Shoe, TestTables, refused};
use crate::test_server::{QUICK, SLOW, TestServer};

/// No device of these tests is lost by itself.
const PATIENT: Timing = Timing { beat_ms: 1_000, lost_ms: 60_000 };
/// One that does not beat is.
const HASTY: Timing = Timing { beat_ms: 1_000, lost_ms: 1_000 };

/// A server with two supervisors, and tables that take records into memory.
struct Stage {
    server: TestServer,
    tables: Arc<TestTables>,
    ann: Supervisor,
    ben: Supervisor,
}

impl Stage {
    async fn open(device_timing: Timing) -> Self {
        let tables = TestTables::new();
        let config = Config { live_tables: Some(tables.clone()), device_timing, ..Config::default() };
        let server = TestServer::with_config(config).await;
        let (ann, ben) = (Supervisor::new(&server, "Ann").await, Supervisor::new(&server, "Ben").await);
        Self { server, tables, ann, ben }
    }

    /// Ann suspends, revokes or moves a device.
    async fn by_ann(&mut self, number: u32, what: &str, body: Value) {
        let done = self.ann.act(&self.server, &format!("/{number}/{what}"), body).await;
        assert_eq!(done.status, 200, "{done:?}");
    }

    /// The alarm of the first device as supervisors see it, and how many devices gave one.
    async fn alarms(&mut self) -> (String, u64) {
        let device = self.ann.devices(&self.server).await.remove(0);
        let open = self.ann.get(&self.server, "/proposals").await;
        let code = device["alarm"]["code"].as_str().unwrap_or_default();
        (code.to_owned(), open["device_alarms"].as_u64().expect("a count"))
    }

    /// The fault of the first device without its time, whether its lid is open, and how many devices gave an alarm.
    async fn condition(&mut self) -> (Value, bool, u64) {
        let mut device = self.ann.devices(&self.server).await.remove(0);
        if let Some(fault) = device["fault"].as_object_mut() {
            let at = fault.remove("at").and_then(|at| at.as_i64()).expect("a time");
            assert!(at > 0 && at <= self.server.house.now().0, "{at}");
        }
        (device["fault"].take(), device["lid_open_at"].is_i64(), self.alarms().await.1)
    }

    /// A shoe with this secret, on record as the next device.
    async fn shoe(&mut self, secret: u8) -> (Shoe, u32) {
        let number = enrolled(&self.server, secret, (&mut self.ann, &mut self.ben)).await;
        (Shoe::new(secret), u32::try_from(number).expect("a number"))
    }
}

#[tokio::test]
async fn records_are_stored_once_and_acknowledged_when_they_are_durable() {
    let mut stage = Stage::open(PATIENT).await;
    let address = stage.server.address;
    let (mut shoe, number) = stage.shoe(7).await;
    let welcome = shoe.join(address).await;
    assert_eq!((&welcome["table"], &welcome["expect"]), (&json!(SLOW), &json!(1)));
    shoe.load("BOX-1").await;
    shoe.card(1, "9h").await;
    shoe.acked().await;
    // A line that breaks, and records that were made without one.
    shoe.connect(address).await;
    shoe.card(2, "Kd").await;
    assert_eq!(shoe.next().await.unwrap()["type"], "challenge");
    let welcome = shoe.next().await.unwrap();
    // The line before may be alive for a while: then the device comes again.
    assert!(welcome["type"] == "welcome" || welcome["code"] == "already_connected", "{welcome}");
    if welcome["type"] != "welcome" {
        shoe.rest().await;
        stage.tables.left(1).await;
        shoe.join(address).await;
    }
    shoe.acked().await;
    assert_eq!(stage.tables.stored(number), [1, 2, 3]);
    stage.server.stop().await;
}

#[tokio::test]
async fn an_ack_waits_for_the_store_and_the_gate_shows_what_the_table_wants() {
    let mut stage = Stage::open(PATIENT).await;
    let (mut shoe, number) = stage.shoe(7).await;
    shoe.join(stage.server.address).await;
    let held = stage.tables.may_store.acquire_many(1_000).await.unwrap();
    shoe.load("BOX-1").await;
    stage.tables.handed(1).await;
    let gate = Gate { open: true, slot: Some(Slot::P1), why: GateWhy::Deal };
    stage.tables.gate.send_replace(Some(gate));
    let shown = shoe.next().await.unwrap();
    assert_eq!(shown, json!({"type": "gate", "open": true, "slot": "P1", "why": "deal"}));
    assert_eq!(stage.tables.stored(number), [0; 0], "and no ack came before the gate");
    drop(held);
    assert_eq!(shoe.next().await.unwrap(), json!({"type": "ack", "n": 1}));
    assert_eq!(stage.tables.stored(number), [1]);
    stage.server.stop().await;
}

#[tokio::test]
async fn only_an_enrolled_device_of_a_table_with_a_scanner_is_let_in() {
    let mut stage = Stage::open(PATIENT).await;
    let address = stage.server.address;
    assert_eq!(Shoe::new(9).hello(address).await, refused("unknown_device"));
    let code = stage.ann.code(&stage.server).await;
    assert_eq!(enrol(&stage.server, &request(9, &code)).await.status, 201);
    assert_eq!(
        Shoe::new(9).hello(address).await,
        refused("unknown_device"),
        "it waits for a second supervisor"
    );
    let (mut shoe, number) = stage.shoe(7).await;
    stage.by_ann(number, "suspend", json!({"why": "a look inside"})).await;
    assert_eq!(shoe.hello(address).await, refused("suspended"));
    assert_eq!(shoe.rest().await, (vec![], Some(1008)), "and the line ends");
    stage.by_ann(number, "revoke", json!({"why": "worn out"})).await;
    assert_eq!(shoe.hello(address).await, refused("revoked"));
    let (mut other, _) = stage.shoe(8).await;
    stage.tables.shut();
    assert_eq!(other.hello(address).await, refused("not_here"));
    stage.server.stop().await;
}

#[tokio::test]
async fn a_stolen_key_that_is_revoked_is_cut_off_also_by_another_server() {
    for elsewhere in [false, true] {
        let mut stage = Stage::open(PATIENT).await;
        let (mut shoe, number) = stage.shoe(7).await;
        shoe.join(stage.server.address).await;
        shoe.load("BOX-1").await;
        shoe.acked().await;
        let begun = Instant::now();
        if elsewhere {
            // As another server on the same store does it.
            let known = stage.server.house.device(DeviceId(number)).await.unwrap().unwrap();
            let by = Actor::Staff(StaffId(2));
            let entity = Entity::Device(known.device.revoked(by).unwrap());
            let event = HouseEvent::Changed { by, why: "stolen".to_owned(), entity };
            let entry = HouseEntry::new(stage.server.house.now(), event, known.seq);
            let outcome = stage.server.store.append_entry(entry).await.unwrap();
            assert!(matches!(outcome, HouseOutcome::Appended { .. }), "{outcome:?}");
        } else {
            stage.by_ann(number, "revoke", json!({"why": "stolen"})).await;
        }
        assert_eq!(shoe.rest().await, (vec!["revoked".to_owned()], Some(1008)));
        // A second on a machine with nothing else to do; a minute where nobody looks.
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}");
        assert_eq!(stage.tables.stored(number), [1], "a revoked device keeps its records");
        assert_eq!(shoe.hello(stage.server.address).await, refused("revoked"));
        stage.server.stop().await;
    }
}

#[tokio::test]
async fn a_device_that_is_moved_leaves_its_table_and_speaks_at_the_other() {
    let mut stage = Stage::open(PATIENT).await;
    let (mut shoe, number) = stage.shoe(7).await;
    shoe.join(stage.server.address).await;
    stage.by_ann(number, "move", json!({"table_id": QUICK, "why": "needed there"})).await;
    assert_eq!(shoe.rest().await, (vec!["not_here".to_owned()], Some(1008)));
    stage.tables.left(1).await;
    assert_eq!(shoe.join(stage.server.address).await["table"], QUICK);
    stage.server.stop().await;
}

#[tokio::test]
async fn a_thief_with_the_key_does_not_push_the_shoe_out() {
    let mut stage = Stage::open(PATIENT).await;
    let (mut shoe, number) = stage.shoe(7).await;
    shoe.join(stage.server.address).await;
    let mut thief = shoe.twin();
    assert_eq!(thief.hello(stage.server.address).await, refused("already_connected"));
    assert_eq!(thief.rest().await, (vec![], Some(1008)));
    let alarm = Notice::Alarm(Alarm::AlreadyConnected);
    stage.tables.told(|news| *news == News::Session(alarm)).await;
    assert_eq!(stage.alarms().await, ("already_connected".to_owned(), 1));
    shoe.load("BOX-1").await;
    shoe.acked().await;
    assert_eq!(stage.tables.stored(number), [1], "the first one goes on");
    stage.server.stop().await;
}

#[tokio::test]
async fn a_thief_who_comes_first_is_found_out_by_the_shoe() {
    let mut stage = Stage::open(PATIENT).await;
    let address = stage.server.address;
    let (mut shoe, number) = stage.shoe(7).await;
    let mut thief = shoe.twin();
    thief.join(address).await;
    thief.load("BOX-9").await;
    thief.acked().await;
    shoe.load("BOX-1").await;
    assert_eq!(shoe.hello(address).await, refused("already_connected"));
    assert_eq!(shoe.rest().await, (vec![], Some(1008)));
    assert_eq!(stage.tables.alarms(), [Alarm::AlreadyConnected]);
    assert_eq!(
        stage.alarms().await,
        ("already_connected".to_owned(), 1),
        "supervisors know before the thief goes"
    );
    thief.hang_up();
    stage.tables.left(1).await;
    assert_eq!(shoe.hello(address).await, refused("forked"));
    assert_eq!(shoe.rest().await, (vec![], Some(1008)));
    stage.tables.left(2).await;
    assert_eq!(stage.tables.alarms(), [Alarm::AlreadyConnected, Alarm::Forked { n: 1 }]);
    assert_eq!(stage.alarms().await, ("forked".to_owned(), 1));
    let device = stage.ann.devices(&stage.server).await.remove(0);
    assert_eq!((&device["standing"], &device["ended_by"]), (&json!("suspended"), &json!("house")));
    assert_eq!(thief.hello(address).await, refused("suspended"), "the thief gains nothing by it");
    assert_eq!(stage.tables.stored(number), [1]);
    stage.server.stop().await;
}

#[tokio::test]
async fn a_table_hears_one_device_at_a_time() {
    let mut stage = Stage::open(PATIENT).await;
    let address = stage.server.address;
    let ((mut first, _), (mut second, number)) = (stage.shoe(7).await, stage.shoe(8).await);
    first.join(address).await;
    assert_eq!(second.hello(address).await, refused("not_here"));
    stage.by_ann(1, "suspend", json!({"why": "the other one"})).await;
    stage.tables.left(1).await;
    second.join(address).await;
    second.load("BOX-2").await;
    second.acked().await;
    assert_eq!(stage.tables.stored(number), [1]);
    stage.server.stop().await;
}

#[tokio::test]
async fn a_key_with_two_histories_is_suspended_by_the_house() {
    let mut stage = Stage::open(HASTY).await;
    let address = stage.server.address;
    let (mut shoe, number) = stage.shoe(7).await;
    shoe.join(address).await;
    shoe.load("BOX-1").await;
    shoe.acked().await;
    shoe.rest().await;
    stage.tables.left(1).await;
    let mut thief = shoe.twin();
    thief.load("BOX-2").await;
    assert_eq!(thief.hello(address).await, refused("forked"));
    assert_eq!(thief.rest().await, (vec![], Some(1008)));
    stage.tables.told(|news| matches!(news, News::Session(Notice::Alarm(Alarm::Forked { .. })))).await;
    assert_eq!(shoe.hello(address).await, refused("suspended"), "nobody knows who the thief is");
    assert_eq!(stage.alarms().await, ("forked".to_owned(), 1));
    let device = stage.ann.devices(&stage.server).await.remove(0);
    assert_eq!((&device["standing"], &device["ended_by"]), (&json!("suspended"), &json!("house")));
    assert_eq!(stage.tables.stored(number), [1]);
    stage.server.stop().await;
}

#[tokio::test]
async fn a_device_that_forgot_its_records_needs_a_new_key() {
    let mut stage = Stage::open(HASTY).await;
    let (mut shoe, _) = stage.shoe(7).await;
    shoe.join(stage.server.address).await;
    shoe.load("BOX-1").await;
    shoe.acked().await;
    shoe.rest().await;
    stage.tables.left(1).await;
    assert_eq!(stage.alarms().await, (String::new(), 0));
    assert_eq!(shoe.twin().hello(stage.server.address).await, refused("counter_lost"));
    stage.tables.told(|news| matches!(news, News::Session(Notice::Alarm(_)))).await;
    assert_eq!(stage.alarms().await, ("counter_lost".to_owned(), 1));
    stage.server.stop().await;
}

#[tokio::test]
async fn a_fault_is_shown_with_its_text_and_an_open_lid_until_a_shoe_or_a_card_closes_it() {
    let mut stage = Stage::open(PATIENT).await;
    let (mut shoe, number) = stage.shoe(7).await;
    shoe.join(stage.server.address).await;
    shoe.load("BOX-1").await;
    shoe.acked().await;
    assert_eq!(stage.condition().await, (Value::Null, false, 0));
    for closes in ["a card", "another shoe"] {
        shoe.shoe(ShoeState::LidOpen, "BOX-1").await;
        shoe.acked().await;
        assert_eq!(stage.condition().await, (Value::Null, true, 1), "{closes}");
        shoe.shoe(ShoeState::Removed, "BOX-1").await;
        shoe.acked().await;
        assert_eq!(stage.condition().await, (Value::Null, true, 1), "a shoe is out, and the lid open");
        match closes {
            "a card" => shoe.card(1, "9h").await,
            _ => shoe.load("BOX-2").await,
        }
        shoe.acked().await;
        assert_eq!(stage.condition().await, (Value::Null, false, 0), "{closes}");
    }
    let text = "belt <b>slips</b>".parse().expect("short");
    shoe.record(What::Fault { code: FaultCode::Motor, text }).await;
    shoe.shoe(ShoeState::LidOpen, "BOX-2").await;
    shoe.acked().await;
    let told = json!({"code": "motor", "text": "belt <b>slips</b>"});
    assert_eq!(
        stage.condition().await,
        (told.clone(), true, 1),
        "a device with a fault and an open lid counts once"
    );
    shoe.load("BOX-3").await;
    shoe.acked().await;
    assert_eq!(stage.condition().await, (told, false, 1), "no record takes a fault back");
    assert_eq!(stage.alarms().await.0, "", "its line is good");
    assert_eq!(stage.tables.stored(number).len(), 10);
    stage.server.stop().await;
}

#[tokio::test]
async fn a_fault_that_is_not_stored_is_not_told_and_the_lid_of_a_revoked_device_is_not_counted() {
    let mut stage = Stage::open(PATIENT).await;
    let (mut shoe, number) = stage.shoe(7).await;
    shoe.join(stage.server.address).await;
    shoe.shoe(ShoeState::LidOpen, "BOX-1").await;
    shoe.acked().await;
    assert_eq!(stage.condition().await, (Value::Null, true, 1));
    stage.tables.answer(Ok(Delivery::Refused { code: Refusal::NotHere, expect: None }));
    shoe.record(What::Fault { code: FaultCode::Power, text: "".parse().expect("short") }).await;
    assert_eq!(shoe.rest().await, (vec!["not_here".to_owned()], Some(1008)));
    stage.tables.left(1).await;
    assert_eq!(stage.condition().await, (Value::Null, true, 1), "the server has no such record");
    stage.by_ann(number, "revoke", json!({"why": "worn out"})).await;
    assert_eq!(stage.condition().await, (Value::Null, true, 0), "nobody has to close it");
    stage.server.stop().await;
}

#[tokio::test]
async fn a_device_that_does_not_beat_is_lost_and_comes_back_at_once() {
    let mut stage = Stage::open(HASTY).await;
    let (mut shoe, _) = stage.shoe(7).await;
    shoe.join(stage.server.address).await;
    let begun = Instant::now();
    assert_eq!(shoe.rest().await, (vec![], Some(1008)));
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    stage.tables.told(|news| *news == News::Left(Some(Ending::Lost))).await;
    shoe.join(stage.server.address).await;
    // Nor does one come that says nothing at all.
    let mut mute = Shoe::new(8);
    mute.connect(stage.server.address).await;
    assert_eq!(mute.rest().await, (vec!["challenge".to_owned()], Some(1008)));
    stage.server.stop().await;
}

#[tokio::test]
async fn a_record_that_is_not_stored_is_not_acknowledged_and_comes_again() {
    let mut stage = Stage::open(PATIENT).await;
    let address = stage.server.address;
    let (mut shoe, number) = stage.shoe(7).await;
    shoe.join(address).await;
    stage.tables.answer(Err(StoreFailure::Storage("no disk".to_owned()).into()));
    shoe.load("BOX-1").await;
    assert_eq!(shoe.rest().await, (vec![], Some(1011)));
    stage.tables.left(1).await;
    assert_eq!(stage.tables.stored(number), [0; 0]);
    shoe.join(address).await;
    shoe.acked().await;
    assert_eq!(stage.tables.stored(number), [1]);
    stage.tables.answer(Ok(Delivery::Refused { code: Refusal::NotHere, expect: None }));
    shoe.card(1, "9h").await;
    assert_eq!(shoe.rest().await, (vec!["not_here".to_owned()], Some(1008)), "the table wants it no more");
    assert_eq!(stage.tables.stored(number), [1]);
    stage.server.stop().await;
}

#[tokio::test]
async fn garbage_and_floods_end_the_line_and_store_nothing() {
    let mut stage = Stage::open(PATIENT).await;
    let address = stage.server.address;
    let (_, number) = stage.shoe(7).await;
    let long = "x".repeat(4097);
    let cases = [
        ("not a frame", "{}", vec!["bad_frame"; 3], 1008),
        ("more than a frame may have", long.as_str(), vec![], 1009),
        ("no signature", r#"{"body":"{\"v\":1}","sig":"00"}"#, vec!["bad_frame"; 3], 1008),
    ];
    for (lines, (what, text, expected, close)) in (1..).zip(cases) {
        let mut shoe = Shoe::new(7);
        shoe.join(address).await;
        for _ in 0..3 {
            shoe.say(text).await;
        }
        let expected = expected.into_iter().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(shoe.rest().await, (expected, Some(close)), "{what}");
        stage.tables.left(lines).await;
    }
    let mut flood = Shoe::new(7);
    flood.join(address).await;
    // The hello may come again, as often as any frame.
    let hello = flood.sent.clone();
    for _ in 0..80 {
        flood.say(&hello).await;
    }
    let (said, _) = flood.rest().await;
    assert_eq!(said, ["too_fast"]);
    assert_eq!(stage.tables.stored(number), [0; 0]);
    stage.server.stop().await;
}
