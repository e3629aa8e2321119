//! Accounts over HTTP: signing up, cookies and CSRF, guests who become patrons, log-in and the second factor.

use house::people::totp::TotpBody;
use punto_server::{Limits, Rate};
use serde_json::{Value, json};

use crate::http::{Answer, get, post, send};
use crate::test_server::TestServer;

pub(crate) const PASSWORD: &str = "green kettle unrolled";

/// The session of a page: its cookie and its CSRF value.
pub(crate) struct PageSession {
    pub(crate) cookie: String,
    csrf: String,
}

impl PageSession {
    /// The session that an answer hands over.
    pub(crate) fn of(answer: &Answer) -> Self {
        let cookie = answer.header("set-cookie").expect("a cookie");
        assert!(cookie.contains("; HttpOnly; SameSite=Strict;") && !cookie.contains("Secure"), "{cookie}");
        let body = answer.json();
        let started = if body["session"].is_object() { &body["session"] } else { &body };
        assert_eq!(started["token"], Value::Null, "a page never sees the secret");
        let cookie = cookie.split(';').next().expect("a pair").to_owned();
        Self { cookie, csrf: started["csrf"].as_str().expect("a value").to_owned() }
    }

    pub(crate) async fn send(&self, server: &TestServer, method: &str, path: &str, body: &Value) -> Answer {
        let headers = [
            ("Cookie", self.cookie.clone()),
            ("X-Punto-Csrf", self.csrf.clone()),
            ("Content-Type", "application/json".to_owned()),
        ];
        send(server.address, method, path, &headers, body.to_string().as_bytes()).await
    }
}

pub(crate) async fn sign_up(server: &TestServer, nickname: &str) -> PageSession {
    let body = json!({"nickname": nickname, "password": PASSWORD, "cookie": true});
    let answer = post(server.address, "/api/v1/accounts", None, &body).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    PageSession::of(&answer)
}

#[tokio::test]
async fn a_page_signs_up_and_changes_things_with_its_csrf_value_only() {
    let server = TestServer::start().await;
    let page = sign_up(&server, "Ana Lee").await;
    let me = page.send(&server, "GET", "/api/v1/me", &Value::Null).await.json();
    assert_eq!((&me["nickname"], &me["balance"]), (&json!("Ana Lee"), &json!(1_000_000)));
    let session = page.send(&server, "GET", "/api/v1/session", &Value::Null).await.json();
    assert_eq!((&session["roles"], &session["name"]), (&json!(["patron"]), &json!("Ana Lee")));
    assert_eq!(session["csrf"], json!(page.csrf), "a page that was loaded again gets the value");

    let path = "/api/v1/me/play-money";
    page.send(&server, "POST", path, &json!({})).await.is_refusal(409, "balance_not_low");
    for csrf in [None, Some(String::new()), Some("0".repeat(64))] {
        let headers: Vec<_> = [("Cookie", page.cookie.clone())]
            .into_iter()
            .chain(csrf.map(|it| ("X-Punto-Csrf", it)))
            .collect();
        send(server.address, "POST", path, &headers, b"").await.is_refusal(403, "csrf");
        let read = send(server.address, "GET", "/api/v1/me", &headers, b"").await;
        assert_eq!(read.status, 200);
    }
    let gone = page.send(&server, "DELETE", "/api/v1/session", &Value::Null).await;
    assert_eq!(gone.status, 204);
    assert!(
        gone.header("set-cookie").is_some_and(|it| it.starts_with("punto=;") && it.contains("Max-Age=0"))
    );
    page.send(&server, "GET", "/api/v1/me", &Value::Null).await.is_refusal(401, "unauthenticated");
}

#[tokio::test]
async fn a_guest_becomes_a_patron_under_a_new_token() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let body = json!({"nickname": "Ana Lee", "password": PASSWORD});
    let answer = post(server.address, "/api/v1/me/account", Some(&ana.token), &body).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    let me = get(server.address, "/api/v1/me", Some(&token)).await.json();
    assert_eq!((&me["patron_id"], &me["nickname"]), (&json!(ana.id), &json!("Ana Lee")));
    get(server.address, "/api/v1/me", Some(&ana.token)).await.is_refusal(401, "unauthenticated");
    let again = post(server.address, "/api/v1/me/account", Some(&token), &body).await;
    again.is_refusal(403, "not_allowed");
    let ben = server.guest("Ben").await;
    for (nickname, password, status, code) in [
        ("ana lee", PASSWORD, 409, "name_taken"),
        ("\u{fe0f}\u{fe0f}", PASSWORD, 422, "bad_nickname"),
        ("Ben", "12345678", 422, "bad_password"),
    ] {
        let body = json!({"nickname": nickname, "password": password});
        post(server.address, "/api/v1/me/account", Some(&ben.token), &body).await.is_refusal(status, code);
        post(server.address, "/api/v1/accounts", None, &body).await.is_refusal(status, code);
    }
}

#[tokio::test]
async fn a_patron_logs_in_with_password_and_second_factor() {
    let server = TestServer::start().await;
    let page = sign_up(&server, "Ana").await;
    let log_in = async |body: Value| post(server.address, "/api/v1/sessions", None, &body).await;
    let token = log_in(json!({"name": "ana", "password": PASSWORD, "label": "phone"})).await.json();
    let token = token["token"].as_str().unwrap();
    let sessions = get(server.address, "/api/v1/sessions", Some(token)).await.json();
    let labels: Vec<_> = sessions["sessions"].as_array().unwrap().iter().map(|it| &it["label"]).collect();
    assert!(labels.len() == 2 && labels.contains(&&json!("phone")), "{sessions}");

    let password = json!({"password": PASSWORD});
    let new = page.send(&server, "POST", "/api/v1/me/second-factor", &password).await.json();
    let totp =
        TotpBody { secret: new["secret"].as_str().unwrap().to_owned(), last_step: 0, confirmed: false };
    let code = totp.code(server.house.now()).unwrap();
    let confirmed =
        page.send(&server, "POST", "/api/v1/me/second-factor/confirm", &json!({"code": code})).await;
    assert_eq!(confirmed.status, 200, "{confirmed:?}");
    let page = PageSession::of(&confirmed);
    get(server.address, "/api/v1/me", Some(token)).await.is_refusal(401, "unauthenticated");
    let session = page.send(&server, "GET", "/api/v1/session", &Value::Null).await.json();
    assert_eq!((&session["second_factor"], &session["code_app"]), (&json!(true), &json!(true)));

    let recovery = confirmed.json()["recovery_codes"].as_array().unwrap().clone();
    let without = log_in(json!({"name": "Ana", "password": PASSWORD})).await;
    without.is_refusal(401, "wrong_credentials");
    let nobody = log_in(json!({"name": "Nobody", "password": PASSWORD})).await;
    assert_eq!(without.json()["error"], nobody.json()["error"], "it does not say which part was wrong");
    let with = log_in(json!({"name": "Ana", "password": PASSWORD, "code": recovery[0]})).await;
    assert_eq!(with.status, 201, "{with:?}");
    let again = log_in(json!({"name": "Ana", "password": PASSWORD, "code": recovery[0]})).await;
    again.is_refusal(401, "wrong_credentials");
}

#[tokio::test]
async fn failed_log_ins_have_to_wait() {
    let server = TestServer::start().await;
    let log_in = async || {
        let body = json!({"name": "Nobody", "password": "wrong"});
        post(server.address, "/api/v1/sessions", None, &body).await
    };
    for _ in 0..6 {
        log_in().await.is_refusal(401, "wrong_credentials");
    }
    let waits = log_in().await;
    waits.is_refusal(429, "too_many_attempts");
    assert_eq!(waits.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn a_session_checks_so_many_passwords_in_a_minute() {
    let limits = Limits { passwords: Rate::per_minute(3), ..Limits::default() };
    let server = TestServer::with_limits(limits).await;
    let (ana, ben) = (server.guest("Ana").await, server.guest("Ben").await);
    let open = async |token: &str, password: &str| {
        let body = json!({"nickname": "Ana Lee", "password": password});
        post(server.address, "/api/v1/me/account", Some(token), &body).await
    };
    for _ in 0..3 {
        open(&ana.token, "12345678").await.is_refusal(422, "bad_password");
    }
    let refused = open(&ana.token, PASSWORD).await;
    refused.is_refusal(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), Some("20"));
    assert_eq!(open(&ben.token, PASSWORD).await.status, 201, "another session goes on");
}

#[tokio::test]
async fn a_cookie_that_a_proxy_hands_on_is_secure_though_the_host_is_this_machine() {
    let server = TestServer::start().await;
    for (number, (forwarded, secure)) in [
        (None, false),
        (Some(("X-Forwarded-For", "192.0.2.7")), true),
        (Some(("Forwarded", "for=192.0.2.7")), true),
        (Some(("X-Forwarded-Proto", "https")), true),
        (Some(("Via", "1.1 proxy")), true),
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({"nickname": format!("Ana {number}"), "password": PASSWORD, "cookie": true});
        let headers: Vec<_> = [("Content-Type", "application/json")].into_iter().chain(forwarded).collect();
        let headers: Vec<_> = headers.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        let body = body.to_string();
        let answer = send(server.address, "POST", "/api/v1/accounts", &headers, body.as_bytes()).await;
        let cookie = answer.header("set-cookie").unwrap();
        assert_eq!(cookie.starts_with("__Host-punto="), secure, "{forwarded:?}: {cookie}");
        assert_eq!(cookie.contains("; Secure"), secure, "{forwarded:?}: {cookie}");
    }
}
