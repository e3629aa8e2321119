//! Devices over HTTP: a device enrols itself, two supervisors put it on record, and what nobody may do alone.

use house::log::Actor;
use house::people::Role;
use house::people::totp::TotpBody;
use scanner::{DeviceKey, Fingerprint, Statement};
use serde_json::{Value, json};

use crate::accounts::{PASSWORD, PageSession};
use crate::http::{Answer, get, post};
use crate::test_server::{QUICK, SLOW, TestServer};

/// A supervisor at the console, with recovery codes that each prove once who they are.
pub(crate) struct Supervisor {
    page: PageSession,
    codes: Vec<Value>,
}

impl Supervisor {
    pub(crate) async fn new(server: &TestServer, name: &str) -> Self {
        let people = server.house.people();
        let roles = [Role::Supervisor].into();
        let added = people.add_staff(Actor::Operator, name, roles).await.expect("they are added");
        let body = json!({"name": name, "code": added.code, "password": PASSWORD, "cookie": true});
        let page = PageSession::of(&post(server.address, "/api/v1/staff/enrolment", None, &body).await);
        let password = json!({"password": PASSWORD});
        let factor = page.send(server, "POST", "/api/v1/me/second-factor", &password).await.json();
        let secret = factor["secret"].as_str().expect("a secret").to_owned();
        let factor = TotpBody { secret, last_step: 0, confirmed: false };
        let code = json!({"code": factor.code(server.house.now()).expect("a code")});
        let confirmed = page.send(server, "POST", "/api/v1/me/second-factor/confirm", &code).await;
        let codes = confirmed.json()["recovery_codes"].as_array().expect("codes").clone();
        Self { page: PageSession::of(&confirmed), codes }
    }

    /// What proves once who they are.
    fn proof(&mut self) -> Value {
        json!({"password": PASSWORD, "code": self.codes.pop().expect("a code is left")})
    }

    /// Posts under `/devices` with a proof.
    pub(crate) async fn act(&mut self, server: &TestServer, path: &str, body: Value) -> Answer {
        self.act_at(server, &format!("/devices{path}"), body).await
    }

    /// Posts with a proof.
    pub(crate) async fn act_at(&mut self, server: &TestServer, path: &str, mut body: Value) -> Answer {
        body["proof"] = self.proof();
        self.post(server, path, &body).await
    }

    /// Posts without a proof.
    pub(crate) async fn post(&self, server: &TestServer, path: &str, body: &Value) -> Answer {
        self.page.send(server, "POST", &format!("/api/v1{path}"), body).await
    }

    /// Posts without a proof, and with wrong ones: a session that was left open is not enough, and neither is a wrong
    /// password.
    pub(crate) async fn is_refused_without_a_proof(&self, server: &TestServer, path: &str, body: &Value) {
        self.post(server, path, body).await.is_refusal(400, "malformed_request");
        let with = |proof: Value| {
            let mut body = body.clone();
            body["proof"] = proof;
            body
        };
        self.post(server, path, &with(json!({}))).await.is_refusal(422, "unacceptable");
        let wrong = with(json!({"password": "another one", "code": "000000"}));
        self.post(server, path, &wrong).await.is_refusal(401, "wrong_credentials");
    }

    /// Reads.
    pub(crate) async fn get(&self, server: &TestServer, path: &str) -> Value {
        self.page.send(server, "GET", &format!("/api/v1{path}"), &Value::Null).await.json()
    }

    /// Opens a dealer's console of a live table; its secret.
    pub(crate) async fn console(&mut self, server: &TestServer, table: u32) -> String {
        let opened = self.act_at(server, &format!("/tables/{table}/consoles"), json!({})).await;
        assert_eq!(opened.status, 201, "{opened:?}");
        opened.json()["secret"].as_str().expect("a secret").to_owned()
    }

    /// How many devices wait for a second supervisor.
    async fn waiting(&self, server: &TestServer) -> Value {
        let open = self.page.send(server, "GET", "/api/v1/proposals", &Value::Null).await.json();
        open["devices"].clone()
    }

    pub(crate) async fn devices(&self, server: &TestServer) -> Vec<Value> {
        let listed = self.page.send(server, "GET", "/api/v1/devices", &Value::Null).await.json();
        listed["devices"].as_array().expect("a list").clone()
    }

    /// A code for the slow table.
    pub(crate) async fn code(&mut self, server: &TestServer) -> String {
        let made = self.act(server, "/codes", json!({"table_id": SLOW})).await;
        assert_eq!(made.status, 201, "{made:?}");
        made.json()["code"].as_str().expect("a code").to_owned()
    }
}

pub(crate) fn key(secret: u8) -> DeviceKey {
    DeviceKey::new([secret; 32])
}

pub(crate) fn fingerprint(secret: u8) -> String {
    Fingerprint::of(&key(secret).public()).to_string()
}

/// What the device of this secret sends to be enrolled at the slow table.
pub(crate) fn request(secret: u8, code: &str) -> Value {
    let key = key(secret);
    let statement = Statement::enrolment(&code.parse().expect("a code"), &key.public(), SLOW);
    let signature = statement.sign(&key).to_string();
    json!({"code": code, "key": key.public().to_string(), "table_id": SLOW, "signature": signature})
}

pub(crate) async fn enrol(server: &TestServer, body: &Value) -> Answer {
    post(server.address, "/api/v1/devices/enrolment", None, body).await
}

/// Puts the device of this secret on record for the slow table; its number.
pub(crate) async fn enrolled(
    server: &TestServer,
    secret: u8,
    (ann, ben): (&mut Supervisor, &mut Supervisor),
) -> u64 {
    let code = ann.code(server).await;
    let number = enrol(server, &request(secret, &code)).await.json()["device_id"].as_u64().expect("a number");
    let body = json!({"fingerprint": fingerprint(secret)});
    assert_eq!(ben.act(server, &format!("/{number}/approve"), body).await.status, 200);
    number
}

#[tokio::test]
async fn a_device_enrols_itself_and_two_supervisors_put_it_on_record() {
    let server = TestServer::start().await;
    let (mut ann, mut ben) = (Supervisor::new(&server, "Ann").await, Supervisor::new(&server, "Ben").await);
    let made = ann.act(&server, "/codes", json!({"table_id": SLOW, "simulator": true})).await.json();
    assert_eq!((&made["table_id"], &made["simulator"]), (&json!(SLOW), &json!(true)));
    let ends_in = made["ends_at"].as_i64().unwrap() - server.house.now().0;
    assert!((590_000..=600_000).contains(&ends_in), "{ends_in}");
    let sent = request(7, made["code"].as_str().unwrap());
    let answer = enrol(&server, &sent).await;
    assert_eq!((answer.status, &answer.json()["standing"]), (201, &json!("waiting")));
    enrol(&server, &sent).await.is_refusal(401, "bad_enrolment");

    assert_eq!(ben.waiting(&server).await, 1);
    let waiting = ben.devices(&server).await.remove(0);
    assert_eq!(waiting["code_by"], json!({"staff_id": 1, "name": "Ann"}));
    for hidden in ["key", "fingerprint", "confirmed_by", "ended_by"] {
        assert_eq!(waiting[hidden], Value::Null, "who approves reads {hidden} from the device");
    }
    let body = json!({"fingerprint": fingerprint(7)});
    ann.act(&server, "/1/approve", body.clone()).await.is_refusal(403, "same_person");
    ben.act(&server, "/1/approve", json!({"fingerprint": fingerprint(8)}))
        .await
        .is_refusal(409, "other_fingerprint");
    let approved = ben.act(&server, "/1/approve", body.clone()).await.json();
    assert_eq!((&approved["repeated"], &approved["device"]["standing"]), (&json!(false), &json!("enrolled")));
    assert_eq!(ann.waiting(&server).await, 0);
    assert_eq!(approved["device"]["confirmed_by"], json!({"staff_id": 2, "name": "Ben"}));
    assert_eq!(approved["device"]["fingerprint"], fingerprint(7));
    assert_eq!(ben.act(&server, "/1/approve", body).await.json()["repeated"], true);
    let moved = ann.act(&server, "/1/move", json!({"table_id": QUICK, "why": "needed there"})).await.json();
    assert_eq!(
        (&moved["device"]["table_id"], &moved["device"]["why"]),
        (&json!(QUICK), &json!("needed there"))
    );
    let suspended = ann.act(&server, "/1/suspend", json!({"why": "a look inside"})).await.json();
    assert_eq!(
        (&suspended["device"]["standing"], &suspended["device"]["ended_by"]),
        (&json!("suspended"), &json!("staff:1"))
    );
    let revoked = ben.act(&server, "/1/revoke", json!({"why": "worn out"})).await.json();
    assert_eq!(ann.devices(&server).await, [revoked["device"].clone()]);
    assert_eq!(
        (&revoked["device"]["standing"], &revoked["device"]["ended_by"]),
        (&json!("revoked"), &json!("staff:2"))
    );
    server.stop().await;
}

#[tokio::test]
async fn no_device_is_changed_without_a_proof_by_a_program_or_by_a_bad_request() {
    let server = TestServer::start().await;
    let (mut ann, mut ben) = (Supervisor::new(&server, "Ann").await, Supervisor::new(&server, "Ben").await);
    let number = enrolled(&server, 7, (&mut ann, &mut ben)).await;
    let program = server.house.people().staff_token("Ann", &[Role::Supervisor].into(), 1).await.unwrap();
    let revoke = format!("/api/v1/devices/{number}/revoke");
    let body = json!({"why": "x", "proof": {"password": PASSWORD}});
    let answer = post(server.address, &revoke, Some(program.secret.secret()), &body).await;
    answer.is_refusal(403, "not_for_programs");
    let page = &ben.page;
    page.send(&server, "POST", &revoke, &json!({"why": "x", "proof": {}}))
        .await
        .is_refusal(422, "unacceptable");
    page.send(&server, "POST", &revoke, &body).await.is_refusal(401, "wrong_credentials");
    page.send(&server, "POST", &revoke, &json!({"why": "x"})).await.is_refusal(400, "malformed_request");
    for (path, body, status, code) in [
        ("/9/approve", json!({"fingerprint": ""}), 404, "unknown_device"),
        ("/x/approve", json!({"fingerprint": ""}), 404, "unknown_device"),
        ("/1/move", json!({"table_id": 99, "why": "x"}), 404, "unknown_table"),
        ("/1/revoke", json!({"why": ""}), 422, "no_reason"),
        ("/codes", json!({"table_id": 99}), 404, "unknown_table"),
    ] {
        ann.act(&server, path, body).await.is_refusal(status, code);
    }
    let code = ann.code(&server).await;
    let good = request(8, &code);
    for (name, value, status, refusal) in [
        ("key", json!("ab"), 422, "bad_key"),
        ("signature", json!("ab"), 401, "bad_enrolment"),
        ("table_id", json!(QUICK), 401, "bad_enrolment"),
        ("more", json!(1), 400, "unknown_field"),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        enrol(&server, &bad).await.is_refusal(status, refusal);
    }
    enrol(&server, &request(7, &code)).await.is_refusal(409, "key_known");
    assert_eq!(ann.devices(&server).await[0]["standing"], "enrolled");
    server.stop().await;
}

#[tokio::test]
async fn the_log_names_the_device_and_hides_the_key_that_a_supervisor_compares() {
    let server = TestServer::start().await;
    let mut ann = Supervisor::new(&server, "Ann").await;
    let code = ann.code(&server).await;
    enrol(&server, &request(7, &code)).await;
    let auditor = server.staff("Cid", &[Role::Auditor]).await;
    let log = get(server.address, "/api/v1/log?entity=device:1", Some(&auditor)).await;
    let entry = &log.json()["entries"][0];
    assert_eq!((&entry["by"], &entry["entity"]), (&json!("device:1"), &json!("device:1")));
    let says = json!({"number": 1, "table": SLOW, "by": 1, "standing": {"is": "waiting"},
        "why": "came with a code and proved its key"});
    assert_eq!(entry["says"], says);
    assert!(!log.text().contains(&key(7).public().to_string()) && !log.text().contains(&code));
    let by_device = get(server.address, "/api/v1/log?by=device:1&kind=device", Some(&auditor)).await.json();
    assert_eq!(by_device["entries"][0]["no"], entry["no"]);
    server.stop().await;
}
