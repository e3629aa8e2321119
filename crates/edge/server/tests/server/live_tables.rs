//! A live table over real sockets: a device reads the cards, a dealer and supervisors give orders over HTTP, and a
//! patron wagers.

use std::time::Duration;

use house::people::Role;
use punto_server::{Config, Limits};
use scanner::frame::{DeviceState, FaultCode, ShoeState, What};
use serde_json::{Value, json};

use crate::device_admin::enrolled;
use crate::device_tables::{Shoe, refused};
use crate::http;
use crate::live_studio::{PATIENT, Studio, live_table};
use crate::socket_client::id;
use crate::test_server::{Parts, SLOW, TestServer, tables};

/// The dealer of the slow table, as everybody reads it there and in the lobby.
async fn dealer_shown(studio: &Studio) -> Value {
    let path = format!("/api/v1/tables/{SLOW}");
    let table = http::get(studio.server.address, &path, None).await.json()["live"]["dealer"].clone();
    let lobby = http::get(studio.server.address, "/api/v1/tables", None).await.json();
    let in_lobby = lobby["tables"].as_array().expect("tables").iter().find(|it| it["table_id"] == SLOW);
    assert_eq!(in_lobby.expect("it is there")["live"]["dealer"], table);
    table
}

#[tokio::test]
async fn everybody_reads_who_deals_and_since_when() {
    let mut studio = Studio::open().await;
    assert_eq!(dealer_shown(&studio).await, Value::Null);
    let before = studio.server.house.now().0;
    assert_eq!(studio.deal(json!({"type": "sit_down"})).await.status, 200);
    let dealer = dealer_shown(&studio).await;
    let since = dealer["since"].as_i64().expect("a time");
    assert_eq!(dealer["name"], "3", "without a display name");
    assert!((before..=studio.server.house.now().0).contains(&since), "{dealer}");
    assert_eq!(studio.deal(json!({"type": "stand_up"})).await.status, 200);
    assert_eq!(dealer_shown(&studio).await, Value::Null);
    studio.begin().await;
    assert_eq!(dealer_shown(&studio).await["name"], "3", "also over the opening of a shoe");
}

#[tokio::test]
async fn a_round_is_dealt_by_a_device_and_paid_to_the_cent() {
    let mut studio = Studio::open().await;
    assert_eq!(studio.status().await["waits_for"], "device");
    studio.begin().await;
    assert_eq!(studio.deal(json!({"type": "sit_down"})).await.json()["repeated"], true);
    let status = studio.status().await;
    assert_eq!((&status["shoe"], &status["waits_for"]), (&json!("BOX-0117"), &json!("start")), "{status}");
    studio.bet(&[("player", 10_000)]).await;
    studio.cards("9h Kd Ks 3c").await;
    studio.settled(20_000, 1_010_000).await;
    studio.bet(&[("player", 10_000)]).await;
    studio.cards("4h 4d 2s 3c").await;
    studio.settled(0, 1_000_000).await;
    let wait = studio.status().await;
    assert_eq!((&wait["waits_for"], &wait["finding"]), (&json!("start"), &Value::Null), "{wait}");
    studio.server.stop().await;
}

#[tokio::test]
async fn two_people_type_a_card_that_cannot_be_read_and_neither_sees_the_other() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    studio.bet(&[("player", 10_000)]).await;
    studio.cards("9h x").await;
    let status = studio.status().await;
    assert_eq!((&status["waits_for"], &status["finding"]["code"]), (&json!("finding"), &json!("unreadable")));
    assert_eq!((&status["finding"]["slot"], &status["gate"]["why"]), (&json!("B1"), &json!("finding")));
    let key_in =
        |card: &str| json!({"type": "key_in", "finding_no": status["finding"]["finding_no"], "card": card});
    studio.deal(key_in("1x")).await.is_refusal(422, "bad_card");
    assert_eq!(studio.deal(key_in("Kd")).await.status, 200);
    let told = studio.status().await;
    assert_eq!(told["finding"]["typed_by"], json!([told["dealer"]]));
    assert!(!told.to_string().contains("Kd"), "what the dealer typed is hidden: {told}");
    let one = studio.one.clone();
    assert_eq!(studio.supervise(&one, key_in("Kc")).await.status, 200, "another card is an answer, too");
    let told = studio.status().await;
    assert_eq!((&told["finding"]["tries"], &told["finding"]["typed_by"]), (&json!(1), &json!([])), "{told}");
    assert_eq!(studio.deal(key_in("Kd")).await.status, 200);
    assert_eq!(studio.supervise(&one, key_in("Kd")).await.status, 200);
    assert_eq!(studio.status().await["finding"], Value::Null);
    studio.cards("Ks 3c").await;
    studio.settled(20_000, 1_010_000).await;

    // What was wrong stays to be read, with who decided and how long it took.
    let path = format!("/api/v1/tables/{SLOW}/findings");
    let found = http::get(studio.server.address, &path, Some(&one)).await.json();
    let finding = &found["findings"][0];
    assert_eq!(
        (&finding["code"], &finding["slot"], &finding["seen_by"]),
        (&json!("unreadable"), &json!("B1"), &Value::Null)
    );
    assert_eq!(finding["round"], json!({"shoe_no": 1, "round_no": 1}));
    let end = &finding["end"];
    assert_eq!(
        (&end["how"], &end["by"], &end["attempts"]),
        (&json!("key_in"), &json!(3), &json!(1)),
        "{found}"
    );
    assert_eq!(
        (&end["confirmed_by"], &found["names"]["3"], &found["names"]["4"]),
        (&json!(4), &json!("Dan"), &json!("Una"))
    );
    let took = end["at"].as_i64().unwrap() - finding["at"].as_i64().unwrap();
    assert_eq!((end["took_ms"].as_i64(), found["findings"].as_array().map(Vec::len)), (Some(took), Some(1)));
    let same = http::get(studio.server.address, &format!("{path}?shoe=1"), Some(&one)).await.json();
    assert_eq!(same, found);
    for (query, status, code) in [("?shoe=9", 404, "unknown_shoe"), ("?shoe=x", 422, "unacceptable")] {
        http::get(studio.server.address, &format!("{path}{query}"), Some(&one))
            .await
            .is_refusal(status, code);
    }
    studio.server.stop().await;
}

#[tokio::test]
async fn a_device_that_is_lost_in_a_round_sends_what_it_has_when_it_is_back() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    studio.bet(&[("banker", 10_000)]).await;
    studio.cards("2h 9d").await;
    let address = studio.server.address;
    studio.shoe.connect(address).await;
    // Cards that pass while the line is open, but the device is not let in yet.
    for (pass, card) in [(3, "3s"), (4, "Kc")] {
        studio.shoe.card(pass, card).await;
    }
    studio.shoe.until_welcome(address).await;
    studio.shoe.acked().await;
    studio.settled(19_500, 1_009_500).await;
    assert_eq!(studio.status().await["device_id"], json!(1));
    studio.server.stop().await;
}

#[tokio::test]
async fn no_other_device_speaks_while_a_shoe_of_the_first_is_in_play() {
    let mut studio = Studio::open().await;
    enrolled(&studio.server, 8, (&mut studio.ann, &mut studio.ben)).await;
    studio.begin().await;
    studio.bet(&[("player", 100)]).await;
    studio.cards("9h Kd Ks 3c").await;
    let address = studio.server.address;
    let mut other = Shoe::new(8);
    assert_eq!(other.hello(address).await, refused("not_here"), "the first has its line");
    studio.shoe.hang_up();
    studio.gone().await;
    assert_eq!(other.hello(address).await, refused("not_here"), "and its shoe is in play");
    let ended = studio.end_shoe("the sensor is worn out").await;
    assert_eq!(ended.status, 200, "{ended:?}");
    other.join(address).await;
    assert_eq!(studio.status().await["device_id"], json!(2));
    studio.server.stop().await;
}

#[tokio::test]
async fn a_supervisor_who_proves_who_they_are_ends_the_shoe() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    studio.bet(&[("player", 100)]).await;
    let (path, why) = (format!("/tables/{SLOW}/end-shoe"), json!({"why": "the sensor is worn out"}));
    studio.ann.is_refused_without_a_proof(&studio.server, &path, &why).await;
    studio.end_shoe(" ").await.is_refusal(422, "no_reason");
    let by_hand = json!({"type": "end_shoe", "why": "the sensor is worn out"});
    let one = studio.one.clone();
    studio.supervise(&one, by_hand).await.is_refusal(400, "malformed_request");
    studio.cards("9h Kd Ks").await;
    let ended = studio.end_shoe("the sensor is worn out").await;
    assert_eq!(ended.status, 200, "{ended:?}");
    studio.cards("3c").await;
    studio.settled(200, 1_000_100).await;
    studio.deal(json!({"type": "start_betting"})).await.is_refusal(409, "waits");
    studio.server.stop().await;
}

#[tokio::test]
async fn a_free_hand_and_the_end_of_a_shoe_that_are_ordered_again_happen_once() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    let path = format!("/tables/{SLOW}/supervise");
    let mut free = json!({"order": {"type": "open_free_round"}, "request_id": id(1)});
    studio.ann.post(&studio.server, &path, &free).await.is_refusal(422, "unacceptable");
    free["seq"] = studio.status().await["seq"].clone();
    let first = studio.ann.post(&studio.server, &path, &free).await;
    assert_eq!((first.status, &first.json()["repeated"]), (200, &json!(false)), "{first:?}");
    studio.cards("9h Kd Ks 7c").await;
    let again = studio.ann.post(&studio.server, &path, &free).await;
    assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(true)), "{again:?}");
    assert_eq!(again.json()["seq"], first.json()["seq"]);

    let path = format!("/tables/{SLOW}/end-shoe");
    let end = json!({"why": "the box is torn", "seq": studio.status().await["seq"], "request_id": id(2)});
    let first = studio.ann.act_at(&studio.server, &path, end.clone()).await;
    let again = studio.ann.act_at(&studio.server, &path, end.clone()).await;
    assert_eq!((&first.json()["repeated"], &again.json()["repeated"]), (&json!(false), &json!(true)));
    let mut other = end;
    other["why"] = json!("the box is wet");
    studio.ann.act_at(&studio.server, &path, other).await.is_refusal(409, "request_id_used");
    studio.server.stop().await;
}

#[tokio::test]
async fn an_order_of_a_dealer_that_is_sent_again_happens_once() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    let path = format!("/api/v1/tables/{SLOW}/deal");
    let send =
        async |order: &Value| http::post(studio.server.address, &path, Some(&studio.dealer), order).await;
    let mut begin = json!({"order": {"type": "start_betting"}, "request_id": id(1)});
    send(&begin).await.is_refusal(422, "unacceptable");
    begin["seq"] = studio.status().await["seq"].clone();
    let (first, again) = (send(&begin).await.json(), send(&begin).await.json());
    assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
    assert_eq!(first["seq"], again["seq"], "one round began");
    begin["order"] = json!({"type": "hold"});
    send(&begin).await.is_refusal(409, "request_id_used");
    studio.server.stop().await;
}

#[tokio::test]
async fn an_order_is_refused_when_the_table_went_on_or_needs_somebody_else() {
    let mut studio = Studio::open().await;
    studio.deal(json!({"type": "open_shoe"})).await.is_refusal(409, "not_dealer");
    studio.begin().await;
    let before = studio.status().await["seq"].clone();
    studio.bet(&[("player", 100)]).await;
    let path = format!("/api/v1/tables/{SLOW}/deal");
    let late = json!({"order": {"type": "misread", "slot": "P1"}, "seq": before});
    http::post(studio.server.address, &path, Some(&studio.dealer), &late)
        .await
        .is_refusal(409, "out_of_date");
    studio.deal(json!({"type": "stand_up"})).await.is_refusal(409, "in_round");
    studio.cards("9h x").await;
    let finding_no = studio.status().await["finding"]["finding_no"].clone();
    let void = json!({"type": "resolve", "finding_no": finding_no, "how": "void"});
    studio.deal(void.clone()).await.is_refusal(409, "not_this_way");
    let (one, two) = (studio.one.clone(), studio.two.clone());
    studio
        .supervise(&two, json!({"type": "resolve", "finding_no": finding_no, "how": "rescan"}))
        .await
        .is_refusal(409, "not_theirs");
    studio
        .supervise(&one, json!({"type": "resolve", "finding_no": 999, "how": "void"}))
        .await
        .is_refusal(409, "no_such_finding");
    let label = json!({"type": "assign_shoe", "label": "x".repeat(33)});
    studio.supervise(&one, label).await.is_refusal(422, "unacceptable");
    let clocked = http::get(studio.server.address, "/api/v1/tables/2/live", Some(&studio.dealer)).await;
    assert_eq!(clocked.json(), json!({"live": null}), "the clock deals the other table");
    studio.server.stop().await;
}

#[tokio::test]
async fn a_console_that_knows_how_the_table_stands_hears_of_the_next_change() {
    let studio = Studio::open().await;
    let first = studio.status().await;
    let other_than = |version: &Value| {
        let version = version.as_str().expect("a text").to_owned();
        let (address, dealer) = (studio.server.address, studio.dealer.clone());
        let path = format!("/api/v1/tables/{SLOW}/live?other_than={version}");
        tokio::spawn(async move { http::get(address, &path, Some(&dealer)).await.json()["live"].clone() })
    };
    let next = other_than(&first["version"]);
    assert_eq!(other_than(&json!("0")).await.unwrap(), first, "another version is answered at once");
    assert!(!next.is_finished(), "nothing has changed");
    assert_eq!(studio.deal(json!({"type": "sit_down"})).await.status, 200);
    let seated = next.await.unwrap();
    let dealer = seated["dealer"].to_string();
    assert_eq!((&seated["names"][&dealer], &seated["burn"]), (&json!("Dan"), &Value::Null), "{seated}");
    assert_eq!(studio.status().await["version"], seated["version"], "it stands as it stood");
    studio.server.stop().await;
}

#[tokio::test]
async fn a_call_is_answered_by_name_a_hold_is_shown_to_patrons_and_a_dealer_hands_over() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    assert_eq!(studio.deal(json!({"type": "call"})).await.status, 200);
    let called = studio.status().await;
    let dealer = called["dealer"].clone();
    assert_eq!((&called["call"]["staff_id"], &called["waits_for"]), (&dealer, &json!("supervisor")));
    studio.deal(json!({"type": "start_betting"})).await.is_refusal(409, "waits");
    let dan = studio.dealer.clone();
    assert_eq!(studio.supervise(&dan, json!({"type": "answer_call"})).await.status, 403);
    assert_eq!(studio.supervise(&studio.one, json!({"type": "answer_call"})).await.status, 200);
    assert_eq!(studio.supervise(&studio.two, json!({"type": "answer_call"})).await.json()["repeated"], true);

    assert_eq!(studio.deal(json!({"type": "hold"})).await.status, 200);
    let what = |message: &Value| message["event"]["what"].as_str().map(str::to_owned);
    let held = studio.socket.receive_until(|message| what(message).as_deref() == Some("hold_set")).await;
    assert_eq!(held["live"]["waits_for"], "hold", "{held}");
    assert!(!held.to_string().contains("\"by\""), "patrons learn no name: {held}");
    assert_eq!(studio.status().await["held"], true);
    studio.bet(&[("player", 100)]).await;
    assert_eq!(studio.status().await["held"], false, "who begins a round ends the hold");
    assert!(studio.status().await["card"]["since"].is_i64(), "the table waits for a card");

    let eve = studio.server.staff("Eve", &[Role::Dealer]).await;
    let sit = json!({"order": {"type": "sit_down"}});
    let path = format!("/api/v1/tables/{SLOW}/deal");
    assert_eq!(http::post(studio.server.address, &path, Some(&eve), &sit).await.status, 200);
    let waits = studio.status().await;
    let relief = waits["relief"].as_u64().expect("somebody waits");
    assert_eq!((&waits["dealer"], &waits["names"][relief.to_string()]), (&dealer, &json!("Eve")), "{waits}");
    let hand_over = json!({"type": "hand_over", "to": relief});
    studio.deal(hand_over.clone()).await.is_refusal(409, "in_round");
    studio.cards("9h Kd Ks 3c").await;
    studio.deal(json!({"type": "hand_over", "to": 999})).await.is_refusal(409, "no_relief");
    assert_eq!(studio.deal(hand_over).await.status, 200);
    let address = studio.server.address;
    let listed = |who: String| async move { http::get(address, "/api/v1/dealers", Some(&who)).await };
    let line = |id: &Value, name| json!({"staff_id": id, "name": name, "pin": "none", "pin_set_by": null, "at_table": null});
    let dealers = json!({"dealers": [line(&dealer, "Dan"), line(&json!(relief), "Eve")]});
    assert_eq!(listed(studio.one.clone()).await.json(), dealers, "supervisors choose by name");
    assert_eq!(listed(eve.clone()).await.status, 403);
    let seated = studio.status().await;
    assert_eq!((&seated["dealer"], &seated["relief"]), (&json!(relief), &Value::Null), "{seated}");
    studio.deal(json!({"type": "start_betting"})).await.is_refusal(409, "not_dealer");
    studio.server.stop().await;
}

#[tokio::test]
async fn a_patron_is_told_what_the_table_waits_for() {
    let mut studio = Studio::open().await;
    studio.socket.send(&json!({"type": "watch", "table_id": SLOW})).await;
    let snapshot = studio.socket.receive_type("snapshot").await;
    let waits = |waits_for: &str, finding: Value| json!({"waits_for": waits_for, "finding": finding, "free_round": false});
    assert_eq!(snapshot["table"]["live"], waits("device", Value::Null), "{snapshot}");
    studio.begin().await;
    studio.bet(&[("player", 100)]).await;
    studio.cards("9h x").await;
    let what = |message: &Value| message["event"]["what"].as_str().map(str::to_owned);
    let raised =
        studio.socket.receive_until(|message| what(message).as_deref() == Some("finding_raised")).await;
    let dealer = raised["live"]["dealer"].clone();
    assert_eq!((&dealer["name"], dealer["since"].is_i64()), (&json!("3"), true), "{raised}");
    let waits = |waits_for: &str, finding: Value| {
        let mut live = waits(waits_for, finding);
        live["dealer"] = dealer.clone();
        live
    };
    assert_eq!(raised["live"], waits("finding", json!("unreadable")), "{raised}");
    studio.shoe.hang_up();
    let lost = studio.socket.receive_until(|message| what(message).as_deref() == Some("device_lost")).await;
    assert_eq!(lost["live"], waits("device", Value::Null), "{lost}");
    let address = studio.server.address;
    studio.shoe.connect(address).await;
    studio.shoe.until_welcome(address).await;
    let back = studio.socket.receive_until(|message| what(message).as_deref() == Some("device_joined")).await;
    assert_eq!(back["live"], raised["live"], "the finding is open still: {back}");
    studio.server.stop().await;
}

#[tokio::test]
async fn an_answer_that_waits_for_a_change_comes_before_its_request_fails() {
    let limits = Limits { request: Duration::from_millis(500), ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let tables = vec![live_table(), tables().remove(1)];
    let server = TestServer::of(Parts { config, tables, ..Parts::default() }).await;
    let dealer = server.staff("Dan", &[Role::Dealer]).await;
    let path = format!("/api/v1/tables/{SLOW}/live");
    let known = http::get(server.address, &path, Some(&dealer)).await.json();
    let version = known["live"]["version"].as_str().expect("a version");
    // Nothing happens at the table.
    let waited = http::get(server.address, &format!("{path}?other_than={version}"), Some(&dealer)).await;
    assert_eq!((waited.status, waited.json()), (200, known), "{waited:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_fault_and_an_open_lid_outlast_a_restart_of_the_server() {
    let mut studio = Studio::open().await;
    studio.shoe.join(studio.server.address).await;
    studio.shoe.load("BOX-0117").await;
    studio.shoe.shoe(ShoeState::LidOpen, "BOX-0117").await;
    studio.shoe.record(What::Fault { code: FaultCode::Lid, text: "hinge".parse().expect("short") }).await;
    studio.shoe.acked().await;
    let (path, una) = ("/api/v1/devices", Some(studio.one.as_str()));
    let before = http::get(studio.server.address, path, una).await.json();
    assert_eq!(
        (&before["devices"][0]["fault"]["text"], before["devices"][0]["lid_open_at"].is_i64()),
        (&json!("hinge"), true)
    );
    let kept = studio.server.stop_and_keep().await;
    let config = Config { device_timing: PATIENT, ..Config::default() };
    let folder = Some(kept.path().to_owned());
    let tables = vec![live_table(), tables().remove(1)];
    let server = TestServer::of(Parts { config, tables, folder, ..Parts::default() }).await;
    let open = http::get(server.address, "/api/v1/proposals", una).await.json();
    assert_eq!(open["device_alarms"], 1, "{open}");
    let after = http::get(server.address, path, una).await.json();
    for what in ["fault", "lid_open_at"] {
        assert_eq!(after["devices"][0][what], before["devices"][0][what], "{what}");
    }
    studio.shoe.join(server.address).await;
    studio.shoe.load("BOX-0118").await;
    studio.shoe.acked().await;
    let closed = http::get(server.address, path, una).await.json();
    assert_eq!(closed["devices"][0]["lid_open_at"], Value::Null);
    assert_eq!(closed["devices"][0]["fault"], before["devices"][0]["fault"]);
    server.stop().await;
}

#[tokio::test]
async fn a_device_whose_beats_say_fault_is_shown_so_until_they_say_otherwise_or_it_is_gone() {
    let mut studio = Studio::open().await;
    let address = studio.server.address;
    let path = format!("/api/v1/tables/{SLOW}/live");
    studio.shoe.join(address).await;
    let una = studio.one.clone();
    // The console waits for the next status.
    let next = async |version: &Value| {
        let path = format!("{path}?other_than={}", version.as_str().expect("a version"));
        http::get(address, &path, Some(&una)).await.json()["live"].take()
    };
    let others = async || {
        let open = http::get(address, "/api/v1/proposals", Some(&una)).await.json();
        let devices = http::get(address, "/api/v1/devices", Some(&una)).await.json();
        (open["device_alarms"].clone(), devices["devices"][0]["faulty_since"].is_i64())
    };
    let mut live = http::get(address, &path, Some(&una)).await.json()["live"].take();
    while live["device_id"].is_null() {
        live = next(&live["version"]).await;
    }
    assert_eq!(live["device_faulty"], false, "{live}");
    studio.shoe.beat(DeviceState::Ready).await;
    assert_eq!(others().await, (json!(0), false));
    studio.shoe.beat(DeviceState::Fault).await;
    live = next(&live["version"]).await;
    assert_eq!((&live["device_faulty"], others().await), (&json!(true), (json!(1), true)), "{live}");
    studio.shoe.beat(DeviceState::Busy).await;
    live = next(&live["version"]).await;
    assert_eq!((&live["device_faulty"], others().await), (&json!(false), (json!(0), false)), "{live}");
    studio.shoe.beat(DeviceState::Fault).await;
    live = next(&live["version"]).await;
    assert_eq!(live["device_faulty"], true, "{live}");
    studio.shoe.hang_up();
    while !live["device_id"].is_null() {
        live = next(&live["version"]).await;
    }
    assert_eq!((&live["device_faulty"], others().await), (&json!(false), (json!(0), false)), "{live}");
    studio.server.stop().await;
}
