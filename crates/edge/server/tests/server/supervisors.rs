//! Supervisors: authentication, a whole correction by two supervisors while the patron watches, and refusals.

use std::time::Duration;

use house::Purse;
use house::by_hand::MoneyStaff;
use house::people::Role;
use punto_server::{Limits, Rate};
use serde_json::{Value, json};
use table::{PatronId, RequestId, StaffId};

use crate::http::{self, Answer, send};
use crate::socket_client::{SocketClient, id};
use crate::test_server::{Patron, QUICK, SLOW, TestServer};

/// A server with two supervisors, Ann and Ben, and their secrets.
pub(crate) struct SupervisedServer {
    pub(crate) inner: TestServer,
    pub(crate) ann: String,
    pub(crate) ben: String,
}

impl SupervisedServer {
    pub(crate) async fn start() -> Self {
        Self::with_limits(Limits::default()).await
    }

    async fn with_limits(limits: Limits) -> Self {
        let inner = TestServer::with_limits(limits).await;
        let ann = inner.staff("Ann Lee", &[Role::Supervisor]).await;
        let ben = inner.staff("Ben", &[Role::Supervisor]).await;
        Self { inner, ann, ben }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        http::get(self.inner.address, &format!("/api/v1{path}"), Some(&self.ann)).await
    }

    pub(crate) async fn post(&self, who: &str, path: &str, body: &Value) -> Answer {
        http::post(self.inner.address, &format!("/api/v1{path}"), Some(who), body).await
    }

    /// Posts without a body.
    async fn post_empty(&self, who: &str, path: &str) -> Answer {
        let token = [("Authorization", format!("Bearer {who}"))];
        send(self.inner.address, "POST", &format!("/api/v1{path}"), &token, b"").await
    }

    /// Approves or withdraws a correction.
    pub(crate) async fn decide(&self, who: &str, correction_no: &Value, what: &str) -> Answer {
        self.post_empty(who, &format!("{CORRECTIONS}/{correction_no}/{what}")).await
    }

    /// A server on which a guest played a round of the quick table with these wagers to its end. The guest's socket
    /// goes on watching the table.
    pub(crate) async fn with_round(wagers: &[(&str, i64)]) -> (Self, Patron, SocketClient, Value) {
        let server = Self::start().await;
        let ana = server.inner.guest("Ana").await;
        let mut socket = server.inner.connect_as(&ana).await;
        let round = socket.place_in_next_round(QUICK, wagers).await;
        socket.receive_type("you_settled").await;
        (server, ana, socket, round)
    }

    async fn cash(&self, patron: &Patron) -> i64 {
        let wallet = self.get(&format!("/patrons/{}/wallet", patron.id)).await;
        assert_eq!(wallet.status, 200, "{wallet:?}");
        wallet.json()["cash"].as_i64().expect("an amount")
    }
}

/// The corrections of the quick table.
pub(crate) const CORRECTIONS: &str = "/tables/2/corrections";

/// The proposal to void a round.
pub(crate) fn void_of(round: &Value, number: u128, why: &str) -> Value {
    json!({"request_id": id(number), "round": round, "ruling": {"kind": "void"}, "why": why})
}

pub(crate) fn path_of(round: &Value) -> String {
    format!("/tables/{QUICK}/shoes/{}/rounds/{}", round["shoe_no"], round["round_no"])
}

#[tokio::test]
async fn two_supervisors_correct_a_round_and_the_patron_gets_a_message() {
    let (server, ana, mut socket, round) = SupervisedServer::with_round(&[("player", 10_000)]).await;
    let before = server.cash(&ana).await;
    let shown = server.get(&path_of(&round)).await.json();
    assert_eq!((&shown["revision"], &shown["round"], &shown["corrections"]), (&json!(1), &round, &json!([])));
    let [own] = &shown["patrons"].as_array().unwrap()[..] else { panic!("one patron: {shown}") };
    assert_eq!((&own["patron_id"], &own["staked"]), (&json!(ana.id), &json!(10_000)));
    assert_eq!(own["wagers"], json!([{"spot": "player", "stake": 10_000}]));
    let paid = own["paid"].as_i64().unwrap();

    let after = 10_000;
    let body = void_of(&round, 1, "The shoe was opened.");
    let answer = server.post(&server.ann, CORRECTIONS, &body).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let answer = answer.json();
    assert_eq!(answer["repeated"], false);
    let proposed = &answer["correction"];
    let named = |who: &str, name: &str| json!({"supervisor_id": who.parse::<u32>().unwrap(), "name": name});
    assert_eq!((&proposed["state"], &proposed["proposed_by"]), (&json!("open"), &named("1", "Ann Lee")));
    assert_eq!((&proposed["cards_before"], &proposed["cards_after"]), (&shown["cards"], &shown["cards"]));
    assert_eq!(
        (&proposed["rules"]["id"], &proposed["rules"]["assumed"]),
        (&json!("gold-card"), &json!(false))
    );
    let own = &proposed["patrons"][0];
    assert_eq!((&own["patron_id"], &own["paid_before"]), (&json!(ana.id), &json!(paid)));
    assert_eq!((&own["paid_after"], &own["difference"]), (&json!(after), &json!(after - paid)));
    assert_eq!(server.cash(&ana).await, before, "a dry run moves nothing");

    let no = &proposed["correction_no"];
    server.decide(&server.ann, no, "approve").await.is_refusal(403, "same_supervisor");
    let mut decided = proposed.clone();
    (decided["state"], decided["approved_by"]) = (json!("approved"), named("2", "Ben"));
    for repeated in [false, true] {
        let approved = server.decide(&server.ben, no, "approve").await;
        assert_eq!(approved.status, 200, "{approved:?}");
        let expected = json!({"repeated": repeated, "correction": decided});
        assert_eq!(approved.json(), expected, "the proposal, with nothing else new");
    }
    let message = socket.receive_type("you_corrected").await;
    assert_eq!(
        (&message["end"]["round"], &message["end"]["revision"], &message["difference"]),
        (&round, &json!(2), &json!(after - paid)),
        "{message}"
    );
    assert_eq!(server.cash(&ana).await, before + after - paid);
    assert_eq!(server.inner.balance(&ana).await, before + after - paid);
    server.decide(&server.ben, no, "withdraw").await.is_refusal(409, "correction_outdated");

    let cards = shown["cards"].clone();
    let shown = server.get(&path_of(&round)).await.json();
    assert_eq!(
        (&shown["revision"], &shown["outcome"], &shown["cards"]),
        (&json!(2), &json!("voided"), &cards)
    );
    assert_eq!(shown["corrections"][0]["state"], "approved");
    let listed = server.get(CORRECTIONS).await.json();
    let mut expected = shown["corrections"][0].clone();
    expected.as_object_mut().unwrap().remove("patrons").expect("the round has the dry run, the list has not");
    assert_eq!((&listed["corrections"][0]["correction"], &listed["next_before"]), (&expected, &Value::Null));
}

#[tokio::test]
async fn a_proposal_is_withdrawn_and_a_round_voided() {
    let (server, _, _, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let mut numbers = Vec::new();
    for number in [1, 2] {
        let proposed = server.post(&server.ann, CORRECTIONS, &void_of(&round, number, "opened")).await.json();
        numbers.push(proposed["correction"]["correction_no"].clone());
    }
    let [one, two] = &numbers[..] else { panic!("two proposals") };
    for repeated in [false, true] {
        let gone = server.decide(&server.ann, one, "withdraw").await.json();
        assert_eq!(
            (&gone["repeated"], &gone["correction"]["state"]),
            (&json!(repeated), &json!("withdrawn"))
        );
    }
    server.decide(&server.ben, one, "approve").await.is_refusal(409, "correction_withdrawn");
    let states = |list: &Value| -> Vec<(Value, Value)> {
        let list = list["corrections"].as_array().unwrap().iter();
        list.map(|it| (it["correction"]["correction_no"].clone(), it["correction"]["state"].clone()))
            .collect()
    };
    let listed = server.get(CORRECTIONS).await.json();
    assert_eq!(states(&listed), [(two.clone(), json!("open")), (one.clone(), json!("withdrawn"))]);
    // Page by page; an entry that withdraws is none of the proposals.
    let (mut before, mut paged) = (Value::Null, Vec::new());
    loop {
        let from = before.as_u64().map_or_else(String::new, |before| format!("&before={before}"));
        let page = server.get(&format!("{CORRECTIONS}?limit=1{from}")).await.json();
        paged.extend(states(&page));
        before = page["next_before"].clone();
        if before.is_null() {
            break;
        }
    }
    assert_eq!(paged, states(&listed));

    assert_eq!(server.decide(&server.ben, two, "approve").await.status, 200);
    let shown = server.get(&path_of(&round)).await.json();
    assert_eq!((&shown["outcome"], &shown["voided"]), (&json!("voided"), &json!("supervisor")));
    assert_eq!(shown["patrons"][0]["paid"], 1_000);
    let shoe = server.get(&format!("/tables/{QUICK}/shoes/{}", round["shoe_no"])).await.json();
    let voided = shoe["rounds"].as_array().unwrap().iter().find(|it| it["round"] == round).unwrap();
    assert_eq!((&voided["outcome"], &voided["revision"]), (&json!("voided"), &json!(2)));
    assert_eq!(shoe["rounds"][0]["round"]["round_no"], 1);
}

#[tokio::test]
async fn a_proposal_whose_answer_was_lost_is_sent_again_and_is_the_same() {
    let (server, _, _, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let proposal = |why: &str| void_of(&round, 1, why);
    let first = server.post(&server.ann, CORRECTIONS, &proposal("opened")).await;
    let again = server.post(&server.ann, CORRECTIONS, &proposal("opened")).await;
    assert_eq!((first.status, again.status), (201, 200));
    let mut expected = first.json();
    assert_eq!(expected["repeated"], false);
    expected["repeated"] = json!(true);
    assert_eq!(again.json(), expected);
    for (who, why) in [(&server.ann, "other"), (&server.ben, "opened")] {
        let used = server.post(who, CORRECTIONS, &proposal(why)).await;
        assert_eq!((used.status, used.code().as_str()), (409, "request_id_used"), "{used:?}");
    }
    server.decide(&server.ben, &expected["correction"]["correction_no"], "approve").await;
    let late = server.post(&server.ann, CORRECTIONS, &proposal("opened")).await.json();
    assert_eq!((&late["repeated"], &late["correction"]["state"]), (&json!(true), &json!("approved")));
    let listed = server.get(CORRECTIONS).await.json();
    assert_eq!(listed["corrections"].as_array().map(Vec::len), Some(1), "{listed}");
}

#[tokio::test]
async fn the_round_under_way_is_voided_and_no_other() {
    let server = SupervisedServer::start().await;
    let ana = server.inner.guest("Ana").await;
    let mut socket = server.inner.connect_as(&ana).await;
    let round = socket.betting(SLOW).await;
    socket.place(SLOW, &round, &id(1), &[("player", 700)]).await;
    let path = format!("/tables/{SLOW}/void");
    let other = json!({"round": {"shoe_no": round["shoe_no"], "round_no": 9}});
    server.post(&server.ann, &path, &other).await.is_refusal(409, "round_not_open");
    let body = json!({"round": round});
    let voided = server.post(&server.ann, &path, &body).await;
    assert_eq!((voided.status, voided.json()), (200, json!({"table_id": SLOW, "round": round})));
    let message = socket.receive_type("you_voided").await;
    assert_eq!((&message["round"], &message["returned"]), (&round, &json!(700)), "{message}");
    assert_eq!(server.cash(&ana).await, 1_000_000);
    let rounds = format!("/tables/{SLOW}/shoes/{}/rounds/{}", round["shoe_no"], round["round_no"]);
    let shown = server.get(&rounds).await.json();
    assert_eq!(shown["voided_by"], json!({"supervisor_id": 1, "name": "Ann Lee"}));
    server.post(&server.ann, &path, &body).await.is_refusal(409, "round_not_open");
}

#[tokio::test]
async fn only_staff_get_in_and_the_refusal_names_who_may() {
    let server = SupervisedServer::start().await;
    let (ana, address) = (server.inner.guest("Ana").await, server.inner.address);
    for (secret, name) in [(&server.ann, "Ann Lee"), (&server.ben, "Ben")] {
        let me = http::get(address, "/api/v1/staff/me", Some(secret)).await.json();
        assert_eq!(me["name"], name);
    }
    let wrong = "0".repeat(64);
    for token in [None, Some(""), Some("deadbeef"), Some(wrong.as_str())] {
        let answer = http::get(address, "/api/v1/staff/me", token).await;
        assert_eq!((answer.status, answer.code().as_str()), (401, "unauthenticated"), "{token:?}");
        assert!(answer.header("www-authenticate").is_some());
        assert!(!answer.text().contains(&wrong), "what was sent is not sent back");
    }
    for (path, token, roles) in [
        ("/api/v1/staff/me", &ana.token, "dealer, supervisor, manager, auditor"),
        ("/api/v1/me", &server.ann, "guest, patron"),
    ] {
        let answer = http::get(address, path, Some(token)).await;
        answer.is_refusal(403, "not_allowed");
        assert!(answer.text().contains(&format!("allowed to the roles {roles};")), "{answer:?}");
    }
    assert_eq!(server.get("/staff/me").await.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn wrong_secrets_and_requests_are_rate_limited() {
    let two = Rate { burst: 2, every: Duration::from_secs(90) };
    let limits = Limits { attempts: two, staff: two, ..Limits::default() };
    let server = SupervisedServer::with_limits(limits).await;
    let (ann, ben) = (&server.ann, &server.ben);
    let ask = async |secret: &str| http::get(server.inner.address, "/api/v1/staff/me", Some(secret)).await;
    for (secret, status) in
        [("no", 401), ("no", 401), ("no", 429), (ann, 200), (ann, 200), (ann, 429), (ben, 200)]
    {
        let answer = ask(secret).await;
        assert_eq!(answer.status, status, "{secret}");
        assert_eq!(answer.header("retry-after").is_some(), status == 429);
    }
    assert_eq!(ask("no").await.code(), "too_many_attempts");
    assert_eq!(ask(ann).await.code(), "too_many_requests");
}

#[tokio::test]
async fn impossible_corrections_are_refused_with_a_reason() {
    let (server, _, mut socket, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let present_cards = server.get(&path_of(&round)).await.json()["cards"].clone();
    // Banker wins in one, Player in the other: one of them at least was not dealt.
    let others = [["Kd", "9h", "Ks", "Kc"], ["9h", "Kd", "Kc", "Ks"]];
    let others = others.into_iter().find(|cards| json!(cards) != present_cards).unwrap();
    let open = socket.betting(SLOW).await;
    let why = "why";
    let with = |field: &str, value: Value| {
        let mut body = void_of(&round, 1, why);
        body[field] = value;
        body
    };
    let ruled = |ruling: Value| with("ruling", ruling);
    let cards = |cards: Value| ruled(json!({"kind": "cards", "cards": cards}));
    let without = |field: &str| {
        let mut body = with(field, Value::Null);
        body.as_object_mut().unwrap().remove(field);
        body
    };
    let never = json!({"shoe_no": 77, "round_no": 1});
    for (body, status, code, message) in [
        (void_of(&never, 1, why), 404, "unknown_round", "there is no round 77-1"),
        (void_of(&round, 1, ""), 422, "no_reason", "1 to 500 characters"),
        (void_of(&round, 1, &"x".repeat(501)), 422, "no_reason", "1 to 500 characters"),
        (cards(present_cards), 409, "nothing_to_correct", "stands like that already"),
        (cards(json!(others)), 409, "off_order", "follow from its shuffled shoe"),
        (cards(json!(["9h", "Kd"])), 422, "illegal_coup", "2 cards are not a whole coup"),
        (cards(json!([])), 422, "illegal_coup", "not a whole coup"),
        (cards(json!(["9h", "Kd", "Ks", "Xx"])), 422, "bad_card", "\"Xx\" is not a card"),
        (cards(json!("9h")), 400, "malformed_request", "`ruling.cards` is \"9h\"; send a list"),
        (
            ruled(json!({"kind": "winner", "side": "player"})),
            400,
            "malformed_request",
            "`ruling.kind` is \"winner\"; send one of `void`, `cards`",
        ),
        (ruled(json!({"kind": "void", "cards": []})), 400, "unknown_field", "`ruling.cards` is not known"),
        (with("request_id", json!("7")), 422, "unacceptable", "32 hex digits"),
        (without("request_id"), 400, "malformed_request", "`request_id` is missing"),
        (without("ruling"), 400, "malformed_request", "`ruling` is missing"),
        (without("why"), 400, "malformed_request", "`why` is missing"),
        (without("round"), 400, "malformed_request", "`round` is missing"),
        (void_of(&json!("1-1"), 1, why), 400, "malformed_request", "`round` is \"1-1\"; send an object"),
        (
            void_of(&json!({"shoe_no": 1, "round_no": -1}), 1, why),
            400,
            "malformed_request",
            "no` is -1; send",
        ),
        (
            void_of(&json!({"shoe_no": 1, "round_no": 70_000}), 1, why),
            400,
            "malformed_request",
            "`round.round_no` is 70000; send a whole number from 0 to 65535",
        ),
        (json!([]), 400, "malformed_request", "the JSON is a list; send an object"),
        (Value::Null, 400, "malformed_request", "the JSON is null; send an object"),
    ] {
        let answer = server.post(&server.ann, CORRECTIONS, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{body}");
        assert!(answer.text().contains(&message.replace('"', "\\\"")), "{body}: {}", answer.text());
    }
    let under_way = void_of(&open, 1, why);
    server
        .post(&server.ann, &format!("/tables/{SLOW}/corrections"), &under_way)
        .await
        .is_refusal(409, "round_not_over");
}

#[tokio::test]
async fn unreadable_requests_have_their_own_answers() {
    let server = SupervisedServer::start().await;
    let token = || ("Authorization", format!("Bearer {}", server.ann));
    let kind = || ("Content-Type", "application/json".to_owned());
    for (headers, body, status, code) in [
        (vec![token(), kind()], &b"{"[..], 400, "malformed_request"),
        (vec![token(), kind()], b"", 400, "malformed_request"),
        (vec![token()], b"{}", 415, "not_json"),
        (vec![token(), kind()], &vec![b'x'; 20_000][..], 413, "too_large"),
        (vec![kind()], b"{}", 401, "unauthenticated"),
    ] {
        let path = format!("/api/v1/tables/{QUICK}/corrections");
        let answer = send(server.inner.address, "POST", &path, &headers, body).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{} bytes", body.len());
    }
}

#[tokio::test]
async fn unknown_things_are_not_found() {
    let server = SupervisedServer::start().await;
    for (path, status, code) in [
        ("", 404, "unknown_path"),
        ("/nothing", 404, "unknown_path"),
        ("/tables/3/corrections", 404, "unknown_table"),
        ("/tables/x/shoes/1", 404, "unknown_table"),
        ("/tables/1/shoes/77", 404, "unknown_shoe"),
        ("/tables/1/shoes/-1", 404, "unknown_shoe"),
        ("/tables/1/shoes/1/rounds/0", 404, "unknown_round"),
        ("/tables/1/shoes/1/rounds/9999", 404, "unknown_round"),
        ("/tables/1/shoes/1/rounds/99999999", 404, "unknown_round"),
        ("/patrons/4000000000/wallet", 404, "unknown_patron"),
        ("/patrons/Ana/wallet", 404, "unknown_patron"),
        ("/tables/1/corrections?limit=0", 422, "unacceptable"),
        ("/tables/1/corrections?limit=51", 422, "unacceptable"),
        ("/tables/1/corrections?limit=many", 400, "malformed_request"),
        ("/tables/1/corrections?state=open", 400, "malformed_request"),
        ("/tables/1/void", 405, "method_not_allowed"),
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path}");
    }
    for path in [
        "/tables/1/corrections/0/approve",
        "/tables/1/corrections/9999999/withdraw",
        "/tables/1/corrections/x/approve",
    ] {
        let answer = server.post_empty(&server.ben, path).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "unknown_correction"), "{path}");
    }
    let none = server.get("/tables/1/corrections").await.json();
    assert_eq!(none, json!({"corrections": [], "next_before": null}));
}

#[tokio::test]
async fn bonus_money_is_given_and_cash_put_right_once() {
    let server = SupervisedServer::start().await;
    let ana = server.inner.guest("Ana").await;
    let path = format!("/patrons/{}/adjustments", ana.id);
    let adjustment = |number: u128, purse: &str, change: i64, why: &str| json!({"request_id": id(number), "purse": purse, "change": change, "why": why});
    for repeated in [false, true] {
        let answer = server.post(&server.ann, &path, &adjustment(1, "bonus", 50_000, "welcome")).await;
        let adjusted = answer.json();
        assert_eq!(adjusted["repeated"], repeated);
        let wallet = &adjusted["wallet"];
        assert_eq!(
            (answer.status, &wallet["cash"], &wallet["bonus"]),
            (200, &json!(1_000_000), &json!(50_000))
        );
    }
    let answer = server.post(&server.ben, &path, &adjustment(2, "cash", -100_000, "paid out by hand")).await;
    assert_eq!((answer.status, answer.json()["wallet"]["cash"].as_i64()), (200, Some(900_000)));
    let patron = PatronId(u32::try_from(ana.id).unwrap());
    let house = &server.inner.house;
    let staff = |id, role| MoneyStaff { id: StaffId(id), role };
    let taken = house.propose_adjustment(
        patron,
        Purse::Cash,
        -850_000,
        staff(1, Role::Supervisor),
        "x",
        RequestId(9),
    );
    let number = taken.await.unwrap().proposal.number;
    house.approve_adjustment(number, staff(8, Role::Manager)).await.unwrap();
    for (body, status, code) in [
        (adjustment(1, "bonus", 50_001, "welcome"), 409, "request_id_used"),
        (adjustment(1, "bonus", 50_000, "goodwill"), 409, "request_id_used"),
        (adjustment(3, "cash", -50_001, "too much"), 409, "not_so_much"),
        (adjustment(3, "cash", 100_001, "too much"), 422, "above_limit"),
        (adjustment(3, "cash", i64::MAX, "too much"), 422, "bad_amount"),
        (adjustment(3, "cash", 0, "nothing"), 422, "bad_amount"),
        (adjustment(3, "cash", 5, " "), 422, "no_reason"),
        (adjustment(3, "chips", 5, "x"), 400, "malformed_request"),
        (json!({"request_id": "7", "purse": "cash", "change": 5, "why": "x"}), 422, "unacceptable"),
    ] {
        let answer = server.post(&server.ann, &path, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{body}");
    }
    let more = server.post(&server.ann, &path, &adjustment(3, "cash", -50_001, "too much")).await.json();
    assert_eq!(more["error"]["limit"], 50_000, "{more}");
    server
        .post(&server.ann, "/patrons/77/adjustments", &adjustment(4, "cash", 5, "x"))
        .await
        .is_refusal(404, "unknown_patron");
    assert_eq!(server.cash(&ana).await, 50_000);
}

#[tokio::test]
async fn an_adjustment_above_the_limit_is_proposed_and_waits_for_a_manager() {
    let server = SupervisedServer::start().await;
    let ana = server.inner.guest("Ana").await;
    let body = json!({
        "request_id": id(1), "patron_id": ana.id, "purse": "cash", "change": 200_000, "why": "paid in",
    });
    for (status, repeated) in [(201, false), (200, true)] {
        let answer = server.post(&server.ann, "/adjustments", &body).await;
        assert_eq!((answer.status, answer.json()["repeated"].as_bool()), (status, Some(repeated)));
    }
    for (who, code) in [(&server.ann, "same_person"), (&server.ben, "needs_manager")] {
        server.post_empty(who, "/adjustments/1/approve").await.is_refusal(403, code);
    }
    assert_eq!(server.cash(&ana).await, 1_000_000, "nothing has moved");
    let shown = server.get("/adjustments").await.json();
    let first = &shown["adjustments"][0];
    assert_eq!(
        (&first["number"], &first["state"], &first["change"]),
        (&json!(1), &json!("proposed"), &json!(200_000))
    );
    assert_eq!(
        (&first["proposed"]["name"], &first["proposed"]["why"]),
        (&json!("Ann Lee"), &json!("paid in"))
    );
    assert!(first.get("decided").is_none(), "{first}");
    assert_eq!(
        server.get("/proposals").await.json(),
        json!({"corrections": 0, "adjustments": 1, "devices": 0, "device_alarms": 0})
    );
    let refused =
        server.post(&server.ben, "/adjustments/1/withdraw", &json!({"why": "no receipt"})).await.json();
    let refused = &refused["adjustment"];
    assert_eq!((&refused["state"], &refused["decided"]["name"]), (&json!("refused"), &json!("Ben")));
    server.post_empty(&server.ben, "/adjustments/2/approve").await.is_refusal(404, "unknown_adjustment");
    let limits = server.get("/adjustment-limits").await.json();
    assert_eq!(limits, json!({"cash_each": 1_000, "cash_day": 5_000, "bonus_each": 500, "bonus_day": 2_500}));
}
