//! A manager sets the password of a table and invites patrons; patrons who ask for a seat meet both.

use house::people::Role;
use serde_json::{Value, json};

use crate::http::{Answer, get, send};
use crate::socket_client::SocketClient;
use crate::test_server::{SLOW, TestServer};

const PASSWORD: &str = "green kettle unrolled";

struct Door {
    server: TestServer,
    manager: String,
}

impl Door {
    async fn open() -> Self {
        let server = TestServer::start().await;
        let manager = server.staff("Mia", &[Role::Manager]).await;
        Self { server, manager }
    }

    async fn call(&self, token: &str, method: &str, path: &str, body: Value) -> Answer {
        let headers =
            [("Authorization", format!("Bearer {token}")), ("Content-Type", "application/json".to_owned())];
        let path = format!("/api/v1/tables/{SLOW}{path}");
        send(self.server.address, method, &path, &headers, body.to_string().as_bytes()).await
    }

    async fn set(&self, settings: Value) -> Answer {
        self.call(&self.manager, "PATCH", "", json!({"settings": settings, "why": "a private party"})).await
    }

    async fn invite(&self, mut body: Value) -> Answer {
        body["why"] = json!("a private party");
        self.call(&self.manager, "POST", "/invitations", body).await
    }

    async fn read(&self, path: &str) -> Answer {
        get(self.server.address, &format!("/api/v1{path}"), Some(&self.manager)).await
    }
}

/// Asks for a seat with this password, and returns the answer.
async fn knock(socket: &mut SocketClient, password: Option<&str>) -> Value {
    knock_with(socket, &json!({"password": password})).await
}

async fn knock_with(socket: &mut SocketClient, pass: &Value) -> Value {
    let mut request = json!({"type": "take_seat", "table_id": SLOW});
    for (field, value) in pass.as_object().into_iter().flatten() {
        request[field] = value.clone();
    }
    socket.send(&request).await;
    let answers = ["seat_taken", "seat_refused"].map(Value::from);
    let answer = socket.receive_until(|message| answers.contains(&message["type"])).await;
    if answer["type"] == "seat_refused" { answer["refusal"]["code"].clone() } else { answer["type"].clone() }
}

#[tokio::test]
async fn a_password_is_set_and_removed_and_no_answer_has_it() {
    let door = Door::open().await;
    let mut ana = door.server.connect_as(&door.server.guest("Ana").await).await;
    let set = door.set(json!({"password": PASSWORD})).await;
    assert_eq!((set.status, &set.json()["needs_password"]), (200, &json!(true)));
    assert_eq!(knock(&mut ana, None).await, "wrong_password");
    assert_eq!(knock(&mut ana, Some("green kettle")).await, "wrong_password");
    assert_eq!(knock(&mut ana, Some(PASSWORD)).await, "seat_taken");
    let weak = door.set(json!({"password": "12345678"})).await;
    weak.is_refusal(422, "bad_settings");
    assert!(weak.json()["error"]["fields"]["password"].as_str().unwrap().contains("too easy"));
    let removed = door.set(json!({"password": ""})).await.json();
    assert_eq!(removed["needs_password"], false);
    let mut ben = door.server.connect_as(&door.server.guest("Ben").await).await;
    assert_eq!(knock(&mut ben, None).await, "seat_taken");
    let changes = door.read(&format!("/tables/{SLOW}/changes")).await;
    let told: Vec<_> =
        changes.json()["changes"].as_array().unwrap().iter().map(|it| it["by"].clone()).collect();
    assert_eq!(told, ["staff:1", "staff:1"]);
    for answer in [set, changes, door.read("/log").await, door.read("/floor").await] {
        assert!(!answer.text().contains("kettle") && !answer.text().contains("argon2"), "{answer:?}");
    }
}

#[tokio::test]
async fn a_table_is_created_with_its_password() {
    let door = Door::open().await;
    let headers = [
        ("Authorization", format!("Bearer {}", door.manager)),
        ("Content-Type", "application/json".to_owned()),
    ];
    let settings = json!({"name": "Garden", "rules": {"id": "three-bet"}, "password": PASSWORD, "needs_invitation": true});
    let body = json!({"settings": settings, "why": "a private room"}).to_string();
    let created = send(door.server.address, "POST", "/api/v1/tables", &headers, body.as_bytes()).await.json();
    assert_eq!((&created["needs_password"], &created["needs_invitation"]), (&json!(true), &json!(true)));
    assert_eq!(created["invited"], 0);
}

#[tokio::test]
async fn patrons_are_invited_by_number_or_nickname_and_uninvited() {
    let door = Door::open().await;
    let (ana, ben) = (door.server.guest("Ana").await, door.server.guest("Ben").await);
    let (mut at_ana, mut at_ben) = (door.server.connect_as(&ana).await, door.server.connect_as(&ben).await);
    let invited = door.invite(json!({"invite": ["ANA"]})).await;
    assert_eq!((invited.status, &invited.json()["invited"]), (200, &json!(1)), "{invited:?}");
    assert_eq!(knock(&mut at_ben, None).await, "not_invited");
    assert_eq!(door.invite(json!({"invite": [ben.id]})).await.json()["invited"], 2);
    let list = door.read(&format!("/tables/{SLOW}/invitations")).await.json();
    assert_eq!(list, json!({"needs_invitation": true, "patrons": [ana.id, ben.id], "codes": 0}));
    assert_eq!(knock(&mut at_ben, None).await, "seat_taken");
    assert_eq!(door.invite(json!({"uninvite": [ana.id]})).await.json()["invited"], 1);
    assert_eq!(knock(&mut at_ana, None).await, "not_invited");
    door.invite(json!({"invite": ["Nobody"]})).await.is_refusal(404, "unknown_patron");
    door.server.guest("Ana").await;
    door.invite(json!({"invite": ["Ana"]})).await.is_refusal(422, "shared_nickname");
    let open = door.set(json!({"needs_invitation": false})).await.json();
    assert_eq!((&open["needs_invitation"], &open["invited"]), (&json!(false), &json!(0)));
    assert_eq!(knock(&mut at_ana, None).await, "seat_taken");
    let log = door.read("/log?kind=patron_read").await.json();
    let mut entries = log["entries"].as_array().expect("entries").iter();
    let invitations = format!("/tables/{SLOW}/invitations");
    assert!(entries.any(|entry| entry["says"]["what"] == invitations), "{log}");
}

#[tokio::test]
async fn supervisors_read_who_is_invited_and_change_nothing() {
    let door = Door::open().await;
    let ann = door.server.staff("Ann", &[Role::Supervisor]).await;
    let body = json!({"invite": [1], "why": "?"});
    door.call(&ann, "POST", "/invitations", body).await.is_refusal(403, "not_allowed");
    let body = json!({"settings": {"password": PASSWORD}, "why": "?"});
    door.call(&ann, "PATCH", "", body).await.is_refusal(403, "not_allowed");
    let path = format!("/api/v1/tables/{SLOW}/invitations");
    let list = get(door.server.address, &path, Some(&ann)).await;
    assert_eq!(list.json(), json!({"needs_invitation": false, "patrons": [], "codes": 0}));
}

#[tokio::test]
async fn a_manager_makes_codes_of_invitations_and_withdraws_them() {
    let door = Door::open().await;
    let mut ana = door.server.connect_as(&door.server.guest("Ana").await).await;
    let mut ben = door.server.connect_as(&door.server.guest("Ben").await).await;
    let make = json!({"why": "a private party"});
    let made = door.call(&door.manager, "POST", "/invitation-codes", make.clone()).await;
    let (code, settings) = (made.json()["code"].clone(), made.json()["settings"].clone());
    assert_eq!((made.status, &settings["needs_invitation"]), (201, &json!(true)), "{made:?}");
    assert_eq!((&settings["invited"], &settings["invitation_codes"]), (&json!(0), &json!(1)));
    assert_eq!(knock(&mut ana, None).await, "not_invited");
    assert_eq!(knock_with(&mut ana, &json!({"invitation": code})).await, "seat_taken");
    let list = door.read(&format!("/tables/{SLOW}/invitations")).await.json();
    assert_eq!(list, json!({"needs_invitation": true, "patrons": [], "codes": 1}));
    let withdrawn = door.invite(json!({"withdraw_codes": true})).await.json();
    assert_eq!((&withdrawn["invitation_codes"], &withdrawn["needs_invitation"]), (&json!(0), &json!(true)));
    assert_eq!(knock_with(&mut ben, &json!({"invitation": code})).await, "not_invited");
    let bob = door.server.staff("Bob", &[Role::Supervisor]).await;
    door.call(&bob, "POST", "/invitation-codes", make).await.is_refusal(403, "not_allowed");
    let shown = code.as_str().unwrap();
    for path in [format!("/tables/{SLOW}/changes"), "/log".to_owned(), "/floor".to_owned()] {
        assert!(!door.read(&path).await.text().contains(shown), "{path}");
    }
}

#[tokio::test]
async fn the_log_has_a_table_before_and_after_each_change_without_hashes() {
    let door = Door::open().await;
    let ana = door.server.guest("Ana").await;
    door.set(json!({"password": PASSWORD, "exposure": 900})).await;
    door.invite(json!({"invite": [ana.id]})).await;
    let log = door.read(&format!("/log?entity=table:{SLOW}")).await;
    let answer = log.json();
    let (invited, set) = (&answer["entries"][0], &answer["entries"][1]);
    assert_eq!(invited["says"]["why"], "a private party");
    let asked = |state: &Value| (state["needs_password"].clone(), state["invited"].clone());
    assert_eq!(asked(&invited["says"]), (json!(true), json!(1)));
    assert_eq!(asked(&invited["before"]), (json!(true), json!(0)));
    assert_eq!((&set["says"]["exposure"], &set["currency"]["decimals"]), (&json!(900), &json!(2)));
    let first = answer["entries"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (first, &first["before"]),
        (set, &Value::Null),
        "nothing was on record before the first change"
    );
    assert!(!log.text().contains("argon2") && !log.text().contains("hash"), "{log:?}");
    let read = door.read("/log?kind=patron_read").await.json();
    assert_eq!(
        (&read["entries"][0]["before"], &read["entries"][0]["currency"]),
        (&Value::Null, &Value::Null)
    );
}
