//! Staff over HTTP: managers add, change and reset; who is new sets a second factor before anything else.

use house::people::Role;
use house::people::totp::TotpBody;
use serde_json::{Value, json};

use crate::accounts::{PASSWORD, PageSession};
use crate::http::{Answer, get, post};
use crate::test_server::TestServer;

async fn enrol(server: &TestServer, name: &str, code: &Value) -> Answer {
    let body = json!({"name": name, "code": code, "password": PASSWORD, "cookie": true});
    post(server.address, "/api/v1/staff/enrolment", None, &body).await
}

#[tokio::test]
async fn a_new_member_of_staff_sets_a_second_factor_before_anything_else() {
    let server = TestServer::start().await;
    let manager = server.staff("Ann", &[Role::Manager]).await;
    let body = json!({"name": "Ben", "roles": ["supervisor"]});
    let added = post(server.address, "/api/v1/staff", Some(&manager), &body).await;
    assert_eq!(added.status, 201, "{added:?}");
    let added = added.json();
    let expected = json!({"staff_id": 2, "name": "Ben", "roles": ["supervisor"], "disabled": false});
    assert_eq!(added["member"], expected);

    let answer = enrol(&server, "Ben", &added["code"]).await;
    assert!(answer.header("set-cookie").is_some_and(|it| it.contains("Max-Age=43200")), "{answer:?}");
    let page = PageSession::of(&answer);
    enrol(&server, "Ben", &added["code"]).await.is_refusal(401, "wrong_credentials");
    for path in ["/api/v1/staff/me", "/api/v1/tables/1/corrections"] {
        page.send(&server, "GET", path, &Value::Null).await.is_refusal(403, "second_factor_needed");
    }
    let session = page.send(&server, "GET", "/api/v1/session", &Value::Null).await.json();
    assert_eq!(session["needs_second_factor"], true);
    let password = json!({"password": PASSWORD});
    let new = page.send(&server, "POST", "/api/v1/me/second-factor", &password).await.json();
    let totp =
        TotpBody { secret: new["secret"].as_str().unwrap().to_owned(), last_step: 0, confirmed: false };
    let code = json!({"code": totp.code(server.house.now()).unwrap()});
    let confirmed = page.send(&server, "POST", "/api/v1/me/second-factor/confirm", &code).await;
    let page = PageSession::of(&confirmed);
    assert_eq!(page.send(&server, "GET", "/api/v1/staff/me", &Value::Null).await.json(), expected);

    let code = &confirmed.json()["recovery_codes"][0];
    let body = json!({"name": "Ben", "password": PASSWORD, "code": code});
    assert_eq!(post(server.address, "/api/v1/staff/sessions", None, &body).await.status, 201);
    post(server.address, "/api/v1/sessions", None, &body).await.is_refusal(401, "wrong_credentials");
}

#[tokio::test]
async fn managers_change_the_staff_but_not_themselves() {
    let server = TestServer::start().await;
    let manager = server.staff("Ann", &[Role::Manager]).await;
    server.staff("Ben", &[Role::Supervisor]).await;
    let call = async |path: &str, body: Value| post(server.address, path, Some(&manager), &body).await;
    let changed = call("/api/v1/staff/2/roles", json!({"roles": ["auditor", "supervisor"]})).await;
    assert_eq!(changed.json()["roles"], json!(["supervisor", "auditor"]));
    let reset = call("/api/v1/staff/2/reset", json!({})).await.json();
    assert_eq!(enrol(&server, "Ben", &reset["code"]).await.status, 201);
    for (path, body, status, code) in [
        ("/api/v1/staff/1/roles", json!({"roles": ["manager", "supervisor"]}), 403, "own_roles"),
        ("/api/v1/staff/1/disable", json!({}), 403, "own_roles"),
        ("/api/v1/staff/1/reset", json!({}), 403, "own_roles"),
        ("/api/v1/staff/9/disable", json!({}), 404, "unknown_staff"),
        ("/api/v1/staff/x/disable", json!({}), 404, "unknown_staff"),
        ("/api/v1/staff/2/roles", json!({"roles": []}), 422, "bad_roles"),
        ("/api/v1/staff/2/roles", json!({"roles": ["owner"]}), 422, "bad_roles"),
        ("/api/v1/staff", json!({"name": "ben", "roles": ["dealer"]}), 409, "name_taken"),
        ("/api/v1/staff", json!({"name": "\u{202e}", "roles": ["dealer"]}), 422, "bad_name"),
    ] {
        call(path, body).await.is_refusal(status, code);
    }
    assert_eq!(call("/api/v1/staff/2/disable", json!({})).await.status, 200);
    for again in ["disable", "reset"] {
        let path = format!("/api/v1/staff/2/{again}");
        call(&path, json!({})).await.is_refusal(409, "staff_disabled");
    }
    let listed = get(server.address, "/api/v1/staff", Some(&manager)).await.json();
    let shown: Vec<_> =
        listed["staff"].as_array().unwrap().iter().map(|it| (&it["name"], &it["disabled"])).collect();
    assert_eq!(shown, [(&json!("Ann"), &json!(false)), (&json!("Ben"), &json!(true))]);
}
