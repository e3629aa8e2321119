//! Passkeys over HTTP: a page adds one, logs in with it, names and removes it. The options go to a browser as they are.

use std::sync::Arc;

use house::people::Role;
use house::people::totp::TotpBody;
use punto_server::Config;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::accounts::{PASSWORD, PageSession, sign_up};
use crate::device::Device;
use crate::http::{Answer, get, post};
use crate::test_server::TestServer;

const ORIGIN: &str = "http://localhost:7777";

async fn server() -> TestServer {
    TestServer::with_config(config()).await
}

fn config() -> Config {
    Config { public_url: Some(ORIGIN.parse().expect("an address")), ..Config::default() }
}

/// What a device answers to a challenge that a route gave.
async fn answered(device: &mut Device, challenge: &Answer) -> Value {
    assert_eq!(challenge.status, 201, "{challenge:?}");
    let challenge = challenge.json();
    let credential = device.answer(ORIGIN, &challenge["options"]).await.expect("it is used");
    json!({"challenge_id": challenge["challenge_id"], "credential": credential})
}

/// Adds a passkey for a page. Gives the answer and the session that follows.
async fn add(server: &TestServer, page: &PageSession, device: &mut Device) -> (Answer, PageSession) {
    let proof = json!({"password": PASSWORD});
    let options = page.send(server, "POST", "/api/v1/me/passkeys/options", &proof).await;
    assert_eq!(options.status, 201, "{options:?}");
    let credential = device.make(ORIGIN, &options.json()).await.expect("it is made");
    let body = json!({"name": "phone", "credential": credential});
    let added = page.send(server, "POST", "/api/v1/me/passkeys", &body).await;
    assert_eq!(added.status, 201, "{added:?}");
    let page = PageSession::of(&added);
    (added, page)
}

#[tokio::test]
async fn a_page_adds_a_passkey_and_logs_in_with_it() {
    let (server, mut device) = (server().await, Device::default());
    let page = sign_up(&server, "Ana Lee").await;
    let options = json!({"password": PASSWORD});
    let options = page.send(&server, "POST", "/api/v1/me/passkeys/options", &options).await.json();
    assert_eq!(options["rp"], json!({"id": "localhost", "name": "Punto"}));
    assert_eq!(options["pubKeyCredParams"][0], json!({"type": "public-key", "alg": -7}));
    let selection = json!({"residentKey": "preferred", "userVerification": "required"});
    assert_eq!((&options["authenticatorSelection"], &options["attestation"]), (&selection, &json!("none")));
    let (added, page) = add(&server, &page, &mut device).await;
    let passkey = added.json()["passkey"].clone();
    assert_eq!((&passkey["name"], &passkey["last_used_at"]), (&json!("phone"), &Value::Null));
    assert_eq!(added.json()["recovery_codes"].as_array().map(Vec::len), Some(10));

    let password = json!({"name": "Ana Lee", "password": PASSWORD});
    let refused = post(server.address, "/api/v1/sessions", None, &password).await;
    refused.is_refusal(401, "wrong_credentials");
    for body in [json!({}), json!({"name": "ana lee"})] {
        let challenge = post(server.address, "/api/v1/sessions/passkey/options", None, &body).await;
        let body = json!({"passkey": answered(&mut device, &challenge).await, "label": "phone"});
        let session = post(server.address, "/api/v1/sessions/passkey", None, &body).await;
        assert_eq!(session.status, 201, "{session:?}");
        let token = session.json()["token"].as_str().unwrap().to_owned();
        let me = get(server.address, "/api/v1/session", Some(&token)).await.json();
        assert_eq!((&me["name"], &me["second_factor"]), (&json!("Ana Lee"), &json!(true)));
        let again = post(server.address, "/api/v1/sessions/passkey", None, &body).await;
        again.is_refusal(401, "wrong_credentials");
        assert_eq!(again.json()["error"], refused.json()["error"], "it does not say which part was wrong");
        post(server.address, "/api/v1/staff/sessions/passkey", None, &body)
            .await
            .is_refusal(401, "wrong_credentials");
    }

    let path = format!("/api/v1/me/passkeys/{}", passkey["passkey_id"].as_str().unwrap());
    let renamed = page.send(&server, "PATCH", &path, &json!({"name": "old phone"})).await.json();
    assert!(renamed["name"] == "old phone" && renamed["last_used_at"].is_i64(), "{renamed}");
    let listed = page.send(&server, "GET", "/api/v1/me/passkeys", &Value::Null).await;
    assert_eq!(listed.json(), json!({"passkeys": [renamed]}));
    for secret in ["public_key", "counter", "challenge"] {
        assert!(!listed.text().contains(secret) && !added.text().contains(secret), "{secret}");
    }
    let remove = format!("{path}/remove");
    page.send(&server, "POST", &remove, &json!({})).await.is_refusal(422, "unacceptable");
    let challenge = page.send(&server, "POST", "/api/v1/me/passkeys/challenge", &Value::Null).await;
    let proof = json!({"passkey": answered(&mut device, &challenge).await});
    let removed = page.send(&server, "POST", &remove, &proof).await;
    assert_eq!(removed.status, 200, "{removed:?}");
    page.send(&server, "GET", "/api/v1/session", &Value::Null).await.is_refusal(401, "unauthenticated");
    let page = PageSession::of(&removed);
    page.send(&server, "POST", &remove, &json!({"password": PASSWORD}))
        .await
        .is_refusal(404, "unknown_passkey");
}

#[tokio::test]
async fn an_app_is_set_up_beside_a_passkey() {
    let (server, mut device) = (server().await, Device::default());
    let page = sign_up(&server, "Ana Lee").await;
    let (added, page) = add(&server, &page, &mut device).await;
    let factors = async |page: &PageSession| {
        let session = page.send(&server, "GET", "/api/v1/session", &Value::Null).await.json();
        (session["second_factor"].clone(), session["code_app"].clone())
    };
    assert_eq!(factors(&page).await, (json!(true), json!(false)));
    let path = "/api/v1/me/second-factor";
    let alone = json!({"password": PASSWORD});
    page.send(&server, "POST", path, &alone).await.is_refusal(401, "wrong_credentials");
    let with_code = json!({"password": PASSWORD, "code": added.json()["recovery_codes"][0]});
    assert_eq!(page.send(&server, "POST", path, &with_code).await.status, 201);
    let challenge = page.send(&server, "POST", "/api/v1/me/passkeys/challenge", &Value::Null).await;
    let proof = json!({"passkey": answered(&mut device, &challenge).await});
    let new = page.send(&server, "POST", path, &proof).await;
    assert_eq!(new.status, 201, "{new:?}");
    assert_eq!(factors(&page).await, (json!(true), json!(false)), "it waits for its first code");

    let secret = new.json()["secret"].as_str().unwrap().to_owned();
    let totp = TotpBody { secret, last_step: 0, confirmed: false };
    let code = json!({"code": totp.code(server.house.now()).unwrap()});
    let confirmed = page.send(&server, "POST", &format!("{path}/confirm"), &code).await;
    assert_eq!(confirmed.json()["recovery_codes"].as_array().map(Vec::len), Some(10), "{confirmed:?}");
    let page = PageSession::of(&confirmed);
    assert_eq!(factors(&page).await, (json!(true), json!(true)));
    let keys = page.send(&server, "GET", "/api/v1/me/passkeys", &Value::Null).await.json();
    assert_eq!(keys["passkeys"].as_array().map(Vec::len), Some(1), "the passkey stays");
}

#[tokio::test]
async fn staff_set_a_passkey_as_their_second_factor() {
    let (server, mut device) = (server().await, Device::default());
    let manager = server.staff("Ann", &[Role::Manager]).await;
    let body = json!({"name": "Ben", "roles": ["supervisor"]});
    let code = post(server.address, "/api/v1/staff", Some(&manager), &body).await.json()["code"].clone();
    let body = json!({"name": "Ben", "code": code, "password": PASSWORD, "cookie": true});
    let page = PageSession::of(&post(server.address, "/api/v1/staff/enrolment", None, &body).await);
    page.send(&server, "GET", "/api/v1/staff/me", &Value::Null).await.is_refusal(403, "second_factor_needed");
    let (added, page) = add(&server, &page, &mut device).await;
    assert_eq!(page.send(&server, "GET", "/api/v1/staff/me", &Value::Null).await.status, 200);

    let (path, named) = ("/api/v1/staff/sessions/passkey/options", json!({"name": "Ben"}));
    let challenge = post(server.address, path, None, &named).await;
    let body = json!({"passkey": answered(&mut device, &challenge).await, "cookie": true});
    let session = post(server.address, "/api/v1/staff/sessions/passkey", None, &body).await;
    let page = PageSession::of(&session);
    assert_eq!(page.send(&server, "GET", "/api/v1/staff/me", &Value::Null).await.json()["name"], "Ben");
    let id = added.json()["passkey"]["passkey_id"].as_str().unwrap().to_owned();
    let proof = json!({"password": PASSWORD, "code": added.json()["recovery_codes"][0]});
    let last = page.send(&server, "POST", &format!("/api/v1/me/passkeys/{id}/remove"), &proof).await;
    last.is_refusal(409, "last_second_factor");
    let by_program = post(server.address, "/api/v1/me/passkeys/options", Some(&manager), &proof).await;
    by_program.is_refusal(403, "not_for_programs");
}

#[tokio::test]
async fn log_ins_with_passkeys_are_counted_by_result() {
    let config = config();
    let metrics = Arc::clone(&config.metrics);
    let (server, mut device) = (TestServer::with_config(config).await, Device::default());
    let page = sign_up(&server, "Ana Lee").await;
    add(&server, &page, &mut device).await;
    let challenge = post(server.address, "/api/v1/sessions/passkey/options", None, &json!({})).await;
    let body = json!({"passkey": answered(&mut device, &challenge).await, "label": "phone"});
    for (path, status) in [("", 201), ("", 401), ("/staff", 401)] {
        let path = format!("/api/v1{path}/sessions/passkey");
        assert_eq!(post(server.address, &path, None, &body).await.status, status, "{path}");
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it listens");
    tokio::spawn(punto_server::metrics::serve(listener, metrics, Arc::clone(&server.house)));
    let scrape = get(address, "/metrics", None).await.text().to_owned();
    for (result, count) in [("ok", 1), ("wrong_credentials", 2)] {
        let line = format!("punto_log_ins_total{{result=\"{result}\"}} {count}\n");
        assert!(scrape.contains(&line), "{line}: {scrape}");
    }
}

#[tokio::test]
async fn without_a_public_address_there_are_no_passkeys() {
    let server = TestServer::start().await;
    let page = sign_up(&server, "Ana").await;
    let proof = json!({"password": PASSWORD});
    let options = page.send(&server, "POST", "/api/v1/me/passkeys/options", &proof).await;
    options.is_refusal(409, "passkeys_need_public_url");
    assert!(options.text().contains("--public-url"), "{}", options.text());
    for path in ["/api/v1/sessions/passkey/options", "/api/v1/staff/sessions/passkey/options"] {
        post(server.address, path, None, &json!({})).await.is_refusal(409, "passkeys_need_public_url");
    }
    let listed = page.send(&server, "GET", "/api/v1/me/passkeys", &Value::Null).await.json();
    assert_eq!(listed, json!({"passkeys": []}));
}
